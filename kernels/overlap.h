/* overlap.h - launcher of the overlap kernels; see overlap.cu. */
#ifndef OVERLAP_H
#define OVERLAP_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* out[i] = in[i] + increment + increment ..., `cycles` times, for i < n, modulo
 * 2^32. `out` and `in` may be GPU memory or pinned host memory, and the same
 * array. A thread adds to `unroll` ints per trip: 1 or 4. Returns the error
 * of the launch, or cudaErrorInvalidValue for another `unroll`; does not wait
 * for the kernel. */
cudaError_t launch_overlap(unsigned *out, const unsigned *in, size_t n,
                           unsigned increment, int cycles, int unroll,
                           cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
