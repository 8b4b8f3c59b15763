/* samples.c - statistics, and when to stop sampling; see bench.h. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SAMPLES = 1000 }; /* 2^-1000 is still a normal double: see median_rank() */

/* An interval is narrow if both ends are this near to the median, as a part of it. */
static const double NARROW = 0.005;

/* A pilot has at least this many samples and takes this part of the budget, because few samples can
 * lie close together by chance. We then take as many samples as should make the interval AIM times
 * as wide as NARROW allows. */
enum { PILOT_SAMPLES = 5 };
static const double PILOT_PART = 1 / 30.0, AIM = 0.8;

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
    return m.high - m.median <= NARROW * m.median && m.median - m.low <= NARROW * m.median;
}

/* The samples of one work. Those of the pilot only say how many we want, and are then dropped. */
struct samples {
    double taken[MAX_SAMPLES];
    int n;
    int wanted;     /* 0 while the pilot runs */
    double seconds; /* what taking them cost, the pilot included */
    bool done;
};

/* Returns how many samples a work needs for a narrow interval, by its pilot: the width of an
 * interval shrinks with the square root of their number. They have to fit into the budget. */
static int samples_wanted(const struct samples *pilot, int least)
{
    static double sorted[MAX_SAMPLES];

    memcpy(sorted, pilot->taken, (size_t)pilot->n * sizeof *sorted);
    struct bench_median m = bench_median(sorted, pilot->n);
    double half = fmax(m.high - m.median, m.median - m.low);
    double ratio = half > 0 ? half / (AIM * NARROW * m.median) : 0;
    double affordable = (bench_options.seconds / pilot->seconds - 1) * pilot->n;
    double wanted = fmin(pilot->n * fmax(1, ratio * ratio), fmin(affordable, MAX_SAMPLES));

    return wanted > least ? (int)wanted : least;
}

/* Takes one more sample of a work, and decides whether it was the last one. */
static void sample(double (*take)(void *work), void *work, int least, struct samples *s,
                   struct bench_median *result)
{
    double start = bench_seconds();

    s->taken[s->n] = take(work);
    if (!(s->taken[s->n] >= 0))
        die("a sample took %g ms", s->taken[s->n]);
    s->n++;
    s->seconds += bench_seconds() - start;
    if (s->wanted == 0) {
        bool is_long = s->seconds >= bench_options.seconds * PILOT_PART || s->n == MAX_SAMPLES;
        if (s->n < PILOT_SAMPLES || !is_long)
            return;
        s->wanted = samples_wanted(s, least);
        s->n = 0;
    } else if (s->n == s->wanted) {
        *result = bench_median(s->taken, s->n);
        s->done = true;
    }
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
        samples[i].n = samples[i].wanted = 0;
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
