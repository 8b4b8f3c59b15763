/* peaks.cu - arithmetic and nothing else, by each of the units that an SM has.
 *
 *   peaks_fma<number>       a multiply-add per lane: fp32, fp64
 *   peaks_mma<operand>      a small matrix product per warp, mma.sync
 *   peaks_wgmma<operand>    a large one per four warps, wgmma, from matrices
 *                           in shared memory (compute capability 9.0 alone)
 *   check, launchers        for bench/peaks.c
 *
 * What one step multiplies and adds:
 *
 *   fma      thread   s[j] += 1 * 1                 for each of 16 sums
 *   mma      warp     S[16 x 8]   += A[16 x k] * B[k x 8]     4 times
 *   wgmma    4 warps  S[64 x 128] += A[64 x k] * B[k x 128]
 *
 * All of A is 1 and all of B is 1/k (but see fp8), so a step adds 1 to every
 * sum, whichever thread holds it, and the totals count the steps. Whole numbers
 * this small are exact in every format. Nothing else depends on the values, but
 * numbers that never change take less power than those of a real program, so
 * these are limits that no program exceeds.
 */
#include "peaks.h"

#include "mbarrier.h"
#include <cstdint>

enum { THREADS = PEAKS_THREADS, FMA_SUMS = 16, TILES = 4, WGMMA_SUMS = 64 };

/* Where a sum begins. The sums of a thread differ, and so do those of the lanes
 * of a warp, because the compiler may compute equal ones only once. */
static __device__ int first(int sum, int thread)
{
    return sum + thread % 32;
}

template <int sums, typename number> static __device__ void begin(number *s)
{
#pragma unroll
    for (int j = 0; j < sums; j++)
        s[j] = (number)first(j, (int)threadIdx.x);
}

template <int sums, typename number>
static __device__ void put_total(float *totals, const number *s)
{
    number total = 0;

#pragma unroll
    for (int j = 0; j < sums; j++)
        total += s[j];
    totals[(size_t)blockIdx.x * THREADS + threadIdx.x] = (float)total;
}

//> fma
/* Both factors come from outside, so that the compiler cannot leave them
 * out. */
template <typename number>
__global__ void peaks_fma(float *totals, int steps, number a, number b)
{
    number s[FMA_SUMS];

    begin<FMA_SUMS>(s);
#pragma unroll 8
    for (int step = 0; step < steps; step++)
#pragma unroll
        for (int j = 0; j < FMA_SUMS; j++)
            s[j] = fma(s[j], a, b);
    put_total<FMA_SUMS>(totals, s);
}
//< fma

/* ---- mma.sync: the tensor cores by warps ----------------------------- */

/* A format of the factors: depth is the k above, and one and part are the bits
 * of 1 and of 1 / k, as many times as they fit in 32 bits. In FP8, a 1 is
 * followed by 15 zeros and a part is 1/2, because products smaller than that
 * would get lost: sums keep 14 bits. */
struct tf32 {
    enum { depth = 8, one = 0x3f800000, part = 0x3e000000, apart = 1 };
};
struct bf16 {
    enum { depth = 16, one = 0x3f803f80, part = 0x3d803d80, apart = 1 };
};
struct fp16 {
    enum { depth = 16, one = 0x3c003c00, part = 0x2c002c00, apart = 1 };
};
struct fp8 {
    enum { depth = 32, one = 0x38, part = 0x30303030, apart = 4 /* words */ };
};
struct fp64_k4 {
    enum { depth = 4 };
};
struct fp64_k16 {
    enum { depth = 16 };
};

/* The sums of a tile that each thread keeps, and their type. */
template <typename operand> struct tile {
    enum { sums = 4 };
    typedef float number;
};
template <> struct tile<fp64_k4> {
    enum { sums = 2 };
    typedef double number;
};
template <> struct tile<fp64_k16> {
    enum { sums = 4 };
    typedef double number;
};

#define MULTIPLY(name, shape)                                            \
    static __device__ void multiply(name, float *s)                      \
    {                                                                    \
        asm volatile("mma.sync.aligned." shape                           \
                     " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "   \
                     "{%0, %1, %2, %3};"                                 \
                     : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])    \
                     : "r"(name::one), "r"(name::one), "r"(name::one),   \
                       "r"(name::one), "r"(name::part), "r"(name::part)); \
    }

