/* host_saxpy.h - y = a x + y on the CPU; see host_saxpy.c. */
#ifndef HOST_SAXPY_H
#define HOST_SAXPY_H

#include <stddef.h>

struct host_saxpy {
    const char *name, *what;
    /* y[i] = a x[i] + y[i] for the first n elements of two arrays that do not
     * overlap, in single and in double precision. */
    void (*fp32)(float *y, const float *x, float a, size_t n);
    void (*fp64)(double *y, const double *x, double a, size_t n);
};

/* All loops, with the plain one first. The list ends with a null name. */
extern const struct host_saxpy host_saxpys[];

#endif
