/* dsm_stride.c - what it costs if the lanes of a warp do not read neighbouring words of shared
 * memory, their own block's and that of the other block of a cluster of two.
 *
 * Each launch is one wave of clusters of two, with two blocks per SM. Each lane reads 4 bytes at a
 * time. A row counts these bytes, and nothing that the hardware may move in addition.
 *
 * Predicted for an H200, in bytes per cycle and SM: `local` gets 128 and half of it with each
 * doubling of the stride, down to 4 at stride 32, because with stride s the lanes share 32 / s of
 * the 32 banks. `remote` gets 16 with stride 1, as dsm does. If the network moves sectors of 32
 * bytes, as the L2 does, then it gets half with each doubling up to stride 8, which is 2, and no
 * less after that: a sector for each lane is the worst there is, and the 4 that the banks can give
 * at stride 32 are still more. If it moved single words, remote would stay at 16 up to stride 8 and
 * then follow the banks, with 8 and 4.
 * Found: local is as predicted. remote gets 16.1, 8.1, 4.0 and 2.0 up to stride 8, so it moves
 * sectors, but at strides 16 and 32 it falls further, to 1.7 and 1.2.
 *
 * Predicted for the counters: a load of a warp touches 4, 8, 16, 32, 32 and 32 sectors, and all SMs
 * together receive 32 bytes for each of them: 1, 2, 4, 8, 8 and 8 bytes for each byte asked for. If
 * it is 8 or less at strides 16 and 32, then the bank conflicts of the other SM cost what is lost
 * there, and if it is more, then the network. They send as much as they receive, because what one
 * SM receives another has sent. local counts nothing.
 * Found: as predicted, with 8 bytes received for each byte asked for from stride 8 on. So what is
 * lost at strides 16 and 32 is lost in the SM that answers.
 */
#include "harness/gpu.h"
#include "../kernels/dsm_stride.h"
#include "harness/random.h"

#include <string.h>

static const struct bench_variant variants[] = {
    { "local", "the blocks read their own memory" },
    { "remote", "the two blocks of a cluster read each other's memory" },
    { NULL, NULL },
};

struct read {
    struct bench_point point; /* its elements are the trips of a launch */
    struct dsm_stride_work work;
};

static uint32_t *data, *data_gpu, *expected;
static uint32_t *sums; /* on the GPU, with a guard behind it */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    struct read *r = point;

    r->work.trips = (unsigned)r->point.n;
    CUDA(launch_dsm_stride(&r->work, stream));
}

/* Writes what each thread of all blocks leaves in sums. */
static void dsm_stride_reference(const struct dsm_stride_work *w)
{
    enum { WARPS = DSM_STRIDE_THREADS / 32, TURNS = DSM_STRIDE_PART / DSM_STRIDE_THREADS };

    memset(expected, 0, (size_t)w->clusters * 2 * DSM_STRIDE_THREADS * sizeof *expected);
    for (size_t b = 0; b < 2 * (size_t)w->clusters; b++) {
        const uint32_t *theirs = data + (w->remote ? b ^ 1 : b) * DSM_STRIDE_WORDS;
        for (size_t i = 0; i < DSM_STRIDE_PART; i++) {
            /* A square of `stride` rows: its words are numbered lane by lane. */
            size_t square = 32 * (size_t)w->stride, lane = i % square / w->stride;
            size_t row = i / square * w->stride + i % w->stride;
            size_t times = w->trips / TURNS + (row / WARPS < w->trips % TURNS);
            uint32_t *sum = expected + b * DSM_STRIDE_THREADS + row % WARPS * 32 + lane;
            for (size_t part = 0; part < DSM_STRIDE_LOADS; part++)
                *sum += (uint32_t)times * theirs[part * DSM_STRIDE_PART + i];
        }
    }
}

static size_t check_trips(void *point)
{
    struct read *r = point;

    r->work.trips = (unsigned)r->point.n;
    dsm_stride_reference(&r->work);
    return gpu_check_launch(point, sums, expected,
                            (size_t)r->work.clusters * 2 * DSM_STRIDE_THREADS * sizeof *sums);
}

static size_t check(void *point)
{
    struct read *r = point;
    struct dsm_stride_work *w = &r->work;
    unsigned clusters = w->clusters;

    w->clusters = 1;
    bench_check_at(check_trips, point, 0, 1, 2, 11, 12, 13, 25);
    w->clusters = clusters;
    gpu_lengthen(&r->point, 1); /* filling the memory takes under 1 % of that many trips */
    r->point.bytes =
        (size_t)w->trips * clusters * 2 * DSM_STRIDE_THREADS * DSM_STRIDE_LOADS * sizeof *data;
    return check_trips(point);
}

static unsigned active_clusters(void)
{
    int clusters;

    CUDA(dsm_stride_clusters(&clusters));
    return (unsigned)clusters;
}

static void allocate(void)
{
    gpu_need_clusters();
    size_t blocks = 2 * (size_t)active_clusters();
    if (blocks == 0)
        bench_exit(BENCH_CANNOT_RUN, "a block needs %d KiB of shared memory, and has %zu",
                   DSM_STRIDE_WORDS * 4 >> 10, gpu->shared_bytes_per_block >> 10);
    size_t sums_bytes = blocks * DSM_STRIDE_THREADS * sizeof *sums;
    data = bench_random(blocks * DSM_STRIDE_WORDS);
    data_gpu = gpu_alloc(blocks * DSM_STRIDE_WORDS * sizeof *data);
    expected = bench_alloc(sums_bytes);
    sums = gpu_alloc(sums_bytes + GPU_GUARD);
    gpu_fill_random(data_gpu, blocks * DSM_STRIDE_WORDS, bench_options.seed);
}

static void points(void)
{
    for (int remote = 0; remote < 2; remote++)
        for (unsigned stride = 1; stride <= DSM_STRIDE_MOST; stride *= 2) {
            struct read r = {
                .point = { .variant = variants[remote].name, .launch = launch },
                .work = { .sums = sums,
                          .data = data_gpu,
                          .stride = stride,
                          .clusters = active_clusters(),
                          .remote = remote },
            };
            bench_add(&r, sizeof r, "2,%u,%u", r.work.clusters, stride);
        }
}

static const struct bench_experiment dsm_stride = {
    .summary = "Reads shared memory of a cluster at strides.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = DSM_STRIDE_WORDS * 4, .max = DSM_STRIDE_WORDS * 4 },
    .columns = "variant,cluster_size,active_clusters,stride",
    .work = { "makes", "trips" },
    .hooks = { .open = allocate, .points = points, .check = check },
};
BENCH_MAIN(dsm_stride, gpu_machine)
