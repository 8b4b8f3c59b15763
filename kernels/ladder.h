/* ladder.h - launchers of the kernels for each level; see ladder.cu. */
#ifndef LADDER_H
#define LADDER_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ladder_level {
    LADDER_REGISTERS,
    LADDER_SHARED,
    LADDER_REMOTE, /* shared memory of the other block in a cluster of two */
    LADDER_L1,
    LADDER_L2,
    LADDER_DRAM,
    LADDER_HOST, /* pinned host memory, read across PCIe */
};

enum {
    LADDER_THREADS = 512,
    LADDER_IN_FLIGHT = 4, /* loads of a thread before it waits */
    LADDER_CHUNK_BYTES = 16 * LADDER_IN_FLIGHT * LADDER_THREADS,
    LADDER_BLOCK_CHUNKS = 2,              /* in a block's shared memory */
    LADDER_PAIRS = 4,                     /* of registers of a thread */
    LADDER_LANE_PAIRS = LADDER_PAIRS + 1, /* with the one of the factor */
    LADDER_LANES = 32,   /* with different values; warps are alike */
    LADDER_LINKS = 1024, /* of a chain in shared memory */
    LADDER_LINE = 128,   /* bytes of a line, one link each, elsewhere */
};

/* A launch that reads. Block b begins with chunk b % chunks of the set, and
 * goes on to the next with each trip. The shared memory of a block has chunks
 * of its own: the first two of the set, or in the cluster the block with rank 1
 * has the two after those. sums[b] becomes the sum of all 4-byte values that
 * the block has read, modulo 2^32. With registers, `set` is LADDER_LANES x
 * LADDER_LANE_PAIRS pairs of floats, of which the first of each lane's last
 * pair is its factor, and sums[b] the sum of all final values' bits. */
struct ladder_read {
    uint32_t *sums;
    const void *set;
    unsigned chunks, blocks, trips;
};

/* A chain. With registers, `steps` counts multiply-adds, and is even. */
struct ladder_chase {
    const void **position; /* where to begin, and then where it came to; in
                              shared memory and registers only the latter, a
                              number */
    const void *lines;     /* l1 touches these first */
    size_t touched;        /* how many of them, of LADDER_LINE bytes */
    const uint32_t *next;  /* the chain of shared and remote */
    const void *set;       /* of registers, as above: pair 0 of lane 0 */
    size_t steps;
};

/* Each returns the error of the launch; none waits for the kernel. */
cudaError_t launch_ladder_read(enum ladder_level level,
                               const struct ladder_read *read,
                               cudaStream_t stream);
cudaError_t launch_ladder_chase(enum ladder_level level,
                                const struct ladder_chase *chase,
                                cudaStream_t stream);

/* Finds how many blocks of the level's kernel the GPU can run at once, or 0 if
 * it can run none. dram and host do not need this, because they start one block
 * per chunk. */
cudaError_t ladder_resident_blocks(enum ladder_level level, unsigned *blocks);

/* sums[c] = the sum of random_u32(seed, i) over the values i of chunk c. */
cudaError_t ladder_chunk_sums(uint32_t *sums, size_t chunks, uint64_t seed,
                              cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
