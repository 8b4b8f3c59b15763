/* pinning.cu - allocate memory that the CPU or the GPU or both can use.
 *
 *   pinning_malloc            malloc, and touches every page: until then there
 *                             are addresses only
 *   pinning_malloc_host       pages that stay where they are: pinned
 *   pinning_register          pins pages that are there already
 *   pinning_write_combined    pinned, and bypasses the caches of the CPU
 *   pinning_device            memory on the GPU
 *   pinning_free, ...         give it back
 *   checks
 *
 * What each has to do for every page of 4 KiB of memory on the host:
 *
 *                     address   find and clear   keep in   tell the
 *                               a page           place     GPU
 *   malloc               x            x
 *   malloc_host          x            x             x          x
 *   register                                        x          x
 *
 * Only the check runs on the GPU. We time the CPU's call, which is work of the
 * operating system and the driver.
 */
#include "pinning.h"

#include <stdlib.h>
#include <unistd.h>

extern "C" cudaError_t pinning_malloc(void **memory, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    *memory = malloc(bytes);
    if (!*memory)
        return cudaErrorMemoryAllocation;
    for (size_t i = 0; i < bytes; i += page)
        ((volatile char *)*memory)[i] = 1;
    return cudaSuccess;
}

//> pinned
extern "C" cudaError_t pinning_malloc_host(void **memory, size_t bytes)
{
    return cudaMallocHost(memory, bytes);
}

extern "C" cudaError_t pinning_register(void **memory, size_t bytes)
{
    return cudaHostRegister(*memory, bytes, cudaHostRegisterDefault);
}

extern "C" cudaError_t pinning_write_combined(void **memory, size_t bytes)
{
    return cudaHostAlloc(memory, bytes, cudaHostAllocWriteCombined);
}
//< pinned

extern "C" cudaError_t pinning_device(void **memory, size_t bytes)
{
    return cudaMalloc(memory, bytes);
}

extern "C" cudaError_t pinning_free(void *memory)
{
    free(memory);
    return cudaSuccess;
}

extern "C" cudaError_t pinning_free_host(void *memory)
{
    return cudaFreeHost(memory);
}

extern "C" cudaError_t pinning_unregister(void *memory)
{
    return cudaHostUnregister(memory);
}

extern "C" cudaError_t pinning_free_device(void *memory)
{
    return cudaFree(memory);
}

/* ---- Checks ---------------------------------------------------------- */

enum { THREADS = 256, BLOCKS = 1024 };

/* Reads and writes every word: the GPU can do both with this memory. */
extern "C" __global__ void pinning_invert(unsigned *values, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        values[i] = ~values[i];
}

extern "C" cudaError_t launch_pinning_invert(unsigned *values, size_t n,
                                             cudaStream_t stream)
{
    pinning_invert<<<BLOCKS, THREADS, 0, stream>>>(values, n);
    return cudaGetLastError();
}
