/* timers.c - one kernel timed by seven methods, by size of the arrays.
 *
 * Each method claims a time for one launch of the same SAXPY on the same two arrays. The columns
 * bytes and gbs are what that method would claim, so wrong times show as impossible bandwidths.
 * Small arrays stay in the L2 and large ones do not, which is the same for every method.
 *
 * Every launch adds a x to y, and x stays the same: a x is 2,000 at most. A float stops growing
 * near 2^35, where adding so little no longer changes it, so nothing overflows.
 *
 * Predicted for an H200: launch takes about 2 us whatever the size (our claim T1), which at 256 MiB
 * would be 80 times the peak. There the others agree to within 5 %, near 195 us. At 4 KiB graph and
 * held take 2 us: 1 us for the kernel, and 0.7 us that lie between the launches of a graph. events
 * adds the host's time to launch, 5 us in all; sync adds that and the trip back to the host, 10 us
 * (T2). Events count in steps of 32 ns, not 500 (T3), because the clock of recent GPUs does. queue
 * is like held, because both are queued before they start. pdl takes 0.5 us, because blocks that
 * have started early need only be woken.
 * Found: launch takes 2.3 to 5 us. The others agree at 256 MiB to 4 %, at 250 us and not 195,
 * because 4 bytes per load and thread are too few (see saxpy.c). At 4 KiB graph and held take 0.9
 * us, events 4.4 to 6.6 and sync 7.7 to 9.8. A launch in a queue takes 1.7 to 1.9 us, so held owes
 * its short gaps to the graph. pdl takes 0.85 us at 4 KiB, and at 256 MiB 2 % less than queue.
 * The gap between two kernels of a graph (note_gap()) was predicted as 0.6 us: 0.9 less a kernel of
 * two loads from the L2. It is 0.64 us, and such a kernel takes 0.28.
 * On a shared host two runs in a row differ in launch, sync and events by 1 to 12 %, but graph and
 * held agree.
 */
#include "harness/gpu.h"
#include "../kernels/timers.h"
#include "harness/instruments.h"

#include <math.h>

enum {
    GRAPH_LAUNCHES = 100,
    QUEUED_LAUNCHES = 100,
    TIMINGS = 20, /* of one launch, in a sample */
    PAIRS = 64,   /* of events with nothing between them */
    EVENTS = 2 * PAIRS,
};

static const float factor = 2; /* the a of the article */

struct timers;

struct variant {
    struct bench_variant is;
    double (*take)(struct timers *t); /* null for gpu_time() */
    int launches;                     /* per timing */
    bool early;                       /* may a kernel start before the last has ended? */
};

struct timers {
    struct bench_point point; /* its elements are the floats of an array */
    const struct variant *variant;
    cudaGraphExec_t graph; /* of GRAPH_LAUNCHES launches */
    uint64_t *stamps;      /* of these, or null */
};

static float *x, *y;
static cudaEvent_t start, stop;
static struct {
    unsigned open, late;
} * gate; /* in host memory that the GPU can read; see hold_stream() */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct timers *t = point;

    if (t->stamps)
        CUDA(launch_timers_stamped(t->stamps + 2 * i, y, x, factor, stream));
    else
        CUDA((t->variant->early ? launch_timers_early : launch_timers_saxpy)(y, x, factor,
                                                                             t->point.n, stream));
}

/* Holds the stream until open_gate(). */
static void close_gate(void)
{
    gate->open = gate->late = 0;
    CUDA(hold_stream(&gate->open, 1, &gate->late, gpu->stream));
}

/* Lets the stream run, and waits for its end. Returns false if it was not held until now, because
 * launches block. */
static bool open_gate(void)
{
    __atomic_store_n(&gate->open, 1, __ATOMIC_RELEASE);
    CUDA(cudaStreamSynchronize(gpu->stream));
    return !gate->late;
}

/* ---- Six methods; the seventh is gpu_time() ----------------------------- */

/* Each method finds the stream empty and leaves it empty, so that a launch never waits for room in
 * the queue. */

//> launch
static double take_launch(struct timers *t)
{
    double begun = bench_seconds();
    launch(t, 0, gpu->stream);
    double seconds = bench_seconds() - begun;

    CUDA(cudaDeviceSynchronize()); /* too late for the clock */
    return seconds * 1e3;
}
//< launch

//> sync
static double take_sync(struct timers *t)
{
    double begun = bench_seconds();
    launch(t, 0, gpu->stream);
    CUDA(cudaDeviceSynchronize());
    return (bench_seconds() - begun) * 1e3;
}
//< sync

