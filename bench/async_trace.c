/* async_trace.c - when tiles are asked for, when they have arrived, and when they have been read.
 *
 * All SMs read as in async.c, and one block notes the times of its tiles; another launch notes
 * another block. The rows are twelve tiles in the middle of a launch. Their times count from when
 * the tile before them was asked for, and are medians over many launches. `arrived` is when the
 * block has waited for the tile: if it was busy, the tile may have come earlier.
 *
 * The table itself shows what noting costs: a tile should take as long from one row to the next as
 * it does in async.csv, SMs x tile_bytes / gbs.
 *
 * ns is cycles at the clock that the kernels saw.
 *
 * Predicted for an H200: noting adds some 15 ns to a trip, but at its end, where the block waits
 * for memory, so a tile comes as often as in async.csv, to within 2 %: every 730 ns with plain, 771
 * with groups and 712 with bulk one tile ahead, 499 and 486 four ahead. A tile that arrives is the
 * moment to ask for the next, so it is in flight for one of these times with one ahead: 335 ns that
 * a lone load takes, 130 for 16 KiB to enter the SM at 64 bytes per cycle, and 250 behind tiles of
 * other SMs. Four ahead it is in flight for four of them, 1,940 ns with bulk and 2,000 with groups,
 * of which 1,500 are queues, because DRAM is at its limit. Reading takes 8 loads from shared memory
 * one after the other, 25 ns each, so 200 ns with plain; before it comes the asking, 60 ns with
 * bulk and 80 with groups. So one ahead the block waits for 450 of 712 ns, and four ahead for 220
 * of 486, half of it for its own barriers. With plain a tile is asked for 30 ns before the last has
 * arrived, by the time that the slowest warp has stored it.
 * Found: a tile comes every 727 ns with plain, 762 and 711 with groups and bulk one ahead, as
 * predicted, and 526 and 481 four ahead, where it is in flight for 2,100 and 1,915 ns. Reading
 * takes longer than we thought: 390 ns with plain, 360 to 370 with bulk and 470 to 550 with groups,
 * so the block is busier and waits less.
 */
#include "harness/reads.h"
#include "../kernels/async_trace.h"

enum { TILES = 12, FIRST = TRACE_TRIPS / 2, MOST_LAUNCHES = 1000, QUICK_LAUNCHES = 25 };

enum event { ASKED, ARRIVED, READ, EVENTS };
static const char *const events[] = { "asked", "arrived", "read" };

static const struct variant {
    struct bench_variant is;
    enum async_means means;
} variants[] = {
    { { "plain", "loads into registers, stored to shared memory" }, ASYNC_PLAIN },
    { { "groups", "cp.async, 16 bytes at a time" }, ASYNC_GROUPS },
    { { "bulk", "cp.async.bulk, a tile at a time" }, ASYNC_BULK },
    { { NULL, NULL }, 0 },
};

struct traced {
    struct bench_point point; /* its elements are the ints that a launch reads */
    enum async_means means;
    int ahead, tile;
    enum event event;
};

static struct async_trace *trace_gpu, trace; /* of one launch, with a guard behind it on the GPU */
static double cycles[TILES][EVENTS][MOST_LAUNCHES];
static double mhz; /* the median of all launches */
static int launches;

/* A second block on an SM would need more shared memory than there is left. */
static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct traced *t = point;
    size_t n = t->point.n;

    CUDA(launch_async_trace(t->means, t->ahead, trace_gpu, (int)(i % (size_t)gpu->sms), reads_sums,
                            reads_window(i, n), n, gpu->sms,
                            bench_larger(TRACE_RING, gpu->shared_bytes_per_sm / 2), stream));
}

/* Returns how many of the first tiles have notes that cannot be right. A block gets a tile, reads
 * it, and gets the next. It asks for a tile once it has read the one that used its place, and
 * before it has read the one after that. */
static size_t count_wrong_notes(const struct async_note *notes, int tiles, int ahead)
{
    size_t wrong = 0;

    for (int k = 0; k < tiles; k++)
        wrong += notes[k].asked >= notes[k].arrived || notes[k].arrived >= notes[k].read
              || (k > 0 && notes[k - 1].read >= notes[k].arrived)
              || (k > 0 && notes[k - 1].asked >= notes[k].asked)
              || (k >= ahead && notes[k - ahead].read <= notes[k].asked)
              || (k > ahead && notes[k - ahead - 1].read >= notes[k].asked);
    return wrong;
}

