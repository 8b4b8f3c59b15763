/* harness.c - proves that the harness reads sizes, computes medians, stops sampling, prints tables,
 * shows progress, runs experiments and makes random input as bench.h and random.h promise.
 *
 * `harness WORDS` runs only those groups of tests whose names are among the words. */
#include "../bench/harness/bench.h"
#include "../bench/harness/random.h"

#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int tests, failures;
static const char *group; /* the name of the tests that run */

/* A clock that shows more time than went by: on one CPU each look takes 100 us,
 * and the first look on another a second, as where a thread waits for its
 * turn. */
static int slow_cpu = -2, busy_cpu = -2;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int64_t late_ns;
    static int last = -2;
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    int cpu = sched_getcpu();

    late_ns += cpu == slow_cpu ? 100000 : cpu == busy_cpu && cpu != last ? 1000000000 : 0;
    last = cpu;
    int64_t ns = late_ns + now->tv_nsec;
    now->tv_sec += ns / 1000000000;
    now->tv_nsec = ns % 1000000000;
    return status;
}

__attribute__((format(printf, 2, 3)))
static void ok(bool passed, const char *format, ...)
{
    va_list arguments;

    printf("%sok %d - %s: ", passed ? "" : "not ", ++tests, group);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout); /* a crash is not to take the line with it */
    failures += !passed;
}

/* ---- Medians --------------------------------------------------------- */

static void test_medians(void)
{
    static const struct { double values[9]; int n; double median, low, high; } table[] = {
        { { 7 }, 1, 7, 7, 7 },
        { { 5, 1, 4, 2, 3 }, 5, 3, 1, 5 },
        { { 40, 10, 20, 30 }, 4, 25, 10, 40 },
        { { 2, 2, 2, 9, 2, 2, 2, 2, 2 }, 9, 2, 2, 2 },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double values[9];
        memcpy(values, table[i].values, sizeof values);
        struct bench_median m = bench_median(values, table[i].n);
        ok(m.median == table[i].median && m.low == table[i].low && m.high == table[i].high
           && m.samples == table[i].n,
               "the median of %d samples from %g on is %g, within %g and %g",
           table[i].n, table[i].values[0], m.median, m.low, m.high);
    }
    struct bench_median m = bench_scaled((struct bench_median){ 2, 1, 4, 17 }, 2.5);
    ok(m.median == 5 && m.low == 2.5 && m.high == 10 && m.samples == 17,
       "scaling a median scales its interval, and not the samples");
    ok(bench_settled((struct bench_median){ 1000, 995, 1005, 10 })
       && !bench_settled((struct bench_median){ 1000, 994, 1005, 10 })
       && !bench_settled((struct bench_median){ 1000, 995, 1006, 10 }),
       "half a percent on both sides is settled, and more on one is not");
}

/* The samples n, n-1, .., 1: once sorted, each value is its own rank. */
static struct bench_median median_of_ranks(int n)
{
    static double values[1000];

    for (int i = 0; i < n; i++)
        values[i] = n - i;
    return bench_median(values, n);
}

/* The largest r with P(Binomial(n, 1/2) < r) <= 1/40, in whole numbers: row n
 * of Pascal's triangle, summed. 2^n and 40 times the sum fit for n <= 110. */
static int exact_rank(int n)
{
    unsigned __int128 row[111] = { 1 }, below = 0;
    int rank = 0;

    for (int i = 1; i <= n; i++)
        for (int k = i; k > 0; k--)
            row[k] += row[k - 1];
    while (40 * (below + row[rank]) <= (unsigned __int128)1 << n)
        below += row[rank++];
    return rank;
}

static void test_interval_against_exact_sums(void)
{
    struct bench_median most = median_of_ranks(1000);
    int wrong = most.low != 469 || most.high != 532; /* as tables have it */

    for (int n = 6; n <= 110; n++) {
        struct bench_median m = median_of_ranks(n);
        wrong += m.low != exact_rank(n) || m.high != n + 1 - exact_rank(n);
    }
    ok(wrong == 0, "the ranks of 6 to 110 samples are those of exact sums");
}

/* ---- Sizes ----------------------------------------------------------- */

