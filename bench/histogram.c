/* histogram.c - count values into bins, by where the counters live, number of
 * bins, size of the cluster and skew of the input.
 *
 * The input is far larger than the L2 and is read once, so a row measures DRAM
 * until something else is slower. Values a second are gbs / 4. Uniform input is
 * 1 GiB; the skewed ones are a quarter of it at a time, and for global atomics,
 * which then all meet in a few places, a 64th or a 256th.
 *
 * Predicted for an H200: reading alone allows 1,130 G values a second. One
 * block's shared memory reaches that: 132 SMs x 1.98 GHz leave 7.4 clocks for
 * the 32 values of a warp, and 32 random bins meet in one bank 3.5 deep. Remote
 * atomics are one packet each: 150 G/s. A cluster of k that counts what it owns
 * looks at each value k times, so half at 2, an eighth at 8.
 * Found: owner of 1 reads at full speed up to 2^14 bins, narrow at 94 % at
 * 2^16. owner of 2 has 79 % and not half, since the second block reads what the
 * first has just brought into the L2; from 4 on it halves. remote is at 164 for
 * a cluster of 2 and 70 for 16. exchange has 335 G/s at 2^18 and 290 at 2^20,
 * where global has 95. Where all values are equal, one block of each cluster
 * has all the work: 12 G/s at 2^20. There CUB is ahead, whose times alone
 * differ by 14 % by where its memory begins.
 * global waits for the slice of the L2 that has most of the counts: up to 2^10
 * bins for its adds, 0.8 in a cycle, and from 2^14 on for its requests, nearly
 * 1; at 2^12 neither is so many. 2^8 counts are two slices' worth of 94, 2^12
 * are 31. 1 KiB apart (spread) 2^8 have 65 to 79 G/s for 3.9. 2 KiB behind the
 * start of an allocation 2^14 counts are worse dealt out, too: 5.6 ms for 3.9.
 */
#include "harness/gpu.h"
#include "../kernels/histogram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The ways of histogram.h, and CUB's. */
enum { CUB = HISTOGRAM_EXCHANGE + 1, VARIANTS };

static const struct bench_variant variants[VARIANTS + 1] = {
    [HISTOGRAM_GLOBAL] = { "global", "atomics in global memory" },
    [HISTOGRAM_SPREAD] = { "spread", "the same, each counter 1 KiB from the "
                                     "next" },
    [HISTOGRAM_REMOTE] = { "remote",
                           "atomics on the shared memory of the cluster" },
    [HISTOGRAM_OWNER] = { "owner", "each block of the cluster reads all, "
                                   "counts its own bins" },
    [HISTOGRAM_NARROW] = { "narrow", "the same, with counters of 16 bits" },
    [HISTOGRAM_EXCHANGE] = { "exchange",
                             "the blocks of the cluster sort and swap values" },
    [CUB] = { "cub", "CUB's DeviceHistogram" },
};

enum {
    GUARD = GPU_ALIGNMENT, /* poisoned bytes behind the counts */
    MAX_BINS = 1 << 20,
    MAX_SPREAD = 1 << 14, /* bins of spread, which needs 16 MiB for so many */
    PLACES = 64,  /* in memory, where CUB and spread count in turn */
    TURNS = 8,    /* of them in a launch */
    PLACE = (2 << 20) + GPU_ALIGNMENT, /* from one to the next: bytes */
    MAX_CLUSTER = 16,
    AWKWARD_BINS = 1000, /* no power of two */
};

struct histogram {
    int variant;
    struct histogram_plan plan; /* CUB makes its own */
    int *values; /* the pool */
    int *awkward; /* of the host: what awkward sizes are parts of */
    unsigned *counts, *expected; /* of MAX_BINS, and a guard behind counts */
    char *apart; /* the counters of spread, zeros in all places */
    size_t place; /* of PLACES, where CUB and spread count */
    size_t pool; /* values in it */
    size_t n;    /* that a launch counts */
    size_t expected_of; /* values that `expected` are the counts of; or 0 */
    enum histogram_input input;
    int bins;
    char *cub; /* its memory */
    size_t cub_bytes;
    cudaStream_t stream;
};

//> reference
static void histogram_reference(unsigned *counts, int bins, const int *values,
                                size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int bin = values[i];
        if (bin < 0)
            bin = 0;
        if (bin >= bins)
            bin = bins - 1;
        counts[bin]++;
    }
}
//< reference

