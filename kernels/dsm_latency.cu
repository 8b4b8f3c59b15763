/* dsm_latency.cu - how long one load of shared memory takes, from a block's own
 * memory and from that of another block of the cluster.
 *
 *   dsm_latency_own      one thread follows a chain in its block's memory
 *   dsm_latency_others   one thread follows a chain in other blocks' memory, or
 *                        in its own by the same loads
 *   launchers            for bench/dsm_latency.c
 *
 * Who touches which bytes, a cluster of three, owners 1 and 2:
 *
 *   block 0            block 1                   block 2
 *   one thread ------> | link 0 |      +-------> | link 5 | --+
 *   of rank 0          | link 7 | -----+         | link 2 |   |
 *                      | link 1 | <-----------------------------+  and so on
 *
 * Each load gives the address of the next, in random order, so loads do not
 * overlap, and time over steps is the latency of one. No other thread of the
 * GPU does anything meanwhile. An address of a block in the cluster holds the
 * block's rank, so a step is one load and nothing else.
 */
#include "dsm_latency.h"
#include "cluster.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    THREADS = DSM_LINKS,
    /* More than half of an SM's shared memory, so that two blocks never share
     * an SM. */
    ALONE_BYTES = DSM_LATENCY_SHARED_BYTES - DSM_LINKS * 16,
};

struct link {
    const link *next;
    dsm_end here;
};

//> own
/* Loads by the distance from the start of the block's memory, so the compiler
 * knows that this is shared memory (LDS). */
extern "C" __global__ void dsm_latency_own(dsm_end *end, const uint32_t *next,
                                           size_t steps)
{
    __shared__ uint32_t bytes_to[DSM_LINKS];
    unsigned at = 0;

    bytes_to[threadIdx.x] = next[threadIdx.x] * sizeof *bytes_to;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    #pragma unroll 16
    for (size_t i = 0; i < steps; i++)
        at = *(const uint32_t *)((const char *)bytes_to + at);
    *end = { (uint32_t)(at / sizeof *bytes_to), 0 };
}
//< own

//> others
extern "C" __global__ void dsm_latency_others(dsm_end *end,
                                              const uint32_t *next,
                                              dsm_owners owners, size_t steps)
{
#if __CUDA_ARCH__ >= 900
    __shared__ link links[DSM_LINKS];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned mine = threadIdx.x, to = next[mine];
    unsigned owner = owners.first + to % owners.count;

    links[mine].next = cluster.map_shared_rank(&links[to], owner);
    links[mine].here = { mine, cluster.block_rank() };
    cluster.sync();
    if (cluster.thread_rank() == 0) {
        //> chase
        const link *at = cluster.map_shared_rank(links, owners.first);

        #pragma unroll 16
        for (size_t i = 0; i < steps; i++)
            at = at->next;
        //< chase
        *end = at->here;
    }
    cluster.sync();
#endif
}
//< others

/* ---- Launchers ------------------------------------------------------- */

extern "C" cudaError_t launch_dsm_latency(dsm_end *end, const uint32_t *next,
                                          dsm_owners owners,
                                          unsigned cluster_size, size_t steps,
                                          cudaStream_t stream)
{
    if (cluster_size == 1) {
        dsm_latency_own<<<1, THREADS, 0, stream>>>(end, next, steps);
        return cudaGetLastError();
    }
    return cluster_launch(dsm_latency_others, cluster_size, 1, THREADS,
                          ALONE_BYTES, stream, end, next, owners, steps);
}

extern "C" cudaError_t dsm_latency_clusters(int *clusters,
                                            unsigned cluster_size)
{
    return cluster_active(clusters, (const void *)dsm_latency_others,
                          cluster_size, THREADS, ALONE_BYTES);
}