static void test_sizes(void)
{
    static const struct { const char *text; size_t bytes; } good[] = {
        { "0", 0 }, { "1", 1 }, { "4096", 4096 }, { "4096B", 4096 }, { "1000 B", 1000 },
        { "4KiB", 4096 }, { "4 KiB", 4096 }, { "1.5KiB", 1536 }, { "0.5KiB", 512 },
        { "3MiB", 3 << 20 }, { "2GiB", (size_t)2 << 30 }, { "1TiB", (size_t)1 << 40 },
        { "1kB", 1000 }, { "1MB", 1000000 }, { "2GB", 2000000000 }, { "1.001kB", 1001 },
        { "2.3GB", 2300000000 }, { "9007199254740991", ((size_t)1 << 53) - 1 },
    };
    static const char *const bad[] = {
        "", " ", " 1", "-1", "+1", "1.3B", "0.3KiB", "0x10", "0x10KiB", "1e3", "1e3KiB", "9e99GiB",
        "9007199254740992", "99999999999999999999999", "9999999999GiB", "KiB", ".5KiB", "1.2.3",
        "1..5", "4KiBx", "4KiB4", "4K", "4kib", "4KIB", "4Kib", "4 Ki B", "4,096", "inf", "nan",
        "four", "1KiB ", "1\n",
    };
    static const struct { size_t bytes; const char *text; } table[] = {
        { 0, "0 B" }, { 1000, "1000 B" }, { 1024, "1 KiB" }, { 1025, "1025 B" }, { 1536, "1536 B" },
        { 65536, "64 KiB" }, { 3 << 20, "3 MiB" }, { (size_t)2 << 30, "2 GiB" },
        { (size_t)1 << 40, "1 TiB" }, { (size_t)1 << 52, "4096 TiB" },
        { SIZE_MAX, "18446744073709551615 B" },
    };
    char text[32];
    int lost = 0;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        size_t bytes = 12345;
        bool read = bench_parse_size(good[i].text, &bytes);
        ok(read && bytes == good[i].bytes, "'%s' is %zu bytes", good[i].text, good[i].bytes);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t bytes = 12345;
        bool read = bench_parse_size(bad[i], &bytes);
        ok(!read && bytes == 12345, "'%s' is no size", strchr(bad[i], '\n') ? "1\\n" : bad[i]);
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ok(strcmp(bench_size_text(table[i].bytes, text), table[i].text) == 0,
           "%zu bytes are '%s' ('%s')", table[i].bytes, table[i].text, text);
    for (int shift = 0; shift < 53; shift++)
        for (size_t more = 0; more < 3; more++) {
            size_t bytes = ((size_t)1 << shift) - 1 + more, back = 0;
            if (!bench_parse_size(bench_size_text(bytes, text), &back) || back != bytes) {
                printf("# %zu became '%s'\n", bytes, text);
                lost++;
            }
        }
    ok(lost == 0, "every text of a size below 2^53 reads back as that size");
}

/* ---- Sampling -------------------------------------------------------- */

/* A sample of `wait_ms`, after which the values take turns. */
struct series {
    double values[2];
    double wait_ms;
    int taken;
};

/* The series that the first samples were taken of, in order. */
static const void *taken_by[20];
static int takes;

static double take(void *work)
{
    struct series *s = work;
    double until = bench_seconds() + s->wait_ms / 1e3;

    while (bench_seconds() < until)
        ;
    if (takes < 20)
        taken_by[takes++] = work;
    return s->values[s->taken++ % 2];
}

static struct bench_median sample_one(struct series *s)
{
    struct bench_median median;

    bench_sample(take, (void *[]){ s }, 1, 0, &median);
    return median;
}

static double seconds_of(struct series *s, struct bench_median *m)
{
    double before = bench_seconds();

    *m = sample_one(s);
    return bench_seconds() - before;
}