static cudaError_t launch(struct histogram *h, const int *values, size_t n)
{
    size_t skip = h->place * PLACE;

    if (h->variant == CUB)
        return launch_histogram_cub(h->cub + skip, &h->cub_bytes, values, n,
                                    h->counts, h->bins, h->stream);
    if (h->variant == HISTOGRAM_SPREAD)
        return launch_histogram_spread(values, n, (unsigned *)(h->apart + skip),
                                       h->counts, h->bins, &h->plan, h->stream);
    return launch_histogram(values, n, h->counts, h->bins, &h->plan,
                            h->stream);
}

/* Counts the window number i of the pool. */
static cudaError_t launch_window(void *work, size_t i, cudaStream_t stream)
{
    struct histogram *h = work;

    (void)stream; /* it is h's */
    return launch(h, h->values + i % (h->pool / h->n) * h->n, h->n);
}

/* Counts in some places, another window in each; the next launch goes on to the
 * next places. CUB takes up to 14 % more or less by where the memory is that it
 * counts in, spread 5 %, and each process has it elsewhere. Another page and
 * other bytes of it are another place. */
static cudaError_t launch_places(void *work, size_t i, cudaStream_t stream)
{
    struct histogram h = *(const struct histogram *)work;
    cudaError_t error = cudaSuccess;

    for (size_t turn = i * TURNS; turn < (i + 1) * TURNS && !error; turn++) {
        h.place = turn % PLACES;
        error = launch_window(&h, turn, stream);
    }
    return error;
}

/* Does the place matter? CUB's does not where it takes longest. */
static bool has_places(const struct histogram *h)
{
    bool longest = h->input == HISTOGRAM_UNIFORM && h->bins >= 1 << 16;

    return h->variant == HISTOGRAM_SPREAD || (h->variant == CUB && !longest);
}

static void clear_counts(struct histogram *h)
{
    size_t bytes = (size_t)h->bins * sizeof *h->counts;

    CUDA(cudaMemsetAsync(h->counts, 0, bytes, h->stream));
    CUDA(cudaMemsetAsync(h->counts + h->bins, GPU_POISON, GUARD, h->stream));
}

/* CUB leaves out what is in no bin, and we count it: what it must find in the
 * first and the last bin is so much less. */
static void leave_out(unsigned *counts, int bins, const int *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (values[i] < 0)
            counts[0]--;
        else if (values[i] >= bins)
            counts[bins - 1]--;
}

_Noreturn static void die_wrong(const struct histogram *h, size_t n)
{
    die("variant %s counts %zu values into %d bins wrongly, input %s, clusters "
        "of %d", variants[h->variant].name, n, h->bins,
        histogram_input_name(h->input), h->plan.cluster_size);
}

/* What counts the arrays that are too large for the host, on one that is
 * not. */
static void check_counting(struct histogram *h)
{
    size_t bytes = (size_t)h->bins * sizeof(unsigned);
    unsigned *expected = bench_alloc(bytes), *got = bench_alloc(bytes);

    memset(expected, 0, bytes);
    histogram_reference(expected, h->bins, h->awkward, BENCH_AWKWARD_MOST);
    CUDA(cudaMemsetAsync(h->counts, 0, bytes, h->stream));
    CUDA(count_histogram(h->values, BENCH_AWKWARD_MOST, h->counts, h->bins,
                         h->stream));
    CUDA(cudaMemcpyAsync(got, h->counts, bytes, cudaMemcpyDeviceToHost,
                         h->stream));
    CUDA(cudaStreamSynchronize(h->stream));
    if (memcmp(got, expected, bytes) != 0)
        die("the check counts %d values into %d bins wrongly",
            BENCH_AWKWARD_MOST, h->bins);
    free(expected);
    free(got);
}

/* Makes the values that awkward sizes count the first of, on the host and on
 * the GPU, and checks what counts the large arrays. */
static void begin_awkward_sizes(struct histogram *h)
{
    CUDA(fill_histogram_input(h->values, BENCH_AWKWARD_MOST, h->input,
                              bench_options.seed, h->bins, h->stream));
    for (size_t i = 0; i < BENCH_AWKWARD_MOST; i++)
        h->awkward[i] = histogram_value(h->input, bench_options.seed, i,
                                        h->bins);
    check_counting(h);
}

