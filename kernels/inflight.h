/* inflight.h - launchers and check of the reading kernels; see inflight.cu. */
#ifndef INFLIGHT_H
#define INFLIGHT_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a launch reads. */
struct inflight_shape {
    int width;           /* ints per load: 1, 2 or 4 */
    int loads;           /* that a thread has in flight: 1, 2 or 4 */
    int blocks, threads; /* of the launch; of a block, a multiple of 32 */
    size_t shared_bytes; /* that a block asks for, and leaves alone */
};

/* Sets the kernel up for that many blocks of the shape per SM, and writes how
 * many an SM then has room for into *fit. Call this before the launch. */
cudaError_t inflight_prepare(const struct inflight_shape *shape,
                             int blocks_per_sm, int *fit);

/* sums[b] = the sum, modulo 2^32, of the ints that block b read; together they
 * read each of the n ints of `from`, an array on the GPU that starts at a
 * multiple of 16 bytes, once. Returns the error of the launch; does not wait
 * for the kernel. */
cudaError_t launch_inflight_read(const struct inflight_shape *shape,
                                 uint32_t *sums, const int *from, size_t n,
                                 cudaStream_t stream);

/* The same without a loop. The shape is that of a launch for n ints. */
struct inflight_shape inflight_sum_shape(size_t n);
cudaError_t inflight_sum_fit(int *fit);
cudaError_t launch_inflight_sum(uint32_t *sums, const int *from, size_t n,
                                cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
