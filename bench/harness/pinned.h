/* pinned.h - pinned host memory. */
#ifndef PINNED_H
#define PINNED_H

#include "gpu.h"

/* Exits with BENCH_CANNOT_RUN if the GPU in use cannot read and write host memory. Otherwise pinned
 * memory has the same address on the host and on the GPU. */
static inline void pinned_need(void)
{
    int can_map;

    CUDA(cudaDeviceGetAttribute(&can_map, cudaDevAttrCanMapHostMemory, gpu->device));
    if (!can_map)
        bench_exit(BENCH_CANNOT_RUN, "GPU %d cannot map host memory", gpu->device);
}

/* Allocates pinned memory; `flags` are those of cudaHostAlloc(). Exits with BENCH_NOT_NOW if the
 * host lacks the memory, or dies if it is --max-bytes that asks for it. */
static inline void *pinned_alloc(size_t bytes, unsigned flags)
{
    void *pinned;
    char size[32];

    cudaError_t error = cudaHostAlloc(&pinned, bytes, flags);
    if (error != cudaSuccess)
        bench_exit(bench_options.max_bytes_given ? BENCH_FAILED : BENCH_NOT_NOW,
                   "cannot pin %s: %s; ask for less with --max-bytes", bench_size_text(bytes, size),
                   cudaGetErrorString(error));
    return pinned;
}

#endif
