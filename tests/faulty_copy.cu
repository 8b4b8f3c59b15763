/* faulty_copy.cu - stands in for kernels/copy.cu with copies that are wrong,
 * each in its own way, to prove that the program notices. */
#include "../kernels/copy.h"

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

/* unaligned, shuffled: as ticket. */
extern "C" cudaError_t launch_copy_unaligned(int *to, const int *from, size_t n,
                                             int max_blocks,
                                             cudaStream_t stream)
{
    return launch_copy_ticket(to, from, n, max_blocks, stream);
}

extern "C" cudaError_t launch_copy_shuffled(int *to, const int *from, size_t n,
                                            int max_blocks, cudaStream_t stream)
{
    return launch_copy_ticket(to, from, n, max_blocks, stream);
}

/* memcpy: everything. */
extern "C" cudaError_t launch_copy_memcpy(int *to, const int *from, size_t n,
                                          int, cudaStream_t stream)
{
    return copy(to, from, n, stream);
}
