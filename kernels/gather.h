/* gather.h - launchers and checks of random reads and writes; see gather.cu. */
#ifndef GATHER_H
#define GATHER_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* n random accesses to a region of memory on the GPU that is divided into
 * granules. Access i goes to granule random_u32(seed, first + i) x granules /
 * 2^32. */
struct gather_accesses {
    void *region;        /* aligned to the size of a granule */
    size_t region_bytes; /* a multiple of granule_bytes, and at least as many */
    int granule_bytes;   /* 32, 64 or 128 */
    size_t first, n;
    uint64_t seed;
};

/* Gathers add the ints of all granules to *sum, modulo 2^32. Scatters leave
 * *sum alone, and write gather_word(i) to word i of the region, where a word
 * has 16 bytes. Each returns the error of the launch; none waits for the
 * kernel. */
typedef cudaError_t gather_launcher(uint32_t *sum,
                                    const struct gather_accesses *accesses,
                                    cudaStream_t stream);

gather_launcher launch_gather, launch_scatter;

/* The reference for gathers: adds to *sum what gathers should add if int i of
 * the region is random_u32(fill_seed, i), without a look at the region. */
cudaError_t sum_gathered(uint32_t *sum, const struct gather_accesses *accesses,
                         uint64_t fill_seed, cudaStream_t stream);

/* Adds to *wrong how many granules do not have their words after scatters, and
 * how many words of the region have neither theirs nor the byte `poison`. */
cudaError_t count_scattered(unsigned long long *wrong,
                            const struct gather_accesses *accesses,
                            unsigned char poison, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
