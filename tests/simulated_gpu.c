/* simulated_gpu.c - a stream, events, graphs and a clock, in place of CUDA's,
 * to prove that gpu_time.c times what gpu.h says. Times are in microseconds.
 *
 * `simulated_gpu SCENARIO [CALL]` prints nothing and ends with 0, or says what is
 * wrong. The call of CUDA with that number fails.
 */
#include "../bench/harness/gpu.h"
#include "../bench/harness/instruments.h"

#include <cuda_profiler_api.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The call that fails, counted from when the GPU is in use, or 0 for none. */
static int failing, calls;

static cudaError_t outcome(void)
{
    return failing && ++calls == failing ? cudaErrorUnknown : cudaSuccess;
}

/* A function of CUDA that does no more than this. */
#define DOES(call, ...)                                                                            \
    cudaError_t call                                                                               \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        return outcome();                                                                          \
    }

enum {
    MOST = 4096, /* operations in a stream or in a graph */
    MOST_SAMPLES = 10000,
};

static const double enqueueing = 3, gap = 1.4; /* a launch, from the host */
static const double graph_gap = 0.7, graph_start = 2.3;
static const double stamping = 20;          /* the clocks */
static const double chilling = 40;          /* the L2 */
static const double loading = 1e5;          /* the first kernel */
static const double mhz[] = { 1400, 1600 }; /* of the SMs */
static const double patience = 2e6;         /* of a stream that is held */

struct operation {
    enum { KERNEL, EVENT, GRAPH, HOLD, STAMP, CHILL } kind;
    double us, enqueued; /* what it takes, and the time of the host */
    size_t place;        /* of a kernel: where it works */
    void *what;          /* event, graph or stamps */
};

/* CUDA's handles point to these. */
struct CUevent_st {
    double us; /* when the GPU came to it */
};
struct CUgraph_st {
    struct operation kernels[MOST];
    int n;
};
struct CUgraphExec_st {
    struct CUgraph_st graph;
};

/* A sample: the work between two events. */
struct sample {
    size_t first, last;         /* places */
    size_t round;               /* kernels before the first place comes again */
    size_t warmed_from, warmed; /* place of the first kernel before; kernels */
    double us;                  /* of the first kernel */
    int kernels;
    bool held, chilled, is_graph, is_even; /* or are places left out? */
} samples[MOST_SAMPLES];
static int taken;

static struct operation stream[MOST];
static cudaGraph_t capturing;
static int queued;
static double host_us, gpu_us;
static bool is_loaded; /* the first kernel */
static int slow = 3;   /* stamps to come, up to which the clock is at a third */

/* The gate that the stream is held at, until it has come to the ticket. */
static const unsigned *gate;
static unsigned ticket, *late; /* where the stream says that it gave up */
static int held_most = MOST;   /* launches in a stream that is held */
static int held_so_far;
static int graph_launches, late_from, late_to; /* which come too late */

/* Events, graphs and what they are made to that are not destroyed. */
static int alive;

static bool is_held(void)
{
    return gate && *gate != ticket;
}

/* The host waits until the stream gives up waiting for the host. */
static void wait_for_stream(void)
{
    *late = 1;
    gate = NULL;
    host_us += patience;
    slow = 2;
}

/* Counts launches. More than the stream takes while it is held make the host
 * wait. */
static void queue_launches(int n)
{
    held_so_far += n;
    if (is_held() && held_so_far > held_most)
        wait_for_stream();
}

/* The operation, of all, before which the host pauses, or which takes the GPU
 * longer. */
static int host_pauses, gpu_pauses, enqueued, run;
static const double pause = 5000;

static void enqueue(struct operation operation)
{
    host_us += enqueueing + (++enqueued == host_pauses ? pause : 0);
    operation.enqueued = host_us;
    if (queued == MOST)
        die("more than %d operations are queued", MOST);
    if (gate && !is_held())
        die("the stream goes on before all is queued");
    stream[queued++] = operation;
}

