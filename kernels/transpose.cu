/* transpose.cu - transpose a matrix, with a stride or through shared memory.
 *
 *   transpose_copy           no transpose: what the same loop can reach at best
 *   transpose_staged         no transpose either, but through a tile in shared
 *                            memory, which tells what the tile costs
 *   transpose_naive          reads rows, writes columns
 *   transpose_gather         reads columns, writes rows
 *   transpose_tiled<width>   reads rows, turns a tile in shared memory, writes
 *                            rows; width 32, or 33 to avoid bank conflicts
 *   transpose_wide           the same, 16 bytes at a time: 4 x 4 floats turn in
 *                            registers, 16 x 16 of these in shared memory
 *   launchers                for bench/transpose.c
 *   checks
 *
 * Who touches which bytes, one warp, a load and a store:
 *
 *               from                             to
 *   naive       |0 1 2 ... 31|  4 sectors        |0|            32 sectors,
 *                                                |1|            4 bytes of each
 *                                                 :
 *                                                |31|
 *   tiled       |0 1 2 ... 31|  -> shared ->     |0 1 2 ... 31|  4 sectors
 *
 *   The tile, a column of it being read, by the bank that holds each value:
 *   32 wide     lane 0: bank 0   lane 1: bank 0   lane 2: bank 0   32 turns
 *   33 wide     lane 0: bank 0   lane 1: bank 1   lane 2: bank 2   1 turn
 *
 * Each block moves a tile of 32 x 32 floats with 32 x 8 threads, transpose_wide
 * one of 64 x 64 with 16 x 16: every thread has 16 bytes in flight in the one,
 * and 64 in the other. All move the same bytes and differ in the order in which
 * a warp accesses them. A thread loads all its floats before it stores the
 * first, so that all of its loads are in flight together.
 */
#include "transpose.h"
#include "../bench/harness/random.h"

enum {
    TILE = 32, /* floats on each side */
    ROWS = 8,  /* of threads */
    PER_THREAD = TILE / ROWS,
    WIDE_TILE = 64,
    WIDE_ROWS = 16,
    CHECK_THREADS = 256,
    CHECK_BLOCKS = 1024,
};

//> copy
extern "C" __global__ void transpose_copy(float *to, const float *from,
                                          size_t n)
{
    size_t x = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t y = (size_t)blockIdx.y * TILE + threadIdx.y;
    float values[PER_THREAD];

    for (size_t k = 0, row = y; k < PER_THREAD; k++, row += ROWS)
        if (x < n && row < n)
            values[k] = from[row * n + x];
    for (size_t k = 0, row = y; k < PER_THREAD; k++, row += ROWS)
        if (x < n && row < n)
            to[row * n + x] = values[k];
}
//< copy

//> staged
extern "C" __global__ void transpose_staged(float *to, const float *from,
                                            size_t n)
{
    __shared__ float tile[TILE][TILE + 1];
    size_t x = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t y = (size_t)blockIdx.y * TILE + threadIdx.y;

    for (size_t k = 0; k < TILE; k += ROWS)
        if (x < n && y + k < n)
            tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * n + x];
    __syncthreads();
    for (size_t k = 0; k < TILE; k += ROWS)
        if (x < n && y + k < n)
            to[(y + k) * n + x] = tile[threadIdx.y + k][threadIdx.x];
}
//< staged

//> naive
extern "C" __global__ void transpose_naive(float *to, const float *from,
                                           size_t n)
{
    size_t x = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t y = (size_t)blockIdx.y * TILE + threadIdx.y;
    float values[PER_THREAD];

    for (size_t k = 0, row = y; k < PER_THREAD; k++, row += ROWS)
        if (x < n && row < n)
            values[k] = from[row * n + x];
    for (size_t k = 0, row = y; k < PER_THREAD; k++, row += ROWS)
        if (x < n && row < n)
            to[x * n + row] = values[k];
}
//< naive

//> gather
extern "C" __global__ void transpose_gather(float *to, const float *from,
                                            size_t n)
{
    size_t x = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t y = (size_t)blockIdx.y * TILE + threadIdx.y;
    float values[PER_THREAD];

    for (size_t k = 0, row = y; k < PER_THREAD; k++, row += ROWS)
        if (x < n && row < n)
            values[k] = from[x * n + row];
    for (size_t k = 0, row = y; k < PER_THREAD; k++, row += ROWS)
        if (x < n && row < n)
            to[row * n + x] = values[k];
}
//< gather

