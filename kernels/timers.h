/* timers.h - launcher of the timed kernel; see timers.cu. */
#ifndef TIMERS_H
#define TIMERS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y[i] = a x[i] + y[i] for i < n, two arrays on the GPU. Returns the error of
 * the launch; does not wait for the kernel. The early one may start before the
 * kernel in front of it in the stream has ended, if that is one of its kind;
 * it needs compute capability 9.0. */
typedef cudaError_t timers_launcher(float *y, const float *x, float a, size_t n,
                                    cudaStream_t stream);

timers_launcher launch_timers_saxpy, launch_timers_early;

/* The same for TIMERS_THREADS floats, by a single block that writes to
 * stamps[0] and stamps[1] the GPU's clock in ns as it begins and ends. */
enum { TIMERS_THREADS = 512 /* of each block, as in the article */ };
cudaError_t launch_timers_stamped(uint64_t *stamps, float *y, const float *x,
                                  float a, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
