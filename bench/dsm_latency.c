/* dsm_latency.c - how long one load of shared memory takes, from a block's own memory and from that
 * of another block, by cluster size and by which block.
 *
 * `self` reads a block's own memory with the loads that `next` uses, from addresses that hold the
 * block's rank. So local and self differ by what the instruction costs, and self and next by what
 * the network costs. self has one row, in a cluster of two, where its launch differs from that of
 * `next` by the owner alone.
 *
 * Predicted for an H200: local takes 33 cycles, self some 10 more, and the others 181 to 213,
 * because they cross the network of the SMs of a GPC, which is nearer than the L2.
 * Found: local takes 23 cycles, because a chase whose values are addresses has nothing to add to
 * them, and self 26. The others take 175 to 198 in a cluster of two, and 190 to 209 in larger ones.
 */
#include "harness/gpu.h"
#include "../kernels/dsm_latency.h"
#include "harness/chain.h"

enum pattern { LOCAL, SELF, NEXT, LAST, ALL, PATTERNS };

static const struct bench_variant patterns[PATTERNS + 1] = {
    [LOCAL] = { "local", "a chain in the block's own memory" },
    [SELF] = { "self", "the same by loads that could reach any block" },
    [NEXT] = { "next", "block 0 loads from block 1" },
    [LAST] = { "last", "block 0 loads from the last block" },
    [ALL] = { "all", "block 0 loads from all the others in random order" },
};

struct chase {
    struct bench_point point; /* its elements are the steps of a launch */
    struct dsm_owners owners;
    unsigned cluster_size;
};

static uint32_t next[DSM_LINKS], *next_gpu; /* the chain */
static struct dsm_end *end;                 /* on the GPU, with a guard behind it */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct chase *c = point;

    CUDA(launch_dsm_latency(end, next_gpu, c->owners, c->cluster_size, c->point.n, stream));
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

static struct dsm_end dsm_latency_reference(struct dsm_owners owners, size_t steps)
{
    uint32_t at = (uint32_t)follow_chain(next, 0, steps);

    return (struct dsm_end){ at, owners.first + at % owners.count };
}

static size_t check_steps(void *point)
{
    struct chase *c = point;
    struct dsm_end expected = dsm_latency_reference(c->owners, c->point.n % DSM_LINKS);

    return gpu_check_launch(point, end, &expected, sizeof expected);
}

static size_t check(void *point)
{
    struct bench_point *p = point;

    bench_check_at(check_steps, point, 0, 1, 2, 15, 16, 17, 1023, 1024, 1025);
    gpu_lengthen(p, 1);
    p->accesses = p->n;
    return check_steps(point);
}

static void prepare(void)
{
    gpu_need_clusters();
    if (gpu->shared_bytes_per_block < DSM_LATENCY_SHARED_BYTES)
        bench_exit(BENCH_CANNOT_RUN, "a block needs %d KiB of shared memory, and has at most %zu",
                   DSM_LATENCY_SHARED_BYTES >> 10, gpu->shared_bytes_per_block >> 10);
    make_chain(next, DSM_LINKS, bench_options.seed);
    end = gpu_alloc(sizeof *end + GPU_GUARD);
    next_gpu = gpu_alloc(sizeof next);
    gpu_upload(next_gpu, next, sizeof next);
}

static void points(void)
{
    for (int p = 0; p < PATTERNS; p++)
        for (unsigned size = 1; size <= 16; size *= 2) {
            struct chase c = {
                .point = { .variant = patterns[p].name, .launch = launch },
                .owners = owners_of((enum pattern)p, size),
                .cluster_size = size,
            };
            bool has_row = p == LOCAL ? size == 1 : p == SELF ? size == 2 : size > 1;
            int clusters;

            CUDA(dsm_latency_clusters(&clusters, size));
            if (clusters > 0 && has_row)
                bench_add(&c, sizeof c, "%u", size);
        }
}

static const struct bench_experiment dsm_latency = {
    .summary = "Follows a chain through the shared memories of a cluster.",
    .variants = { patterns, sizeof *patterns },
    .bytes = { .min = sizeof next, .max = sizeof next },
    .kind = BENCH_LATENCY,
    .columns = "pattern,cluster_size",
    .work = { "takes", "steps" },
    .hooks = { .open = prepare, .points = points, .check = check },
};
BENCH_MAIN(dsm_latency, gpu_machine)
