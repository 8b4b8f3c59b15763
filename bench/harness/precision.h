/* precision.h - arrays of floats or, with fp64, of doubles, for programs that measure both. */
#ifndef PRECISION_H
#define PRECISION_H

#include "bench.h"

enum { PRECISIONS = 2 };

/* The second, [true], is fp64. */
static const struct bench_variant precisions[PRECISIONS + 1] = {
    { "fp32", "floats" },
    { "fp64", "doubles" },
    { NULL, NULL },
};

static inline size_t number_bytes(bool fp64)
{
    return fp64 ? sizeof(double) : sizeof(float);
}

static inline double number_at(const void *numbers, bool fp64, size_t i)
{
    return fp64 ? ((const double *)numbers)[i] : (double)((const float *)numbers)[i];
}

static inline void put_number(void *numbers, bool fp64, size_t i, double value)
{
    if (fp64)
        ((double *)numbers)[i] = value;
    else
        ((float *)numbers)[i] = (float)value;
}

#endif
