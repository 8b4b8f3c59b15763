/* mapped_stride.h - launchers of the mapped_stride kernels; see
 * mapped_stride.cu. */
#ifndef MAPPED_STRIDE_H
#define MAPPED_STRIDE_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each moves n ints between `host`, which is pinned host memory, and `device`:
 * int i lies at host[i * stride] and at device[i]. Each returns the error of
 * the launch; none waits for the kernel. */
typedef cudaError_t mapped_stride_launcher(int *host, int *device,
                                           size_t stride, size_t n,
                                           cudaStream_t stream);

mapped_stride_launcher launch_mapped_stride_read, launch_mapped_stride_write;

#ifdef __cplusplus
}
#endif

#endif
