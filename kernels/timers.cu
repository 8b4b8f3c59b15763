/* timers.cu - the SAXPY that bench/timers.c times by seven methods.
 *
 *   timers_saxpy        y = a x + y, one element per thread, as in the article
 *                       (Harris, "How to Implement Performance Metrics in CUDA
 *                       C/C++")
 *   timers_early        the same, but it lets the next kernel start early, and
 *                       waits for the last one before it touches memory
 *   timers_stamped      the same for one block, which writes down when it
 *                       begins and when it ends
 *   launchers           for bench/timers.c
 *
 * Who touches which bytes, one warp:
 *
 *           lane 0    1    2              31
 *   x       |4 B |4 B |4 B | ... |4 B |    read       128 B
 *   y       |4 B |4 B |4 B | ... |4 B |    read, then written
 *
 * All methods but one time timers_saxpy, so that they differ in nothing else.
 * It is simple on purpose: its time grows evenly with the array, from less than
 * what a launch costs to a hundred times as much.
 */
#include "timers.h"

enum { THREADS = TIMERS_THREADS };

//> saxpy
extern "C" __global__ void timers_saxpy(float *y, const float *x, float a,
                                        size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}
//< saxpy

//> early
extern "C" __global__ void timers_early(float *y, const float *x, float a,
                                        size_t n)
{
#if __CUDA_ARCH__ >= 900
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    /* As soon as all blocks have said so, the next kernel may start. */
    cudaTriggerProgrammaticLaunchCompletion();
    /* The last kernel has ended, and what it wrote can be read. */
    cudaGridDependencySynchronize();
    if (i < n)
        y[i] = a * x[i] + y[i];
#endif
}
//< early

//> stamped
static __device__ uint64_t nanoseconds()
{
    uint64_t ns;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns)::"memory");
    return ns;
}

extern "C" __global__ void timers_stamped(uint64_t *stamps, float *y,
                                          const float *x, float a)
{
    uint64_t begun = nanoseconds();

    y[threadIdx.x] = a * x[threadIdx.x] + y[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        stamps[0] = begun;
        stamps[1] = nanoseconds();
    }
}
//< stamped

/* ---- Launchers ------------------------------------------------------- */

//> launch
extern "C" cudaError_t launch_timers_saxpy(float *y, const float *x, float a,
                                           size_t n, cudaStream_t stream)
{
    size_t blocks = n ? (n + THREADS - 1) / THREADS : 1;

    timers_saxpy<<<(unsigned)blocks, THREADS, 0, stream>>>(y, x, a, n);
    return cudaGetLastError();
}
//< launch

extern "C" cudaError_t launch_timers_early(float *y, const float *x, float a,
                                           size_t n, cudaStream_t stream)
{
    size_t blocks = n ? (n + THREADS - 1) / THREADS : 1;
    cudaLaunchAttribute early;
    cudaLaunchConfig_t config = {};

    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = dim3((unsigned)blocks);
    config.blockDim = dim3(THREADS);
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, timers_early, y, x, a, n);
}

extern "C" cudaError_t launch_timers_stamped(uint64_t *stamps, float *y,
                                             const float *x, float a,
                                             cudaStream_t stream)
{
    timers_stamped<<<1, THREADS, 0, stream>>>(stamps, y, x, a);
    return cudaGetLastError();
}
