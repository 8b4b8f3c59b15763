/* l2.h - launchers of the kernels that sweep memory in the L2; see l2.cu. */
#ifndef L2_H
#define L2_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    L2_THREADS = 1024,
    L2_IN_FLIGHT = 4, /* loads of a thread before it waits */
    L2_TRIP_WORDS = L2_THREADS * L2_IN_FLIGHT, /* of 16 bytes, of a block */
};

/* A launch: each block sweeps `part` words of 16 bytes, L2_TRIP_WORDS of them
 * per trip, and goes round. If the set is shared, it is one part, and block b
 * begins at word b * skip of it; otherwise the set has a part for each block.
 * part >= L2_THREADS, and (blocks - 1) * skip < part if it is shared. Reads:
 * sums[b] becomes the sum of the 4-byte values that block b has read, modulo
 * 2^32. Writes: word i of the set becomes i, ~i, salt, salt + i. */
struct l2_sweep {
    void *set;
    uint32_t *sums;
    unsigned blocks, part, skip, trips, salt;
    bool shared;
};

/* Each returns the error of the launch; none waits for the kernel. */
typedef cudaError_t l2_launcher(const struct l2_sweep *sweep,
                                cudaStream_t stream);
l2_launcher launch_l2_read, launch_l2_write;

#ifdef __cplusplus
}
#endif

#endif
