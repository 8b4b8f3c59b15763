/* random.h - random input that the host and the GPU can each make alone.
 *
 * Value i of a seed is a hash of both numbers (SplitMix64: Steele, Lea and Flood, OOPSLA 2014). So
 * an array of any size is filled and checked in place, and gigabytes never cross the bus.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

#ifdef __CUDACC__
#define HOST_AND_GPU __host__ __device__
#else
#define HOST_AND_GPU
#endif

static inline HOST_AND_GPU uint32_t random_u32(uint64_t seed, uint64_t i)
{
    uint64_t hash = seed * 0xd1342543de82ef95u + (i + 1) * 0x9e3779b97f4a7c15u;

    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(hash >> 32) ^ (uint32_t)(hash >> 1);
}

/* Returns a whole number below 1024, so that sums and products of a few are exact in floating
 * point, whatever their order. */
static inline HOST_AND_GPU uint32_t random_small(uint64_t seed, uint64_t i)
{
    return random_u32(seed, i) >> 22;
}

#endif
