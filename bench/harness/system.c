/* system.c - what Linux says about memory and CPUs; see bench.h. */
#include "bench.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

double bench_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void *bench_alloc(size_t bytes)
{
    void *memory = NULL;
    char size[32];

    if (posix_memalign(&memory, 4096, bytes ? bytes : 1) != 0)
        die("cannot allocate %s of host memory: ask for less with "
            "--max-bytes",
            bench_size_text(bytes, size));
    return memory;
}

void *bench_random(size_t n)
{
    uint32_t *values = bench_alloc(n * sizeof *values);

    for (size_t i = 0; i < n; i++)
        values[i] = random_u32(bench_options.seed, i);
    return values;
}

bool bench_read_key(const char *path, const char *key, char *value, size_t size)
{
    char line[1024];
    bool found = false;
    FILE *file = fopen(path, "r");

    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (!colon || strncmp(line, key, strlen(key)) != 0)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        snprintf(value, size, "%.*s", (int)strcspn(colon, "\n"), colon);
        found = true;
    }
    fclose(file);
    return found;
}

cpu_set_t bench_read_cpus(const char *path)
{
    cpu_set_t cpus;
    unsigned first, last;
    FILE *file = fopen(path, "r");

    CPU_ZERO(&cpus);
    while (file && fscanf(file, "%u", &first) == 1) {
        last = first;
        int c = fgetc(file);
        if (c == '-' && fscanf(file, "%u", &last) == 1)
            c = fgetc(file);
        for (unsigned cpu = first; cpu <= last && cpu < CPU_SETSIZE; cpu++)
            CPU_SET(cpu, &cpus);
        if (c != ',')
            break;
    }
    if (file)
        fclose(file);
    return cpus;
}

/* Returns the number that follows `key` in a file of a cgroup, divided by the number after that if
 * there is one. Returns HUGE_VAL if there is no number, as in "max". */
static double cgroup_value(const char *folder, const char *name, const char *key)
{
    char path[1100], line[256];
    double value = HUGE_VAL, period = 1;

    snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return HUGE_VAL;
    while (value == HUGE_VAL && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0)
            sscanf(line + strlen(key), "%lf %lf", &value, &period);
    fclose(file);
    return value / period;
}

struct bench_limits bench_limits(void)
{
    struct bench_limits left = { HUGE_VAL, HUGE_VAL };
    char line[1024] = ":", *folder = line + 1;

    bench_read_key("/proc/self/cgroup", "0:", line, sizeof line);
    for (char *end = strchr(folder, '\0'); end; end = strrchr(folder, '/')) {
        *end = '\0';
        /* Without a limit or a use this is infinity minus infinity, a NaN, which fmin() ignores. */
        left.bytes = fmin(left.bytes, cgroup_value(folder, "memory.max", "")
                                          - cgroup_value(folder, "memory.current", "")
                                          /* The system drops cached files if it needs room. */
                                          + cgroup_value(folder, "memory.stat", "active_file ")
                                          + cgroup_value(folder, "memory.stat", "inactive_file "));
        left.cores = fmin(left.cores, cgroup_value(folder, "cpu.max", ""));
    }
    left.bytes = fmax(left.bytes, 0);
    return left;
}

void bench_fit(int arrays)
{
    double available, bytes = bench_limits().bytes;
    size_t most = bench_options.max_bytes;
    char text[64];

    if (bench_read_key("/proc/meminfo", "MemAvailable", text, sizeof text)
        && sscanf(text, "%lf", &available) == 1)
        bytes = fmin(bytes, available * 1024);
    while ((double)most > bytes / 2 / arrays)
        most /= 2;
    if (most == bench_options.max_bytes)
        return;
    if (bench_options.max_bytes_given || most < bench_options.min_bytes)
        bench_exit(bench_options.max_bytes_given ? BENCH_FAILED : BENCH_NOT_NOW,
                   "%d arrays of %s do not fit in half of the %.0f MiB that "
                   "are free; ask for less with --max-bytes",
                   arrays, bench_size_text(bench_options.max_bytes, text),
                   floor(bytes / (1 << 20)));
    bench_options.max_bytes = most;
}

/* Returns how many seconds a loop takes that keeps all units of a core busy: the least of a few
 * turns. */
static double spin(void)
{
    enum { CHAINS = 8, STEPS = 4000, TURNS = 2 }; /* 17 us each, at 3 GHz */
    static volatile uint64_t kept;
    double least = HUGE_VAL;

    for (int turn = 0; turn < TURNS; turn++) {
        uint64_t x[CHAINS];

        for (int chain = 0; chain < CHAINS; chain++)
            x[chain] = (uint64_t)(chain + turn + 1);
        double start = bench_seconds();
        for (int step = 0; step < STEPS; step++)
            for (int chain = 0; chain < CHAINS; chain++) {
                x[chain] ^= x[chain] << 13;
                x[chain] ^= x[chain] >> 7;
                x[chain] ^= x[chain] << 17;
            }
        for (int chain = 0; chain < CHAINS; chain++)
            kept = kept ^ x[chain];
        least = fmin(least, bench_seconds() - start);
    }
    return least;
}

static bool move_to(size_t cpu)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

/* Returns the seconds of spin() on a CPU, plus the time to get there if another thread was running
 * there. Returns HUGE_VAL if this thread may not run there. */
static double spin_on(size_t cpu)
{
    enum { WAIT_US = 500 };

    double start = bench_seconds();
    if (!move_to(cpu))
        return HUGE_VAL;
    double seconds = spin(), all = bench_seconds() - start;
    return all > WAIT_US / 1e6 ? all : seconds;
}

/* Makes the CPUs that the thread has just left forget the page tables of this process, which Linux
 * keeps there in case the thread comes back. A CPU forgets them when a thread frees a page table,
 * by munmap() or free(), but that thread must interrupt each such CPU and wait (x86). This takes
 * tens of microseconds, so we do it here and not in what is timed. From Linux 6.13 on it takes two
 * turns: in the first an idle CPU lets go, and in the second Linux takes it off its list. */
static void leave_tables(void)
{
    /* Bytes that one and two page tables map. */
    enum { TABLE = 2 << 20, BOTH = 2 * TABLE };

    for (int time = 0; time < 2; time++) {
        char *pages = mmap(NULL, BOTH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            return;
        madvise(pages, BOTH, MADV_NOHUGEPAGE); /* huge pages have no such table */
        /* Touch memory of the table that maps nothing else, wherever the two tables begin. */
        *(volatile char *)(pages + TABLE - (uintptr_t)pages % TABLE) = 1;
        munmap(pages, BOTH);
    }
}

void bench_quiet_cpu(const cpu_set_t *cpus)
{
    enum { MOST = 4 };
    static size_t last; /* the CPU that was tried last */
    size_t tries[MOST], from = last + 1, quiet = 0;
    double least = HUGE_VAL;
    int n = 0, now = sched_getcpu();

    if (now >= 0 && CPU_ISSET((size_t)now, cpus))
        tries[n++] = (size_t)now;
    for (size_t i = 0; i < CPU_SETSIZE && n < MOST; i++) {
        size_t cpu = (from + i) % CPU_SETSIZE;
        if (CPU_ISSET(cpu, cpus) && (int)cpu != now)
            tries[n++] = last = cpu;
    }
    for (int i = 0; i < n; i++) {
        double seconds = spin_on(tries[i]);
        if (seconds < least) {
            least = seconds;
            quiet = tries[i];
        }
    }
    if (least < HUGE_VAL)
        move_to(quiet);
    leave_tables();
}
