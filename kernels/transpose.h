/* transpose.h - launchers of the transpose kernels; see transpose.cu. */
#ifndef TRANSPOSE_H
#define TRANSPOSE_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each writes the transpose of `from` to `to`, launch_transpose_copy and
 * _staged `from` as it is: matrices of n x n floats on the GPU, row by row,
 * that do not overlap and start at a multiple of 16 bytes. Each returns the
 * error of the launch and does not wait for the kernel. */
typedef cudaError_t transpose_launcher(float *to, const float *from, size_t n,
                                       cudaStream_t stream);

transpose_launcher launch_transpose_copy, launch_transpose_staged,
    launch_transpose_naive, launch_transpose_gather, launch_transpose_tiled,
    launch_transpose_padded, launch_transpose_wide;

/* Adds to *wrong, on the GPU, how many of the n x n values of `to` are not
 * those of the transpose of a matrix whose value i is random_u32(seed, i). */
cudaError_t check_transpose(const uint32_t *to, size_t n, uint64_t seed,
                            unsigned long long *wrong, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
