/* dsm_latency.h - launchers of the chases through the shared memories of a
 * cluster; see dsm_latency.cu. */
#ifndef DSM_LATENCY_H
#define DSM_LATENCY_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DSM_LINKS = 1024,                     /* of a chain */
    DSM_LATENCY_SHARED_BYTES = 144 << 10, /* of a block in a cluster */
};

/* Link i of the chain lies in the memory of the block with rank first + i %
 * count. The block with rank 0 follows the chain, and may own it. */
struct dsm_owners {
    unsigned first, count;
};

/* Where the walk came to. */
struct dsm_end {
    uint32_t link, rank;
};

/* Starts one cluster that builds the chain next[0..DSM_LINKS) and follows it
 * for `steps` loads from link 0. With cluster_size 1 the owner is the block
 * itself, and no address says which block it is of. Each returns the error of
 * the launch; none waits for the kernel. */
cudaError_t launch_dsm_latency(struct dsm_end *end, const uint32_t *next,
                               struct dsm_owners owners, unsigned cluster_size,
                               size_t steps, cudaStream_t stream);

/* Finds how many clusters of that size the GPU can run at once, or 0 if it can
 * run none. */
cudaError_t dsm_latency_clusters(int *clusters, unsigned cluster_size);

#ifdef __cplusplus
}
#endif

#endif
