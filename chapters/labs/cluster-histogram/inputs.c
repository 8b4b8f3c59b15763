/* inputs.c - the lab `cluster-histogram`: what is asked, for which inputs, and beside what it is
 * timed. */
#include "../../../bench/lab/gpu_lab.h"
#include "../../../kernels/histogram.h"
#include "../../../kernels/inflight.h"
#include "../histograms.h"

/* So many bins of 4 bytes do not fit into the shared memory of one block, but into that of two. */
enum { MOST_BINS = 1 << 16 };

static void gpu_fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
    CUDA(fill_histogram_input((int *)input, c->n, (enum histogram_input)c->pattern, seed, c->bins,
                              gpu->stream));
}

static void gpu_expect(uint32_t *counts, const uint32_t *values, const struct lab_case *c)
{
    CUDA(cudaMemsetAsync(counts, 0, (size_t)c->bins * sizeof *counts, gpu->stream));
    CUDA(count_histogram((const int *)values, c->n, counts, c->bins, gpu->stream));
}

static void count(enum histogram_way way, int cluster_size, uint32_t *counts,
                  const uint32_t *values, const struct lab_case *c)
{
    struct histogram_plan plan;

    CUDA(plan_histogram(way, c->bins, cluster_size, &plan));
    if (plan.active_clusters == 0)
        bench_exit(BENCH_CANNOT_RUN, "%s has no clusters of %d blocks with so much shared memory",
                   gpu->name, cluster_size);
    CUDA(launch_histogram((const int *)values, c->n, counts, c->bins, &plan, gpu->stream));
}

static void global(uint32_t *counts, const uint32_t *values, const struct lab_case *c)
{
    count(HISTOGRAM_GLOBAL, 1, counts, values, c);
}

static void remote(uint32_t *counts, const uint32_t *values, const struct lab_case *c)
{
    count(HISTOGRAM_REMOTE, 2, counts, values, c);
}

static void owner(uint32_t *counts, const uint32_t *values, const struct lab_case *c)
{
    count(HISTOGRAM_OWNER, 2, counts, values, c);
}

/* Reads the values and adds them up. */
static void only_read(uint32_t *counts, const uint32_t *values, const struct lab_case *c)
{
    static uint32_t *sums;

    if (!sums)
        sums = gpu_alloc((size_t)inflight_sum_shape(c->n).blocks * sizeof *sums);
    CUDA(launch_inflight_sum(sums, (const int *)values, c->n, gpu->stream));
}

#define FUNCTION(name) (void (*)(void)) name
const struct lab_variant lab_variants[] = {
    { "global", FUNCTION(global), false },
    { "remote", FUNCTION(remote), false },
    { "owner", FUNCTION(owner), false },
    { "read", FUNCTION(only_read), true },
    { NULL, NULL, false },
};

/* Few values, numbers of values and bins that are no multiple of anything, and values that are all
 * alike, or outside of the bins. */
static const struct lab_case awkward[] = {
    EACH_PATTERN(0, 1),
    EACH_PATTERN(1, 1),
    EACH_PATTERN(5, 3),
    EACH_PATTERN(1000, 1000),
    EACH_PATTERN(4099, 7),
    EACH_PATTERN(65537, 4097),
    EACH_PATTERN(300007, 65533),
    EACH_PATTERN(1 << 20, MOST_BINS),
    { .n = LAB_END },
};

const struct lab lab = {
    .function = "histogram",
    .patterns = patterns,
    .awkward = awkward,
    .timed = { .n = 256 << 20, .bins = MOST_BINS, .pattern = HISTOGRAM_UNIFORM },
    .bytes_per_element = sizeof(int32_t),
    .alignment = 16,
    .fill = fill,
    .expect = expect,
};

const struct gpu_lab gpu_lab = { .fill = gpu_fill, .expect = gpu_expect };
