/* l2_distance.h - launcher of the chases from each SM to each line; see
 * l2_distance.cu. */
#ifndef L2_DISTANCE_H
#define L2_DISTANCE_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    L2_LINE = 128,  /* bytes */
    L2_SLOTS = 16,  /* addresses in a line, each of the next slot */
    L2_STEPS = 101, /* of a chase */
};

/* The result of one SM at one line. */
struct l2_found {
    const void *end; /* the slot that the second chase came to */
    uint64_t cycles; /* of its L2_STEPS loads, one after the other */
};

/* From each SM chases the chain in each of `count` lines, which lie `spacing`
 * bytes apart. found[sm * count + line] is what SM `sm` found, and clock[0] and
 * clock[1] become the cycles and nanoseconds that block 0 took for all of it.
 * `blocks` blocks of `shared_bytes` of shared memory must each get an SM of
 * their own. SMs with numbers from `blocks` on write nothing. Returns the error
 * of the launch, and does not wait for the kernel. */
cudaError_t launch_l2_distance(struct l2_found *found, uint64_t *clock,
                               const char *lines, size_t spacing,
                               unsigned count, unsigned blocks,
                               size_t shared_bytes, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
