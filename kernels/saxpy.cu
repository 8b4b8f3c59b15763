/* saxpy.cu - y = a x + y, and its cousins from the STREAM benchmark.
 *
 *   saxpy_article       one element per thread, as in the article (Harris,
 *                       "How to Implement Performance Metrics in CUDA C/C++")
 *   saxpy_wide          16 bytes per thread
 *   saxpy_add           z = x + y, in doubles, 16 bytes per load
 *   saxpy_triad         z = a x + y, likewise
 *   launchers           for bench/saxpy.c
 *
 * Who touches which bytes, one warp:
 *
 *              lane 0    1    2              31
 *   article    |4 B |4 B |4 B | ...             of x and of y:  128 B each
 *   wide       |16 B               | ...                        512 B each
 *
 * In floats, an element is 8 bytes read, 4 written, and 2 operations. An H200
 * could do 14 operations in the time of a byte, so memory alone sets the time
 * (claim T5). A thread has two loads in flight, so twice as many bytes as in a
 * copy of the same width.
 *
 * Add and triad read as much and write as much, but to a third array. Two loads
 * of 16 bytes from each array in flight are no better than one (tried on an
 * H200). As in copy.cu, it matters that blocks are short and start in the order
 * of their addresses. Blocks of 768 threads are the best by a small margin.
 */
#include "saxpy.h"

enum {
    ARTICLE_THREADS = 512,
    WIDE_THREADS = 128,
    STREAM_THREADS = 768, /* of add and triad */
};

//> article
template <typename real>
__global__ void saxpy_article(real *y, const real *x, real a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}
//< article

//> wide
/* 16 bytes of floats or doubles, loaded and stored as one. */
template <typename real>
struct __align__(16) saxpy_pack {
    real at[16 / sizeof(real)];
};

template <typename real>
__global__ void saxpy_wide(real *y, const real *x, real a, size_t n)
{
    typedef saxpy_pack<real> pack;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t width = sizeof(pack) / sizeof(real);
    size_t packs = n / width;

    if (i < packs) {
        pack mine = reinterpret_cast<const pack *>(x)[i];
        pack sum = reinterpret_cast<pack *>(y)[i];

        for (size_t k = 0; k < width; k++)
            sum.at[k] = a * mine.at[k] + sum.at[k];
        reinterpret_cast<pack *>(y)[i] = sum;
    } else if (i - packs < n % width) { /* the tail: one thread each */
        i += packs * (width - 1);
        y[i] = a * x[i] + y[i];
    }
}
//< wide

extern "C" __global__ void saxpy_add(double *z, const double *x,
                                     const double *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t pairs = n / 2;

    if (i < pairs) {
        double2 a = reinterpret_cast<const double2 *>(x)[i];
        double2 b = reinterpret_cast<const double2 *>(y)[i];
        reinterpret_cast<double2 *>(z)[i] =
            make_double2(a.x + b.x, a.y + b.y);
    } else if (i - pairs < n % 2) {
        z[n - 1] = x[n - 1] + y[n - 1];
    }
}

extern "C" __global__ void saxpy_triad(double *z, const double *x,
                                       const double *y, double a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t pairs = n / 2;

    if (i < pairs) {
        double2 b = reinterpret_cast<const double2 *>(x)[i];
        double2 c = reinterpret_cast<const double2 *>(y)[i];
        reinterpret_cast<double2 *>(z)[i] =
            make_double2(a * b.x + c.x, a * b.y + c.y);
    } else if (i - pairs < n % 2) {
        z[n - 1] = a * x[n - 1] + y[n - 1];
    }
}

/* ---- Launchers ------------------------------------------------------- */

/* Returns how many blocks of `size` threads make `threads` threads: at least
 * one. */
static unsigned blocks_for(size_t threads, int size)
{
    size_t blocks = (threads + (size_t)size - 1) / (size_t)size;

    return blocks ? (unsigned)blocks : 1;
}

template <typename real>
static cudaError_t launch_article(void *y, const void *x, double a, size_t n,
                                  cudaStream_t stream)
{
    saxpy_article<<<blocks_for(n, ARTICLE_THREADS), ARTICLE_THREADS, 0,
                    stream>>>((real *)y, (const real *)x, (real)a, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_saxpy_article_fp32(void *to, const void *x,
                                                 const void *, double a,
                                                 size_t n, cudaStream_t stream)
{
    return launch_article<float>(to, x, a, n, stream);
}

extern "C" cudaError_t launch_saxpy_article_fp64(void *to, const void *x,
                                                 const void *, double a,
                                                 size_t n, cudaStream_t stream)
{
    return launch_article<double>(to, x, a, n, stream);
}

template <typename real>
static cudaError_t launch_wide(void *y, const void *x, double a, size_t n,
                               cudaStream_t stream)
{
    const size_t width = sizeof(saxpy_pack<real>) / sizeof(real);

    saxpy_wide<<<blocks_for(n / width + n % width, WIDE_THREADS), WIDE_THREADS,
                 0, stream>>>((real *)y, (const real *)x, (real)a, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_saxpy_wide_fp32(void *to, const void *x,
                                              const void *, double a, size_t n,
                                              cudaStream_t stream)
{
    return launch_wide<float>(to, x, a, n, stream);
}

extern "C" cudaError_t launch_saxpy_wide_fp64(void *to, const void *x,
                                              const void *, double a, size_t n,
                                              cudaStream_t stream)
{
    return launch_wide<double>(to, x, a, n, stream);
}

extern "C" cudaError_t launch_saxpy_add_fp64(void *to, const void *x,
                                             const void *y, double, size_t n,
                                             cudaStream_t stream)
{
    saxpy_add<<<blocks_for(n / 2 + n % 2, STREAM_THREADS), STREAM_THREADS, 0,
                stream>>>((double *)to, (const double *)x, (const double *)y,
                          n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_saxpy_triad_fp64(void *to, const void *x,
                                               const void *y, double a,
                                               size_t n, cudaStream_t stream)
{
    saxpy_triad<<<blocks_for(n / 2 + n % 2, STREAM_THREADS), STREAM_THREADS, 0,
                  stream>>>((double *)to, (const double *)x, (const double *)y,
                            a, n);
    return cudaGetLastError();
}