//> events
static double take_events(struct timers *t)
{
    float ms;

    CUDA(cudaEventRecord(start, gpu->stream));
    launch(t, 0, gpu->stream);
    CUDA(cudaEventRecord(stop, gpu->stream));
    CUDA(cudaEventSynchronize(stop));
    CUDA(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}
//< events

//> graph
static void capture(struct timers *t)
{
    cudaGraph_t graph;

    CUDA(cudaStreamBeginCapture(gpu->stream, cudaStreamCaptureModeThreadLocal));
    for (size_t i = 0; i < GRAPH_LAUNCHES; i++)
        launch(t, i, gpu->stream);
    CUDA(cudaStreamEndCapture(gpu->stream, &graph));
    CUDA(cudaGraphInstantiate(&t->graph, graph, 0));
    CUDA(cudaGraphDestroy(graph));
}

static double take_graph(struct timers *t)
{
    float ms;

    CUDA(cudaEventRecord(start, gpu->stream));
    CUDA(cudaGraphLaunch(t->graph, gpu->stream));
    CUDA(cudaEventRecord(stop, gpu->stream));
    CUDA(cudaEventSynchronize(stop));
    CUDA(cudaEventElapsedTime(&ms, start, stop));
    return (double)ms / GRAPH_LAUNCHES;
}
//< graph

static double take_queue(struct timers *t)
{
    float ms;

    close_gate();
    CUDA(cudaEventRecord(start, gpu->stream));
    for (size_t i = 0; i < QUEUED_LAUNCHES; i++)
        launch(t, i, gpu->stream);
    CUDA(cudaEventRecord(stop, gpu->stream));
    if (!open_gate())
        die("the host took more than two seconds to queue %d launches", QUEUED_LAUNCHES);
    CUDA(cudaEventElapsedTime(&ms, start, stop));
    return (double)ms / QUEUED_LAUNCHES;
}

static const struct variant variants[] = {
    { { "launch", "CPU timer around the launch alone" }, take_launch, 1, false },
    { { "sync", "CPU timer around the launch and the wait for its end" }, take_sync, 1, false },
    { { "events", "two events around one launch" }, take_events, 1, false },
    { { "queue", "two events around 100 launches, queued before they start" },
      take_queue,
      QUEUED_LAUNCHES,
      false },
    { { "pdl", "the same, and each kernel may start before the last has ended" },
      take_queue,
      QUEUED_LAUNCHES,
      true },
    { { "graph", "two events around a graph of 100 launches" }, take_graph, GRAPH_LAUNCHES, false },
    { { "held", "as in all other tables: batches, queued before they start" }, NULL, 1, false },
    { { NULL, NULL }, NULL, 0, false },
};

/* Takes a sample: the mean of some timings, because a clock's step is more than half a percent of
 * one timing. A first timing does not count, because it finds in the L2 what other points left
 * there, and because a graph takes the host 6 us more to start if another one was launched in
 * between (H200). */
static double take_sample(void *point)
{
    struct timers *t = point;
    int timings = t->variant->launches > 1 ? 1 : TIMINGS;
    double ms = 0;

    t->variant->take(t);
    for (int i = 0; i < timings; i++)
        ms += t->variant->take(t);
    return ms / timings;
}

/* Runs the method once on a fresh y, with a poisoned guard behind it. */
static void run_once(struct timers *t)
{
    size_t n = t->point.n;

    /* The first launch of a kernel loads it, which must not be in a held stream. */
    launch(t, 0, gpu->stream);
    gpu_poison(y + n, GPU_GUARD);
    gpu_fill_small(y, false, n, bench_options.seed + 1);
    if (t->variant->take == take_graph)
        capture(t);
    if (t->variant->take)
        t->variant->take(t);
    else
        launch(t, 0, gpu->stream);
}

/* All values are whole and small, so 100 launches with a do exactly what one launch with 100 a
 * does. */
static size_t check(void *point)
{
    const struct timers *t = point;

    run_once(point);
    return gpu_check_saxpy(y, false, t->point.n, factor * (float)t->variant->launches);
}

static size_t check_awkward(void *point)
{
    struct timers t = *(struct timers *)point;
    size_t wrong = check(&t);

    if (t.graph)
        CUDA(cudaGraphExecDestroy(t.graph));
    return wrong;
}

/* ---- Events -------------------------------------------------------------- */

/* Records all events in a held stream. Returns false if it could not be held. */
static bool record_held(cudaEvent_t events[EVENTS])
{
    close_gate();
    for (int i = 0; i < EVENTS; i++)
        CUDA(cudaEventRecord(events[i], gpu->stream));
    return open_gate();
}

static double elapsed_ns(cudaEvent_t from, cudaEvent_t to)
{
    float ms;

    CUDA(cudaEventElapsedTime(&ms, from, to));
    return fabs(rint((double)ms * 1e6));
}

/* Notes how far apart two events with nothing between them are, and the step of elapsed times: the
 * least difference among the times from every event to every other. */
static void note_events(void)
{
    static cudaEvent_t events[EVENTS];
    static double apart[PAIRS], times[PAIRS * (EVENTS - 1)];
    double step = INFINITY;
    int n = 0;

    for (int i = 0; i < EVENTS; i++)
        CUDA(cudaEventCreate(&events[i]));
    record_held(events); /* warms up */
    bool held = record_held(events);

    for (int i = 0; i < PAIRS; i++)
        apart[i] = elapsed_ns(events[2 * i], events[2 * i + 1]);
    for (int i = 0; i < EVENTS; i++)
        for (int j = 0; j < i; j++) {
            times[n] = elapsed_ns(events[j], events[i]);
            n += times[n] < 1e6; /* a float of more is not exact to 1 ns */
        }
    bench_sort(times, n);
    for (int i = 1; i < n; i++)
        if (times[i] > times[i - 1])
            step = fmin(step, times[i] - times[i - 1]);
    if (isfinite(step)) /* otherwise all were alike */
        bench_note("event_resolution_ns", "%g", step);
    bench_note("event_pair_ns", "%g", bench_median(apart, PAIRS).median);
    bench_note("event_pairs", "%d in a stream that was %s", PAIRS, held ? "held" : "not held");

    for (int i = 0; i < EVENTS; i++)
        CUDA(cudaEventDestroy(events[i]));
}

/* ---- The launch gap ------------------------------------------------------- */

/* Notes how long the gap between two kernels of a graph is, and how long such a kernel itself
 * takes: means of all, because the clock that a kernel reads steps by 32 ns, and elsewhere by
 * more. */
static void note_gap(void)
{
    enum { LAST = 2 * GRAPH_LAUNCHES - 1 };
    uint64_t *stamps = gpu_alloc((LAST + 1) * sizeof *stamps), found[LAST + 1];
    double inside = 0;
    struct timers t = { .variant = variants, .stamps = stamps };

    gpu_poison(y + TIMERS_THREADS, GPU_GUARD);
    gpu_fill_small(y, false, TIMERS_THREADS, bench_options.seed + 1);
    capture(&t);
    take_graph(&t); /* warms up */
    take_graph(&t);
    if (gpu_check_saxpy(y, false, TIMERS_THREADS, factor * 2 * GRAPH_LAUNCHES))
        die("variant graph, with time stamps in its kernel, computes wrongly");
    CUDA(cudaMemcpy(found, stamps, sizeof found, cudaMemcpyDeviceToHost));
    for (int i = 0; i < GRAPH_LAUNCHES; i++)
        inside += (double)(found[2 * i + 1] - found[2 * i]);
    bench_note("stamped_kernel_ns", "%g", inside / GRAPH_LAUNCHES);
    bench_note("launch_gap_ns", "%g",
               ((double)(found[LAST] - found[0]) - inside) / (GRAPH_LAUNCHES - 1));
    CUDA(cudaGraphExecDestroy(t.graph));
    CUDA(cudaFree(stamps));
}

static void allocate(void)
{
    gpu_fit(2);
    size_t room = bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof(float));
    x = gpu_alloc(room);
    y = gpu_alloc(room + GPU_GUARD);
    /* Fill all of x, so that one element too many would show, and y, which launches that do not
     * count read as well. */
    gpu_fill_small(x, false, room / sizeof *x, bench_options.seed);
    gpu_poison(y, room + GPU_GUARD);
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreate(&stop));
    CUDA(cudaMallocHost((void **)&gate, sizeof *gate));
    if (bench_options.profile)
        return;
    note_events();
    note_gap();
}