/* Writes down the clocks of the SMs. */
static void stamp(struct stamp *stamps)
{
    static double cycles[2], stamped_us;

    gpu_us += stamping;
    for (int sm = 0; sm < 2; sm++) {
        cycles[sm] += (gpu_us - stamped_us) * mhz[sm] / (slow ? 3 : 1);
        stamps[sm] = (struct stamp){
            .cycles = (unsigned long long)cycles[sm],
            .ns = (unsigned long long)(gpu_us * 1000),
        };
    }
    stamped_us = gpu_us;
    if (slow)
        slow--;
}

/* ---- The streams of the simulation ------------------------------------ */

/* Runs what is queued. A stream that is held starts when the host is done. */
cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
    struct sample sample = { .is_even = true };
    bool is_timed = false, was_held = false;

    if (is_held())
        die("the stream is held for ever");
    bool gave_up = late && *late;
    gate = NULL;
    for (int i = 0; i < queued; i++) {
        struct operation *o = &stream[i];
        double ready = was_held ? host_us : o->enqueued;
        gpu_us = fmax(gpu_us, ready);
        bool is_late = ++run == gpu_pauses && o->kind != EVENT;
        switch (o->kind) {
        case HOLD:
            was_held = sample.held = !gave_up;
            break;
        case CHILL: /* what comes before has no part in the sample */
            gpu_us += chilling;
            sample.chilled = sample.kernels == 0 && !is_timed && !was_held;
            break;
        case STAMP:
            stamp(o->what);
            break;
        case EVENT:
            ((cudaEvent_t)o->what)->us = gpu_us;
            is_timed = !is_timed;
            break;
        case GRAPH:
        case KERNEL:;
            cudaGraph_t g = o->kind == GRAPH ? o->what : NULL;
            struct operation *kernels = g ? g->kernels : o;
            int n = g ? g->n : 1;
            gpu_us += (g ? graph_start : 0) + (is_late ? pause : 0) + (is_loaded ? 0 : loading);
            is_loaded = true;
            for (int k = 0; k < n; k++) {
                gpu_us += kernels[k].us + (g ? graph_gap : gap);
                size_t place = kernels[k].place;
                if (!is_timed) {
                    if (sample.warmed == 0)
                        sample.warmed_from = place;
                    sample.is_even &= place - sample.warmed_from == sample.warmed++;
                    continue;
                }
                if (sample.kernels == 0) {
                    sample.first = place;
                    sample.us = kernels[k].us;
                } else if (place == sample.first && !sample.round) {
                    sample.round = (size_t)sample.kernels;
                }
                size_t turn = (size_t)sample.kernels++;
                sample.is_even &=
                    place - sample.first == (sample.round ? turn % sample.round : turn);
                sample.last = place;
                sample.is_graph = g;
            }
        }
    }
    if (taken == MOST_SAMPLES)
        die("more than %d samples", MOST_SAMPLES);
    if (!sample.round)
        sample.round = (size_t)sample.kernels;
    if (sample.kernels)
        samples[taken++] = sample;
    queued = 0;
    host_us = fmax(host_us, gpu_us);
    return outcome();
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t s)
{
    enqueue((struct operation){ .kind = EVENT, .what = event });
    return outcome();
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = malloc(sizeof **event);
    alive++;
    return outcome();
}

DOES(cudaEventDestroy(cudaEvent_t event), free(event); alive--)
DOES(cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags), *event = NULL)
DOES(cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop),
     *ms = (float)((stop->us - start->us) / 1e3))
cudaError_t hold_stream(const unsigned *at, unsigned until, unsigned *gives_up, cudaStream_t s)
{
    enqueue((struct operation){ .kind = HOLD });
    gate = at;
    ticket = until;
    late = gives_up;
    held_so_far = 0;
    return outcome();
}

cudaError_t stamp_clocks(struct stamp *stamps, int sms, cudaStream_t s)
{
    static bool is_there; /* this kernel? */

    if (is_held() && !is_there)
        wait_for_stream();
    is_there = true;
    enqueue((struct operation){ .kind = STAMP, .what = stamps });
    return outcome();
}

/* The harness copies nothing but what chills the L2. */
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t s)
{
    enqueue((struct operation){ .kind = CHILL });
    return outcome();
}

