/* bench.h - the harness: what every benchmark program shares.
 *
 * An experiment is a description, and the harness owns the loop. A program says what its points
 * are, how to run one and how to check it. The harness shows the progress, checks each point before
 * it times it, takes the samples, turns bytes into GB/s and prints the rows.
 *
 *     static const struct bench_experiment copy = {
 *         .summary = "...", ...                    the command line
 *         .columns = "variant,memory,array_bytes", what tells one row from another
 *         .work = { "copies", "ints" },            for the message if a check fails
 *         .hooks = { .open = allocate,             allocate, once the machine is known
 *                    .points = points,             call bench_add() for each row, in their order
 *                    .begin = begin,               prepare the input of a group of points
 *                    .awkward = check,             check awkward numbers of elements
 *                    .check = check },             check what is about to be timed
 *     };
 *     BENCH_MAIN(copy, gpu_machine)               its name, and who times: or host_machine
 *
 * Every hook but `points` may be left out. They are called in this order:
 *
 *     bench_start()      reads the command line
 *     before()           for what must happen before the GPU is used
 *     machine->open()    opens the machine and notes it above the table
 *     open(), points()
 *     ready()            once, when the head of the table is done
 *     for each point:    begin() and awkward(), if the point starts a group
 *                        check()
 *                        machine->time(), which fills in point->row
 *                        check_after()
 *     machine->close()   notes how the machine is now
 *     bench_finish()     prints the whole table; after an error nothing of it is printed
 *
 * A point is a struct of the experiment's own that begins with a struct bench_point. Neighbouring
 * points with the same `turn` are all checked first, and then the harness takes one sample of each
 * in turn, so that a disturbance of the machine meets them alike.
 *
 * Units: sizes are in bytes, times in milliseconds, latencies in nanoseconds, clocks in MHz, and
 * gbs is 1e9 bytes per second. Standard output carries the CSV alone; progress and errors go to
 * standard error. An error ends the program through die(), which prints one line.
 *
 * Nothing here knows about GPUs: see gpu.h for them, and host.h for the CPU.
 */
#ifndef BENCH_H
#define BENCH_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum bench_exit {
    BENCH_OK = 0,
    BENCH_FAILED = 1,      /* an error, or a wrong answer */
    BENCH_USAGE = 2,       /* the command line makes no sense */
    BENCH_NOT_NOW = 75,    /* no GPU can be seen, too little memory is free, or it has to wait */
    BENCH_CANNOT_RUN = 77, /* this machine lacks what the program measures */
};

/* The version of the CSV's layout. A reader refuses a version that it does not know. */
#define BENCH_SCHEMA 1

/* ---- Options (options.c) --------------------------------------------- */

struct bench_variant {
    const char *name; /* the value in the first column */
    const char *what; /* one line for --list */
};

struct bench_options {
    const char *variant; /* null: measure all variants */
    int device;
    size_t min_bytes, max_bytes;
    bool max_bytes_given; /* otherwise a program may lower max_bytes to what fits */
    int samples;          /* take at least this many samples of a point */
    double seconds;       /* the time budget of a point */
    uint64_t seed;
    bool quick;
    bool profile; /* run each point once, for ncu, and time nothing */
};

/* The command line, and the experiment that this program is, after bench_start(). */
extern struct bench_options bench_options;
extern const struct bench_experiment *bench_experiment;

/* Reads the command line. Exits after --help, --version and --list, and with BENCH_USAGE if it
 * cannot understand the command line. */
void bench_start(const struct bench_experiment *experiment, int argc, char **argv);

/* Returns whether the command line asks for this variant. */
bool bench_wanted(const char *variant);

/* Returns whether --min-bytes and --max-bytes let an array of this size be measured. */
bool bench_size_wanted(size_t bytes);

/* Reads a size such as "2GiB", "64 KiB", "1MB" (1e6) or "4096". Returns false if the text is not a
 * size, or if the size does not fit in a size_t. */
bool bench_parse_size(const char *text, size_t *bytes);

/* Writes a size for people, such as "2 GiB", "4 KiB" or "1000 B". Returns `text`. */
const char *bench_size_text(size_t bytes, char text[32]);

