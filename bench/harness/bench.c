/* bench.c - options, statistics, sampling, CSV and errors; see bench.h. */
#include "bench.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_SAMPLES = 1000, /* 2^-1000 is still a normal double: see median_rank */
    CLOCK_DROP_PERCENT = 10,
};

struct bench_options bench_options = {
    .samples = 10,
    .seconds = 0.3,
    .seed = 1,
};

static const struct bench_program *program;
static enum bench_kind kind;
static FILE *table; /* in memory, until it is whole */
static char *table_text;
static size_t table_length;
static int rows_expected, rows_taken, rows_unsettled, rows_throttled;
static double started, table_started;
static bool progress_is_live, progress_is_shown;
static char point[128]; /* what is measured, for the progress line */
static double rows_sampled; /* of it, and not yet taken */
/* From `make measure`: "5 of 22", the seconds expected of this program, and
 * those of the programs after it. */
static const char *place;
static double seconds_expected, seconds_after;

/* ---- Errors ---------------------------------------------------------- */

/* Wipes the progress line, so that a message starts on a line of its own. */
static void clear_progress(void)
{
    if (progress_is_shown)
        fputs("\r\033[K", stderr);
    progress_is_shown = false;
}

/* Rounded up, the more the longer it is: "8 s", "45 s", "1 min 10 s". */
static const char *duration_text(double seconds, char text[32])
{
    int step = seconds <= 10 ? 1 : seconds <= 60 ? 5 : 10;
    int whole = (int)ceil(fmin(seconds, 1e6) / step) * step;

    if (whole < 60)
        snprintf(text, 32, "%d s", whole);
    else if (whole % 60 == 0)
        snprintf(text, 32, "%d min", whole / 60);
    else
        snprintf(text, 32, "%d min %d s", whole / 60, whole % 60);
    return text;
}

/* Until the last program ends; 0: not known. What is expected of this program
 * gives way to how fast its rows have come, the more the more there are. */
static double seconds_left(void)
{
    double now = bench_seconds();
    double done = rows_expected > 0
                ? fmin((rows_taken + rows_sampled) / rows_expected, 1) : 0;

    if (seconds_expected > 0)
        return (1 - done) * fmax(seconds_expected, now - started)
             + seconds_after;
    return done > 0 ? (1 - done) / done * (now - table_started) : 0;
}

/* "measuring 5 of 22, stride: 12/64 fp64; about 1 min 10 s left", or what is
 * known of that, in one line of the terminal. */
static void show_progress(const char *where)
{
    double left = seconds_left();
    struct winsize terminal;
    char head[128], tail[64] = "", duration[32];

    int room = snprintf(head, sizeof head, "%s%s%s%s",
                        place ? "measuring " : "", place ? place : "",
                        place ? ", " : "", program->name);
    if (left > 0)
        room += snprintf(tail, sizeof tail, "; about %s left",
                         duration_text(left, duration));
    room = ioctl(STDERR_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col
         ? (int)terminal.ws_col - 1 - room : 256;
    fprintf(stderr, "%s%s%.*s%s%s", progress_is_live ? "\r\033[K" : "", head,
            room > 0 ? room : 0, where, tail, progress_is_live ? "" : "\n");
    fflush(stderr);
    progress_is_shown = progress_is_live;
}

static void show_point(void)
{
    char where[256];

    snprintf(where, sizeof where, ": %d/%d %s",
             rows_taken + (int)rows_sampled + 1, rows_expected, point);
    show_progress(where);
}

void bench_exit(enum bench_exit status, const char *format, ...)
{
    va_list arguments;

    clear_progress();
    fprintf(stderr, "%s: ", program ? program->name : "bench");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit((int)status);
}

void *bench_alloc(size_t bytes)
{
    void *memory = NULL;
    char size[32];

    if (posix_memalign(&memory, 4096, bytes ? bytes : 1) != 0)
        die("cannot allocate %s of host memory: ask for less with "
            "--max-bytes", bench_size_text(bytes, size));
    return memory;
}

/* ---- Sizes ----------------------------------------------------------- */

bool bench_parse_size(const char *text, size_t *bytes)
{
    static const struct { const char *name; double factor; } units[] = {
        { "", 1 }, { "B", 1 },
        { "KiB", 0x1p10 }, { "MiB", 0x1p20 }, { "GiB", 0x1p30 },
        { "TiB", 0x1p40 },
        { "kB", 1e3 }, { "MB", 1e6 }, { "GB", 1e9 }, { "TB", 1e12 },
    };
    char *unit;

    if (*text < '0' || *text > '9') /* strtod would take " 1", "-1" and "inf" */
        return false;
    double number = strtod(text, &unit);
    if (strspn(text, "0123456789.") != (size_t)(unit - text))
        return false; /* "0x10" and "1e3" are not sizes */
    while (*unit == ' ')
        unit++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i].name) != 0)
            continue;
        double value = number * units[i].factor;
        /* 1.001 kB is 1000.9999... in binary, and is meant to be 1001 B. */
        if (value >= 0x1p53 || fabs(value - rint(value)) > 1e-9 * value)
            return false; /* no longer exact, or half a byte */
        *bytes = (size_t)rint(value);
        return true;
    }
    return false;
}

