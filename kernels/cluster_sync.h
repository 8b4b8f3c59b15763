/* cluster_sync.h - launchers of what lets blocks and threads wait for each
 * other; see cluster_sync.cu. */
#ifndef CLUSTER_SYNC_H
#define CLUSTER_SYNC_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cluster_sync_way {
    CLUSTER_SYNC_FULL,      /* cluster.sync() */
    CLUSTER_SYNC_RELAXED,   /* the same, but it orders no accesses to memory */
    CLUSTER_SYNC_MBARRIERS, /* each block arrives at one of every block */
    CLUSTER_SYNC_ARRIVALS,  /* the same, but it orders no accesses to memory */
    CLUSTER_SYNC_PING,      /* blocks 0 and 1 answer each other */
    CLUSTER_SYNC_BLOCK,     /* fences of that scope, in one thread */
    CLUSTER_SYNC_CLUSTER,
    CLUSTER_SYNC_GPU,
    CLUSTER_SYNC_SYSTEM,
};

enum { CLUSTER_SYNC_MOST_BLOCKS = 16 };

/* Starts one cluster whose blocks, of one warp each, meet `rounds` times; ping
 * has two meetings in a round, there and back. done[r] becomes how many rounds
 * the block with rank r saw. If `checked`, each block leaves a number in
 * tokens[rank] before a meeting and looks behind it at the number of the next
 * block; done[r] counts only rounds in which it was there. Both arrays are on
 * the GPU, and have CLUSTER_SYNC_MOST_BLOCKS numbers. Returns the error of the
 * launch; does not wait for the kernel. */
cudaError_t launch_cluster_sync(enum cluster_sync_way way, uint32_t *done,
                                uint32_t *tokens, unsigned cluster_size,
                                unsigned rounds, bool checked,
                                cudaStream_t stream);

/* Finds how many such clusters the GPU can run at once, or 0 if it can run
 * none. */
cudaError_t cluster_sync_clusters(int *clusters, unsigned cluster_size);

#ifdef __cplusplus
}
#endif

#endif
