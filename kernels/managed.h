/* managed.h - how managed memory is touched and moved; see managed.cu. */
#ifndef MANAGED_H
#define MANAGED_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds 1 to n ints of managed memory, wherever their pages are. Returns the
 * error of the launch, and does not wait for the kernel. */
cudaError_t launch_managed_add(int *values, size_t n, cudaStream_t stream);

/* Has the pages of this many bytes move to the GPU of that number, or to the
 * host with -1. Returns the error of the call, and does not wait for the
 * move. */
cudaError_t managed_prefetch(int *values, size_t bytes, int device,
                             cudaStream_t stream);

/* The advice that a program may give about pages beforehand. */
enum managed_advice {
    MANAGED_PLAIN,  /* none: they move to where they are touched */
    MANAGED_MAPPED, /* they stay on the host, and the GPU reaches them there */
    MANAGED_COPIED, /* they are mostly read: each reader gets a copy */
};

/* Gives this advice about the pages of this many bytes, or takes it back.
 * Returns the error of the call. */
cudaError_t managed_advise(int *values, size_t bytes,
                           enum managed_advice advice, int device,
                           int taken_back);

/* The CPU adds 1 to the first int of each page of 4 KiB. */
void managed_touch(int *values, size_t n);

/* The CPU reads the first int of each page of 4 KiB. Returns their sum. */
unsigned managed_look(const int *values, size_t n);

#ifdef __cplusplus
}
#endif

#endif
