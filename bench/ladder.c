/* ladder.c - bandwidth and latency of every level of the memory, one row each.
 *
 * The bandwidth is what all SMs read together, bytes asked for over time; of registers it is the 12
 * bytes that a multiply-add reads, see ladder.cu. The latency is that of one step of a chain that
 * one thread follows. working_set_bytes is what is read: of registers, shared and remote by one
 * block, of l1 by each SM, and of the others by all together. In dram each launch reads the half of
 * the set that the launch before it did not. A level that the machine has no room for is left out.
 *
 * Predicted for an H200: registers 401 TB/s and 4 cycles; shared 33 TB/s, 128 bytes per clock and
 * SM, and 33 cycles; remote 4 TB/s and 200 cycles; l1 as shared; l2 6 to 7 TB/s and 270 cycles;
 * dram 90 % of 4,814 GB/s and 600 ns; host 55 GB/s and more than 1 us.
 * Found: as predicted, but the latency of shared is 23 cycles (see dsm_latency.c) and that of dram
 * 335 to 350 ns, and l2 reaches 10.4 TB/s, far above the prediction.
 */
#include "harness/rungs.h"
#include "harness/chain.h"

/* Links of a chain through dram or host: their lines are more than any L2 keeps. */
enum { LINKS = 1 << 20 };

struct ladder {
    struct bench_point point;   /* the row */
    struct bench_point chasing; /* timed for the latency; its elements are steps */
    struct rung rung;           /* timed for the bandwidth */
    struct ladder_chase chase;
    size_t links, spacing; /* of the chain, and bytes from one link to the next */
    size_t walked;         /* steps since the walk was begun */
};

static uint32_t *next, *next_gpu; /* the chain, LINKS at most */
static const void **position;     /* of the walk, on the GPU, with a guard behind it */

/* Finds the struct ladder whose chase this is. */
static struct ladder *ladder_of(void *chasing)
{
    return (struct ladder *)(void *)((char *)chasing - offsetof(struct ladder, chasing));
}

static void chase_launch(void *point, size_t i, cudaStream_t stream)
{
    struct ladder *l = ladder_of(point);

    l->chase.steps = l->chasing.n;
    l->walked += l->chasing.n;
    CUDA(launch_ladder_chase(l->rung.level, &l->chase, stream));
}

/* In shared memory and registers each launch begins from the start. */
static bool starts_over(const struct ladder *l)
{
    return l->rung.level <= LADDER_REMOTE;
}

static size_t check_chase(void *point)
{
    const struct ladder *l = ladder_of(point);
    size_t steps = starts_over(l) ? l->chasing.n : l->walked;
    size_t end = follow_chain(next, 0, steps % l->links);

    if (l->rung.level == LADDER_REGISTERS)
        end = rotate_reference(rung_points[0][0], rung_points[0][LADDER_PAIRS][0], steps / 2);
    else if (!starts_over(l))
        end = (size_t)l->chase.lines + end * l->spacing;
    return gpu_count_unlike(position, &end, sizeof end) + gpu_count_guard(position + 1);
}

static size_t launch_and_check_chase(void *point)
{
    chase_launch(point, 0, gpu->stream);
    return check_chase(point);
}

/* Makes the chain of links. Without lines the kernel copies it to its shared memory or
 * registers. */
static void make_links(const struct ladder *l)
{
    unsigned char *lines = (unsigned char *)(uintptr_t)l->chase.lines;

    make_chain(next, l->links, bench_options.seed);
    gpu_upload(next_gpu, next, l->links * sizeof *next);
    if (l->rung.level == LADDER_HOST)
        for (size_t i = 0; i < l->links; i++) {
            const void *to = lines + next[i] * l->spacing;
            memcpy(lines + i * l->spacing, &to, sizeof to);
        }
    else if (lines)
        gpu_link_slots(lines, l->spacing, next_gpu, l->links);
}

/* Times following a chain. */
static void time_chasing(struct ladder *l)
{
    struct bench_point *point = &l->chasing;

    l->links = LADDER_LINKS;
    if (!starts_over(l)) {
        l->chase.lines = l->rung.level == LADDER_HOST ? (unsigned char *)rung_host : rung_pool;
        l->links = l->rung.set / LADDER_LINE < LINKS ? l->rung.set / LADDER_LINE : LINKS;
        l->spacing = l->rung.set / l->links / LADDER_LINE * LADDER_LINE;
    }
    make_links(l);
    if (l->rung.level == LADDER_DRAM) /* push the links that were just written out of the L2 */
        for (unsigned half = 0; half < l->rung.halves; half++)
            rung_launch(&l->rung, half, gpu->stream);
    gpu_poison(position, sizeof *position + GPU_GUARD);
    gpu_upload(position, &l->chase.lines, sizeof *position);
    l->chase.touched = l->links;
    l->walked = 0;
    bench_check_at(launch_and_check_chase, point, 0, 2, 16, 30, 258, 1026);
    if (l->rung.level == LADDER_L2) /* bring all links into the half of the L2 that is near */
        bench_check_at(launch_and_check_chase, point, l->links);
    gpu_lengthen(point, 2);
    bench_check(check_chase, point);
    gpu_time(&point, 1);
    bench_check(check_chase, point);
}

static void measure(void *point)
{
    struct ladder *l = point;
    struct bench_point *reading = &l->rung.reading;

    /* The chain of the level before has been written into the pool. */
    gpu_fill_random(rung_pool, rung_pool_bytes / sizeof(uint32_t), bench_options.seed);
    rung_choose_trips(&l->rung);
    gpu_time(&reading, 1);
    time_chasing(l);
    l->point.row = reading->row;
    l->point.row.bytes = rung_bytes(&l->rung);
    l->point.row.ns = bench_scaled(l->chasing.row.time, 1e6 / (double)l->chasing.n);
    /* Cycles are at the clock of the chain; but if the clock fell during the rate, the row must
     * show that. */
    if (!bench_throttled(&l->point.row))
        l->point.row.clock_mhz = l->chasing.row.clock_mhz;
}

static void allocate(void)
{
    rung_allocate();
    next = bench_alloc(LINKS * sizeof *next);
    next_gpu = gpu_alloc(LINKS * sizeof *next_gpu);
    position = gpu_alloc(sizeof *position + GPU_GUARD);
}

static void points(void)
{
    for (int level = 0; rungs[level].is.name; level++) {
        const char *name = rungs[level].is.name;
        struct ladder l = {
            .point = { .variant = name, .measure = measure },
            .rung = { .reading = { .variant = name, .launch = rung_launch },
                      .level = (enum ladder_level)level },
            .chasing = { .variant = name, .launch = chase_launch, .single = true },
            .chase = { .position = position, .next = next_gpu, .set = rung_points_gpu },
        };

        if (!bench_wanted(name))
            continue;
        if (rung_prepare(&l.rung))
            bench_add(&l, sizeof l, "%zu", l.rung.set);
        else
            bench_note("left_out", "%s: needs %s", name, rungs[level].needs);
    }
}

static const struct bench_experiment ladder = {
    .summary = "Reads every level of the memory, by all SMs and by one thread.",
    .variants = { rungs, sizeof *rungs },
    .bytes = { .min = RUNG_HALVES, .max = (size_t)4 << 30, .element = RUNG_HALVES },
    .kind = BENCH_BOTH,
    .columns = "level,working_set_bytes",
    .work = { "makes", "trips or steps" },
    .hooks = { .open = allocate, .points = points },
};
BENCH_MAIN(ladder, gpu_machine)
