/* host.c - properties and timing of the CPU; see host.h. */
#include "host.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_BYTES = 64,
    BATCH_US = 200,
    CHAIN = 20000, /* dependent instructions: about 10 us */
};

static struct host host;

/* Threads of one core share its caches, and some CPUs have an L2 for several
 * cores. */
static int cache_sharers(int level)
{
    char path[96], type[16];
    int number;

    for (int i = 0;; i++) {
        const char *folder = "/sys/devices/system/cpu/cpu0/cache";

        snprintf(path, sizeof path, "%s/index%d/level", folder, i);
        FILE *file = fopen(path, "r");
        if (!file)
            return 1;
        bool is_it = fscanf(file, "%d", &number) == 1 && number == level;
        fclose(file);
        snprintf(path, sizeof path, "%s/index%d/type", folder, i);
        if (!is_it || !(file = fopen(path, "r")))
            continue;
        is_it = fscanf(file, "%15s", type) == 1
            && strcmp(type, "Instruction") != 0;
        fclose(file);
        snprintf(path, sizeof path, "%s/index%d/shared_cpu_list", folder, i);
        cpu_set_t cpus = bench_read_cpus(path);
        if (is_it && CPU_COUNT(&cpus) > 0)
            return CPU_COUNT(&cpus);
    }
}

const struct host *host_open(void)
{
    static const int names[] = { 0, _SC_LEVEL1_DCACHE_SIZE,
                                 _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE };

    if (bench_options.profile)
        bench_exit(BENCH_USAGE, "--profile is for programs that use the GPU");
    const char *info = "/proc/cpuinfo";
    if (!bench_read_key(info, "model name", host.name, sizeof host.name)
        && !bench_read_key(info, "Model", host.name, sizeof host.name))
        snprintf(host.name, sizeof host.name, "unknown CPU");
    /* No more than OpenMP grants: a parallel part of fewer threads than asked
     * for would leave some of the work undone. */
    omp_set_dynamic(0);
    host.cores = omp_get_num_procs();
    if (host.cores > omp_get_thread_limit())
        host.cores = omp_get_thread_limit();
    /* Nor than it has the time of: more threads would take turns. */
    double cores = bench_limits().cores;
    if (host.cores > cores)
        host.cores = cores < 1 ? 1 : (int)cores;
    for (int level = 1; level <= 3; level++) {
        long bytes = sysconf(names[level]);
        host.cache_bytes[level] = bytes > 0 ? (size_t)bytes : 0;
        host.sharers[level] = cache_sharers(level);
    }
    bench_note("cpu", "%s", host.name);
    bench_note("cores", "%d", host.cores);
    bench_note("caches", "L1 %zu KiB, L2 %zu KiB, L3 %zu KiB",
               host.cache_bytes[1] >> 10, host.cache_bytes[2] >> 10,
               host.cache_bytes[3] >> 10);
    return &host;
}

const char *host_memory(size_t bytes, int threads)
{
    static const char *const names[] = { NULL, "l1", "l2", "l3" };

    if (!host.cache_bytes[1])
        return "unknown";
    for (int level = 1; level <= 3; level++) {
        int sharers = host.sharers[level];
        int caches = level < 3 ? (threads + sharers - 1) / sharers : 1;

        if (bytes <= host.cache_bytes[level] * (size_t)caches)
            return names[level];
    }
    return "dram";
}

size_t host_part_start(size_t n, size_t element_bytes, int thread, int threads)
{
    size_t line = LINE_BYTES / element_bytes;
    size_t lines = (n + line - 1) / line;
    size_t start = lines * (size_t)thread / (size_t)threads * line;

    return start < n ? start : n;
}

/* Each step needs the one before it and takes a cycle on every CPU since the
 * 1990s; an add would do on most, but some now fold chains of adds. */
static double chain_seconds(void)
{
    uint64_t x = 1, y = 2;
    double start = bench_seconds();

    for (int i = 0; i < CHAIN / 8; i++) {
#define STEP x ^= y; __asm__ volatile("" : "+r"(x), "+r"(y))
        STEP; STEP; STEP; STEP; STEP; STEP; STEP; STEP;
    }
    return bench_seconds() - start;
}

/* The shortest of three: an interrupt makes a chain longer, nothing makes it
 * shorter. */
double host_mhz(void)
{
    double least = chain_seconds();

    for (int i = 0; i < 2; i++) {
        double seconds = chain_seconds();
        if (seconds < least)
            least = seconds;
    }
    return CHAIN / least / 1e6;
}

struct timing {
    void (*call)(void *work);
    void *work;
    int batch;
};

static double take_batch(void *context)
{
    struct timing *t = context;
    double start = bench_seconds();

    for (int i = 0; i < t->batch; i++)
        t->call(t->work);
    return (bench_seconds() - start) * 1e3 / t->batch;
}

struct host_time host_time(void (*call)(void *work), void *work)
{
    struct timing t = { call, work, 1 };
    struct host_time result;

    take_batch(&t);
    double wanted = BATCH_US / 1e3 / take_batch(&t);
    t.batch = wanted > 1e6 ? 1000000 : wanted < 1 ? 1 : (int)wanted + 1;
    double before = host_mhz();
    result.ms = bench_sample(take_batch, &t);
    result.cpu_mhz = (before + host_mhz()) / 2;
    return result;
}

struct bench_row host_row(size_t bytes, struct host_time time)
{
    return (struct bench_row){ .bytes = bytes, .time = time.ms,
                               .clock_mhz = time.cpu_mhz };
}

struct bench_row host_latency_row(size_t accesses, struct host_time time)
{
    return (struct bench_row){
        .ns = bench_scaled(time.ms, 1e6 / (double)accesses),
        .clock_mhz = time.cpu_mhz,
    };
}