DOES(cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t s), (void)0)
cudaError_t cudaStreamBeginCapture(cudaStream_t s, enum cudaStreamCaptureMode mode)
{
    capturing = calloc(1, sizeof *capturing);
    return outcome();
}

cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *graph)
{
    *graph = capturing;
    capturing = NULL;
    alive++;
    return outcome();
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags)
{
    *executable = malloc(sizeof **executable);
    (*executable)->graph = *graph;
    alive++;
    return outcome();
}

DOES(cudaGraphDestroy(cudaGraph_t graph), free(graph); alive--)
DOES(cudaGraphExecDestroy(cudaGraphExec_t executable), free(executable); alive--)
DOES(cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t s), (void)0)
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t s)
{
    enqueue((struct operation){ .kind = GRAPH, .what = &executable->graph });
    queue_launches(executable->graph.n); /* as if each were a copy */
    graph_launches++;
    if (graph_launches >= late_from && graph_launches <= late_to)
        wait_for_stream();
    return outcome();
}

/* ---- The GPU of the simulation ------------------------------------------ */

DOES(cudaGetDeviceCount(int *count), *count = 1)
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    memset(properties, 0, sizeof *properties);
    snprintf(properties->name, sizeof properties->name, "A simulated GPU");
    properties->major = 8; /* the last without clusters */
    properties->minor = 9;
    properties->multiProcessorCount = 2;
    properties->l2CacheSize = 1 << 20;
    return outcome();
}

DOES(cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr which, int device), *value = 1)
DOES(cudaDeviceGetPCIBusId(char *address, int room, int device),
     snprintf(address, (size_t)room, "0000:5E:00.0"))
DOES(cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags), *s = (cudaStream_t)(void *)stream)
DOES(cudaMalloc(void **memory, size_t bytes), *memory = malloc(bytes))
DOES(cudaMallocHost(void **memory, size_t bytes), *memory = malloc(bytes))
DOES(cudaSetDevice(int device), (void)0)
/* These must exist to be linked. */
const char *cudaGetErrorName(cudaError_t error)
{
    return error ? "an error" : "none";
}

const char *cudaGetErrorString(cudaError_t error)
{
    return cudaGetErrorName(error);
}

DOES(cudaDriverGetVersion(int *version), *version = 0)
DOES(cudaRuntimeGetVersion(int *version), *version = 0)
DOES(cudaProfilerStart(void), (void)0)
DOES(cudaProfilerStop(void), (void)0)
/* ---- Scenarios ----------------------------------------------------------- */

/* A kernel that takes `us`, and `uneven` more for each of three places. */
struct work {
    struct bench_point point; /* how it is timed, and the result */
    double us, uneven;
};