/* Sizes that leave tails, against the reference on the host. */
static void check_awkward_sizes(struct histogram *h)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    size_t bytes = (size_t)h->bins * sizeof(unsigned) + GUARD;
    unsigned *expected = bench_alloc(bytes), *got = bench_alloc(bytes);

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t n = sizes[s];
        if (n == 0 && h->variant == CUB)
            continue; /* it then leaves the counts as they are */
        memset(expected, 0, bytes - GUARD);
        memset((char *)expected + bytes - GUARD, GPU_POISON, GUARD);
        histogram_reference(expected, h->bins, h->awkward, n);
        if (h->variant == CUB)
            leave_out(expected, h->bins, h->awkward, n);
        clear_counts(h);
        CUDA(launch(h, h->values, n));
        CUDA(cudaMemcpyAsync(got, h->counts, bytes, cudaMemcpyDeviceToHost,
                             h->stream));
        CUDA(cudaStreamSynchronize(h->stream));
        if (memcmp(got, expected, bytes) != 0)
            die_wrong(h, n);
    }
    free(expected);
    free(got);
}

static void fill_pool(struct histogram *h)
{
    CUDA(fill_histogram_input(h->values, h->pool, h->input, bench_options.seed,
                              h->bins, h->stream));
    h->expected_of = 0;
}

/* What the first window counts to, unless that is known. */
static void expect(struct histogram *h)
{
    if (h->expected_of == h->n)
        return;
    CUDA(cudaMemsetAsync(h->expected, 0, (size_t)h->bins * sizeof *h->expected,
                         h->stream));
    CUDA(count_histogram(h->values, h->n, h->expected, h->bins, h->stream));
    h->expected_of = h->n;
}

/* The first window, as it is about to be timed. CUB's ends may differ by what
 * is outside of the bins; the awkward sizes have checked those. */
static void check_window(struct histogram *h)
{
    bool cub = h->variant == CUB;
    size_t inner = (size_t)h->bins - (cub ? 2 : 0);

    expect(h);
    clear_counts(h);
    CUDA(launch(h, h->values, h->n));
    if (gpu_count_different(h->counts + cub, h->expected + cub,
                            inner * sizeof *h->counts)
        + gpu_count_unpoisoned(h->counts + h->bins, GUARD) > 0)
        die_wrong(h, h->n);
}

static void measure(struct histogram *h)
{
    const char *variant = variants[h->variant].name;
    const char *input = histogram_input_name(h->input);

    bench_progress("%s, %d bins, clusters of %d, %s", variant, h->bins,
                   h->plan.cluster_size, input);
    check_window(h);
    bool places = has_places(h);
    if (places) {
        h->place = PLACES - 1;
        check_window(h);
        h->place = 0;
    }
    struct gpu_time time = gpu_time(places ? launch_places : launch_window, h);
    if (places)
        time.ms = bench_scaled(time.ms, 1.0 / TURNS);
    struct bench_row row = gpu_row(h->n * sizeof *h->values, time);
    bench_row(&row, "%s,%d,%d,%d,%s,%zu", variant, h->plan.cluster_size,
              h->plan.active_clusters, h->bins, input, h->n);
}

/* Makes the plan for a cluster size. False where there is none. */
static bool make_plan(struct histogram *h, int cluster_size)
{
    if (h->variant == CUB) {
        h->plan = (struct histogram_plan){ .cluster_size = 1,
                                           .active_clusters = 1 };
        return cluster_size == 1;
    }
    CUDA(plan_histogram((enum histogram_way)h->variant, h->bins, cluster_size,
                        &h->plan));
    return h->plan.active_clusters > 0;
}

/* Are all values counted by the L2? */
static bool in_l2(const struct histogram *h)
{
    return h->variant == HISTOGRAM_GLOBAL || h->variant == HISTOGRAM_SPREAD;
}

/* A launch counts one of so many parts of the pool. */
static size_t parts(const struct histogram *h, bool whole)
{
    if (whole)
        return h->variant == HISTOGRAM_SPREAD ? 4 : 1;
    return !in_l2(h) ? 4 : h->input == HISTOGRAM_EQUAL ? 256 : 64;
}

/* Makes the plan, if this point is one to measure. Every cluster size is for
 * the variants that show what it does, with uniform input; else the smallest
 * that has room for the bins. */
