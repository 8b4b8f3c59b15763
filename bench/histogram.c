/* histogram.c - counts values into bins, by where the counters are, number of bins, size of the
 * cluster and skew of the input.
 *
 * A launch also sets the counters to zero, as CUB does. The input is far larger than the L2 and is
 * read once, so a row measures DRAM until something else is slower. Values per second are gbs / 4.
 * Uniform input is 1 GiB, of which global atomics count a quarter. Of the skewed inputs a launch
 * counts a quarter, and a 64th or a 256th with global atomics, which then all meet in a few places.
 * Input with values outside of the bins (outliers) is checked and not timed.
 *
 * Predicted for an H200: reading alone allows 1,130 G values per second, and one block's shared
 * memory keeps up with that. Remote atomics are one packet each: 150 G/s. In a cluster of k whose
 * blocks count the bins that they own, each value is read k times, so a cluster of 2 reaches half.
 * packed counts 2^18 bins in one block at 970 G/s, and 2^20 in clusters of 2 at 600, because full
 * counters are rare. partition counts 2^20 bins at 380: its first pass moves 6 bytes per value and
 * sorts some 550 G/s, and the second reads 2 and is held up by the adds alone, at 1,250. zipf gets
 * 200 and equal values 28, because few blocks have most of the values.
 * Found: owner of 1 reads at full speed up to 2^14 bins. owner of 2 reaches 79 % and not half,
 * because the second block reads what the first has just brought into the L2; from 4 on it halves.
 * remote reaches 163 G/s in a cluster of 2 and 71 in one of 16. global waits for the slice of the
 * L2 that has most of the counts: up to 2^10 bins for its adds, and from 2^14 on for its requests.
 * 2^8 counts lie in two of 94 slices; if they are 1 KiB apart (spread) they are counted 17 times as
 * fast, of which 128 bytes apart keep 56 %. The times of CUB differ by 14 % with where its memory
 * begins. packed reaches 910 at 2^18, but at 2^20 in clusters of 2 only 96, because counters of 3
 * bits are full too often. Remote atomics that return nothing, whose bins are found by a shift, are
 * as fast as those here, but red.async, which gets no answer, counts 2^14 bins 1.7 times as fast in
 * clusters of 2 (remote-red_async.patch), and an SM that need not answer sends twice as many
 * (remote-one_way.patch). partition counts uniform values at 392 to 395 G/s, whether there are 2^16
 * bins or 2^20, zipf at 186 to 205, and equal values at 54, twice what we thought. exchange falls
 * from 391 at 2^16 to 289 at 2^20, but with zipf it is ahead up to 2^18, with 248 against 192.
 */
#include "harness/gpu.h"
#include "../kernels/histogram.h"

#include <stdlib.h>
#include <string.h>

/* The variants of histogram.h, and CUB's. */
enum { CUB = HISTOGRAM_PARTITION + 1, VARIANTS };

static const struct bench_variant variants[VARIANTS + 1] = {
    [HISTOGRAM_GLOBAL] = { "global", "atomics in global memory" },
    [HISTOGRAM_SPREAD] = { "spread", "the same, each counter 1 KiB from the next" },
    [HISTOGRAM_REMOTE] = { "remote", "atomics on the shared memory of the cluster" },
    [HISTOGRAM_OWNER] = { "owner", "each block of the cluster reads all, counts its own bins" },
    [HISTOGRAM_NARROW] = { "narrow", "the same, with counters of 16 bits" },
    [HISTOGRAM_PACKED] = { "packed", "the same, with counters of 3 to 8 bits" },
    [HISTOGRAM_EXCHANGE] = { "exchange", "the blocks of the cluster sort and swap values" },
    [HISTOGRAM_PARTITION] = { "partition", "sorts values by part of the bins, counts each part" },
    [CUB] = { "cub", "CUB's DeviceHistogram" },
};

