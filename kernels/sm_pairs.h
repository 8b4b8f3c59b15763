/* sm_pairs.h - launcher of the chases between all pairs of SMs; see
 * sm_pairs.cu. */
#ifndef SM_PAIRS_H
#define SM_PAIRS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SM_PAIRS_LINKS = 32,  /* of the chain in each block's memory */
    SM_PAIRS_STEPS = 101, /* of a chase that is timed, and of one before it */
    SM_PAIRS_MOST = 256,  /* SMs */
};

/* The result of one SM in another's memory. */
struct sm_pairs_found {
    uint32_t link;   /* where the second chase ended */
    uint32_t cycles; /* of its loads, one after the other; 0 if none was made */
};

/* Starts `clusters` clusters of `size` blocks, each block on an SM of its own.
 * Each makes the chain next[0..SM_PAIRS_LINKS) in its memory, and follows that
 * of every other block of its cluster, one block after another. found[sm *
 * SM_PAIRS_MOST + other] is what the SM number `sm` found at `other`; what no
 * cluster had together is left alone. clock[0] and clock[1] become the cycles
 * and nanoseconds that block 0 took. Returns the error of the launch, and does
 * not wait for the kernel. */
cudaError_t launch_sm_pairs(struct sm_pairs_found *found, uint64_t *clock,
                            const uint32_t *next, unsigned size,
                            unsigned clusters, cudaStream_t stream);

/* Finds how many clusters of that size the GPU can run at once, or 0 if it can
 * run none. */
cudaError_t sm_pairs_clusters(int *clusters, unsigned size);

#ifdef __cplusplus
}
#endif

#endif
