/* cluster_sync.cu - what it costs if blocks of a cluster wait for each other,
 * and if a thread waits for its own accesses to memory.
 *
 *   cluster_sync_meet<way, checked>   a cluster that meets again and again
 *   launchers                         for bench/cluster_sync.c
 *
 *   full, relaxed   every block ---> the barrier of the hardware ---> all
 *   mbarriers       every block ---> an mbarrier in each block, which waits
 *                   for as many arrivals as there are blocks
 *   arrivals        the same without the fence that an arrival can include
 *   ping            block 0 ---> mbarrier of block 1 ---> mbarrier of block 0
 *   fences          one thread, and nothing that it would have to wait for
 *
 * Each block has one warp, and an SM for itself. A check needs no shared
 * memory: what a block has seen of another goes through global memory, because
 * the relaxed barrier orders no accesses.
 */
#include "cluster_sync.h"
#include "cluster.h"
#include "mbarrier.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    THREADS = 32,
    ALONE_BYTES = 128 << 10, /* more than half of an SM's shared memory */
};

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* Meets once; `barrier` is this block's mbarrier, and `round` counts the
 * meetings from 0. `way` is a number, because kernels are named after it. */
template <int way>
static __device__ void meet(unsigned barrier, unsigned rank, unsigned size,
                            unsigned round)
{
    switch (way) {
    case CLUSTER_SYNC_FULL:
        cg::this_cluster().sync();
        break;
    case CLUSTER_SYNC_RELAXED:
        asm volatile("barrier.cluster.arrive.relaxed.aligned;\n"
                     "barrier.cluster.wait.aligned;" ::: "memory");
        break;
    case CLUSTER_SYNC_MBARRIERS:
        __syncwarp();
        if (threadIdx.x < size)
            arrive_at(mapped(barrier, threadIdx.x));
        wait_for(barrier, round);
        break;
    case CLUSTER_SYNC_ARRIVALS:
        __syncwarp();
        if (threadIdx.x < size)
            arrive_unfenced(mapped(barrier, threadIdx.x));
        wait_for_bytes(barrier, round);
        break;
    case CLUSTER_SYNC_PING:
        if (rank == 0 && threadIdx.x == 0)
            arrive_at(mapped(barrier, 1));
        if (rank < 2)
            wait_for(barrier, round);
        __syncwarp();
        if (rank == 1 && threadIdx.x == 0)
            arrive_at(mapped(barrier, 0));
        break;
    case CLUSTER_SYNC_BLOCK:
        asm volatile("fence.acq_rel.cta;" ::: "memory");
        break;
    case CLUSTER_SYNC_CLUSTER:
        asm volatile("fence.acq_rel.cluster;" ::: "memory");
        break;
    case CLUSTER_SYNC_GPU:
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        break;
    case CLUSTER_SYNC_SYSTEM:
        asm volatile("fence.acq_rel.sys;" ::: "memory");
        break;
    }
}

/* Returns the rank of the block that a block looks at: the next one, or itself
 * if it has no partner. */
template <int way>
static __device__ unsigned partner(unsigned rank, unsigned size)
{
    return way == CLUSTER_SYNC_PING ? (rank < 2 ? rank ^ 1 : rank)
                                    : (rank + 1) % size;
}

template <int way, bool checked>
__global__ void cluster_sync_meet(uint32_t *done, uint32_t *tokens,
                                  unsigned rounds)
{
    __shared__ uint64_t met;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
    unsigned barrier = shared_address(&met), seen = 0;

    if (threadIdx.x == 0) {
        make_barrier(barrier, way == CLUSTER_SYNC_PING ? 1 : size);
        atomicExch(tokens + rank, 0);
        __threadfence();
    }
    cluster.sync();
    for (unsigned round = 0; round < rounds; round++) {
        if (checked) {
            /* One block is late, so that one that does not wait is found. */
            if (rank == round % size)
                __nanosleep(2000);
            if (threadIdx.x == 0)
                atomicExch(tokens + rank, round + 1);
            __threadfence();
        }
        meet<way>(barrier, rank, size, round);
        if (checked) {
            __threadfence();
            seen += atomicAdd(tokens + partner<way>(rank, size), 0)
                 == round + 1;
            cluster.sync();
        } else {
            seen++;
        }
    }
    if (threadIdx.x == 0)
        done[rank] = seen;
    cluster.sync();
}

#else

template <int way, bool checked>
__global__ void cluster_sync_meet(uint32_t *, uint32_t *, unsigned)
{
}

#endif

/* ---- Launchers ------------------------------------------------------- */

typedef void kernel(uint32_t *, uint32_t *, unsigned);

template <bool checked>
static kernel *kernel_of(cluster_sync_way way)
{
    static kernel *const kernels[] = {
        cluster_sync_meet<CLUSTER_SYNC_FULL, checked>,
        cluster_sync_meet<CLUSTER_SYNC_RELAXED, checked>,
        cluster_sync_meet<CLUSTER_SYNC_MBARRIERS, checked>,
        cluster_sync_meet<CLUSTER_SYNC_ARRIVALS, checked>,
        cluster_sync_meet<CLUSTER_SYNC_PING, checked>,
        cluster_sync_meet<CLUSTER_SYNC_BLOCK, checked>,
        cluster_sync_meet<CLUSTER_SYNC_CLUSTER, checked>,
        cluster_sync_meet<CLUSTER_SYNC_GPU, checked>,
        cluster_sync_meet<CLUSTER_SYNC_SYSTEM, checked>,
    };

    return kernels[way];
}

extern "C" cudaError_t
launch_cluster_sync(enum cluster_sync_way way, uint32_t *done,
                    uint32_t *tokens, unsigned cluster_size, unsigned rounds,
                    bool checked, cudaStream_t stream)
{
    return cluster_launch(checked ? kernel_of<true>(way)
                                  : kernel_of<false>(way),
                          cluster_size, 1, THREADS, ALONE_BYTES, stream, done,
                          tokens, rounds);
}

extern "C" cudaError_t cluster_sync_clusters(int *clusters,
                                             unsigned cluster_size)
{
    return cluster_active(clusters,
                          (const void *)kernel_of<false>(CLUSTER_SYNC_FULL),
                          cluster_size, THREADS, ALONE_BYTES);
}
