/* experiment.c - the loop that all experiments share; see bench.h. */
#include "bench.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct bench_point **points;
static int points_n;

static int values_in(const char *list)
{
    int n = 1;

    for (; *list; list++)
        n += *list == ',';
    return n;
}

void bench_add(const void *point, size_t bytes, const char *varied, ...)
{
    va_list arguments;

    if (!bench_wanted(((const struct bench_point *)point)->variant))
        return;
    struct bench_point **more = realloc(points, (size_t)(points_n + 1) * sizeof *points);
    struct bench_point *added = malloc(bytes);
    if (!more || !added)
        die("no memory for point %d", points_n + 1);
    points = more;
    memcpy(added, point, bytes);
    int at = snprintf(added->varied, sizeof added->varied, "%s,", added->variant);
    va_start(arguments, varied);
    vsnprintf(added->varied + at, sizeof added->varied - (size_t)at, varied, arguments);
    va_end(arguments);
    if (values_in(added->varied) != values_in(bench_experiment->columns))
        die("a row needs a value for each of %s, but has %s", bench_experiment->columns,
            added->varied);
    points[points_n++] = added;
}

/* Describes a point by its varied columns: words as they are, sizes with their unit, and other
 * numbers behind the name of their column, as in "int, threads 1, l1, 4 KiB". Returns `text`. */
static const char *describe(const struct bench_point *p, char text[192])
{
    char names[128], values[sizeof p->varied], size[32];
    char *name = names, *value = values;

    *text = '\0';
    snprintf(names, sizeof names, "%s", bench_experiment->columns);
    memcpy(values, p->varied, sizeof values);
    for (size_t at = 0; name && value && at < 192;) {
        char *column = strsep(&name, ","), *end = strchr(column, '_'), *word = strsep(&value, ",");
        size_t bytes;
        bool is_size = end && strcmp(strrchr(column, '_'), "_bytes") == 0;
        bool is_number = bench_parse_size(word, &bytes);

        at +=
            (size_t)snprintf(text + at, 192 - at, "%s%s%s%s", at ? ", " : "",
                             is_number && !is_size ? column : "", is_number && !is_size ? " " : "",
                             is_number && is_size ? bench_size_text(bytes, size) : word);
    }
    return text;
}

void bench_check(bench_checker *check, void *point)
{
    const struct bench_point *p = point;
    size_t wrong = check(point);
    char text[192];

    describe(p, text);
    if (wrong)
        die("variant %s %s %zu %s wrongly: %zu values or bytes differ%s%s", p->variant,
            bench_experiment->work.does, p->n, bench_experiment->work.elements, wrong,
            *text ? " at " : "", text);
}

void bench_check_each(bench_checker *check, void *point, const size_t sizes[], size_t count)
{
    struct bench_point *p = point;
    size_t n = p->n;

    for (size_t i = 0; i < count; i++) {
        p->n = sizes[i];
        bench_check(check, point);
    }
    p->n = n;
}

void bench_check_awkward(bench_checker *check, void *point)
{
    bench_check_at(check, point, 0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 127, 128, 129,
                   255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097, 65537, 262143,
                   BENCH_AWKWARD_MOST);
}

/* Returns whether a point belongs to the same group as the one before it, if there is one. */
static bool same_group(const struct bench_point *p, const struct bench_point *before)
{
    return before && p->group == before->group
        && (p->across || strcmp(p->variant, before->variant) == 0);
}

/* Checks the points of a turn, times them together and adds their rows. */
static void run_turn(struct bench_point *const turn[], int n, const struct bench_point *before)
{
    const struct bench_experiment *e = bench_experiment;
    char text[192];

    for (int i = 0; i < n; i++, before = turn[i - 1]) {
        bool begins = !same_group(turn[i], before);

        bench_progress("%s", describe(turn[i], text));
        if (e->hooks.begin && begins)
            e->hooks.begin(turn[i]);
        if (e->hooks.awkward && begins)
            bench_check_awkward(e->hooks.awkward, turn[i]);
        if (e->hooks.check)
            bench_check(e->hooks.check, turn[i]);
    }
    if (n > 1)
        bench_progress("%s, all in turn", turn[0]->variant);
    if (turn[0]->measure)
        turn[0]->measure(turn[0]);
    else
        e->machine->time(turn, n);
    for (int i = 0; i < n; i++) {
        struct bench_point *p = turn[i];

        if (p->repeats)
            p->row.time = bench_scaled(p->row.time, 1.0 / p->repeats);
        if (p->accesses)
            p->row.ns = bench_scaled(p->row.time, 1e6 / (double)p->accesses);
        if (p->bytes)
            p->row.bytes = p->bytes;
        if (e->hooks.check_after)
            bench_check(e->hooks.check_after, p);
        bench_row(&p->row, p->varied);
    }
}

int bench_run(const struct bench_experiment *e, int argc, char **argv)
{
    bench_start(e, argc, argv);
    if (e->hooks.before)
        e->hooks.before();
    e->machine->open();
    if (e->hooks.open)
        e->hooks.open();
    e->hooks.points();
    bench_columns(e->kind ? e->kind : BENCH_RATE, e->columns, e->machine->clock_column, points_n);
    if (e->hooks.ready)
        e->hooks.ready();
    for (int first = 0, n; first < points_n; first += n) {
        for (n = 1; points[first]->turn && first + n < points_n
                    && points[first + n]->turn == points[first]->turn;
             n++)
            ;
        run_turn(points + first, n, first ? points[first - 1] : NULL);
    }
    if (e->machine->close)
        e->machine->close();
    return bench_finish();
}
