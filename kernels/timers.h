/* timers.h - launcher of the timed kernel; see timers.cu. */
#ifndef TIMERS_H
#define TIMERS_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y[i] = a x[i] + y[i] for i < n, two arrays on the GPU. Returns the error of
 * the launch; does not wait for the kernel. */
cudaError_t launch_timers_saxpy(float *y, const float *x, float a, size_t n,
                                cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