const char *bench_size_text(size_t bytes, char text[32])
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    size_t unit = 0;

    while (unit < 4 && bytes && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, 32, "%zu %s", bytes, units[unit]);
    return text;
}

/* ---- Options --------------------------------------------------------- */

/* Each option stands here once: the parser and the help are made from this. */
static const struct option_row {
    const char *name, *argument, *help;
} option_rows[] = {
    { "help", NULL, "print this and exit" },
    { "list", NULL, "print the variants and exit" },
    { "variant", "NAME", "measure this variant only" },
    { "device", "N", "use the GPU with this number (0)" },
    { "min-bytes", "SIZE", "smallest array of the sweep" },
    { "max-bytes", "SIZE", "largest array of the sweep" },
    { "samples", "N", "fewest samples of a point, 10 to 1000 (10)" },
    { "seconds", "S", "time budget of a point (0.3)" },
    { "seed", "N", "seed of the random input (1)" },
    { "quick", NULL, "a tenth of the budget, marked as such in the CSV" },
    { "profile", NULL, "run each point once for ncu, and time nothing" },
};

enum { OPTIONS = sizeof option_rows / sizeof *option_rows };

static void print_help(void)
{
    printf("usage: %s [options]\n%s\n\n", program->name, program->summary);
    for (int i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &option_rows[i];
        int width = printf("  --%s%s%s", row->name, row->argument ? "=" : "",
                           row->argument ? row->argument : "");
        printf("%*s%s\n", 22 - width, "", row->help);
    }
    puts("\nSIZE is a number of bytes, or has a unit: 4KiB, 2GiB, 1MB.\n"
         "The CSV goes to standard output. Exit status: 0 good, 1 failed or\n"
         "wrong answer, 2 usage, 75 no GPU or memory now, 77 this machine "
         "lacks what is\nmeasured.");
}

static void print_list(void)
{
    for (const struct bench_variant *v = program->variants; v->name; v++)
        printf("%-10s %s\n", v->name, v->what);
}

static void check_variant(const char *name)
{
    char names[1024] = "";

    for (const struct bench_variant *v = program->variants; v->name; v++) {
        if (strcmp(v->name, name) == 0)
            return;
        strncat(names, " ", sizeof names - strlen(names) - 1);
        strncat(names, v->name, sizeof names - strlen(names) - 1);
    }
    bench_exit(BENCH_USAGE, "no variant '%s'; there are:%s", name, names);
}

static size_t size_argument(const char *option, const char *text)
{
    size_t bytes;

    if (!bench_parse_size(text, &bytes) || bytes == 0)
        bench_exit(BENCH_USAGE, "--%s=%s: not a size; try 4KiB or 2GiB",
                   option, text);
    return bytes;
}

