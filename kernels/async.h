/* async.h - launchers of kernels that read through shared memory: async.cu. */
#ifndef ASYNC_H
#define ASYNC_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum async_means {
    ASYNC_PLAIN,  /* loads into registers, and stores into shared memory */
    ASYNC_GROUPS, /* cp.async of 16 bytes, compute capability 8.0 */
    ASYNC_BULK,   /* cp.async.bulk of a tile, compute capability 9.0 */
    ASYNC_TENSOR, /* cp.async.bulk.tensor of a tile of a matrix, likewise */
};

/* A tile of ASYNC_TENSOR is 32 ints wide and lies in a matrix of that many. */
enum { ASYNC_MATRIX_INTS = 1024 };

/* How a launch reads. */
struct async_shape {
    enum async_means means;
    size_t tile_bytes;   /* a multiple of 16; ASYNC_TENSOR: of 1 KiB, at most
                            32 KiB; ASYNC_PLAIN: 1, 2, 4 or 8 words of 16 bytes
                            for each thread */
    int ahead;           /* tiles in flight: 1, 2, 4 or 8; ASYNC_PLAIN: 1 */
    int blocks, threads; /* of the launch; of a block, a multiple of 32 */
    size_t least_shared; /* bytes that a block asks for at least */
};

/* A block's barriers and sums, and what CUDA keeps for itself, take at most
 * this many bytes of shared memory. */
enum { ASYNC_OWN_BYTES = 2048 };

/* Returns how many bytes of shared memory a block of this shape asks for
 * besides these. */
static inline size_t async_shared_bytes(const struct async_shape *shape)
{
    size_t bytes = (size_t)(shape->ahead + 1) * shape->tile_bytes;

    return bytes > shape->least_shared ? bytes : shape->least_shared;
}

/* Sets the kernel up for the shape, and writes how many blocks an SM has room
 * for into *fit. Call this before the launch. */
cudaError_t async_prepare(const struct async_shape *shape, int *fit);

/* sums[b] = the sum, modulo 2^32, of the ints that block b read; together they
 * read each of the n ints of `from`, an array on the GPU that starts at a
 * multiple of 128 bytes, once. Returns the error of the launch; does not wait
 * for the kernel. */
cudaError_t launch_async_read(const struct async_shape *shape, uint32_t *sums,
                              const int *from, size_t n, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
