/* A lab of Bytes in Flight: count how many of n values fall into each bin, on
 * all cores. Value v falls into bin v, a value below 0 into the first bin, and
 * one above the last bin into the last. counts[0 .. bins - 1] may hold anything
 * before. There are at most 4,096 bins.
 *
 * Each thread has counts of its own, but those of a bin lie side by side, so
 * the threads share every cache line. It is correct, and slow. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

//> starter
void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n,
               int threads)
{
    size_t size = (size_t)bins * (size_t)threads;
    volatile uint32_t *own = calloc(size, sizeof *own);

    /* Thread t counts values t, t + threads, t + 2 threads, ... */
#pragma omp parallel for num_threads(threads)
    for (int t = 0; t < threads; t++)
        for (size_t i = (size_t)t; i < n; i += (size_t)threads) {
            int bin = values[i] < 0     ? 0
                    : values[i] >= bins ? bins - 1
                                        : values[i];

            own[bin * threads + t]++;
        }
    for (int bin = 0; bin < bins; bin++) {
        counts[bin] = 0;
        for (int t = 0; t < threads; t++)
            counts[bin] += own[bin * threads + t];
    }
    free((void *)own);
}
//< starter
