/* sm_pairs.cu - how long a load from the shared memory of another SM takes, for
 * each pair of SMs that can be in one cluster.
 *
 *   sm_pairs_chase   the blocks of a cluster take turns: thread 0 follows the
 *                    chain in the memory of each other block, twice
 *   launchers        for bench/sm_pairs.c
 *
 * All other blocks of the cluster wait meanwhile, so nothing else crosses the
 * network of their GPC but the chases of other clusters, one load each.
 */
#include "sm_pairs.h"
#include "cluster.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    THREADS = SM_PAIRS_LINKS,
    ALONE_BYTES = 128 << 10, /* more than half of an SM's shared memory */
};

/* A link knows its number, and the SM in whose memory it is. */
struct slot {
    const slot *next;
    uint32_t number, sm;
};

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

static __device__ unsigned long long nanoseconds()
{
    unsigned long long now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

static __device__ const slot *chase(const slot *at)
{
    #pragma unroll
    for (int i = 0; i < SM_PAIRS_STEPS; i++)
        asm volatile("ld.u64 %0, [%1];" : "=l"(at) : "l"(&at->next));
    return at;
}

extern "C" __global__ void sm_pairs_chase(sm_pairs_found *found,
                                          uint64_t *clock,
                                          const uint32_t *next)
{
    __shared__ slot links[SM_PAIRS_LINKS];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
    unsigned long long first = clock64(), ns = nanoseconds();
    unsigned sm, i = threadIdx.x;

    asm("mov.u32 %0, %%smid;" : "=r"(sm));
    links[i] = { cluster.map_shared_rank(&links[next[i]], rank), i, sm };
    for (unsigned turn = 0; turn < size; turn++) {
        cluster.sync();
        if (turn != rank || threadIdx.x > 0 || sm >= SM_PAIRS_MOST)
            continue;
        for (unsigned hop = 1; hop < size; hop++) {
            const slot *there =
                cluster.map_shared_rank(links, (rank + hop) % size);

            /* The first chase finds out whose memory it is, and the second is
             * timed. A branch on its end waits for it. */
            const slot *begin = chase(there);
            unsigned other = begin->sm;
            long long start = clock64();
            const slot *end = chase(begin);
            if (!end || other >= SM_PAIRS_MOST)
                continue;
            unsigned cycles = (unsigned)(clock64() - start);
            found[sm * SM_PAIRS_MOST + other] = { end->number, cycles };
        }
    }
    cluster.sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        clock[0] = clock64() - first;
        clock[1] = nanoseconds() - ns;
    }
}

#else

extern "C" __global__ void sm_pairs_chase(sm_pairs_found *, uint64_t *,
                                          const uint32_t *)
{
}

#endif

/* ---- Launchers ------------------------------------------------------- */

extern "C" cudaError_t launch_sm_pairs(sm_pairs_found *found, uint64_t *clock,
                                       const uint32_t *next, unsigned size,
                                       unsigned clusters, cudaStream_t stream)
{
    return cluster_launch(sm_pairs_chase, size, clusters, THREADS, ALONE_BYTES,
                          stream, found, clock, next);
}

extern "C" cudaError_t sm_pairs_clusters(int *clusters, unsigned size)
{
    return cluster_active(clusters, (const void *)sm_pairs_chase, size,
                          THREADS, ALONE_BYTES);
}
