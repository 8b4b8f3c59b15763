/* latency.cu - how long one load takes if the next cannot start before it ends.
 *
 *   latency_l1     follows a chain by loads that the L1 may answer, as an
 *                  ordinary load does (ld.global.ca)
 *   latency_l2     the same by loads that bypass the L1 (ld.global.cg)
 *   launchers      for bench/latency.c
 *   check          reads the lines of a chain once
 *
 * Who touches which bytes:
 *
 *   lines   |next ....|next ....|next ....|next ....|      128 B each
 *             |         ^  |         ^         ^
 *             |         |  +---------|---------+
 *             +---------|------------+            and so on, once through all
 *
 * One thread of the whole GPU loads the address of the next line from this one.
 * Nothing can guess the address, so loads do not overlap, and time over steps
 * is the latency of one load. A cache has one tag per line, so each step needs
 * a new line in every cache. The chain goes on where the last launch ended, so
 * that no walk begins again at lines which a cache still holds.
 *
 * The L1 is empty when a kernel starts. If the L1 can hold the set, the whole
 * block therefore touches it once, many loads at a time, before the one thread
 * starts. That takes 2 us of a launch of more than 1 ms.
 *
 * __ldca and __ldcg tell the compiler that the address is one of global memory.
 * at->next would be a load that must find that out first.
 */
#include "latency.h"

enum { TOUCH_THREADS = 1024, SWEEP_BLOCKS = 1024, SWEEP_THREADS = 256 };

typedef const struct latency_line *link;

extern "C" __global__ void latency_l1(link *position, size_t steps,
                                      const struct latency_line *lines,
                                      size_t touched)
{
    bool whole = true;

    for (size_t i = threadIdx.x; i < touched; i += blockDim.x)
        whole &= lines[i].next != NULL;
    if (!__syncthreads_and(whole) || threadIdx.x > 0)
        return;

    //> chase
    link at = *position;

    #pragma unroll 16
    for (size_t i = 0; i < steps; i++)
        at = (link)__ldca((const unsigned long long *)&at->next);
    *position = at;
    //< chase
}

//> l2
extern "C" __global__ void latency_l2(link *position, size_t steps)
{
    link at = *position;

    #pragma unroll 16
    for (size_t i = 0; i < steps; i++)
        at = (link)__ldcg((const unsigned long long *)&at->next);
    *position = at;
}
//< l2

/* ---- Launchers ------------------------------------------------------- */

/* Make the L1 as large as it can be, because no shared memory is in use. */
extern "C" cudaError_t launch_latency_l1(link *position, size_t steps,
                                         const struct latency_line *lines,
                                         size_t touched, cudaStream_t stream)
{
    cudaError_t error = cudaFuncSetAttribute(
        latency_l1, cudaFuncAttributePreferredSharedMemoryCarveout,
        cudaSharedmemCarveoutMaxL1);

    if (error != cudaSuccess)
        return error;
    latency_l1<<<1, TOUCH_THREADS, 0, stream>>>(position, steps, lines,
                                                touched);
    return cudaGetLastError();
}

/* The L2 keeps its lines between kernels, so there is nothing to touch. */
extern "C" cudaError_t launch_latency_l2(link *position, size_t steps,
                                         const struct latency_line *, size_t,
                                         cudaStream_t stream)
{
    latency_l2<<<1, 1, 0, stream>>>(position, steps);
    return cudaGetLastError();
}

/* ---- Check ----------------------------------------------------------- */

static __global__ void sweep_each(const struct latency_line *lines, size_t n,
                                  unsigned long long *loose)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads) {
        size_t bytes = (size_t)((const char *)lines[i].next
                                - (const char *)lines);
        mine += bytes >= n * sizeof *lines || bytes % sizeof *lines != 0;
    }
    if (mine)
        atomicAdd(loose, mine);
}

extern "C" cudaError_t sweep_lines(const struct latency_line *lines, size_t n,
                                   unsigned long long *loose,
                                   cudaStream_t stream)
{
    sweep_each<<<SWEEP_BLOCKS, SWEEP_THREADS, 0, stream>>>(lines, n, loose);
    return cudaGetLastError();
}
