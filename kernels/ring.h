/* ring.h - waiting for tiles that are copied into a ring in shared memory, for
 * async.cu, async_trace.cu and tile.cu. `ahead` tiles are in flight, to
 * ahead + 1 places. A kernel adds start(), which starts the copy of tile k, and
 * calls close() once per trip and wait(k) before it reads the tile. */
#ifndef RING_H
#define RING_H

#include "mbarrier.h"

#include <cuda.h>

/* For cp.async, from compute capability 8.0 on. Each thread waits for its own
 * copies. It closes a group of them in each trip, empty or not, so that groups
 * count trips. */
template <int ahead>
struct ring_of_groups {
    __device__ void close(void)
    {
#if __CUDA_ARCH__ >= 800
        asm volatile("cp.async.commit_group;" ::: "memory");
#endif
    }

    /* All groups of this thread but the youngest ahead - 1 have arrived. */
    __device__ void wait(unsigned)
    {
#if __CUDA_ARCH__ >= 800
        asm volatile("cp.async.wait_group %0;" ::"n"(ahead - 1) : "memory");
#endif
    }
};

//> barriers
/* For bulk copies, from compute capability 9.0 on: a barrier for each place.
 * Its phase is complete when thread 0 has arrived and the bytes that it
 * announced have come. */
template <int ahead>
struct ring_of_barriers {
    unsigned first;

    __device__ unsigned of(unsigned k)
    {
        return first + k % (ahead + 1) * 8;
    }

    __device__ ring_of_barriers(void)
    {
        __shared__ unsigned long long full[ahead + 1];

        first = shared_address(full);
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x == 0) {
            for (unsigned k = 0; k < ahead + 1; k++)
                make_barrier(of(k), 1);
            show_stores();
        }
        __syncthreads();
#endif
    }

    __device__ void close(void) {}

    __device__ void wait(unsigned k)
    {
#if __CUDA_ARCH__ >= 900
        wait_for_bytes(of(k), k / (ahead + 1));
#endif
    }
};
//< barriers

//> map
/* Describes a matrix of ints for tensor copies, which bring tiles of it: both
 * sizes are of x and y. What lies outside arrives as 0. */
static inline cudaError_t map_matrix(CUtensorMap *map, const int *from,
                                     const cuuint64_t size[2],
                                     const cuuint32_t tile[2],
                                     CUtensorMapSwizzle swizzle)
{
    const cuuint64_t row_bytes[] = { size[0] * sizeof *from };
    const cuuint32_t step[] = { 1, 1 };
    decltype(cuTensorMapEncodeTiled) *encode;
    cudaDriverEntryPointQueryResult found;
    cudaError_t error = cudaGetDriverEntryPointByVersion(
        "cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
        &found);

    if (error != cudaSuccess)
        return error;
    return encode(map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, (void *)from, size,
                  row_bytes, tile, step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                  CU_TENSOR_MAP_L2_PROMOTION_NONE,
                  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
                == CUDA_SUCCESS
             ? cudaSuccess
             : cudaErrorInvalidValue;
}
//< map

/* Allows a kernel to have at least this many bytes of dynamic shared memory,
 * and finds how many blocks with this many fit an SM. */
static inline cudaError_t fit_blocks(const void *kernel, int threads,
                                     size_t bytes, int *fit)
{
    struct cudaFuncAttributes of;
    cudaError_t error = cudaFuncGetAttributes(&of, kernel);

    if (!error && (int)bytes > of.maxDynamicSharedSizeBytes)
        error = cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    return error ? error
                 : cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                     fit, kernel, threads, bytes);
}

#endif