enum {
    MAX_BINS = 1 << 20,
    MAX_SPREAD = 1 << 14,              /* bins of spread, which needs 16 MiB for this many */
    PLACES = 64,                       /* in memory, where CUB and spread count in turn */
    TURNS = 8,                         /* places per launch */
    PLACE = (2 << 20) + GPU_ALIGNMENT, /* bytes from one place to the next */
    MAX_CLUSTER = 16,
    AWKWARD_BINS = 1000, /* not a power of two */
};

struct histogram {
    struct bench_point point; /* its elements are the values that a launch counts */
    int variant;
    struct histogram_plan plan; /* CUB makes its own */
    enum histogram_input input;
    int bins;
    size_t place; /* of PLACES, where CUB and spread count */
};

static unsigned *counts, *expected_counts; /* of MAX_BINS; the former with a guard behind it */
static int *values, *awkward; /* the pool, and on the host the values for awkward sizes */
static size_t pool;           /* values in it */
static char *apart;           /* the counters of spread, zeros in all places */
static char *cub;             /* the memory of CUB */
static size_t cub_bytes;
static void *sorted; /* what partition keeps between its passes */

/* Counts the point's number of values in its place. */
static void count(const struct histogram *h, const int *from)
{
    size_t n = h->point.n, skip = h->place * PLACE;

    if (h->variant == CUB)
        CUDA(launch_histogram_cub(cub + skip, &cub_bytes, from, n, counts, h->bins, gpu->stream));
    else if (h->variant == HISTOGRAM_SPREAD)
        CUDA(launch_histogram_spread(from, n, (unsigned *)(apart + skip), counts, h->bins, &h->plan,
                                     gpu->stream));
    else if (h->variant == HISTOGRAM_PARTITION)
        CUDA(launch_histogram_partition(from, n, sorted, counts, h->bins, &h->plan, gpu->stream));
    else
        CUDA(launch_histogram(from, n, counts, h->bins, &h->plan, gpu->stream));
}

/* Counts the window number i of the pool. */
static void launch_window(void *point, size_t i, cudaStream_t stream)
{
    const struct histogram *h = point;

    (void)stream; /* it is the harness's */
    count(h, values + i % (pool / h->point.n) * h->point.n);
}

/* Counts in some places, another window in each; the next launch goes on to the next places. How
 * long CUB takes depends on where the memory is that it counts in, by up to 14 %, and spread by 5
 * %, and each process has other memory. A place is another page, and begins at other bytes of
 * it. */
static void launch_places(void *point, size_t i, cudaStream_t stream)
{
    struct histogram h = *(const struct histogram *)point;

    for (size_t turn = i * TURNS; turn < (i + 1) * TURNS; turn++) {
        h.place = turn % PLACES;
        launch_window(&h, turn, stream);
    }
}

/* Returns whether the place matters. For CUB it does not where CUB takes longest. */
static bool has_places(const struct histogram *h)
{
    bool longest = h->input == HISTOGRAM_UNIFORM && h->bins >= 1 << 16;

    return h->variant == HISTOGRAM_SPREAD || (h->variant == CUB && !longest);
}

/* Makes sure that a launch begins at zero by itself. */
static void spoil_counts(const struct histogram *h)
{
    gpu_poison(counts, (size_t)h->bins * sizeof *counts + GPU_GUARD);
}

/* Makes the values for awkward sizes, on the host and on the GPU, and checks count_histogram(),
 * which is the reference for arrays that are too large for the host. */
static void begin_awkward_sizes(const struct histogram *h)
{
    size_t bytes = (size_t)h->bins * sizeof(unsigned);
    unsigned *expected = bench_alloc(bytes);

    CUDA(fill_histogram_input(values, BENCH_AWKWARD_MOST, h->input, bench_options.seed, h->bins,
                              gpu->stream));
    for (size_t i = 0; i < BENCH_AWKWARD_MOST; i++)
        awkward[i] = histogram_value(h->input, bench_options.seed, i, h->bins);
    memset(expected, 0, bytes);
    histogram_reference(expected, h->bins, awkward, BENCH_AWKWARD_MOST);
    CUDA(cudaMemsetAsync(counts, 0, bytes, gpu->stream));
    CUDA(count_histogram(values, BENCH_AWKWARD_MOST, counts, h->bins, gpu->stream));
    if (gpu_count_unlike(counts, expected, bytes))
        die("the check counts %d values into %d bins wrongly", BENCH_AWKWARD_MOST, h->bins);
    free(expected);
}