/* Prints "<program>: <message>" to standard error and exits with the status. */
void bench_exit(enum bench_exit status, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* The usual way out after an error. */
#define die(...) bench_exit(BENCH_FAILED, __VA_ARGS__)

/* Closes standard output, and dies if not everything could be written, as on a full disk. */
void bench_close(void);

/* ---- Statistics and sampling (samples.c) ------------------------------ */

/* Sorts the values in ascending order. */
void bench_sort(double *values, int n);

/* A median with its 95 % confidence interval, in the unit of the samples. */
struct bench_median {
    double median, low, high;
    int samples;
};

/* Sorts the n >= 1 values in place and returns their median. The interval comes from order
 * statistics and assumes no distribution (Conover, Practical Nonparametric Statistics, 3.2): the
 * largest rank r with P(Binomial(n, 1/2) < r) <= 2.5 % gives [x_r, x_n+1-r]. Fewer than 6 samples
 * have no such rank, so their interval is the range. */
struct bench_median bench_median(double *values, int n);

/* Returns the median and its interval times `factor`, as in a change of units. */
struct bench_median bench_scaled(struct bench_median m, double factor);

/* Returns whether both ends of the interval are within half a percent of the median. */
bool bench_settled(struct bench_median m);

/* Takes samples of n works (at most BENCH_TURNS), one sample of each in turn, so that a disturbance
 * of the machine meets them alike. `take` runs a work once and returns the milliseconds it took;
 * the caller has warmed up. A few samples, the pilot, tell how many more are needed until the
 * interval is narrow or the time budget of the work is spent; `least` or bench_options.samples of
 * them, whichever is more, are taken in any case. The pilot is then dropped. If we looked at the
 * interval after each sample and stopped as soon as it was narrow, we would often stop when it is
 * narrow by chance. Because we fix the number beforehand, the interval keeps its 95 %. */
enum { BENCH_TURNS = 200 };
void bench_sample(double (*take)(void *work), void *const works[], int n, int least,
                  struct bench_median medians[]);

/* ---- CPUs and memory (system.c) --------------------------------------- */

/* Seconds on a clock that never goes back. */
double bench_seconds(void);

/* Allocates memory that is aligned to a page. Dies and names the size if there is too little. */
void *bench_alloc(size_t bytes);

/* Allocates n values random_u32(--seed, i), as gpu_fill_random() makes them on the GPU. */
void *bench_random(size_t n);

/* Finds the value of `key` in a file of "key : value" lines. Returns false if the file or the key
 * is absent. */
bool bench_read_key(const char *path, const char *key, char *value, size_t size);

/* Reads a list of CPUs such as "0-15,32-47" from a file in /sys. The set is empty if there is no
 * such file. */
cpu_set_t bench_read_cpus(const char *path);

/* Moves this thread to the fastest of a few of these CPUs and keeps it there, before work that the
 * CPU's clock times. A CPU can be half as fast as another because a second thread works on its
 * core, perhaps one of another virtual machine, or because the core is a small one; and on a CPU
 * that something else uses, the thread would have to wait. We try the CPU that the thread is on and
 * the three that follow those we tried last. Afterwards no CPU that we tried is interrupted when
 * this process frees memory (x86). All of this takes 0.2 ms, plus a few ms for each busy CPU. If
 * the thread may run on none of the CPUs, it stays where it is. */
void bench_quiet_cpu(const cpu_set_t *cpus);

/* The free memory in bytes and the number of cores that the cgroups (v2) of a container or a Slurm
 * job leave to this process. HUGE_VAL means that there is no limit. */
struct bench_limits {
    double bytes, cores;
};
struct bench_limits bench_limits(void);

/* Halves --max-bytes until `arrays` arrays of that size fit in half of the free memory. Does not
 * lower a --max-bytes that the user gave, but dies. */
void bench_fit(int arrays);

/* ---- The table (table.c) ---------------------------------------------- */

/* Returns a space for any character but letters, digits and harmless punctuation, because names may
 * come from a driver or a file, and we publish them; see validate.awk. */
char bench_plain(char c);

/* Prints "# key: value" above the table. */
void bench_note(const char *key, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the notes that every table has: program, schema, options, commit and date. */
void bench_provenance(void);

/* The quantities that a table has for each point. */
enum bench_kind {
    BENCH_RATE = 1,    /* bytes,ms,ms_low,ms_high,samples,gbs */
    BENCH_LATENCY = 2, /* ns,ns_low,ns_high,samples,cycles */
    BENCH_BOTH = 3,    /* bytes,ms,ms_low,ms_high,samples,gbs,ns,ns_low,ns_high,cycles */
    BENCH_ENERGY = 5,  /* bytes,ms,ms_low,ms_high,samples,gbs,watts,pj_per_byte,pj_above_waiting */
};

/* Prints the notes and begins the table. Its columns are `varied`, a list with commas, then those
 * of its kind, then `clock_column`, which names the clock, and the status. The progress line counts
 * up to `points` rows. */
void bench_columns(enum bench_kind kind, const char *varied, const char *clock_column, int points);

/* Shows on a terminal what is being measured, and how long this program will take, or all programs
 * if `make measure` runs them. */
void bench_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Updates that line while the points of a turn are sampled: `done` of them are finished. */
void bench_progress_done(double done);

/* Wipes the progress line, so that a message starts on a line of its own. */
void bench_progress_clear(void);

/* Starts the clock of the whole program, and shows the first progress line. */
void bench_progress_start(void);

struct bench_row {
    size_t bytes;             /* bytes read plus bytes written */
    struct bench_median time; /* milliseconds for that */
    struct bench_median ns;   /* nanoseconds per access */
    double clock_mhz;         /* the clock during the samples; 0 if unknown */
    double rated_mhz;         /* what the clock should be; 0 if unknown */
    double watts;             /* that the card draws meanwhile */
    double watts_waiting;     /* that it draws when it only waits */
};

/* Returns whether the clock fell to 90 % of its rated value or below. */
bool bench_throttled(const struct bench_row *row);

/* Adds a row: the values of the varied columns, then those of the table's kind. The cycles are ns
 * at clock_mhz, and the status is ok, unsettled or throttled. bench_finish() prints the table. */
void bench_row(const struct bench_row *row, const char *varied);

/* Prints the table and returns the exit status. A table without a row is BENCH_CANNOT_RUN. */
int bench_finish(void);

/* ---- The loop (experiment.c) ------------------------------------------ */

struct CUstream_st; /* what CUDA's cudaStream_t points to */

/* A point is one row to be measured. An experiment's own struct of a point begins with this one,
 * and the functions below get a pointer to that struct. */
struct bench_point {
    const char *variant; /* --variant chooses by this name */
    size_t n;            /* how many elements a run works on, if they can be counted */
    size_t bytes;        /* bytes that one run reads and writes: for gbs */
    size_t accesses;     /* accesses that one run makes one after the other: for ns */
    int repeats;         /* if not 0, a run does the work this often, and the row is for one */
    int group;           /* points of one variant and one group share what begin() prepares */
    bool across;         /* whether its group goes on in other variants */
    int turn;            /* if not 0, sample this point in turn with its neighbours of that turn */

    /* A run is one of these. */
    void (*launch)(void *point, size_t i, struct CUstream_st *stream); /* on the GPU: see gpu.h */
    void (*call)(void *point);    /* does the work on the CPU */
    double (*take)(void *point);  /* takes a sample itself, by the CPU's clock, in ms */
    void (*measure)(void *point); /* fills in the row itself */

    /* How launches are timed: see gpu.h. */
    bool cold;         /* fill the L2 with other data before each sample */
    size_t warm_bytes; /* if not 0, a launch uses this many bytes, which stay in the L2 */
    bool single;       /* one launch per sample */
    bool unheld;       /* do not hold the stream, because the launches make the host wait */

    struct bench_row row; /* what was measured */
    char varied[128];     /* the values of the varied columns, separated by commas */
};

/* Where experiments run. */
struct bench_machine {
    const char *clock_column;
    void (*open)(void);
    void (*time)(struct bench_point *const points[], int n); /* fills in the rows */
    void (*close)(void); /* if not null, notes how the machine is after the last point */
};

/* A check runs a point and returns how many values came out wrong. */
typedef size_t bench_checker(void *point);

struct bench_experiment {
    const char *name;    /* the stem that program, CSV and figure share */
    const char *summary; /* one line for --help */
    struct {
        const void *table; /* elements begin with a struct bench_variant; the last has no name */
        size_t bytes;      /* the size of an element */
    } variants;
    struct {
        size_t min, max;  /* the defaults of --min-bytes and --max-bytes */
        size_t quick_max; /* if not 0, the default of --max-bytes with --quick */
        size_t element;   /* if not 0, --min-bytes must be a multiple of this */
    } bytes;
    const struct bench_machine *machine;
    enum bench_kind kind; /* 0 means BENCH_RATE */
    const char *columns;  /* the varied ones */
    struct {
        const char *does, *elements;
    } work; /* { "copies", "ints" }: a failed check says "copies 17 ints wrongly" */
    struct {
        void (*before)(void), (*open)(void), (*points)(void), (*ready)(void);
        void (*begin)(void *point);
        bench_checker *awkward, *check, *check_after;
    } hooks;
};

/* Runs an experiment and returns the exit status. */
int bench_run(const struct bench_experiment *experiment, int argc, char **argv);

/* Defines the main() of a program that is one experiment, of that name, on that machine. */
#define BENCH_MAIN(experiment, where)                                                              \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        struct bench_experiment program = experiment;                                              \
                                                                                                   \
        program.name = #experiment;                                                                \
        program.machine = &(where);                                                                \
        return bench_run(&program, argc, argv);                                                    \
    }

/* Adds a copy of a point of that many bytes, unless its variant is not wanted. The first varied
 * column is the variant, and `varied` has the values of the others: dies unless there is one for
 * each. Call this from points() only. */
void bench_add(const void *point, size_t bytes, const char *varied, ...)
    __attribute__((format(printf, 3, 4)));

/* Dies if the check finds something wrong. For experiments that check more than the hooks do. */
void bench_check(bench_checker *check, void *point);

/* Checks a point with each of these numbers of elements in turn, then sets its n back. */
#define bench_check_at(check, point, ...)                                                          \
    bench_check_each(check, point, (const size_t[]){ __VA_ARGS__ },                                \
                     sizeof((const size_t[]){ __VA_ARGS__ }) / sizeof(size_t))
void bench_check_each(bench_checker *check, void *point, const size_t sizes[], size_t count);

/* Does the same with awkward numbers: none, one, and one either side of powers of two. */
#define BENCH_AWKWARD_MOST 1048577
void bench_check_awkward(bench_checker *check, void *point);

/* Returns the larger of two sizes, for an array that checks and timing share. */
static inline size_t bench_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

#ifdef __cplusplus
}
#endif

#endif
