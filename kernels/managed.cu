/* managed.cu - managed memory: who touches a page that is elsewhere waits until
 * it has come.
 *
 *   managed_add        a kernel adds 1 to every int
 *   managed_prefetch   has pages moved before anybody touches them
 *   managed_touch      the CPU adds 1 to an int in each page
 */
#include "managed.h"

enum { THREADS = 256, PAGE_INTS = 4096 / sizeof(int) };

//> add
extern "C" __global__ void managed_add(int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        values[i] += 1; /* a page fault, if the page is on the host */
}
//< add

extern "C" cudaError_t launch_managed_add(int *values, size_t n,
                                          cudaStream_t stream)
{
    size_t blocks = n ? (n + THREADS - 1) / THREADS : 1;

    managed_add<<<(unsigned)blocks, THREADS, 0, stream>>>(values, n);
    return cudaGetLastError();
}

extern "C" cudaError_t managed_prefetch(int *values, size_t bytes, int device,
                                        cudaStream_t stream)
{
    if (bytes == 0)
        return cudaSuccess;
#if CUDART_VERSION >= 13000
    cudaMemLocation to = { device < 0 ? cudaMemLocationTypeHost
                                      : cudaMemLocationTypeDevice,
                           device < 0 ? 0 : device };

    return cudaMemPrefetchAsync(values, bytes, to, 0, stream);
#else
    return cudaMemPrefetchAsync(values, bytes,
                                device < 0 ? cudaCpuDeviceId : device, stream);
#endif
}

//> touch
extern "C" void managed_touch(int *values, size_t n)
{
    volatile int *v = values;

    for (size_t i = 0; i < n; i += PAGE_INTS)
        v[i] = v[i] + 1;
}
//< touch
