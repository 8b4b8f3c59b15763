/* multicast.cu - bring the same bytes to all blocks of a cluster.
 *
 *   multicast_each    every block has its own copy of a tile sent to it
 *   multicast_shared  every block has a part of the tile sent to all of them
 *   launchers         for bench/multicast.c
 *
 * A tile on its way to a cluster of four, as each and as shared:
 *
 *   block 0  <== a b c d            block 0  <-- a     a goes to blocks 0 1 2 3
 *   block 1  <== a b c d            block 1  <-- b     b goes to blocks 0 1 2 3
 *   block 2  <== a b c d            block 2  <-- c     ...
 *   block 3  <== a b c d            block 3  <-- d
 *
 * In both cases all blocks end with all four parts. With `each` the L2 is asked
 * for every part four times, with `shared` once. The price is that the place
 * of a tile is free only when all blocks of the cluster are done with it: each
 * tells the barrier `empty` of all others. The ring has two more places than
 * tiles in flight, so that this news has the time of a tile to travel.
 */
#include "multicast.h"
#include "block_sum.h"
#include "cluster.h"
#include "mbarrier.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    PLACES = MULTICAST_AHEAD + 2,
    /* More than half of an SM's shared memory, so one block has it alone. */
    SHARED_BYTES = 120 << 10,
};

static_assert(PLACES * MULTICAST_TILE <= SHARED_BYTES, "no room for the ring");

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

extern __shared__ __align__(128) char ring[];

struct block {
    unsigned rank, full, empty; /* barriers of the first place */
};

static __device__ unsigned barrier_of(unsigned first, unsigned k)
{
    return first + k % PLACES * 8;
}

/* Starts the copy of tile k to this block. */
static __device__ void start_each(const block &b, const char *tile, unsigned k)
{
    unsigned full = barrier_of(b.full, k);

    expect_bytes(full, MULTICAST_TILE);
    asm volatile("cp.async.bulk.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(shared_address(ring + k % PLACES * MULTICAST_TILE)),
                 "l"(tile), "r"((unsigned)MULTICAST_TILE), "r"(full)
                 : "memory");
}

/* Starts the copy of this block's part of tile k to all blocks of the cluster.
 * The part lands at the same place in each, and the same barrier of each counts
 * its bytes. */
static __device__ void start_shared(const block &b, const char *tile,
                                    unsigned k, unsigned size)
{
    unsigned part = MULTICAST_TILE / size, full = barrier_of(b.full, k);
    unsigned at = k % PLACES * MULTICAST_TILE + b.rank * part;

    if (k >= PLACES) /* the place had a tile: wait until nobody reads it */
        wait_for(barrier_of(b.empty, k), k / PLACES - 1);
    expect_bytes(full, MULTICAST_TILE); /* of all parts */
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
                 "::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
                 ::"r"(shared_address(ring + at)), "l"(tile + b.rank * part),
                 "r"(part), "r"(full), "h"((unsigned short)((1u << size) - 1))
                 : "memory");
}

/* Tells all blocks that this one is done with tile k: a lane for each. */
static __device__ void tell_all(const block &b, unsigned k, unsigned size)
{
    if (threadIdx.x < size)
        arrive_at(mapped(barrier_of(b.empty, k), threadIdx.x));
}

template <bool shared>
static __device__ void run(const multicast_work &w)
{
    __shared__ unsigned long long full[PLACES], empty[PLACES];
    cg::cluster_group cluster = cg::this_cluster();
    block b = { cluster.block_rank(), shared_address(full),
                shared_address(empty) };
    unsigned size = w.cluster_size, next = blockIdx.x / size; /* next tile */
    unsigned mine = w.tiles > next ? (w.tiles - next - 1) / w.clusters + 1 : 0;
    uint32_t sum = 0;

    if (threadIdx.x == 0) {
        for (unsigned k = 0; k < PLACES; k++) {
            make_barrier(barrier_of(b.full, k), 1);
            make_barrier(barrier_of(b.empty, k), size);
        }
        show_stores();
    }
    cluster.sync(); /* all barriers of the cluster are ready */
    next %= w.distinct;
    for (unsigned k = 0; k < mine + MULTICAST_AHEAD; k++) {
        if (k < mine && threadIdx.x == 0) {
            const char *tile = w.from + (size_t)next * MULTICAST_TILE;

            if (shared)
                start_shared(b, tile, k, size);
            else
                start_each(b, tile, k);
            for (next += w.clusters; next >= w.distinct;)
                next -= w.distinct;
        }
        if (k < MULTICAST_AHEAD)
            continue;
        unsigned j = k - MULTICAST_AHEAD;
        const int4 *tile = (const int4 *)(ring + j % PLACES * MULTICAST_TILE);

        wait_for_bytes(barrier_of(b.full, j), j / PLACES);
#pragma unroll
        for (unsigned i = threadIdx.x; i < MULTICAST_TILE / 16;
             i += MULTICAST_THREADS)
            sum += word_sum(tile[i]);
        __syncthreads(); /* this block is done with tile j */
        if (shared)
            tell_all(b, j, size);
    }
    cluster.sync(); /* nobody sends to a block that has ended */
    write_block_sum(w.sums, sum);
}

extern "C" __global__ void __launch_bounds__(MULTICAST_THREADS)
multicast_each(const __grid_constant__ multicast_work work)
{
    run<false>(work);
}

extern "C" __global__ void __launch_bounds__(MULTICAST_THREADS)
multicast_shared(const __grid_constant__ multicast_work work)
{
    run<true>(work);
}

#else

extern "C" __global__ void multicast_each(multicast_work)
{
}

extern "C" __global__ void multicast_shared(multicast_work)
{
}

#endif

/* ---- Launchers ----------------------------------------------------------- */

extern "C" cudaError_t launch_multicast(const struct multicast_work *work,
                                        cudaStream_t stream)
{
    return cluster_launch(work->shared ? multicast_shared : multicast_each,
                          work->cluster_size, work->clusters,
                          MULTICAST_THREADS, SHARED_BYTES, stream, *work);
}

extern "C" cudaError_t multicast_active_clusters(int *clusters,
                                                 unsigned cluster_size)
{
    return cluster_active(clusters, (const void *)multicast_shared,
                          cluster_size, MULTICAST_THREADS, SHARED_BYTES);
}
