/* timers.c - one kernel timed in five ways, by size of the arrays.
 *
 * Each way names a time for one launch of the same SAXPY on the same two
 * arrays. The columns bytes and gbs are what that way would claim, so that
 * wrong times show as bandwidths which cannot be. Small arrays stay in the L2
 * and large ones do not, but alike for every way.
 *
 * y grows with every launch, but by a x alone, which stays the same: some
 * 2,000 at most. A sum of that and a far larger y is y, so it stops growing
 * near 2^35, and never overflows.
 *
 * Predicted for an H200: launch about 2 us whatever the size (T1), which at
 * 256 MiB claims 400,000 GB/s, 80 times the peak. There the others agree to
 * within 5 %, near 195 us: 805 MB at 4,150 GB/s. At 4 KiB the kernel is done
 * in 1 us or so; graph and held add the 0.7 us that lie between the launches
 * of a graph, which short launches become in gpu_time(), too; events add what
 * the host takes to launch, 5 us in all; sync that and the way back to the
 * host, 10 us (T2). Events count in steps of 32 ns, not 500 (T3), as the clock
 * of recent GPUs does.
 * Found: launch 2.4 to 4 us at all sizes, which at 256 MiB claims more than 40
 * times the peak. The others agree there to 4 %, at 250 us and not 195: 4 bytes
 * a load and thread are too few (see saxpy.c). At 4 KiB graph 0.94 us, held
 * 0.91, events 4.5 to 5.3 and sync 8 to 9. Events count in steps of 32 ns.
 * Where the host is shared, two runs in a row differ in launch, sync and events
 * by 1 to 12 %, mostly to the same side and on all CPUs alike. graph and held
 * agree.
 */
#include "harness/gpu.h"
#include "harness/instruments.h"
#include "../kernels/timers.h"
#include "harness/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRAPH_LAUNCHES = 100,
    TIMINGS = 20, /* of one launch, in a sample */
    GUARD = GPU_ALIGNMENT, /* poisoned bytes behind y that must stay so */
    PAIRS = 64, /* of events with nothing between */
};

static const float factor = 2; /* the article's a */

struct timers {
    const struct variant *variant;
    float *x, *y;
    size_t n; /* floats in each */
    cudaStream_t stream;
    cudaEvent_t start, stop;
    cudaGraphExec_t graph; /* of GRAPH_LAUNCHES launches */
};

static cudaError_t timers_launch(void *work, size_t i, cudaStream_t stream)
{
    struct timers *t = work;

    (void)i;
    return launch_timers_saxpy(t->y, t->x, factor, t->n, stream);
}

/* ---- Four ways; the fifth is gpu_time() ------------------------------ */

/* Each finds the stream empty and leaves it so, so that a launch never waits
 * for room in the queue. */

//> launch
static double take_launch(void *work)
{
    struct timers *t = work;

    double start = bench_seconds();
    CUDA(timers_launch(t, 0, t->stream));
    double seconds = bench_seconds() - start;

    CUDA(cudaDeviceSynchronize()); /* too late for the clock */
    return seconds * 1e3;
}
//< launch

//> sync
static double take_sync(void *work)
{
    struct timers *t = work;

    double start = bench_seconds();
    CUDA(timers_launch(t, 0, t->stream));
    CUDA(cudaDeviceSynchronize());
    return (bench_seconds() - start) * 1e3;
}
//< sync

//> events
static double take_events(void *work)
{
    struct timers *t = work;
    float ms;

    CUDA(cudaEventRecord(t->start, t->stream));
    CUDA(timers_launch(t, 0, t->stream));
    CUDA(cudaEventRecord(t->stop, t->stream));
    CUDA(cudaEventSynchronize(t->stop));
    CUDA(cudaEventElapsedTime(&ms, t->start, t->stop));
    return ms;
}
//< events

//> graph
static void capture(struct timers *t)
{
    cudaGraph_t graph;

    CUDA(cudaStreamBeginCapture(t->stream, cudaStreamCaptureModeThreadLocal));
    for (size_t i = 0; i < GRAPH_LAUNCHES; i++)
        CUDA(timers_launch(t, i, t->stream));
    CUDA(cudaStreamEndCapture(t->stream, &graph));
    CUDA(cudaGraphInstantiate(&t->graph, graph, 0));
    CUDA(cudaGraphDestroy(graph));
}

static double take_graph(void *work)
{
    struct timers *t = work;
    float ms;

    CUDA(cudaEventRecord(t->start, t->stream));
    CUDA(cudaGraphLaunch(t->graph, t->stream));
    CUDA(cudaEventRecord(t->stop, t->stream));
    CUDA(cudaEventSynchronize(t->stop));
    CUDA(cudaEventElapsedTime(&ms, t->start, t->stop));
    return (double)ms / GRAPH_LAUNCHES;
}
//< graph

