/* gather.cu - read and write small pieces of memory, granules, at random.
 *
 *   gather_read       each thread reads words of four granules and adds them up
 *   gather_write      each thread writes words of four granules
 *   launchers, checks for bench/gather.c
 *
 * Who touches which bytes, where a granule has 32 bytes:
 *
 *   lane     0    1         2    3              30   31
 *          |16 B|16 B|    |16 B|16 B|   ...   |16 B|16 B|    a warp's load
 *           granule a      granule b           granule p     anywhere
 *
 * Two, four or eight lanes share a granule of 32, 64 or 128 bytes, so a warp's
 * load touches 16, 8 or 4 granules. Nothing else is read: a thread computes by
 * a hash which granules it touches. So all four accesses of a thread are
 * independent and in flight together.
 */
#include "gather.h"
#include "../bench/harness/random.h"

enum { THREADS = 256, ACCESSES = 4, CHECK_BLOCKS = 1024 };

/* Word i differs from all others, and from poison, whose ints are equal. */
static __device__ uint4 gather_word(size_t i)
{
    uint32_t low = (uint32_t)i;

    return { low, ~low, low * 0x9E3779B1u, (uint32_t)(i >> 32) };
}

//> where
/* Returns where this thread's word of an access lies, in words. */
template <int lanes>
static __device__ size_t word_of(const gather_accesses &a, size_t access)
{
    size_t granules = a.region_bytes / (lanes * sizeof(uint4));
    size_t granule = random_u32(a.seed, a.first + access) * granules >> 32;

    return granule * lanes + threadIdx.x % lanes;
}
//< where

//> gather
template <int lanes>
__global__ void gather_read(uint32_t *sum, gather_accesses a)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t access = thread / lanes * ACCESSES;
    const uint4 *words = (const uint4 *)a.region;
    uint4 got[ACCESSES] = {};
    size_t at[ACCESSES];
    uint32_t mine = 0;

    //> accesses
    #pragma unroll
    for (int k = 0; k < ACCESSES; k++)
        at[k] = word_of<lanes>(a, access + k);
    #pragma unroll
    for (int k = 0; k < ACCESSES; k++)
        if (access + k < a.n)
            got[k] = __ldcg(words + at[k]);
    #pragma unroll
    for (int k = 0; k < ACCESSES; k++)
        mine += got[k].x + got[k].y + got[k].z + got[k].w;
    //< accesses

    /* One atomic for each block, because all of them go to one address. */
    __shared__ uint32_t block;
    if (threadIdx.x == 0)
        block = 0;
    __syncthreads();
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_down_sync(~0u, mine, distance);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&block, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(sum, block);
}
//< gather

//> scatter
template <int lanes>
__global__ void gather_write(uint32_t *, gather_accesses a)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t access = thread / lanes * ACCESSES;
    uint4 *words = (uint4 *)a.region;

    #pragma unroll
    for (int k = 0; k < ACCESSES; k++) {
        size_t at = word_of<lanes>(a, access + k);
        if (access + k < a.n)
            words[at] = gather_word(at);
    }
}
//< scatter

/* ---- Launchers ------------------------------------------------------- */

typedef void kernel(uint32_t *sum, gather_accesses a);

/* Starts the kernel for granules of this size. */
static cudaError_t launch(kernel *of_32, kernel *of_64, kernel *of_128,
                          uint32_t *sum, const gather_accesses *a,
                          cudaStream_t stream)
{
    kernel *k = a->granule_bytes == 32 ? of_32
              : a->granule_bytes == 64 ? of_64
                                       : of_128;
    size_t lanes = (size_t)a->granule_bytes / sizeof(uint4);
    size_t threads = (a->n + ACCESSES - 1) / ACCESSES * lanes;

    if (threads > 0)
        k<<<(unsigned)((threads + THREADS - 1) / THREADS), THREADS, 0,
            stream>>>(sum, *a);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_gather(uint32_t *sum, const gather_accesses *a,
                                     cudaStream_t stream)
{
    return launch(gather_read<2>, gather_read<4>, gather_read<8>, sum, a,
                  stream);
}

extern "C" cudaError_t launch_scatter(uint32_t *sum, const gather_accesses *a,
                                      cudaStream_t stream)
{
    return launch(gather_write<2>, gather_write<4>, gather_write<8>, sum, a,
                  stream);
}

/* ---- Checks ---------------------------------------------------------- */

/* Returns where the granule of an access begins, in bytes. This says again what
 * word_of() says, so that a mistake in one of them is noticed. */
static __device__ size_t start_of(const gather_accesses &a, size_t access)
{
    size_t bytes = (size_t)a.granule_bytes;
    uint64_t fraction = (uint64_t)random_u32(a.seed, a.first + access) << 32;

    return __umul64hi(fraction, a.region_bytes / bytes) * bytes;
}

static __global__ void sum_each(uint32_t *sum, gather_accesses a,
                                uint64_t fill_seed)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    uint32_t mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < a.n;
         i += threads)
        for (int k = 0; k < a.granule_bytes / 4; k++)
            mine += random_u32(fill_seed, start_of(a, i) / 4 + k);
    atomicAdd(sum, mine);
}

static __device__ bool is_word(const uint4 *words, size_t i)
{
    uint4 is = words[i], should = gather_word(i);

    return is.x == should.x && is.y == should.y && is.z == should.z
        && is.w == should.w;
}

static __global__ void count_missing(unsigned long long *wrong,
                                     gather_accesses a)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < a.n;
         i += threads)
        for (int k = 0; k < a.granule_bytes / 16; k++)
            mine += !is_word((const uint4 *)a.region, start_of(a, i) / 16 + k);
    if (mine)
        atomicAdd(wrong, mine);
}

static __global__ void count_strange(unsigned long long *wrong,
                                     const uint4 *words, size_t n,
                                     uint32_t poison)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads) {
        uint4 is = words[i];
        bool untouched = is.x == poison && is.y == poison && is.z == poison
                      && is.w == poison;
        mine += !untouched && !is_word(words, i);
    }
    if (mine)
        atomicAdd(wrong, mine);
}

extern "C" cudaError_t sum_gathered(uint32_t *sum, const gather_accesses *a,
                                    uint64_t fill_seed, cudaStream_t stream)
{
    sum_each<<<CHECK_BLOCKS, THREADS, 0, stream>>>(sum, *a, fill_seed);
    return cudaGetLastError();
}

extern "C" cudaError_t count_scattered(unsigned long long *wrong,
                                       const gather_accesses *a,
                                       unsigned char poison,
                                       cudaStream_t stream)
{
    count_missing<<<CHECK_BLOCKS, THREADS, 0, stream>>>(wrong, *a);
    count_strange<<<CHECK_BLOCKS, THREADS, 0, stream>>>(
        wrong, (const uint4 *)a->region, a->region_bytes / sizeof(uint4),
        poison * 0x01010101u);
    return cudaGetLastError();
}