static double number_argument(const char *option, const char *text,
                              double least, double most, bool whole)
{
    char *end;

    errno = 0;
    double number = strtod(text, &end);
    if (errno || end == text || *end || !(number >= least && number <= most)
        || (whole && number != floor(number)))
        bench_exit(BENCH_USAGE, "--%s=%s: not a%s number from %g to %g",
                   option, text, whole ? " whole" : "", least, most);
    return number;
}

/* What `make measure` says of this program's part in the whole. */
static void read_place(void)
{
    const char *expected = getenv("BENCH_EXPECTED");
    const char *after = getenv("BENCH_AFTER");

    place = getenv("BENCH_PLACE");
    if (!place)
        return;
    seconds_expected = expected ? strtod(expected, NULL) : 0;
    seconds_after = after ? strtod(after, NULL) : 0;
    show_progress("");
}

static void set_option(const char *name, const char *text)
{
    struct bench_options *o = &bench_options;

    if (strcmp(name, "help") == 0 || strcmp(name, "list") == 0) {
        *name == 'h' ? print_help() : print_list();
        bench_close();
        exit(BENCH_OK);
    } else if (strcmp(name, "variant") == 0) {
        check_variant(text);
        o->variant = text;
    } else if (strcmp(name, "device") == 0) {
        o->device = (int)number_argument(name, text, 0, 1023, true);
    } else if (strcmp(name, "min-bytes") == 0) {
        o->min_bytes = size_argument(name, text);
    } else if (strcmp(name, "max-bytes") == 0) {
        o->max_bytes = size_argument(name, text);
        o->max_bytes_given = true;
    } else if (strcmp(name, "samples") == 0) {
        o->samples = (int)number_argument(name, text, 10, MAX_SAMPLES, true);
    } else if (strcmp(name, "seconds") == 0) {
        o->seconds = number_argument(name, text, 0, 3600, false);
    } else if (strcmp(name, "seed") == 0) {
        o->seed = (uint64_t)number_argument(name, text, 0, 0x1p53, true);
    } else if (strcmp(name, "quick") == 0) {
        o->quick = true;
    } else if (strcmp(name, "profile") == 0) {
        o->profile = true;
    } else {
        abort(); /* a row of the table that nobody reads */
    }
}

void bench_start(const struct bench_program *p, int argc, char **argv)
{
    struct option long_options[OPTIONS + 1] = { 0 };
    int chosen;

    program = p;
    started = bench_seconds();
    progress_is_live = isatty(STDERR_FILENO);
    bench_options.min_bytes = p->min_bytes;
    bench_options.max_bytes = p->max_bytes;

    for (int i = 0; i < OPTIONS; i++)
        long_options[i] = (struct option){
            .name = option_rows[i].name,
            .has_arg = option_rows[i].argument ? required_argument
                                               : no_argument,
        };
    opterr = 0; /* the messages are ours */
    /* getopt would not name the argument that a bad short option is in. */
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] != '-')
            bench_exit(BENCH_USAGE, "cannot understand '%s'; see --help",
                       argv[i]);
    int found;
    while (chosen = 0, (found = getopt_long(argc, argv, "", long_options,
                                            &chosen)) != -1) {
        if (found == '?')
            bench_exit(BENCH_USAGE, "cannot understand '%s'; see --help",
                       argv[optind - 1]);
        set_option(option_rows[chosen].name, optarg);
    }
    if (optind < argc)
        bench_exit(BENCH_USAGE, "cannot understand '%s'; see --help",
                   argv[optind]);
    if (bench_options.quick && !bench_options.max_bytes_given
        && p->quick_max_bytes > 0
        && bench_options.min_bytes <= p->quick_max_bytes)
        bench_options.max_bytes = p->quick_max_bytes;
    if (bench_options.min_bytes > bench_options.max_bytes)
        bench_exit(BENCH_USAGE, "--min-bytes is above --max-bytes");
    if (p->element_bytes && bench_options.min_bytes % p->element_bytes)
        bench_exit(BENCH_USAGE, "--min-bytes is no multiple of %zu, the size "
                   "of an element", p->element_bytes);
    if (bench_options.quick)
        bench_options.seconds /= 10;
    read_place();
}

