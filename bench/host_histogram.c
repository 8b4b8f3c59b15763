/* host_histogram.c - histograms on the CPU, by input and number of bins.
 *
 * The counterpart of histogram.c, with the same values (histogram_input.h), 16 MiB of them, again
 * and again. `atomic` counts a sixteenth of that, because cores that fight for a line would take
 * too long. The column `memory` is the smallest that holds values and counts. GB/s are of the
 * values alone.
 *
 * Predicted: `one` takes 1 to 1.5 ns per value, or 3 to 4 GB/s, while the counts are in the L1,
 * half of that from 2^18 bins on, where they fill the L2; and 5 cycles per value if all are equal,
 * because each count waits for the one before it to be stored. `private` is that times the cores,
 * until clearing and adding up threads x bins counts outweighs the input: near 2^18 bins with 16
 * cores. `atomic` takes 20 cycles per value if the lines seldom meet, and some 50 ns, whatever the
 * number of cores, if all are equal: slower than one core alone.
 * Found on four hosts of H200s: one 0.6 to 0.8 ns per value, at times 1.2, less than predicted, and
 * on all but one no slower if all are equal, because the store is forwarded in less (on that one
 * 2.4 ns); 1.3 to 1.8 ns at 2^18. private 5 to 10 times that with 16 cores, 3 to 4 from 2^18 bins
 * on. atomic 17 to 24 ns if all are equal.
 */
#include "harness/host.h"
#include "../kernels/host_histogram.h"
#include "harness/histogram_input.h"

#include <string.h>

enum {
    LEAST_BINS = 1 << 8,
    MOST_BINS = 1 << 20,
    ATOMIC_SHARE = 16, /* `atomic` counts one value in so many */
    GUARD = 16,        /* counts behind the last that must stay */
    POISON = 0x5A,
};

struct histogram {
    struct bench_point point;
    const struct host_histogram *variant;
    enum histogram_input input;
    size_t n;
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
    h->variant->add(counts, h->bins, values, h->n, scratch, h->threads);
}

//> reference
static void histogram_reference(uint32_t *into, int bins, const int32_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int32_t bin = from[i];

        if (bin < 0)
            bin = 0;
        if (bin > bins - 1)
            bin = bins - 1;
        into[bin] += 1;
    }
}
//< reference

/* What is in count i before the first call. */
static uint32_t start(size_t i)
{
    return random_u32(bench_options.seed + 1, i);
}

/* Checks that the calls so far have added to every count what they should, and to the guard
 * nothing. We look at this after the timing as well, because threads do not get in each other's way
 * in every call. */
static void check_counts(void *point)
{
    const struct histogram *h = point;
    size_t wrong = 0;

    for (size_t i = 0; i < (size_t)h->bins + GUARD; i++)
        wrong += counts[i] != start(i) + calls * once[i];
    if (wrong)
        die("variant %s counts %zu values (%s) into %d bins wrongly on %d threads: %zu differ",
            h->variant->name, h->n, histogram_input_name(h->input), h->bins, h->threads, wrong);
}

/* Makes the values, counts them once and looks at the counts. */
static void check(void *point)
{
    const struct histogram *h = point;
    size_t bins = (size_t)h->bins;

#pragma omp parallel for
    for (size_t i = 0; i < h->n; i++)
        values[i] = histogram_value(h->input, bench_options.seed, i, h->bins);
    for (size_t i = 0; i < bins + GUARD; i++) {
        counts[i] = start(i);
        once[i] = 0;
    }
    memset(scratch, POISON, bins * (size_t)h->threads * sizeof *scratch);
    histogram_reference(once, h->bins, values, h->n);
    calls = 0;
    histogram_once(point);
    check_counts(point);
}

/* Checks n values with awkward numbers of bins. */
static void check_awkward(void *point, size_t n)
{
    static const int bins[] = { 1, 2, 3, 255, 1000 };
    struct histogram h = *(struct histogram *)point;

    h.n = n;
    for (size_t b = 0; b < sizeof bins / sizeof *bins; b++) {
        h.bins = bins[b];
        h.input = (enum histogram_input)((n + b) % HISTOGRAM_INPUTS);
        check(&h);
    }
}

static void begin(void *point)
{
    bench_check_awkward(check_awkward, point);
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
        .point = { .variant = v->name, .bytes = n * sizeof *values, .call = histogram_once },
        .variant = v,
        .input = input,
        .n = n,
        .bins = bins,
        .threads = threads,
    };
    bench_add(&h, sizeof h, "%s,%d,%s,%d,%s,%zu", v->name, threads,
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

int main(int argc, char **argv)
{
    static const struct bench_experiment host_histogram = {
        .program = { .name = "host_histogram",
                     .summary = "Counts values into bins on the CPU.",
                     .variants = { host_histograms, sizeof *host_histograms },
                     .bytes = { .min = 4 << 10,
                                .max = 16 << 20,
                                .quick_max = 1 << 20,
                                .element = sizeof(int32_t) } },
        .machine = &host_machine,
        .columns = "variant,threads,memory,bins,input,values",
        .hooks = { .open = allocate,
                   .points = points,
                   .begin = begin,
                   .check = check,
                   .check_after = check_counts },
    };

    return bench_run(&host_histogram, argc, argv);
}
