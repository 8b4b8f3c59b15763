/* host_saxpy.c - y = a x + y on the CPU, by precision and size of array, on one core and on all of
 * them.
 *
 * This is the counterpart of saxpy.c. A pass goes through the same two arrays again and again, so a
 * row measures the smallest memory that holds both; the column `memory` says which. The column
 * `operations` counts the operations of a pass: 2 per element.
 *
 * Predicted: a scalar loop makes a store and two loads per cycle at best, 12 bytes x 4 GHz = 48
 * GB/s per core in single precision, and twice that in double. simd is several times faster in the
 * L1, but not in DRAM, where a core has some 12 lines in flight: 12 x 64 bytes / 100 ns gives 8
 * GB/s, or about twice that with the prefetcher. In DRAM both precisions give the same GB/s.
 * Found on hosts of H200s: scalar reaches 11 to 35 GB/s in the L1 and twice that with doubles, and
 * simd 335 to 470. Far from the caches they still differ: one core reaches 10 to 18 GB/s with
 * scalar and 20 to 27 with simd. Where scalar reaches only 11 in the L1, DRAM hardly slows it.
 */
#include "harness/host.h"
#include "../kernels/host_saxpy.h"
#include "harness/precision.h"
#include "harness/random.h"

enum {
    GUARD = 16,  /* poisoned elements behind the array */
    POISON = -1, /* negative, which no sum of the input is */
    A = 2,       /* as in the article */
};

/* Powers of 4; the 20 x 2^20 elements of the article, floats and doubles (Harris, "How to Implement
 * Performance Metrics in CUDA C/C++"); and a size that is far larger than any cache. */
static const size_t sizes[] = { 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20,
                                4 << 20, 16 << 20, 80 << 20, 160 << 20, 640 << 20 };

enum { SIZES = sizeof sizes / sizeof *sizes };

struct saxpy {
    struct bench_point point;
    const struct host_saxpy *variant;
    bool fp64;
    int threads;
};

static void *y, *x; /* floats, or doubles with fp64 */
static size_t most; /* bytes of either */

static void saxpy_part(const void *point, size_t start, size_t end)
{
    const struct saxpy *s = point;

    if (s->fp64)
        s->variant->fp64((double *)y + start, (double *)x + start, A, end - start);
    else
        s->variant->fp32((float *)y + start, (float *)x + start, A, end - start);
}

static void saxpy_once(void *point)
{
    const struct saxpy *s = point;

    host_in_parts(saxpy_part, s, s->point.n, number_bytes(s->fp64), s->threads);
}

static double input_y(size_t i)
{
    return random_small(bench_options.seed + 1, i);
}

/* Computes the elements, and looks at every one of them and at the guard. The input is whole
 * numbers below 1024, so the result is exact in either precision. */
static size_t check(void *point)
{
    const struct saxpy *s = point;
    size_t n = s->point.n, wrong = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n + GUARD; i++)
        put_number(y, s->fp64, i, i < n ? input_y(i) : POISON);
    saxpy_once(point);
#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < n + GUARD; i++)
        wrong += number_at(y, s->fp64, i)
              != (i < n ? A * number_at(x, s->fp64, i) + input_y(i) : POISON);
    return wrong;
}

/* Fills the arrays in parallel, so that they are spread over all memories of a machine that has
 * several. */
static void begin(void *point)
{
    bool fp64 = ((struct saxpy *)point)->fp64;

#pragma omp parallel for
    for (size_t i = 0; i < most / number_bytes(fp64); i++) {
        put_number(x, fp64, i, random_small(bench_options.seed, i));
        put_number(y, fp64, i, POISON);
    }
}

static void allocate(void)
{
    bench_fit(2);
    most = bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof(double));
    y = bench_alloc(most + GUARD * sizeof(double));
    x = bench_alloc(most);
}

static void add(const struct host_saxpy *v, bool fp64, bool all, size_t bytes)
{
    struct saxpy s = {
        .point = { .variant = v->name,
                   .bytes = 3 * bytes,
                   .call = saxpy_once,
                   .n = bytes / number_bytes(fp64),
                   .group = fp64 * 2 + all },
        .variant = v,
        .fp64 = fp64,
        .threads = all ? host->cores : 1,
    };

    bench_add(&s, sizeof s, "%s,%d,%s,%zu,%zu", precisions[fp64].name, s.threads,
              host_memory(2 * bytes, s.threads), bytes, 2 * s.point.n);
}

static void points(void)
{
    int wanted = 0;

    for (int i = 0; i < SIZES; i++)
        wanted += bench_size_wanted(sizes[i]);
    if (wanted == 0)
        bench_exit(BENCH_USAGE, "no size that is measured lies between --min-bytes and "
                                "--max-bytes; try 4KiB and 16KiB");
    for (const struct host_saxpy *v = host_saxpys; v->name; v++)
        for (int fp64 = 0; fp64 < PRECISIONS; fp64++)
            for (int all = 0; all < host_thread_counts(); all++)
                for (int i = 0; i < SIZES; i++)
                    if (bench_size_wanted(sizes[i]))
                        add(v, fp64, all, sizes[i]);
}

static const struct bench_experiment host_saxpy = {
    .summary = "Computes y = a x + y on the CPU.",
    .variants = { host_saxpys, sizeof *host_saxpys },
    .bytes = { .min = 4 << 10, .max = 640 << 20, .quick_max = 16 << 20 },
    .columns = "variant,precision,threads,memory,array_bytes,operations",
    .work = { "computes", "elements" },
    .hooks = { .open = allocate,
               .points = points,
               .begin = begin,
               .awkward = check,
               .check = check },
};
BENCH_MAIN(host_saxpy, host_machine)
