/* instruments.h - the kernels of the harness that timing needs; see instruments.cu. */
#ifndef INSTRUMENTS_H
#define INSTRUMENTS_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An SM writes down its cycle counter, and the GPU's clock in nanoseconds. Both are 0 until
 * then. */
struct stamp {
    unsigned long long cycles, ns;
};

/* Holds the stream until *gate reaches `ticket`. After two seconds the kernel gives up and sets
 * *late, so that a host that died cannot hang the GPU. `gate` and `late` are host memory that the
 * GPU can read and write. */
cudaError_t hold_stream(const unsigned *gate, unsigned ticket, unsigned *late, cudaStream_t stream);

/* Makes each of the `sms` SMs write its entry of `stamps`, which is host memory that the GPU can
 * write. An SM that got no block leaves its entry alone. */
cudaError_t stamp_clocks(struct stamp *stamps, int sms, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
