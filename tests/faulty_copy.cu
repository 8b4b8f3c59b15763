/* faulty_copy.cu - stands in for kernels/copy.cu with copies that are wrong,
 * each in its own way, to prove that the program notices. */
#include "../kernels/copy.h"

#include <stdlib.h>
#include <string.h>

static cudaError_t copy(int *to, const int *from, size_t n, cudaStream_t stream)
{
    return cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyDeviceToDevice,
                           stream);
}

/* int: all but the last. */
extern "C" cudaError_t launch_copy_int(int *to, const int *from, size_t n, int,
                                       cudaStream_t stream)
{
    return copy(to, from, n ? n - 1 : 0, stream);
}

/* int2: one more than asked for. */
extern "C" cudaError_t launch_copy_int2(int *to, const int *from, size_t n,
                                        int, cudaStream_t stream)
{
    cudaError_t error = copy(to, from, n, stream);

    return error ? error : cudaMemsetAsync(to + n, 0, sizeof *to, stream);
}

/* int4: the neighbours. */
static __global__ void shift(int *to, const int *from, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = from[(i + 1) % n];
}

extern "C" cudaError_t launch_copy_int4(int *to, const int *from, size_t n,
                                        int, cudaStream_t stream)
{
    shift<<<1, 1024, 0, stream>>>(to, from, n);
    return cudaGetLastError();
}

/* struct: all but every 1000th. */
static __global__ void leave_gaps(int *to, const int *from, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        if (i % 1000 != 999)
            to[i] = from[i];
}

extern "C" cudaError_t launch_copy_struct(int *to, const int *from, size_t n,
                                          int, cudaStream_t stream)
{
    leave_gaps<<<1, 1024, 0, stream>>>(to, from, n);
    return cudaGetLastError();
}

/* ticket: all but the last of 64 KiB, a size that is timed but is none of the
 * awkward ones. */
extern "C" cudaError_t launch_copy_ticket(int *to, const int *from, size_t n,
                                          int, cudaStream_t stream)
{
    return copy(to, from, n == 16384 ? n - 1 : n, stream);
}

/* once: one more than asked for, of 64 KiB alone. */
extern "C" cudaError_t launch_copy_once(int *to, const int *from, size_t n,
                                        int, cudaStream_t stream)
{
    cudaError_t error = copy(to, from, n, stream);

    if (error || n != 16384)
        return error;
    return cudaMemsetAsync(to + n, 0, sizeof *to, stream);
}

/* unaligned: a tile by way of shared memory, from which each thread takes what
 * another puts there, and nobody waits. */
static __global__ void race(int *to, const int *from, size_t n)
{
    __shared__ int tile[1024];
    size_t mine = threadIdx.x, other = blockDim.x - 1 - threadIdx.x;

    for (size_t i = 0; i < n; i += blockDim.x) {
        if (i + mine < n)
            tile[mine] = from[i + mine];
        if (i + other < n)
            to[i + other] = tile[other];
    }
}

extern "C" cudaError_t launch_copy_unaligned(int *to, const int *from, size_t n,
                                             int, cudaStream_t stream)
{
    race<<<1, 1024, 0, stream>>>(to, from, n);
    return cudaGetLastError();
}

/* shuffled: what the launch before this one has read. */
static __global__ void lag(int *to, const int *from, size_t n)
{
    static __device__ int kept[1024];

    for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
        to[i] = kept[i % blockDim.x];
        kept[i % blockDim.x] = from[i];
    }
}

extern "C" cudaError_t launch_copy_shuffled(int *to, const int *from, size_t n,
                                            int, cudaStream_t stream)
{
    lag<<<1, 1024, 0, stream>>>(to, from, n);
    return cudaGetLastError();
}

/* memcpy: everything, unless FAILING says that a launch is refused, or that the
 * GPU faults, at a size that is timed. */
static __global__ void stray(int *to)
{
    *to = 0;
}

extern "C" cudaError_t launch_copy_memcpy(int *to, const int *from, size_t n,
                                          int, cudaStream_t stream)
{
    const char *failing = getenv("FAILING");

    if (failing && n == 16384) {
        int threads = strcmp(failing, "launch") == 0 ? 2048 : 1;

        stray<<<1, threads, 0, stream>>>(nullptr);
        return cudaGetLastError();
    }
    return copy(to, from, n, stream);
}

/* In place of cudaMalloc (--wrap): fails when called for the ALLOCATION-th
 * time. */
extern "C" cudaError_t __real_cudaMalloc(void **memory, size_t bytes);

extern "C" cudaError_t __wrap_cudaMalloc(void **memory, size_t bytes)
{
    static int calls;
    const char *failing = getenv("ALLOCATION");

    if (failing && atoi(failing) == ++calls)
        return cudaErrorMemoryAllocation;
    return __real_cudaMalloc(memory, bytes);
}