bool bench_wanted(const char *variant)
{
    return !bench_options.variant
        || strcmp(bench_options.variant, variant) == 0;
}

/* ---- Statistics ------------------------------------------------------ */

/* The largest rank r, counted from 1, with P(Binomial(n, 1/2) < r) <= 2.5 %,
 * or 0 where there is none. */
static int median_rank(int n)
{
    double term = ldexp(1, -n); /* P(Binomial = 0) */
    double below = 0;
    int rank = 0;

    while (below + term <= 0.025) {
        below += term;
        rank++;
        term *= (double)(n - rank + 1) / rank;
    }
    return rank;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void bench_sort(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, ascending);
}

struct bench_median bench_median(double *values, int n)
{
    bench_sort(values, n);

    int rank = median_rank(n);
    if (rank == 0)
        rank = 1;
    return (struct bench_median){
        .median = n % 2 ? values[n / 2]
                        : (values[n / 2 - 1] + values[n / 2]) / 2,
        .low = values[rank - 1],
        .high = values[n - rank],
        .samples = n,
    };
}

struct bench_median bench_scaled(struct bench_median m, double factor)
{
    return (struct bench_median){ m.median * factor, m.low * factor,
                                  m.high * factor, m.samples };
}

bool bench_settled(struct bench_median m)
{
    return m.high - m.median <= 0.005 * m.median
        && m.median - m.low <= 0.005 * m.median;
}

/* ---- Sampling -------------------------------------------------------- */

bool bench_read_key(const char *path, const char *key, char *value,
                    size_t size)
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

/* What stands behind `key` in the file of a cgroup, divided by the number
 * behind that if there is one; HUGE_VAL where there is none, as in "max". */
static double cgroup_value(const char *folder, const char *name,
                           const char *key)
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
        /* fmin() passes over what is no number: no limit less no use. */
        left.bytes = fmin(left.bytes,
                          cgroup_value(folder, "memory.max", "")
                          - cgroup_value(folder, "memory.current", "")
                          /* What is cached of files makes room. */
                          + cgroup_value(folder, "memory.stat", "active_file ")
                          + cgroup_value(folder, "memory.stat",
                                         "inactive_file "));
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
        bench_exit(bench_options.max_bytes_given ? BENCH_FAILED
                                                 : BENCH_NOT_NOW,
                   "%d arrays of %s do not fit in half of the %.0f MiB that "
                   "are free; ask for less with --max-bytes", arrays,
                   bench_size_text(bench_options.max_bytes, text),
                   floor(bytes / (1 << 20)));
    bench_options.max_bytes = most;
}

double bench_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The seconds of a loop that wants all units of a core, the least of a few
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

/* The seconds of spin() on a CPU, or what it took to come there as well, where
 * another thread runs. HUGE_VAL where this one may not run. */
static double spin_on(size_t cpu)
{
    enum { WAIT_US = 500 };

    double start = bench_seconds();
    if (!move_to(cpu))
        return HUGE_VAL;
    double seconds = spin(), all = bench_seconds() - start;
    return all > WAIT_US / 1e6 ? all : seconds;
}

/* Lets the CPUs that the thread has just left forget the page tables of this
 * process, which Linux leaves there in case it comes back. They do when a page
 * table is freed, and whoever frees it, by munmap() or free(), must interrupt
 * each of them and wait (x86): tens of microseconds, which are not to fall into
 * what is timed. From Linux 6.13 on the first time makes an idle CPU let go,
 * and the second takes it off the list. */
