/* host_histogram.c - histograms on the CPU, by input and number of bins.
 *
 * This is the counterpart of histogram.c, with the same input (histogram_input.h): 16 MiB of
 * values, again and again. `atomic` counts a sixteenth of that, because cores that fight for a line
 * would take too long. The column `memory` is the smallest that holds values and counts. GB/s are
 * of the values alone.
 *
 * Predicted: `one` takes 1 to 1.5 ns per value while the counts are in the L1, twice as long from
 * 2^18 bins on, where they fill the L2, and 5 cycles per value if all values are equal, because
 * each count waits until the one before it is stored. `private` is that times the number of cores,
 * up to 2^18 bins. `atomic` takes 20 cycles per value, or some 50 ns if all values are equal.
 * Found on four hosts of H200s: one takes 0.6 to 0.8 ns per value, at times 1.2, and 1.3 to 1.8 at
 * 2^18 bins. If all values are equal it is no slower on three of them, because the CPU forwards the
 * store to the next load. private is 5 to 10 times as fast as one with 16 cores, and 3 to 4 times
 * from 2^18 bins on. atomic takes 17 to 24 ns if all values are equal.
 */
#include "harness/host.h"
#include "../kernels/host_histogram.h"
#include "../kernels/histogram_input.h"

#include <string.h>

enum {
    LEAST_BINS = 1 << 8,
    MOST_BINS = 1 << 20,
    ATOMIC_SHARE = 16, /* `atomic` counts one of this many values */
    GUARD = 16,        /* counts behind the last one, which must stay */
    POISON = 0x5A,
};

struct histogram {
    struct bench_point point;
    const struct host_histogram *variant;
    enum histogram_input input;
    int bins, threads;
};

static int32_t *values;
static uint32_t *counts, *scratch;
static uint32_t *once; /* what one call should add to each count */
static uint32_t calls; /* since the counts were set; wraps as the counts do */

static void histogram_once(void *point)
{
    const struct histogram *h = point;

    calls++;
    h->variant->add(counts, h->bins, values, h->point.n, scratch, h->threads);
}

/* Returns what is in count i before the first call. */
static uint32_t start(size_t i)
{
    return random_u32(bench_options.seed + 1, i);
}

/* Checks that the calls so far have added to every count what they should, and to the guard
 * nothing. We look at this after the timing as well, because threads do not get in each other's way
 * in every call. */
static size_t check_counts(void *point)
{
    const struct histogram *h = point;
    size_t wrong = 0;

    for (size_t i = 0; i < (size_t)h->bins + GUARD; i++)
        wrong += counts[i] != start(i) + calls * once[i];
    return wrong;
}

/* Makes the values, counts them once and looks at the counts. */
static size_t check(void *point)
{
    const struct histogram *h = point;
    size_t bins = (size_t)h->bins;

#pragma omp parallel for
    for (size_t i = 0; i < h->point.n; i++)
        values[i] = histogram_value(h->input, bench_options.seed, i, h->bins);
    for (size_t i = 0; i < bins + GUARD; i++) {
        counts[i] = start(i);
        once[i] = 0;
    }
    memset(scratch, POISON, bins * (size_t)h->threads * sizeof *scratch);
    histogram_reference(once, h->bins, values, h->point.n);
    calls = 0;
    histogram_once(point);
    return check_counts(point);
}

/* Checks awkward numbers of bins, with one input after the other. */
static size_t check_awkward(void *point)
{
    static const int bins[] = { 1, 2, 3, 255, 1000 };
    struct histogram h = *(struct histogram *)point;
    size_t wrong = 0;

    for (size_t b = 0; b < sizeof bins / sizeof *bins; b++) {
        h.bins = bins[b];
        h.input = (enum histogram_input)((h.point.n + b) % HISTOGRAM_INPUTS);
        wrong += check(&h);
    }
    return wrong;
}

static void allocate(void)
{
    size_t counts_bytes = (MOST_BINS + GUARD) * sizeof(uint32_t);

    bench_fit(1);
    values =
        bench_alloc(bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof *values));
    counts = bench_alloc(counts_bytes);
    once = bench_alloc(counts_bytes);
    scratch = bench_alloc(counts_bytes * (size_t)host->cores);
}

static void add(const struct host_histogram *v, enum histogram_input input, int bins)
{
    size_t n = bench_options.max_bytes / sizeof *values,
           counts_bytes = (size_t)bins * sizeof *counts;
    int threads = strcmp(v->name, "one") == 0 ? 1 : host->cores;

    if (strcmp(v->name, "atomic") == 0)
        n /= ATOMIC_SHARE;
    if (strcmp(v->name, "private") == 0) /* a set of counts for each thread */
        counts_bytes *= (size_t)threads + 1;
    struct histogram h = {
        .point = { .variant = v->name,
                   .n = n,
                   .bytes = n * sizeof *values,
                   .call = histogram_once },
        .variant = v,
        .input = input,
        .bins = bins,
        .threads = threads,
    };
    bench_add(&h, sizeof h, "%d,%s,%d,%s,%zu", threads,
              host_memory(h.point.bytes + counts_bytes, threads), bins, histogram_input_name(input),
              n);
}

static void points(void)
{
    int factor = bench_options.quick ? 64 : 4;

    for (const struct host_histogram *v = host_histograms; v->name; v++)
        for (int input = 0; input < HISTOGRAM_INPUTS; input++)
            for (int bins = LEAST_BINS; bins <= MOST_BINS; bins *= factor)
                add(v, (enum histogram_input)input, bins);
}

static const struct bench_experiment host_histogram = {
    .summary = "Counts values into bins on the CPU.",
    .variants = { host_histograms, sizeof *host_histograms },
    .bytes = { .min = 4 << 10, .max = 16 << 20, .quick_max = 1 << 20, .element = sizeof(int32_t) },
    .columns = "variant,threads,memory,bins,input,values",
    .work = { "counts", "values" },
    .hooks = { .open = allocate,
               .points = points,
               .awkward = check_awkward,
               .check = check,
               .check_after = check_counts },
};
BENCH_MAIN(host_histogram, host_machine)
