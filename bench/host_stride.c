/* host_stride.c - a[i] = a[i] + 1 with a stride on the CPU, on one core and on
 * all of them.
 *
 * The counterpart of stride.c, as the article has it (sources.md, G): 4 MiB of
 * elements are touched whatever the stride, of an array up to 32 times that,
 * and the same ones again each time. --max-bytes is what is touched. A row
 * measures the smallest memory that holds the lines touched; the column
 * `memory` says which. At stride 32 in single precision every other line is
 * left out, and with it half of the places in a cache.
 *
 * Predicted: G4 and G5 hold on the host as well. At stride 1 in the L2 or L3 a
 * core is held to one element a cycle or two, 8 to 16 GB/s a core in single
 * precision, twice that in double. From there GB/s fall as 1 / overfetch where
 * memory is the limit, on all cores at the latest: to a sixteenth at stride 16
 * in single and to an eighth at stride 8 in double precision, and no further.
 * Found on four hosts of H200s, all of one kind: one core goes from 23 GB/s to
 * 3.3 at stride 16; all begin at 114 to 181 and keep 24 to 44. At stride 32
 * half of that is left, and doubles dip at 16 and recover at 20: lines a power
 * of two apart share the sets of the caches. On all cores doubles halve from
 * stride 4 to 6, on two hosts floats too: 24 MiB of lines, in 32 MiB of L2s.
 */
#include "harness/host.h"
#include "../kernels/host_stride.h"
#include "harness/precision.h"
#include "harness/random.h"

#include <omp.h>
#include <stdlib.h>

enum {
    LINE_BYTES = 64,
    MOST_STRIDE = 32,
    GUARD = 16, /* elements behind the array that must stay */
};

/* Elements from one that is touched to the next. */
static const size_t strides[] = { 1,  2,  3,  4,  6,  8,
                                  12, 16, 20, 24, 28, MOST_STRIDE };
static const size_t quick_strides[] = { 1, 2, 4, 8, 16, MOST_STRIDE };

enum {
    STRIDES = sizeof strides / sizeof *strides,
    QUICK_STRIDES = sizeof quick_strides / sizeof *quick_strides,
};

struct stride {
    bool fp64;
    void *array; /* floats, or doubles with fp64 */
    size_t stride, n;
    int threads;
};

/* Bytes of the lines touched over bytes asked for: a ratio, without a unit. The
 * stride is in elements of that many bytes. No line is left out, and each
 * stride-th element is used, until every element has a line of its own. */
static size_t overfetch(size_t stride, size_t element)
{
    return stride * element < LINE_BYTES ? stride : LINE_BYTES / element;
}

/* The part of the n elements that thread `thread` touches starts here: at the
 * start of a line, whatever the stride. */
static size_t part_start(const struct stride *s, int thread)
{
    return host_part_start(s->n, number_bytes(s->fp64), thread, s->threads);
}

static void stride_part(const struct stride *s, size_t start, size_t end)
{
    if (s->fp64)
        host_stride_fp64((double *)s->array + start * s->stride, s->stride,
                         end - start);
    else
        host_stride_fp32((float *)s->array + start * s->stride, s->stride,
                         end - start);
}

static void stride_once(void *work)
{
    const struct stride *s = work;

    if (s->threads == 1) { /* no fork, no join */
        stride_part(s, 0, s->n);
        return;
    }
#pragma omp parallel num_threads(s->threads)
    {
        int thread = omp_get_thread_num();
        stride_part(s, part_start(s, thread), part_start(s, thread + 1));
    }
}

//> reference
/* What element i is after one pass, where n are touched, from what it was. */
static double stride_reference(double before, size_t i, size_t stride,
                               size_t n)
{
    return i % stride == 0 && i / stride < n ? before + 1 : before;
}
//< reference

/* Touches n elements, and looks at these, at those between and at the guard. */
static void check(struct stride *s)
{
    size_t end = s->n * s->stride + GUARD, wrong = 0;
    uint64_t seed = bench_options.seed;

#pragma omp parallel for
    for (size_t i = 0; i < end; i++)
        put_number(s->array, s->fp64, i, random_small(seed, i));
    stride_once(s);
#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < end; i++)
        wrong += number_at(s->array, s->fp64, i)
              != stride_reference(random_small(seed, i), i, s->stride, s->n);
    if (wrong)
        die("variant %s adds to %zu elements wrongly at stride %zu on %d "
            "threads: %zu differ", precisions[s->fp64].name, s->n, s->stride,
            s->threads, wrong);
}

/* Strides 1 and 3 at awkward sizes; the longer ones are checked when they are
 * timed. */
static void check_awkward_sizes(struct stride *s)
{
    static const size_t awkward[] = BENCH_AWKWARD_SIZES;

    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++)
        for (s->stride = 1; s->stride <= 3; s->stride += 2) {
            s->n = awkward[i];
            check(s);
        }
}

static void measure(struct stride *s, size_t bytes)
{
    const size_t *list = bench_options.quick ? quick_strides : strides;
    int count = bench_options.quick ? QUICK_STRIDES : STRIDES;
    const char *precision = precisions[s->fp64].name;

    check_awkward_sizes(s);
    s->n = bytes / number_bytes(s->fp64);
    for (int i = 0; i < count; i++) {
        s->stride = list[i];
        size_t over = overfetch(s->stride, number_bytes(s->fp64));
        bench_progress("%s, stride %zu, %d threads", precision, s->stride,
                       s->threads);
        check(s);
        struct host_time time = host_time(stride_once, s);
        struct bench_row row = host_row(2 * bytes, time);
        bench_row(&row, "%s,%d,%s,%zu,%zu,%zu", precision, s->threads,
                  host_memory(over * bytes, s->threads), s->stride, bytes,
                  over);
    }
}

int main(int argc, char **argv)
{
    struct bench_program program = {
        .name = "host_stride",
        .summary = "Adds 1 to every stride-th element of an array on the CPU.",
        .variants = precisions,
        .min_bytes = 4 << 10,
        .max_bytes = 4 << 20,
        .quick_max_bytes = 1 << 20,
        .element_bytes = LINE_BYTES,
    };

    bench_start(&program, argc, argv);
    const struct host *host = host_open();
    bench_fit(MOST_STRIDE);

    size_t bytes = bench_options.max_bytes / LINE_BYTES * LINE_BYTES;
    size_t most = 3 * BENCH_AWKWARD_MOST * sizeof(double);
    if (most < bytes * MOST_STRIDE)
        most = bytes * MOST_STRIDE;
    struct stride s = { .array = bench_alloc(most + GUARD * sizeof(double)) };

    int counts = host->cores > 1 ? 2 : 1, points = 0;
    for (int fp64 = 0; fp64 < PRECISIONS; fp64++)
        if (bench_wanted(precisions[fp64].name))
            points += counts * (bench_options.quick ? QUICK_STRIDES : STRIDES);
    bench_columns(BENCH_RATE,
                  "precision,threads,memory,stride,touched_bytes,overfetch",
                  "cpu_mhz", points);

    for (int fp64 = 0; fp64 < PRECISIONS; fp64++) {
        if (!bench_wanted(precisions[fp64].name))
            continue;
        for (int all = 0; all < counts; all++) {
            s.fp64 = fp64;
            s.threads = all ? host->cores : 1;
            measure(&s, bytes);
        }
    }
    free(s.array);
    return bench_finish();
}