static void test_sampling(void)
{
    struct bench_median m, medians[2];

    bench_options.samples = 10;
    bench_options.seconds = 0.5;
    struct series steady = { .values = { 3, 3 }, .wait_ms = 1 };
    double seconds = seconds_of(&steady, &m);
    ok(m.median == 3 && m.samples >= 10 && m.samples < steady.taken,
       "a series has the median of its samples, without the pilot's");
    /* The pilot tells how many fit, and what it took for a sample may be unlike the rest. */
    ok(seconds >= 0.5 / 30 && seconds < 0.4,
       "settled samples take about a fifteenth of the budget (%.2f s)", seconds);

    struct series noisy = { .values = { 1, 2 }, .wait_ms = 1 };
    seconds = seconds_of(&noisy, &m);
    ok(seconds >= 0.25 && seconds < 1,
       "noisy samples use about the whole budget (%.2f s)", seconds);
    ok(m.samples > 0.9 * noisy.taken && m.low == 1 && m.high == 2,
       "noisy samples report the interval that they have");

    bench_options.seconds = 0;
    bench_options.samples = 37;
    struct series few = { .values = { 1, 2 } }, settled = { .values = { 1, 1 } };
    m = sample_one(&few);
    sample_one(&settled);
    ok(few.taken == 42 && m.samples == 37 && settled.taken == 42,
       "without a budget, noisy and settled samples end at --samples after a pilot of 5");

    bench_options.seconds = 30;
    bench_options.samples = 10;
    struct series many = { .values = { 1, 2 } };
    seconds = seconds_of(&many, &m);
    ok(m.samples == 1000 && seconds < 10, "1000 samples are enough");

    bench_options.seconds = 0.3;
    struct series pair[] = { { .values = { 3, 3 }, .wait_ms = 1 },
                             { .values = { 1, 2 }, .wait_ms = 1 } };
    takes = 0;
    bench_sample(take, (void *[]){ &pair[0], &pair[1] }, 2, 0, medians);
    ok(taken_by[0] == &pair[0] && taken_by[1] == &pair[1] && taken_by[18] == &pair[0]
       && taken_by[19] == &pair[1],
       "two works are sampled in turn");
    ok(medians[0].median == 3 && medians[0].high == 3 && medians[1].low == 1
       && medians[1].high == 2,
           "each of two works has its own median");
    ok(pair[1].taken > 2 * pair[0].taken,
       "what is settled drops out, and the rest has its own budget (%d, %d)", pair[0].taken,
       pair[1].taken);

    bench_options.seconds = 0;
    struct series at_least = { .values = { 3, 3 } }, most = { .values = { 1, 1 } };
    bench_sample(take, (void *[]){ &at_least }, 1, 16, medians);
    ok(medians[0].samples == 16, "16 samples at least are taken where that is asked for");
    bench_options.samples = 1000;
    ok(sample_one(&most).samples == 1000, "--samples=1000 takes 1000");
    bench_options.samples = 10;
}

/* A work whose samples scatter around 1, half of them below and half above, by chance. */
struct noise {
    double below, above; /* how far, about */
    uint64_t state;
};

static double take_noise(void *work)
{
    struct noise *n = work;

    n->state = n->state * 6364136223846793005u + 1442695040888963407u;
    double u = (double)(n->state >> 11) / (double)(1ull << 53);
    return u < 0.5 ? 1 + n->below * log(2 * u + 1e-9) : 1 - n->above * log(2 * (1 - u) + 1e-9);
}

/* The percentage of many intervals for noise of this kind that have the true median inside. */
static double coverage(double below, double above)
{
    enum { RUNS = 4000 };
    struct noise noise = { below, above, 1 };
    struct bench_median m;
    int inside = 0;

    bench_options.seconds = 3e-4; /* a pilot of few samples, and hundreds for the rest */
    for (int i = 0; i < RUNS; i++) {
        bench_sample(take_noise, (void *[]){ &noise }, 1, 0, &m);
        inside += m.low <= 1 && 1 <= m.high;
    }
    return 100.0 * inside / RUNS;
}

static void test_coverage(void)
{
    static const double kinds[][2] = { { 0.001, 0.001 }, { 0.02, 0.02 }, { 0.01, 0.03 } };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double percent = coverage(kinds[i][0], kinds[i][1]);
        ok(percent >= 94, "the interval of noise of -%g and +%g has the median inside in %.1f %%",
           kinds[i][0], kinds[i][1], percent);
    }
}

/* ---- Tables and progress ---------------------------------------------- */

/* Lets a child do this, whose stream is `to`, and returns its exit status. What it sets in the
 * environment is the child's alone. */
static int in_child(void (*action)(void), int stream, int to)
{
    int status = 0;

    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)
            || (to >= 0 && dup2(to, stream) < 0))
            _exit(99);
        action();
        fflush(NULL);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int status_of(void (*action)(void))
{
    return in_child(action, 1, -1);
}

