/* pinning.h - functions that allocate and free memory; see pinning.cu. */
#ifndef PINNING_H
#define PINNING_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each puts the address of `bytes` of memory into *memory. pinning_register
 * allocates nothing: it pins the memory that *memory points to, a whole number
 * of pages. */
typedef cudaError_t pinning_allocator(void **memory, size_t bytes);

pinning_allocator pinning_malloc, pinning_malloc_host, pinning_register,
    pinning_write_combined, pinning_device;

/* Each frees what its allocator made, and pinning_free_host what either of the
 * two pinned ones made. */
typedef cudaError_t pinning_releaser(void *memory);

pinning_releaser pinning_free, pinning_free_host, pinning_unregister,
    pinning_free_device;

/* values[i] = ~values[i] for i < n. Returns the error of the launch and does
 * not wait for the kernel. */
cudaError_t launch_pinning_invert(unsigned *values, size_t n,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
