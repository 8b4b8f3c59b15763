/* transfer.h - launcher of the transfer kernel; see transfer.cu. */
#ifndef TRANSFER_H
#define TRANSFER_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies n ints from `from` to `to`, two arrays that do not overlap and start
 * at a multiple of 16 bytes. Either may be GPU memory or pinned host memory.
 * Starts at most max_blocks blocks (at least 1). Returns the error of the
 * launch and does not wait for the kernel. */
cudaError_t launch_transfer_mapped(int *to, const int *from, size_t n,
                                   int max_blocks, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
