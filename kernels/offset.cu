/* offset.cu - add 1 to each element of an array that starts too late.
 *
 *   offset_add<number>   each thread adds to the element `offset` after its own
 *   launchers            for bench/offset.c
 *   checks
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
 * misalignment alone. The sector at either end is shared with the next warp.
 */
#include "offset.h"
#include "../bench/random.h"

enum { THREADS = 256, CHECK_BLOCKS = 1024 };

//> add
template <typename number>
__global__ void offset_add(number *a, size_t offset, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i + offset] = a[i + offset] + 1;
}
//< add

/* ---- Launchers ------------------------------------------------------- */

template <typename number>
static cudaError_t launch_offset(void *a, size_t offset, size_t n,
                                 cudaStream_t stream)
{
    size_t blocks = (n + THREADS - 1) / THREADS;

    if (blocks == 0)
        return cudaSuccess;
    offset_add<number><<<(unsigned)blocks, THREADS, 0, stream>>>(
        static_cast<number *>(a), offset, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_offset_fp32(void *a, size_t offset, size_t n,
                                          cudaStream_t stream)
{
    return launch_offset<float>(a, offset, n, stream);
}

extern "C" cudaError_t launch_offset_fp64(void *a, size_t offset, size_t n,
                                          cudaStream_t stream)
{
    return launch_offset<double>(a, offset, n, stream);
}

/* ---- Checks ---------------------------------------------------------- */

template <typename number>
__global__ void verify_offset(const number *a, size_t whole, size_t offset,
                             size_t n, uint64_t seed,
                             unsigned long long *wrong)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t k = first; k < whole; k += threads) {
        bool touched = k >= offset && k - offset < n;

        mine += a[k] != (number)(random_small(seed, k) + touched);
    }
    if (mine)
        atomicAdd(wrong, mine);
}

template <typename number>
static cudaError_t check_offset(const void *a, size_t whole, size_t offset,
                                size_t n, uint64_t seed,
                                unsigned long long *wrong, cudaStream_t stream)
{
    verify_offset<number><<<CHECK_BLOCKS, THREADS, 0, stream>>>(
        static_cast<const number *>(a), whole, offset, n, seed, wrong);
    return cudaGetLastError();
}

extern "C" cudaError_t check_offset_fp32(const void *a, size_t whole,
                                         size_t offset, size_t n,
                                         uint64_t seed,
                                         unsigned long long *wrong,
                                         cudaStream_t stream)
{
    return check_offset<float>(a, whole, offset, n, seed, wrong, stream);
}

extern "C" cudaError_t check_offset_fp64(const void *a, size_t whole,
                                         size_t offset, size_t n,
                                         uint64_t seed,
                                         unsigned long long *wrong,
                                         cudaStream_t stream)
{
    return check_offset<double>(a, whole, offset, n, seed, wrong, stream);
}
