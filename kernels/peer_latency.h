/* peer_latency.h - launchers of the peer_latency kernels; see
 * peer_latency.cu. */
#ifndef PEER_LATENCY_H
#define PEER_LATENCY_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_LINE = 128 /* bytes from one link of a chain to the next */ };

/* Follows a chain of addresses for `steps` steps from *position, which is then
 * where it ended. The chain may lie in another GPU. */
cudaError_t launch_peer_latency_load(void **position, size_t steps,
                                     cudaStream_t stream);

/* Each of two GPUs that send each other a number has one of these in its own
 * memory. */
struct peer_flag {
    unsigned received; /* written by the other GPU */
    unsigned sent;     /* how many it has sent so far */
    unsigned late;     /* 1 if it gave up after a second */
};

/* Sends `rounds` numbers and waits for as many; the GPU that starts sends
 * first. `mine` is in this GPU's memory, `theirs` in the other's, and both are
 * 0 at first. The two launches must run at the same time. */
cudaError_t launch_peer_latency_flag(struct peer_flag *mine,
                                     struct peer_flag *theirs, unsigned rounds,
                                     int starts, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
