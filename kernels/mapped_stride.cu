/* mapped_stride.cu - touch every second, fourth, ... int of host memory from a
 * kernel.
 *
 *   mapped_stride_read    host memory with a stride, to GPU memory without
 *   mapped_stride_write   the other direction
 *   launchers             for bench/mapped_stride.c
 *
 * Who touches which bytes of host memory, the first lanes of one warp:
 *
 *   sector      |      32 B     |      32 B     |      32 B     |
 *   stride 1    |0 1 2 3 4 5 6 7|8 9 ...                           4 sectors
 *   stride 2    |0   1   2   3  |4   5   6   7  |8   9 ...         8 sectors
 *   stride 8    |0              |1              |2 ...            32 sectors
 *
 * The other end is GPU memory, and its accesses are coalesced. It has a hundred
 * times the bandwidth of PCIe, so it costs nothing beside it.
 */
#include "mapped_stride.h"

enum { THREADS = 256 };

//> read
extern "C" __global__ void mapped_stride_read(int *to, const int *host,
                                              size_t stride, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = host[i * stride];
}
//< read

//> write
extern "C" __global__ void mapped_stride_write(int *host, const int *from,
                                               size_t stride, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        host[i * stride] = from[i];
}
//< write

/* ---- Launchers ------------------------------------------------------- */

static unsigned blocks_for(size_t n)
{
    return n ? (unsigned)((n + THREADS - 1) / THREADS) : 1;
}

extern "C" cudaError_t launch_mapped_stride_read(int *host, int *device,
                                                 size_t stride, size_t n,
                                                 cudaStream_t stream)
{
    mapped_stride_read<<<blocks_for(n), THREADS, 0, stream>>>(device, host,
                                                              stride, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_mapped_stride_write(int *host, int *device,
                                                  size_t stride, size_t n,
                                                  cudaStream_t stream)
{
    mapped_stride_write<<<blocks_for(n), THREADS, 0, stream>>>(host, device,
                                                               stride, n);
    return cudaGetLastError();
}
