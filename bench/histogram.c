/* histogram.c - count values into bins, by where the counters live, number of bins, size of the
 * cluster and skew of the input.
 *
 * The input is far larger than the L2 and is read once, so a row measures DRAM until something else
 * is slower. Values per second are gbs / 4. Uniform input is 1 GiB. Of the skewed inputs a launch
 * counts a quarter of that, and with global atomics, which then all meet in a few places, a 64th or
 * a 256th.
 *
 * Predicted for an H200: reading alone allows 1,130 G values per second. One block's shared memory
 * reaches that: 132 SMs x 1.98 GHz leave 7.4 clocks for the 32 values of a warp, and 32 random bins
 * meet in one bank 3.5 deep. Remote atomics are one packet each: 150 G/s. A cluster of k that
 * counts what it owns looks at each value k times, so half at 2, an eighth at 8.
 * Found: owner of 1 reads at full speed up to 2^14 bins, narrow at 94 % at 2^16. owner of 2 has 79
 * % and not half, because the second block reads what the first has just brought into the L2; from
 * 4 on it halves. remote is at 164 for a cluster of 2 and 70 for 16. exchange has 335 G/s at 2^18
 * and 290 at 2^20, where global has 95. If all values are equal, one block of each cluster has all
 * the work: 12 G/s at 2^20. There CUB is ahead, whose times alone differ by 14 % by where its
 * memory begins. global waits for the slice of the L2 that has most of the counts: up to 2^10 bins
 * for its adds, 0.8 per cycle, and from 2^14 on for its requests, nearly 1; at 2^12 neither is so
 * many. 2^8 counts are two slices' worth of 94, 2^12 are 31. 1 KiB apart (spread) 2^8 have 65 to 79
 * G/s instead of 3.9. 2 KiB behind the start of an allocation 2^14 counts are dealt out worse as
 * well: 5.6 ms instead of 3.9.
 */
#include "harness/gpu.h"
#include "../kernels/histogram.h"

#include <stdlib.h>
#include <string.h>

/* The variants of histogram.h, and CUB's. */
enum { CUB = HISTOGRAM_EXCHANGE + 1, VARIANTS };

static const struct bench_variant variants[VARIANTS + 1] = {
    [HISTOGRAM_GLOBAL] = { "global", "atomics in global memory" },
    [HISTOGRAM_SPREAD] = { "spread", "the same, each counter 1 KiB from the next" },
    [HISTOGRAM_REMOTE] = { "remote", "atomics on the shared memory of the cluster" },
    [HISTOGRAM_OWNER] = { "owner", "each block of the cluster reads all, counts its own bins" },
    [HISTOGRAM_NARROW] = { "narrow", "the same, with counters of 16 bits" },
    [HISTOGRAM_EXCHANGE] = { "exchange", "the blocks of the cluster sort and swap values" },
    [CUB] = { "cub", "CUB's DeviceHistogram" },
};

enum {
    MAX_BINS = 1 << 20,
    MAX_SPREAD = 1 << 14,              /* bins of spread, which needs 16 MiB for so many */
    PLACES = 64,                       /* in memory, where CUB and spread count in turn */
    TURNS = 8,                         /* of them in a launch */
    PLACE = (2 << 20) + GPU_ALIGNMENT, /* from one to the next: bytes */
    MAX_CLUSTER = 16,
    AWKWARD_BINS = 1000, /* no power of two */
};

struct histogram {
    struct bench_point point;
    int variant;
    struct histogram_plan plan; /* CUB makes its own */
    enum histogram_input input;
    int bins;
    size_t n;     /* values that a launch counts */
    size_t place; /* of PLACES, where CUB and spread count */
};

//> reference
static void histogram_reference(unsigned *into, int bins, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int bin = from[i];
        if (bin < 0)
            bin = 0;
        if (bin >= bins)
            bin = bins - 1;
        into[bin]++;
    }
}
//< reference

static unsigned *counts, *expected_counts; /* of MAX_BINS; the former with a guard behind it */
static int *values, *awkward; /* the pool, and what awkward sizes are parts of, on the host */
static size_t pool;           /* values in it */
static char *apart;           /* the counters of spread, zeros in all places */
static char *cub;             /* the memory of CUB */
static size_t cub_bytes;