#if __CUDA_ARCH__ >= 800
MULTIPLY(tf32, "m16n8k8.row.col.f32.tf32.tf32.f32")
MULTIPLY(bf16, "m16n8k16.row.col.f32.bf16.bf16.f32")
MULTIPLY(fp16, "m16n8k16.row.col.f32.f16.f16.f32")

static __device__ void multiply(fp64_k4, double *s)
{
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
                 "{%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(s[0]), "+d"(s[1])
                 : "d"(1.0), "d"(1.0 / fp64_k4::depth));
}
#endif

#if __CUDA_ARCH__ >= 900
static __device__ void multiply(fp64_k16, double *s)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
                 "{%0, %1, %2, %3}, {%4, %4, %4, %4, %4, %4, %4, %4}, "
                 "{%5, %5, %5, %5}, {%0, %1, %2, %3};"
                 : "+d"(s[0]), "+d"(s[1]), "+d"(s[2]), "+d"(s[3])
                 : "d"(1.0), "d"(1.0 / fp64_k16::depth));
}
#endif

/* An older GPU lacks the instruction, and bench/peaks.c launches no kernel that
 * needs it there. */
template <typename operand> static __device__ void multiply(operand, void *)
{
    __trap();
}

//> mma
template <typename operand>
__global__ void peaks_mma(float *totals, int steps)
{
    const int sums = tile<operand>::sums;
    typename tile<operand>::number s[TILES * sums];

    begin<TILES * sums>(s);
#pragma unroll 4
    for (int step = 0; step < steps; step++)
#pragma unroll
        for (int t = 0; t < TILES; t++)
            multiply(operand{}, s + t * sums);
    put_total<TILES * sums>(totals, s);
}
//< mma

/* ---- wgmma: the tensor cores by groups of four warps ------------------ */

/* The bytes of a row of A, or of a column of B, that one step reads. */
enum { ROW_BYTES = 32, A_ROWS = 64, B_COLUMNS = 128 };

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/* Returns what wgmma takes for the address of a matrix in shared memory, whose
 * pieces of 8 rows and 16 bytes lie one behind the other. */
static __device__ uint64_t matrix(const void *at)
{
    const uint64_t across = 128, down = 256; /* bytes from piece to piece */

    return (shared_address(at) & 0x3ffff) >> 4 | across >> 4 << 16
        | down >> 4 << 32;
}

#define SUMS_8(s)                                                        \
    "+f"((s)[0]), "+f"((s)[1]), "+f"((s)[2]), "+f"((s)[3]), "+f"((s)[4]), \
        "+f"((s)[5]), "+f"((s)[6]), "+f"((s)[7])
#define GROUP_MULTIPLY(name, shape, order)                               \
    static __device__ void multiply(name, float *s, uint64_t a,          \
                                    uint64_t b)                          \
    {                                                                    \
        asm volatile(                                                    \
            "wgmma.fence.sync.aligned;\n"                                \
            "wgmma.mma_async.sync.aligned." shape                        \
            " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, "  \
            "%13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, "    \
            "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, "    \
            "%35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, "    \
            "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, "    \
            "%57, %58, %59, %60, %61, %62, %63}, %64, %65, 1, 1, "       \
            "1" order ";"                                                \
            : SUMS_8(s), SUMS_8(s + 8), SUMS_8(s + 16), SUMS_8(s + 24),  \
              SUMS_8(s + 32), SUMS_8(s + 40), SUMS_8(s + 48),            \
              SUMS_8(s + 56)                                             \
            : "l"(a), "l"(b));                                           \
    }
GROUP_MULTIPLY(tf32, "m64n128k8.f32.tf32.tf32", "")
GROUP_MULTIPLY(bf16, "m64n128k16.f32.bf16.bf16", ", 0, 0")
GROUP_MULTIPLY(fp16, "m64n128k16.f32.f16.f16", ", 0, 0")
GROUP_MULTIPLY(fp8, "m64n128k32.f32.e4m3.e4m3", "")
#endif

//> wgmma
/* The products of one group of warps follow each other without waiting, because
 * they add to the same sums in order. */