static bool plan_point(struct histogram *h, int cluster_size)
{
    bool whole = h->input == HISTOGRAM_UNIFORM && !bench_options.quick;
    bool every = whole && (h->variant == HISTOGRAM_REMOTE
                           || h->variant == HISTOGRAM_OWNER
                           || h->variant == HISTOGRAM_EXCHANGE);
    /* With fewer bins another variant is the one to look at. */
    int least_bins = h->variant == HISTOGRAM_NARROW   ? 1 << 14
                   : h->variant == HISTOGRAM_EXCHANGE ? 1 << 16
                                                      : 1;

    h->n = h->pool / parts(h, whole) / 4 * 4; /* each begins at an int4 */
    if (!bench_wanted(variants[h->variant].name) || h->bins < least_bins
        || (h->variant == HISTOGRAM_SPREAD && h->bins > MAX_SPREAD))
        return false;
    for (int smaller = 1; smaller < cluster_size && !every; smaller *= 2)
        if (make_plan(h, smaller))
            return false;
    return make_plan(h, cluster_size);
}

/* Calls `action` on every point there is to measure, in order; `begin`, where
 * there is one, before the first of each input and number of bins. */
static void each_point(struct histogram *h, void (*begin)(struct histogram *),
                       void (*action)(struct histogram *))
{
    for (int input = 0; input < HISTOGRAM_INPUTS; input++)
        for (int bins = 1 << 8; bins <= MAX_BINS; bins *= 4) {
            if (bench_options.quick
                && (input > 0 || (bins > 1 << 8 && bins < 1 << 16)))
                continue;
            h->input = (enum histogram_input)input;
            h->bins = bins;
            if (begin)
                begin(h);
            for (h->variant = 0; h->variant < VARIANTS; h->variant++)
                for (int size = 1; size <= MAX_CLUSTER; size *= 2)
                    if (plan_point(h, size))
                        action(h);
        }
}

static int points;

static void count_point(struct histogram *h)
{
    (void)h;
    points++;
}

int main(int argc, char **argv)
{
    struct bench_program program = {
        .name = "histogram",
        .summary = "Counts an array of ints into bins.",
        .variants = variants,
        .min_bytes = (size_t)1 << 20,
        .max_bytes = (size_t)1 << 30,
        .element_bytes = (size_t)4 << 10, /* a 256th of it is an int4 */
    };

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();

    struct histogram h = { .stream = gpu->stream };
    size_t places = (size_t)PLACES * PLACE;
    if (bench_wanted(variants[HISTOGRAM_SPREAD].name)) {
        size_t apart = (size_t)MAX_SPREAD * HISTOGRAM_APART * sizeof *h.counts;
        h.apart = gpu_alloc(apart + places);
        CUDA(cudaMemsetAsync(h.apart, 0, apart + places, h.stream));
    }
    if (bench_wanted(variants[CUB].name)) {
        CUDA(launch_histogram_cub(NULL, &h.cub_bytes, NULL,
                                  bench_options.max_bytes / sizeof(int), NULL,
                                  MAX_BINS, h.stream));
        h.cub = gpu_alloc(h.cub_bytes + places);
    }
    gpu_fit(1); /* of what these have left */
    h.pool = bench_options.max_bytes / sizeof(int);
    size_t room = h.pool > BENCH_AWKWARD_MOST ? h.pool : BENCH_AWKWARD_MOST;
    h.values = gpu_alloc(room * sizeof *h.values);
    h.counts = gpu_alloc(MAX_BINS * sizeof *h.counts + GUARD);
    h.expected = gpu_alloc(MAX_BINS * sizeof *h.expected);

    each_point(&h, NULL, count_point);
    if (gpu->major < 9)
        bench_note("left_out", "exchange: needs compute capability 9.0");
    bench_columns(BENCH_RATE,
                  "variant,cluster_size,active_clusters,bins,input,values",
                  "sm_mhz", points);

    h.bins = AWKWARD_BINS;
    h.awkward = bench_alloc(BENCH_AWKWARD_MOST * sizeof *h.awkward);
    for (int input = 0; input < HISTOGRAM_INPUTS; input++) {
        h.input = (enum histogram_input)input;
        begin_awkward_sizes(&h);
        for (h.variant = 0; h.variant < VARIANTS; h.variant++)
            for (int size = 1; size <= MAX_CLUSTER; size *= 2) {
                bool alone = in_l2(&h) || h.variant == CUB;
                if (!bench_wanted(variants[h.variant].name)
                    || (alone && size > 1) || !make_plan(&h, size))
                    continue;
                check_awkward_sizes(&h);
                /* So many values to so few blocks fill counters of 16 bits. */
                h.plan.active_clusters = 1;
                check_awkward_sizes(&h);
            }
    }
    free(h.awkward);
    each_point(&h, fill_pool, measure);
    return bench_finish();
}