/* Counts n values in the place that the point names. */
static void count(const struct histogram *h, const int *from, size_t n)
{
    size_t skip = h->place * PLACE;

    if (h->variant == CUB)
        CUDA(launch_histogram_cub(cub + skip, &cub_bytes, from, n, counts, h->bins, gpu->stream));
    else if (h->variant == HISTOGRAM_SPREAD)
        CUDA(launch_histogram_spread(from, n, (unsigned *)(apart + skip), counts, h->bins, &h->plan,
                                     gpu->stream));
    else
        CUDA(launch_histogram(from, n, counts, h->bins, &h->plan, gpu->stream));
}

/* Counts the window number i of the pool. */
static void launch_window(void *point, size_t i, cudaStream_t stream)
{
    const struct histogram *h = point;

    (void)stream; /* it is the harness's */
    count(h, values + i % (pool / h->n) * h->n, h->n);
}

/* Counts in some places, another window in each; the next launch goes on to the next places. CUB
 * takes up to 14 % more or less depending on where the memory is that it counts in, spread 5 %, and
 * each process has it elsewhere. Another page and other bytes of it are another place. */
static void launch_places(void *point, size_t i, cudaStream_t stream)
{
    struct histogram h = *(const struct histogram *)point;

    for (size_t turn = i * TURNS; turn < (i + 1) * TURNS; turn++) {
        h.place = turn % PLACES;
        launch_window(&h, turn, stream);
    }
}

/* Returns whether the place matters. CUB's does not where it takes longest. */
static bool has_places(const struct histogram *h)
{
    bool longest = h->input == HISTOGRAM_UNIFORM && h->bins >= 1 << 16;

    return h->variant == HISTOGRAM_SPREAD || (h->variant == CUB && !longest);
}

static void clear_counts(const struct histogram *h)
{
    size_t bytes = (size_t)h->bins * sizeof *counts;

    CUDA(cudaMemsetAsync(counts, 0, bytes, gpu->stream));
    gpu_poison(counts + h->bins, GPU_GUARD);
}

static void die_wrong(const struct histogram *h, size_t n)
{
    die("variant %s counts %zu values into %d bins wrongly, input %s, clusters of %d",
        variants[h->variant].name, n, h->bins, histogram_input_name(h->input),
        h->plan.cluster_size);
}

/* ---- Awkward sizes --------------------------------------------------------- */

/* Checks what counts the arrays that are too large for the host, on one that is not. */
static void check_counting(const struct histogram *h)
{
    size_t bytes = (size_t)h->bins * sizeof(unsigned);
    unsigned *expected = bench_alloc(bytes);

    memset(expected, 0, bytes);
    histogram_reference(expected, h->bins, awkward, BENCH_AWKWARD_MOST);
    clear_counts(h);
    CUDA(count_histogram(values, BENCH_AWKWARD_MOST, counts, h->bins, gpu->stream));
    if (!gpu_holds(counts, expected, bytes))
        die("the check counts %d values into %d bins wrongly", BENCH_AWKWARD_MOST, h->bins);
    free(expected);
}

/* Makes the values that awkward sizes count the first of, on the host and on the GPU, and checks
 * what counts the large arrays. */
static void begin_awkward_sizes(const struct histogram *h)
{
    CUDA(fill_histogram_input(values, BENCH_AWKWARD_MOST, h->input, bench_options.seed, h->bins,
                              gpu->stream));
    for (size_t i = 0; i < BENCH_AWKWARD_MOST; i++)
        awkward[i] = histogram_value(h->input, bench_options.seed, i, h->bins);
    check_counting(h);
}

/* Counts n values, and compares with the reference on the host. CUB leaves out values that are in
 * no bin, which we count, so it must find that many fewer in the first and the last bin. With no
 * values it leaves the counts as they are. */
