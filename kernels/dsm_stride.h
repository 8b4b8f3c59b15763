/* dsm_stride.h - a launcher of reads with strides from the shared memories of a
 * cluster of two; see dsm_stride.cu. */
#ifndef DSM_STRIDE_H
#define DSM_STRIDE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DSM_STRIDE_WORDS = 24576, /* of 4 bytes in the shared memory of a block: 96
                                 KiB, so that an SM has room for two blocks */
    DSM_STRIDE_THREADS = 256, /* of a block */
    DSM_STRIDE_LOADS = 8,     /* that a thread has in flight, each of 4 bytes
                                 and from another part of the memory */
    DSM_STRIDE_PART = DSM_STRIDE_WORDS / DSM_STRIDE_LOADS,
    DSM_STRIDE_MOST = 32, /* the largest stride, in words */
};

/* A launch: `clusters` clusters of two blocks. The block b starts with the
 * values from data + DSM_STRIDE_WORDS * b. Each thread leaves the sum of all
 * values that it has read in sums[b * DSM_STRIDE_THREADS + t], modulo 2^32. If
 * `remote`, the blocks read from each other, and otherwise from themselves. The
 * stride is a power of two. */
struct dsm_stride_work {
    uint32_t *sums;
    const uint32_t *data;
    unsigned stride, clusters, trips;
    bool remote;
};

/* Returns the error of the launch, or cudaErrorInvalidValue for another stride.
 * Does not wait for the kernel. */
cudaError_t launch_dsm_stride(const struct dsm_stride_work *work,
                              cudaStream_t stream);

/* Finds how many clusters the GPU can run at once, or 0 if it can run none. */
cudaError_t dsm_stride_clusters(int *clusters);

#ifdef __cplusplus
}
#endif

#endif