/* Counts values, and compares with the reference on the host. CUB leaves out values that are in no
 * bin, so it must find that many fewer in the first and the last bin. With no values it leaves the
 * counts as they are. */
static size_t check_awkward(void *point)
{
    const struct histogram *h = point;
    size_t n = h->point.n, bytes = (size_t)h->bins * sizeof(unsigned);

    if (n == 0 && h->variant == CUB)
        return 0;
    unsigned *expected = bench_alloc(bytes);
    memset(expected, 0, bytes);
    histogram_reference(expected, h->bins, awkward, n);
    for (size_t i = 0; i < n && h->variant == CUB; i++)
        if (awkward[i] < 0)
            expected[0]--;
        else if (awkward[i] >= h->bins)
            expected[h->bins - 1]--;
    spoil_counts(h);
    count(h, values);
    size_t wrong = gpu_count_unlike(counts, expected, bytes) + gpu_count_guard(counts + h->bins);
    free(expected);
    return wrong;
}

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

/* Returns whether the L2 counts all values. */
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
                h.point.variant = variants[h.variant].name;
                if (!bench_wanted(h.point.variant) || (alone && size > 1) || !make_plan(&h, size))
                    continue;
                bench_check_awkward(check_awkward, &h);
                /* A single cluster counts so many values per block that counters of 16 bits fill
                 * up. */
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

/* Checks the first window in one place. CUB's ends may differ by what is outside of the bins; the
 * awkward sizes have checked those. */
static size_t check_place(const struct histogram *h)
{
    bool is_cub = h->variant == CUB;
    size_t bytes = (size_t)h->bins * sizeof *counts;

    if (expected_of != h->point.n) {
        CUDA(cudaMemsetAsync(expected_counts, 0, bytes, gpu->stream));
        CUDA(count_histogram(values, h->point.n, expected_counts, h->bins, gpu->stream));
        expected_of = h->point.n;
    }
    spoil_counts(h);
    count(h, values);
    return gpu_count_different(counts + is_cub, expected_counts + is_cub,
                               bytes - (is_cub ? 2 : 0) * sizeof *counts)
         + gpu_count_guard(counts + h->bins);
}

static size_t check(void *point)
{
    struct histogram last = *(struct histogram *)point;

    last.place = PLACES - 1;
    return check_place(point) + (has_places(&last) ? check_place(&last) : 0);
}

/* Returns into how many parts the pool is divided. A launch counts one. */
static size_t parts(const struct histogram *h, bool whole)
{
    if (whole)
        return in_l2(h) ? 4 : 1;
    return !in_l2(h) ? 4 : h->input == HISTOGRAM_EQUAL ? 256 : 64;
}

/* Makes the plan, if this is a point to measure. From 2^14 bins on every cluster size is measured
 * for the variants that show what it does, with uniform input, and otherwise the smallest that has
 * room for the bins, which is the fastest. */