static void leave_tables(void)
{
    enum { TABLE = 2 << 20, BOTH = 2 * TABLE }; /* bytes: of 4 KiB pages */

    for (int time = 0; time < 2; time++) {
        char *pages = mmap(NULL, BOTH, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            return;
        madvise(pages, BOTH, MADV_NOHUGEPAGE); /* those have no table */
        /* One that has no other memory in it, wherever the two begin. */
        *(volatile char *)(pages + TABLE - (uintptr_t)pages % TABLE) = 1;
        munmap(pages, BOTH);
    }
}

void bench_quiet_cpu(const cpu_set_t *cpus)
{
    enum { MOST = 4 };
    static size_t last; /* that was tried */
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

/* What is taken of one work. */
struct samples {
    double taken[MAX_SAMPLES];
    int n;
    double seconds; /* that they took */
    bool done;
};

/* Takes one more, and looks whether that was the last. */
static void sample(double (*take)(void *work), void *work, int least,
                   struct samples *s, struct bench_median *result)
{
    static double sorted[MAX_SAMPLES];

    double start = bench_seconds();
    s->taken[s->n] = take(work);
    if (!(s->taken[s->n] >= 0))
        die("a sample took %g ms", s->taken[s->n]);
    s->n++;
    if (s->n >= least) {
        /* A copy is sorted: the order of the samples is not to depend on how
         * often we looked. */
        memcpy(sorted, s->taken, (size_t)s->n * sizeof *sorted);
        *result = bench_median(sorted, s->n);
    }
    s->seconds += bench_seconds() - start;
    /* An interval that happens to be narrow early on proves little, so a
     * fifteenth of the budget is always spent. */
    s->done = s->n >= least
           && (s->n == MAX_SAMPLES || s->seconds >= bench_options.seconds
               || (bench_settled(*result)
                   && s->seconds >= bench_options.seconds / 15));
}

/* How many of n works are done, one that is half done being half of one. */
static double count_done(const struct samples *samples, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += samples[i].done ? 1
             : fmin(samples[i].seconds / bench_options.seconds, 0.99);
    return sum;
}

void bench_sample_in_turn(double (*take)(void *work), void *const works[],
                          int n, int least, struct bench_median medians[])
{
    static struct samples samples[BENCH_TURNS];
    double shown = bench_seconds();
    int left = n;

    if (n > BENCH_TURNS)
        die("%d works are more than BENCH_TURNS in bench/harness/bench.h", n);
    if (least < bench_options.samples)
        least = bench_options.samples;
    for (int i = 0; i < n; i++) {
        samples[i].n = 0;
        samples[i].seconds = 0;
        samples[i].done = false;
    }
    while (left > 0) {
        for (int i = 0; i < n; i++)
            if (!samples[i].done) {
                sample(take, works[i], least, &samples[i], &medians[i]);
                left -= samples[i].done;
            }
        if (progress_is_live && left > 0 && bench_seconds() - shown > 0.1) {
            rows_sampled = count_done(samples, n);
            show_point();
            shown = bench_seconds();
        }
    }
    rows_sampled = 0;
}

struct bench_median bench_sample(double (*take)(void *work), void *work)
{
    struct bench_median median;

    bench_sample_in_turn(take, &work, 1, 0, &median);
    return median;
}

/* ---- CSV ------------------------------------------------------------- */

char bench_plain(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_.,;:()@+/!=-", c))
         ? c : ' ';
}

static void print_value(FILE *to, const char *format, va_list arguments)
{
    char text[1024];

    vsnprintf(text, sizeof text, format, arguments);
    for (char *c = text; *c; c++)
        putc(bench_plain(*c), to);
}

void bench_note(const char *key, const char *format, ...)
{
    va_list arguments;

    printf("# %s: ", key);
    va_start(arguments, format);
    print_value(stdout, format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* A size as the command line takes it, in one word. */
static const char *option_size(size_t bytes, char text[32])
{
    char *space = strchr(bench_size_text(bytes, text), ' ');

    memmove(space, space + 1, strlen(space));
    return text;
}

void bench_provenance(void)
{
    const struct bench_options *o = &bench_options;
    const char *commit = getenv("BENCH_COMMIT");
    char least[32], most[32], date[32];
    time_t now = time(NULL);

    bench_note("program", "%s", program->name);
    bench_note("schema", "%d", BENCH_SCHEMA);
    bench_note("options", "%s%s%s--device=%d --min-bytes=%s --max-bytes=%s "
               "--samples=%d --seconds=%g --seed=%llu%s",
               o->variant ? "--variant=" : "", o->variant ? o->variant : "",
               o->variant ? " " : "", o->device,
               option_size(o->min_bytes, least),
               option_size(o->max_bytes, most), o->samples,
               o->quick ? o->seconds * 10 : o->seconds,
               (unsigned long long)o->seed, o->quick ? " --quick" : "");
    bench_note("commit", "%s", commit && *commit ? commit : "unknown");
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    bench_note("date", "%s", date);
}

void bench_columns(enum bench_kind of, const char *varied,
                   const char *clock_column, int points)
{
    static const char *const columns[] = {
        [BENCH_RATE] = "bytes,ms,ms_low,ms_high,samples,gbs",
        [BENCH_LATENCY] = "ns,ns_low,ns_high,samples,cycles",
        [BENCH_BOTH] = "bytes,ms,ms_low,ms_high,samples,gbs,"
                       "ns,ns_low,ns_high,cycles",
    };

    kind = of;
    rows_expected = points;
    table_started = bench_seconds();
    bench_provenance();
    table = open_memstream(&table_text, &table_length);
    if (!table)
        die("no memory for the table");
    fputs(varied, table);
    if (!bench_options.profile)
        fprintf(table, ",%s,%s,status", columns[kind], clock_column);
    putc('\n', table);
}

void bench_progress(const char *format, ...)
{
    va_list arguments;

    if (!progress_is_live)
        return;
    va_start(arguments, format);
    vsnprintf(point, sizeof point, format, arguments);
    va_end(arguments);
    show_point();
}

static bool row_settled(const struct bench_row *row)
{
    return (!(kind & BENCH_RATE) || bench_settled(row->time))
        && (!(kind & BENCH_LATENCY) || bench_settled(row->ns));
}

bool bench_throttled(const struct bench_row *row)
{
    double floor_mhz = row->rated_mhz * (100 - CLOCK_DROP_PERCENT) / 100;

    return row->clock_mhz > 0 && row->clock_mhz <= floor_mhz;
}

void bench_row(const struct bench_row *row, const char *varied, ...)
{
    const struct bench_median *ms = &row->time, *ns = &row->ns;
    const char *status = "ok";
    va_list arguments;

    va_start(arguments, varied);
    print_value(table, varied, arguments);
    va_end(arguments);
    rows_taken++;
    if (bench_options.profile) {
        putc('\n', table);
        return;
    }
    if (bench_throttled(row)) {
        status = "throttled";
        rows_throttled++;
    } else if (!row_settled(row)) {
        status = "unsettled";
        rows_unsettled++;
    }
    if (kind & BENCH_RATE)
        fprintf(table, ",%zu,%.6g,%.6g,%.6g,%d,%.6g", row->bytes, ms->median,
                ms->low, ms->high, ms->samples,
                (double)row->bytes / ms->median / 1e6);
    if (kind & BENCH_LATENCY)
        fprintf(table, ",%.6g,%.6g,%.6g", ns->median, ns->low, ns->high);
    if (kind == BENCH_LATENCY)
        fprintf(table, ",%d", ns->samples);
    if (kind & BENCH_LATENCY)
        fprintf(table, ",%.6g", ns->median * row->clock_mhz / 1e3);
    fprintf(table, ",%.0f,%s\n", row->clock_mhz, status);
}

void bench_close(void)
{
    clear_progress();
    if (fflush(stdout) != 0 || ferror(stdout) || fclose(stdout) != 0)
        die("cannot write standard output: %s", strerror(errno));
}

int bench_finish(void)
{
    double seconds = bench_seconds() - started;

    if (rows_taken == 0)
        bench_exit(BENCH_CANNOT_RUN,
                   "this machine has nothing to measure here");
    if (fclose(table) != 0)
        die("no memory for the table");
    bench_note("seconds", "%.1f", seconds);
    bench_note("rows", "%d", rows_taken);
    fputs(table_text, stdout);
    free(table_text);
    bench_close();
    if (!place) /* else measure.sh sums up */
        fprintf(stderr, "%s: %d rows in %.1f s, %d unsettled, %d throttled\n",
                program->name, rows_taken, seconds, rows_unsettled,
                rows_throttled);
    return BENCH_OK;
}
