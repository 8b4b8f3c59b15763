/* instruments.cu - the harness's own kernels: hold a stream, read the clocks,
 * make random data and check it where it lies. None of them is ever timed. */
#include "instruments.h"
#include "random.h"

enum { THREADS = 256, BLOCKS = 1024 };

static __device__ unsigned long long nanoseconds(void)
{
    unsigned long long ns;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

static __global__ void hold(const volatile unsigned *gate, unsigned ticket,
                            unsigned *late)
{
    unsigned long long start = nanoseconds();

    while ((int)(*gate - ticket) < 0)
        if (nanoseconds() - start > 2000000000ull) {
            *late = 1;
            return;
        }
}

cudaError_t hold_stream(const unsigned *gate, unsigned ticket, unsigned *late,
                        cudaStream_t stream)
{
    hold<<<1, 1, 0, stream>>>(gate, ticket, late);
    return cudaGetLastError();
}

/* The cycle counter of an idle SM goes on counting (seen on compute
 * capability 9.0), so two stamps bracket all that ran between them. */
static __global__ void stamp(struct stamp *stamps)
{
    unsigned sm;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    stamps[sm].cycles = clock64();
    stamps[sm].ns = nanoseconds();
}

/* One block an SM: on an empty GPU the blocks are dealt out one to each. */
cudaError_t stamp_clocks(struct stamp *stamps, int sms, cudaStream_t stream)
{
    stamp<<<sms, 1, 0, stream>>>(stamps);
    return cudaGetLastError();
}

static __global__ void fill(uint32_t *values, size_t n, uint64_t seed)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        values[i] = random_u32(seed, i);
}

cudaError_t fill_random(uint32_t *values, size_t n, uint64_t seed,
                        cudaStream_t stream)
{
    fill<<<BLOCKS, THREADS, 0, stream>>>(values, n, seed);
    return cudaGetLastError();
}

template <typename number>
static __global__ void fill_each(number *numbers, size_t n, uint64_t seed)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        numbers[i] = (number)random_small(seed, i);
}

cudaError_t fill_small(void *numbers, bool fp64, size_t n, uint64_t seed,
                       cudaStream_t stream)
{
    if (fp64)
        fill_each<<<BLOCKS, THREADS, 0, stream>>>((double *)numbers, n, seed);
    else
        fill_each<<<BLOCKS, THREADS, 0, stream>>>((float *)numbers, n, seed);
    return cudaGetLastError();
}

static __global__ void link_each(char *slots, size_t spacing,
                                 const uint32_t *next, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        *(const void **)(slots + i * spacing) = slots + next[i] * spacing;
}

cudaError_t link_slots(void *slots, size_t spacing, const uint32_t *next,
                       size_t n, cudaStream_t stream)
{
    link_each<<<BLOCKS, THREADS, 0, stream>>>((char *)slots, spacing, next, n);
    return cudaGetLastError();
}

static __global__ void count(const uint32_t *values, size_t n, uint64_t seed,
                             unsigned long long *wrong)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        mine += values[i] != random_u32(seed, i);
    if (mine)
        atomicAdd(wrong, mine);
}

cudaError_t count_wrong(const uint32_t *values, size_t n, uint64_t seed,
                        unsigned long long *wrong, cudaStream_t stream)
{
    count<<<BLOCKS, THREADS, 0, stream>>>(values, n, seed, wrong);
    return cudaGetLastError();
}

template <typename number>
static __global__ void count_added(const number *numbers, size_t n,
                                   size_t first, size_t step, size_t added,
                                   uint64_t seed, unsigned long long *wrong)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads) {
        bool is_added = i >= first && (i - first) % step == 0
                     && (i - first) / step < added;

        mine += numbers[i] != (number)(random_small(seed, i) + is_added);
    }
    if (mine)
        atomicAdd(wrong, mine);
}

cudaError_t count_wrong_added(const void *numbers, bool fp64, size_t n,
                              size_t first, size_t step, size_t added,
                              uint64_t seed, unsigned long long *wrong,
                              cudaStream_t stream)
{
    if (fp64)
        count_added<<<BLOCKS, THREADS, 0, stream>>>(
            (const double *)numbers, n, first, step, added, seed, wrong);
    else
        count_added<<<BLOCKS, THREADS, 0, stream>>>(
            (const float *)numbers, n, first, step, added, seed, wrong);
    return cudaGetLastError();
}

template <typename number>
static __global__ void count_saxpy(const number *numbers, size_t n, number a,
                                   uint64_t seed, unsigned long long *wrong)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        mine += numbers[i] != a * (number)random_small(seed, i)
                                  + (number)random_small(seed + 1, i);
    if (mine)
        atomicAdd(wrong, mine);
}

cudaError_t count_wrong_saxpy(const void *numbers, bool fp64, size_t n,
                              double a, uint64_t seed,
                              unsigned long long *wrong, cudaStream_t stream)
{
    if (fp64)
        count_saxpy<<<BLOCKS, THREADS, 0, stream>>>((const double *)numbers, n,
                                                    a, seed, wrong);
    else
        count_saxpy<<<BLOCKS, THREADS, 0, stream>>>((const float *)numbers, n,
                                                    (float)a, seed, wrong);
    return cudaGetLastError();
}

static __global__ void differ(const uint32_t *a, const uint32_t *b,
                              size_t words, unsigned long long *different)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < words;
         i += threads)
        mine += a[i] != b[i];
    if (mine)
        atomicAdd(different, mine);
}

cudaError_t count_different(const void *a, const void *b, size_t words,
                            unsigned long long *different, cudaStream_t stream)
{
    differ<<<BLOCKS, THREADS, 0, stream>>>((const uint32_t *)a,
                                           (const uint32_t *)b, words,
                                           different);
    return cudaGetLastError();
}
