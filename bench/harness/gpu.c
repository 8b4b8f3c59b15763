/* gpu.c - properties, memory, checking and timing on a GPU; see gpu.h. */
#include "gpu.h"
#include "instruments.h"

#include <ctype.h>
#include <cuda_profiler_api.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LONG_US = 1000,   /* a launch that takes as much is long */
    BATCH_US = 200,   /* a sample at least; events count in 0.5 us or less */
    MAX_BATCH = 256,  /* launches; a held queue takes 1,022 operations */
    GRAPH_US = 2000,  /* a graph: what begins cold takes 15 us more */
    WARM_US = 700,    /* or warm: 2 us more, and up to MAX_ROUNDS are made */
    MAX_GRAPH = 768,  /* launches in a graph: takes 3 ms to make, and fits that
                         queue even where each is an operation: a copy */
    PLACES = 64,      /* where what stays in the L2 is timed */
    MAX_ROUNDS = 24,  /* of the places that are in the L2 together */
    OUTRUN = 8,       /* a pool at least this many times the L2 */
    QUIET_MS = 2,     /* a CPU may be kept */
};

/* What the GPU and the host share while a batch is timed; pinned host memory,
 * so that the GPU is never asked for a copy. */
struct shared {
    unsigned gate, late;
    struct stamp before[1024], after[1024]; /* by SM */
};

/* A GPU that has been used, and what this module has allocated there. */
struct device {
    struct gpu gpu;
    unsigned long long *counter;
    char *other_to, *other_from; /* what a cold L2 is full of */
};

static struct device devices[GPU_MOST], *here;
static struct gpu *gpu; /* of here */
static cpu_set_t near; /* the CPUs nearest to it */
static double cpu_chosen; /* when the one that this thread is on was; or 0 */
static struct shared *shared;

void gpu_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error != cudaSuccess)
        die("%s:%d: %s: %s (%s)", file, line, call, cudaGetErrorName(error),
            cudaGetErrorString(error));
}

static int attribute(enum cudaDeviceAttr which, int device)
{
    int value;

    CUDA(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

/* A held stream would then never be let go. */
bool gpu_launches_block(void)
{
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");

    return blocking && strcmp(blocking, "0") != 0;
}

int gpu_count(void)
{
    int count = 0, driver = 0, runtime = 0;

    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaErrorNoDevice)
        bench_exit(BENCH_NOT_NOW, "no GPU on this machine");
    if (error == cudaErrorInsufficientDriver) {
        cudaDriverGetVersion(&driver);
        cudaRuntimeGetVersion(&runtime);
        bench_exit(BENCH_NOT_NOW, driver == 0
                       ? "no NVIDIA driver on this machine"
                       : "the driver is for CUDA %d.%d, this program for "
                         "%d.%d: update the driver",
                   driver / 1000, driver / 10 % 100, runtime / 1000,
                   runtime / 10 % 100);
    }
    CUDA(error);
    if (count > GPU_MOST)
        die("%d GPUs are more than GPU_MOST in bench/harness/gpu.h", count);
    return count;
}

/* Keeps this thread on the CPUs nearest to a GPU, as far as it may run there,
 * so that the memory it takes from now on is near as well. Where the system
 * does not say which these are, it may run on all that it was given. */
static void stay_near(int device)
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
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/local_cpulist",
             address);
    near = bench_read_cpus(path);
    CPU_AND(&near, &near, &allowed);
    if (CPU_COUNT(&near) == 0)
        near = allowed;
    /* Also where that is all: the GPU that was in use before had fewer. */
    sched_setaffinity(0, sizeof near, &near);
}