static void check_awkward(void *point, size_t n)
{
    const struct histogram *h = point;
    size_t bytes = (size_t)h->bins * sizeof(unsigned);
    unsigned *expected;

    if (n == 0 && h->variant == CUB)
        return;
    expected = bench_alloc(bytes);
    memset(expected, 0, bytes);
    histogram_reference(expected, h->bins, awkward, n);
    for (size_t i = 0; i < n && h->variant == CUB; i++)
        if (awkward[i] < 0)
            expected[0]--;
        else if (awkward[i] >= h->bins)
            expected[h->bins - 1]--;
    clear_counts(h);
    count(h, values, n);
    if (!gpu_holds(counts, expected, bytes)
        || gpu_count_unpoisoned(counts + h->bins, GPU_GUARD) > 0)
        die_wrong(h, n);
    free(expected);
}

/* ---- Points ---------------------------------------------------------------- */

/* Makes the plan for a cluster size. Returns false if there is none. */
static bool make_plan(struct histogram *h, int cluster_size)
{
    if (h->variant == CUB) {
        h->plan = (struct histogram_plan){ .cluster_size = 1, .active_clusters = 1 };
        return cluster_size == 1;
    }
    CUDA(plan_histogram((enum histogram_way)h->variant, h->bins, cluster_size, &h->plan));
    return h->plan.active_clusters > 0;
}

/* Returns whether all values are counted by the L2. */
static bool in_l2(const struct histogram *h)
{
    return h->variant == HISTOGRAM_GLOBAL || h->variant == HISTOGRAM_SPREAD;
}

/* Checks awkward sizes of all inputs, before the pool is filled. */
static void check_all_awkward(void)
{
    struct histogram h = { .bins = AWKWARD_BINS };

    awkward = bench_alloc(BENCH_AWKWARD_MOST * sizeof *awkward);
    for (int input = 0; input < HISTOGRAM_INPUTS; input++) {
        h.input = (enum histogram_input)input;
        begin_awkward_sizes(&h);
        for (h.variant = 0; h.variant < VARIANTS; h.variant++)
            for (int size = 1; size <= MAX_CLUSTER; size *= 2) {
                bool alone = in_l2(&h) || h.variant == CUB;
                if (!bench_wanted(variants[h.variant].name) || (alone && size > 1)
                    || !make_plan(&h, size))
                    continue;
                bench_check_awkward(check_awkward, &h);
                /* So many values for so few blocks fill counters of 16 bits. */
                h.plan.active_clusters = 1;
                bench_check_awkward(check_awkward, &h);
            }
    }
    free(awkward);
}

static size_t expected_of; /* how many values `expected` holds the counts of; or 0 */

/* Fills the pool for an input and a number of bins. */
static void begin(void *point)
{
    const struct histogram *h = point;

    CUDA(fill_histogram_input(values, pool, h->input, bench_options.seed, h->bins, gpu->stream));
    expected_of = 0;
}

/* Checks the first window, as it is about to be timed. CUB's ends may differ by what is outside of
 * the bins; the awkward sizes have checked those. */
static void check_window(const struct histogram *h)
{
    bool is_cub = h->variant == CUB;
    size_t bytes = (size_t)h->bins * sizeof *counts;

    if (expected_of != h->n) {
        CUDA(cudaMemsetAsync(expected_counts, 0, bytes, gpu->stream));
        CUDA(count_histogram(values, h->n, expected_counts, h->bins, gpu->stream));
        expected_of = h->n;
    }
    clear_counts(h);
    count(h, values, h->n);
    if (gpu_count_different(counts + is_cub, expected_counts + is_cub,
                            bytes - (is_cub ? 2 : 0) * sizeof *counts)
            + gpu_count_unpoisoned(counts + h->bins, GPU_GUARD)
        > 0)
        die_wrong(h, h->n);
}

static void check(void *point)
{
    struct histogram h = *(struct histogram *)point;

    check_window(&h);
    h.place = PLACES - 1;
    if (has_places(&h))
        check_window(&h);
}

/* Returns how many parts the pool has, of which a launch counts one. */
static size_t parts(const struct histogram *h, bool whole)
{
    if (whole)
        return h->variant == HISTOGRAM_SPREAD ? 4 : 1;
    return !in_l2(h) ? 4 : h->input == HISTOGRAM_EQUAL ? 256 : 64;
}

/* Makes the plan, if this is a point to measure. Every cluster size is measured for the variants
 * that show what it does, with uniform input, and otherwise the smallest that has room for the
 * bins. */
