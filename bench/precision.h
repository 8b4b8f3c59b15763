/* precision.h - floats and doubles, for programs that measure both alike. */
#ifndef PRECISION_H
#define PRECISION_H

#include "gpu.h"

struct precision {
    size_t bytes; /* of a number */
    /* Makes number i of an array on the GPU random_small(--seed, i), i < n. */
    void (*fill)(void *a, size_t n);
    /* Number i of an array on the host. */
    double (*at)(const void *a, size_t i);
};

static void precision_fill_fp32(void *a, size_t n)
{
    gpu_fill_floats(a, n, bench_options.seed);
}

static void precision_fill_fp64(void *a, size_t n)
{
    gpu_fill_doubles(a, n, bench_options.seed);
}

static double precision_fp32_at(const void *a, size_t i)
{
    return ((const float *)a)[i];
}

static double precision_fp64_at(const void *a, size_t i)
{
    return ((const double *)a)[i];
}

static const struct precision fp32 = { sizeof(float), precision_fill_fp32,
                                       precision_fp32_at };
static const struct precision fp64 = { sizeof(double), precision_fill_fp64,
                                       precision_fp64_at };

#endif
