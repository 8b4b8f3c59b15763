/* dsm.cu - one block's shared memory, used by the other blocks of its cluster.
 *
 *   dsm_load<whose, n> each thread has n loads of 16 bytes in flight
 *   dsm_store<whose>   each thread stores 16 bytes at a time
 *   dsm_bulk           one thread per slot has the TMA move 3 KiB
 *   dsm_where          tells which SM each block runs on
 *   launchers          for bench/dsm.c
 *
 * Who touches which bytes, a cluster of four, pattern `next`:
 *
 *            block 0      block 1      block 2      block 3
 *   load     [......] <-- threads      [......] <-- threads
 *                         [......] <-- threads      [......] <-- block 0
 *   store    threads  --> [......]     threads  --> [......]
 *   bulk     [......] --> [......] --> [......] --> [......] --> block 0
 *
 * Two blocks share an SM, and all blocks are resident at once: each SM sends
 * and receives as much as every other. There are two exceptions: in `hot` one
 * block of a cluster serves all, and in `one_way` each even rank only serves. A
 * block that asks for more than half of an SM's shared memory is alone there,
 * so an SM that serves in `one_way` does nothing else. Nothing but the shared
 * memories is touched between the two cluster.sync().
 *
 * A block must exist before others touch its memory, and must not end before
 * they are done, so there is a cluster.sync() at both ends (CUDA C++
 * Programming Guide, "Distributed Shared Memory").
 */
#include "dsm.h"
#include "cluster.h"
#include "mbarrier.h"

#include <cooperative_groups.h>
#include <limits.h>

namespace cg = cooperative_groups;

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* The shared memory of a block. */
extern __shared__ uint4 mine[];

//> whose
/* Memory of this block. The compiler sees that, and uses LDS and STS. */
struct own {
    static __device__ uint4 *map(unsigned)
    {
        return mine;
    }
};

/* The same bytes of the block `peer`, by an address that names the block. */
struct others {
    static __device__ uint4 *map(unsigned peer)
    {
        return cg::this_cluster().map_shared_rank(mine, peer);
    }
};
//< whose

//> peer
static __device__ unsigned peer_of(dsm_pattern pattern, unsigned rank,
                                   unsigned size, unsigned trip)
{
    if (pattern == DSM_NEXT)
        return (rank + 1) % size;
    if (pattern == DSM_PAIR || pattern == DSM_ONE_WAY)
        return rank ^ 1;
    if (pattern == DSM_ALL)
        return (rank + 1 + trip % (size - 1)) % size;
    return pattern == DSM_HOT ? 0 : rank;
}
//< peer

/* Returns whether the block with that rank only serves others. */
static __device__ bool only_serves(dsm_pattern pattern, unsigned rank)
{
    return (pattern == DSM_HOT && rank == 0)
        || (pattern == DSM_ONE_WAY && rank % 2 == 0);
}

static __device__ uint32_t total(uint4 word)
{
    return word.x + word.y + word.z + word.w;
}

/* Adds up what a thread finds in its block's memory: every step-th word. */
static __device__ uint32_t found(unsigned first, unsigned end, unsigned step)
{
    uint32_t sum = 0;

    for (unsigned i = first; i < end; i += step)
        sum += total(mine[i]);
    return sum;
}

static __device__ uint4 unsent(void)
{
    return make_uint4(DSM_UNSENT, DSM_UNSENT, DSM_UNSENT, DSM_UNSENT);
}

//> load
/* `words` is how many words a block's memory has. It is a parameter: if the
 * compiler knew it, it could see that a trip reads what the last one read,
 * and leave the trip out. Each thread waits for its loads before it begins
 * another trip, so the trips must not be unrolled. */
template <typename whose, int loads>
__global__ void __launch_bounds__(DSM_MOST_THREADS, 1)
dsm_load(uint32_t *sums, const uint4 *data, unsigned words, unsigned trips,
         dsm_pattern pattern)
{
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
    unsigned threads = blockDim.x, at = threadIdx.x;
    uint32_t sum = 0;

    for (unsigned i = threadIdx.x; i < DSM_WORDS; i += threads)
        mine[i] = data[(size_t)blockIdx.x * DSM_WORDS + i];
    if (only_serves(pattern, rank))
        trips = 0;
    cluster.sync();
    #pragma unroll 1
    for (unsigned trip = 0; trip < trips; trip++) {
        //> trip
        unsigned peer = peer_of(pattern, rank, size, trip);
        const uint4 *theirs = whose::map(peer) + at;
        uint4 got[loads];

        #pragma unroll
        for (int k = 0; k < loads; k++)
            got[k] = theirs[k * threads];
        #pragma unroll
        for (int k = 0; k < loads; k++)
            sum += total(got[k]);
        //< trip
        at += loads * threads;
        if (at >= words)
            at = threadIdx.x;
    }
    cluster.sync();
    sums[(size_t)blockIdx.x * threads + threadIdx.x] = sum;
}
//< load

