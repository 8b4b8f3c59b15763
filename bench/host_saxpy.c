/* host_saxpy.c - y = a x + y on the CPU, by precision and size of array, on one
 * core and on all of them.
 *
 * The counterpart of saxpy.c. The two arrays are gone through again and again,
 * so that a row measures the smallest memory that holds both; the column
 * `memory` says which. The derived column `operations` is the operations of a
 * pass: 2 an element.
 *
 * Predicted: a scalar loop is held to a store and two loads a cycle at best,
 * 12 bytes x 4 GHz = 48 GB/s a core in single precision, twice that in double;
 * simd is several times faster in the L1 and the same in DRAM, where a core has
 * some 12 lines under way and 12 x 64 bytes / 100 ns gives 8 GB/s, or about
 * twice that with the prefetcher. In DRAM both precisions give the same GB/s,
 * and double half the GFLOP/s: at 1/6 flop a byte, 15 GB/s are 2.5 GFLOP/s of
 * the hundred or so that a core can do.
 * Found on four hosts of H200s: scalar 16 to 30 GB/s in the L1, with doubles
 * twice that, and simd 350. Far from the caches they are still not the same: 13
 * to 18 and 20 to 27 on one core.
 */
#include "harness/host.h"
#include "../kernels/host_saxpy.h"
#include "harness/precision.h"
#include "harness/random.h"

#include <omp.h>
#include <stdlib.h>

enum {
    MAX_VARIANTS = 8,
    GUARD = 16,  /* poisoned elements behind the array */
    POISON = -1, /* negative, which no sum of the input is */
    A = 2,       /* as in the article */
};

/* Powers of 4, the article's 20 x 2^20 elements, floats and doubles
 * (sources.md, T), and one that is far larger than any cache. */
static const size_t sizes[] = {
    4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20,
    80 << 20, 160 << 20, 640 << 20,
};

enum { SIZES = sizeof sizes / sizeof *sizes };

struct saxpy {
    const struct host_saxpy *variant;
    bool fp64;
    void *y, *x; /* floats, or doubles with fp64 */
    size_t n;
    int threads;
};

/* The part of the elements that thread `thread` computes starts here. */
static size_t part_start(const struct saxpy *s, int thread)
{
    return host_part_start(s->n, number_bytes(s->fp64), thread, s->threads);
}

static void saxpy_part(const struct saxpy *s, size_t start, size_t end)
{
    if (s->fp64)
        s->variant->fp64((double *)s->y + start, (double *)s->x + start, A,
                         end - start);
    else
        s->variant->fp32((float *)s->y + start, (float *)s->x + start, A,
                         end - start);
}

static void saxpy_once(void *work)
{
    const struct saxpy *s = work;

    if (s->threads == 1) { /* no fork, no join */
        saxpy_part(s, 0, s->n);
        return;
    }
#pragma omp parallel num_threads(s->threads)
    {
        int thread = omp_get_thread_num();
        saxpy_part(s, part_start(s, thread), part_start(s, thread + 1));
    }
}

static double input_x(size_t i)
{
    return random_small(bench_options.seed, i);
}

static double input_y(size_t i)
{
    return random_small(bench_options.seed + 1, i);
}

//> reference
/* The input is whole numbers below 1024, so the sum is exact in either
 * precision. */
static double saxpy_reference(double a, double x, double y)
{
    return a * x + y;
}
//< reference

/* Computes n elements and looks at every one of them, and at the guard. */
static void check(struct saxpy *s)
{
    size_t wrong = 0;

#pragma omp parallel for
    for (size_t i = 0; i < s->n + GUARD; i++)
        put_number(s->y, s->fp64, i, i < s->n ? input_y(i) : POISON);
    saxpy_once(s);
#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < s->n + GUARD; i++) {
        double expected = i < s->n
                        ? saxpy_reference(A, number_at(s->x, s->fp64, i),
                                          input_y(i))
                        : POISON;
        wrong += number_at(s->y, s->fp64, i) != expected;
    }
    if (wrong)
        die("variant %s computes %zu elements of %s wrongly on %d threads: "
            "%zu differ", s->variant->name, s->n, precisions[s->fp64].name,
            s->threads, wrong);
}

static bool size_wanted(size_t bytes)
{
    return bytes >= bench_options.min_bytes && bytes <= bench_options.max_bytes;
}

static void measure(struct saxpy *s)
{
    static const size_t awkward[] = BENCH_AWKWARD_SIZES;
    const char *name = s->variant->name;
    const char *precision = precisions[s->fp64].name;
    char size[32];

    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++) {
        s->n = awkward[i];
        check(s);
    }
    for (int i = 0; i < SIZES; i++) {
        size_t bytes = sizes[i];
        if (!size_wanted(bytes))
            continue;
        bench_progress("%s, %s, %s, %d threads", name, precision,
                       bench_size_text(bytes, size), s->threads);
        s->n = bytes / number_bytes(s->fp64);
        check(s);
        struct host_time time = host_time(saxpy_once, s);
        struct bench_row row = host_row(3 * bytes, time);
        bench_row(&row, "%s,%s,%d,%s,%zu,%zu", name, precision, s->threads,
                  host_memory(2 * bytes, s->threads), bytes, 2 * s->n);
    }
}

int main(int argc, char **argv)
{
    struct bench_variant names[MAX_VARIANTS] = { 0 };
    struct bench_program program = {
        .name = "host_saxpy",
        .summary = "Computes y = a x + y on the CPU.",
        .variants = names,
        .min_bytes = sizes[0],
        .max_bytes = sizes[SIZES - 1],
        .quick_max_bytes = 16 << 20,
    };
    for (int v = 0; host_saxpys[v].name; v++)
        names[v] = (struct bench_variant){ host_saxpys[v].name,
                                           host_saxpys[v].what };

    bench_start(&program, argc, argv);
    const struct host *host = host_open();
    bench_fit(2);

    size_t most = BENCH_AWKWARD_MOST * sizeof(double);
    if (most < bench_options.max_bytes)
        most = bench_options.max_bytes;
    struct saxpy s = {
        .y = bench_alloc(most + GUARD * sizeof(double)),
        .x = bench_alloc(most),
    };

    int points = 0;
    for (const struct host_saxpy *v = host_saxpys; v->name; v++)
        for (int i = 0; i < SIZES; i++)
            if (bench_wanted(v->name) && size_wanted(sizes[i]))
                points += PRECISIONS * (host->cores > 1 ? 2 : 1);
    if (points == 0)
        bench_exit(BENCH_USAGE, "no size that is measured lies between "
                   "--min-bytes and --max-bytes; 4KiB and 16KiB do");
    bench_columns(BENCH_RATE,
                  "variant,precision,threads,memory,array_bytes,operations",
                  "cpu_mhz", points);

    for (s.variant = host_saxpys; s.variant->name; s.variant++) {
        if (!bench_wanted(s.variant->name))
            continue;
        for (int fp64 = 0; fp64 < PRECISIONS; fp64++) {
            s.fp64 = fp64;
            /* In parallel, so that on a machine with several memories the
             * arrays are spread over all of them. */
#pragma omp parallel for
            for (size_t i = 0; i < most / number_bytes(fp64); i++) {
                put_number(s.x, fp64, i, input_x(i));
                put_number(s.y, fp64, i, POISON);
            }
            for (int all = 0; all < (host->cores > 1 ? 2 : 1); all++) {
                s.threads = all ? host->cores : 1;
                measure(&s);
            }
        }
    }
    free(s.y);
    free(s.x);
    return bench_finish();
}