/* The text that it prints on that stream. */
static const char *printed(void (*action)(void), int stream)
{
    static char text[4096];
    FILE *kept = tmpfile();

    if (!kept)
        die("no temporary file");
    in_child(action, stream, fileno(kept));
    rewind(kept);
    text[fread(text, 1, sizeof text - 1, kept)] = '\0';
    fclose(kept);
    return text;
}

/* The text that an action shows on a terminal, which has room for it. */
static const char *shown(void (*action)(void))
{
    static char text[4096];
    size_t length = 0;
    ssize_t more;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);

    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        die("no terminal");
    int end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (end < 0)
        die("no end of the terminal");
    in_child(action, 2, end);
    close(end); /* so that reading ends */
    while ((more = read(terminal, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)more;
    text[length] = '\0';
    close(terminal);
    return text;
}

static char *option; /* of the programs that children are, or none */

static void start(void)
{
    static const struct bench_variant none[] = { { NULL, NULL } };
    static const struct bench_experiment program = {
        .name = "tried", .summary = "", .variants = { none, sizeof *none }, .bytes = { 1, 1, 0, 1 },
    };
    char name[] = "tried", *arguments[] = { name, option, NULL };

    bench_start(&program, option ? 2 : 1, arguments);
}

/* A table of this kind with one row: 2000 bytes in 1 us, 100 ns an access, at 1500 MHz. */
static const struct bench_row one_row = {
    .bytes = 2000, .time = { 0.001, 0.001, 0.001, 20 },
    .ns = { 100, 99.75, 100.25, 30 }, .clock_mhz = 1500, .rated_mhz = 1600,
};
static enum bench_kind kind;
static struct bench_row row;
static int rows = 1;
static double sample_ms;

static void print_table(void)
{
    start();
    bench_columns(kind, "variant,stride", "sm_mhz", rows);
    if (rows > 0)
        bench_row(&row, "x,8");
    exit(bench_finish());
}

static void die_after_a_row(void)
{
    start();
    bench_columns(BENCH_RATE, "variant", "sm_mhz", 2);
    bench_row(&one_row, "x");
    die("wrong");
}

static void take_samples(void)
{
    sample_one(&(struct series){ .values = { sample_ms, sample_ms } });
}

/* Does the text end with this? */
static bool ends(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);

    bool good = length >= size && strcmp(text + length - size, end) == 0;
    if (!good)
        printf("# %s", text);
    return good;
}

static void test_tables(void)
{
    struct bench_row unsettled = one_row, throttled = one_row;
    unsettled.ns.high = 101;
    throttled.clock_mhz = 1440;
    const struct { enum bench_kind kind; struct bench_row row; const char *end, *what; } table[] = {
        { BENCH_RATE, one_row, "\n# seconds: 0.0\n# rows: 1\n"
          "variant,stride,bytes,ms,ms_low,ms_high,samples,gbs,sm_mhz,status\n"
          "x,8,2000,0.001,0.001,0.001,20,2,1500,ok\n",
          "a table of rates has times, intervals and GB/s" },
        { BENCH_LATENCY, one_row,
          "\nvariant,stride,ns,ns_low,ns_high,samples,cycles,sm_mhz,status\n"
          "x,8,100,99.75,100.25,30,150,1500,ok\n",
          "a table of latencies has ns, intervals and cycles" },
        { BENCH_BOTH, unsettled, ",unsettled\n",
          "an unsettled latency makes a row of both unsettled" },
        { BENCH_RATE, unsettled, ",ok\n", "an unsettled latency leaves a row of rates alone" },
        { BENCH_LATENCY, throttled, ",1440,throttled\n",
          "a tenth below the rated clock is throttled" },
        { BENCH_BOTH, { 0 }, "\nvariant,stride\nx,8\n",
          "--profile prints what was varied, and no times" },
    };
    char profile[] = "--profile";

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        kind = table[i].kind;
        row = table[i].row;
        option = row.bytes ? NULL : profile;
        ok(ends(printed(print_table, 1), table[i].end), "%s", table[i].what);
    }
    option = NULL;
    kind = BENCH_RATE;
    row = one_row;
    const char *text = printed(die_after_a_row, 1);
    ok(*text == '#' && !strstr(text, "variant"),
       "a program that fails prints no part of its table");
    ok(status_of(print_table) == BENCH_OK, "a table with a row is a success");
    rows = 0;
    ok(status_of(print_table) == BENCH_CANNOT_RUN, "a table without a row is none");
    rows = 1;
    sample_ms = -1;
    ok(status_of(take_samples) == BENCH_FAILED, "a negative time is an error");
    sample_ms = (double)NAN;
    ok(status_of(take_samples) == BENCH_FAILED, "a time that is no number is an error");
}

