/* table.c - the table that a program prints, and its progress on a terminal; see bench.h. */
#include "bench.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { CLOCK_DROP_PERCENT = 10, DOUBT_SECONDS = 5 };

static enum bench_kind kind;
static FILE *table; /* in memory, until it is whole */
static char *table_text;
static size_t table_length;
static int rows_expected, rows_taken, rows_unsettled, rows_throttled;

/* ---- Progress -------------------------------------------------------- */

static double started, table_started; /* when the program, and its first point, began */
static bool is_live, is_shown;        /* whether this is a terminal, and the line is on it */
static char point[192];               /* what is being measured */
static double rows_sampled;           /* how many rows of a turn are done but not yet added */

/* `make measure` says which program this is, as in "5 of 22", and how many seconds it expects this
 * program and the programs after it to take. */
static const char *place;
static double seconds_expected, seconds_after;

void bench_progress_clear(void)
{
    if (is_shown)
        fputs("\r\033[K", stderr);
    is_shown = false;
}

/* Rounds a time up, in larger steps the longer it is: "8 s", "45 s", "1 min 10 s". */
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

/* Returns the seconds until the last program ends, or 0 if that is not known. We assume that a
 * machine that took longer than expected for the rows so far will take longer for the rest. We add
 * DOUBT_SECONDS that went as expected, so that the first short rows alone do not decide. */
static double seconds_left(void)
{
    double now = bench_seconds();
    double done = rows_expected > 0 ? fmin((rows_taken + rows_sampled) / rows_expected, 1) : 0;

    if (seconds_expected > 0) {
        double pace = (now - started + DOUBT_SECONDS) / (done * seconds_expected + DOUBT_SECONDS);
        return pace * ((1 - done) * seconds_expected + seconds_after);
    }
    return done > 0 ? (1 - done) / done * (now - table_started) : 0;
}

/* Shows one line such as "measuring 5 of 22, stride: 12/64 fp64; about 1 min 10 s left", or the
 * parts of it that are known. */
static void show_progress(const char *where)
{
    double left = seconds_left();
    struct winsize terminal;
    char head[128], tail[64] = "", duration[32];

    int room = snprintf(head, sizeof head, "%s%s%s%s", place ? "measuring " : "",
                        place ? place : "", place ? ", " : "", bench_experiment->name);
    if (left > 0)
        room += snprintf(tail, sizeof tail, "; about %s left", duration_text(left, duration));
    room = ioctl(STDERR_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col
             ? (int)terminal.ws_col - 1 - room
             : 256;
    fprintf(stderr, "%s%s%.*s%s%s", is_live ? "\r\033[K" : "", head, room > 0 ? room : 0, where,
            tail, is_live ? "" : "\n");
    fflush(stderr);
    is_shown = is_live;
}

static void show_point(void)
{
    char where[256];

    snprintf(where, sizeof where, ": %d/%d %s", rows_taken + (int)rows_sampled + 1, rows_expected,
             point);
    show_progress(where);
}

void bench_progress_start(void)
{
    const char *expected = getenv("BENCH_EXPECTED");
    const char *after = getenv("BENCH_AFTER");

    started = bench_seconds();
    is_live = isatty(STDERR_FILENO);
    place = getenv("BENCH_PLACE");
    if (!place)
        return;
    seconds_expected = expected ? strtod(expected, NULL) : 0;
    seconds_after = after ? strtod(after, NULL) : 0;
    show_progress("");
}

void bench_progress(const char *format, ...)
{
    va_list arguments;

    if (!is_live)
        return;
    va_start(arguments, format);
    vsnprintf(point, sizeof point, format, arguments);
    va_end(arguments);
    show_point();
}

void bench_progress_done(double done)
{
    rows_sampled = done;
    if (is_live && done > 0)
        show_point();
}

/* ---- CSV ------------------------------------------------------------- */

char bench_plain(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_.,;:()@+/!=-", c)) ? c : ' ';
}

static void print_plain(FILE *to, const char *text)
{
    for (; *text; text++)
        putc(bench_plain(*text), to);
}

void bench_note(const char *key, const char *format, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printf("# %s: ", key);
    print_plain(stdout, text);
    putchar('\n');
}

/* Writes a size in one word, as the command line takes it. */
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

    bench_note("program", "%s", bench_experiment->name);
    bench_note("schema", "%d", BENCH_SCHEMA);
    bench_note("options",
               "%s%s%s--device=%d --min-bytes=%s --max-bytes=%s "
               "--samples=%d --seconds=%g --seed=%llu%s",
               o->variant ? "--variant=" : "", o->variant ? o->variant : "", o->variant ? " " : "",
               o->device, option_size(o->min_bytes, least), option_size(o->max_bytes, most),
               o->samples, o->quick ? o->seconds * 10 : o->seconds, (unsigned long long)o->seed,
               o->quick ? " --quick" : "");
    bench_note("commit", "%s", commit && *commit ? commit : "unknown");
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    bench_note("date", "%s", date);
}

void bench_columns(enum bench_kind of, const char *varied, const char *clock_column, int points)
{
    static const char *const columns[] = {
        [BENCH_RATE] = "bytes,ms,ms_low,ms_high,samples,gbs",
        [BENCH_LATENCY] = "ns,ns_low,ns_high,samples,cycles",
        [BENCH_BOTH] = "bytes,ms,ms_low,ms_high,samples,gbs,ns,ns_low,ns_high,cycles",
        [BENCH_ENERGY] = "bytes,ms,ms_low,ms_high,samples,gbs,watts,pj_per_byte,pj_above_waiting",
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

void bench_row(const struct bench_row *row, const char *varied)
{
    const struct bench_median *ms = &row->time, *ns = &row->ns;
    const char *status = "ok";

    print_plain(table, varied);
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
    double gbs = (double)row->bytes / ms->median / 1e6;
    if (kind & BENCH_RATE)
        fprintf(table, ",%zu,%.6g,%.6g,%.6g,%d,%.6g", row->bytes, ms->median, ms->low, ms->high,
                ms->samples, gbs);
    if (kind == BENCH_ENERGY) /* a watt for each GB/s is 1,000 pJ per byte */
        fprintf(table, ",%.6g,%.6g,%.6g", row->watts, row->watts / gbs * 1e3,
                (row->watts - row->watts_waiting) / gbs * 1e3);
    if (kind & BENCH_LATENCY)
        fprintf(table, ",%.6g,%.6g,%.6g", ns->median, ns->low, ns->high);
    if (kind == BENCH_LATENCY)
        fprintf(table, ",%d", ns->samples);
    if (kind & BENCH_LATENCY)
        fprintf(table, ",%.6g", ns->median * row->clock_mhz / 1e3);
    fprintf(table, ",%.0f,%s\n", row->clock_mhz, status);
}

int bench_finish(void)
{
    double seconds = bench_seconds() - started;

    if (rows_taken == 0)
        bench_exit(BENCH_CANNOT_RUN, "this machine has nothing to measure here");
    if (fclose(table) != 0)
        die("no memory for the table");
    bench_note("seconds", "%.1f", seconds);
    bench_note("rows", "%d", rows_taken);
    fputs(table_text, stdout);
    free(table_text);
    bench_close();
    if (!place) /* otherwise measure.sh sums up */
        fprintf(stderr, "%s: %d rows in %.1f s, %d unsettled, %d throttled\n",
                bench_experiment->name, rows_taken, seconds, rows_unsettled, rows_throttled);
    return BENCH_OK;
}
