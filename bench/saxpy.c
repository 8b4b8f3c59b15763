/* saxpy.c - y = a x + y by size of the arrays, in floats and in doubles; and at the largest size
 * STREAM's add and triad.
 *
 * In the rows marked `l2` the launches of a sample return to arrays that stay in the L2. In the
 * rows marked `dram` each launch moves on to other windows of pools that are far larger than the
 * L2. One size is that of the article (Harris, "How to Implement Performance Metrics in CUDA
 * C/C++"): 20 Mi floats, which is 80 MiB. The column `operations` counts the operations of a
 * launch.
 *
 * Every launch adds a x to y, and x stays the same: a x is 2,000 at most. A float stops growing
 * near 2^35, where adding so little no longer changes it, so nothing overflows.
 *
 * Predicted for an H200: the article's size reaches 4,100 GB/s, 85 % of the peak (75 % on the
 * article's M2050: our claim T4), because a thread has two loads of 4 bytes in flight. That is 1 %
 * of the operations that the cores could do (T5). wide is no better there. add and triad are faster
 * than the best copy, because the bus changes its direction less often.
 * Found: the article's size reaches 3,220 GB/s, 67 % of the peak, so too few bytes are in flight
 * after all. Doubles, with twice as many, reach 4,140, wide 4,280, and add and triad 4,400.
 */
#include "harness/gpu.h"
#include "../kernels/saxpy.h"
#include "harness/precision.h"

static const struct variant {
    struct bench_variant is;
    saxpy_launcher *launch[PRECISIONS]; /* null if it is not measured */
    bool in_place; /* writes y; otherwise writes z, and only at the largest size */
    double a;      /* if 1, an element takes one operation, and otherwise two */
} variants[] = {
    { { "article", "y = a x + y, one element per thread" },
      { launch_saxpy_article_fp32, launch_saxpy_article_fp64 },
      true,
      2 },
    { { "wide", "y = a x + y, 16 bytes per thread" },
      { launch_saxpy_wide_fp32, launch_saxpy_wide_fp64 },
      true,
      2 },
    { { "add", "z = x + y, at the largest size" }, { NULL, launch_saxpy_add_fp64 }, false, 1 },
    { { "triad", "z = a x + y, at the largest size" },
      { NULL, launch_saxpy_triad_fp64 },
      false,
      2 },
    { { NULL, NULL }, { NULL }, false, 0 },
};

static const size_t article_bytes = 20 * ((size_t)1 << 20) * sizeof(float);

struct saxpy {
    struct bench_point point;
    const struct variant *variant;
    bool fp64;
};

static char *x, *y, *z; /* pools of pool_bytes, with a guard */
static size_t pool_bytes;

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct saxpy *s = point;
    size_t at = gpu_window(i, s->point.n * number_bytes(s->fp64), pool_bytes);

    CUDA(s->variant->launch[s->fp64]((s->variant->in_place ? y : z) + at, x + at, y + at,
                                     s->variant->a, s->point.n, stream));
}

/* Poisons what the next launch writes, and the guard, then makes fresh input of n elements. */
static char *refresh(const struct saxpy *s, size_t n)
{
    char *to = s->variant->in_place ? y : z;

    gpu_poison(to, s->point.n * number_bytes(s->fp64) + GPU_GUARD);
    gpu_fill_small(x, s->fp64, n, bench_options.seed);
    gpu_fill_small(y, s->fp64, n, bench_options.seed + 1);
    return to;
}

/* The input is small whole numbers, so the results are exact in either precision. */
static size_t check(void *point)
{
    const struct saxpy *s = point;
    char *to = refresh(s, s->point.n);

    launch(point, 0, gpu->stream);
    return gpu_check_saxpy(to, s->fp64, s->point.n, s->variant->a);
}

static void begin(void *point)
{
    const struct saxpy *s = point;

    bench_check_awkward(check, point);
    refresh(s, pool_bytes / number_bytes(s->fp64));
}

static void allocate(void)
{
    gpu_fit(3);
    pool_bytes =
        gpu_pool_bytes(bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof(double)));
    x = gpu_alloc(pool_bytes + GPU_GUARD);
    y = gpu_alloc(pool_bytes + GPU_GUARD);
    z = gpu_alloc(pool_bytes + GPU_GUARD);
}

/* Returns the size that follows, or 0 after the last one. It is four times as large, or 64 times
 * with --quick, and the article's size comes in between. */
static size_t next_size(size_t bytes)
{
    size_t ratio = bench_options.quick ? 64 : 4, next = bench_options.min_bytes;

    while (next <= bytes)
        next *= ratio;
    if (bench_options.min_bytes < article_bytes && bytes < article_bytes && next > article_bytes)
        next = article_bytes;
    return next <= bench_options.max_bytes ? next : 0;
}

static void add(const struct variant *v, bool fp64, size_t bytes, bool dram)
{
    size_t n = bytes / number_bytes(fp64);

    bytes = n * number_bytes(fp64);
    struct saxpy s = {
        .point = { .variant = v->is.name,
                   .group = fp64,
                   .n = n,
                   .bytes = 3 * bytes,
                   .launch = launch,
                   .cold = dram,
                   .warm_bytes = dram ? 0 : 2 * bytes },
        .variant = v,
        .fp64 = fp64,
    };
    bench_add(&s, sizeof s, "%s,%s,%zu,%zu", precisions[fp64].name, dram ? "dram" : "l2", bytes,
              v->a == 1 ? n : 2 * n);
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (int fp64 = 0; fp64 < PRECISIONS; fp64++) {
            if (!v->in_place && v->launch[fp64])
                add(v, fp64, bench_options.max_bytes, true);
            for (int dram = 0; dram < 2 && v->in_place; dram++)
                for (size_t bytes = next_size(0); bytes; bytes = next_size(bytes))
                    if (dram || gpu_stays_in_l2(2 * bytes))
                        add(v, fp64, bytes, dram);
        }
}

static const struct bench_experiment saxpy = {
    .summary = "Computes y = a x + y, and two like it, in GPU memory.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 10, .max = (size_t)2 << 30, .element = sizeof(double) },
    .columns = "variant,precision,memory,array_bytes,operations",
    .work = { "computes", "elements" },
    .hooks = { .open = allocate, .points = points, .begin = begin, .check = check },
};
BENCH_MAIN(saxpy, gpu_machine)
