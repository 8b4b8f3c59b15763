/* histogram_input.h - the input of the histograms, and the reference that
 * counts it. The host and the GPU make the input from whole numbers alone, so
 * that it is the same to the last bit.
 *
 *   outliers: INT32_MIN .. -1 | 0 .... bins - 1 | bins .. INT32_MAX
 *   of all:      1 in 1024    |  all the rest   |  1 in 1024
 *
 * Values outside of the bins count in the first and the last bin (CUDA C++
 * Programming Guide, "Distributed Shared Memory"). Some of them are only just
 * outside, and some are extreme.
 */
#ifndef HISTOGRAM_INPUT_H
#define HISTOGRAM_INPUT_H

#include "../bench/harness/random.h"

#include <stddef.h>

/* Adds n values to the counts of the bins. */
static inline void histogram_reference(uint32_t *into, int bins,
                                       const int32_t *from, size_t n)
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

enum histogram_input {
    HISTOGRAM_UNIFORM,  /* every bin is equally likely */
    HISTOGRAM_OUTLIERS, /* the same, but some values are in no bin */
    HISTOGRAM_ZIPF,     /* bin b in proportion to 1 / (b + 1), in steps */
    HISTOGRAM_EQUAL,    /* always the same value, bins / 2 */
    HISTOGRAM_INPUTS,
};

/* Returns the name of an input, as in the column `input`. */
static inline const char *histogram_input_name(enum histogram_input input)
{
    static const char *const names[HISTOGRAM_INPUTS] = {
        "uniform",
        "outliers",
        "zipf",
        "equal",
    };

    return names[input];
}

/* Returns value i of an input for that many bins, at least 1. */
static inline HOST_AND_GPU int32_t histogram_value(enum histogram_input input,
                                                   uint64_t seed, uint64_t i,
                                                   int bins)
{
    uint32_t a = random_u32(seed, 2 * i), b = random_u32(seed, 2 * i + 1);

    if (input == HISTOGRAM_EQUAL)
        return bins / 2;
    if (input == HISTOGRAM_OUTLIERS && (a & 1023) < 2) {
        /* How far outside: every magnitude is equally likely, from 0. */
        int32_t by = (int32_t)(b >> (1 + (a >> 10) % 31));

        return (a & 1023) == 0       ? -1 - by
             : by < INT32_MAX - bins ? bins + by
                                     : INT32_MAX;
    }
    if (input != HISTOGRAM_ZIPF)
        return (int32_t)((uint64_t)b * (uint64_t)bins >> 32);

    /* Ranks count from 1. 1/x gives each of the octaves 1, 2..3, 4..7, ... the
     * same share. We take those that lie whole within the bins; inside its
     * octave a rank is uniform. */
    int octaves = 0;
    while ((UINT64_C(2) << octaves) - 1 <= (uint64_t)bins)
        octaves++;
    int octave = (int)((uint64_t)(a >> 10) * (uint64_t)octaves >> 22);
    return (int32_t)((UINT64_C(1) << octave) + ((uint64_t)b << octave >> 32))
         - 1;
}

#endif
