/* saxpy.c - y = a x + y by size of the arrays, in floats and in doubles, and
 * at the largest size STREAM's add and triad.
 *
 * In the rows marked `l2` the launches of a sample return to arrays that stay
 * there. In the rows marked `dram` each launch moves on to other windows of
 * pools far larger than the L2. One size is the article's: 20 Mi
 * floats (sources.md, T), which is 80 MiB.
 *
 * y grows with every launch that works on it, but by a x alone, which stays
 * the same: some 2,000 at most. So a float stops growing near 2^35, where the
 * sum with y is y, and nothing overflows.
 *
 * Predicted for an H200: the article's size at 4,100 GB/s, 85 % of the peak
 * (T4: 75 % on an M2050), since a thread has two loads of 4 bytes in flight,
 * 2.2 MB in all, and 2/3 of 4.8 TB/s x 0.7 us is as much. That is 680 GFLOP/s,
 * 1 % of the 66,900 that the cores could do (T5), and half as many in doubles.
 * Wide no better there and ahead in the L2. Add and triad above the 4,284 GB/s
 * of the best copy, at 4,380: the bus turns round less often where two thirds
 * of the bytes are read.
 * Found: the article's size at 3,220 GB/s, 67 % of the peak: too few bytes in
 * flight after all. Doubles, with twice as many, get 4,140, wide 4,280; add and
 * triad 4,400.
 */
#include "harness/gpu.h"
#include "../kernels/saxpy.h"
#include "harness/precision.h"
#include "harness/random.h"

#include <stdlib.h>
#include <string.h>

static const struct variant {
    struct bench_variant is;
    saxpy_launcher *launch[PRECISIONS]; /* null: not measured */
    bool in_place; /* to is y; else at the largest size only */
    double a;
    size_t operations; /* an element */
} variants[] = {
    { { "article", "y = a x + y, one element a thread" },
      { launch_saxpy_article_fp32, launch_saxpy_article_fp64 }, true, 2, 2 },
    { { "wide", "y = a x + y, 16 bytes a thread" },
      { launch_saxpy_wide_fp32, launch_saxpy_wide_fp64 }, true, 2, 2 },
    { { "add", "z = x + y, at the largest size" },
      { NULL, launch_saxpy_add_fp64 }, false, 1, 1 },
    { { "triad", "z = a x + y, at the largest size" },
      { NULL, launch_saxpy_triad_fp64 }, false, 2, 2 },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

/* Poisoned bytes behind an array that must stay so. */
enum { GUARD = GPU_ALIGNMENT };

static const size_t article_bytes = 20 * ((size_t)1 << 20) * sizeof(float);

struct saxpy {
    const struct variant *variant;
    bool fp64;
    char *x, *y, *z; /* pools of pool_bytes and a guard */
    char *to;        /* y or z */
    size_t pool_bytes;
    size_t n;        /* elements a launch computes */
    size_t window;   /* bytes from one launch's array to the next's */
    size_t windows;
    cudaStream_t stream;
};

static cudaError_t saxpy_launch(void *work, size_t i, cudaStream_t stream)
{
    struct saxpy *s = work;
    size_t skip = i % s->windows * s->window;

    return s->variant->launch[s->fp64](s->to + skip, s->x + skip, s->y + skip,
                                       s->variant->a, s->n, stream);
}

/* Fresh input: the first n elements of both. */
static void fill(const struct saxpy *s, size_t n)
{
    gpu_fill_small(s->x, s->fp64, n, bench_options.seed);
    gpu_fill_small(s->y, s->fp64, n, bench_options.seed + 1);
}

/* ---- Checks ---------------------------------------------------------- */

//> reference
static void saxpy_reference(double *to, const double *x, const double *y,
                            double a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = a * x[i] + y[i];
}
//< reference

/* The first window, on fresh input, with what is overwritten poisoned where
 * it is not input, and poison behind it in any case. */
static void run_once(struct saxpy *s)
{
    size_t bytes = s->n * number_bytes(s->fp64);

    CUDA(cudaMemsetAsync(s->to, GPU_POISON, bytes + GUARD, s->stream));
    fill(s, s->n);
    CUDA(saxpy_launch(s, 0, s->stream));
    CUDA(cudaStreamSynchronize(s->stream));
}

/* Sizes that leave tails, against the reference on the host. It computes in
 * doubles: the values are whole and small, so floats hold them as well. */
static void check_awkward_sizes(struct saxpy *s)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    size_t room = BENCH_AWKWARD_MOST * sizeof(double) + GUARD;
    unsigned char *got = bench_alloc(room), *expected = bench_alloc(room);
    double *x = bench_alloc(room), *y = bench_alloc(room);
    double *to = bench_alloc(room);

    for (size_t i = 0; i < BENCH_AWKWARD_MOST; i++) {
        x[i] = random_small(bench_options.seed, i);
        y[i] = random_small(bench_options.seed + 1, i);
    }
    saxpy_reference(to, x, y, s->variant->a, BENCH_AWKWARD_MOST);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        s->n = sizes[k];
        size_t bytes = s->n * number_bytes(s->fp64);

        memset(expected, GPU_POISON, bytes + GUARD);
        for (size_t i = 0; i < s->n; i++)
            put_number(expected, s->fp64, i, to[i]);
        run_once(s);
        CUDA(cudaMemcpyAsync(got, s->to, bytes + GUARD, cudaMemcpyDeviceToHost,
                             s->stream));
        CUDA(cudaStreamSynchronize(s->stream));
        if (memcmp(got, expected, bytes + GUARD) != 0)
            die("variant %s computes %zu numbers in %s wrongly",
                s->variant->is.name, s->n, precisions[s->fp64].name);
    }
    free(got);
    free(expected);
    free(x);
    free(y);
    free(to);
}

