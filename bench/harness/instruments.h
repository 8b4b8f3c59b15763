/* instruments.h - the harness's own kernels; see instruments.cu. */
#ifndef INSTRUMENTS_H
#define INSTRUMENTS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What one SM read: its cycle counter and the GPU's clock in nanoseconds.
 * ns is 0 while the SM has not written. */
struct stamp {
    unsigned long long cycles, ns;
};

/* Holds the stream until *gate reaches `ticket`. Gives up after two seconds
 * and then sets *late, so that a host that died cannot hang the GPU. `gate`
 * and `late` are host memory that the GPU can read and write. */
cudaError_t hold_stream(const unsigned *gate, unsigned ticket, unsigned *late,
                        cudaStream_t stream);

/* Has each of the `sms` SMs write its entry of `stamps`, which is host memory
 * that the GPU can write. An SM that got no block leaves its entry alone. */
cudaError_t stamp_clocks(struct stamp *stamps, int sms, cudaStream_t stream);

/* values[i] = random_u32(seed, i) for i < n. */
cudaError_t fill_random(uint32_t *values, size_t n, uint64_t seed,
                        cudaStream_t stream);

/* numbers[i] = random_small(seed, i) for i < n; the numbers are floats or, with
 * fp64, doubles, here and below. */
cudaError_t fill_small(void *numbers, bool fp64, size_t n, uint64_t seed,
                       cudaStream_t stream);

/* Makes slot i, at slots + i * spacing bytes, begin with the address of slot
 * next[i], for i < n. */
cudaError_t link_slots(void *slots, size_t spacing, const uint32_t *next,
                       size_t n, cudaStream_t stream);

/* Adds to *wrong the number of i < n with values[i] != random_u32(seed, i). */
cudaError_t count_wrong(const uint32_t *values, size_t n, uint64_t seed,
                        unsigned long long *wrong, cudaStream_t stream);

/* Adds to *wrong the number of i < n with numbers[i] != random_small(seed, i),
 * and 1 more than that for i = first, first + step, ... `added` of them. */
cudaError_t count_wrong_added(const void *numbers, bool fp64, size_t n,
                              size_t first, size_t step, size_t added,
                              uint64_t seed, unsigned long long *wrong,
                              cudaStream_t stream);

/* Adds to *wrong the number of i < n with
 * numbers[i] != a random_small(seed, i) + random_small(seed + 1, i). */
cudaError_t count_wrong_saxpy(const void *numbers, bool fp64, size_t n,
                              double a, uint64_t seed,
                              unsigned long long *wrong, cudaStream_t stream);

/* Adds to *different the number of i < words with a[i] != b[i], for arrays of
 * 4-byte words. */
cudaError_t count_different(const void *a, const void *b, size_t words,
                            unsigned long long *different, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
