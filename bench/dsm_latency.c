/* dsm_latency.c - what one load of shared memory takes, one's own and that of
 * another block, by cluster size and by which block.
 *
 * `self` is a block's own memory by the loads that `next` makes, from addresses
 * that hold the block's rank: between local and self lies what the instruction
 * costs, between self and next what the network does. It has one row, in a
 * cluster of two, so that its launch is that of the first `next` but for the
 * owner.
 *
 * Predicted for an H200: local 33 cycles; self some 10 more, since a load that
 * is not told which memory it is of has to find out; the others 181 to 213, for
 * they lie across the network of the SMs of a GPC, nearer than the L2 and its
 * 270 cycles; hardly more in a larger cluster, where paths differ from one pair
 * of SMs to another.
 * Found: local 23 cycles, since a chase whose values are addresses has nothing
 * to add to them, and self 26: the rest is the network. 175 to 198 in a cluster
 * of two, 190 to 209 in larger ones, on a few GPUs of one kind.
 */
#include "harness/gpu.h"
#include "../kernels/dsm_latency.h"
#include "harness/chain.h"

#include <string.h>

enum { GUARD = GPU_ALIGNMENT };

enum pattern { LOCAL, SELF, NEXT, LAST, ALL, PATTERNS };

static const struct bench_variant patterns[PATTERNS + 1] = {
    [LOCAL] = { "local", "a chain in the block's own memory" },
    [SELF] = { "self", "the same by loads that could reach any block" },
    [NEXT] = { "next", "block 0 loads from block 1" },
    [LAST] = { "last", "block 0 loads from the last block" },
    [ALL] = { "all", "block 0 loads from all the others in random order" },
};

struct chase {
    struct dsm_end *end;
    uint32_t *next; /* on the GPU */
    struct dsm_owners owners;
    unsigned cluster_size;
    size_t steps; /* of a launch */
};

static cudaError_t chase_launch(void *work, size_t i, cudaStream_t stream)
{
    const struct chase *c = work;

    (void)i;
    return launch_dsm_latency(c->end, c->next, c->owners, c->cluster_size,
                              c->steps, stream);
}

static struct dsm_owners owners_of(enum pattern pattern, unsigned size)
{
    switch (pattern) {
    case NEXT:
        return (struct dsm_owners){ 1, 1 };
    case LAST:
        return (struct dsm_owners){ size - 1, 1 };
    case ALL:
        return (struct dsm_owners){ 1, size - 1 };
    default:
        return (struct dsm_owners){ 0, 1 };
    }
}

//> reference
static struct dsm_end dsm_latency_reference(const uint32_t *next,
                                            struct dsm_owners owners,
                                            size_t steps)
{
    uint32_t at = 0;

    for (size_t i = 0; i < steps; i++)
        at = next[at];
    return (struct dsm_end){ at, owners.first + at % owners.count };
}
//< reference

static void check(const struct chase *c, const char *pattern,
                  const uint32_t *next, cudaStream_t stream)
{
    unsigned char got[sizeof(struct dsm_end) + GUARD], expected[sizeof got];
    struct dsm_end end = dsm_latency_reference(next, c->owners,
                                               c->steps % DSM_LINKS);

    memset(expected, GPU_POISON, sizeof expected);
    memcpy(expected, &end, sizeof end);
    CUDA(cudaMemsetAsync(c->end, GPU_POISON, sizeof got, stream));
    CUDA(chase_launch((void *)c, 0, stream));
    CUDA(cudaMemcpyAsync(got, c->end, sizeof got, cudaMemcpyDeviceToHost,
                         stream));
    CUDA(cudaStreamSynchronize(stream));
    if (memcmp(got, expected, sizeof got) != 0)
        die("variant %s, cluster size %u: walks %zu steps wrongly", pattern,
            c->cluster_size, c->steps);
}

static void measure(struct chase *c, const char *pattern, const uint32_t *next,
                    cudaStream_t stream)
{
    static const size_t awkward_steps[] = { 0, 1, 2, 15, 16, 17, 1023, 1024,
                                            1025 };

    bench_progress("%s, clusters of %u", pattern, c->cluster_size);
    for (size_t i = 0; i < sizeof awkward_steps / sizeof *awkward_steps; i++) {
        c->steps = awkward_steps[i];
        check(c, pattern, next, stream);
    }
    c->steps = 1;
    while (!gpu_runs_long(chase_launch, c))
        c->steps *= 2;
    check(c, pattern, next, stream);

    struct gpu_time time = gpu_time(chase_launch, c);
    struct bench_row row = gpu_latency_row(c->steps, time);
    bench_row(&row, "%s,%u", pattern, c->cluster_size);
}

/* Is a row to have that pattern and cluster size? */
static bool is_wanted(enum pattern pattern, unsigned size)
{
    if (!bench_wanted(patterns[pattern].name))
        return false;
    return pattern == LOCAL ? size == 1 : pattern == SELF ? size == 2
                                                          : size > 1;
}

int main(int argc, char **argv)
{
    static const unsigned sizes[] = { 1, 2, 4, 8, 16 };
    enum { SIZES = sizeof sizes / sizeof *sizes };
    static uint32_t next[DSM_LINKS];
    struct bench_program program = {
        .name = "dsm_latency",
        .summary = "Follows a chain through the shared memories of a cluster.",
        .variants = patterns,
        .min_bytes = sizeof next,
        .max_bytes = sizeof next,
    };
    int clusters[SIZES], points = 0;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_need_clusters();
    if (gpu->shared_bytes_per_block < DSM_LATENCY_SHARED_BYTES)
        bench_exit(BENCH_CANNOT_RUN, "a block needs %d KiB of shared memory, "
                   "and has at most %zu", DSM_LATENCY_SHARED_BYTES >> 10,
                   gpu->shared_bytes_per_block >> 10);
    make_chain(next, DSM_LINKS, bench_options.seed);
    struct chase c = { .end = gpu_alloc(sizeof *c.end + GUARD),
                       .next = gpu_alloc(sizeof next) };
    CUDA(cudaMemcpyAsync(c.next, next, sizeof next, cudaMemcpyHostToDevice,
                         gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));

    for (int s = 0; s < SIZES; s++) {
        CUDA(dsm_latency_clusters(&clusters[s], sizes[s]));
        for (int p = 0; p < PATTERNS; p++)
            points += clusters[s] > 0 && is_wanted((enum pattern)p, sizes[s]);
    }
    bench_columns(BENCH_LATENCY, "pattern,cluster_size", "sm_mhz", points);
    for (int p = 0; p < PATTERNS; p++)
        for (int s = 0; s < SIZES; s++) {
            if (clusters[s] == 0 || !is_wanted((enum pattern)p, sizes[s]))
                continue;
            c.cluster_size = sizes[s];
            c.owners = owners_of((enum pattern)p, sizes[s]);
            measure(&c, patterns[p].name, next, gpu->stream);
        }
    return bench_finish();
}