static const struct variant {
    struct bench_variant is;
    double (*take)(void *work); /* null: gpu_time(); these come last */
    int launches;               /* that it takes */
} variants[] = {
    { { "launch", "CPU timer around the launch alone" }, take_launch, 1 },
    { { "sync", "CPU timer around the launch and the wait for its end" },
      take_sync, 1 },
    { { "events", "two events around one launch" }, take_events, 1 },
    { { "graph", "two events around a graph of 100 launches" }, take_graph,
      GRAPH_LAUNCHES },
    { { "held", "as in all other tables: batches, queued before they start" },
      NULL, 1 },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

/* A sample: the mean of some timings, since the clocks count in steps that are
 * more than half a percent of one. */
static double take_mean(void *work)
{
    struct timers *t = work;
    double ms = 0;

    for (int i = 0; i < TIMINGS; i++)
        ms += t->variant->take(t);
    return ms / TIMINGS;
}

/* A sample, after a timing that does not count: that one finds in the L2 what
 * other works left there, and a graph that was not the last to be launched
 * takes the host 6 us more to start (H200). */
static double take_sample(void *work)
{
    const struct variant *v = ((struct timers *)work)->variant;

    v->take(work);
    return v->launches > 1 ? v->take(work) : take_mean(work);
}

/* ---- Checks ---------------------------------------------------------- */

//> reference
static void timers_reference(float *y, const float *x, float a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
//< reference

/* Runs a way once on a fresh y with a poisoned guard behind it. */
static void run_once(struct timers *t)
{
    char *guard = (char *)(t->y + t->n);

    CUDA(cudaMemsetAsync(guard, GPU_POISON, GUARD, t->stream));
    gpu_fill_small(t->y, false, t->n, bench_options.seed + 1);
    if (t->variant->take)
        t->variant->take(t);
    else
        CUDA(timers_launch(t, 0, t->stream));
    CUDA(cudaStreamSynchronize(t->stream));
}

static void prepare(struct timers *t, const struct variant *variant, size_t n)
{
    t->n = n;
    t->variant = variant;
    if (variant->take == take_graph)
        capture(t);
}

static void finish(struct timers *t)
{
    if (t->variant->take == take_graph)
        CUDA(cudaGraphExecDestroy(t->graph));
}

/* Sizes that leave tails, against the reference on the host. All values are
 * whole and small, so that 100 launches with a are one with 100 a, exactly. */
static void check_awkward_sizes(struct timers *t, const struct variant *variant)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    size_t most = BENCH_AWKWARD_MOST * sizeof(float);
    unsigned char *got = bench_alloc(most + GUARD);
    unsigned char *expected = bench_alloc(most + GUARD);
    float *x = bench_alloc(most);

    for (size_t i = 0; i < most / sizeof *x; i++)
        x[i] = (float)random_small(bench_options.seed, i);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        size_t n = sizes[k], bytes = n * sizeof *x;
        float *y = (float *)expected;

        memset(expected, GPU_POISON, bytes + GUARD);
        for (size_t i = 0; i < n; i++)
            y[i] = (float)random_small(bench_options.seed + 1, i);
        timers_reference(y, x, factor * (float)variant->launches, n);

        CUDA(cudaMemcpyAsync(t->x, x, bytes, cudaMemcpyHostToDevice,
                             t->stream));
        prepare(t, variant, n);
        run_once(t);
        finish(t);
        CUDA(cudaMemcpyAsync(got, t->y, bytes + GUARD, cudaMemcpyDeviceToHost,
                             t->stream));
        CUDA(cudaStreamSynchronize(t->stream));
        if (memcmp(got, expected, bytes + GUARD) != 0)
            die("variant %s computes %zu floats wrongly", variant->is.name, n);
    }
    free(got);
    free(expected);
    free(x);
}

/* The size about to be timed, where it lies. */
static void check_whole(struct timers *t)
{
    const struct variant *variant = t->variant;

    run_once(t);
    size_t wrong = gpu_count_wrong_saxpy(t->y, false, t->n,
                                         factor * (float)variant->launches,
                                         bench_options.seed)
                 + gpu_count_unpoisoned(t->y + t->n, GUARD);
    if (wrong)
        die("variant %s computes %zu floats wrongly: %zu differ",
            variant->is.name, t->n, wrong);
}

/* ---- Events ---------------------------------------------------------- */

/* Records them all in a held stream. Returns false where it could not be held,
 * because launches block. */
static bool record_held(cudaEvent_t *events, int n, cudaStream_t stream)
{
    struct { unsigned gate, late; } *shared; /* as in gpu.c */

    CUDA(cudaMallocHost((void **)&shared, sizeof *shared));
    shared->gate = shared->late = 0;
    CUDA(hold_stream(&shared->gate, 1, &shared->late, stream));
    for (int i = 0; i < n; i++)
        CUDA(cudaEventRecord(events[i], stream));
    __atomic_store_n(&shared->gate, 1, __ATOMIC_RELEASE);
    CUDA(cudaStreamSynchronize(stream));
    bool held = !shared->late;
    CUDA(cudaFreeHost(shared));
    return held;
}