/* How long this program and those after it take, as `make measure` says. */
static const char *expected, *after;

static void start_in_place(void)
{
    setenv("BENCH_PLACE", "5 of 22", 1);
    setenv("BENCH_EXPECTED", expected, 1);
    setenv("BENCH_AFTER", after, 1);
    start();
}

/* 2 s go by where a tenth of a second was expected. */
static void show_a_slow_machine(void)
{
    start_in_place();
    bench_columns(BENCH_RATE, "variant", "sm_mhz", 9);
    sleep(2);
    bench_progress("late");
}

static void finish_in_place(void)
{
    setenv("BENCH_PLACE", "5 of 22", 1);
    print_table();
}

/* The first work is settled soon, the second never. */
static void sample_two_in_turn(void)
{
    struct series works[] = { { .values = { 3, 3 }, .wait_ms = 1 },
                              { .values = { 1, 2 }, .wait_ms = 1 } };
    struct bench_median medians[2];

    start_in_place();
    bench_options.seconds = 0.3;
    bench_columns(BENCH_RATE, "variant", "sm_mhz", 9);
    bench_progress("two");
    bench_sample(take, (void *[]){ &works[0], &works[1] }, 2, 0, medians);
    bench_progress("a third");
}

static void test_progress(void)
{
    static const char *const starts[][2] = {
        { "0", "7 s" }, { "205e-1", "30 s" }, { "61", "1 min 10 s" }, { "1130e-1", "2 min" },
    };
    char line[128];

    ok(*printed(start, 2) == '\0', "a program that is run by hand says nothing at its start");
    expected = "63e-1";
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        after = starts[i][0];
        snprintf(line, sizeof line, "measuring 5 of 22, tried; about %s left\n", starts[i][1]);
        ok(ends(printed(start_in_place, 2), line),
           "in its place among others a program says where it is: %s left", starts[i][1]);
    }
    after = "0";
    const char *live = shown(sample_two_in_turn), *at[] = {
        strstr(live, ", tried: 1/9 two; about 7 s left"),
        strstr(live, ", tried: 2/9 two; about 5 s left"),
        strstr(live, ", tried: 1/9 a third; about 7 s left"),
    };
    ok(at[0] && at[1] > at[0] && at[2] > at[1],
       "works that take turns count as they are done, until their rows do");
    expected = "1e-1";
    after = "99";
    ok(strstr(shown(show_a_slow_machine), "late; about 2 min 20 s left") != NULL,
       "a machine slower than expected is given more time for all that follows");
    ok(!strstr(printed(finish_in_place, 2), "rows in"),
       "in its place a program leaves the summing up to measure.sh");
    ok(ends(printed(print_table, 2), "tried: 1 rows in 0.0 s, 0 unsettled, 0 throttled\n"),
       "a program that is run by hand sums up itself");
}

static void test_plain_text(void)
{
    const char good[] = "Intel(R) Core(TM) i7 @ 1.80GHz, 10: a_b+c=d/e!-;";
    const char bad[] = "<>&\"'`$\\%*{}[]|#^~?\n\t\x7f\xe2";
    int changed = 0, kept = 0;

    for (size_t i = 0; i < sizeof good - 1; i++)
        changed += bench_plain(good[i]) != good[i];
    for (size_t i = 0; i < sizeof bad - 1; i++)
        kept += bench_plain(bad[i]) != ' ';
    ok(changed == 0, "names of machines stay as they are");
    ok(kept == 0, "what could be markup or a command becomes a space");
}

/* ---- Experiments ------------------------------------------------------- */

/* The events of each point, in order. */
static char story[512];

static void tell(const char *what, const void *point)
{
    const struct bench_point *p = point;

    snprintf(story + strlen(story), sizeof story - strlen(story), "%s %s\n", what, p->varied);
}

static void story_begin(void *point) { tell("begin", point); }
static size_t story_check(void *point) { tell("check", point); return 0; }
static size_t story_after(void *point) { tell("after", point); return 0; }

static void story_measure(void *point)
{
    tell("measure", point);
    ((struct bench_point *)point)->row.time = (struct bench_median){ 1, 1, 1, 10 };
}

