/* multicast.h - launchers of the kernels of multicast.cu. */
#ifndef MULTICAST_H
#define MULTICAST_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MULTICAST_TILE = 32 << 10,  /* bytes; each block of a cluster gets all */
    MULTICAST_PLACES = 6,       /* for tiles, in each block */
    MULTICAST_READERS = 256,    /* threads of a block; one more warp asks */
    MULTICAST_MOST_BLOCKS = 16, /* of a cluster */
};

/* A launch: `clusters` clusters of cluster_size blocks. Each block gets the
 * tiles c, c + clusters, ... of its cluster c, of `tiles` tiles in all; tile t
 * begins at from + t % distinct x MULTICAST_TILE. It leaves the sum of their
 * ints, modulo 2^32, in sums[its number]. */
struct multicast_work {
    uint32_t *sums;
    const char *from; /* at a multiple of 16 bytes */
    unsigned tiles, distinct, cluster_size, clusters;
    bool shared; /* one copy for all blocks of a cluster, or one for each */
};

/* Returns the error of the launch; does not wait for the kernel. */
cudaError_t launch_multicast(const struct multicast_work *work,
                             cudaStream_t stream);

/* Finds how many clusters of that size the GPU can run at once, with one block
 * on an SM, or 0 if it can run none. */
cudaError_t multicast_active_clusters(int *clusters, unsigned cluster_size);

#ifdef __cplusplus
}
#endif

#endif
