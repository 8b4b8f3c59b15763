/* async_trace.cu - the kernels of async.cu, with notes of when each tile came.
 *
 *   async_trace_plain   threads load a tile into registers, then store it
 *   async_trace_read    the loop with a ring, for groups and bulk
 *   launcher            for bench/async_trace.c
 *
 * Thread 0 of one block takes notes, by its SM's clock: reading it takes a few
 * cycles, and it counts single ones. The clock that all SMs share may stand
 * still for 32 ns or more. All moments of a trip are written down at its end,
 * where the block would wait for memory anyway.
 */
#include "async_trace.h"
#include "async_tiles.h"

/* Reads the SM's clock, but only once the sum is known: one of two instructions
 * reads it, and which of them depends on whether the sum is zero. */
static __device__ uint64_t clock_after(uint32_t sum)
{
    uint64_t now;

    asm volatile("{ .reg .pred is_zero;\n"
                 "setp.eq.u32 is_zero, %1, 0;\n"
                 "@is_zero mov.u64 %0, %%clock64;\n"
                 "@!is_zero mov.u64 %0, %%clock64; }"
                 : "=l"(now) : "r"(sum) : "memory");
    return now;
}

static __device__ uint64_t nanoseconds()
{
    uint64_t now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

static __device__ bool takes_notes(unsigned noting)
{
    return blockIdx.x == noting && threadIdx.x == 0;
}

/* Notes how long the block has taken since it began. */
static __device__ void note_end(async_trace *trace, uint64_t cycles,
                                uint64_t ns)
{
    trace->cycles = clock64() - cycles;
    trace->ns = nanoseconds() - ns;
}

__global__ void __launch_bounds__(1024)
async_trace_plain(async_trace *trace, unsigned noting, uint32_t *sums, array a)
{
    enum { LOADS = TRACE_TILE / (TRACE_THREADS * 16) };
    uint64_t begin = clock64(), begin_ns = nanoseconds();
    bool notes = takes_notes(noting);
    unsigned mine = tiles_of_block(a);
    int4 in_flight[LOADS];
    uint32_t sum = 0;

    for (unsigned k = 0; k < mine + 1; k++) {
        int4 *tile = (int4 *)(ring + k % 2 * a.tile_bytes);

        if (k > 0)
            for (int i = 0; i < LOADS; i++)
                tile[threadIdx.x + i * blockDim.x] = in_flight[i];
        uint64_t asked = clock64();
        if (k < mine)
            for (int i = 0; i < LOADS; i++)
                in_flight[i] = ((const int4 *)tile_at(a, k))
                    [threadIdx.x + i * blockDim.x];
        __syncthreads();
        uint64_t arrived = clock64();
        if (k > 0)
            sum += read_tile((const char *)tile, a.tile_bytes);
        if (notes && k > 0) {
            trace->notes[k - 1].read = clock_after(sum);
            trace->notes[k - 1].arrived = arrived;
        }
        if (notes && k < mine)
            trace->notes[k].asked = asked;
    }
    if (notes)
        note_end(trace, begin, begin_ns);
    write_block_sum(sums, sum);
}

//> read
template <template <int> class means, int ahead>
__global__ void __launch_bounds__(1024)
async_trace_read(async_trace *trace, unsigned noting, uint32_t *sums,
                 const __grid_constant__ array a)
{
    const unsigned places = ahead + 1;
    uint64_t begin = clock64(), begin_ns = nanoseconds();
    bool notes = takes_notes(noting);
    means<ahead> copies;
    unsigned mine = tiles_of_block(a), next = 0;
    uint32_t sum = 0;

    for (; next < ahead; next++) {
        if (notes && next < mine)
            trace->notes[next].asked = clock64();
        if (next < mine)
            copies.start(a, next, ring + next * a.tile_bytes);
        copies.close();
    }
    for (unsigned k = 0; k < mine; k++, next++) {
        copies.wait(k);
        __syncthreads();
        /* Tile k has arrived, and the next one is asked for. */
        uint64_t now = clock64();
        if (next < mine)
            copies.start(a, next, ring + next % places * a.tile_bytes);
        copies.close();
        sum += read_tile(ring + k % places * a.tile_bytes, a.tile_bytes);
        if (notes) {
            trace->notes[k].read = clock_after(sum);
            trace->notes[k].arrived = now;
            if (next < mine)
                trace->notes[next].asked = now;
        }
    }
    if (notes)
        note_end(trace, begin, begin_ns);
    write_block_sum(sums, sum);
}
//< read

/* ---- Launcher ------------------------------------------------------------ */

typedef void kernel(async_trace *trace, unsigned noting, uint32_t *sums,
                    array a);

template <template <int> class means>
static kernel *kernel_for(int ahead)
{
    return ahead == 1 ? async_trace_read<means, 1> : async_trace_read<means, 4>;
}

static kernel *kernel_of(enum async_means means, int ahead)
{
    switch (means) {
    case ASYNC_PLAIN:
        return async_trace_plain;
    case ASYNC_GROUPS:
        return kernel_for<groups>(ahead);
    default:
        return kernel_for<bulk>(ahead);
    }
}

extern "C" cudaError_t launch_async_trace(enum async_means means, int ahead,
                                          async_trace *trace, int noting,
                                          uint32_t *sums, const int *from,
                                          size_t n, int blocks,
                                          size_t shared_bytes,
                                          cudaStream_t stream)
{
    kernel *traced = kernel_of(means, ahead);
    struct array a = {};
    cudaError_t error = cudaFuncSetAttribute(
        (const void *)traced, cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int)shared_bytes);

    if (error != cudaSuccess)
        return error;
    a.from = from;
    a.n = n;
    a.tile_bytes = TRACE_TILE;
    a.tiles = (unsigned)(n * sizeof *from / TRACE_TILE);
    traced<<<(unsigned)blocks, TRACE_THREADS, shared_bytes, stream>>>(
        trace, (unsigned)noting, sums, a);
    return cudaGetLastError();
}