/* If several blocks send to one, each has a slice of the receiver's memory for
 * itself. The x of each word counts the trips, so that a check sees the
 * last. */
template <typename whose>
__global__ void __launch_bounds__(DSM_STORE_THREADS)
dsm_store(uint32_t *sums, const uint4 *data, unsigned trips,
          dsm_pattern pattern)
{
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
    bool several = pattern == DSM_ALL || pattern == DSM_HOT;
    unsigned slice = several ? DSM_WORDS / size : DSM_WORDS;
    unsigned first = several ? rank * slice : 0;
    unsigned to[DSM_IN_FLIGHT];
    uint4 words[DSM_IN_FLIGHT];

    #pragma unroll
    for (int k = 0; k < DSM_IN_FLIGHT; k++) {
        to[k] = k * DSM_STORE_THREADS % slice + threadIdx.x;
        words[k] = data[(size_t)blockIdx.x * DSM_WORDS + to[k]];
        to[k] += first;
    }
    for (unsigned i = threadIdx.x; i < DSM_WORDS; i += DSM_STORE_THREADS)
        mine[i] = unsent();
    if (only_serves(pattern, rank))
        trips = 0;
    cluster.sync();
    for (unsigned trip = 0; trip < trips; trip++) {
        unsigned peer = peer_of(pattern, rank, size, trip);
        uint4 *theirs = whose::map(peer);

        #pragma unroll
        for (int k = 0; k < DSM_IN_FLIGHT; k++) {
            words[k].x++;
            theirs[to[k]] = words[k];
        }
        /* Keeps the compiler from moving stores out of the loop. */
        asm volatile("" ::: "memory");
    }
    cluster.sync();
    sums[(size_t)blockIdx.x * DSM_STORE_THREADS + threadIdx.x] =
        found(threadIdx.x, DSM_WORDS, DSM_STORE_THREADS);
}

/* ---- Bulk copies ----------------------------------------------------- */

/* Copies from this block's memory to another's; the barrier there counts the
 * bytes. */
static __device__ void copy_bulk(unsigned to, unsigned from, unsigned bytes,
                                 unsigned barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.shared::cta"
                 ".mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(to), "r"(from), "r"(bytes), "r"(barrier) : "memory");
}

/* A slot of the sender feeds the same slot of one receiver, and no other block
 * feeds that one. */
struct route {
    bool sends, receives;
    unsigned to, from; /* ranks */
};

static __device__ route route_of(dsm_pattern pattern, unsigned rank,
                                 unsigned size, unsigned slot)
{
    if (pattern == DSM_NEXT)
        return { true, true, (rank + 1) % size, (rank + size - 1) % size };
    if (pattern == DSM_PAIR)
        return { true, true, rank ^ 1, rank ^ 1 };
    if (pattern == DSM_ONE_WAY)
        return { rank % 2 == 1, rank % 2 == 0, rank ^ 1, rank ^ 1 };

    unsigned hop = 1 + slot % (size - 1);
    bool used = slot < DSM_SLOTS / (size - 1) * (size - 1);

    if (pattern == DSM_ALL)
        return { used, used, (rank + hop) % size, (rank + size - hop) % size };
    return { used && rank == hop, used && rank == 0, 0, hop };
}

/* A block sends the lower half of its memory and receives into the upper half.
 * The x of a slot's first word is the number of the trip, counted from 1. */
extern "C" __global__ void __launch_bounds__(DSM_BULK_THREADS)
dsm_bulk(uint32_t *sums, const uint4 *data, unsigned trips,
         dsm_pattern pattern)
{
    __shared__ uint64_t full[DSM_SLOTS], empty[DSM_SLOTS];
    const unsigned bytes = DSM_SLOT_WORDS * sizeof *mine;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned slot = threadIdx.x / 32;
    route way = route_of(pattern, cluster.block_rank(), cluster.num_blocks(),
                         slot);
    unsigned from = shared_address(mine + slot * DSM_SLOT_WORDS);
    unsigned to = from + DSM_WORDS / 2 * sizeof *mine;
    unsigned filled = shared_address(full + slot);
    unsigned emptied = shared_address(empty + slot);

    for (unsigned i = threadIdx.x; i < DSM_WORDS; i += DSM_BULK_THREADS)
        mine[i] = i < DSM_WORDS / 2
            ? data[(size_t)blockIdx.x * DSM_WORDS + i] : unsent();
    show_stores();
    if (threadIdx.x % 32 == 0) {
        make_barrier(filled, 1);
        make_barrier(emptied, 1);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    cluster.sync();

    for (unsigned trip = 0; threadIdx.x % 32 == 0 && trip < trips; trip++) {
        if (way.sends) {
            if (trip > 0)
                wait_for_bytes(emptied, trip - 1);
            mine[slot * DSM_SLOT_WORDS].x = trip + 1;
            show_stores();
            copy_bulk(mapped(to, way.to), from, bytes,
                      mapped(filled, way.to));
        }
        if (way.receives) {
            expect_bytes(filled, bytes); /* some may have come already */
            wait_for_bytes(filled, trip);
            if (trip + 1 < trips)
                arrive_unfenced(mapped(emptied, way.from));
        }
    }
    cluster.sync();
    /* All phases are over. But a thread that reads what has come must have
     * waited for it itself. */
    if (way.receives && trips > 0)
        wait_for_bytes(filled, trips - 1);
    unsigned first = DSM_WORDS / 2 + slot * DSM_SLOT_WORDS;
    sums[(size_t)blockIdx.x * DSM_BULK_THREADS + threadIdx.x] =
        found(first + threadIdx.x % 32, first + DSM_SLOT_WORDS, 32);
}

extern "C" __global__ void __launch_bounds__(DSM_MOST_THREADS)
dsm_where(uint32_t *sms)
{
    unsigned sm;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x == 0)
        sms[blockIdx.x] = sm;
}

