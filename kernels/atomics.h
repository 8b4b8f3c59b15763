/* atomics.h - launchers of the adds to counters in global memory; see
 * atomics.cu. */
#ifndef ATOMICS_H
#define ATOMICS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#include "../bench/harness/random.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the counter that add number i goes to: one of `count`, all equally
 * likely. */
static inline HOST_AND_GPU uint32_t atomics_counter(uint64_t seed, uint64_t i,
                                                    uint32_t count)
{
    return (uint32_t)((uint64_t)random_u32(seed, i) * count >> 32);
}

/* Each makes n adds of 1 to counters on the GPU, and returns the error of the
 * launch without waiting for the kernel. */
typedef cudaError_t atomics_launcher(uint32_t *counters, uint32_t count,
                                     size_t n, uint64_t seed,
                                     cudaStream_t stream);

atomics_launcher launch_atomics_red, launch_atomics_atom, launch_atomics_system,
    launch_atomics_warp;

#ifdef __cplusplus
}
#endif

#endif
