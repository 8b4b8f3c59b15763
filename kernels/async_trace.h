/* async_trace.h - launcher of the kernels that note when each tile comes; see
 * async_trace.cu. */
#ifndef ASYNC_TRACE_H
#define ASYNC_TRACE_H

#include "async.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRACE_THREADS = 128,                         /* of a block */
    TRACE_TILE = 16 << 10,                       /* bytes */
    TRACE_AHEAD = 4,                             /* tiles in flight at most */
    TRACE_RING = (TRACE_AHEAD + 1) * TRACE_TILE, /* bytes that these need */
    TRACE_TRIPS = 128,                           /* tiles of a block at most */
};

/* When a tile was asked for, when the block had waited for it, and when it had
 * read it, by the clock of its SM. */
struct async_note {
    uint64_t asked, arrived, read;
};

struct async_trace {
    struct async_note notes[TRACE_TRIPS];
    uint64_t cycles,
        ns; /* of the whole block, by its SM's clock and the GPU's */
};

/* sums[b] = the sum, modulo 2^32, of the ints that block b of `blocks` read;
 * together they read each of the n ints of `from` once. These are whole tiles,
 * of which 1 or TRACE_AHEAD are in flight (1 with ASYNC_PLAIN; there is no
 * ASYNC_TENSOR). Block number `noting` writes its notes into *trace. Each block
 * gets shared_bytes of shared memory, TRACE_RING or more. Returns the error of
 * the launch, and does not wait for the kernel. */
cudaError_t launch_async_trace(enum async_means means, int ahead,
                               struct async_trace *trace, int noting,
                               uint32_t *sums, const int *from, size_t n,
                               int blocks, size_t shared_bytes,
                               cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
