/* copy.h - launchers of the copy kernels; see copy.cu. */
#ifndef COPY_H
#define COPY_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each copies n ints from `from` to `to`, two arrays on the GPU that do not
 * overlap and start at a multiple of 16 bytes (int, unaligned: 4, int2: 8). The
 * launchers of the loops start at most max_blocks blocks of 256 threads (at
 * least 1). Each returns the error of the launch; none waits for the kernel.
 * Two launches of launch_copy_ticket or _shuffled must not run at once: they
 * would share a counter. */
typedef cudaError_t copy_launcher(int *to, const int *from, size_t n,
                                  int max_blocks, cudaStream_t stream);

copy_launcher launch_copy_int, launch_copy_int2, launch_copy_int4,
    launch_copy_struct, launch_copy_unaligned, launch_copy_ticket,
    launch_copy_shuffled, launch_copy_once, launch_copy_ints1,
    launch_copy_ints4, launch_copy_streaming, launch_copy_memcpy;

/* The same, on GPUs of compute capability 9.0 or newer. */
copy_launcher launch_copy_tma;

#ifdef __cplusplus
}
#endif

#endif
