/* clusters.cu - launches every kernel that works in a cluster, on one cluster,
 * with every pattern and size, a few trips each. For sanitize.bats: the race
 * checker takes minutes for a GPU full of clusters. That the results are right
 * is checked by the programs themselves.
 *
 * It also launches the kernel that starts early, which bench/timers.c leaves
 * out if launches block. `clusters early` launches nothing else. */
#include "../kernels/dsm.h"
#include "../kernels/dsm_latency.h"
#include "../kernels/dsm_stride.h"
#include "../kernels/histogram.h"
#include "../kernels/sm_pairs.h"
#include "../kernels/ladder.h"
#include "../kernels/multicast.h"
#include "../kernels/timers.h"

#include <cstdio>
#include <cstdlib>

#define CUDA(call) check((call), #call, __LINE__)
static void check(cudaError_t error, const char *call, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "clusters.cu:%d: %s: %s\n", line, call, cudaGetErrorString(error));
    exit(1);
}

#define LAUNCH(call) (CUDA(call), CUDA(cudaDeviceSynchronize()))

template <typename type>
static type *zeros(size_t n)
{
    void *p;

    CUDA(cudaMalloc(&p, n * sizeof(type)));
    CUDA(cudaMemset(p, 0, n * sizeof(type)));
    return (type *)p;
}

static void run_dsm(unsigned size)
{
    static uint32_t *sums = zeros<uint32_t>(16 * DSM_MOST_THREADS);
    static uint32_t *data = zeros<uint32_t>(16 * DSM_WORDS * 4);

    for (int i = DSM_LOCAL; i <= DSM_HOT; i++) {
        dsm_pattern pattern = (dsm_pattern)i;
        if ((size == 1) != (pattern == DSM_LOCAL))
            continue;
        dsm_work work = {};
        work.sums = sums;
        work.data = data;
        work.pattern = pattern;
        work.cluster_size = size;
        work.clusters = 1;
        work.trips = 3;
        work.alone = pattern == DSM_ONE_WAY;
        work.threads = DSM_THREADS;
        for (work.loads = 8; work.loads > 0; work.loads /= 2)
            LAUNCH(launch_dsm_load(&work, nullptr));
        work.loads = 1;
        LAUNCH(launch_dsm_store(&work, nullptr));
        if (size > 1)
            LAUNCH(launch_dsm_bulk(&work, nullptr));
    }
}

static void run_dsm_latency(unsigned size)
{
    static uint32_t *next = zeros<uint32_t>(DSM_LINKS);
    static dsm_end *end = zeros<dsm_end>(1);

    LAUNCH(launch_dsm_latency(end, next, { 0, size }, size, 64, nullptr));
    if (size > 1)
        LAUNCH(launch_dsm_latency(end, next, { 1, 1 }, size, 64, nullptr));
}

static void run_dsm_stride()
{
    uint32_t *sums = zeros<uint32_t>(2 * DSM_STRIDE_THREADS);
    uint32_t *data = zeros<uint32_t>(2 * DSM_STRIDE_WORDS);

    for (int remote = 0; remote < 2; remote++)
        for (unsigned stride = 1; stride <= DSM_STRIDE_MOST; stride *= 2) {
            dsm_stride_work work = { sums, data, stride, 1, 13, remote != 0 };
            LAUNCH(launch_dsm_stride(&work, nullptr));
        }
}

static void run_histogram(unsigned size)
{
    const int bins = 1 << 12;
    const size_t tile = 1 << 14; /* values that exchange sorts at a time */
    /* Three tiles for each block of a small cluster, and a tail; the checker
     * takes too long for as many of a large one. */
    const size_t n = size <= 4 ? 3 * size * tile + 1 : 2 * tile + 1;
    static int *values = zeros<int>(3 * 4 * tile + 1);
    static unsigned *counts = zeros<unsigned>(bins);

    CUDA(fill_histogram_input(values, n, HISTOGRAM_UNIFORM, 1, bins, nullptr));
    for (histogram_way way : { HISTOGRAM_REMOTE, HISTOGRAM_OWNER,
                               HISTOGRAM_NARROW, HISTOGRAM_PACKED,
                               HISTOGRAM_EXCHANGE }) {
        histogram_plan plan;
        CUDA(plan_histogram(way, bins, (int)size, &plan));
        if (plan.active_clusters == 0)
            continue; /* exchange alone */
        plan.active_clusters = 1;
        LAUNCH(launch_histogram(values, n, counts, bins, &plan, nullptr));
    }
    if (size == 1) {
        histogram_plan plan;
        CUDA(plan_histogram(HISTOGRAM_PARTITION, bins, 1, &plan));
        LAUNCH(launch_histogram_partition(
            values, n, zeros<char>(histogram_partition_bytes(n)), counts, bins,
            &plan, nullptr));
    }
}

static void run_sm_pairs(unsigned size)
{
    static sm_pairs_found *found =
        zeros<sm_pairs_found>(SM_PAIRS_MOST * SM_PAIRS_MOST);
    static uint64_t *clock = zeros<uint64_t>(2);
    static uint32_t *next = zeros<uint32_t>(SM_PAIRS_LINKS);

    LAUNCH(launch_sm_pairs(found, clock, next, size, 1, nullptr));
}

static void run_multicast(unsigned size)
{
    const size_t tiles = 8;
    static uint32_t *sums = zeros<uint32_t>(16);
    static char *from = zeros<char>(tiles * MULTICAST_TILE);

    for (bool shared : { false, true }) {
        multicast_work work = { sums, from, 2 * tiles, tiles, size, 1, shared };
        LAUNCH(launch_multicast(&work, nullptr));
    }
}

static void run_ladder()
{
    ladder_read read = { zeros<uint32_t>(2),
                         zeros<char>(4 * LADDER_CHUNK_BYTES), 2, 2, 3 };
    ladder_chase chase = {};

    chase.position = zeros<const void *>(1);
    chase.next = zeros<uint32_t>(LADDER_LINKS);
    chase.steps = 64;
    LAUNCH(launch_ladder_read(LADDER_REMOTE, &read, nullptr));
    LAUNCH(launch_ladder_chase(LADDER_REMOTE, &chase, nullptr));
}

/* Three launches that may overlap, with a last block that is not full. */
static void run_early()
{
    const size_t n = 1300;
    float *x = zeros<float>(n), *y = zeros<float>(n);

    for (int i = 0; i < 3; i++)
        CUDA(launch_timers_early(y, x, 2, n, nullptr));
    CUDA(cudaDeviceSynchronize());
}

int main(int argc, char **)
{
    run_early();
    if (argc > 1)
        return 0;
    for (unsigned size : { 1, 2, 4, 8, 16 }) {
        run_dsm(size);
        run_dsm_latency(size);
        run_histogram(size);
        if (size > 1) {
            run_sm_pairs(size);
            run_multicast(size);
        }
    }
    run_dsm_stride();
    run_ladder();
}
