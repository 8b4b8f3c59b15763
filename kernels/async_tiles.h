/* async_tiles.h - an array that blocks read tile by tile through a ring in
 * shared memory, and two kinds of copies that bring the tiles, for async.cu and
 * async_trace.cu:
 *
 *   groups   each thread copies pieces of 16 bytes with cp.async
 *   bulk     one thread asks for a whole tile with cp.async.bulk
 */
#ifndef ASYNC_TILES_H
#define ASYNC_TILES_H

#include "async.h"
#include "block_sum.h"
#include "ring.h"

/* An array to read: `tiles` tiles and a rest. A block reads the tile of its
 * number and every gridDim.x-th after it. The map is for `tensor` alone. */
struct array {
    const int *from;
    size_t n;
    unsigned tiles, tile_bytes;
    CUtensorMap map;
};

/* The swizzle of a matrix tile repeats every 1,024 bytes. */
extern __shared__ __align__(1024) char ring[];

static __device__ unsigned tiles_of_block(const array &a)
{
    return a.tiles > blockIdx.x ? (a.tiles - blockIdx.x - 1) / gridDim.x + 1
                                : 0;
}

/* The number of this block's tile k. */
static __device__ unsigned tile_number(unsigned k)
{
    return blockIdx.x + k * gridDim.x;
}

static __device__ const char *tile_at(const array &a, unsigned k)
{
    return (const char *)a.from + (size_t)tile_number(k) * a.tile_bytes;
}

static __device__ uint32_t read_tile(const char *tile, unsigned bytes)
{
    const int4 *words = (const int4 *)tile;
    uint32_t sum = 0;

#pragma unroll 4
    for (unsigned i = threadIdx.x; i < bytes / 16; i += blockDim.x)
        sum += word_sum(words[i]);
    return sum;
}

/* ---- cp.async, from compute capability 8.0 on ---------------------------- */

//> groups
/* Each thread copies its share of a tile. */
template <int ahead>
struct groups : ring_of_groups<ahead> {
    __device__ void start(const array &a, unsigned k, char *place)
    {
#if __CUDA_ARCH__ >= 800
        const char *from = tile_at(a, k);

        for (unsigned at = threadIdx.x * 16; at < a.tile_bytes;
             at += blockDim.x * 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                         :
                         : "r"(shared_address(place + at)), "l"(from + at)
                         : "memory");
#endif
    }
};
//< groups

/* ---- Bulk copies, from compute capability 9.0 on ------------------------- */

//> bulk
/* Thread 0 asks for a whole tile. */
template <int ahead>
struct bulk : ring_of_barriers<ahead> {
    __device__ void start(const array &a, unsigned k, char *place)
    {
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x > 0)
            return;
        expect_bytes(this->of(k), a.tile_bytes);
        asm volatile("cp.async.bulk.shared::cluster.global"
                     ".mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     :
                     : "r"(shared_address(place)), "l"(tile_at(a, k)),
                       "r"(a.tile_bytes), "r"(this->of(k))
                     : "memory");
#endif
    }
};
//< bulk

#endif