static void story_time(struct bench_point *const points[], int n)
{
    for (int i = 0; i < n; i++) {
        tell("time", points[i]);
        points[i]->row.time = (struct bench_median){ 4, 4, 4, 10 };
        points[i]->row.clock_mhz = 1000;
    }
}

static void story_add(struct bench_point point, int size)
{
    point.bytes = 1000;
    bench_add(&point, sizeof point, "%d", size);
}

static void story_points(void)
{
    story_add((struct bench_point){ .variant = "a", .accesses = 2 }, 1);
    story_add((struct bench_point){ .variant = "b", .accesses = 1 }, 1);
    story_add((struct bench_point){ .variant = "a", .turn = 1, .repeats = 4, .accesses = 2 }, 2);
    story_add((struct bench_point){ .variant = "a", .group = 2, .turn = 1, .accesses = 1 }, 3);
    story_add((struct bench_point){ .variant = "a", .group = 2, .accesses = 1,
                                    .measure = story_measure }, 4);
}

static void nothing(void) {}

static bool has_all_variants; /* or only the first one */
static const char *story_columns = "variant,size";

static void run_story(void)
{
    static const struct bench_variant variants[] = { { "a", "" }, { "b", "" }, { NULL, NULL } };
    static const struct bench_machine machine = { "cpu_mhz", nothing, story_time, NULL };
    const struct bench_experiment experiment = {
        .name = "story", .summary = "", .variants = { variants, sizeof *variants },
        .bytes = { 1, 1, 0, 1 },
        .machine = &machine, .kind = BENCH_BOTH, .columns = story_columns,
        .hooks = { .points = story_points, .begin = story_begin, .check = story_check,
            .check_after = story_after },
    };
    char name[] = "story", variant[] = "--variant=a", *arguments[] = { name, variant, NULL };

    bench_run(&experiment, has_all_variants ? 1 : 2, arguments);
}

static void print_story(void)
{
    run_story();
    fputs(story, stderr);
}

static void test_experiments(void)
{
    ok(ends(printed(run_story, 1),
       "variant,size,bytes,ms,ms_low,ms_high,samples,gbs,ns,ns_low,ns_high,cycles,"
            "cpu_mhz,status\n"
            "a,1,1000,4,4,4,10,0.00025,2e+06,2e+06,2e+06,2e+06,1000,ok\n"
            "a,2,1000,1,1,1,10,0.001,500000,500000,500000,500000,1000,ok\n"
            "a,3,1000,4,4,4,10,0.00025,4e+06,4e+06,4e+06,4e+06,1000,ok\n"
            "a,4,1000,1,1,1,10,0.001,1e+06,1e+06,1e+06,0,0,ok\n"),
       "each wanted point has a row, for one repeat and one access");
    ok(ends(printed(print_story, 2), "begin a,1\ncheck a,1\ntime a,1\nafter a,1\n"
            "check a,2\nbegin a,3\ncheck a,3\ntime a,2\ntime a,3\nafter a,2\nafter a,3\n"
            "check a,4\nmeasure a,4\nafter a,4\n"),
       "each group begins once, and a turn is checked before any of it is timed");
    has_all_variants = true;
    ok(strstr(printed(print_story, 2), "after a,1\nbegin b,1\ncheck b,1\n"),
       "each variant of a group begins, because it is another kernel");
    has_all_variants = false;
    story_columns = "variant,size,direction";
    ok(status_of(run_story) == 1 && ends(printed(run_story, 2),
       "story: a row needs a value for each of variant,size,direction, but has a,1\n"),
       "a row with too few values ends the program");
    story_columns = "variant";
    ok(status_of(run_story) == 1, "a row with too many values ends the program");
}

/* ---- Random input ---------------------------------------------------- */

