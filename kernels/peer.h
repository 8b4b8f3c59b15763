/* peer.h - launcher of the peer kernel; see peer.cu. */
#ifndef PEER_H
#define PEER_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies n ints from `from` to `to`, two arrays that do not overlap and start
 * at a multiple of 16 bytes. Either may be memory of another GPU, to which the
 * current one has access. Starts at most max_blocks blocks (at least 1).
 * Returns the error of the launch and does not wait for the kernel. */
cudaError_t launch_peer_copy(int *to, const int *from, size_t n, int max_blocks,
                             cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
