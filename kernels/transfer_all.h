/* transfer_all.h - copies to and from several GPUs at once; see
 * transfer_all.cu. */
#ifndef TRANSFER_ALL_H
#define TRANSFER_ALL_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A GPU and its end of the copies: `bytes` from host_from to device_to, and as
 * many from device_from to host_to; null if nothing goes in that direction. */
struct transfer_end {
    int device;
    void *device_to, *host_to;
    const void *host_from, *device_from;
    cudaStream_t in, out; /* on the GPU */
    cudaEvent_t came, went;
};

/* Makes the copies of all n ends at once, as part of `stream`, on whatever GPU
 * that is: they start when its work so far is done, and what it does next waits
 * for them. `forked` is an event of that GPU. Queues, and does not wait. The
 * current GPU stays what it is. Returns the first error. */
cudaError_t launch_transfer_all(const struct transfer_end *ends, int n,
                                size_t bytes, cudaEvent_t forked,
                                cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
