/* experiment.c - the loop that all experiments share; see bench.h. */
#include "bench.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct bench_experiment *experiment;
static struct bench_point **points;
static int points_n;

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
    va_start(arguments, varied);
    vsnprintf(added->varied, sizeof added->varied, varied, arguments);
    va_end(arguments);
    points[points_n++] = added;
}

/* Shows the values of the varied columns: words as they are, sizes with their unit, and other
 * numbers behind the name of their column. "int, threads 1, l1, 4 KiB" */
static void show_progress(const struct bench_point *p)
{
    char text[192] = "", names[128], values[sizeof p->varied], size[32];
    char *name = names, *value = values;

    snprintf(names, sizeof names, "%s", experiment->columns);
    memcpy(values, p->varied, sizeof values);
    for (size_t at = 0; name && value && at < sizeof text;) {
        char *column = strsep(&name, ","), *end = strchr(column, '_'), *word = strsep(&value, ",");
        size_t bytes;
        bool is_size = end && strcmp(strrchr(column, '_'), "_bytes") == 0;
        bool is_number = bench_parse_size(word, &bytes);

        at +=
            (size_t)snprintf(text + at, sizeof text - at, "%s%s%s%s", at ? ", " : "",
                             is_number && !is_size ? column : "", is_number && !is_size ? " " : "",
                             is_number && is_size ? bench_size_text(bytes, size) : word);
    }
    bench_progress("%s", text);
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
    const struct bench_experiment *e = experiment;

    for (int i = 0; i < n; i++, before = turn[i - 1]) {
        show_progress(turn[i]);
        if (e->hooks.begin && !same_group(turn[i], before))
            e->hooks.begin(turn[i]);
        if (e->hooks.check)
            e->hooks.check(turn[i]);
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
            e->hooks.check_after(p);
        bench_row(&p->row, p->varied);
    }
}

int bench_run(const struct bench_experiment *e, int argc, char **argv)
{
    experiment = e;
    bench_start(&e->program, argc, argv);
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
    return bench_finish();
}

void bench_check_awkward(void (*check)(void *point, size_t n), void *point)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check(point, sizes[i]);
}
