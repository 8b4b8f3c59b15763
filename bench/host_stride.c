/* host_stride.c - a[i] = a[i] + 1 with a stride on the CPU, on one core and on all of them.
 *
 * This is the counterpart of stride.c, as the article has it (Harris, "How to Access Global Memory
 * Efficiently in CUDA C/C++ Kernels"): every stride touches 4 MiB of elements (--max-bytes), in an
 * array of up to 32 times that, and every pass touches the same ones. A row measures the smallest
 * memory that holds the lines touched; the column `memory` says which.
 *
 * Predicted: the article's claims about strides (our numbers G4 and G5) hold on the host as well.
 * At stride 1 a core manages one element per cycle or two. From there GB/s fall as 1 / overfetch
 * where memory is the limit: to a sixteenth at stride 16 in single and to an eighth at stride 8 in
 * double precision, and no further.
 * Found on four hosts of H200s: one core goes from 23 GB/s to 3.3 at stride 16; all cores begin at
 * 114 to 181 and keep 24 to 44. At stride 32 half of that is left, and doubles dip at 16 and
 * recover at 20, because lines that lie a power of two apart share the sets of the caches.
 */
#include "harness/host.h"
#include "../kernels/host_stride.h"
#include "harness/precision.h"
#include "harness/random.h"

enum {
    LINE_BYTES = 64,
    MOST_STRIDE = 32,
    GUARD = 16, /* elements behind the array that must stay */
};

/* In elements. */
static const size_t strides[] = { 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, MOST_STRIDE };
static const size_t quick_strides[] = { 1, 2, 4, 8, 16, MOST_STRIDE };

struct stride {
    struct bench_point point;
    bool fp64;
    size_t stride;
    int threads;
};

static void *array; /* floats, or doubles with fp64 */

static void stride_part(const void *point, size_t start, size_t end)
{
    const struct stride *s = point;

    if (s->fp64)
        host_stride_fp64((double *)array + start * s->stride, s->stride, end - start);
    else
        host_stride_fp32((float *)array + start * s->stride, s->stride, end - start);
}

/* Each thread's part starts at the start of a line, whatever the stride. */
static void stride_once(void *point)
{
    const struct stride *s = point;

    host_in_parts(stride_part, s, s->point.n, number_bytes(s->fp64), s->threads);
}

/* Returns what one pass over n elements makes of element i, from what it was before. */
static double stride_reference(double before, size_t i, size_t stride, size_t n)
{
    return i % stride == 0 && i / stride < n ? before + 1 : before;
}

/* Touches the elements, and looks at these, at those between them and at the guard. */
static size_t check(void *point)
{
    const struct stride *s = point;
    size_t end = s->point.n * s->stride + GUARD, wrong = 0;
    uint64_t seed = bench_options.seed;

#pragma omp parallel for
    for (size_t i = 0; i < end; i++)
        put_number(array, s->fp64, i, random_small(seed, i));
    stride_once(point);
#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < end; i++)
        wrong += number_at(array, s->fp64, i)
              != stride_reference(random_small(seed, i), i, s->stride, s->point.n);
    return wrong;
}

/* Checks strides 1 and 3; the longer ones are checked when they are timed. */
static size_t check_awkward(void *point)
{
    struct stride s = *(struct stride *)point;
    size_t wrong = 0;

    for (s.stride = 1; s.stride <= 3; s.stride += 2)
        wrong += check(&s);
    return wrong;
}

static void allocate(void)
{
    bench_fit(MOST_STRIDE);
    array = bench_alloc(
        bench_larger(bench_options.max_bytes * MOST_STRIDE, 3 * BENCH_AWKWARD_MOST * sizeof(double))
        + GUARD * sizeof(double));
}

/* `overfetch` is the bytes of the lines touched over the bytes asked for: the stride, until every
 * element has a line of its own. */
static void add(bool fp64, bool all, size_t stride)
{
    size_t bytes = bench_options.max_bytes / LINE_BYTES * LINE_BYTES, element = number_bytes(fp64);
    size_t overfetch = stride * element < LINE_BYTES ? stride : LINE_BYTES / element;
    struct stride s = {
        .point = { .variant = precisions[fp64].name,
                   .group = all,
                   .n = bytes / element,
                   .bytes = 2 * bytes,
                   .call = stride_once },
        .fp64 = fp64,
        .stride = stride,
        .threads = all ? host->cores : 1,
    };

    bench_add(&s, sizeof s, "%d,%s,%zu,%zu,%zu", s.threads,
              host_memory(overfetch * bytes, s.threads), stride, bytes, overfetch);
}

static void points(void)
{
    const size_t *list = bench_options.quick ? quick_strides : strides;
    size_t bytes = bench_options.quick ? sizeof quick_strides : sizeof strides;

    for (int fp64 = 0; fp64 < PRECISIONS; fp64++)
        for (int all = 0; all < host_thread_counts(); all++)
            for (size_t i = 0; i < bytes / sizeof *list; i++)
                add(fp64, all, list[i]);
}

static const struct bench_experiment host_stride = {
    .summary = "Adds 1 to every stride-th element of an array on the CPU.",
    .variants = { precisions, sizeof *precisions },
    .bytes = { .min = 4 << 10, .max = 4 << 20, .quick_max = 1 << 20, .element = LINE_BYTES },
    .columns = "precision,threads,memory,stride,touched_bytes,overfetch",
    .work = { "adds 1 to", "elements" },
    .hooks = { .open = allocate, .points = points, .awkward = check_awkward, .check = check },
};
BENCH_MAIN(host_stride, host_machine)
