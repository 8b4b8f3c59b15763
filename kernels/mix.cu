/* mix.cu - read and write at the same time, in any mix.
 *
 *   mix_words<writes>   each thread moves eight words of 16 bytes, and of these
 *                       it writes `writes` and reads the others; each warp then
 *                       writes the sum of what it has read
 *   mix_update          each thread inverts four words where they lie
 *   launchers, checks   for bench/mix.c
 *
 * Who touches which bytes, one block, where three of eight words are written:
 *
 *           thread 0    1        255  0    1        255
 *   from    |16 B|16 B|...|16 B|16 B|16 B|...|16 B| ...   5 words per thread
 *   to      |16 B|16 B|...|16 B|16 B|16 B|...|16 B| ...   3 words per thread
 *
 * Every access is coalesced. There is no loop, so new blocks start in order and
 * the GPU sweeps both arrays once, nearly in address order, as copy_once does.
 * A kernel that reads nothing is a fill; one that writes nothing is a sum.
 */
#include "mix.h"
#include "../bench/harness/random.h"

enum { THREADS = 256 };

static __device__ uint4 mix_word(size_t i)
{
    uint32_t low = (uint32_t)i;

    return { low, ~low, low * 0x9E3779B1u, (uint32_t)(i >> 16) ^ 0x5EEDu };
}

//> mix
template <int writes>
__global__ void mix_words(uint32_t *sums, uint4 *to, const uint4 *from,
                          size_t n)
{
    const int reads = MIX_WORDS - writes;
    /* How many threads the blocks before this one have. */
    size_t before = (size_t)blockIdx.x * blockDim.x;
    size_t left = n - before;
    unsigned threads = left < blockDim.x ? (unsigned)left : blockDim.x;
    uint4 got[reads ? reads : 1];
    uint32_t mine = 0;

    if (threadIdx.x < threads) {
        #pragma unroll
        for (int k = 0; k < reads; k++)
            got[k] = from[before * reads + k * threads + threadIdx.x];
        #pragma unroll
        for (int k = 0; k < writes; k++) {
            size_t i = before * writes + k * threads + threadIdx.x;
            to[i] = mix_word(i);
        }
        #pragma unroll
        for (int k = 0; k < reads; k++)
            mine += got[k].x + got[k].y + got[k].z + got[k].w;
    }
    if constexpr (reads > 0) {
        for (int lanes = 16; lanes > 0; lanes /= 2)
            mine += __shfl_xor_sync(0xffffffff, mine, lanes);
        if (threadIdx.x % 32 == 0)
            sums[(before + threadIdx.x) / 32] = mine;
    }
}
//< mix

//> update
extern "C" __global__ void mix_update(uint4 *words, size_t n)
{
    const int each = MIX_WORDS / 2;
    size_t before = (size_t)blockIdx.x * blockDim.x;
    size_t left = n - before;
    unsigned threads = left < blockDim.x ? (unsigned)left : blockDim.x;
    uint4 *mine = words + before * each + threadIdx.x;
    uint4 got[each];

    if (threadIdx.x >= threads)
        return;
    #pragma unroll
    for (int k = 0; k < each; k++)
        got[k] = mine[k * threads];
    #pragma unroll
    for (int k = 0; k < each; k++)
        mine[k * threads] = { ~got[k].x, ~got[k].y, ~got[k].z, ~got[k].w };
}
//< update

/* ---- Launchers ------------------------------------------------------- */

static unsigned blocks_for(size_t n)
{
    return (unsigned)((n + THREADS - 1) / THREADS);
}

extern "C" size_t mix_warps(size_t n)
{
    return (size_t)blocks_for(n) * (THREADS / 32);
}

typedef void kernel(uint32_t *sums, uint4 *to, const uint4 *from, size_t n);

static kernel *const kernels[MIX_WORDS + 1] = {
    mix_words<0>, mix_words<1>, mix_words<2>, mix_words<3>, mix_words<4>,
    mix_words<5>, mix_words<6>, mix_words<7>, mix_words<8>,
};

extern "C" cudaError_t launch_mix(uint32_t *sums, void *to, const void *from,
                                  size_t n, int writes, cudaStream_t stream)
{
    if (n > 0)
        kernels[writes]<<<blocks_for(n), THREADS, 0, stream>>>(
            sums, (uint4 *)to, (const uint4 *)from, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_mix_update(void *words, size_t n,
                                         cudaStream_t stream)
{
    if (n > 0)
        mix_update<<<blocks_for(n), THREADS, 0, stream>>>((uint4 *)words, n);
    return cudaGetLastError();
}

/* ---- Checks ---------------------------------------------------------- */

static __global__ void count_words(unsigned long long *wrong,
                                   const uint4 *words, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads) {
        uint4 is = words[i], should = mix_word(i);
        if (is.x != should.x || is.y != should.y || is.z != should.z
            || is.w != should.w)
            atomicAdd(wrong, 1ull);
    }
}

static __global__ void count_updated(unsigned long long *wrong,
                                     const uint32_t *ints, size_t n,
                                     uint64_t seed)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        if (ints[i] != ~random_u32(seed, i))
            atomicAdd(wrong, 1ull);
}

enum { CHECK_BLOCKS = 1024 };

extern "C" cudaError_t count_mix_words(unsigned long long *wrong,
                                       const void *words, size_t n,
                                       cudaStream_t stream)
{
    count_words<<<CHECK_BLOCKS, THREADS, 0, stream>>>(
        wrong, (const uint4 *)words, n);
    return cudaGetLastError();
}

extern "C" cudaError_t count_mix_updated(unsigned long long *wrong,
                                         const void *ints, size_t n,
                                         uint64_t seed, cudaStream_t stream)
{
    count_updated<<<CHECK_BLOCKS, THREADS, 0, stream>>>(
        wrong, (const uint32_t *)ints, n, seed);
    return cudaGetLastError();
}
