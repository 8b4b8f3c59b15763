/* offset.h - launchers of the offset kernel; see offset.cu. */
#ifndef OFFSET_H
#define OFFSET_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each adds 1 to a[offset] ... a[offset + n - 1], where `a` is an array on the
 * GPU of floats (fp32) or doubles (fp64). Returns the error of the launch and
 * does not wait for the kernel. */
typedef cudaError_t offset_launcher(void *a, size_t offset, size_t n,
                                    cudaStream_t stream);

offset_launcher launch_offset_fp32, launch_offset_fp64;

/* Each adds to *wrong, on the GPU, how many of the `whole` elements of `a` are
 * not what one launch as above makes of random_small(seed, index). */
typedef cudaError_t offset_checker(const void *a, size_t whole, size_t offset,
                                   size_t n, uint64_t seed,
                                   unsigned long long *wrong,
                                   cudaStream_t stream);

offset_checker check_offset_fp32, check_offset_fp64;

#ifdef __cplusplus
}
#endif

#endif
