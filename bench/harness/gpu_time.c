/* gpu_time.c - how long launches take; see gpu.h. */
#include "gpu.h"
#include "instruments.h"

#include <ctype.h>
#include <cuda_profiler_api.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG_US = 1000,  /* a launch that takes this long is long */
    PLACES = 64,     /* places at which we time what stays in the L2 */
    MAX_ROUNDS = 24, /* a round goes over the places that fit in the L2 together */
    QUIET_MS = 2,    /* we keep a CPU for this long before we choose another */
};

/* We make a batch longer until it takes `us`, but it never has more than `most` launches. Beside
 * 200 us, an event's step of 0.5 us does not matter; gpu.h says why graphs are longer. 768 launches
 * take 3 ms to capture, and fit in a held queue of 1,022 operations, even if each is an operation
 * of its own, as copies are. */
enum { LAUNCHES, GRAPH, WARM_GRAPH };
static const struct limit {
    double us;
    int most;
} limits[] = {
    [LAUNCHES] = { 200, 256 },
    [GRAPH] = { 2000, 768 },
    [WARM_GRAPH] = { 700, 768 },
};

/* The GPU and the host share this while a batch is timed. It lies in pinned host memory, so that we
 * need no copy. */
static struct shared {
    unsigned gate, late;
    struct stamp before[1024], after[1024]; /* one entry per SM */
} * shared;

static cpu_set_t near;    /* the CPUs nearest to the GPU in use */
static double cpu_chosen; /* when we chose the CPU that this thread is on; 0 if we did not */

/* How a point is timed. */
struct timing {
    struct bench_point *point;
    size_t launched;                    /* launches so far */
    int batch;                          /* launches per sample */
    bool held;                          /* whether the stream is held until all are queued */
    size_t places;                      /* how many places a round has */
    size_t rounds;                      /* samples take the rounds in turn */
    size_t next;                        /* the round of the next sample */
    cudaGraphExec_t graphs[MAX_ROUNDS]; /* the batch of each round, or null without a graph */
    cudaEvent_t start, stop;
    double cycles, ns; /* summed over all SMs and samples */
};

/* ---- The host's part --------------------------------------------------- */

