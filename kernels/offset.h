/* offset.h - launcher of the offset kernel; see offset.cu. */
#ifndef OFFSET_H
#define OFFSET_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds 1 to a[offset] ... a[offset + n - 1], where `a` is an array on the GPU
 * of floats or, with fp64, doubles. Returns the error of the launch and does
 * not wait for the kernel. */
cudaError_t launch_offset(void *a, bool fp64, size_t offset, size_t n,
                          cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
