/* energy.cu - a GPU that is awake and moves nothing, for energy.c to compare
 * with the ladder's kernels, most of whose warps wait for their loads.
 *
 *   energy_waiting   thread 0 of each block sleeps until the time is over, and
 *                    all other threads wait for it
 */
#include "energy.h"

enum { THREADS = 512 }; /* as in the ladder */

static __device__ unsigned long long nanoseconds()
{
    unsigned long long now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

extern "C" __global__ void energy_waiting(unsigned long long *waited,
                                          unsigned long long ns)
{
    if (threadIdx.x == 0) {
        unsigned long long start = nanoseconds();

        while (nanoseconds() - start < ns)
            __nanosleep(1000);
        waited[blockIdx.x] = nanoseconds() - start;
    }
    __syncthreads();
}

extern "C" cudaError_t launch_energy_waiting(unsigned long long *waited,
                                             unsigned blocks,
                                             unsigned long long ns,
                                             cudaStream_t stream)
{
    energy_waiting<<<blocks, THREADS, 0, stream>>>(waited, ns);
    return cudaGetLastError();
}
