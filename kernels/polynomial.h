/* polynomial.h - launchers of copies that put each value through a polynomial;
 * see polynomial.cu. */
#ifndef POLYNOMIAL_H
#define POLYNOMIAL_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel: floats per load, 1 or 4, and coefficients, 12, 18, 20, 24 or 48. If
 * it is `tight`, it has 32 registers per thread, or 64 with 48 coefficients,
 * and otherwise as many as it wants. */
struct polynomial_kernel {
    int width, coefficients;
    bool tight;
};

/* The copies of each coefficient in `given`, one for each lane. */
#define POLYNOMIAL_LANES 32

/* The threads of a block. */
#define POLYNOMIAL_THREADS 128

/* Finds how many blocks of a kernel fit on an SM. */
cudaError_t polynomial_fit(const struct polynomial_kernel *kernel, int *blocks);

/* Makes to[i] the polynomial of from[i] / 1024 for i < n, in this many blocks.
 * Coefficient k is given[POLYNOMIAL_LANES * k] and the values that follow. The
 * arrays start at multiples of 16 bytes. Returns the error of the launch; does
 * not wait for the kernel. */
cudaError_t launch_polynomial(const struct polynomial_kernel *kernel, float *to,
                              const float *from, const float *given, size_t n,
                              int blocks, cudaStream_t stream);

/* Adds to *wrong how many of n floats are not the polynomial of
 * random_small(seed, i) / 1024. */
cudaError_t count_polynomial(unsigned long long *wrong, const float *values,
                             const float *given, int coefficients, size_t n,
                             uint64_t seed, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
