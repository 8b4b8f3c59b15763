/* stride.cu - add 1 to every second, third, ... element of an array.
 *
 *   stride_add<number>   each thread adds to one element, `stride` apart
 *   launcher             for bench/stride.c
 *
 * Who touches which bytes, the first lanes of one warp, floats:
 *
 *   sector      |      32 B     |      32 B     |      32 B     |
 *   stride 1    |0 1 2 3 4 5 6 7|8 9 ...                           4 sectors
 *   stride 2    |0   1   2   3  |4   5   6   7  |8   9 ...         8 sectors
 *   stride 8    |0              |1              |2 ...            32 sectors
 *
 * Every stride does the same work on equally many elements. Only the number of
 * sectors that a warp touches grows: up to one per lane, at a stride of 8
 * floats or 4 doubles. From there on the model is level.
 */
#include "stride.h"

enum { THREADS = 256 };

//> add
template <typename number>
__global__ void stride_add(number *a, size_t stride, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i * stride] = a[i * stride] + 1;
}
//< add

/* ---- Launcher -------------------------------------------------------- */

template <typename number>
static cudaError_t launch(void *a, size_t stride, size_t n,
                          cudaStream_t stream)
{
    size_t blocks = (n + THREADS - 1) / THREADS;

    if (blocks == 0)
        return cudaSuccess;
    stride_add<number><<<(unsigned)blocks, THREADS, 0, stream>>>(
        static_cast<number *>(a), stride, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_stride(void *a, bool fp64, size_t stride,
                                     size_t n, cudaStream_t stream)
{
    return fp64 ? launch<double>(a, stride, n, stream)
                : launch<float>(a, stride, n, stream);
}
