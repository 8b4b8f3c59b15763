/* pinned.h - pinned host memory for the programs of chapter 04. */
#ifndef PINNED_H
#define PINNED_H

#include "gpu.h"

/* Exits with BENCH_CANNOT_RUN where the GPU in use cannot read and write host
 * memory. Where it can, pinned memory has one address for both. */
static inline void pinned_need(void)
{
    int device, can_map;

    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&can_map, cudaDevAttrCanMapHostMemory,
                                device));
    if (!can_map)
        bench_exit(BENCH_CANNOT_RUN, "GPU %d cannot map host memory", device);
}

/* Exits with BENCH_NOT_NOW where the host lacks the memory, unless it is
 * --max-bytes that asks for it: then dies. `flags` are those of cudaHostAlloc;
 * with cudaHostAllocDefault this is cudaMallocHost. */
static inline void *pinned_alloc(size_t bytes, unsigned flags)
{
    void *memory;
    char size[32];

    cudaError_t error = cudaHostAlloc(&memory, bytes, flags);
    if (error != cudaSuccess)
        bench_exit(bench_options.max_bytes_given ? BENCH_FAILED
                                                 : BENCH_NOT_NOW,
                   "cannot pin %s: %s; ask for less with --max-bytes",
                   bench_size_text(bytes, size), cudaGetErrorString(error));
    return memory;
}

#endif
