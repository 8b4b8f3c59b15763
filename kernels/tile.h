/* tile.h - launchers of the image filters of tile.cu. */
#ifndef TILE_H
#define TILE_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TILE_WIDTH = 64, /* pixels of a tile's output */
    TILE_HEIGHT = 16,
    TILE_THREADS = 256,
    TILE_AHEAD = 2, /* tiles in flight, of the kernels that have a ring */
    TILE_MOST_RADIUS = 8,
};

enum tile_means {
    TILE_PLAIN,  /* one tile per block, by loads and stores */
    TILE_GROUPS, /* a loop over tiles, by cp.async, compute capability 8.0 */
    TILE_TENSOR, /* a loop over tiles, by cp.async.bulk.tensor, 9.0 */
};

/* to[y][x] = the sum, modulo 2^32, of the pixels from[y + dy][x + dx] with dy
 * and dx from -radius to radius that lie in the image. An image has n rows of n
 * ints; n is a multiple of 4, and the arrays start at multiples of 16 bytes. */
struct tile_work {
    int *to;
    const int *from;
    size_t n;
    enum tile_means means;
    int radius;          /* 0, 1, 2, 4 or 8 */
    int blocks;          /* of a launch of those with a loop */
    size_t least_shared; /* bytes that a block asks for at least */
};

/* Sets the kernel up, and writes how many blocks of it an SM has room for into
 * *fit. Call this before the launch. */
cudaError_t tile_prepare(const struct tile_work *work, int *fit);

/* Returns the error of the launch; does not wait for the kernel. */
cudaError_t launch_tile(const struct tile_work *work, cudaStream_t stream);

/* The same without tiles, for the check. */
cudaError_t launch_tile_reference(const struct tile_work *work,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