static void test_random(void)
{
    enum { N = 1 << 16, SIGMA = 128 /* of the ones among N fair bits */ };
    int ones[32] = { 0 }, unbalanced = 0, same = 0, shifted = 0, flipped = 0;

    for (uint64_t i = 0; i < N; i++) {
        uint32_t value = random_u32(1, i);
        for (int bit = 0; bit < 32; bit++)
            ones[bit] += (value >> bit & 1) != 0;
        same += value == random_u32(2, i);
        shifted += value == random_u32(1, i + 1);
        flipped += __builtin_popcount(value ^ random_u32(1, i ^ 1 << 7));
    }
    for (int bit = 0; bit < 32; bit++)
        unbalanced += abs(ones[bit] - N / 2) > 5 * SIGMA;
    ok(unbalanced == 0, "each bit is set in half of the values");
    ok(same <= 1, "another seed gives other values");
    ok(shifted <= 1, "a value differs from its neighbour");
    ok(fabs((double)flipped / N - 16) < 0.1,
       "one bit of the index turns over half of the value's bits");

    int equal = 0;
    for (uint64_t a = 0; a < 1000; a++)
        for (uint64_t b = 0; b < a; b++)
            equal += random_u32(a, 0) == random_u32(b, 0);
    ok(equal <= 1, "a thousand seeds start with a thousand values");
}

/* ---- CPUs ------------------------------------------------------------ */

static cpu_set_t may_run_on(void)
{
    cpu_set_t cpus;

    if (sched_getaffinity(0, sizeof cpus, &cpus) != 0)
        CPU_ZERO(&cpus);
    return cpus;
}