//> tiled
template <int width>
__global__ void transpose_tiled(float *to, const float *from, size_t n)
{
    __shared__ float tile[TILE][width];
    size_t x = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t y = (size_t)blockIdx.y * TILE + threadIdx.y;

    for (size_t k = 0; k < TILE; k += ROWS)
        if (x < n && y + k < n)
            tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * n + x];
    __syncthreads();

    /* The tile on the other side of the diagonal. */
    x = (size_t)blockIdx.y * TILE + threadIdx.x;
    y = (size_t)blockIdx.x * TILE + threadIdx.y;
    for (size_t k = 0; k < TILE; k += ROWS)
        if (x < n && y + k < n)
            to[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
//< tiled

/* n is a multiple of 4. So every row starts at a multiple of 16 bytes, and a
 * group of four by four floats lies inside the matrix or outside as a whole. */
extern "C" __global__ void transpose_wide(float *to, const float *from,
                                          size_t n)
{
    __shared__ float4 tile[WIDE_TILE][WIDE_TILE / 4];
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    size_t x = (size_t)blockIdx.x * WIDE_TILE + 4 * tx;
    size_t y = (size_t)blockIdx.y * WIDE_TILE + 4 * ty;

    if (x < n && y < n) {
        const float *at = from + y * n + x;
        float4 a = *reinterpret_cast<const float4 *>(at);
        float4 b = *reinterpret_cast<const float4 *>(at + n);
        float4 c = *reinterpret_cast<const float4 *>(at + 2 * n);
        float4 d = *reinterpret_cast<const float4 *>(at + 3 * n);

        //> swizzle
        /* Column ty of rows 4 tx to 4 tx + 3. Eight lanes store at once, and
         * their rows all start at bank 0: ^ tx moves each to other banks. */
        tile[4 * tx + 0][ty ^ tx] = make_float4(a.x, b.x, c.x, d.x);
        tile[4 * tx + 1][ty ^ tx] = make_float4(a.y, b.y, c.y, d.y);
        tile[4 * tx + 2][ty ^ tx] = make_float4(a.z, b.z, c.z, d.z);
        tile[4 * tx + 3][ty ^ tx] = make_float4(a.w, b.w, c.w, d.w);
        //< swizzle
    }
    __syncthreads();

    x = (size_t)blockIdx.y * WIDE_TILE + 4 * tx;
    y = (size_t)blockIdx.x * WIDE_TILE + ty;
    for (unsigned k = 0; k < WIDE_TILE; k += WIDE_ROWS)
        if (x < n && y + k < n)
            *reinterpret_cast<float4 *>(to + (y + k) * n + x) =
                tile[ty + k][tx ^ (ty + k) / 4];
}

/* ---- Launchers ------------------------------------------------------- */

/* Returns how many tiles of `size` x `size` floats cover n x n. */
static dim3 tiles(size_t n, size_t size)
{
    unsigned across = (unsigned)((n + size - 1) / size);

    return dim3(across, across);
}

/* Launches a kernel whose blocks move tiles of 32 x 32. */
static cudaError_t launch(void (*kernel)(float *, const float *, size_t),
                          float *to, const float *from, size_t n,
                          cudaStream_t stream)
{
    if (n > 0)
        kernel<<<tiles(n, TILE), dim3(TILE, ROWS), 0, stream>>>(to, from, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_transpose_copy(float *to, const float *from,
                                             size_t n, cudaStream_t stream)
{
    return launch(transpose_copy, to, from, n, stream);
}

extern "C" cudaError_t launch_transpose_staged(float *to, const float *from,
                                               size_t n, cudaStream_t stream)
{
    return launch(transpose_staged, to, from, n, stream);
}

extern "C" cudaError_t launch_transpose_naive(float *to, const float *from,
                                              size_t n, cudaStream_t stream)
{
    return launch(transpose_naive, to, from, n, stream);
}

extern "C" cudaError_t launch_transpose_gather(float *to, const float *from,
                                               size_t n, cudaStream_t stream)
{
    return launch(transpose_gather, to, from, n, stream);
}

extern "C" cudaError_t launch_transpose_tiled(float *to, const float *from,
                                              size_t n, cudaStream_t stream)
{
    return launch(transpose_tiled<TILE>, to, from, n, stream);
}

extern "C" cudaError_t launch_transpose_padded(float *to, const float *from,
                                               size_t n, cudaStream_t stream)
{
    return launch(transpose_tiled<TILE + 1>, to, from, n, stream);
}

/* If rows do not start at a multiple of 16 bytes, launches the padded tile. */
extern "C" cudaError_t launch_transpose_wide(float *to, const float *from,
                                             size_t n, cudaStream_t stream)
{
    if (n % 4)
        return launch_transpose_padded(to, from, n, stream);
    if (n > 0)
        transpose_wide<<<tiles(n, WIDE_TILE), dim3(WIDE_TILE / 4, WIDE_ROWS), 0,
                         stream>>>(to, from, n);
    return cudaGetLastError();
}

/* ---- Checks ---------------------------------------------------------- */

extern "C" __global__ void verify_transpose(const uint32_t *to, size_t n,
                                            uint64_t seed,
                                            unsigned long long *wrong)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = first; i < n * n; i += threads)
        mine += to[i] != random_u32(seed, i % n * n + i / n);
    if (mine)
        atomicAdd(wrong, mine);
}

extern "C" cudaError_t check_transpose(const uint32_t *to, size_t n,
                                       uint64_t seed, unsigned long long *wrong,
                                       cudaStream_t stream)
{
    verify_transpose<<<CHECK_BLOCKS, CHECK_THREADS, 0, stream>>>(to, n, seed,
                                                                 wrong);
    return cudaGetLastError();
}
