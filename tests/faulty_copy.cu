/* faulty_copy.cu - stands in, by the linker's --wrap, for two functions of which one then
 * fails, to prove that the program notices. */
#include "../kernels/copy.h"

#include <stdlib.h>
#include <string.h>

static __global__ void stray(int *to)
{
    *to = 0;
}

/* Copies, unless FAILING says that a launch is refused, or that the GPU faults, at a size
 * that is timed. */
extern "C" cudaError_t __real_launch_copy_memcpy(int *, const int *, size_t, int, cudaStream_t);

extern "C" cudaError_t __wrap_launch_copy_memcpy(int *to, const int *from, size_t n, int most,
                                                 cudaStream_t stream)
{
    const char *failing = getenv("FAILING");

    if (!failing || n != 16384)
        return __real_launch_copy_memcpy(to, from, n, most, stream);
    stray<<<1, strcmp(failing, "launch") == 0 ? 2048 : 1, 0, stream>>>(nullptr);
    return cudaGetLastError();
}

/* Fails when called for the ALLOCATION-th time. */
extern "C" cudaError_t __real_cudaMalloc(void **memory, size_t bytes);

extern "C" cudaError_t __wrap_cudaMalloc(void **memory, size_t bytes)
{
    static int calls;
    const char *failing = getenv("ALLOCATION");

    if (failing && atoi(failing) == ++calls)
        return cudaErrorMemoryAllocation;
    return __real_cudaMalloc(memory, bytes);
}