/* Checks that a launch has read all of its ints, and that its notes can be right. */
static size_t check(void *point)
{
    struct traced *t = point;
    size_t tiles = t->point.n * sizeof(int) / TRACE_TILE / (size_t)gpu->sms;

    gpu_poison(trace_gpu, sizeof trace + GPU_GUARD);
    size_t wrong = reads_check(point, gpu->sms);
    gpu_download(&trace, trace_gpu, sizeof trace);
    return wrong + count_wrong_notes(trace.notes, (int)tiles, t->ahead)
         + gpu_count_guard(trace_gpu + 1);
}

/* Keeps the times of launch number i. Returns the clock in MHz. */
static double keep_times(int i)
{
    gpu_download(&trace, trace_gpu, sizeof trace);
    for (int tile = 0; tile < TILES; tile++) {
        const struct async_note *note = &trace.notes[FIRST + tile];
        const uint64_t times[EVENTS] = { note->asked, note->arrived, note->read };

        for (int event = 0; event < EVENTS; event++)
            cycles[tile][event][i] = (double)(times[event] - trace.notes[FIRST - 1].asked);
    }
    return trace.ns ? (double)trace.cycles * 1e3 / (double)trace.ns : 0;
}

/* Checks launches of a few tiles for each block and of all, then times the latter. */
static void begin(void *point)
{
    static double clocks[MOST_LAUNCHES];
    struct traced *t = point;
    size_t trip = t->point.n / TRACE_TRIPS;

    bench_check_at(check, point, trip, 2 * trip, 7 * trip, t->point.n);
    for (int i = 0; i < launches; i++) {
        launch(point, (size_t)i, gpu->stream);
        clocks[i] = keep_times(i);
    }
    mhz = bench_median(clocks, launches).median;
}

static void measure(void *point)
{
    const struct traced *t = point;
    struct bench_row *row = &((struct traced *)point)->point.row;
    struct bench_median m = bench_median(cycles[t->tile][t->event], launches);

    row->ns = bench_scaled(m, mhz > 0 ? 1e3 / mhz : 0);
    row->clock_mhz = mhz;
    row->rated_mhz = gpu->sm_mhz;
}

static size_t launch_bytes(void)
{
    return (size_t)gpu->sms * TRACE_TRIPS * TRACE_TILE;
}

static void allocate(void)
{
    gpu_need_bulk_copies();
    launches = bench_options.quick ? QUICK_LAUNCHES : MOST_LAUNCHES;
    if (launches < bench_options.samples)
        launches = bench_options.samples;
    reads_allocate(launch_bytes(), (size_t)gpu->sms);
    trace_gpu = gpu_alloc(sizeof trace + GPU_GUARD);
}

static void points(void)
{
    int group = 0;

    for (const struct variant *v = variants; v->is.name; v++)
        for (int ahead = 1; ahead <= (v->means == ASYNC_PLAIN ? 1 : TRACE_AHEAD);
             ahead += TRACE_AHEAD - 1, group++)
            for (int tile = 0; tile < TILES; tile++)
                for (enum event event = ASKED; event < EVENTS; event++) {
                    struct traced t = { .point = { .variant = v->is.name,
                                                   .n = launch_bytes() / sizeof(int),
                                                   .group = group,
                                                   .launch = launch,
                                                   .measure = measure },
                                        .means = v->means,
                                        .ahead = ahead,
                                        .tile = tile,
                                        .event = event };

                    bench_add(&t, sizeof t, "%d,%d,%d,%d,%s", TRACE_TILE, ahead, TRACE_THREADS,
                              tile + 1, events[event]);
                }
}

static const struct bench_experiment async_trace = {
    .summary = "Notes when tiles of GPU memory are asked for, arrive, and have been read.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = TRACE_TILE, .max = TRACE_TILE },
    .kind = BENCH_LATENCY,
    .columns = "variant,tile_bytes,ahead,threads_per_sm,tile,event",
    .work = { "reads", "ints" },
    .hooks = { .open = allocate, .points = points, .begin = begin },
};
BENCH_MAIN(async_trace, gpu_machine)
