/* bench.h - what every benchmark program shares: options, statistics,
 * sampling, CSV and errors.
 *
 * A program describes itself in a struct bench_program, then calls
 *
 *     bench_start()    reads the command line
 *     bench_note()     a "# key: value" line above the table, any number
 *     bench_columns()  begins the table
 *     bench_sample()   measures one point
 *     bench_row()      adds its row
 *     bench_finish()   prints the table, which is whole or not there at all
 *
 * Standard output carries the CSV alone; progress and errors go to standard
 * error. Nothing here knows about GPUs: see gpu.h.
 */
#ifndef BENCH_H
#define BENCH_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bench_exit {
    BENCH_OK = 0,
    BENCH_FAILED = 1,      /* an error, or a wrong answer */
    BENCH_USAGE = 2,       /* a command line that makes no sense */
    BENCH_NOT_NOW = 75,    /* no GPU to be seen, or not enough memory free */
    BENCH_CANNOT_RUN = 77, /* this machine lacks what the program measures */
};

/* The layout of the CSV; a reader refuses one that it does not know. */
#define BENCH_SCHEMA 1

/* Where a size is given in elements, the check runs these as well as what is
 * timed: empty, one, and one either side of powers of two. */
#define BENCH_AWKWARD_SIZES                                                  \
    { 0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 127, 128, 129, 255, \
      256, 257, 511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097, 65537,    \
      262143, BENCH_AWKWARD_MOST }
#define BENCH_AWKWARD_MOST 1048577

struct bench_variant {
    const char *name; /* as it stands in the first column */
    const char *what; /* one line for --list */
};

struct bench_program {
    const char *name;    /* the stem that program, CSV and figure share */
    const char *summary; /* one line for --help */
    const struct bench_variant *variants; /* ends with a null name */
    size_t min_bytes, max_bytes;          /* defaults of the sweep */
    size_t quick_max_bytes; /* with --quick, unless --min-bytes is more; 0: as
                               without */
    size_t element_bytes; /* of which every array is a whole number */
};

struct bench_options {
    const char *variant; /* null: all of them */
    int device;
    size_t min_bytes, max_bytes;
    bool max_bytes_given; /* else a program may lower it to what fits */
    int samples;          /* the fewest samples of a point */
    double seconds;       /* the time budget of a point */
    uint64_t seed;
    bool quick;
    bool profile; /* each point once, for ncu; nothing is timed */
};

/* The command line, after bench_start(). */
extern struct bench_options bench_options;

/* Reads the command line. Exits for --help and --list, and with BENCH_USAGE
 * when it cannot be understood. */
void bench_start(const struct bench_program *program, int argc, char **argv);

/* Is this variant one that the command line asked for? */
bool bench_wanted(const char *variant);

/* "2GiB", "64 KiB", "1MB" (1e6) or "4096" in bytes. False if it is none of
 * these, or does not fit in a size_t. */
bool bench_parse_size(const char *text, size_t *bytes);

/* The opposite, for people: "2 GiB", "4 KiB", "1000 B". Writes into text. */
const char *bench_size_text(size_t bytes, char text[32]);

/* ---- Errors ---------------------------------------------------------- */

