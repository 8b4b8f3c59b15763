/* cluster_sync.c - how long blocks of a cluster take to wait for each other, by cluster size, and a
 * thread for its own accesses to memory.
 *
 * A row is one meeting; the two of a round of `ping` are there and back. A fence has one thread,
 * which has nothing to wait for, so this is the least that it can cost.
 *
 * Predicted for an H200: cluster.sync() takes 240 cycles whatever the size, because an arrival
 * crosses the network between SMs once; without its order of accesses it takes no less. mbarriers
 * take 280 cycles in pairs and 340 in clusters of 16, because each block arrives 16 times; ping
 * takes 240 one way. Fences of a block, a cluster, the GPU and the system take 10, 60, 120 and 700.
 * Found: cluster.sync() takes 349 to 355 cycles, and 76 to 84 without the order: the fence costs
 * more than the barrier. mbarriers take 424 and 678, and ping 486. Fences take 13, 277, 277 and
 * 1,036: that of a cluster is that of the GPU.
 * Predicted then for arrivals: 150 cycles in pairs and 400 in clusters of 16. Found: 149 and 299.
 */
#include "harness/gpu.h"
#include "../kernels/cluster_sync.h"

static const struct variant {
    struct bench_variant is;
    enum cluster_sync_way way;
    unsigned least, most; /* blocks */
    unsigned meetings;    /* in a round */
} variants[] = {
    { { "full", "cluster.sync()" }, CLUSTER_SYNC_FULL, 2, 16, 1 },
    { { "relaxed", "the same without order of accesses" }, CLUSTER_SYNC_RELAXED, 2, 16, 1 },
    { { "mbarriers", "every block arrives at every other's" }, CLUSTER_SYNC_MBARRIERS, 2, 16, 1 },
    { { "arrivals", "the same without order of accesses" }, CLUSTER_SYNC_ARRIVALS, 2, 16, 1 },
    { { "ping", "two blocks answer each other by mbarriers" }, CLUSTER_SYNC_PING, 2, 2, 2 },
    { { "fence_block", "a fence of the block" }, CLUSTER_SYNC_BLOCK, 1, 1, 1 },
    { { "fence_cluster", "a fence of the cluster" }, CLUSTER_SYNC_CLUSTER, 1, 1, 1 },
    { { "fence_gpu", "a fence of the GPU" }, CLUSTER_SYNC_GPU, 1, 1, 1 },
    { { "fence_system", "a fence of the system" }, CLUSTER_SYNC_SYSTEM, 1, 1, 1 },
    { { NULL, NULL }, CLUSTER_SYNC_FULL, 0, 0, 0 },
};

struct meeting {
    struct bench_point point; /* its elements are rounds */
    const struct variant *variant;
    unsigned cluster_size;
    bool checked;
};

static uint32_t *done, *tokens; /* on the GPU, the first with a guard */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct meeting *m = point;

    CUDA(launch_cluster_sync(m->variant->way, done, tokens, m->cluster_size, (unsigned)m->point.n,
                             m->checked, stream));
}

static size_t check_rounds(void *point)
{
    struct meeting *m = point;
    uint32_t expected[CLUSTER_SYNC_MOST_BLOCKS];

    for (unsigned rank = 0; rank < m->cluster_size; rank++)
        expected[rank] = (uint32_t)m->point.n;
    return gpu_check_launch(point, done, expected, m->cluster_size * sizeof *expected);
}

/* Checks with numbers that the blocks exchange, then the rounds that are timed. */
static size_t check(void *point)
{
    struct meeting *m = point;

    m->checked = true;
    bench_check_at(check_rounds, point, 0, 1, 2, 3, 100, 1001);
    m->checked = false;
    gpu_lengthen(&m->point, 1);
    m->point.accesses = m->point.n * m->variant->meetings;
    return check_rounds(point);
}

static void prepare(void)
{
    gpu_need_clusters();
    done = gpu_alloc(CLUSTER_SYNC_MOST_BLOCKS * sizeof *done + GPU_GUARD);
    tokens = gpu_alloc(CLUSTER_SYNC_MOST_BLOCKS * sizeof *tokens);
    gpu_poison(tokens, CLUSTER_SYNC_MOST_BLOCKS * sizeof *tokens); /* blocks read them too */
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (unsigned size = v->least; size <= v->most; size *= 2) {
            struct meeting m = {
                .point = { .variant = v->is.name, .launch = launch, .single = true },
                .variant = v,
                .cluster_size = size,
            };
            int clusters;

            CUDA(cluster_sync_clusters(&clusters, size));
            if (clusters > 0)
                bench_add(&m, sizeof m, "%u", size);
        }
}

static const struct bench_experiment cluster_sync = {
    .summary = "Has the blocks of a cluster wait for each other.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof(uint32_t), .max = sizeof(uint32_t) },
    .kind = BENCH_LATENCY,
    .columns = "variant,cluster_size",
    .work = { "meets for", "rounds" },
    .hooks = { .open = prepare, .points = points, .check = check },
};
BENCH_MAIN(cluster_sync, gpu_machine)