/* Returns why the GPU cannot run a variant, or null if it can. */
static const char *lacks(const struct variant *v)
{
    if (v->early && gpu->major < 9)
        return "needs compute capability 9.0";
    return v->take == take_queue && gpu_launches_block() ? "launches block, so none is queued"
                                                         : NULL;
}

/* The methods are sampled in turn, because other work on the host comes and goes within tenths
 * of a second, and the smallest sizes would be done in hundredths. */
static void points(void)
{
    size_t ratio = bench_options.quick ? 64 : 16, most = bench_options.max_bytes;

    for (const struct variant *v = variants; v->is.name; v++) {
        if (bench_wanted(v->is.name) && lacks(v))
            bench_note("left_out", "%s: %s", v->is.name, lacks(v));
        for (size_t bytes = bench_options.min_bytes; bytes <= most && !lacks(v); bytes *= ratio) {
            struct timers t = {
                .point = { .variant = v->is.name,
                           .n = bytes / sizeof *x,
                           .bytes = bytes / sizeof *x * 3 * sizeof *x,
                           .launch = launch,
                           .turn = v->take ? 1 : 0,
                           .take = v->take ? take_sample : NULL },
                .variant = v,
            };
            bench_add(&t, sizeof t, "%zu", t.point.n * sizeof *x);
        }
    }
}

static const struct bench_experiment timers = {
    .summary = "Times one kernel in seven ways.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 10, .max = 256 << 20, .element = sizeof(float) },
    .columns = "variant,array_bytes",
    .work = { "computes", "floats" },
    .hooks = { .open = allocate, .points = points, .awkward = check_awkward, .check = check },
};
BENCH_MAIN(timers, gpu_machine)
