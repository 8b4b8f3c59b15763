/* managed.cu - managed memory: a thread that touches a page that is elsewhere
 * waits until it has come.
 *
 *   managed_add        a kernel adds 1 to every int
 *   managed_prefetch   has pages moved before anybody touches them
 *   managed_advise     says beforehand how pages will be used
 *   managed_touch      the CPU adds 1 to an int in each page
 *   managed_look       the CPU only reads an int in each page
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

/* A place for pages: a GPU, or the host with -1. CUDA 13 has its own type. */
#if CUDART_VERSION >= 13000
static cudaMemLocation place(int device)
{
    return { device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
             device < 0 ? 0 : device };
}
#define PREFETCH_FLAGS 0,
#else
static int place(int device)
{
    return device < 0 ? cudaCpuDeviceId : device;
}
#define PREFETCH_FLAGS
#endif

extern "C" cudaError_t managed_prefetch(int *values, size_t bytes, int device,
                                        cudaStream_t stream)
{
    if (bytes == 0)
        return cudaSuccess;
    return cudaMemPrefetchAsync(values, bytes, place(device),
                                PREFETCH_FLAGS stream);
}

extern "C" cudaError_t managed_advise(int *values, size_t bytes,
                                      enum managed_advice advice, int device,
                                      int taken_back)
{
    if (advice == MANAGED_PLAIN || bytes == 0)
        return cudaSuccess;
    if (advice == MANAGED_COPIED)
        return cudaMemAdvise(values, bytes,
                             taken_back ? cudaMemAdviseUnsetReadMostly
                                        : cudaMemAdviseSetReadMostly,
                             place(device));
    cudaError_t stays = cudaMemAdvise(
        values, bytes,
        taken_back ? cudaMemAdviseUnsetPreferredLocation
                   : cudaMemAdviseSetPreferredLocation,
        place(-1));
    if (stays != cudaSuccess)
        return stays;
    return cudaMemAdvise(values, bytes,
                         taken_back ? cudaMemAdviseUnsetAccessedBy
                                    : cudaMemAdviseSetAccessedBy,
                         place(device));
}

//> touch
extern "C" void managed_touch(int *values, size_t n)
{
    volatile int *v = values;

    for (size_t i = 0; i < n; i += PAGE_INTS)
        v[i] = v[i] + 1;
}
//< touch

extern "C" unsigned managed_look(const int *values, size_t n)
{
    const volatile int *v = values;
    unsigned sum = 0;

    for (size_t i = 0; i < n; i += PAGE_INTS)
        sum += (unsigned)v[i];
    return sum;
}
