/* latency.h - launchers of the latency kernels; see latency.cu. */
#ifndef LATENCY_H
#define LATENCY_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a line, of which a chain has one link each. */
enum { LATENCY_LINE = 128 };

struct latency_line {
    const struct latency_line *next;
    unsigned char rest[LATENCY_LINE - sizeof(void *)];
};

/* Each follows the chain from *position for `steps` links, one load after the
 * other, and leaves in *position where it came to. Before that it touches the
 * first `touched` lines of `lines`. Each returns the error of the launch; none
 * waits for the kernel. */
typedef cudaError_t latency_launcher(const struct latency_line **position,
                                     size_t steps,
                                     const struct latency_line *lines,
                                     size_t touched, cudaStream_t stream);

latency_launcher launch_latency_l1, launch_latency_l2;

/* Reads n lines once, from all SMs, and adds to *loose the number of those that
 * point to no line of the n. */
cudaError_t sweep_lines(const struct latency_line *lines, size_t n,
                        unsigned long long *loose, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
