/* samples.c - statistics, and when to stop sampling; see bench.h. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SAMPLES = 1000 }; /* 2^-1000 is still a normal double: see median_rank() */

/* Returns the largest rank r, counted from 1, with P(Binomial(n, 1/2) < r) <= 2.5 %, or 0 if there
 * is none. */
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
        .median = n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2,
        .low = values[rank - 1],
        .high = values[n - rank],
        .samples = n,
    };
}

struct bench_median bench_scaled(struct bench_median m, double factor)
{
    return (struct bench_median){ m.median * factor, m.low * factor, m.high * factor, m.samples };
}

bool bench_settled(struct bench_median m)
{
    return m.high - m.median <= 0.005 * m.median && m.median - m.low <= 0.005 * m.median;
}

/* The samples of one work. */
struct samples {
    double taken[MAX_SAMPLES];
    int n;
    double seconds; /* what taking them cost */
    bool done;
};

/* Takes one more sample of a work, and decides whether it was the last one. */
static void sample(double (*take)(void *work), void *work, int least, struct samples *s,
                   struct bench_median *result)
{
    static double sorted[MAX_SAMPLES];

    double start = bench_seconds();
    s->taken[s->n] = take(work);
    if (!(s->taken[s->n] >= 0))
        die("a sample took %g ms", s->taken[s->n]);
    s->n++;
    if (s->n >= least) {
        /* Sort a copy, and leave the samples in the order in which we took them. */
        memcpy(sorted, s->taken, (size_t)s->n * sizeof *sorted);
        *result = bench_median(sorted, s->n);
    }
    s->seconds += bench_seconds() - start;
    /* An interval can be narrow by chance after few samples, so we always spend a fifteenth of the
     * budget. */
    s->done = s->n >= least
           && (s->n == MAX_SAMPLES || s->seconds >= bench_options.seconds
               || (bench_settled(*result) && s->seconds >= bench_options.seconds / 15));
}

/* Returns how many of n works are done. A work that has spent half of its budget is half done. */
static double count_done(const struct samples *samples, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += samples[i].done ? 1 : fmin(samples[i].seconds / bench_options.seconds, 0.99);
    return sum;
}

void bench_sample(double (*take)(void *work), void *const works[], int n, int least,
                  struct bench_median medians[])
{
    static struct samples samples[BENCH_TURNS];
    double shown = bench_seconds();
    int left = n;

    if (n > BENCH_TURNS)
        die("%d points in turn are more than BENCH_TURNS in bench/harness/bench.h", n);
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
        if (left > 0 && bench_seconds() - shown > 0.1) {
            bench_progress_done(count_done(samples, n));
            shown = bench_seconds();
        }
    }
    bench_progress_done(0);
}
