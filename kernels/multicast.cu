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
 * In both cases all blocks end with all four parts. With `each` every block
 * asks for every part, with `shared` one block does. The price is that the
 * place of a tile is free only when all blocks of the cluster are done with it:
 * each tells the barrier `empty` of all others. One thread of a block does
 * nothing but ask, so that it asks for a tile as soon as there is a place for
 * it.
 */
#include "multicast.h"
#include "block_sum.h"
#include "cluster.h"
#include "mbarrier.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    THREADS = MULTICAST_READERS + 32,
    SHARED_BYTES = MULTICAST_PLACES * MULTICAST_TILE,
};

static_assert(SHARED_BYTES > 116 << 10, "two blocks would fit on an SM");

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

extern __shared__ __align__(128) char ring[];

struct block {
    unsigned rank, full, empty; /* barriers of the first place */
};

/* The place of a block's tile k, its barrier, and the phase of that. */
static __device__ char *place(unsigned k)
{
    return ring + k % MULTICAST_PLACES * MULTICAST_TILE;
}

static __device__ unsigned barrier_of(unsigned first, unsigned k)
{
    return first + k % MULTICAST_PLACES * 8;
}

static __device__ unsigned phase(unsigned k)
{
    return k / MULTICAST_PLACES;
}

/* Starts the copy of tile k to this block. */
static __device__ void start_each(const block &b, const char *tile, unsigned k)
{
    asm volatile("cp.async.bulk.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(shared_address(place(k))), "l"(tile),
                 "r"((unsigned)MULTICAST_TILE), "r"(barrier_of(b.full, k))
                 : "memory");
}

//> shared
/* Starts the copy of this block's part of tile k to all blocks of the cluster.
 * The part lands at the same place in each, and the same barrier of each counts
 * its bytes. */
static __device__ void start_shared(const block &b, const char *tile,
                                    unsigned k, unsigned size)
{
    unsigned part = MULTICAST_TILE / size;

    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
                 "::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
                 ::"r"(shared_address(place(k) + b.rank * part)),
                 "l"(tile + b.rank * part), "r"(part),
                 "r"(barrier_of(b.full, k)),
                 "h"((unsigned short)((1u << size) - 1))
                 : "memory");
}
//< shared

/* Asks for all tiles of this block, each as soon as its place is free. */
template <bool shared>
static __device__ void ask(const multicast_work &w, const block &b,
                           unsigned next, unsigned mine)
{
    for (unsigned k = 0; k < mine; k++) {
        const char *tile = w.from + (size_t)next * MULTICAST_TILE;

        if (k >= MULTICAST_PLACES)
            wait_for_bytes(barrier_of(b.empty, k), phase(k) - 1);
        expect_bytes(barrier_of(b.full, k), MULTICAST_TILE);
        if (shared)
            start_shared(b, tile, k, w.cluster_size);
        else
            start_each(b, tile, k);
        for (next += w.clusters; next >= w.distinct;)
            next -= w.distinct;
    }
}

/* Reads all tiles of this block, and tells those who send into its places. */
template <bool shared>
static __device__ uint32_t read(const multicast_work &w, const block &b,
                                unsigned mine)
{
    unsigned senders = shared ? w.cluster_size : 1;
    unsigned sender = shared ? threadIdx.x : b.rank;
    uint32_t sum = 0;

    for (unsigned k = 0; k < mine; k++) {
        const int4 *tile = (const int4 *)place(k) + threadIdx.x;

        wait_for_bytes(barrier_of(b.full, k), phase(k));
#pragma unroll
        for (unsigned i = 0; i < MULTICAST_TILE / 16; i += MULTICAST_READERS)
            sum += word_sum(tile[i]);
        /* The readers meet: all have read the tile. */
        asm volatile("bar.sync 1, %0;" ::"n"((int)MULTICAST_READERS)
                     : "memory");
        if (threadIdx.x < senders)
            arrive_unfenced(mapped(barrier_of(b.empty, k), sender));
    }
    return sum;
}

template <bool shared>
static __device__ void run(const multicast_work &w)
{
    __shared__ unsigned long long full[MULTICAST_PLACES],
        empty[MULTICAST_PLACES];
    cg::cluster_group cluster = cg::this_cluster();
    block b = { cluster.block_rank(), shared_address(full),
                shared_address(empty) };
    unsigned number = blockIdx.x / w.cluster_size; /* of the cluster */
    unsigned mine = (w.tiles + w.clusters - 1 - number) / w.clusters;
    uint32_t sum = 0;

    if (threadIdx.x == 0) {
        for (unsigned k = 0; k < MULTICAST_PLACES; k++) {
            make_barrier(barrier_of(b.full, k), 1);
            make_barrier(barrier_of(b.empty, k), shared ? w.cluster_size : 1);
        }
        show_stores();
    }
    cluster.sync(); /* all barriers of the cluster are ready */
    if (threadIdx.x < MULTICAST_READERS)
        sum = read<shared>(w, b, mine);
    else if (threadIdx.x == MULTICAST_READERS)
        ask<shared>(w, b, number % w.distinct, mine);
    cluster.sync(); /* nobody sends to a block that has ended */
    write_block_sum(w.sums, sum);
}

extern "C" __global__ void __launch_bounds__(THREADS)
multicast_each(const __grid_constant__ multicast_work work)
{
    run<false>(work);
}

extern "C" __global__ void __launch_bounds__(THREADS)
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
                          THREADS, SHARED_BYTES, stream, *work);
}

extern "C" cudaError_t multicast_active_clusters(int *clusters,
                                                 unsigned cluster_size)
{
    return cluster_active(clusters, (const void *)multicast_shared,
                          cluster_size, THREADS, SHARED_BYTES);
}
