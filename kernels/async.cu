/* async.cu - read an array through shared memory, by copies that no thread
 * waits for.
 *
 *   async_plain    threads load a tile into registers, then store it
 *   async_read     the loop that all others share, with one of these means:
 *     groups, bulk   pieces of 16 bytes, or whole tiles: see async_tiles.h
 *     tensor         one thread asks for a tile of a matrix with
 *                    cp.async.bulk.tensor, which also swizzles it
 *   launchers      for bench/async.c
 *
 * A block has a ring of ahead + 1 tiles in shared memory. Here ahead is 3:
 *
 *   place 0   tile 4   in flight
 *   place 1   tile 5   in flight
 *   place 2   tile 2   all threads of the block are reading it
 *   place 3   tile 3   in flight
 *
 * After the barrier of the next trip nobody reads tile 2 any more, so tile 6
 * may be copied to its place. Thus `ahead` tiles are in flight at all times,
 * and no register holds a place for them. Plain loads need a register for each
 * 4 bytes in flight.
 *
 * In a real program a thread needs bytes that other threads have brought, which
 * is why they go through shared memory. So the block meets at every tile,
 * although a sum would not need it.
 */
#include "async_tiles.h"

enum { TILE_WIDTH = 32 }; /* ints, of a tile of a matrix */

/* The ints that fill no tile. */
static __device__ uint32_t read_rest(const array &a)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    uint32_t sum = 0;

    for (size_t i = (size_t)a.tiles * a.tile_bytes / sizeof(int)
                  + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
         i < a.n; i += threads)
        sum += word_sum(a.from[i]);
    return sum;
}

//> plain
template <int loads>
__global__ void __launch_bounds__(1024)
async_plain(uint32_t *sums, array a)
{
    unsigned mine = tiles_of_block(a);
    int4 in_flight[loads];
    uint32_t sum = 0;

    for (unsigned k = 0; k < mine + 1; k++) {
        int4 *tile = (int4 *)(ring + k % 2 * a.tile_bytes);

        if (k > 0) /* here the threads wait for what they have loaded */
            for (int i = 0; i < loads; i++)
                tile[threadIdx.x + i * blockDim.x] = in_flight[i];
        if (k < mine)
            for (int i = 0; i < loads; i++)
                in_flight[i] = ((const int4 *)tile_at(a, k))
                    [threadIdx.x + i * blockDim.x];
        __syncthreads();
        if (k > 0)
            sum += read_tile((const char *)tile, a.tile_bytes);
    }
    write_block_sum(sums, sum + read_rest(a));
}
//< plain

//> tensor
/* Thread 0 asks for a tile of the matrix that the map describes: 32 ints wide,
 * with its rows one below the other. */
template <int ahead>
struct tensor : ring_of_barriers<ahead> {
    __device__ void start(const array &a, unsigned k, char *place)
    {
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x > 0)
            return;
        unsigned tile = tile_number(k), across = ASYNC_MATRIX_INTS / TILE_WIDTH;
        unsigned x = tile % across * TILE_WIDTH;
        unsigned y = tile / across * (a.tile_bytes / (TILE_WIDTH * 4));

        expect_bytes(this->of(k), a.tile_bytes);
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                     ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                     ::"r"(shared_address(place)), "l"(&a.map), "r"(x), "r"(y),
                     "r"(this->of(k)) : "memory");
#endif
    }
};
//< tensor

/* ---- The loop ------------------------------------------------------------ */

//> read
template <template <int> class means, int ahead>
__global__ void __launch_bounds__(1024)
async_read(uint32_t *sums, const __grid_constant__ array a)
{
    const unsigned places = ahead + 1;
    means<ahead> copies;
    unsigned mine = tiles_of_block(a), next = 0;
    uint32_t sum = 0;

    for (; next < ahead; next++) {
        if (next < mine)
            copies.start(a, next, ring + next * a.tile_bytes);
        copies.close();
    }
    for (unsigned k = 0; k < mine; k++, next++) {
        copies.wait(k);
        /* Tile k is here for all threads, and all are done with tile k - 1, so
         * its place is free. */
        __syncthreads();
        if (next < mine)
            copies.start(a, next, ring + next % places * a.tile_bytes);
        copies.close();
        sum += read_tile(ring + k % places * a.tile_bytes, a.tile_bytes);
    }
    write_block_sum(sums, sum + read_rest(a));
}
//< read

/* ---- Launchers ----------------------------------------------------------- */

typedef void kernel(uint32_t *sums, array a);

static kernel *plain_for(size_t loads)
{
    return loads == 1 ? async_plain<1>
         : loads == 2 ? async_plain<2>
         : loads == 4 ? async_plain<4>
                      : async_plain<8>;
}

template <template <int> class means>
static kernel *kernel_for(int ahead)
{
    return ahead == 1 ? async_read<means, 1>
         : ahead == 2 ? async_read<means, 2>
         : ahead == 4 ? async_read<means, 4>
                      : async_read<means, 8>;
}

static kernel *kernel_of(const struct async_shape *shape)
{
    switch (shape->means) {
    case ASYNC_PLAIN:
        return plain_for(shape->tile_bytes / ((size_t)shape->threads * 16));
    case ASYNC_GROUPS:
        return kernel_for<groups>(shape->ahead);
    case ASYNC_BULK:
        return kernel_for<bulk>(shape->ahead);
    default:
        return kernel_for<tensor>(shape->ahead);
    }
}

extern "C" cudaError_t async_prepare(const struct async_shape *shape, int *fit)
{
    return fit_blocks((const void *)kernel_of(shape), shape->threads,
                      async_shared_bytes(shape), fit);
}

extern "C" cudaError_t launch_async_read(const struct async_shape *shape,
                                         uint32_t *sums, const int *from,
                                         size_t n, cudaStream_t stream)
{
    struct array a = {};
    size_t bytes = n * sizeof *from;

    a.from = from;
    a.n = n;
    a.tile_bytes = (unsigned)shape->tile_bytes;
    a.tiles = (unsigned)(bytes / shape->tile_bytes);
    if (shape->means == ASYNC_TENSOR) {
        unsigned rows = a.tile_bytes / (TILE_WIDTH * 4);
        unsigned across = ASYNC_MATRIX_INTS / TILE_WIDTH;
        size_t height = n / ASYNC_MATRIX_INTS;
        const cuuint64_t size[] = { ASYNC_MATRIX_INTS, height ? height : 1 };
        const cuuint32_t tile[] = { TILE_WIDTH, rows };
        cudaError_t error = map_matrix(&a.map, from, size, tile,
                                       CU_TENSOR_MAP_SWIZZLE_128B);

        if (error != cudaSuccess)
            return error;
        a.tiles -= a.tiles % across; /* whole rows of tiles */
    }
    kernel_of(shape)<<<(unsigned)shape->blocks, (unsigned)shape->threads,
                       async_shared_bytes(shape), stream>>>(sums, a);
    return cudaGetLastError();
}
