/* polynomial.c - copies floats through a polynomial whose coefficients take up the registers of a
 * thread, with narrow and with wide loads: what do wide loads cost a kernel that is short of
 * registers (claim V6)?
 *
 * Each kernel is compiled twice: with as many registers as it wants, so that fewer threads may fit
 * on an SM, and with 32 (64 if there are 48 coefficients), so that values may be spilled. The two
 * are one row if equally many threads fit. kernels.csv has the registers of each kernel, and the
 * bytes of stack that it spills to.
 *
 * Compiled for an H200, with 12, 18, 20, 24 and 48 coefficients: float wants 29, 32, 38, 40 and 64
 * registers, and float4 34, 40, 42, 46 and 70. In 32 registers neither spills with 12. With 18,
 * 20 and 24 float spills 0, 8 and 32 bytes, and float4 8, 24 and 56. In 64 neither spills.
 *
 * Predicted for an H200: width wins everywhere, because a thread with a float in flight has too few
 * bytes in flight even if the SM is full, and a float4 makes up for half of the threads (see
 * inflight.c). float reaches 3,000 GB/s with 2,048 threads, as int does in copy, and 2,600 with
 * 1,536. float4 reaches 3,900 with 1,280 threads or more, and 3,800 where it spills, because what
 * is spilled stays in the L1. With 24 coefficients in 32 registers both lose a tenth. With 48
 * coefficients arithmetic takes most of the time: float 2,300 and float4 3,200, which has fewer
 * instructions around it. If the claim is right, float wins where float4 loses threads or spills.
 * Found: width wins everywhere, as predicted. float reaches 2,970 to 3,000 GB/s with 2,048 threads
 * and 2,590 with 1,536, and float4 3,940 to 3,990 wherever it has the registers that it wants. But
 * spilling costs more than was thought: in 32 registers float4 loses 2 % with 18 coefficients, 8 %
 * with 20 and 38 % with 24, and float loses 28 % with 24. With 48 float reaches 1,700 and float4
 * 2,820, or 2,230 in 64 registers, although that lets more threads in and spills nothing.
 */
#include "harness/gpu.h"
#include "../kernels/polynomial.h"
#include "harness/random.h"

#include <math.h>
#include <stdlib.h>

static const struct variant {
    struct bench_variant is;
    int width; /* floats per load */
} variants[] = {
    { { "float", "4 bytes per load" }, 1 },
    { { "float4", "16 bytes per load" }, 4 },
    { { NULL, NULL }, 0 },
};

enum { MOST_COEFFICIENTS = 48 };

static const int coefficients[] = { 12, 18, 20, 24, MOST_COEFFICIENTS };

enum { COUNTS = sizeof coefficients / sizeof *coefficients };

struct polynomial {
    struct bench_point point; /* its elements are floats */
    struct polynomial_kernel kernel;
    int blocks;
};

static float *to, *from; /* the first with a guard behind it */
static float given[MOST_COEFFICIENTS], *given_gpu;

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct polynomial *p = point;

    CUDA(launch_polynomial(&p->kernel, to, from, given_gpu, p->point.n, p->blocks, stream));
}

/* Returns the first BENCH_AWKWARD_MOST values of the polynomial with n coefficients. */
static const float *polynomial_reference(int n)
{
    static float values[BENCH_AWKWARD_MOST];
    static int computed_n;

    if (computed_n == n)
        return values;
    for (size_t i = 0; i < BENCH_AWKWARD_MOST; i++) {
        float x = (float)random_small(bench_options.seed, i) / 1024, y = 0;

        for (int k = n - 1; k >= 0; k--)
            y = fmaf(y, x, given[k]);
        values[i] = y;
    }
    computed_n = n;
    return values;
}

static size_t check_awkward(void *point)
{
    const struct polynomial *p = point;
    struct polynomial few = { p->point, p->kernel, 3 }; /* few blocks make many trips */
    size_t bytes = p->point.n * sizeof *to;
    const float *expected = polynomial_reference(p->kernel.coefficients);

    return gpu_check_launch(point, to, expected, bytes)
         + gpu_check_launch(&few.point, to, expected, bytes);
}

static size_t check(void *point)
{
    const struct polynomial *p = point;
    size_t n = p->point.n;

    gpu_poison(to, n * sizeof *to + GPU_GUARD);
    launch(point, 0, gpu->stream);
    unsigned long long *count = gpu_counter();
    CUDA(count_polynomial(count, to, given_gpu, p->kernel.coefficients, n, bench_options.seed,
                          gpu->stream));
    return gpu_counted() + gpu_count_guard(to + n);
}

static void allocate(void)
{
    static float for_lanes[MOST_COEFFICIENTS * POLYNOMIAL_LANES];

    gpu_fit(2);
    size_t bytes = bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof *to);
    to = gpu_alloc(bytes + GPU_GUARD);
    from = gpu_alloc(bytes);
    given_gpu = gpu_alloc(sizeof for_lanes);
    gpu_fill_small(from, false, bytes / sizeof *from, bench_options.seed);
    for (int k = 0; k < MOST_COEFFICIENTS; k++) {
        given[k] = (float)random_small(bench_options.seed + 1, (uint64_t)k) / 1024;
        for (int lane = 0; lane < POLYNOMIAL_LANES; lane++)
            for_lanes[k * POLYNOMIAL_LANES + lane] = given[k];
    }
    gpu_upload(given_gpu, for_lanes, sizeof for_lanes);
    bench_note("memory", "dram");
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (int c = 0; c < COUNTS; c++)
            for (int tight = 1, all = 0; tight >= 0; tight--) {
                struct polynomial p = {
                    .point = { .variant = v->is.name,
                               .group = 2 * c + tight,
                               .n = bench_options.max_bytes / sizeof *to,
                               .bytes = bench_options.max_bytes / sizeof *to * 2 * sizeof *to,
                               .launch = launch,
                               .cold = true },
                    .kernel = { v->width, coefficients[c], tight },
                };
                int fit;

                CUDA(polynomial_fit(&p.kernel, &fit));
                p.blocks = fit * gpu->sms;
                if (tight)
                    all = fit;
                if (tight || fit < all)
                    bench_add(&p, sizeof p, "%d,%d", coefficients[c], fit * POLYNOMIAL_THREADS);
            }
}

static const struct bench_experiment polynomial = {
    .summary = "Copies floats through a polynomial that takes up the registers.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof(float), .max = (size_t)1 << 30, .element = sizeof(float) },
    .columns = "variant,coefficients,threads_per_sm",
    .work = { "maps", "floats" },
    .hooks = { .open = allocate, .points = points, .awkward = check_awkward, .check = check },
};
BENCH_MAIN(polynomial, gpu_machine)
