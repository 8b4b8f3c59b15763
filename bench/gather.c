/* gather.c - random reads and writes of small granules, by the size of the region they fall in.
 *
 * A launch makes independent accesses to granules of 32, 64 or 128 bytes, aligned to their size.
 * The granules are drawn at random, and each launch draws others. Loads bypass the L1. We write the
 * whole region once before, so all of its pages exist. Regions that fit in the L2 are served by it;
 * of a region of 1 GiB the L2 still holds 5 %.
 *
 * Predicted for an H200 (4,814 GB/s), in TB/s:
 * From 1 to 64 GiB the lines are flat. DRAM is read 64 bytes at a time, and each access opens a row
 * of its own. Of 192 pseudo channels each opens a row in about 4 ns, so there are 48 accesses per
 * nanosecond: gathers reach 1.5 with 32 bytes and twice as much, 3.0, with 64. The second half of a
 * line lies in the row that is open, so 128 bytes reach 4.0. Scatters of 64 and 128 bytes are 10 %
 * slower, 2.7 and 3.6, because the bus has to turn round for what the L2 wrote. Those of 32 bytes
 * write half of what DRAM takes, which has to be read first for ECC: 0.8.
 * Beyond 64 GiB the TLB misses: Walker ("Enabling full-speed random access to the entire memory on
 * the A100 GPU", 2024) found that the TLBs of an A100 reach 64 GB. If those of an H200 do as well,
 * 47 % of the accesses to 120 GiB miss, and we expect a third of the bandwidth: 32 bytes reach 0.5,
 * and 64 and 128 bytes 1.0 and 2.0, because then the number of accesses is limited.
 *
 * Found: level up to 64 GiB, and a cliff behind it, as predicted. There gathers of 32, 64 and 128
 * bytes reach 1.21 to 1.34, 2.42 to 2.66 and 4.04 to 4.18, so there are 38 to 42 accesses per
 * nanosecond and not 48, and scatters 0.93, 1.79 and 3.26. Beyond the cliff we were too hopeful: at
 * 120 GiB 32 bytes reach 0.22. From 80 to 120 GiB 3.2 misses per nanosecond are served, at each
 * size of region and granule, if we take the TLB to reach just 64 GiB.
 */
#include "harness/gpu.h"
#include "../kernels/gather.h"

static const struct variant {
    struct bench_variant is;
    gather_launcher *launch;
    bool writes;
} variants[] = {
    { { "gather", "random reads" }, launch_gather, false },
    { { "scatter", "random writes" }, launch_scatter, true },
    { { NULL, NULL }, NULL, false },
};

static const size_t moved_bytes = (size_t)256 << 20; /* by a launch, or --max-bytes if less */
static const size_t gib = (size_t)1 << 30;
static const int granules[] = { 32, 64, 128 };

enum {
    ALIGNED = 128,                   /* a region is a number of the largest granules */
    AWKWARD_REGION = 1021 * ALIGNED, /* a prime number of them, for awkward checks */
};

struct gather {
    struct bench_point point; /* its elements are accesses */
    const struct variant *variant;
    struct gather_accesses accesses; /* all but its region, first and n */
};

static char *region; /* with a guard behind it */
static uint32_t *sums;
static bool is_random; /* the region holds random data */

static struct gather_accesses accesses_of(const struct gather *g, size_t i)
{
    struct gather_accesses a = g->accesses;

    a.region = region;
    a.n = g->point.n;
    a.first = i * a.n;
    return a;
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct gather *g = point;
    struct gather_accesses a = accesses_of(g, i);

    CUDA(g->variant->launch(sums, &a, stream));
}

/* Makes launch number 1, because number 0 would not show whether the launches differ. Behind the
 * part of the region that it may touch lies a guard, as behind the whole region. */
static size_t check(void *point)
{
    struct gather *g = point;
    struct gather_accesses a = accesses_of(g, 1);
    uint32_t sum[2] = { 0, 0 };

    if (!g->variant->writes) {
        gpu_upload(sums, sum, sizeof sum);
        launch(g, 1, gpu->stream);
        CUDA(sum_gathered(sums + 1, &a, bench_options.seed, gpu->stream));
        gpu_download(sum, sums, sizeof sum);
        return sum[0] != sum[1];
    }
    is_random = false;
    gpu_poison(region, a.region_bytes + GPU_GUARD);
    launch(g, 1, gpu->stream);
    CUDA(count_scattered(gpu_counter(), &a, GPU_POISON, gpu->stream));
    return gpu_counted() + gpu_count_guard(region + a.region_bytes);
}

static size_t check_awkward(void *point)
{
    struct gather small = *(struct gather *)point;

    small.accesses.region_bytes = AWKWARD_REGION;
    return check(&small);
}

static void begin(void *point)
{
    const struct gather *g = point;

    if (g->variant->writes || is_random)
        return;
    gpu_fill_random(region, bench_larger(bench_options.max_bytes, AWKWARD_REGION) / 4,
                    bench_options.seed);
    is_random = true;
}

static void allocate(void)
{
    gpu_fit(1);
    region = gpu_alloc(bench_larger(bench_options.max_bytes, AWKWARD_REGION) + GPU_GUARD);
    sums = gpu_alloc(2 * sizeof *sums);
}

static void add(const struct variant *v, int granule, size_t bytes)
{
    size_t moved = bench_options.max_bytes < moved_bytes ? bench_options.max_bytes : moved_bytes;
    size_t n = moved / (size_t)granule;
    struct gather g = {
        .point = { .variant = v->is.name,
                   .n = n,
                   .bytes = n * (size_t)granule,
                   .group = granule,
                   .launch = launch },
        .variant = v,
        .accesses = { .region_bytes = bytes,
                      .granule_bytes = granule,
                      .seed = bench_options.seed + 1 },
    };

    bench_add(&g, sizeof g, "%d,%zu", granule, bytes);
}

/* The steps are small where we expect the reach of the TLB. */
static size_t larger_region(size_t bytes)
{
    if (bytes < gib)
        return 16 * bytes < gib ? 16 * bytes : gib;
    return bytes < 16 * gib ? 2 * bytes : bytes + 16 * gib;
}

static void points(void)
{
    size_t most = bench_options.max_bytes / ALIGNED * ALIGNED;

    for (const struct variant *v = variants; v->is.name; v++)
        for (size_t i = 0; i < sizeof granules / sizeof *granules; i++) {
            size_t bytes = bench_options.min_bytes;

            for (; bytes < most; bytes = larger_region(bytes))
                add(v, granules[i], bytes);
            add(v, granules[i], most);
        }
}

static const struct bench_experiment gather = {
    .summary = "Reads and writes small pieces of GPU memory at random.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 1 << 20,
               .max = (size_t)120 << 30, /* 128 GiB would not fit in 141 GB: see gpu_fit() */
               .quick_max = (size_t)4 << 30,
               .element = ALIGNED },
    .columns = "variant,granule_bytes,region_bytes",
    .work = { "makes", "accesses" },
    .hooks = { .open = allocate,
               .points = points,
               .begin = begin,
               .awkward = check_awkward,
               .check = check },
};
BENCH_MAIN(gather, gpu_machine)
