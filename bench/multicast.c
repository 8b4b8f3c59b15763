/* multicast.c - bytes per second that reach the shared memories of a cluster whose blocks all want
 * the same, if each has its own copy sent, or if one copy goes to all of them.
 *
 * The rows of `dram` read a window of a pool far larger than the L2 once, the next launch the next
 * window. The rows of `l2` read 16 MiB again and again within a launch. `bytes` are those that
 * arrive: cluster_size times what is read.
 *
 * Predicted for an H200: from DRAM both read at 4,300 GB/s where the L2 can keep up, so they
 * deliver that times the blocks of a cluster, but with `each` the L2 delivers no more than the
 * 10,500 GB/s of Chapter 7: from clusters of 4 on it is the limit, and shared copies pay. From the
 * L2, `each` delivers 10,500 in any cluster, and `shared` twice as much in clusters of two, and in
 * larger ones what an SM can take in, 64 bytes per cycle or 16,700 GB/s. Clusters of 16 leave SMs
 * empty.
 *
 * Found: `shared` delivers 15,800 GB/s in clusters of two and 21,500 in those of four, 91 bytes per
 * cycle and SM, and `each` hardly less, far more than the L2 reads. A unit before the L2 merges
 * what the blocks of a cluster ask for at about the same time: the L2 counts as many requests as
 * for `shared` up to clusters of four, and 2.7 times as many, not 16 times, in those of 16. There
 * `shared` is slower, 15,300 against 19,600, largely because a place is free only when the slowest
 * of 16 blocks has read it: if blocks give a place back as soon as its tile has arrived, half of
 * the difference is gone. The network is not the limit, because one cluster alone is as fast per SM
 * as seven. If arrivals at the barriers of other blocks have a fence for the cluster in them,
 * `shared` stops at 3,300, because a fence takes 1,000 cycles while copies are in flight.
 */
#include "harness/gpu.h"
#include "../kernels/multicast.h"

static const struct variant {
    struct bench_variant is;
    bool shared;
} variants[] = {
    { { "each", "each block has its own copy of a tile sent to it" }, false },
    { { "shared", "each block has a part of the tile sent to all" }, true },
    { { NULL, NULL }, false },
};

enum { TILE_INTS = MULTICAST_TILE / 4 };
static const size_t warm_tiles = (16 << 20) / MULTICAST_TILE;

struct multicast {
    struct bench_point point; /* its elements are tiles */
    struct multicast_work work;
};

static char *from; /* a pool of pool_bytes */
static size_t pool_bytes;
static uint32_t *sums, *got; /* of the blocks, on the GPU and here */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    struct multicast_work work = ((struct multicast *)point)->work;

    work.from = from;
    if (work.tiles == work.distinct)
        work.from += gpu_window(i, (size_t)work.tiles * MULTICAST_TILE, pool_bytes);
    CUDA(launch_multicast(&work, stream));
}

/* Returns the sum of the first tiles. */
static uint32_t tiles_reference(size_t tiles)
{
    return gpu_sum_random(tiles * TILE_INTS, bench_options.seed);
}

/* Together the blocks with the same rank have read every tile. */
static size_t check_tiles(void *point)
{
    struct multicast *m = point;
    struct multicast_work *w = &m->work;
    size_t blocks = (size_t)w->clusters * w->cluster_size, wrong = 0;

    w->tiles = (unsigned)m->point.n;
    gpu_poison(sums, blocks * sizeof *sums + GPU_GUARD);
    launch(point, 0, gpu->stream);
    gpu_download(got, sums, blocks * sizeof *sums);
    uint32_t expected = (uint32_t)(w->tiles / w->distinct) * tiles_reference(w->distinct)
                      + tiles_reference(w->tiles % w->distinct);
    for (unsigned rank = 0; rank < w->cluster_size; rank++) {
        uint32_t sum = 0;
        for (size_t b = rank; b < blocks; b += w->cluster_size)
            sum += got[b];
        wrong += sum != expected;
    }
    return wrong + gpu_count_guard(sums + blocks);
}

static size_t check(void *point)
{
    struct multicast *m = point;
    size_t tiles = m->point.n, few = m->work.clusters;

    bench_check_at(check_tiles, point, 0, 1, 2, few - 1, few, few + 1, 7 * few + 3);
    m->point.n = tiles;
    return check_tiles(point);
}

static void allocate(void)
{
    gpu_need_clusters();
    gpu_fit(1);
    pool_bytes = gpu_pool_bytes(bench_larger(bench_options.max_bytes, warm_tiles * MULTICAST_TILE));
    from = gpu_alloc(pool_bytes);
    sums = gpu_alloc((size_t)gpu->sms * sizeof *sums + GPU_GUARD);
    got = bench_alloc((size_t)gpu->sms * sizeof *got);
    gpu_fill_random(from, pool_bytes / sizeof(int), bench_options.seed);
}

static void points(void)
{
    size_t tiles = bench_options.max_bytes / MULTICAST_TILE;

    for (const struct variant *v = variants; v->is.name; v++)
        for (int dram = 0; dram < 2; dram++)
            for (unsigned size = 2; size <= MULTICAST_MOST_BLOCKS; size *= 2) {
                int clusters;

                CUDA(multicast_active_clusters(&clusters, size));
                struct multicast m = {
                    .point = { .variant = v->is.name,
                               .n = tiles,
                               .bytes = tiles * MULTICAST_TILE * size,
                               .launch = launch,
                               .cold = dram },
                    .work = { .sums = sums,
                              .distinct = (unsigned)(dram ? tiles : warm_tiles),
                              .cluster_size = size,
                              .clusters = (unsigned)clusters,
                              .shared = v->shared },
                };
                if (clusters > 0)
                    bench_add(&m, sizeof m, "%s,%u,%d", dram ? "dram" : "l2", size, clusters);
            }
}

static const struct bench_experiment multicast = {
    .summary = "Brings the same bytes to all blocks of a cluster.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = MULTICAST_TILE,
               .max = (size_t)2 << 30,
               .quick_max = (size_t)256 << 20,
               .element = MULTICAST_TILE },
    .columns = "variant,memory,cluster_size,active_clusters",
    .work = { "brings", "tiles" },
    .hooks = { .open = allocate, .points = points, .check = check },
};
BENCH_MAIN(multicast, gpu_machine)
