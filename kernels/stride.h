/* stride.h - launchers of the stride kernel; see stride.cu. */
#ifndef STRIDE_H
#define STRIDE_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each adds 1 to a[0], a[stride] ... a[(n - 1) * stride], where `a` is an array
 * on the GPU of floats (fp32) or doubles (fp64) and stride is at least 1.
 * Returns the error of the launch and does not wait for the kernel. */
typedef cudaError_t stride_launcher(void *a, size_t stride, size_t n,
                                    cudaStream_t stream);

stride_launcher launch_stride_fp32, launch_stride_fp64;

/* Each adds to *wrong, on the GPU, how many of the `whole` elements of `a` are
 * not what one launch as above makes of random_small(seed, index). */
typedef cudaError_t stride_checker(const void *a, size_t whole, size_t stride,
                                   size_t n, uint64_t seed,
                                   unsigned long long *wrong,
                                   cudaStream_t stream);

stride_checker check_stride_fp32, check_stride_fp64;

#ifdef __cplusplus
}
#endif

#endif
