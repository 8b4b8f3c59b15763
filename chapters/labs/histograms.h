/* histograms.h - what the labs on histograms share: their inputs and what is right. */
#ifndef HISTOGRAMS_H
#define HISTOGRAMS_H

#include "../../bench/lab/lab.h"
#include "../../kernels/histogram_input.h"

#include <string.h>

static const char *const patterns[] = { "uniform", "outliers", "zipf", "equal", NULL };

#define EACH_PATTERN(count, of)                                                                    \
    { .n = count, .bins = of, .pattern = HISTOGRAM_UNIFORM },                                      \
        { .n = count, .bins = of, .pattern = HISTOGRAM_OUTLIERS },                                 \
        { .n = count, .bins = of, .pattern = HISTOGRAM_ZIPF },                                     \
    {                                                                                              \
        .n = count, .bins = of, .pattern = HISTOGRAM_EQUAL                                         \
    }

static void fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
#pragma omp parallel for
    for (size_t i = 0; i < c->n; i++)
        input[i] = (uint32_t)histogram_value((enum histogram_input)c->pattern, seed, i, c->bins);
}

static const uint32_t *expect(uint32_t *room, const uint32_t *input, const struct lab_case *c)
{
    memset(room, 0, (size_t)c->bins * sizeof *room);
    histogram_reference(room, c->bins, (const int32_t *)input, c->n);
    return room;
}

#endif
