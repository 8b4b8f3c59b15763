/* host.c - the properties of the CPU, and timing by its clock; see host.h. */
#include "host.h"
#include "random.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_BYTES = 64,
    BATCH_US = 200,
    CHAIN = 20000, /* dependent instructions: about 10 us */
};

static struct host cpu;
const struct host *const host = &cpu;

/* Finds the data cache of this level that core 0 uses: its size, and how many logical cores share
 * it. The threads of one core do; on some CPUs several cores share an L2, or only some an L3. */
static void find_cache(int level)
{
    static const int names[] = { 0, _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                 _SC_LEVEL3_CACHE_SIZE };
    long bytes = sysconf(names[level]); /* of an L3 that is divided, it adds up the parts */
    char path[96], type[16];

    cpu.cache_bytes[level] = bytes > 0 ? (size_t)bytes : 0;
    cpu.sharers[level] = 1;
    for (int i = 0;; i++) {
        const char *folder = "/sys/devices/system/cpu/cpu0/cache";
        int its_level;
        size_t kib;

        snprintf(path, sizeof path, "%s/index%d/level", folder, i);
        FILE *file = fopen(path, "r");
        if (!file)
            return;
        bool is_it = fscanf(file, "%d", &its_level) == 1 && its_level == level;
        fclose(file);
        snprintf(path, sizeof path, "%s/index%d/type", folder, i);
        if (!is_it || !(file = fopen(path, "r")))
            continue;
        is_it = fscanf(file, "%15s", type) == 1 && strcmp(type, "Instruction") != 0;
        fclose(file);
        snprintf(path, sizeof path, "%s/index%d/size", folder, i);
        if (!is_it || !(file = fopen(path, "r")))
            continue;
        if (fscanf(file, "%zuK", &kib) == 1)
            cpu.cache_bytes[level] = kib << 10;
        fclose(file);
        snprintf(path, sizeof path, "%s/index%d/shared_cpu_list", folder, i);
        cpu_set_t cpus = bench_read_cpus(path);
        if (CPU_COUNT(&cpus) > 0)
            cpu.sharers[level] = CPU_COUNT(&cpus);
        return;
    }
}

void host_open(void)
{
    if (bench_options.profile)
        bench_exit(BENCH_USAGE, "--profile is for programs that use the GPU");
    const char *info = "/proc/cpuinfo";
    if (!bench_read_key(info, "model name", cpu.name, sizeof cpu.name)
        && !bench_read_key(info, "Model", cpu.name, sizeof cpu.name))
        snprintf(cpu.name, sizeof cpu.name, "unknown CPU");
    /* Take no more threads than OpenMP grants. If a parallel region got fewer threads than it asked
     * for, some of the work would be left undone. */
    omp_set_dynamic(0);
    cpu.cores = omp_get_num_procs();
    if (cpu.cores > omp_get_thread_limit())
        cpu.cores = omp_get_thread_limit();
    /* Take no more than this process has CPU time for either, because they would take turns. */
    double cores = bench_limits().cores;
    if (cpu.cores > cores)
        cpu.cores = cores < 1 ? 1 : (int)cores;
    for (int level = 1; level <= 3; level++)
        find_cache(level);
    bench_note("cpu", "%s", cpu.name);
    bench_note("cores", "%d", cpu.cores);
    bench_note("caches", "L1 %zu KiB, L2 %zu KiB, L3 %zu KiB", cpu.cache_bytes[1] >> 10,
               cpu.cache_bytes[2] >> 10, cpu.cache_bytes[3] >> 10);
}

const char *host_memory(size_t bytes, int threads)
{
    static const char *const names[] = { NULL, "l1", "l2", "l3" };

    if (!cpu.cache_bytes[1])
        return "unknown";
    for (int level = 1; level <= 3; level++) {
        int sharers = cpu.sharers[level];
        int caches = (threads + sharers - 1) / sharers;

        if (bytes <= cpu.cache_bytes[level] * (size_t)caches)
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

void host_copied_arrays(int **to, int **from)
{
    size_t ints = bench_larger(bench_options.max_bytes / sizeof(int), BENCH_AWKWARD_MOST);

    *to = bench_alloc((ints + HOST_GUARD) * sizeof(int));
    *from = bench_alloc(ints * sizeof(int));
#pragma omp parallel for
    for (size_t i = 0; i < ints; i++) {
        (*from)[i] = (int)random_u32(bench_options.seed, i);
        (*to)[i] = HOST_POISON;
    }
}

void host_poison(int *to, size_t ints)
{
#pragma omp parallel for
    for (size_t i = 0; i < ints; i++)
        to[i] = HOST_POISON;
}

size_t host_count_wrong(const int *to, size_t n)
{
    size_t wrong = 0;

#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < n + HOST_GUARD; i++)
        wrong += to[i] != (i < n ? (int)random_u32(bench_options.seed, i) : HOST_POISON);
    return wrong;
}

/* Returns the seconds of a chain of steps. Each step needs the result of the step before it, and
 * takes one cycle on every CPU since the 1990s. We do not use adds, because some CPUs now fold
 * chains of them. */
static double chain_seconds(void)
{
    uint64_t x = 1, y = 2;
    double start = bench_seconds();

    for (int i = 0; i < CHAIN / 8; i++) {
#define STEP                                                                                       \
    x ^= y;                                                                                        \
    __asm__ volatile("" : "+r"(x), "+r"(y))
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
    }
    return bench_seconds() - start;
}

/* Returns the clock of this core at the moment, in MHz. We take the shortest of three chains,
 * because an interrupt makes a chain longer and nothing makes it shorter. */
static double clock_mhz(void)
{
    double least = chain_seconds();

    for (int i = 0; i < 2; i++) {
        double seconds = chain_seconds();
        if (seconds < least)
            least = seconds;
    }
    return CHAIN / least / 1e6;
}

/* Runs the work of a point `batch` times, and returns the milliseconds of one. */
struct batch {
    struct bench_point *point;
    int n;
};

static double take_batch(void *context)
{
    const struct batch *b = context;
    double start = bench_seconds();

    for (int i = 0; i < b->n; i++)
        b->point->call(b->point);
    return (bench_seconds() - start) * 1e3 / b->n;
}

/* Times each point on its own. A sample is a batch of calls that takes 200 us, which is long enough
 * to time. The clock rate of a row is the mean of those before and after the samples. */
static void time_points(struct bench_point *const points[], int n)
{
    for (int i = 0; i < n; i++) {
        struct bench_point *p = points[i];
        struct batch batch = { p, 1 };
        double (*take)(void *work) = p->take ? p->take : take_batch;
        void *work = p->take ? (void *)p : &batch;

        take(work); /* warms up */
        if (!p->take) {
            double wanted = BATCH_US / 1e3 / take_batch(&batch);
            batch.n = wanted > 1e6 ? 1000000 : wanted < 1 ? 1 : (int)wanted + 1;
        }
        double before = clock_mhz();
        bench_sample(take, &work, 1, 0, &p->row.time);
        p->row.clock_mhz = (before + clock_mhz()) / 2;
    }
}

const struct bench_machine host_machine = {
    .clock_column = "cpu_mhz",
    .open = host_open,
    .time = time_points,
};
