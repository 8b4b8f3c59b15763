/* sm_pairs.c - how long a load from the shared memory of another SM takes, for each pair of SMs
 * that were in one cluster.
 *
 * The GPU decides which SMs a cluster gets, so clusters of each size are launched many times, and a
 * pair has a row if any of them had both. All samples of a pair are one median, whatever the size.
 * ns is cycles at the clock that the kernel saw.
 *
 * Predicted for an H200: the time depends on the two SMs alone. Those of a TPC take 176 or 186
 * cycles, and the others 180 to 215, in steps, by where their TPCs are in the GPC; it is the same
 * in both directions. 18 x 17 pairs for each whole GPC make some 2,000 rows.
 * Found: 172 to 212 cycles, in 1,748 rows, and no less within a TPC: 190 on average, as elsewhere.
 */
#include "harness/gpu.h"
#include "../kernels/sm_pairs.h"
#include "harness/chain.h"

enum { PAIRS = SM_PAIRS_MOST * SM_PAIRS_MOST, MOST_CLUSTER = 16, SIZES = 4, MOST_LAUNCHES = 100 };

static const struct bench_variant variants[] = {
    { "chase", "a chain in the other SM's shared memory" },
    { NULL, NULL },
};

struct pair {
    struct bench_point point; /* its elements are the steps */
    unsigned sm, owner;
};

static uint32_t next[SM_PAIRS_LINKS], *next_gpu;
static struct sm_pairs_found *found_gpu, *found; /* of PAIRS, on the GPU with a guard */
static uint64_t *clock_gpu;
static double *cycles; /* `room` of each pair */
static int *samples;   /* how many of a pair there are */
static uint32_t *ends; /* where the last chase of a pair ended */
static double mhz;
static int launches, room;

/* Runs one launch, and adds what it found to the samples. Returns the clock in MHz. */
static double launch_once(unsigned size, unsigned clusters)
{
    uint64_t clock[2];

    CUDA(cudaMemsetAsync(found_gpu, 0, PAIRS * sizeof *found, gpu->stream));
    CUDA(launch_sm_pairs(found_gpu, clock_gpu, next_gpu, size, clusters, gpu->stream));
    gpu_download(found, found_gpu, PAIRS * sizeof *found);
    gpu_download(clock, clock_gpu, sizeof clock);
    for (int pair = 0; pair < PAIRS; pair++)
        if (found[pair].cycles) {
            cycles[pair * room + samples[pair]++] = (double)found[pair].cycles / SM_PAIRS_STEPS;
            ends[pair] = found[pair].link;
        }
    return clock[1] ? (double)clock[0] * 1e3 / (double)clock[1] : 0;
}

static void run_all(void)
{
    double *clocks = bench_alloc((size_t)room * sizeof *clocks);
    int count = 0;

    for (unsigned size = 2; size <= MOST_CLUSTER; size *= 2) {
        int clusters;

        CUDA(sm_pairs_clusters(&clusters, size));
        for (int i = 0; i < launches && clusters > 0; i++)
            clocks[count++] = launch_once(size, (unsigned)clusters);
    }
    mhz = bench_median(clocks, count).median;
}

/* Returns 1 if the last chase of a pair did not come to the right link, and counts the guard. */
static size_t check(void *point)
{
    const struct pair *p = point;

    return (ends[p->sm * SM_PAIRS_MOST + p->owner]
            != follow_chain(next, 0, 2 * SM_PAIRS_STEPS % SM_PAIRS_LINKS))
         + gpu_count_guard(found_gpu + PAIRS);
}

static void measure(void *point)
{
    const struct pair *p = point;
    struct bench_row *row = &((struct pair *)point)->point.row;
    size_t pair = p->sm * SM_PAIRS_MOST + p->owner;
    struct bench_median m = bench_median(cycles + pair * (size_t)room, samples[pair]);

    row->ns = bench_scaled(m, mhz > 0 ? 1e3 / mhz : 0);
    row->clock_mhz = mhz;
    row->rated_mhz = gpu->sm_mhz;
}

static void allocate(void)
{
    gpu_need_clusters();
    launches = bench_options.samples > 25 ? bench_options.samples : 25;
    if (launches > MOST_LAUNCHES)
        launches = MOST_LAUNCHES;
    room = SIZES * launches;
    make_chain(next, SM_PAIRS_LINKS, bench_options.seed);
    next_gpu = gpu_alloc(sizeof next);
    gpu_upload(next_gpu, next, sizeof next);
    found_gpu = gpu_alloc(PAIRS * sizeof *found + GPU_GUARD);
    gpu_poison(found_gpu, PAIRS * sizeof *found + GPU_GUARD);
    clock_gpu = gpu_alloc(2 * sizeof *clock_gpu);
    found = bench_alloc(PAIRS * sizeof *found);
    cycles = bench_alloc((size_t)PAIRS * (size_t)room * sizeof *cycles);
    samples = bench_alloc(PAIRS * sizeof *samples);
    ends = bench_alloc(PAIRS * sizeof *ends);
    for (int pair = 0; pair < PAIRS; pair++)
        samples[pair] = 0;
}

/* Which pairs there are is known only afterwards. */
static void points(void)
{
    run_all();
    for (unsigned sm = 0; sm < SM_PAIRS_MOST; sm++)
        for (unsigned owner = 0; owner < SM_PAIRS_MOST; owner++) {
            struct pair p = {
                .point = { .variant = "chase", .n = SM_PAIRS_STEPS, .measure = measure },
                .sm = sm,
                .owner = owner,
            };

            if (samples[sm * SM_PAIRS_MOST + owner] > 0)
                bench_add(&p, sizeof p, "%u,%u", sm, owner);
        }
}

static const struct bench_experiment sm_pairs = {
    .summary = "Loads shared memory of every SM that another SM can reach.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof next, .max = sizeof next },
    .kind = BENCH_LATENCY,
    .columns = "variant,sm,owner_sm",
    .work = { "takes", "steps" },
    .hooks = { .open = allocate, .points = points, .check = check },
};
BENCH_MAIN(sm_pairs, gpu_machine)
