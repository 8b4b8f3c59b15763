/* stride.cu - add 1 to every second, third, ... element of an array.
 *
 *   stride_add<number>   each thread adds to one element, `stride` apart
 *   launchers            for bench/stride.c
 *   checks
 *
 * Who touches which bytes, the first lanes of one warp, floats:
 *
 *   sector      |      32 B     |      32 B     |      32 B     |
 *   stride 1    |0 1 2 3 4 5 6 7|8 9 ...                           4 sectors
 *   stride 2    |0   1   2   3  |4   5   6   7  |8   9 ...         8 sectors
 *   stride 8    |0              |1              |2 ...            32 sectors
 *
 * Every stride does the same work on as many elements. What grows is only the
 * number of sectors that a warp touches: up to one a lane, at a stride of 8
 * floats or 4 doubles. From there on the model has nothing left to grow.
 */
#include "stride.h"
#include "../bench/random.h"

enum { THREADS = 256, CHECK_BLOCKS = 1024 };

//> add
template <typename number>
__global__ void stride_add(number *a, size_t stride, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i * stride] = a[i * stride] + 1;
}
//< add

/* ---- Launchers ------------------------------------------------------- */

template <typename number>
static cudaError_t launch_stride(void *a, size_t stride, size_t n,
                                 cudaStream_t stream)
{
    size_t blocks = (n + THREADS - 1) / THREADS;

    if (blocks == 0)
        return cudaSuccess;
    stride_add<number><<<(unsigned)blocks, THREADS, 0, stream>>>(
        static_cast<number *>(a), stride, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_stride_fp32(void *a, size_t stride, size_t n,
                                          cudaStream_t stream)
{
    return launch_stride<float>(a, stride, n, stream);
}

extern "C" cudaError_t launch_stride_fp64(void *a, size_t stride, size_t n,
                                          cudaStream_t stream)
{
    return launch_stride<double>(a, stride, n, stream);
}

/* ---- Checks ---------------------------------------------------------- */

template <typename number>
__global__ void verify_stride(const number *a, size_t whole, size_t stride,
                             size_t n, uint64_t seed,
                             unsigned long long *wrong)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t k = first; k < whole; k += threads) {
        bool touched = k % stride == 0 && k / stride < n;

        mine += a[k] != (number)(random_small(seed, k) + touched);
    }
    if (mine)
        atomicAdd(wrong, mine);
}

template <typename number>
static cudaError_t check_stride(const void *a, size_t whole, size_t stride,
                                size_t n, uint64_t seed,
                                unsigned long long *wrong, cudaStream_t stream)
{
    verify_stride<number><<<CHECK_BLOCKS, THREADS, 0, stream>>>(
        static_cast<const number *>(a), whole, stride, n, seed, wrong);
    return cudaGetLastError();
}

extern "C" cudaError_t check_stride_fp32(const void *a, size_t whole,
                                         size_t stride, size_t n,
                                         uint64_t seed,
                                         unsigned long long *wrong,
                                         cudaStream_t stream)
{
    return check_stride<float>(a, whole, stride, n, seed, wrong, stream);
}

extern "C" cudaError_t check_stride_fp64(const void *a, size_t whole,
                                         size_t stride, size_t n,
                                         uint64_t seed,
                                         unsigned long long *wrong,
                                         cudaStream_t stream)
{
    return check_stride<double>(a, whole, stride, n, seed, wrong, stream);
}