static double elapsed_ns(cudaEvent_t from, cudaEvent_t to)
{
    float ms;

    CUDA(cudaEventElapsedTime(&ms, from, to));
    return fabs(rint((double)ms * 1e6));
}

/* Notes how far apart two events with nothing between them are, and the step
 * that elapsed times are multiples of: the least difference among the times
 * from every event to every other. */
static void note_events(cudaStream_t stream)
{
    static cudaEvent_t events[2 * PAIRS];
    static double apart[PAIRS], times[PAIRS * (2 * PAIRS - 1)];
    double step = INFINITY;
    int n = 0;

    for (int i = 0; i < 2 * PAIRS; i++)
        CUDA(cudaEventCreate(&events[i]));
    record_held(events, 2 * PAIRS, stream); /* the first time is no measure */
    bool held = record_held(events, 2 * PAIRS, stream);

    for (int i = 0; i < PAIRS; i++)
        apart[i] = elapsed_ns(events[2 * i], events[2 * i + 1]);
    for (int i = 0; i < 2 * PAIRS; i++)
        for (int j = 0; j < i; j++) {
            times[n] = elapsed_ns(events[j], events[i]);
            n += times[n] < 1e6; /* a float of more is not exact to 1 ns */
        }
    bench_sort(times, n);
    for (int i = 1; i < n; i++)
        if (times[i] > times[i - 1])
            step = fmin(step, times[i] - times[i - 1]);
    if (isfinite(step)) /* else all were alike */
        bench_note("event_resolution_ns", "%g", step);
    bench_note("event_pair_ns", "%g", bench_median(apart, PAIRS).median);
    bench_note("event_pairs", "%d in a stream that was %s", PAIRS,
               held ? "held" : "not held");

    for (int i = 0; i < 2 * PAIRS; i++)
        CUDA(cudaEventDestroy(events[i]));
}

/* ---- Points ---------------------------------------------------------- */

/* The four ways in turn: what else runs on the host comes and goes within
 * tenths of a second, and the smallest sizes would be done in hundredths. Then
 * the fifth. */
static void measure(struct timers works[], int n)
{
    struct bench_median medians[BENCH_TURNS];
    int in_turn = 0; /* works, the first ones */

    while (in_turn < n && works[in_turn].variant->take
           && !bench_options.profile)
        in_turn++;
    if (in_turn > 0) {
        bench_progress("all in turn");
        gpu_sample_by_cpu_in_turn(take_sample, works, sizeof *works, in_turn,
                                  medians);
    }
    for (int i = 0; i < n; i++) {
        struct timers *t = &works[i];
        size_t bytes = t->n * sizeof *t->y;
        struct bench_row row = { .bytes = 3 * bytes };
        char size[32];

        if (i < in_turn) {
            row.time = medians[i];
        } else {
            bench_progress("%s, %s", t->variant->is.name,
                           bench_size_text(bytes, size));
            row = gpu_row(3 * bytes, gpu_time(timers_launch, t));
        }
        bench_row(&row, "%s,%zu", t->variant->is.name, bytes);
    }
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "timers",
        .summary = "Times one kernel in five ways.",
        .variants = names,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)256 << 20,
        .element_bytes = sizeof(float),
    };
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(2);

    size_t least = bench_options.min_bytes, most = bench_options.max_bytes;
    size_t ratio = bench_options.quick ? 64 : 16; /* of one size to the next */
    size_t room = BENCH_AWKWARD_MOST * sizeof(float);
    if (room < most)
        room = most;
    struct timers t = { .stream = gpu->stream };
    t.x = gpu_alloc(room);
    t.y = gpu_alloc(room + GUARD);
    CUDA(cudaEventCreate(&t.start));
    CUDA(cudaEventCreate(&t.stop));

    int points = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (size_t bytes = least; bytes <= most; bytes *= ratio)
            points += bench_wanted(variants[v].is.name);
    if (!bench_options.profile)
        note_events(gpu->stream);
    bench_columns(BENCH_RATE, "variant,array_bytes", "sm_mhz", points);

    struct timers works[BENCH_TURNS]; /* of any sizes: 5 x 31 are fewer */
    int n = 0;
    for (int v = 0; v < VARIANTS; v++) {
        if (!bench_wanted(variants[v].is.name))
            continue;
        bench_progress("%s", variants[v].is.name);
        /* All of x, so that one element too many would show. */
        gpu_fill_small(t.x, false, room / sizeof *t.x, bench_options.seed);
        check_awkward_sizes(&t, &variants[v]);
        for (size_t bytes = least; bytes <= most; bytes *= ratio) {
            works[n] = t;
            prepare(&works[n], &variants[v], bytes / sizeof *t.x);
            check_whole(&works[n++]);
        }
    }
    measure(works, n);
    for (int i = 0; i < n; i++)
        finish(&works[i]);
    return bench_finish();
}
