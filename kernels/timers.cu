/* timers.cu - the SAXPY that bench/timers.c times by five methods.
 *
 *   timers_saxpy        y = a x + y, one element per thread, as in the article
 *                       (Harris, "How to Implement Performance Metrics in CUDA
 *                       C/C++")
 *   launcher            for bench/timers.c
 *
 * Who touches which bytes, one warp:
 *
 *           lane 0    1    2              31
 *   x       |4 B |4 B |4 B | ... |4 B |    read       128 B
 *   y       |4 B |4 B |4 B | ... |4 B |    read, then written
 *
 * All methods time this one kernel, so that they differ in nothing else. It is
 * simple on purpose: its time grows evenly with the array, from less than what
 * a launch costs to a hundred times as much.
 */
#include "timers.h"

enum { THREADS = 512 /* the article's */ };

//> saxpy
extern "C" __global__ void timers_saxpy(float *y, const float *x, float a,
                                        size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}
//< saxpy

/* ---- Launcher -------------------------------------------------------- */

//> launch
extern "C" cudaError_t launch_timers_saxpy(float *y, const float *x, float a,
                                           size_t n, cudaStream_t stream)
{
    size_t blocks = n ? (n + THREADS - 1) / THREADS : 1;

    timers_saxpy<<<(unsigned)blocks, THREADS, 0, stream>>>(y, x, a, n);
    return cudaGetLastError();
}
//< launch