/* The path of a file with this text, until the next one. */
static const char *file_of(const char *text)
{
    static char path[32];
    static FILE *file;

    if (file)
        fclose(file);
    file = tmpfile();
    if (!file || fputs(text, file) < 0 || fflush(file) != 0)
        die("no temporary file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
    return path;
}

static void test_cpu_lists(void)
{
    static const struct { const char *text; int n; size_t cpus[6]; } table[] = {
        { "0\n", 1, { 0 } }, { "0-3\n", 4, { 0, 1, 2, 3 } }, { "1,3-4,7\n", 4, { 1, 3, 4, 7 } },
        { "0-1,8-9,11\n", 5, { 0, 1, 8, 9, 11 } }, { "\n", 0, { 0 } },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        cpu_set_t cpus = bench_read_cpus(file_of(table[i].text)), named;

        CPU_ZERO(&named);
        for (int cpu = 0; cpu < table[i].n; cpu++)
            CPU_SET(table[i].cpus[cpu], &named);
        ok(CPU_EQUAL(&cpus, &named), "'%.*s' names %d CPUs, and these",
           (int)strcspn(table[i].text, "\n"), table[i].text, table[i].n);
    }
    cpu_set_t none = bench_read_cpus("/nonexistent");
    ok(CPU_COUNT(&none) == 0, "a list that is not there names none");
}

static void test_keys(void)
{
    static const char *const table[][3] = {
        { "model\t: 85\nmodel name\t: A CPU, 2 GHz\n", "model name", "A CPU" },
        { "k: no end", "k", "no en" }, { "k:\n", "k", "" }, { "key\nkeys: 1\n", "key", "1" },
        { "key\nother: 1\n", "key", NULL },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        /* On the heap, so that a byte too many is noticed. */
        char *value = malloc(6);
        bool found = bench_read_key(file_of(table[i][0]), table[i][1], value, 6);
        ok(found == (table[i][2] != NULL) && (!found || strcmp(value, table[i][2]) == 0),
           "'%s' is '%s' in file %zu, as far as there is room", table[i][1],
           table[i][2] ? table[i][2] : "not there", i + 1);
        free(value);
    }
}

/* How many of TRIES end on this CPU alone, of these? The machine may have other work at times. */
enum { TRIES = 15 };

static int ends_on(size_t cpu, const cpu_set_t *cpus)
{
    int times = 0;

    for (int i = 0; i < TRIES; i++) {
        bench_quiet_cpu(cpus);
        cpu_set_t now = may_run_on();
        times += CPU_COUNT(&now) == 1 && CPU_ISSET(cpu, &now);
    }
    return times;
}

static void test_quiet_cpu(void)
{
    cpu_set_t all = may_run_on(), none, both, few;
    size_t cpus[2] = { 0 };
    int n = 0;

    CPU_ZERO(&none);
    CPU_ZERO(&both);
    bench_quiet_cpu(&none);
    cpu_set_t now = may_run_on();
    ok(CPU_EQUAL(&now, &all), "where no CPU is named, a thread may stay on all");
    for (size_t cpu = 0; cpu < CPU_SETSIZE && n < 2; cpu++)
        if (CPU_ISSET(cpu, &all)) {
            cpus[n++] = cpu;
            CPU_SET(cpu, &both);
        }
    if (n < 2) {
        ok(true, "a thread moves to the quiet one of two CPUs # SKIP one CPU");
        return;
    }
    for (int i = 0; i < 2; i++) {
        slow_cpu = (int)cpus[i];
        int from_slow = ends_on(cpus[!i], &both);
        slow_cpu = -2;
        busy_cpu = (int)cpus[i];
        int from_busy = ends_on(cpus[!i], &both);
        busy_cpu = -2;
        ok(from_slow > TRIES / 2, "of two CPUs a thread moves to the faster one, and stays there: "
           "%d of %d times", from_slow, TRIES);
        ok(from_busy > TRIES / 2, "of two CPUs a thread moves to the one where it need not wait: "
           "%d of %d times", from_busy, TRIES);
    }
    /* Four of CPUs that are not there, then four more and the other one. */
    CPU_ZERO(&few);
    for (size_t absent = 0; absent < 8; absent++)
        CPU_SET(CPU_SETSIZE - 8 + absent, &few);
    CPU_SET(cpus[1], &few);
    CPU_CLR(cpus[1], &both);
    sched_setaffinity(0, sizeof both, &both);
    int calls = 0;
    do {
        bench_quiet_cpu(&few);
        now = may_run_on();
    } while (++calls < 10 && !CPU_ISSET(cpus[1], &now));
    ok(calls <= 3, "CPUs that were not tried the last time are: after %d calls", calls);
    sched_setaffinity(0, sizeof all, &all);
}

/* Interrupts of all CPUs by others that change page tables, so far. -1 where
 * Linux does not count them: it does on an x86. */
static long count_shootdowns(void)
{
    FILE *file = fopen("/proc/interrupts", "r");
    char line[16384];
    long sum = -1;

    while (file && sum < 0 && fgets(line, sizeof line, file))
        if (strncmp(line + strspn(line, " "), "TLB:", 4) == 0) {
            char *at = strchr(line, ':') + 1, *end;

            sum = 0;
            for (long one; one = strtol(at, &end, 10), end != at; at = end)
                sum += one;
        }
    if (file)
        fclose(file);
    return sum;
}

/* Other processes interrupt CPUs as well, by bursts: in some round they do so
 * seldom, or nothing can be said here. */
static void test_left_cpus(void)
{
    enum { CALLS = 60, ENOUGH = CALLS / 3, ROUNDS = 10 };
    enum { TABLES = 8 << 20 }; /* bytes: a few page tables */
    cpu_set_t all = may_run_on();
    int interrupted = CALLS, by_others = 0;

    if (CPU_COUNT(&all) < 2 || count_shootdowns() < 0) {
        ok(true, "CPUs that a thread left are not interrupted # SKIP not here");
        return;
    }
    for (int round = 0; round < ROUNDS && interrupted > ENOUGH; round++) {
        interrupted = by_others = 0;
        for (int call = 0; call < CALLS; call++) {
            bench_quiet_cpu(&all);
            char *memory = mmap(NULL, TABLES, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            madvise(memory, TABLES, MADV_NOHUGEPAGE);
            *(volatile char *)(memory + TABLES / 2) = 1;
            long before = count_shootdowns();
            long between = count_shootdowns();
            munmap(memory, TABLES);
            interrupted += count_shootdowns() != between;
            by_others += between != before;
        }
    }
    sched_setaffinity(0, sizeof all, &all);
    if (interrupted > ENOUGH && by_others > ENOUGH)
        ok(true, "CPUs that a thread left are not interrupted # SKIP others "
           "interrupt them");
    else
        ok(interrupted <= ENOUGH, "CPUs that a thread left are not interrupted "
           "when page tables go: %d times of %d", interrupted, CALLS);
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(void); } groups[] = {
        { "medians", test_medians },
        { "ranks", test_interval_against_exact_sums },
        { "sizes", test_sizes },
        { "sampling", test_sampling },
        { "coverage", test_coverage },
        { "tables", test_tables },
        { "plain text", test_plain_text },
        { "progress", test_progress },
        { "experiments", test_experiments },
        { "random", test_random },
        { "CPU lists", test_cpu_lists },
        { "keys", test_keys },
        { "quiet CPU", test_quiet_cpu },
        { "left CPUs", test_left_cpus },
    };

    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        group = groups[i].name;
        if (argc < 2 || strstr(argv[1], group))
            groups[i].run();
    }
    printf("1..%d\n", tests);
    return failures > 0;
}
