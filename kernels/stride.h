/* stride.h - launcher of the stride kernel; see stride.cu. */
#ifndef STRIDE_H
#define STRIDE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds 1 to a[0], a[stride] ... a[(n - 1) * stride], where `a` is an array on
 * the GPU of floats or, with fp64, doubles, and stride is at least 1. Returns
 * the error of the launch and does not wait for the kernel. */
cudaError_t launch_stride(void *a, bool fp64, size_t stride, size_t n,
                          cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
