/* instruments.cu - the harness's own kernels: they hold a stream, read the clocks, make random data
 * and check it where it lies. None of them is ever timed. */
#include "gpu.h"
#include "instruments.h"
#include "random.h"

enum { THREADS = 256, BLOCKS = 1024 };

/* ---- Timing ------------------------------------------------------------ */

static __device__ unsigned long long nanoseconds(void)
{
    unsigned long long ns;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

static __global__ void hold(const volatile unsigned *gate, unsigned ticket, unsigned *late)
{
    unsigned long long start = nanoseconds();

    while ((int)(*gate - ticket) < 0)
        if (nanoseconds() - start > 2000000000ull) {
            *late = 1;
            return;
        }
}

cudaError_t hold_stream(const unsigned *gate, unsigned ticket, unsigned *late, cudaStream_t stream)
{
    hold<<<1, 1, 0, stream>>>(gate, ticket, late);
    return cudaGetLastError();
}

/* The cycle counter of an idle SM keeps counting (as we saw on compute capability 9.0), so the
 * difference of two stamps covers all that ran between them. */
static __global__ void stamp(struct stamp *stamps)
{
    unsigned sm;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    stamps[sm].cycles = clock64();
    stamps[sm].ns = nanoseconds();
}

/* Launches one block per SM, because an empty GPU gives each SM one of them. */
cudaError_t stamp_clocks(struct stamp *stamps, int sms, cudaStream_t stream)
{
    stamp<<<sms, 1, 0, stream>>>(stamps);
    return cudaGetLastError();
}

/* ---- Random data --------------------------------------------------------- */

/* Calls apply(i) for each i < n. */
template <typename function>
static __global__ void each(function apply, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        apply(i);
}

/* Adds counts(i) to *count for each i < n: usually 1 if value i is wrong, and otherwise 0. */
template <typename function>
static __global__ void count(function counts, size_t n, unsigned long long *count)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        mine += counts(i);
    if (mine)
        atomicAdd(count, mine);
}

template <typename function>
static void run(function apply, size_t n)
{
    each<<<BLOCKS, THREADS, 0, gpu->stream>>>(apply, n);
    CUDA(cudaGetLastError());
    CUDA(cudaStreamSynchronize(gpu->stream));
}

template <typename function>
static size_t counted(function counts, size_t n)
{
    count<<<BLOCKS, THREADS, 0, gpu->stream>>>(counts, n, gpu_counter());
    CUDA(cudaGetLastError());
    return gpu_counted();
}

struct random_fill {
    uint32_t *values;
    uint64_t seed;

    __device__ void operator()(size_t i) const
    {
        values[i] = random_u32(seed, i);
    }
};

void gpu_fill_random(void *values, size_t n, uint64_t seed)
{
    run(random_fill{ (uint32_t *)values, seed }, n);
}

template <typename number>
struct small_fill {
    number *numbers;
    uint64_t seed;

    __device__ void operator()(size_t i) const
    {
        numbers[i] = (number)random_small(seed, i);
    }
};

void gpu_fill_small(void *numbers, bool fp64, size_t n, uint64_t seed)
{
    if (fp64)
        run(small_fill<double>{ (double *)numbers, seed }, n);
    else
        run(small_fill<float>{ (float *)numbers, seed }, n);
}

struct slot_link {
    char *slots;
    size_t spacing;
    const uint32_t *next;

    __device__ void operator()(size_t i) const
    {
        *(const void **)(slots + i * spacing) = slots + next[i] * spacing;
    }
};

void gpu_link_slots(void *slots, size_t spacing, const uint32_t *next, size_t n)
{
    run(slot_link{ (char *)slots, spacing, next }, n);
}

struct not_random {
    const uint32_t *values;
    uint64_t seed;

    __device__ bool operator()(size_t i) const
    {
        return values[i] != random_u32(seed, i);
    }
};

size_t gpu_count_wrong(const void *values, size_t n, uint64_t seed)
{
    return counted(not_random{ (const uint32_t *)values, seed }, n);
}

struct random_value {
    uint64_t seed;

    __device__ uint32_t operator()(size_t i) const
    {
        return random_u32(seed, i);
    }
};

uint32_t gpu_sum_random(size_t n, uint64_t seed)
{
    return (uint32_t)counted(random_value{ seed }, n);
}

template <typename number>
struct not_added {
    const number *numbers;
    size_t first, step, added;
    uint64_t seed;

    __device__ bool operator()(size_t i) const
    {
        bool is_added = i >= first && (i - first) % step == 0 && (i - first) / step < added;

        return numbers[i] != (number)(random_small(seed, i) + is_added);
    }
};

size_t gpu_count_wrong_added(const void *numbers, bool fp64, size_t n, size_t first, size_t step,
                             size_t added, uint64_t seed)
{
    if (fp64)
        return counted(not_added<double>{ (const double *)numbers, first, step, added, seed }, n);
    return counted(not_added<float>{ (const float *)numbers, first, step, added, seed }, n);
}

template <typename number>
struct not_saxpy {
    const number *numbers;
    number a;
    uint64_t seed;

    __device__ bool operator()(size_t i) const
    {
        return numbers[i] != a * (number)random_small(seed, i) + (number)random_small(seed + 1, i);
    }
};

size_t gpu_count_wrong_saxpy(const void *numbers, bool fp64, size_t n, double a, uint64_t seed)
{
    if (fp64)
        return counted(not_saxpy<double>{ (const double *)numbers, a, seed }, n);
    return counted(not_saxpy<float>{ (const float *)numbers, (float)a, seed }, n);
}

struct different {
    const uint32_t *a, *b;

    __device__ bool operator()(size_t i) const
    {
        return a[i] != b[i];
    }
};

size_t gpu_count_different(const void *a, const void *b, size_t bytes)
{
    return counted(different{ (const uint32_t *)a, (const uint32_t *)b }, bytes / 4);
}
