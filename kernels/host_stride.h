/* host_stride.h - a[i] = a[i] + 1 with a stride on the CPU; see
 * host_stride.c. */
#ifndef HOST_STRIDE_H
#define HOST_STRIDE_H

#include <stddef.h>

/* Adds 1 to n elements of the array: the first and every stride-th after it. */
void host_stride_fp32(float *array, size_t stride, size_t n);
void host_stride_fp64(double *array, size_t stride, size_t n);

#endif
