/* timers.h - launcher and check of the timed kernel; see timers.cu. */
#ifndef TIMERS_H
#define TIMERS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y[i] = a x[i] + y[i] for i < n, two arrays on the GPU. Returns the error of
 * the launch; does not wait for the kernel. */
cudaError_t launch_timers_saxpy(float *y, const float *x, float a, size_t n,
                                cudaStream_t stream);

/* Adds to *wrong the number of i < n with
 * y[i] != a random_small(seed, i) + random_small(seed + 1, i). */
cudaError_t count_timers_wrong(const float *y, float a, size_t n,
                               uint64_t seed, unsigned long long *wrong,
                               cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
