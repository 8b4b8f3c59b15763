/* saxpy.h - launchers of the SAXPY kernels; see saxpy.cu. */
#ifndef SAXPY_H
#define SAXPY_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each makes to[i] = a x[i] + y[i] for i < n, in floats where its name ends in
 * fp32 and else in doubles. The arrays are on the GPU and start at a multiple
 * of 16 bytes. For article and wide, `to` and y are one array; add and triad
 * need three that do not overlap, and add takes a to be 1. Each returns the
 * error of the launch; none waits for the kernel. */
typedef cudaError_t saxpy_launcher(void *to, const void *x, const void *y,
                                   double a, size_t n, cudaStream_t stream);

saxpy_launcher launch_saxpy_article_fp32, launch_saxpy_article_fp64,
    launch_saxpy_wide_fp32, launch_saxpy_wide_fp64, launch_saxpy_add_fp64,
    launch_saxpy_triad_fp64;

#ifdef __cplusplus
}
#endif

#endif