template <typename operand>
__global__ void peaks_wgmma(float *totals, int steps)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    __shared__ alignas(128) unsigned a[A_ROWS * ROW_BYTES / 4],
        b[B_COLUMNS * ROW_BYTES / 4];
    float s[WGMMA_SUMS];

    for (int i = threadIdx.x; i < A_ROWS * ROW_BYTES / 4; i += THREADS)
        a[i] = i % operand::apart ? 0 : operand::one;
    for (int i = threadIdx.x; i < B_COLUMNS * ROW_BYTES / 4; i += THREADS)
        b[i] = operand::part;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();

    begin<WGMMA_SUMS>(s);
    for (int step = 0; step < steps; step++)
        multiply(operand{}, s, matrix(a), matrix(b));
    asm volatile("wgmma.fence.sync.aligned;\n"
                 "wgmma.commit_group.sync.aligned;\n"
                 "wgmma.wait_group.sync.aligned 0;" ::: "memory");
    put_total<WGMMA_SUMS>(totals, s);
#else
    __trap();
#endif
}
//< wgmma

static __global__ void ask(unsigned long long *answer)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    *answer = 1;
#endif
}

extern "C" cudaError_t peaks_ask_wgmma(unsigned long long *answer,
                                       cudaStream_t stream)
{
    ask<<<1, 1, 0, stream>>>(answer);
    return cudaGetLastError();
}

/* ---- Checks ---------------------------------------------------------- */

static __global__ void count_wrong(unsigned long long *wrong,
                                   const float *totals, int sums, int steps)
{
    size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    int expected = 0;

    for (int j = 0; j < sums; j++)
        expected += first(j, (int)threadIdx.x) + steps;
    if (totals[i] != (float)expected)
        atomicAdd(wrong, 1ull);
}

extern "C" cudaError_t count_peaks(unsigned long long *wrong,
                                   const float *totals,
                                   enum peaks_kernel kernel, int steps,
                                   int blocks, cudaStream_t stream)
{
    count_wrong<<<(unsigned)blocks, THREADS, 0, stream>>>(
        wrong, totals, peaks_sums(kernel), steps);
    return cudaGetLastError();
}

/* ---- Launchers ------------------------------------------------------- */

template <typename operand>
static void start_mma(float *totals, int steps, int blocks,
                      cudaStream_t stream)
{
    peaks_mma<operand><<<(unsigned)blocks, THREADS, 0, stream>>>(totals, steps);
}

template <typename operand>
static void start_wgmma(float *totals, int steps, int blocks,
                        cudaStream_t stream)
{
    peaks_wgmma<operand>
        <<<(unsigned)blocks, THREADS, 0, stream>>>(totals, steps);
}

template <typename number>
static void start_fma(float *totals, int steps, int blocks,
                      cudaStream_t stream)
{
    peaks_fma<number><<<(unsigned)blocks, THREADS, 0, stream>>>(
        totals, steps, (number)1, (number)1);
}

template <typename operand>
static constexpr int tile_sums = TILES * tile<operand>::sums;

/* In the order of enum peaks_kernel. */
static const struct {
    void (*start)(float *totals, int steps, int blocks, cudaStream_t stream);
    int sums, depth;
} kernels[] = {
    { start_fma<double>, FMA_SUMS, 1 },
    { start_fma<float>, FMA_SUMS, 1 },
    { start_mma<fp64_k4>, tile_sums<fp64_k4>, fp64_k4::depth },
    { start_mma<fp64_k16>, tile_sums<fp64_k16>, fp64_k16::depth },
    { start_mma<tf32>, tile_sums<tf32>, tf32::depth },
    { start_mma<bf16>, tile_sums<bf16>, bf16::depth },
    { start_mma<fp16>, tile_sums<fp16>, fp16::depth },
    { start_wgmma<tf32>, WGMMA_SUMS, tf32::depth },
    { start_wgmma<bf16>, WGMMA_SUMS, bf16::depth },
    { start_wgmma<fp16>, WGMMA_SUMS, fp16::depth },
    { start_wgmma<fp8>, WGMMA_SUMS, fp8::depth },
};

extern "C" int peaks_sums(enum peaks_kernel kernel)
{
    return kernels[kernel].sums;
}

extern "C" int peaks_depth(enum peaks_kernel kernel)
{
    return kernels[kernel].depth;
}

extern "C" cudaError_t launch_peaks(enum peaks_kernel kernel, float *totals,
                                    int steps, int blocks,
                                    cudaStream_t stream)
{
    kernels[kernel].start(totals, steps, blocks, stream);
    return cudaGetLastError();
}
