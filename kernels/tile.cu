/* tile.cu - an image filter that uses each pixel many times: a box blur without
 * the division.
 *
 *   tile_reference  every thread reads all pixels that it needs
 *   tile_plain      a block loads its tile, waits, computes, and ends
 *   tile_ring       a block goes through tiles; while it computes one, the next
 *                   TILE_AHEAD are in flight, by one of these means:
 *     groups          cp.async, 16 bytes at a time
 *     tensor          cp.async.bulk.tensor, a tile at a time
 *   launchers       for bench/tile.c
 *
 * What a block brings to shared memory for 64 x 16 pixels at radius 4:
 *
 *            4      64       4
 *          +---+----------+---+
 *          |   |          |   |  4    pixels outside the image are 0
 *          +---+----------+---+
 *          |   |  output  |   |  16   a thread makes 4 pixels, one below the
 *          +---+----------+---+       other
 *          |   |          |   |  4
 *          +---+----------+---+
 *
 * At the left and right there are 4 or 8 pixels, so that rows begin at a
 * multiple of 16 bytes.
 *
 * The wider the filter, the more often each pixel is read from shared memory
 * and added. So a small radius asks what memory can deliver, and a large one
 * what an SM can add.
 */
#include "tile.h"
#include "ring.h"

#include <stdint.h>

enum { ROWS = 4 }; /* of a thread */

struct image {
    int *to;
    const int *from;
    int n;
    CUtensorMap map; /* for `tensor` */
};

/* The tile of a filter, its border included. */
template <int radius>
struct box {
    static const int side = (radius + 3) / 4 * 4; /* pixels left and right */
    static const int width = TILE_WIDTH + 2 * side;
    static const int height = TILE_HEIGHT + 2 * radius;
    static const int bytes = width * height * 4;
    static const int room = (bytes + 127) / 128 * 128; /* in a ring */
};

extern __shared__ __align__(128) char ring[];

/* Where the output of a tile begins. */
struct corner {
    int x, y;

    /* Goes on by this many tiles, along the rows of tiles. */
    __device__ void go_on(const image &a, int tiles)
    {
        for (x += tiles * TILE_WIDTH; x >= a.n;) {
            x -= (a.n + TILE_WIDTH - 1) / TILE_WIDTH * TILE_WIDTH;
            y += TILE_HEIGHT;
        }
    }
};

/* Calls apply(word, pixel) for this thread's words of 16 bytes of a tile: the
 * number of the word in the tile, and its first pixel, or null outside. */
template <int radius, typename function>
static __device__ void each_word(const image &a, corner at, function apply)
{
    const int words = box<radius>::width / 4;

    for (int i = (int)threadIdx.x; i < words * box<radius>::height;
         i += TILE_THREADS) {
        int y = at.y - radius + i / words;
        int x = at.x - box<radius>::side + i % words * 4;
        bool inside = y >= 0 && y < a.n && x >= 0 && x < a.n;

        apply(i, inside ? a.from + (int64_t)y * a.n + x : nullptr);
    }
}

//> filter
template <int radius>
static __device__ void filter(const image &a, const char *tile, corner at)
{
    const uint32_t *pixels = (const uint32_t *)tile;
    int column = threadIdx.x % TILE_WIDTH;
    int row = threadIdx.x / TILE_WIDTH * ROWS;
    uint32_t sum[ROWS] = {};

#pragma unroll
    for (int y = 0; y < ROWS + 2 * radius; y++)
#pragma unroll
        for (int x = 0; x <= 2 * radius; x++) {
            uint32_t pixel = pixels[(row + y) * box<radius>::width + column + x
                               + box<radius>::side - radius];
#pragma unroll
            for (int k = 0; k < ROWS; k++)
                if (y >= k && y <= k + 2 * radius)
                    sum[k] += pixel;
        }
#pragma unroll
    for (int k = 0; k < ROWS; k++)
        if (at.y + row + k < a.n && at.x + column < a.n)
            a.to[(int64_t)(at.y + row + k) * a.n + at.x + column] = (int)sum[k];
}
//< filter

template <int radius>
__global__ void __launch_bounds__(TILE_THREADS)
tile_plain(const __grid_constant__ image a)
{
    corner at = { (int)blockIdx.x * TILE_WIDTH, (int)blockIdx.y * TILE_HEIGHT };

    each_word<radius>(a, at, [](int word, const int *pixel) {
        ((int4 *)ring)[word] = pixel ? *(const int4 *)pixel : int4{};
    });
    __syncthreads();
    filter<radius>(a, ring, at);
}

/* ---- With a ring --------------------------------------------------------- */

template <int radius>
struct groups : ring_of_groups<TILE_AHEAD> {
    __device__ void start(const image &a, unsigned, corner at, char *tile)
    {
#if __CUDA_ARCH__ >= 800
        each_word<radius>(a, at, [&](int word, const int *pixel) {
            /* Where it copies no bytes, cp.async writes 16 zero bytes. */
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                         ::"r"(shared_address((int4 *)tile + word)),
                         "l"(pixel ? pixel : a.from), "r"(pixel ? 16 : 0)
                         : "memory");
        });
#endif
    }
};