/* The first window of the size about to be timed, where it lies. */
static void check_window(struct saxpy *s)
{
    size_t bytes = s->n * number_bytes(s->fp64);

    run_once(s);
    size_t wrong = gpu_count_wrong_saxpy(s->to, s->fp64, s->n, s->variant->a,
                                         bench_options.seed)
                 + gpu_count_unpoisoned(s->to + bytes, GUARD);
    if (wrong)
        die("variant %s computes %zu numbers in %s wrongly: %zu differ",
            s->variant->is.name, s->n, precisions[s->fp64].name, wrong);
}

/* ---- Points ---------------------------------------------------------- */

/* The sizes of the sweep, each four times the one before (in a hurry 64
 * times), and the article's among them. Returns how many. */
static int sweep(size_t sizes[static 64])
{
    size_t ratio = bench_options.quick ? 64 : 4;
    size_t bytes = bench_options.min_bytes, most = bench_options.max_bytes;
    bool article_due = bytes < article_bytes && article_bytes <= most;
    int n = 0;

    while (bytes <= most) {
        if (article_due && bytes >= article_bytes) {
            if (bytes > article_bytes)
                sizes[n++] = article_bytes;
            article_due = false;
        }
        sizes[n++] = bytes;
        bytes *= ratio;
    }
    if (article_due)
        sizes[n++] = article_bytes;
    return n;
}

static void measure(struct saxpy *s, size_t bytes, bool dram)
{
    const char *memory = dram ? "dram" : "l2";
    const char *precision = precisions[s->fp64].name;
    char size[32];

    s->n = bytes / number_bytes(s->fp64);
    s->window = gpu_aligned(bytes);
    s->windows = s->pool_bytes / s->window;
    bytes = s->n * number_bytes(s->fp64);
    bench_progress("%s, %s, %s of %s", s->variant->is.name, precision,
                   bench_size_text(bytes, size), memory);
    check_window(s);
    struct gpu_time time = dram ? gpu_time_cold(saxpy_launch, s)
                                : gpu_time_warm(saxpy_launch, s, 2 * bytes);
    struct bench_row row = gpu_row(3 * bytes, time);
    bench_row(&row, "%s,%s,%s,%zu,%zu", s->variant->is.name, precision, memory,
              bytes, s->variant->operations * s->n);
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "saxpy",
        .summary = "Computes y = a x + y, and two like it, in GPU memory.",
        .variants = names,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)2 << 30,
        .element_bytes = sizeof(double),
    };
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(3);

    size_t sizes[64], most = bench_options.max_bytes;
    int steps = sweep(sizes);
    struct saxpy s = { .windows = 1, .stream = gpu->stream };
    size_t room = BENCH_AWKWARD_MOST * sizeof(double);
    s.pool_bytes = gpu_pool_bytes(most > room ? most : room);
    s.x = gpu_alloc(s.pool_bytes + GUARD);
    s.y = gpu_alloc(s.pool_bytes + GUARD);
    s.z = gpu_alloc(s.pool_bytes + GUARD);

    int points = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (int k = 0; k < steps && bench_wanted(variants[v].is.name); k++)
            points += !variants[v].in_place ? k == 0
                    : gpu_stays_in_l2(2 * sizes[k]) ? 4 : 2;
    bench_columns(BENCH_RATE, "variant,precision,memory,array_bytes,operations",
                  "sm_mhz", points);

    for (int v = 0; v < VARIANTS; v++) {
        s.variant = &variants[v];
        s.to = s.variant->in_place ? s.y : s.z;
        if (!bench_wanted(s.variant->is.name))
            continue;
        for (int fp64 = 0; fp64 < PRECISIONS; fp64++) {
            if (!s.variant->launch[fp64])
                continue;
            s.fp64 = fp64;
            check_awkward_sizes(&s);
            /* All windows. The poison that the checks leave in y is a number
             * like any other, small and negative. */
            fill(&s, s.pool_bytes / number_bytes(fp64));
            if (!s.variant->in_place) {
                measure(&s, most, true);
                continue;
            }
            for (int k = 0; k < steps && gpu_stays_in_l2(2 * sizes[k]); k++)
                measure(&s, sizes[k], false);
            for (int k = 0; k < steps; k++)
                measure(&s, sizes[k], true);
        }
    }
    return bench_finish();
}
