/* l2_distance.c - how long a load from the L2 takes, from each SM to each of some lines.
 *
 * The L2 of a large GPU has two halves. A row is one pair of an SM and a line: one thread of the SM
 * follows a chain within the line, by loads that bypass the L1. All SMs do so at once, so that a
 * recording takes milliseconds; they begin with different lines. 16 lines, spread over 4 MiB, make
 * 2,112 rows, from which a figure draws two groups of SMs.
 * ns is cycles at the clock that the kernel saw.
 *
 * Predicted for an H200: two modes, 210 cycles to the near half and 300 to the far one, because a
 * chain of random lines takes 265 on average and a crossing some 90. Each is 40 wide, because the
 * distance of a slice differs. For a line the SMs are two groups of about 66, and the groups are
 * the same for all lines, only that near and far change places; about 8 lines lie in each half.
 * It may turn out otherwise: if a line of the far half is copied to the near one when it is read,
 * there is one mode alone, at 210 to 260 cycles.
 * Found: two halves, but only 30 cycles apart, or 15 ns: 264 cycles on average within a half and
 * 293 across. The two ranges overlap, 244 to 286 and 267 to 327, because some SMs are up to 31
 * cycles farther from all lines than others. If the means of each SM and of each line are
 * subtracted, 64 SMs are nearer to 9 lines and 68 to the other 7 (66 and 66 on another card), and
 * none lies in between. A far line is far the second time as well, although each half keeps copies
 * of what its SMs read: if all SMs read 24 MiB, each line crosses about once (counters.csv, l2).
 * These loads do not cross either: when ncu left the caches alone, it counted 100,900 requests of
 * the SMs, of which 936 crossed. So a far line is answered from a copy in the reader's half as
 * well, and it is not known what takes the 15 ns.
 */
#include "harness/gpu.h"
#include "../kernels/l2_distance.h"
#include "harness/chain.h"

enum { LINES = 16, QUICK_LINES = 4, MOST_LAUNCHES = 1000 };

static const struct bench_variant variants[] = {
    { "line", "a chain within one line" },
    { NULL, NULL },
};

struct pair {
    struct bench_point point; /* its elements are the steps */
    unsigned sm, line;
};

static char *lines; /* on the GPU, `spacing` bytes apart */
static size_t spacing;
static unsigned count;
static uint32_t next[L2_SLOTS];
static struct l2_found *found_gpu, *found; /* of one launch, with a guard behind it on the GPU */
static uint64_t *clock_gpu;
static double *cycles; /* of all launches: of a pair one after the other */
static double mhz;     /* the median of all launches */
static int launches;

static size_t pair_number(const struct pair *p)
{
    return (size_t)p->sm * count + p->line;
}

/* Runs one launch and brings back what it found. Returns the clock in MHz. */
static double launch_once(void)
{
    size_t bytes = (size_t)gpu->sms * count * sizeof *found;
    uint64_t clock[2];

    gpu_poison(found_gpu, bytes + GPU_GUARD);
    CUDA(launch_l2_distance(found_gpu, clock_gpu, lines, spacing, count, (unsigned)gpu->sms,
                            gpu->shared_bytes_per_sm / 2, gpu->stream));
    gpu_download(found, found_gpu, bytes);
    gpu_download(clock, clock_gpu, sizeof clock);
    return clock[1] ? (double)clock[0] * 1e3 / (double)clock[1] : 0;
}

/* Returns 1 if the chase of a pair did not come to the right slot, and counts the guard. */
static size_t check(void *point)
{
    const struct pair *p = point;
    size_t slot = follow_chain(next, 0, 2 * L2_STEPS % L2_SLOTS);
    const char *end = lines + p->line * spacing + slot * sizeof(void *);

    return (found[pair_number(p)].end != end)
         + gpu_count_guard(found_gpu + (size_t)gpu->sms * count);
}

static void run_all(void)
{
    size_t pairs = (size_t)gpu->sms * count;
    double *clocks = bench_alloc((size_t)launches * sizeof *clocks);

    launch_once(); /* the clock may still be rising */
    for (int i = 0; i < launches; i++) {
        clocks[i] = launch_once();
        for (size_t k = 0; k < pairs; k++)
            cycles[k * (size_t)launches + (size_t)i] = (double)found[k].cycles / L2_STEPS;
    }
    mhz = bench_median(clocks, launches).median;
}

static void measure(void *point)
{
    const struct pair *p = point;
    struct bench_row *row = &((struct pair *)point)->point.row;
    struct bench_median m = bench_median(cycles + pair_number(p) * (size_t)launches, launches);

    row->ns = bench_scaled(m, mhz > 0 ? 1e3 / mhz : 0);
    row->clock_mhz = mhz;
    row->rated_mhz = gpu->sm_mhz;
}

static void allocate(void)
{
    uint64_t slots[L2_SLOTS];

    gpu_fit(1);
    count = bench_options.quick ? QUICK_LINES : LINES;
    spacing = bench_options.max_bytes / count / L2_LINE * L2_LINE;
    launches = bench_options.samples > 25 ? bench_options.samples : 25;
    if (launches > MOST_LAUNCHES)
        launches = MOST_LAUNCHES;
    size_t pairs = (size_t)gpu->sms * count;
    lines = gpu_alloc(spacing * count);
    found_gpu = gpu_alloc(pairs * sizeof *found + GPU_GUARD);
    clock_gpu = gpu_alloc(2 * sizeof *clock_gpu);
    found = bench_alloc(pairs * sizeof *found);
    cycles = bench_alloc(pairs * (size_t)launches * sizeof *cycles);
    make_chain(next, L2_SLOTS, bench_options.seed);
    for (unsigned line = 0; line < count; line++) {
        char *at = lines + line * spacing;

        for (int i = 0; i < L2_SLOTS; i++)
            slots[i] = (uint64_t)(uintptr_t)at + next[i] * sizeof *slots;
        gpu_upload(at, slots, sizeof slots);
    }
}

static void points(void)
{
    for (unsigned sm = 0; sm < (unsigned)gpu->sms; sm++)
        for (unsigned line = 0; line < count; line++) {
            struct pair p = {
                .point = { .variant = "line", .n = L2_STEPS, .measure = measure },
                .sm = sm,
                .line = line,
            };
            bench_add(&p, sizeof p, "%u,%u", sm, line);
        }
}

static const struct bench_experiment l2_distance = {
    .summary = "Loads lines in the L2 from every SM, to find the near and the far half.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 64 << 10, .max = 4 << 20, .element = L2_LINE },
    .kind = BENCH_LATENCY,
    .columns = "variant,sm,line",
    .work = { "follows", "steps" },
    .hooks = { .open = allocate, .points = points, .ready = run_all, .check = check },
};
BENCH_MAIN(l2_distance, gpu_machine)