/* Prints "<program>: <message>" to standard error and exits with status. */
_Noreturn void bench_exit(enum bench_exit status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The usual way out: bench_exit(BENCH_FAILED, ...). */
#define die(...) bench_exit(BENCH_FAILED, __VA_ARGS__)

/* Memory aligned to a page; dies naming the size when there is none. */
void *bench_alloc(size_t bytes);

/* ---- Statistics ------------------------------------------------------ */

/* Sorts the values, the least first. */
void bench_sort(double *values, int n);

/* A median with its 95 % confidence interval, in the unit of the samples. */
struct bench_median {
    double median, low, high;
    int samples;
};

/* Sorts the values in place. The interval is the distribution-free one from
 * order statistics (Conover, Practical Nonparametric Statistics, 3.2): the
 * largest rank r with P(Binomial(n, 1/2) < r) <= 2.5 % gives [x_r, x_n+1-r].
 * Fewer than 6 samples have no such rank: the interval is then the range.
 * n must be at least 1. */
struct bench_median bench_median(double *values, int n);

/* The same in another unit: all three times `factor`. */
struct bench_median bench_scaled(struct bench_median m, double factor);

/* Both ends of the interval within half a percent of the median? */
bool bench_settled(struct bench_median m);

/* ---- Sampling -------------------------------------------------------- */

/* Seconds on a clock that never goes back. */
double bench_seconds(void);

/* The value behind `key` in a file of "key : value" lines, without the line's
 * end. False where the file or the key is absent. */
bool bench_read_key(const char *path, const char *key, char *value,
                    size_t size);

/* The CPUs of a file with a list like "0-15,32-47", as Linux has them below
 * /sys/devices (cpulist). None where there is no such file. */
cpu_set_t bench_read_cpus(const char *path);

/* Moves this thread to the fastest, just now, of a few of these CPUs: the one
 * that it is on and the three after those that were tried last. It is kept
 * there: for what the CPU's clock times. A CPU whose core has another thread at
 * work, also that of another virtual machine, takes up to twice as long; so
 * does a small core; and where something else runs, the thread would have to
 * wait. To free memory then interrupts none of the CPUs that were tried (x86).
 * Takes 0.2 ms, and a few more for each CPU that is busy. Where the thread may
 * run on none of them, it stays where it is. */
void bench_quiet_cpu(const cpu_set_t *cpus);

/* What the cgroups (v2) that this process is in leave it, in a container or a
 * job of Slurm: free memory, and the time of how many cores. HUGE_VAL: no
 * limit. */
struct bench_limits {
    double bytes, cores;
};
struct bench_limits bench_limits(void);

/* Halves --max-bytes until `arrays` of it fit in half of the memory that is
 * free to this process. An explicit --max-bytes is not lowered: dies. */
void bench_fit(int arrays);

/* Takes samples until the median is settled or the time budget is spent, and
 * never fewer than bench_options.samples. The caller has warmed up. The
 * interval is looked at after each sample and sampling ends when it is narrow,
 * so its 95 % are nominal: a little less in truth. `take` runs the work once
 * and returns what it took, in milliseconds. */
struct bench_median bench_sample(double (*take)(void *work), void *work);

/* The same for n works of one kind, BENCH_TURNS at most, and `least` samples or
 * more: a sample of each in turn, so that what comes and goes meets them alike.
 * Each has a budget of its own, and drops out when it is settled. */
enum { BENCH_TURNS = 200 };
void bench_sample_in_turn(double (*take)(void *work), void *const works[],
                          int n, int least, struct bench_median medians[]);

/* ---- CSV ------------------------------------------------------------- */

/* A name may come from a driver or a file, and is published: what is no letter,
 * digit or harmless punctuation becomes a space. See validate.awk. */
char bench_plain(char c);

/* Prints "# key: value" above the table. */
void bench_note(const char *key, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints the notes that every table has: program, schema, options, commit and
 * date. */
void bench_provenance(void);

/* What a table measures of each point. */
enum bench_kind {
    BENCH_RATE = 1,    /* bytes,ms,ms_low,ms_high,samples,gbs */
    BENCH_LATENCY = 2, /* ns,ns_low,ns_high,samples,cycles */
    BENCH_BOTH = 3,    /* bytes,ms,ms_low,ms_high,samples,gbs,ns,ns_low,ns_high,
                          cycles */
};

/* Prints those notes and begins the table: `varied`, a list with commas, then
 * the columns of its kind, then `clock_column`, which names the clock, and
 * status. `points` is how many rows are to come, for the progress line. */
void bench_columns(enum bench_kind kind, const char *varied,
                   const char *clock_column, int points);

/* Says on a terminal which point is being measured, and how long it takes until
 * the end: of the program, or of all where `make measure` runs it
 * (measure.sh). */
void bench_progress(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

struct bench_row {
    size_t bytes;             /* bytes read plus bytes written, once */
    struct bench_median time; /* milliseconds for that */
    struct bench_median ns;   /* nanoseconds of one access */
    double clock_mhz;         /* during the samples; 0: not known */
    double rated_mhz;         /* what it should be; 0: not known */
};

/* Did the clock fall by a tenth of what it is rated at, or more? */
bool bench_throttled(const struct bench_row *row);

/* Adds a row: the values of the varied columns, then those of the table's
 * kind: gbs is 1e9 bytes a second, cycles are ns at clock_mhz. Status is ok,
 * unsettled or throttled. The table is printed by bench_finish(). */
void bench_row(const struct bench_row *row, const char *varied, ...)
    __attribute__((format(printf, 2, 3)));

/* Closes standard output; dies when not all of it could be written, on a full
 * disk for instance. */
void bench_close(void);

/* Prints the table and returns the exit status. A table without a row is
 * BENCH_CANNOT_RUN. */
int bench_finish(void);

#endif
