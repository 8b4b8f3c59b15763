/* block_sum.h - sums of ints, modulo 2^32, for kernels that read. */
#ifndef BLOCK_SUM_H
#define BLOCK_SUM_H

#include <stdint.h>

static inline __device__ uint32_t word_sum(int word)
{
    return (uint32_t)word;
}

static inline __device__ uint32_t word_sum(int2 word)
{
    return (uint32_t)word.x + (uint32_t)word.y;
}

static inline __device__ uint32_t word_sum(int4 word)
{
    return (uint32_t)word.x + (uint32_t)word.y + (uint32_t)word.z
         + (uint32_t)word.w;
}

/* Writes the sum over a block; every thread must call this. */
static inline __device__ void write_block_sum(uint32_t *sums, uint32_t mine)
{
    __shared__ uint32_t warps[32];

    for (int lanes = 16; lanes; lanes /= 2)
        mine += __shfl_down_sync(~0u, mine, lanes);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned warp = 1; warp < blockDim.x / 32; warp++)
            mine += warps[warp];
        sums[blockIdx.x] = mine;
    }
}

#endif
