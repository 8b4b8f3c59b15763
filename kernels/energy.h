/* energy.h - launcher of a GPU that only waits; see energy.cu. */
#ifndef ENERGY_H
#define ENERGY_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts `blocks` blocks, each of which waits for `ns` nanoseconds or a little
 * longer, and writes to waited[block] how long that was. Returns the error of
 * the launch, and does not wait for the kernel. */
cudaError_t launch_energy_waiting(unsigned long long *waited, unsigned blocks,
                                  unsigned long long ns, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
