/* dsm.h - launchers of the kernels of distributed shared memory; see dsm.cu. */
#ifndef DSM_H
#define DSM_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rank of the block whose memory a block uses in a cluster of `size`: */
enum dsm_pattern {
    DSM_LOCAL,   /* its own, but not by bulk copies, which need two blocks */
    DSM_NEXT,    /* (rank + 1) % size */
    DSM_PAIR,    /* rank ^ 1, so that two use each other's */
    DSM_ONE_WAY, /* rank ^ 1 if the rank is odd; even ranks only serve */
    DSM_ALL,     /* (rank + 1 + trip % (size - 1)) % size: the others in turn */
    DSM_HOT,     /* 0; the block with rank 0 itself only serves */
};

enum {
    DSM_WORDS = 6144, /* of 16 bytes in the shared memory of a block: 96 KiB, so
                         that an SM has room for two blocks and not for three */
    DSM_ALONE_BYTES = 120 << 10, /* of shared memory for a block that is to have
                                    its SM for itself */
    DSM_THREADS = 256,           /* of most blocks that load */
    DSM_MOST_THREADS = 1024,     /* of any */
    DSM_STORE_THREADS = DSM_WORDS / 16, /* the slice of a sender, of several in
                                           the largest cluster */
    DSM_IN_FLIGHT = 8, /* 16-byte stores of a thread in each trip */
    DSM_SLOTS = 16, /* bulk copies of a block in flight: at least one for each
                        other block of the largest cluster */
    DSM_SLOT_WORDS = DSM_WORDS / 2 / DSM_SLOTS, /* of each copy */
    DSM_BULK_THREADS = DSM_SLOTS * 32,          /* a warp drives a slot */
};

/* Each 4 bytes of a receiver's memory hold this before anything is sent. */
#define DSM_UNSENT 0xA5A5A5A5u

/* A launch: `clusters` clusters of cluster_size blocks. The block b starts with
 * the 4 DSM_WORDS values from data + 4 * DSM_WORDS * b. Each thread leaves the
 * sum of the values that it has read (load) or found in its block's memory in
 * the end in sums[b * threads + t], modulo 2^32: after stores the words t, t +
 * threads, ..., after bulk copies every 32nd word of its warp's slot. */
struct dsm_work {
    uint32_t *sums;
    const uint32_t *data;
    enum dsm_pattern pattern;
    unsigned cluster_size, clusters, trips;
    bool alone;       /* does each block have its SM for itself? */
    unsigned threads; /* of a block; only launch_dsm_load lets you choose: so
                         that threads * loads divides DSM_WORDS, and with two
                         blocks per SM at most DSM_THREADS */
    int loads; /* 16-byte loads that a thread has in flight: 1, 2, 4 or 8; or 0
                  if it does not load */
};

/* Each returns the error of the launch, or cudaErrorInvalidValue if the kernel
 * cannot work with this number of threads or loads; none waits for the
 * kernel. */
typedef cudaError_t dsm_launcher(const struct dsm_work *work,
                                 cudaStream_t stream);

dsm_launcher launch_dsm_load, launch_dsm_store, launch_dsm_bulk;

/* Leaves in sums[b] the number of the SM that the block b runs on. As far as we
 * know the two SMs of a TPC are 2 t and 2 t + 1. */
dsm_launcher launch_dsm_where;

/* Finds how many clusters of that size the GPU can run at once, which is the
 * same for all kernels, or 0 if it can run none. */
cudaError_t dsm_active_clusters(int *clusters, unsigned cluster_size,
                                bool alone);

#ifdef __cplusplus
}
#endif

#endif