/* The CPUs that this thread may run on. */
static int cpus(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

static int cpus_of_launch; /* at the last one */

static void launch(void *work, size_t i, cudaStream_t s)
{
    const struct work *w = work;
    cpus_of_launch = cpus();
    struct operation kernel = { .kind = KERNEL,
                                .place = i,
                                .us = w->us + w->uneven * (double)(i % 3) };

    if (!capturing) {
        enqueue(kernel);
        queue_launches(1);
    } else if (capturing->n < MOST) {
        capturing->kernels[capturing->n++] = kernel;
    } else {
        die("a graph of more than %d launches", MOST);
    }
}

/* The harness's clock, so that how many samples a budget has does not depend on this machine. */
double simulated_seconds(void)
{
    return 1 + host_us * 1e-6;
}

static const char *scenario;

#define expect(good, ...) ((good) ? (void)0 : die(__VA_ARGS__))

/* Is the median what it should be, to so many percent? */
static void expect_us(struct bench_row row, double us, double percent)
{
    double got = row.time.median * 1e3;

    expect(fabs(got - us) <= us * percent / 100, "%s: %g us for %g", scenario, got, us);
    expect(fabs(row.clock_mhz - 1500) < 15, "%s: %g MHz for 1500", scenario, row.clock_mhz);
}

/* The row that was timed last, and how many samples of it count. */
static struct bench_row row;
static int counted;

/* Times a kernel that takes `us`; `how` has the choices. Returns the samples that count, which are
 * the last ones. */
static const struct sample *timed_unevenly(double us, double uneven, struct bench_point how)
{
    how.launch = launch;
    struct work work = { how, us, uneven };
    struct bench_point *point = &work.point;

    taken = 0;
    gpu_time(&point, 1);
    row = point->row;
    counted = row.time.samples;
    expect(counted <= taken, "%s: %d samples of %d", scenario, counted, taken);
    return samples + taken - counted;
}

static const struct sample *timed(double us, struct bench_point how)
{
    return timed_unevenly(us, 0, how);
}

static const struct bench_point usual, cold = { .cold = true };

/* Does the graph that a sample is take so many us, or what whole rounds of the
 * places take beyond? */
static void expect_graph(const struct sample *s, double us, double each, size_t places)
{
    double took = s->kernels * each;

    expect(s->is_graph && s->held, "no graph in a held stream");
    expect(took > us * 0.98 - each && took < us * 1.02 + each * (double)places,
           "a graph of %d launches, %g us", s->kernels, took);
}

/* Short launches, of up to 200 us: a graph, whose start and whose host do not show. It is as long
 * for one as for others, whatever power of two comes near. */
static void scenario_short(void)
{
    const struct sample *s = timed(1, usual);

    expect_us(row, 1 + graph_gap, 0.5);
    expect(s->is_graph && s->held && s->kernels == 768, "no graph of 768 launches");
    expect(s->last - s->first == 767, "places from %zu to %zu", s->first, s->last);
    for (int tenths = 20; tenths < 2000; tenths += tenths < 120 ? 2 : 100) {
        double us = tenths / 10.0;
        bool is_cold = us >= 12;
        s = timed(us, is_cold ? cold : usual);
        expect_us(row, us + graph_gap, 0.5);
        expect(s->chilled == is_cold, "%g us, a cold L2 or not", us);
        expect_graph(s, 2000, us + graph_gap, 1);
    }
}

static void scenario_long(void)
{
    const struct sample *s = timed(250, cold);

    expect_us(row, 250, 1);
    for (int i = 0; i < counted; i++)
        expect(!s[i].is_graph && s[i].kernels == 1 && s[i].held && s[i].chilled,
               "sample %d of a long launch", i);
    expect(s[1].first == s[0].first + 1, "the place stays %zu", s[1].first);
}

/* Each launch of work that goes on where the last one ended, however short, is a
 * sample, so that whoever counts them is right. */
static void scenario_single(void)
{
    for (int is_cold = 0; is_cold < 2; is_cold++) {
        timed(100, (struct bench_point){ .single = true, .cold = is_cold });
        expect_us(row, 100 + gap, 0.5);
        for (int i = 0; i < taken; i++)
            expect(!samples[i].is_graph && samples[i].kernels == 1 && samples[i].held
                       && samples[i].chilled == is_cold,
                   "sample %d of single launches", i);
    }
}

/* Rounds of so many places in turn, each warmed by launches that are not timed.
 * The median is then of rounds, not of places. */
static void expect_rounds(double us, size_t bytes, size_t places, size_t rounds)
{
    const struct sample *s =
        timed_unevenly(us, 0.02 * us, (struct bench_point){ .warm_bytes = bytes });

    expect_us(row, 1.02 * us + graph_gap, 0.5);
    for (int i = 0; i < counted; i++) {
        expect(s[i].is_even && s[i].round == places, "a round of %zu places, not %zu", s[i].round,
               places);
        expect(s[i].warmed_from == s[i].first && s[i].warmed == places,
               "sample %d at %zu after %zu others from %zu", i, s[i].first, s[i].warmed,
               s[i].warmed_from);
        expect(s[i].first % places == 0 && s[i].first < places * rounds, "a round from place %zu",
               s[i].first);
        expect(s[i].kernels % (int)places == 0, "%d launches go round %zu places", s[i].kernels,
               places);
        expect_graph(&s[i], 700, 1.02 * us + graph_gap, places);
        expect(i == 0 || s[i].first == (s[i - 1].first + places) % (places * rounds),
               "sample %d at place %zu", i, s[i].first);
    }
}

/* The L2 has 1 MiB, a third of which is for a round. */
static void scenario_warm(void)
{
    expect_rounds(1, 1 << 10, 64, 1);
    expect_rounds(1, 17 << 10, 20, 4);
    expect_rounds(1, 170 << 10, 2, 24);
    expect_rounds(1, 500 << 10, 1, 24);
    expect_rounds(100, 1 << 10, 6, 11); /* no more than launches */
    bench_options.seconds = 0;
    timed(1, (struct bench_point){ .warm_bytes = 500 << 10 });
    expect(counted == 24, "%d samples", counted);
}

/* How many launches a sample is of, if host or GPU pause at an operation. */
static int launches(double us, bool held, int host_pause, int gpu_pause)
{
    enqueued = run = 0;
    host_pauses = host_pause;
    gpu_pauses = gpu_pause;
    int kernels = timed(us, (struct bench_point){ .unheld = !held })->kernels;
    host_pauses = gpu_pauses = 0;
    return kernels;
}

/* One pause, whenever it comes, does not change how long a sample is. */
static void scenario_paused(void)
{
    bench_options.seconds = 0.001;
    for (int i = 0; i < 4; i++) {
        double us = i < 2 ? 1 : 30;
        bool held = i % 2;
        int usually = launches(us, held, 0, 0);
        expect(usually > 1, "%g us is not short", us);
        for (int at = 1; at < 1000; at += 1 + at / 100) {
            int host = launches(us, held, at, 0), its = launches(us, held, 0, at);
            expect(host == usually && its == usually,
                   "%g us, a pause at %d of the host or of the GPU: %d or %d launches, not %d", us,
                   at, host, its, usually);
        }
    }
}

static void scenario_quick(void)
{
    bench_options.quick = true;
    const struct sample *s = timed(1, (struct bench_point){ .warm_bytes = 170 << 10 });
    expect_us(row, 1 + graph_gap, 4);
    for (int i = 0; i < counted; i++)
        expect(s[i].is_graph && s[i].kernels <= 256 && s[i].first == 0,
               "a quick sample of %d at place %zu", s[i].kernels, s[i].first);
    for (size_t places = 1; places < 64; places++) {
        s = timed(2, (struct bench_point){ .warm_bytes = (1 << 20) / 3 / places });
        expect(s->kernels % (int)places == 0 && s->kernels * 2.7 > 170,
               "a quick sample of %d launches at %zu places", s->kernels, places);
    }
}

/* A graph is no longer than a held stream takes. */
static void scenario_full(void)
{
    static const struct {
        int most, n;
        size_t places;
    } warm[] = {
        { 100, 64, 64 },
        { 60, 32, 32 },
        { 40, 32, 32 },
    };

    for (held_most = 767; held_most > 256; held_most -= 50) {
        int kernels = timed(1, usual)->kernels;
        expect(kernels == (held_most < 384 ? 192 : 384), "%d launches where %d are held", kernels,
               held_most);
        expect_us(row, 1 + graph_gap + graph_start / kernels, 0.1);
    }
    for (int i = 0; i < 3; i++) {
        held_most = warm[i].most;
        const struct sample *each = timed(10, (struct bench_point){ .warm_bytes = 1 << 10 });
        expect_us(row, 10 + graph_gap + graph_start / warm[i].n, 0.1);
        for (int k = 0; k < counted; k++)
            expect(each[k].kernels == warm[i].n && each[k].is_even
                       && each[k].round == warm[i].places && each[k].warmed == warm[i].places,
                   "%d launches round %zu places where %d are held", each[k].kernels, each[k].round,
                   held_most);
    }
}

/* A sample that comes late once is taken again. */
static void scenario_once_late(void)
{
    bench_options.seconds = 1;
    for (int at = 1; at < 50; at++) {
        graph_launches = 0;
        late_from = late_to = at;
        int kernels = timed(1, usual)->kernels;
        expect(graph_launches > at, "no graph number %d", at);
        expect_us(row, 1 + graph_gap, 0.5);
        expect(kernels == 768, "late at %d: %d launches", at, kernels);
    }
}

/* Samples that come late from some time on. */
static void scenario_then_late(void)
{
    bench_options.seconds = 1;
    late_from = 20;
    late_to = MOST;
    timed(1, usual);
}

/* The stream gives up waiting for what the host launches, however little. */
static void scenario_late(void)
{
    held_most = 0;
    timed(1, usual);
}

/* Work that makes the host wait cannot be held, and the time has the host's part. */
static void scenario_unheld(void)
{
    int all = cpus();
    const struct sample *s = timed(1, (struct bench_point){ .unheld = true });
    expect_us(row, enqueueing, 1);
    expect(!s->is_graph && !s->held, "held");
    expect(cpus_of_launch == 1, "launched by any of %d CPUs", cpus_of_launch);
    expect(cpus() == all, "left with %d of %d CPUs", cpus(), all);
}

static int most_cpus; /* of all takes */

/* A sample that takes what its work says. */
static double take(void *work)
{
    if (cpus() > most_cpus)
        most_cpus = cpus();
    return ((const struct work *)work)->us;
}

/* Work that the CPU's clock times runs on one CPU at a time, from the first sample on, even if
 * points come one right after the other. */
static void scenario_by_cpu(void)
{
    int all = cpus();
    const struct bench_point how = { .take = take };
    struct work works[] = { { how, 1, 0 }, { how, 2, 0 }, { how, 3, 0 } };
    struct bench_point *points[] = { &works[0].point, &works[1].point, &works[2].point };

    for (int point = 0; point < 10; point++) {
        gpu_time(points, 3);
        for (int i = 0; i < 3; i++)
            expect(points[i]->row.time.median == works[i].us, "work %d took %g", i,
                   points[i]->row.time.median);
        expect(most_cpus == 1, "point %d: taken by any of %d CPUs", point, most_cpus);
        expect(cpus() == all, "left with %d of %d CPUs", cpus(), all);
    }
}

static void scenario_blocking(void)
{
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
    const struct sample *s = timed(50, usual);
    expect(!s->is_graph && !s->held, "held, where launches block");
}

/* Two works: each has its own times, and they take turns. */
static void expect_turns(double us, double others_us, double gaps, double percent)
{
    const struct bench_point how = { .launch = launch, .cold = true };
    struct work works[] = { { how, us, 0 }, { how, others_us, 0 } };
    struct bench_point *points[] = { &works[0].point, &works[1].point };

    taken = 0;
    gpu_time(points, 2);
    expect_us(points[0]->row, us + gaps, percent);
    expect_us(points[1]->row, others_us + gaps, percent);
    int one = points[0]->row.time.samples, other = points[1]->row.time.samples;
    /* They take turns until the first of them has enough. */
    int in_turn = 0, most = 0;
    for (int i = 0; i < taken; i++) {
        const struct sample *s = &samples[i];
        bool fits = fabs(s->us - works[in_turn % 2].us) < 1 && s->chilled && s->held;
        in_turn = fits ? in_turn + 1 : 0;
        most = most < in_turn ? in_turn : most;
    }
    expect(most >= 2 * (one < other ? one : other), "%d and %d samples, of which %d take turns",
           one, other, most);
}

static void scenario_in_turn(void)
{
    expect_turns(3000, 4000, 0, 0.1);
    expect_turns(50, 80, graph_gap, 0.5); /* graphs */
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } scenarios[] = {
        { "short", scenario_short },         { "long", scenario_long },
        { "single", scenario_single },       { "warm", scenario_warm },
        { "paused", scenario_paused },       { "quick", scenario_quick },
        { "unheld", scenario_unheld },       { "by_cpu", scenario_by_cpu },
        { "blocking", scenario_blocking },   { "in_turn", scenario_in_turn },
        { "full", scenario_full },           { "late", scenario_late },
        { "once_late", scenario_once_late }, { "then_late", scenario_then_late },
    };

    gpu_use(0);
    failing = argc == 3 ? atoi(argv[2]) : 0;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0) {
            scenario = argv[1];
            scenarios[i].run();
            expect(alive == 0, "%d events and graphs are left", alive);
            return 0;
        }
    die("no such scenario");
}