static bool plan_point(struct histogram *h, int cluster_size)
{
    bool whole = h->input == HISTOGRAM_UNIFORM && !bench_options.quick;
    bool every = whole
              && (h->variant == HISTOGRAM_REMOTE || h->variant == HISTOGRAM_OWNER
                  || h->variant == HISTOGRAM_EXCHANGE);
    /* With fewer bins another variant is the one to look at. */
    int least_bins = h->variant == HISTOGRAM_NARROW   ? 1 << 14
                   : h->variant == HISTOGRAM_EXCHANGE ? 1 << 16
                                                      : 1;

    h->n = pool / parts(h, whole) / 4 * 4; /* each begins at an int4 */
    if (!bench_wanted(variants[h->variant].name) || h->bins < least_bins
        || (h->variant == HISTOGRAM_SPREAD && h->bins > MAX_SPREAD))
        return false;
    for (int smaller = 1; smaller < cluster_size && !every; smaller *= 2)
        if (make_plan(h, smaller))
            return false;
    return make_plan(h, cluster_size);
}

/* Adds the points of an input and a number of bins, which are a group. */
static void add(enum histogram_input input, int bins)
{
    for (int variant = 0; variant < VARIANTS; variant++)
        for (int size = 1; size <= MAX_CLUSTER; size *= 2) {
            struct histogram h = {
                .point = { .variant = variants[variant].name,
                           .group = (int)input * MAX_BINS * 2 + bins,
                           .across = true,
                           .launch = launch_window },
                .variant = variant,
                .input = input,
                .bins = bins,
            };

            if (!plan_point(&h, size))
                continue;
            h.point.bytes = h.n * sizeof *values;
            if (has_places(&h)) {
                h.point.launch = launch_places;
                h.point.repeats = TURNS;
            }
            bench_add(&h, sizeof h, "%s,%d,%d,%d,%s,%zu", variants[variant].name,
                      h.plan.cluster_size, h.plan.active_clusters, bins,
                      histogram_input_name(input), h.n);
        }
}

static void points(void)
{
    for (int input = 0; input < HISTOGRAM_INPUTS; input++)
        for (int bins = 1 << 8; bins <= MAX_BINS; bins *= 4)
            if (!bench_options.quick || (input == 0 && (bins == 1 << 8 || bins >= 1 << 16)))
                add((enum histogram_input)input, bins);
    if (gpu->major < 9)
        bench_note("left_out", "exchange: needs compute capability 9.0");
}

static void allocate(void)
{
    size_t places = (size_t)PLACES * PLACE;

    if (bench_wanted(variants[HISTOGRAM_SPREAD].name)) {
        size_t bytes = (size_t)MAX_SPREAD * HISTOGRAM_APART * sizeof(unsigned) + places;
        apart = gpu_alloc(bytes);
        CUDA(cudaMemsetAsync(apart, 0, bytes, gpu->stream));
    }
    if (bench_wanted(variants[CUB].name)) {
        CUDA(launch_histogram_cub(NULL, &cub_bytes, NULL, bench_options.max_bytes / sizeof(int),
                                  NULL, MAX_BINS, gpu->stream));
        cub = gpu_alloc(cub_bytes + places);
    }
    gpu_fit(1); /* in what these have left */
    pool = bench_options.max_bytes / sizeof *values;
    values = gpu_alloc(bench_larger(pool, BENCH_AWKWARD_MOST) * sizeof *values);
    counts = gpu_alloc(MAX_BINS * sizeof(unsigned) + GPU_GUARD);
    expected_counts = gpu_alloc(MAX_BINS * sizeof(unsigned));
}

/* A 256th of an element is an int4. */
int main(int argc, char **argv)
{
    static const struct bench_experiment histogram = {
        .program = { .name = "histogram",
                     .summary = "Counts an array of ints into bins.",
                     .variants = { variants, sizeof *variants },
                     .bytes = { .min = 1 << 20, .max = 1 << 30, .element = 4 << 10 } },
        .machine = &gpu_machine,
        .columns = "variant,cluster_size,active_clusters,bins,input,values",
        .hooks = { .open = allocate,
                   .points = points,
                   .ready = check_all_awkward,
                   .begin = begin,
                   .check = check },
    };

    return bench_run(&histogram, argc, argv);
}
