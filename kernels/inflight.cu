/* inflight.cu - read an array with a chosen number of bytes in flight.
 *
 *   inflight_read<word, loads>  a loop; a thread asks for `loads` words, then
 *                               waits for all of them, then adds
 *   inflight_sum                no loop: the fastest way to read
 *   launchers                   for bench/inflight.c
 *
 * Who has which bytes in flight, one SM, one trip round the loop:
 *
 *   thread 0     word 0    word 1    ...    `loads` words of 4, 8 or 16 bytes
 *   thread 1     word 0    word 1    ...
 *   ...                                     `threads` threads
 *
 * A word comes after one latency, so an SM reads threads x loads x size of a
 * word in the time of one latency, until memory can give no more. By Little's
 * law only the number of bytes in flight matters, not who asked for them.
 * bench/inflight.c says how far that is true.
 *
 * A launch has one block for each SM, and every block asks for half of an SM's
 * shared memory. With warps[] below it needs a little more than half, so two
 * blocks never share an SM. Only 2,048 threads are two blocks of 1,024, which
 * fill the SM. Shared memory and the L1 are one storage, and loads in flight
 * take room in the L1, so we make the L1 as large as the blocks allow.
 *
 * The loop is not unrolled, so a thread waits for the loads of one trip before
 * the next trip starts, and never has more in flight than it claims.
 */
#include "inflight.h"
#include "block_sum.h"

enum { SUM_THREADS = 256, SUM_LOADS = 4 };

template <typename word, int loads>
__global__ void __launch_bounds__(1024)
inflight_read(uint32_t *sums, const int *from, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    const size_t width = sizeof(word) / sizeof(int);
    const word *words = reinterpret_cast<const word *>(from);
    uint32_t sum = 0;
    size_t i = first;

    //> trip
#pragma unroll 1
    for (; i + (loads - 1) * threads < n / width; i += loads * threads) {
        word in_flight[loads];

        for (int k = 0; k < loads; k++)
            in_flight[k] = words[i + k * threads];
        for (int k = 0; k < loads; k++)
            sum += word_sum(in_flight[k]);
    }
    //< trip
    /* Less than a trip is left, then ints that do not fill a word. */
#pragma unroll 1
    for (; i < n / width; i += threads)
        sum += word_sum(words[i]);
    i = n / width * width + first;
    if (i < n)
        sum += word_sum(from[i]);
    write_block_sum(sums, sum);
}

extern "C" __global__ void inflight_sum(uint32_t *sums, const int *from,
                                        size_t n)
{
    size_t words = n / 4;
    size_t first = (size_t)blockIdx.x * blockDim.x * SUM_LOADS + threadIdx.x;
    int4 in_flight[SUM_LOADS];
    uint32_t sum = 0;

#pragma unroll
    for (int k = 0; k < SUM_LOADS; k++) {
        size_t i = first + (size_t)k * blockDim.x;
        in_flight[k] = make_int4(0, 0, 0, 0);
        if (i < words)
            in_flight[k] = reinterpret_cast<const int4 *>(from)[i];
    }
#pragma unroll
    for (int k = 0; k < SUM_LOADS; k++)
        sum += word_sum(in_flight[k]);
    if (blockIdx.x == 0 && threadIdx.x < n % 4) /* the tail */
        sum += word_sum(from[words * 4 + threadIdx.x]);
    write_block_sum(sums, sum);
}

/* ---- Launchers ------------------------------------------------------- */

typedef void kernel(uint32_t *sums, const int *from, size_t n);

template <typename word>
static kernel *kernel_for(int loads)
{
    return loads == 1 ? inflight_read<word, 1>
         : loads == 2 ? inflight_read<word, 2>
                      : inflight_read<word, 4>;
}

static kernel *kernel_of(const struct inflight_shape *shape)
{
    return shape->width == 1 ? kernel_for<int>(shape->loads)
         : shape->width == 2 ? kernel_for<int2>(shape->loads)
                             : kernel_for<int4>(shape->loads);
}

extern "C" cudaError_t inflight_prepare(const struct inflight_shape *shape,
                                        int blocks_per_sm, int *fit)
{
    kernel *read = kernel_of(shape);
    int device, per_sm, reserved;
    cudaFuncAttributes attributes;
    cudaError_t error;

    if ((error = cudaGetDevice(&device))
        || (error = cudaDeviceGetAttribute(
                &per_sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device))
        || (error = cudaDeviceGetAttribute(
                &reserved, cudaDevAttrReservedSharedMemoryPerBlock, device))
        || (error = cudaFuncGetAttributes(&attributes, read)))
        return error;

    /* In percent, rounded up: with less, the GPU might take the most. */
    size_t block = shape->shared_bytes + attributes.sharedSizeBytes
                 + (size_t)reserved;
    int carveout = (int)((100 * block * (size_t)blocks_per_sm
                          + (size_t)per_sm - 1) / (size_t)per_sm);
    if ((error = cudaFuncSetAttribute(
             read, cudaFuncAttributeMaxDynamicSharedMemorySize,
             (int)shape->shared_bytes))
        || (error = cudaFuncSetAttribute(
                read, cudaFuncAttributePreferredSharedMemoryCarveout,
                carveout)))
        return error;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        fit, read, shape->threads, shape->shared_bytes);
}

extern "C" cudaError_t launch_inflight_read(const struct inflight_shape *shape,
                                            uint32_t *sums, const int *from,
                                            size_t n, cudaStream_t stream)
{
    kernel_of(shape)<<<(unsigned)shape->blocks, (unsigned)shape->threads,
                       shape->shared_bytes, stream>>>(sums, from, n);
    return cudaGetLastError();
}

extern "C" struct inflight_shape inflight_sum_shape(size_t n)
{
    size_t ints = (size_t)SUM_THREADS * SUM_LOADS * 4; /* of a block */
    struct inflight_shape shape = { 4, SUM_LOADS, 1, SUM_THREADS, 0 };

    if (n > ints)
        shape.blocks = (int)((n + ints - 1) / ints);
    return shape;
}

extern "C" cudaError_t inflight_sum_fit(int *fit)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(fit, inflight_sum,
                                                         SUM_THREADS, 0);
}

extern "C" cudaError_t launch_inflight_sum(uint32_t *sums, const int *from,
                                           size_t n, cudaStream_t stream)
{
    inflight_sum<<<(unsigned)inflight_sum_shape(n).blocks, SUM_THREADS, 0,
                   stream>>>(sums, from, n);
    return cudaGetLastError();
}