const struct gpu *gpu_use(int device)
{
    struct cudaDeviceProp properties;
    int count = gpu_count();

    if (device >= count)
        bench_exit(BENCH_USAGE, "--device=%d: the GPUs here are 0 to %d",
                   device, count - 1);
    stay_near(device);
    CUDA(cudaSetDevice(device));
    here = &devices[device];
    gpu = &here->gpu;
    if (gpu->stream)
        return gpu;
    CUDA(cudaGetDeviceProperties(&properties, device));
    snprintf(gpu->name, sizeof gpu->name, "%s", properties.name);
    gpu->major = properties.major;
    gpu->minor = properties.minor;
    gpu->sms = properties.multiProcessorCount;
    gpu->threads_per_sm = properties.maxThreadsPerMultiProcessor;
    gpu->registers_per_sm = properties.regsPerMultiprocessor;
    gpu->l2_bytes = (size_t)properties.l2CacheSize;
    gpu->shared_bytes_per_sm = properties.sharedMemPerMultiprocessor;
    gpu->shared_bytes_per_block = properties.sharedMemPerBlockOptin;
    gpu->bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, device);
    gpu->sm_mhz = attribute(cudaDevAttrClockRate, device) / 1e3;
    gpu->memory_mhz = attribute(cudaDevAttrMemoryClockRate, device) / 1e3;
    gpu->peak_gbs = 2 * gpu->memory_mhz * 1e6 * gpu->bus_bits / 8 / 1e9;
    CUDA(cudaStreamCreateWithFlags(&gpu->stream, cudaStreamNonBlocking));
    if (!shared) {
        CUDA(cudaMallocHost((void **)&shared, sizeof *shared));
        memset(shared, 0, sizeof *shared);
    }
    CUDA(cudaMalloc((void **)&here->counter, sizeof *here->counter));
    /* Loads the kernel: that may wait for all that runs (CUDA Programming
     * Guide, "Lazy Loading"), and must not for a stream that is held. */
    CUDA(stamp_clocks(shared->before, gpu->sms, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    return gpu;
}

const struct gpu *gpu_open(void)
{
    int driver, runtime;

    gpu_use(bench_options.device);
    CUDA(cudaDriverGetVersion(&driver));
    CUDA(cudaRuntimeGetVersion(&runtime));
    bench_note("machine", "%s, compute capability %d.%d, %d SMs", gpu->name,
               gpu->major, gpu->minor, gpu->sms);
    bench_note("cuda", "runtime %d.%d, driver %d.%d", runtime / 1000,
               runtime / 10 % 100, driver / 1000, driver / 10 % 100);
    bench_note("clocks", "SM %.0f MHz, memory %.0f MHz, bus %d bit",
               gpu->sm_mhz, gpu->memory_mhz, gpu->bus_bits);
    bench_note("gpu", "%s", gpu->name);
    bench_note("sms", "%d", gpu->sms);
    bench_note("threads_per_sm", "%d", gpu->threads_per_sm);
    bench_note("registers_per_sm", "%d", gpu->registers_per_sm);
    bench_note("shared_bytes_per_sm", "%zu", gpu->shared_bytes_per_sm);
    bench_note("peak_gbs", "%g", gpu->peak_gbs);
    bench_note("l2_bytes", "%zu", gpu->l2_bytes);
    if (gpu_launches_block())
        bench_note("launches",
                   "blocking, so the times hold the part of the host");
    return gpu;
}

cudaError_t gpu_attempt(cudaError_t (*work)(void *argument), void *argument)
{
    cudaError_t error = cudaErrorUnknown;
    int ends[2];

    if (pipe(ends) != 0)
        die("cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (child == 0) {
        error = cudaSetDevice(bench_options.device);
        if (error == cudaSuccess)
            error = work(argument);
        _exit(write(ends[1], &error, sizeof error) != sizeof error);
    }
    close(ends[1]);
    if (read(ends[0], &error, sizeof error) != sizeof error)
        error = cudaErrorUnknown; /* it crashed, or was killed */
    close(ends[0]);
    waitpid(child, NULL, 0);
    return error;
}

void gpu_need_clusters(void)
{
    if (gpu->major < 9)
        bench_exit(BENCH_CANNOT_RUN, "thread block clusters need compute "
                   "capability 9.0, and %s has %d.%d", gpu->name, gpu->major,
                   gpu->minor);
}

void *gpu_alloc(size_t bytes)
{
    void *memory;
    char size[32];

    cudaError_t error = cudaMalloc(&memory, bytes);
    if (error != cudaSuccess)
        die("cannot allocate %s on the GPU: %s; ask for less with --max-bytes",
            bench_size_text(bytes, size), cudaGetErrorString(error));
    return memory;
}

void gpu_fit(int arrays)
{
    size_t free_bytes, total, most = bench_options.max_bytes;
    char asked[32], has[32];

    CUDA(cudaMemGetInfo(&free_bytes, &total));
    while (most > (free_bytes / 10 * 9) / (size_t)arrays)
        most /= 2;
    if (most == bench_options.max_bytes)
        return;
    bench_size_text(bench_options.max_bytes, asked);
    bench_size_text(free_bytes >> 20 << 20, has);
    if (bench_options.max_bytes_given)
        die("%d arrays of %s do not fit: the GPU has %s free; ask for less "
            "with --max-bytes", arrays, asked, has);
    if (most < bench_options.min_bytes)
        bench_exit(BENCH_NOT_NOW, "%d arrays of %s do not fit, and the GPU "
                   "has %s free", arrays,
                   bench_size_text(bench_options.min_bytes, asked), has);
    bench_options.max_bytes = most;
}

bool gpu_stays_in_l2(size_t bytes)
{
    return bytes <= gpu->l2_bytes / 2;
}

size_t gpu_aligned(size_t bytes)
{
    return (bytes + GPU_ALIGNMENT - 1) / GPU_ALIGNMENT * GPU_ALIGNMENT;
}

size_t gpu_pool_bytes(size_t most)
{
    size_t outrun = OUTRUN * gpu->l2_bytes;

    return gpu_aligned(outrun > most ? outrun : most);
}

void gpu_fill_random(uint32_t *values, size_t n, uint64_t seed)
{
    CUDA(fill_random(values, n, seed, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
}

void gpu_fill_small(void *numbers, bool fp64, size_t n, uint64_t seed)
{
    CUDA(fill_small(numbers, fp64, n, seed, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
}

void gpu_link_slots(void *slots, size_t spacing, const uint32_t *next,
                    size_t n)
{
    CUDA(link_slots(slots, spacing, next, n, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
}

unsigned long long *gpu_counter(void)
{
    CUDA(cudaMemsetAsync(here->counter, 0, sizeof *here->counter,
                         gpu->stream));
    return here->counter;
}

size_t gpu_counted(void)
{
    unsigned long long count = 0;

    CUDA(cudaMemcpyAsync(&count, here->counter, sizeof count,
                         cudaMemcpyDeviceToHost, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    return (size_t)count;
}

size_t gpu_count_wrong(const uint32_t *values, size_t n, uint64_t seed)
{
    CUDA(count_wrong(values, n, seed, gpu_counter(), gpu->stream));
    return gpu_counted();
}

size_t gpu_count_wrong_added(const void *numbers, bool fp64, size_t n,
                             size_t first, size_t step, size_t added,
                             uint64_t seed)
{
    CUDA(count_wrong_added(numbers, fp64, n, first, step, added, seed,
                           gpu_counter(), gpu->stream));
    return gpu_counted();
}

size_t gpu_count_wrong_saxpy(const void *numbers, bool fp64, size_t n,
                             double a, uint64_t seed)
{
    CUDA(count_wrong_saxpy(numbers, fp64, n, a, seed, gpu_counter(),
                           gpu->stream));
    return gpu_counted();
}

size_t gpu_count_different(const void *a, const void *b, size_t bytes)
{
    CUDA(count_different(a, b, bytes / 4, gpu_counter(), gpu->stream));
    return gpu_counted();
}

size_t gpu_count_unpoisoned(const void *memory, size_t bytes)
{
    unsigned char *got = bench_alloc(bytes);
    size_t unpoisoned = 0;

    CUDA(cudaMemcpyAsync(got, memory, bytes, cudaMemcpyDefault,
                         gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    for (size_t i = 0; i < bytes; i++)
        unpoisoned += got[i] != GPU_POISON;
    free(got);
    return unpoisoned;
}

/* ---- Timing ---------------------------------------------------------- */

bool gpu_runs_long(gpu_launch *launch, void *work)
{
    /* Twice: a pause of the host does not make a launch long. */
    for (int i = 0; i < 2; i++) {
        double start = bench_seconds();

        CUDA(launch(work, 0, gpu->stream));
        CUDA(cudaStreamSynchronize(gpu->stream));
        if (bench_seconds() - start < LONG_US / 1e6)
            return false;
    }
    return true;
}

struct timing {
    gpu_launch *launch;
    void *work;
    size_t launched; /* so far */
    int batch;       /* launches a sample */
    bool held;       /* is the stream held until all are queued? */
    bool single;     /* is a sample one launch, however short? */
    bool cold;       /* is the L2 filled with other data before a sample? */
    size_t warm;     /* or with what is used at a place? its bytes, or 0 */
    size_t places;   /* that a warm sample goes round */
    size_t rounds;   /* of other places each, that samples take in turn */
    size_t next;     /* round */
    cudaGraphExec_t graphs[MAX_ROUNDS]; /* of a batch; null: the launches
                                           themselves */
    cudaEvent_t start, stop;
    double cycles, ns; /* of all SMs, over all samples */
};

/* Leaves the L2 as a long copy leaves it: full of other data, of which a part
 * has yet to be written. */
static void chill_l2(void)
{
    if (!here->other_to) {
        here->other_to = gpu_alloc(gpu->l2_bytes);
        here->other_from = gpu_alloc(gpu->l2_bytes);
        CUDA(cudaMemsetAsync(here->other_from, GPU_POISON, gpu->l2_bytes,
                             gpu->stream));
    }
    CUDA(cudaMemcpyAsync(here->other_to, here->other_from, gpu->l2_bytes,
                         cudaMemcpyDeviceToDevice, gpu->stream));
}

/* Queues the first n launches of a batch. */
static void launch_batch(struct timing *t, size_t round, size_t n)
{
    for (size_t i = 0; i < n; i++)
        CUDA(t->launch(t->work, t->warm ? round * t->places + i % t->places
                                        : t->launched++, gpu->stream));
}

/* Before a sample that the host has a part in: moves this thread to a CPU that
 * is quiet, unless it was chosen just now. So the samples of a point are not
 * all of one CPU, or of one moment of it. */
static void choose_cpu(void)
{
    if (bench_seconds() - cpu_chosen < QUIET_MS / 1e3)
        return;
    bench_quiet_cpu(&near);
    cpu_chosen = bench_seconds();
}

/* Lets the thread run on all CPUs near the GPU again. */
static void leave_cpu(void)
{
    if (CPU_COUNT(&near) > 0)
        sched_setaffinity(0, sizeof near, &near);
    cpu_chosen = 0;
}

/* Runs a batch: the milliseconds that one launch of it took. They are wrong,
 * and not counted, if the stream was not held until all was queued;
 * shared->late then says so. */
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
    if (t->cold)
        chill_l2();
    if (t->warm)
        launch_batch(t, round, t->places);
    if (t->held)
        CUDA(hold_stream(&shared->gate, ticket, &shared->late, gpu->stream));
    CUDA(stamp_clocks(shared->before, gpu->sms, gpu->stream));
    if (!t->held) /* else the host would launch, unseen, while these run */
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
        t->cycles += (double)(shared->after[sm].cycles
                              - shared->before[sm].cycles);
        t->ns += (double)(shared->after[sm].ns - shared->before[sm].ns);
    }
    CUDA(cudaEventElapsedTime(&ms, t->start, t->stop));
    return (double)ms / t->batch;
}

/* Runs a batch, and again if it was late: the host may have been stopped. */
static double run_in_time(struct timing *t)
{
    double ms = run_batch(t);

    return shared->late ? run_batch(t) : ms;
}

/* A sample. */
static double take_batch(void *context)
{
    struct timing *t = context;
    double ms = run_in_time(t);

    if (shared->late)
        die("%d launches were not queued in two seconds: run it again, or "
            "where launches block (under a sanitizer, a debugger) with "
            "CUDA_LAUNCH_BLOCKING=1", t->batch);
    return ms;
}

/* Makes a graph of a batch. The gap between two launches of a stream is 1.2 to
 * 1.6 us (H200, CUDA 13) and differs from process to process; in a graph it is
 * 0.67 us in all of them. */
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

/* Once, for a profiler. */
static struct gpu_time profiled(gpu_launch *launch, void *work)
{
    CUDA(cudaProfilerStart());
    CUDA(launch(work, 0, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    CUDA(cudaProfilerStop());
    return (struct gpu_time){ 0 };
}

/* Chooses the places of warm arrays: as many together as a third of the L2 has
 * room for, which leaves them in it wherever their lines fall. A batch goes
 * round them a whole number of times: each counts for as much. */
static void choose_places(struct timing *t)
{
    size_t together = gpu->l2_bytes / 3 / t->warm;

    if (together > PLACES)
        together = PLACES;
    if (together > (size_t)t->batch)
        together = (size_t)t->batch;
    t->places = together > 1 ? together : 1;
    while (t->batch % (int)t->places)
        t->batch++;
    t->rounds = (PLACES + t->places - 1) / t->places;
    if (t->rounds > MAX_ROUNDS)
        t->rounds = MAX_ROUNDS;
    if (bench_options.quick)
        t->rounds = 1;
}

/* The lesser of two samples: a pause does not make a launch long. */
static double take_lesser(struct timing *t)
{
    double ms = take_batch(t);

    return fmin(ms, take_batch(t));
}

/* Doubles the batch until it is long enough for events. */
static void find_batch(struct timing *t)
{
    while (t->batch < MAX_BATCH
           && take_lesser(t) * t->batch < BATCH_US / 1e3)
        t->batch *= 2;
}

/* Makes the batch as long as a graph is to be, by the time that the launches
 * take in one. */
static void lengthen_batch(struct timing *t)
{
    capture_batch(t, 0);
    double most = (t->warm ? WARM_US : GRAPH_US) / 1e3 / take_lesser(t);
    destroy_graphs(t);

    if (most > MAX_GRAPH)
        most = MAX_GRAPH;
    if (most > t->batch)
        t->batch = (int)most;
}

/* Makes the graphs of a batch, and halves it until a held queue takes one:
 * beyond that the host waits for a queue that waits for the host. How much that
 * is depends on the driver, and on what is launched. */
static void make_graphs(struct timing *t)
{
    for (;;) {
        for (size_t round = 0; round < t->rounds; round++)
            capture_batch(t, round);
        run_in_time(t);
        if (!shared->late || t->batch == 1)
            break;
        destroy_graphs(t);
        t->batch /= 2;
        if (t->warm)
            choose_places(t);
    }
}

/* Finds the length of a batch, and makes its graphs. */
static void begin_timing(struct timing *t)
{
    CUDA(cudaEventCreate(&t->start));
    CUDA(cudaEventCreate(&t->stop));
    t->places = t->rounds = 1;
    t->batch = 1;
    take_batch(t); /* whatever only the first launch takes is in no length */
    if (!t->single)
        find_batch(t);
    bool is_graph = t->held && t->batch > 1; /* short: the gaps count */
    if (is_graph && !bench_options.quick)
        lengthen_batch(t);
    if (t->warm)
        choose_places(t);
    if (is_graph)
        make_graphs(t);
    t->cycles = t->ns = 0;
}

static double end_timing(struct timing *t)
{
    destroy_graphs(t);
    CUDA(cudaEventDestroy(t->start));
    CUDA(cudaEventDestroy(t->stop));
    return t->ns > 0 ? t->cycles / t->ns * 1e3 : 0;
}

/* Times `how` for each of n works of so many bytes. */
static void timed(struct timing how, void *works, size_t size, int n,
                  struct gpu_time times[])
{
    static struct timing timings[BENCH_TURNS];
    struct bench_median medians[BENCH_TURNS];
    void *contexts[BENCH_TURNS];

    how.held = how.held && !gpu_launches_block();
    for (int i = 0; i < n; i++) {
        timings[i] = how;
        timings[i].work = (char *)works + (size_t)i * size;
        contexts[i] = &timings[i];
        if (bench_options.profile)
            times[i] = profiled(how.launch, timings[i].work);
        else
            begin_timing(&timings[i]);
    }
    if (bench_options.profile)
        return;
    bench_sample_in_turn(take_batch, contexts, n, (int)timings[0].rounds,
                         medians);
    if (!how.held)
        leave_cpu();
    for (int i = 0; i < n; i++) {
        times[i].ms = medians[i];
        times[i].sm_mhz = end_timing(&timings[i]);
    }
}

static struct gpu_time timed_alone(struct timing how, void *work)
{
    struct gpu_time time;

    timed(how, work, 0, 1, &time);
    return time;
}

struct gpu_time gpu_time(gpu_launch *launch, void *work)
{
    return timed_alone((struct timing){ .launch = launch, .held = true }, work);
}

struct gpu_time gpu_time_cold(gpu_launch *launch, void *work)
{
    return timed_alone((struct timing){ .launch = launch, .held = true,
                                        .cold = true }, work);
}

struct gpu_time gpu_time_warm(gpu_launch *launch, void *work, size_t bytes)
{
    return timed_alone((struct timing){ .launch = launch, .held = true,
                                        .warm = bytes }, work);
}

struct gpu_time gpu_time_single(gpu_launch *launch, void *work, bool cold)
{
    return timed_alone((struct timing){ .launch = launch, .held = true,
                                        .single = true, .cold = cold }, work);
}

void gpu_time_cold_in_turn(gpu_launch *launch, void *works, size_t size, int n,
                           struct gpu_time times[])
{
    timed((struct timing){ .launch = launch, .held = true, .cold = true },
          works, size, n, times);
}

void gpu_time_unheld_in_turn(gpu_launch *launch, void *works, size_t size,
                             int n, struct gpu_time times[])
{
    timed((struct timing){ .launch = launch }, works, size, n, times);
}

/* What the CPU's clock is to time. */
struct by_cpu {
    double (*take)(void *work);
    void *work;
};

static double take_by_cpu(void *context)
{
    const struct by_cpu *by = context;

    choose_cpu();
    return by->take(by->work);
}

void gpu_sample_by_cpu_in_turn(double (*take)(void *work), void *works,
                               size_t size, int n,
                               struct bench_median medians[])
{
    struct by_cpu each[BENCH_TURNS];
    void *contexts[BENCH_TURNS];

    for (int i = 0; i < n; i++) {
        each[i] = (struct by_cpu){ take, (char *)works + (size_t)i * size };
        contexts[i] = &each[i];
    }
    bench_sample_in_turn(take_by_cpu, contexts, n, 0, medians);
    leave_cpu();
}

struct bench_median gpu_sample_by_cpu(double (*take)(void *work), void *work)
{
    struct bench_median median;

    gpu_sample_by_cpu_in_turn(take, work, 0, 1, &median);
    return median;
}

struct bench_row gpu_row(size_t bytes, struct gpu_time time)
{
    return (struct bench_row){ .bytes = bytes, .time = time.ms,
                               .clock_mhz = time.sm_mhz,
                               .rated_mhz = gpu->sm_mhz };
}

struct bench_row gpu_latency_row(size_t accesses, struct gpu_time time)
{
    return (struct bench_row){
        .ns = bench_scaled(time.ms, 1e6 / (double)accesses),
        .clock_mhz = time.sm_mhz,
        .rated_mhz = gpu->sm_mhz,
    };
}
