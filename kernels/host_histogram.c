/* host_histogram.c - count values into bins on the CPU, on one core and by two
 * methods on all of them.
 *
 *   histogram_one       one core, which owns the counts
 *   histogram_private   a set of counts for each thread, added up at the end
 *   histogram_atomic    one set of counts for all, added to atomically
 *
 *   values       | thread 0 . . . . | thread 1 . . . . | thread 2 . . . . |
 *                       |                  |                  |
 *   private      [ counts of 0 ]    [ counts of 1 ]    [ counts of 2 ]
 *                       +------------------+------------------+--> counts
 *   atomic       [ counts, whose lines go from core to core          ]
 * The values are read once, in order, so the prefetcher has them ready. The
 * time depends on the counts: where they lie, and which other cores need them.
 */
#include "host_histogram.h"

#include <omp.h>
#include <string.h>

static inline int bin_of(int32_t value, int bins)
{
    return value < 0 ? 0 : value >= bins ? bins - 1 : value;
}

//> one
static void histogram_one(uint32_t *counts, int bins, const int32_t *values,
                          size_t n, uint32_t *scratch, int threads)
{
    (void)scratch, (void)threads;
    for (size_t i = 0; i < n; i++)
        counts[bin_of(values[i], bins)]++;
}
//< one

static void histogram_private(uint32_t *counts, int bins, const int32_t *values,
                              size_t n, uint32_t *scratch, int threads)
{
    size_t size = (size_t)bins;

#pragma omp parallel num_threads(threads)
    {
        uint32_t *own = scratch + (size_t)omp_get_thread_num() * size;

        memset(own, 0, size * sizeof *own);
#pragma omp for
        for (size_t i = 0; i < n; i++)
            own[bin_of(values[i], bins)]++;
            /* All threads wait here for all others. */
#pragma omp for
        for (size_t bin = 0; bin < size; bin++)
            for (size_t t = 0; t < (size_t)threads; t++)
                counts[bin] += scratch[t * size + bin];
    }
}

//> atomic
static void histogram_atomic(uint32_t *counts, int bins, const int32_t *values,
                             size_t n, uint32_t *scratch, int threads)
{
    (void)scratch;
#pragma omp parallel for num_threads(threads)
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        counts[bin_of(values[i], bins)]++;
    }
}
//< atomic

const struct host_histogram host_histograms[] = {
    { "one", "one core", histogram_one },
    { "private", "counts for each thread, then summed", histogram_private },
    { "atomic", "one set of counts, added to atomically", histogram_atomic },
    { NULL, NULL, NULL },
};