static bool plan_point(struct histogram *h, int cluster_size)
{
    bool uniform = h->input == HISTOGRAM_UNIFORM, whole = uniform && !bench_options.quick;
    bool every = whole && h->bins >= 1 << 14
              && (h->variant == HISTOGRAM_REMOTE || h->variant == HISTOGRAM_OWNER
                  || h->variant == HISTOGRAM_PACKED || h->variant == HISTOGRAM_EXCHANGE);
    /* With fewer bins another variant is the one to look at. */
    int least_bins = h->variant == HISTOGRAM_NARROW    ? 1 << 14
                   : h->variant == HISTOGRAM_PACKED    ? 1 << 16
                   : h->variant == HISTOGRAM_EXCHANGE  ? 1 << 16
                   : h->variant == HISTOGRAM_PARTITION ? 1 << 16
                   : h->variant == CUB && !uniform     ? 1 << 16
                                                       : 1;

    h->point.n = pool / parts(h, whole) / 4 * 4; /* each begins at an int4 */
    if (!bench_wanted(variants[h->variant].name) || h->bins < least_bins
        || (h->variant == HISTOGRAM_SPREAD && (h->bins > MAX_SPREAD || h->input == HISTOGRAM_ZIPF)))
        return false;
    for (int smaller = 1; smaller < cluster_size && !every; smaller *= 2)
        if (make_plan(h, smaller))
            return false;
    return make_plan(h, cluster_size);
}

/* Checks input with outliers, for all numbers of bins. */
static void check_outliers(void)
{
    struct histogram h = { .input = HISTOGRAM_OUTLIERS };

    for (h.bins = 1 << 8; h.bins <= MAX_BINS; h.bins *= 4) {
        begin(&h);
        for (h.variant = 0; h.variant < VARIANTS; h.variant++)
            for (int size = 1; size <= MAX_CLUSTER; size *= 2) {
                h.point.variant = variants[h.variant].name;
                if (plan_point(&h, size))
                    bench_check(check, &h);
            }
    }
}

static void check_all(void)
{
    check_all_awkward();
    if (!bench_options.quick)
        check_outliers();
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
            h.point.bytes = h.point.n * sizeof *values;
            if (has_places(&h)) {
                h.point.launch = launch_places;
                h.point.repeats = TURNS;
            }
            bench_add(&h, sizeof h, "%d,%d,%d,%s,%zu", h.plan.cluster_size, h.plan.active_clusters,
                      bins, histogram_input_name(input), h.point.n);
        }
}

/* Returns whether an input is timed with this many bins: uniform input with all numbers of bins,
 * and skewed input with fewer. */
static bool is_shown(enum histogram_input input, int bins)
{
    bool is_end = bins == 1 << 8 || bins >= 1 << 16;

    if (bench_options.quick)
        return is_end && input == HISTOGRAM_UNIFORM;
    return is_end || bins == 1 << 14 || input == HISTOGRAM_UNIFORM;
}

static void points(void)
{
    static const enum histogram_input inputs[] = { HISTOGRAM_UNIFORM, HISTOGRAM_ZIPF,
                                                   HISTOGRAM_EQUAL };

    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        for (int bins = 1 << 8; bins <= MAX_BINS; bins *= 4)
            if (is_shown(inputs[i], bins))
                add(inputs[i], bins);
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
    /* The values, and what partition keeps of them, in what these have left. */
    gpu_fit(bench_wanted(variants[HISTOGRAM_PARTITION].name) ? 2 : 1);
    pool = bench_options.max_bytes / sizeof *values;
    if (bench_wanted(variants[HISTOGRAM_PARTITION].name))
        sorted = gpu_alloc(histogram_partition_bytes(bench_larger(pool, BENCH_AWKWARD_MOST)));
    values = gpu_alloc(bench_larger(pool, BENCH_AWKWARD_MOST) * sizeof *values);
    counts = gpu_alloc(MAX_BINS * sizeof(unsigned) + GPU_GUARD);
    expected_counts = gpu_alloc(MAX_BINS * sizeof(unsigned));
}

static const struct bench_experiment histogram = {
    .summary = "Counts an array of ints into bins.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 1 << 20, .max = 1 << 30, .element = 4 << 10 }, /* a 256th of it is an int4 */
    .columns = "variant,cluster_size,active_clusters,bins,input,values",
    .work = { "counts", "values" },
    .hooks = { .open = allocate,
               .points = points,
               .ready = check_all,
               .begin = begin,
               .check = check },
};
BENCH_MAIN(histogram, gpu_machine)