#else /* without clusters the program ends before it launches one of these */

struct own;
struct others;

template <typename whose, int loads>
__global__ void dsm_load(uint32_t *, const uint4 *, unsigned, unsigned,
                         dsm_pattern)
{
}

template <typename whose>
__global__ void dsm_store(uint32_t *, const uint4 *, unsigned, dsm_pattern)
{
}

extern "C" __global__ void dsm_bulk(uint32_t *, const uint4 *, unsigned,
                                    dsm_pattern)
{
}

extern "C" __global__ void dsm_where(uint32_t *)
{
}

#endif

/* ---- Launchers ------------------------------------------------------- */

static size_t shared_bytes(bool alone)
{
    return alone ? (size_t)DSM_ALONE_BYTES : DSM_WORDS * sizeof(uint4);
}

template <typename... parameters, typename... arguments>
static cudaError_t launch(const struct dsm_work *w, cudaStream_t stream,
                          unsigned threads, void (*kernel)(parameters...),
                          arguments... given)
{
    return cluster_launch(kernel, w->cluster_size, w->clusters, threads,
                          shared_bytes(w->alone), stream, w->sums, given...);
}

template <int loads>
static cudaError_t launch_loads(const struct dsm_work *w, cudaStream_t stream)
{
    /* Trips have to read the same words again and again. */
    if (w->threads == 0 || DSM_WORDS % (w->threads * loads) != 0)
        return cudaErrorInvalidValue;
    return launch(w, stream, w->threads,
                  w->pattern == DSM_LOCAL ? dsm_load<own, loads>
                                          : dsm_load<others, loads>,
                  (const uint4 *)w->data, (unsigned)DSM_WORDS, w->trips,
                  w->pattern);
}

extern "C" cudaError_t launch_dsm_load(const struct dsm_work *w,
                                       cudaStream_t stream)
{
    switch (w->loads) {
    case 1:
        return launch_loads<1>(w, stream);
    case 2:
        return launch_loads<2>(w, stream);
    case 4:
        return launch_loads<4>(w, stream);
    case 8:
        return launch_loads<8>(w, stream);
    }
    return cudaErrorInvalidValue;
}

extern "C" cudaError_t launch_dsm_store(const struct dsm_work *w,
                                        cudaStream_t stream)
{
    return launch(w, stream, DSM_STORE_THREADS,
                  w->pattern == DSM_LOCAL ? dsm_store<own> : dsm_store<others>,
                  (const uint4 *)w->data, w->trips, w->pattern);
}

extern "C" cudaError_t launch_dsm_bulk(const struct dsm_work *w,
                                       cudaStream_t stream)
{
    return launch(w, stream, DSM_BULK_THREADS, dsm_bulk,
                  (const uint4 *)w->data, w->trips, w->pattern);
}

extern "C" cudaError_t launch_dsm_where(const struct dsm_work *w,
                                        cudaStream_t stream)
{
    return launch(w, stream, w->threads, dsm_where);
}

extern "C" cudaError_t dsm_active_clusters(int *clusters,
                                           unsigned cluster_size, bool alone)
{
    const struct {
        const void *kernel;
        unsigned threads;
    } all[] = {
        { (const void *)dsm_load<others, 8>, DSM_THREADS },
        { (const void *)dsm_load<others, 1>,
          (unsigned)(alone ? DSM_MOST_THREADS : DSM_THREADS) },
        { (const void *)dsm_store<others>, DSM_STORE_THREADS },
        { (const void *)dsm_bulk, DSM_BULK_THREADS },
    };
    cudaError_t error = cudaSuccess;

    *clusters = INT_MAX;
    for (auto each : all) {
        int active;
        if (error == cudaSuccess)
            error = cluster_active(&active, each.kernel, cluster_size,
                                   each.threads, shared_bytes(alone));
        if (error == cudaSuccess && active < *clusters)
            *clusters = active;
    }
    return error;
}
