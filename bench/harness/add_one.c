/* add_one.c - runs offset.c and stride.c; see add_one.h. */
#include "add_one.h"
#include "coalescing.h"
#include "precision.h"
#include "random.h"

#include <stdlib.h>

enum { GUARD = 256 }; /* elements behind the array, which must not change */

struct added {
    struct bench_point point;
    bool fp64;
    size_t by;     /* the offset or stride, in elements */
    size_t window; /* bytes from one launch's array to the next */
};

static const struct add_one *how;
static char *pool;
static size_t pool_bytes;

static size_t first_of(size_t by)
{
    return how->strided ? 0 : by;
}

static size_t step_of(size_t by)
{
    return how->strided ? by : 1;
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct added *a = point;

    CUDA(how->launch(pool + gpu_window(i, a->window, pool_bytes), a->fp64, a->by, a->point.n,
                     stream));
}

/* The values are small whole numbers, so doubles stand for both precisions. */
static void add_one_reference(double *a, size_t first, size_t step, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[first + i * step] = a[first + i * step] + 1;
}

/* Adds to n elements, and compares the array with the reference on the host. Large strides are
 * checked with small arrays only. */
static size_t check_awkward(void *point)
{
    enum { MOST = BENCH_AWKWARD_MOST + GUARD };
    const size_t values[] = { how->least, how->least + (how->strided ? 2 : 1), how->most };
    struct added a = *(const struct added *)point;
    double *expected = bench_alloc((MOST + how->most) * sizeof *expected);
    void *numbers = bench_alloc((MOST + how->most) * sizeof(double));
    size_t wrong = 0;

    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        a.by = values[v];
        size_t whole = first_of(a.by) + a.point.n * step_of(a.by) + GUARD;

        if (whole > MOST + first_of(a.by))
            continue;
        for (size_t i = 0; i < whole; i++)
            expected[i] = random_small(bench_options.seed, i);
        add_one_reference(expected, first_of(a.by), step_of(a.by), a.point.n);
        for (size_t i = 0; i < whole; i++)
            put_number(numbers, a.fp64, i, expected[i]);
        gpu_fill_small(pool, a.fp64, whole, bench_options.seed);
        launch(&a, 0, gpu->stream);
        wrong += gpu_count_unlike(pool, numbers, whole * number_bytes(a.fp64));
    }
    free(expected);
    free(numbers);
    return wrong;
}

static void begin(void *point)
{
    const struct added *a = point;

    bench_check_awkward(check_awkward, point);
    gpu_fill_small(pool, a->fp64, pool_bytes / number_bytes(a->fp64), bench_options.seed);
}

/* Checks the first window, with the size about to be timed. Everything else in it must stay. Timing
 * adds many more ones, but fewer than the 16 million up to which floats are exact. */
static size_t check(void *point)
{
    const struct added *a = point;
    size_t whole = first_of(a->by) + a->point.n * step_of(a->by) + GUARD;

    gpu_fill_small(pool, a->fp64, whole, bench_options.seed);
    launch(point, 0, gpu->stream);
    return gpu_count_wrong_added(pool, a->fp64, whole, first_of(a->by), step_of(a->by), a->point.n,
                                 bench_options.seed);
}

/* Bytes from one array to the next. */
static size_t window_bytes(size_t bytes, size_t by)
{
    return gpu_aligned(how->strided ? bytes * by : bytes + how->most * sizeof(double));
}

static void allocate(void)
{
    gpu_fit(how->arrays);
    size_t largest = window_bytes(bench_options.max_bytes, how->most);
    pool_bytes = (gpu_pool_bytes(largest) + largest - 1) / largest * largest;
    size_t checked = (BENCH_AWKWARD_MOST + how->most) * sizeof(double);
    pool = gpu_alloc(bench_larger(pool_bytes, checked) + GUARD * sizeof(double));
}

static void add(bool fp64, size_t bytes, size_t by)
{
    size_t number = number_bytes(fp64), n = bytes / number, window = window_bytes(bytes, by);
    size_t warps = (n + COALESCING_LANES - 1) / COALESCING_LANES;
    size_t used = window;

    if (how->strided) /* only the lines that the launch touches are in the L2 */
        used = warps * coalescing_touched(COALESCING_LINE, 0, by * number, number);
    bool dram = !gpu_stays_in_l2(used);
    struct added a = {
        .point = { .variant = precisions[fp64].name,
                   .n = n,
                   .bytes = 2 * n * number,
                   .launch = launch,
                   .cold = dram,
                   .warm_bytes = dram ? 0 : used },
        .fp64 = fp64,
        .by = by,
        .window = window,
    };
    bench_add(&a, sizeof a, "%s,%zu,%zu,%g", dram ? "dram" : "l2", by, n * number,
              coalescing_overfetch(first_of(by) * number, step_of(by) * number, number));
}

/* Returns whether every offset or stride is measured. Only floats at the larger size have their
 * strides drawn as a curve, so the others have the few strides of --quick. */
static bool is_every(bool fp64, size_t bytes)
{
    bool is_drawn = !how->strided || (!fp64 && bytes == bench_options.max_bytes);

    return !bench_options.quick && is_drawn;
}

static void points(void)
{
    size_t least = bench_options.min_bytes, most = bench_options.max_bytes;

    for (int fp64 = 0; fp64 < PRECISIONS; fp64++)
        for (size_t bytes = least; bytes; bytes = bytes < most ? most : 0)
            for (size_t by = how->least; by <= how->most; by++)
                if (is_every(fp64, bytes) || how->is_quick(by))
                    add(fp64, bytes, by);
}

int add_one_run(const char *name, const struct add_one *this, int argc, char **argv)
{
    struct bench_experiment experiment = this->experiment;

    how = this;
    experiment.name = name;
    experiment.variants.table = precisions;
    experiment.variants.bytes = sizeof *precisions;
    experiment.bytes.element = sizeof(double);
    experiment.machine = &gpu_machine;
    experiment.work.does = "adds 1 to";
    experiment.work.elements = "elements";
    experiment.hooks.open = allocate;
    experiment.hooks.points = points;
    experiment.hooks.begin = begin;
    experiment.hooks.check = check;
    return bench_run(&experiment, argc, argv);
}
