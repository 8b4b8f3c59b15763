/* host_histogram.c - histograms on the CPU, by input and number of bins.
 *
 * The counterpart of histogram.c, with the same values (histogram_input.h),
 * 16 MiB of them, again and again. `atomic` counts a sixteenth of that, or
 * cores that fight for a line would take too long. The column `memory` is the
 * smallest that holds values and counts. GB/s are of the values alone.
 *
 * Predicted: `one` takes 1 to 1.5 ns a value, or 3 to 4 GB/s, while the counts
 * are in the L1, half of that from 2^18 bins on, where they fill the L2; and 5
 * cycles a value where all are equal, since each count waits for the one before
 * it to be stored. `private` is that times the cores, until the clearing and
 * adding up of threads x bins counts outweighs the input: near 2^18 bins with
 * 16 cores. `atomic` takes 20 cycles a value where the lines seldom meet, and
 * some 50 ns, whatever the number of cores, where all are equal: slower than
 * one core alone.
 * Found on four hosts of H200s: one 0.6 to 0.8 ns a value, at times 1.2, less
 * than predicted, and on all but one no slower where all are equal, as the
 * store is forwarded in less (on that one 2.4 ns); 1.3 to 1.8 ns at 2^18.
 * private 5 to 10 times that with 16 cores, 3 to 4 from 2^18 bins on. atomic 17
 * to 24 ns where all are equal.
 */
#include "harness/host.h"
#include "../kernels/host_histogram.h"
#include "harness/histogram_input.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_VARIANTS = 8,
    LEAST_BINS = 1 << 8,
    MOST_BINS = 1 << 20,
    ATOMIC_SHARE = 16, /* of the values, one in so many for `atomic` */
    GUARD = 16,        /* counts behind the last that must stay */
    POISON = 0x5A,
};

struct histogram {
    const struct host_histogram *variant;
    int32_t *values;
    uint32_t *counts, *scratch;
    uint32_t *once; /* what one call is to add to each count */
    size_t n;
    int bins, threads;
    uint32_t calls; /* since the counts were set; wraps as the counts do */
};

static void histogram_once(void *work)
{
    struct histogram *h = work;

    h->calls++;
    h->variant->add(h->counts, h->bins, h->values, h->n, h->scratch,
                    h->threads);
}

//> reference
static void histogram_reference(uint32_t *counts, int bins,
                                const int32_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int32_t bin = values[i];

        if (bin < 0)
            bin = 0;
        if (bin > bins - 1)
            bin = bins - 1;
        counts[bin] += 1;
    }
}
//< reference

/* What is in count i before the first call. */
static uint32_t start(size_t i)
{
    return random_u32(bench_options.seed + 1, i);
}

/* Have the calls added to every count what they should, and to the guard
 * nothing? */
static void check_counts(const struct histogram *h, enum histogram_input input)
{
    size_t wrong = 0;

    for (size_t i = 0; i < (size_t)h->bins + GUARD; i++)
        wrong += h->counts[i] != start(i) + h->calls * h->once[i];
    if (wrong)
        die("variant %s counts %zu values (%s) into %d bins wrongly on %d "
            "threads: %zu differ", h->variant->name, h->n,
            histogram_input_name(input), h->bins, h->threads, wrong);
}

/* Makes the values, counts them once and looks at the counts. */
static void begin(struct histogram *h, enum histogram_input input)
{
    size_t bins = (size_t)h->bins;

#pragma omp parallel for
    for (size_t i = 0; i < h->n; i++)
        h->values[i] = histogram_value(input, bench_options.seed, i, h->bins);
    for (size_t i = 0; i < bins + GUARD; i++) {
        h->counts[i] = start(i);
        h->once[i] = 0;
    }
    memset(h->scratch, POISON, bins * (size_t)h->threads * sizeof *h->scratch);
    histogram_reference(h->once, h->bins, h->values, h->n);
    h->calls = 0;
    histogram_once(h);
    check_counts(h, input);
}

/* Awkward numbers of values, and of bins. */
static void check_awkward_sizes(struct histogram *h)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    static const int bins[] = { 1, 2, 3, 255, 1000 };

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t b = 0; b < sizeof bins / sizeof *bins; b++) {
            h->n = sizes[s];
            h->bins = bins[b];
            begin(h, (enum histogram_input)((s + b) % HISTOGRAM_INPUTS));
        }
}

static void measure(struct histogram *h, enum histogram_input input)
{
    const char *name = h->variant->name;
    const char *input_name = histogram_input_name(input);
    size_t bytes = h->n * sizeof *h->values;
    size_t counts = (size_t)h->bins * sizeof *h->counts;

    if (strcmp(name, "private") == 0) /* a set of counts for each thread */
        counts *= (size_t)h->threads + 1;
    bench_progress("%s, %s, %d bins", name, input_name, h->bins);
    begin(h, input);
    struct host_time time = host_time(histogram_once, h);
    /* Of the many calls since, too: threads do not get into each other's way in
     * every one. */
    check_counts(h, input);
    struct bench_row row = host_row(bytes, time);
    bench_row(&row, "%s,%d,%s,%d,%s,%zu", name, h->threads,
              host_memory(bytes + counts, h->threads), h->bins, input_name,
              h->n);
}

int main(int argc, char **argv)
{
    struct bench_variant names[MAX_VARIANTS] = { 0 };
    struct bench_program program = {
        .name = "host_histogram",
        .summary = "Counts values into bins on the CPU.",
        .variants = names,
        .min_bytes = 4 << 10,
        .max_bytes = 16 << 20,
        .quick_max_bytes = 1 << 20,
        .element_bytes = sizeof(int32_t),
    };
    for (int v = 0; host_histograms[v].name; v++)
        names[v] = (struct bench_variant){ host_histograms[v].name,
                                           host_histograms[v].what };

    bench_start(&program, argc, argv);
    const struct host *host = host_open();
    bench_fit(1);

    size_t values = bench_options.max_bytes / sizeof(int32_t);
    size_t room = values > BENCH_AWKWARD_MOST ? values : BENCH_AWKWARD_MOST;
    size_t counts_bytes = (MOST_BINS + GUARD) * sizeof(uint32_t);
    struct histogram h = {
        .values = bench_alloc(room * sizeof(int32_t)),
        .counts = bench_alloc(counts_bytes),
        .once = bench_alloc(counts_bytes),
        .scratch = bench_alloc(counts_bytes * (size_t)host->cores),
    };

    int factor = bench_options.quick ? 64 : 4, points = 0;
    for (const struct host_histogram *v = host_histograms; v->name; v++)
        for (int bins = LEAST_BINS; bins <= MOST_BINS; bins *= factor)
            points += bench_wanted(v->name) ? HISTOGRAM_INPUTS : 0;
    bench_columns(BENCH_RATE, "variant,threads,memory,bins,input,values",
                  "cpu_mhz", points);

    for (h.variant = host_histograms; h.variant->name; h.variant++) {
        bool atomic = strcmp(h.variant->name, "atomic") == 0;

        if (!bench_wanted(h.variant->name))
            continue;
        h.threads = strcmp(h.variant->name, "one") == 0 ? 1 : host->cores;
        check_awkward_sizes(&h);
        h.n = atomic ? values / ATOMIC_SHARE : values;
        for (int input = 0; input < HISTOGRAM_INPUTS; input++)
            for (h.bins = LEAST_BINS; h.bins <= MOST_BINS; h.bins *= factor)
                measure(&h, (enum histogram_input)input);
    }
    free(h.values);
    free(h.counts);
    free(h.once);
    free(h.scratch);
    return bench_finish();
}
