/* transfer_all.cu - copies between the host and all GPUs, at the same time.
 *
 *   launch_transfer_all     for bench/transfer_all.c
 *
 * A stream belongs to one GPU, but any stream can wait for an event. So one
 * stream forks into two of each GPU, and they join it again.
 *
 *                      +-- GPU 0 in,  GPU 0 out --+
 *   stream -- forked --+-- GPU 1 in,  GPU 1 out --+-- stream
 *                      +-- ...                    +
 *
 * Nothing here is a kernel, because each GPU has copy engines for either
 * direction.
 */
#include "transfer_all.h"

#define TRY(call)                       \
    do {                                \
        cudaError_t error_ = (call);    \
        if (error_ != cudaSuccess)      \
            return error_;              \
    } while (0)

//> copies
static cudaError_t copy_one_way(void *to, const void *from, size_t bytes,
                                cudaEvent_t forked, cudaStream_t way,
                                cudaEvent_t done, cudaStream_t stream)
{
    if (!to)
        return cudaSuccess;
    TRY(cudaStreamWaitEvent(way, forked, 0));
    TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, way));
    TRY(cudaEventRecord(done, way));
    return cudaStreamWaitEvent(stream, done, 0);
}
//< copies

static cudaError_t copy_all(const struct transfer_end *ends, int n,
                            size_t bytes, cudaEvent_t forked,
                            cudaStream_t stream)
{
    TRY(cudaEventRecord(forked, stream));
    for (int i = 0; i < n; i++) {
        const struct transfer_end *e = &ends[i];

        TRY(cudaSetDevice(e->device));
        TRY(copy_one_way(e->device_to, e->host_from, bytes, forked, e->in,
                         e->came, stream));
        TRY(copy_one_way(e->host_to, e->device_from, bytes, forked, e->out,
                         e->went, stream));
    }
    return cudaSuccess;
}

extern "C" cudaError_t launch_transfer_all(const struct transfer_end *ends,
                                           int n, size_t bytes,
                                           cudaEvent_t forked,
                                           cudaStream_t stream)
{
    int device;

    TRY(cudaGetDevice(&device));
    cudaError_t error = copy_all(ends, n, bytes, forked, stream);
    TRY(cudaSetDevice(device));
    return error;
}
