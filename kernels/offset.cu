/* offset.cu - add 1 to each element of an array that starts too late.
 *
 *   offset_add<number>   each thread adds to the element `offset` after its own
 *   launcher             for bench/offset.c
 *
 * Who touches which bytes, one warp, floats:
 *
 *   sector      |  32 B |  32 B |  32 B |  32 B |  32 B |
 *   offset 0    [  0 .. 7, 8 ..            .. 31]            4 sectors
 *   offset 1     [ 0 .. 6, 7 ..            .. 30, 31]        5 sectors
 *   offset 8            [  0 .. 7, 8 ..            .. 31]    4 sectors
 *
 * A warp asks for 128 bytes that lie side by side, whatever the offset. Only
 * their alignment changes, so a difference between offsets is the price of
 * misalignment alone. A warp shares the sector at either end with the next
 * warp.
 */
#include "offset.h"

enum { THREADS = 256 };

//> add
template <typename number>
__global__ void offset_add(number *a, size_t offset, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i + offset] = a[i + offset] + 1;
}
//< add

/* ---- Launcher -------------------------------------------------------- */

template <typename number>
static cudaError_t launch(void *a, size_t offset, size_t n,
                          cudaStream_t stream)
{
    size_t blocks = (n + THREADS - 1) / THREADS;

    if (blocks == 0)
        return cudaSuccess;
    offset_add<number><<<(unsigned)blocks, THREADS, 0, stream>>>(
        static_cast<number *>(a), offset, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_offset(void *a, bool fp64, size_t offset,
                                     size_t n, cudaStream_t stream)
{
    return fp64 ? launch<double>(a, offset, n, stream)
                : launch<float>(a, offset, n, stream);
}