void gpu_stay_near(int device)
{
    static cpu_set_t allowed;
    static bool is_known;
    char address[32], path[128];

    if (!is_known && sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    is_known = true;
    CUDA(cudaDeviceGetPCIBusId(address, sizeof address, device));
    for (char *c = address; *c; c++)
        *c = (char)tolower(*c);
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/local_cpulist", address);
    near = bench_read_cpus(path);
    CPU_AND(&near, &near, &allowed);
    if (CPU_COUNT(&near) == 0) /* the system does not say which CPUs are near */
        near = allowed;
    /* Do this even if all CPUs are near, because the GPU that was in use before may have had
     * fewer. */
    sched_setaffinity(0, sizeof near, &near);
}

void gpu_prepare_timing(void)
{
    if (!shared) {
        CUDA(cudaMallocHost((void **)&shared, sizeof *shared));
        memset(shared, 0, sizeof *shared);
    }
    /* Run the kernel once, so that it is loaded. To load a kernel CUDA may wait for all work that
     * runs (CUDA C++ Programming Guide, "Lazy Loading"), which must not be a held stream. */
    CUDA(stamp_clocks(shared->before, gpu->sms, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
}

/* Moves this thread to a quiet CPU before a sample in which the host has a part, unless we chose
 * one just now. So the samples of a point come from several CPUs and from several moments. */
static void choose_cpu(void)
{
    if (bench_seconds() - cpu_chosen < QUIET_MS / 1e3)
        return;
    bench_quiet_cpu(&near);
    cpu_chosen = bench_seconds();
}

/* Lets this thread run on all CPUs near the GPU again. */
static void leave_cpu(void)
{
    if (CPU_COUNT(&near) > 0)
        sched_setaffinity(0, sizeof near, &near);
    cpu_chosen = 0;
}

static double take_by_cpu(void *work)
{
    struct bench_point *point = work;

    choose_cpu();
    return point->take(point);
}

/* ---- Batches ------------------------------------------------------------ */

/* Leaves the L2 as a long copy leaves it: full of other data, some of which it must still write to
 * DRAM. */
static void chill_l2(void)
{
    static struct {
        char *to, *from;
    } others[GPU_MOST];
    char **to = &others[gpu->device].to, **from = &others[gpu->device].from;

    if (!*to) {
        *to = gpu_alloc(gpu->l2_bytes);
        *from = gpu_alloc(gpu->l2_bytes);
        gpu_poison(*from, gpu->l2_bytes);
    }
    CUDA(cudaMemcpyAsync(*to, *from, gpu->l2_bytes, cudaMemcpyDeviceToDevice, gpu->stream));
}

/* Queues the first n launches of a batch. */
static void launch_batch(struct timing *t, size_t round, size_t n)
{
    struct bench_point *p = t->point;

    for (size_t i = 0; i < n; i++)
        p->launch(p, p->warm_bytes ? round * t->places + i % t->places : t->launched++,
                  gpu->stream);
}

/* Runs a batch and returns the milliseconds per launch. The result must not be used if shared->late
 * says that the stream was not held until everything was queued. */
static double run_batch(struct timing *t)
{
    unsigned ticket = shared->gate + 1;
    size_t round = t->next;
    float ms;

    t->next = round + 1 < t->rounds ? round + 1 : 0;
    memset(shared->before, 0, sizeof shared->before);
    memset(shared->after, 0, sizeof shared->after);
    shared->late = 0;

    if (!t->held)
        choose_cpu();
    if (t->point->cold)
        chill_l2();
    if (t->point->warm_bytes)
        launch_batch(t, round, t->places);
    if (t->held)
        CUDA(hold_stream(&shared->gate, ticket, &shared->late, gpu->stream));
    CUDA(stamp_clocks(shared->before, gpu->sms, gpu->stream));
    if (!t->held) /* so that the host cannot launch during the stamps, before the clock starts */
        CUDA(cudaStreamSynchronize(gpu->stream));
    CUDA(cudaEventRecord(t->start, gpu->stream));
    if (t->graphs[round])
        CUDA(cudaGraphLaunch(t->graphs[round], gpu->stream));
    else
        launch_batch(t, round, (size_t)t->batch);
    CUDA(cudaEventRecord(t->stop, gpu->stream));
    CUDA(stamp_clocks(shared->after, gpu->sms, gpu->stream));
    __atomic_store_n(&shared->gate, ticket, __ATOMIC_RELEASE);
    CUDA(cudaStreamSynchronize(gpu->stream));

    for (int sm = 0; sm < gpu->sms && !shared->late; sm++) {
        if (!shared->before[sm].ns || !shared->after[sm].ns)
            continue;
        t->cycles += (double)(shared->after[sm].cycles - shared->before[sm].cycles);
        t->ns += (double)(shared->after[sm].ns - shared->before[sm].ns);
    }
    CUDA(cudaEventElapsedTime(&ms, t->start, t->stop));
    return (double)ms / t->batch;
}

/* Runs a batch, and runs it again if it was late, because something may have stopped the host. */
static double run_in_time(struct timing *t)
{
    double ms = run_batch(t);

    return shared->late ? run_batch(t) : ms;
}

/* Takes a sample. */
static double take_batch(void *context)
{
    struct timing *t = context;
    double ms = run_in_time(t);

    if (shared->late)
        die("%d launches were not queued in two seconds: run it again, or set "
            "CUDA_LAUNCH_BLOCKING=1 if launches block, as under a sanitizer or a debugger",
            t->batch);
    return ms;
}

/* Takes the shorter of two samples, because a pause of the host can make one too long. */
static double take_lesser(struct timing *t)
{
    double ms = take_batch(t);

    return fmin(ms, take_batch(t));
}

/* Makes a graph of the batch of a round. Between two launches of a stream there is a gap of 1.2 to
 * 1.6 us, which differs from process to process; in a graph it is always 0.67 us (H200, CUDA
 * 13). */
static void capture_batch(struct timing *t, size_t round)
{
    cudaGraph_t graph;

    CUDA(cudaStreamBeginCapture(gpu->stream, cudaStreamCaptureModeThreadLocal));
    launch_batch(t, round, (size_t)t->batch);
    CUDA(cudaStreamEndCapture(gpu->stream, &graph));
    CUDA(cudaGraphInstantiate(&t->graphs[round], graph, 0));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphUpload(t->graphs[round], gpu->stream));
}

static void destroy_graphs(struct timing *t)
{
    for (size_t round = 0; round < t->rounds && t->graphs[round]; round++) {
        CUDA(cudaGraphExecDestroy(t->graphs[round]));
        t->graphs[round] = NULL;
    }
}

/* Chooses how many places a round has: as many as fit in a third of the L2, because these stay in
 * the L2 wherever their lines fall. A batch goes over them a whole number of times, so that each
 * place has the same weight. */
static void choose_places(struct timing *t)
{
    size_t together = gpu->l2_bytes / 3 / t->point->warm_bytes;

    if (together > PLACES)
        together = PLACES;
    if (together > (size_t)t->batch)
        together = (size_t)t->batch;
    t->places = together > 1 ? together : 1;
    while (t->batch % (int)t->places)
        t->batch++;
    t->rounds = bench_options.quick ? 1 : (PLACES + t->places - 1) / t->places;
    if (t->rounds > MAX_ROUNDS)
        t->rounds = MAX_ROUNDS;
}

/* Finds how many launches a batch has and at which places, and makes its graphs. */
static void plan_batch(struct timing *t)
{
    const struct bench_point *p = t->point;
    const struct limit *limit = &limits[LAUNCHES];

    t->places = t->rounds = 1;
    t->batch = 1;
    take_batch(t); /* so that what happens at the first launch only is in no sample */
    while (!p->single && t->batch < limit->most && take_lesser(t) * t->batch < limit->us / 1e3)
        t->batch *= 2;
    bool is_graph = t->held && t->batch > 1; /* the launches are short, so gaps matter */
    if (is_graph && !bench_options.quick) {
        limit = &limits[p->warm_bytes ? WARM_GRAPH : GRAPH];
        capture_batch(t, 0); /* shows how long a launch takes in a graph */
        double wanted = fmin(limit->us / 1e3 / take_lesser(t), limit->most);
        destroy_graphs(t);
        if (wanted > t->batch)
            t->batch = (int)wanted;
    }
    if (p->warm_bytes)
        choose_places(t);
    /* Halve the batch until a held queue has room for its graph. With a longer graph the host would
     * wait for room in a queue that waits for the host. How much room there is depends on the
     * driver and on what is launched. */
    while (is_graph) {
        for (size_t round = 0; round < t->rounds; round++)
            capture_batch(t, round);
        run_in_time(t);
        if (!shared->late || t->batch == 1)
            break;
        destroy_graphs(t);
        t->batch /= 2;
        if (p->warm_bytes)
            choose_places(t);
    }
    t->cycles = t->ns = 0;
}

/* ---- Points --------------------------------------------------------------- */

/* Runs a launch once, for a profiler. It finds the L2 as the first launch of a sample does. */
static void profile(struct bench_point *point)
{
    if (point->cold)
        chill_l2();
    CUDA(cudaProfilerStart());
    point->launch(point, 0, gpu->stream);
    CUDA(cudaStreamSynchronize(gpu->stream));
    CUDA(cudaProfilerStop());
}

/* Times points by the CPU's clock. */
static void time_by_cpu(struct bench_point *const points[], int n)
{
    static struct bench_median medians[BENCH_TURNS];

    for (int i = 0; i < n; i++)
        take_by_cpu(points[i]); /* warms up */
    bench_sample(take_by_cpu, (void *const *)points, n, 0, medians);
    leave_cpu();
    for (int i = 0; i < n; i++)
        points[i]->row.time = medians[i];
}

/* Times points by events. */
static void time_by_events(struct bench_point *const points[], int n)
{
    static struct timing timings[BENCH_TURNS];
    static struct bench_median medians[BENCH_TURNS];
    static void *works[BENCH_TURNS];
    bool held = !points[0]->unheld && !gpu_launches_block();

    for (int i = 0; i < n; i++) {
        struct timing *t = &timings[i];

        *t = (struct timing){ .point = points[i], .held = held };
        CUDA(cudaEventCreate(&t->start));
        CUDA(cudaEventCreate(&t->stop));
        plan_batch(t);
        works[i] = t;
    }
    bench_sample(take_batch, works, n, (int)timings[0].rounds, medians);
    if (!held)
        leave_cpu();
    for (int i = 0; i < n; i++) {
        struct timing *t = &timings[i];

        points[i]->row.time = medians[i];
        points[i]->row.clock_mhz = t->ns > 0 ? t->cycles / t->ns * 1e3 : 0;
        points[i]->row.rated_mhz = gpu->sm_mhz;
        destroy_graphs(t);
        CUDA(cudaEventDestroy(t->start));
        CUDA(cudaEventDestroy(t->stop));
    }
}

void gpu_time(struct bench_point *const points[], int n)
{
    if (n > BENCH_TURNS)
        die("%d points in turn are more than BENCH_TURNS in bench/harness/bench.h", n);
    if (!bench_options.profile) {
        (points[0]->take ? time_by_cpu : time_by_events)(points, n);
        return;
    }
    for (int i = 0; i < n; i++)
        if (points[i]->launch)
            profile(points[i]);
}

bool gpu_runs_long(struct bench_point *point)
{
    /* Run it twice, because a pause of the host can make a launch seem long. */
    for (int i = 0; i < 2; i++) {
        double start = bench_seconds();

        point->launch(point, 0, gpu->stream);
        CUDA(cudaStreamSynchronize(gpu->stream));
        if (bench_seconds() - start < LONG_US / 1e6)
            return false;
    }
    return true;
}

void gpu_lengthen(struct bench_point *point, size_t n)
{
    point->n = n;
    while (!gpu_runs_long(point))
        point->n *= 2;
}