template <int radius>
struct tensor : ring_of_barriers<TILE_AHEAD> {
    __device__ void start(const image &a, unsigned k, corner at, char *tile)
    {
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x > 0)
            return;
        expect_bytes(of(k), box<radius>::bytes);
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                     ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                     ::"r"(shared_address(tile)), "l"(&a.map),
                     "r"(at.x - box<radius>::side), "r"(at.y - radius),
                     "r"(of(k)) : "memory");
#endif
    }
};

//> ring
template <template <int> class means, int radius>
__global__ void __launch_bounds__(TILE_THREADS)
tile_ring(const __grid_constant__ image a)
{
    const unsigned places = TILE_AHEAD + 1;
    means<radius> copies;
    corner at = { 0, 0 }, ahead = { 0, 0 };
    unsigned next = 0;

    at.go_on(a, (int)blockIdx.x);
    ahead.go_on(a, (int)blockIdx.x);
    for (unsigned k = 0; at.y < a.n; next++) {
        if (next >= TILE_AHEAD) {
            copies.wait(k);
            __syncthreads(); /* tile k is here, and nobody reads k - 1 */
        }
        if (ahead.y < a.n)
            copies.start(a, next, ahead,
                         ring + next % places * box<radius>::room);
        copies.close();
        ahead.go_on(a, (int)gridDim.x);
        if (next < TILE_AHEAD)
            continue;
        filter<radius>(a, ring + k++ % places * box<radius>::room, at);
        at.go_on(a, (int)gridDim.x);
    }
}
//< ring

/* ---- Check --------------------------------------------------------------- */

static __global__ void tile_reference(image a, int radius)
{
    int64_t n = a.n, y = blockIdx.y;
    int64_t x = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t sum = 0;

    if (x >= n)
        return;
    for (int64_t v = y - radius; v <= y + radius; v++)
        for (int64_t u = x - radius; u <= x + radius; u++)
            if (v >= 0 && v < n && u >= 0 && u < n)
                sum += (uint32_t)a.from[v * n + u];
    a.to[y * n + x] = (int)sum;
}

extern "C" cudaError_t launch_tile_reference(const struct tile_work *work,
                                             cudaStream_t stream)
{
    unsigned n = (unsigned)work->n;
    image a = {};

    a.to = work->to;
    a.from = work->from;
    a.n = (int)work->n;
    tile_reference<<<dim3((n + 255) / 256, n), 256, 0, stream>>>(a,
                                                                 work->radius);
    return cudaGetLastError();
}

/* ---- Launchers ----------------------------------------------------------- */

typedef void kernel(image a);

/* A kernel for a radius, and what it needs. */
struct shape {
    kernel *run;
    int width, height; /* of a tile with its border, in pixels */
    size_t room;       /* bytes of a tile in a ring */
};

template <int radius>
static shape shape_for(enum tile_means means)
{
    return { means == TILE_PLAIN    ? tile_plain<radius>
             : means == TILE_GROUPS ? tile_ring<groups, radius>
                                    : tile_ring<tensor, radius>,
             box<radius>::width, box<radius>::height,
             (size_t)box<radius>::room };
}

static shape shape_of(const struct tile_work *work)
{
    switch (work->radius) {
    case 0:
        return shape_for<0>(work->means);
    case 1:
        return shape_for<1>(work->means);
    case 2:
        return shape_for<2>(work->means);
    case 4:
        return shape_for<4>(work->means);
    default:
        return shape_for<8>(work->means);
    }
}

static size_t shared_bytes(const struct tile_work *work)
{
    size_t places = work->means == TILE_PLAIN ? 1 : TILE_AHEAD + 1;
    size_t bytes = places * shape_of(work).room;

    return bytes > work->least_shared ? bytes : work->least_shared;
}

extern "C" cudaError_t tile_prepare(const struct tile_work *work, int *fit)
{
    return fit_blocks((const void *)shape_of(work).run, TILE_THREADS,
                      shared_bytes(work), fit);
}

extern "C" cudaError_t launch_tile(const struct tile_work *work,
                                   cudaStream_t stream)
{
    unsigned n = (unsigned)work->n;
    dim3 tiles((n + TILE_WIDTH - 1) / TILE_WIDTH,
               (n + TILE_HEIGHT - 1) / TILE_HEIGHT);
    dim3 blocks = work->means == TILE_PLAIN ? tiles : dim3(work->blocks);
    image a = {};

    a.to = work->to;
    a.from = work->from;
    a.n = (int)n;
    if (work->means == TILE_TENSOR) {
        shape s = shape_of(work);
        const cuuint64_t size[] = { n, n };
        const cuuint32_t tile[] = { (cuuint32_t)s.width, (cuuint32_t)s.height };
        cudaError_t error = map_matrix(&a.map, a.from, size, tile,
                                       CU_TENSOR_MAP_SWIZZLE_NONE);

        if (error != cudaSuccess)
            return error;
    }
    shape_of(work).run<<<blocks, TILE_THREADS, shared_bytes(work), stream>>>(a);
    return cudaGetLastError();
}
