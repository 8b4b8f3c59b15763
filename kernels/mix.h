/* mix.h - launchers and checks of kernels that read and write in any mix; see
 * mix.cu. */
#ifndef MIX_H
#define MIX_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The words of 16 bytes that a thread moves. */
#define MIX_WORDS 8

/* Each of n threads reads MIX_WORDS - writes words of `from` and writes
 * `writes` words of `to`; 0 <= writes <= MIX_WORDS. No word is read or written
 * twice, and word i of `to` becomes mix_word(i). Where something is read,
 * sums[w] becomes the sum of the ints that warp w has read, modulo 2^32; there
 * are mix_warps(n) of them. The arrays are on the GPU and start at multiples of
 * 16 bytes. Returns the error of the launch; does not wait for the kernel. */
size_t mix_warps(size_t n);
cudaError_t launch_mix(uint32_t *sums, void *to, const void *from, size_t n,
                       int writes, cudaStream_t stream);

/* Inverts each int of n times MIX_WORDS / 2 words where it lies. */
cudaError_t launch_mix_update(void *words, size_t n, cudaStream_t stream);

/* Adds to *wrong how many of n words are not mix_word(i), or of n ints not
 * ~random_u32(seed, i). */
cudaError_t count_mix_words(unsigned long long *wrong, const void *words,
                            size_t n, cudaStream_t stream);
cudaError_t count_mix_updated(unsigned long long *wrong, const void *ints,
                              size_t n, uint64_t seed, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
