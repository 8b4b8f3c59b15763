/* verdict.c - what a grader finds out about a submission; see verdict.h. */
#include "verdict.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* A ceiling is measured, too, so only what is faster by more than its doubt is impossible. */
static const double DOUBT = 1.1;
enum { SECONDS_IN_ALL = 5 };

struct verdict verdict;

bool blame(const char *word, const char *format, ...)
{
    va_list arguments;

    if (*verdict.fault)
        return false;
    snprintf(verdict.fault, sizeof verdict.fault, "%s", word);
    va_start(arguments, format);
    vsnprintf(verdict.said, sizeof verdict.said, format, arguments);
    va_end(arguments);
    return false;
}

bool verdict_spend(double seconds)
{
    static double spent;

    spent += seconds;
    return spent <= SECONDS_IN_ALL
        || blame("too_long", "its calls took more than %d seconds in all", SECONDS_IN_ALL);
}

const char *verdict_case(const struct lab_case *c)
{
    static char text[128];
    int at = lab.square ? snprintf(text, sizeof text, "%zu x %zu elements", c->n, c->n)
                        : snprintf(text, sizeof text, "%zu element%s", c->n, c->n == 1 ? "" : "s");

    if (lab.patterns[1])
        at += snprintf(text + at, sizeof text - (size_t)at, ", %s", lab.patterns[c->pattern]);
    if (c->bins)
        snprintf(text + at, sizeof text - (size_t)at, ", %d bin%s", c->bins,
                 c->bins == 1 ? "" : "s");
    return text;
}

struct verdict_difference verdict_compare(const uint32_t *found, const uint32_t *expected, size_t n,
                                          uint32_t before)
{
    struct verdict_difference d = { 0, 0, false };
    size_t untouched = 0;

    if (memcmp(found, expected, n * sizeof *found) == 0)
        return d;
    for (size_t i = n; i-- > 0;) {
        untouched += found[i] == before;
        if (found[i] != expected[i]) {
            d.wrong++;
            d.first = i;
        }
    }
    d.untouched = untouched == n;
    return d;
}

bool blame_outside(const char *did, long long element, const char *array, size_t n,
                   const char *when)
{
    char bound[64] = "which has none";

    if (n)
        snprintf(bound, sizeof bound, "but the %s is element %zu", element < 0 ? "first" : "last",
                 element < 0 ? 0 : n - 1);
    return blame("out_of_bounds", "it %s element %lld of its %s, %s%s", did, element, array, bound,
                 when);
}

bool blame_race(struct verdict_difference d, size_t n, const char *when)
{
    return blame("race",
                 "the same input gives another result each time%s; %zu of %zu elements of the "
                 "output are wrong: threads write to one place at once, or do not wait for each "
                 "other",
                 when, d.wrong, n);
}

bool blame_value(struct verdict_difference d, const uint32_t *found, const uint32_t *expected,
                 size_t n, uint32_t before, const char *when)
{
    char is[32] = "nothing was written there";

    if (!before || found[d.first] != before)
        snprintf(is, sizeof is, "it is %u", found[d.first]);
    return blame("wrong",
                 "element %zu of its output should be %u, and %s%s; wrong elements: %zu of %zu",
                 d.first, expected[d.first], is, when, d.wrong, n);
}

const struct lab_case *verdict_largest(void)
{
    const struct lab_case *c = lab.awkward;

    while (c[1].n != LAB_END)
        c++;
    return c;
}

bool blame_no_op(const uint32_t *found, size_t n, uint32_t before, const char *when)
{
    for (size_t i = 0; i < n; i++)
        if (found[i] != before)
            return false;
    *verdict.fault = '\0';
    return blame("no_op", "it wrote nothing to its output%s", when);
}

static void blame_too_fast(const struct verdict_row *rows, int n)
{
    double ceiling = 0; /* in ms: no call can take less */

    for (int i = 0; i < n; i++)
        if (strcmp(rows[i].kind, "limit") == 0 && rows[i].time.low > ceiling)
            ceiling = rows[i].time.low;
    if (n && rows[0].time.median * DOUBT < ceiling)
        blame("too_fast",
              "it took %.3g ms, and nothing here can take less than %.3g ms: how it did that is "
              "for a person to find out",
              rows[0].time.median, ceiling);
}

void verdict_time(double (*take)(void *work), void *const works[], struct verdict_row *rows, int n)
{
    struct bench_median medians[VERDICT_MOST_VARIANTS + 1] = { { 0 } };

    for (int i = 0; i < n; i++)
        take(works[i]); /* warms up */
    if (n && !*verdict.fault)
        bench_sample(take, works, n, 0, medians);
    for (int i = 0; i < n; i++)
        rows[i].time = medians[i];
    if (!*verdict.fault)
        blame_too_fast(rows, n);
}

void verdict_write(const char *path, const struct verdict_row *rows, int n, const char *notes)
{
    double bytes = (double)(lab_inputs(&lab.timed) * lab.bytes_per_element);
    FILE *to = fopen(path, "w");

    if (!to)
        die("cannot write %s: %s", path, strerror(errno));
    for (char *c = verdict.said; *c; c++)
        *c = bench_plain(*c);
    fprintf(to, "# fault: %s\n# said: %s\n%s", verdict.fault, verdict.said, notes);
    fprintf(to, "variant,kind,bytes,ms,ms_low,ms_high,samples,gbs\n");
    for (int i = 0; i < n && !*verdict.fault; i++) {
        const struct bench_median *t = &rows[i].time;

        fprintf(to, "%s,%s,%.0f,%.6g,%.6g,%.6g,%d,%.6g\n", rows[i].name, rows[i].kind, bytes,
                t->median, t->low, t->high, t->samples, bytes / t->median / 1e6);
    }
    if (fclose(to) != 0)
        die("cannot write %s: %s", path, strerror(errno));
}
