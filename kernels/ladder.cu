/* ladder.cu - every level of the memory, from registers to the host's.
 *
 *   read        the loop that they share: chunks, 16 bytes per load
 *   rates       ladder_registers, _shared, _remote, _l1, _l2
 *   latencies   ladder_chain_registers, _shared, _remote, _l1, _l2
 *   launchers   for bench/ladder.c; DRAM and the host's memory are read by the
 *               kernels of the L2
 *   check       what the sums must be
 *
 * Who touches which bytes, one block, one trip:
 *
 *            thread 0   1    2       511   0    1        511  ...
 *   chunk    |16 B    |16 B|16 B|...|16 B|16 B|16 B|...|16 B|...   32 KiB
 *            first load of each          second                  4 loads
 *
 * The place of the chunks decides the level: two that a block has put in its
 * shared memory; two that all SMs read and each keeps in its L1; some that fit
 * in the L2, read by loads that bypass the L1; more than the L2 holds; or some
 * of the host's. Every load is coalesced and free of bank conflicts, and its
 * value goes into a sum that is checked, so that none can be left out.
 *
 * Registers are read by arithmetic: a multiply-add takes three operands of 4
 * bytes, so 12 bytes per thread count as read. The 4 bytes written do not
 * count, here as in the other rows. Some operands may come from a cache of the
 * operands before, which a program cannot see.
 *
 * A latency is the time of one step of a chain in which each address, or
 * operand, is the result of the step before.
 */
#include "ladder.h"
#include "cluster.h"
#include "../bench/harness/random.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { CHUNK_WORDS = LADDER_CHUNK_BYTES / 16 };

/* ---- Rates ----------------------------------------------------------- */

/* An ordinary load, from any memory. */
struct plain {
    static __device__ uint4 load(const uint4 *p) { return *p; }
};

/* A load that the L1 may answer. */
struct through_l1 {
    static __device__ uint4 load(const uint4 *p) { return __ldca(p); }
};

/* A load that bypasses the L1. */
struct past_l1 {
    static __device__ uint4 load(const uint4 *p) { return __ldcg(p); }
};

//> read
template <typename how>
static __device__ uint32_t read_chunks(const uint4 *set, unsigned chunks,
                                       unsigned trips)
{
    unsigned chunk = blockIdx.x % chunks;
    uint4 sum = { 0, 0, 0, 0 };

    //> trip
    for (unsigned trip = 0; trip < trips; trip++) {
        const uint4 *from = set + (size_t)chunk * CHUNK_WORDS + threadIdx.x;
        uint4 got[LADDER_IN_FLIGHT];

        #pragma unroll
        for (int k = 0; k < LADDER_IN_FLIGHT; k++)
            got[k] = how::load(from + k * LADDER_THREADS);
        #pragma unroll
        for (int k = 0; k < LADDER_IN_FLIGHT; k++) {
            sum.x += got[k].x;
            sum.y += got[k].y;
            sum.z += got[k].z;
            sum.w += got[k].w;
        }
        if (++chunk == chunks)
            chunk = 0;
    }
    //< trip
    return sum.x + sum.y + sum.z + sum.w;
}
//< read

/* Writes the sum of what the block's threads have to sums[block]. */
static __device__ void put_sum(uint32_t *sums, uint32_t mine)
{
    __shared__ uint32_t all;

    if (threadIdx.x == 0)
        all = 0;
    for (int lanes = 16; lanes > 0; lanes /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, lanes);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicAdd(&all, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = all;
}

/* Each step turns the points (x, y) by a little. Every multiply-add needs the
 * result of the one before on the same pair: one pair is a chain, and several
 * pairs are several chains at once. */
template <int pairs>
static __device__ void rotate(float2 *point, float factor)
{
    #pragma unroll
    for (int p = 0; p < pairs; p++)
        point[p].x = fmaf(factor, point[p].y, point[p].x);
    #pragma unroll
    for (int p = 0; p < pairs; p++)
        point[p].y = fmaf(-factor, point[p].x, point[p].y);
}

extern "C" __global__ void ladder_registers(uint32_t *sums, const float2 *set,
                                            unsigned trips)
{
    const float2 *mine = set
        + threadIdx.x % LADDER_LANES * LADDER_LANE_PAIRS;
    /* Load it, so that it is in a register of the thread's own as well. */
    float factor = mine[LADDER_PAIRS].x;
    float2 point[LADDER_PAIRS];
    uint32_t bits = 0;

    #pragma unroll
    for (int p = 0; p < LADDER_PAIRS; p++)
        point[p] = mine[p];
    #pragma unroll 16
    for (unsigned trip = 0; trip < trips; trip++)
        rotate<LADDER_PAIRS>(point, factor);
    #pragma unroll
    for (int p = 0; p < LADDER_PAIRS; p++)
        bits += __float_as_uint(point[p].x) + __float_as_uint(point[p].y);
    put_sum(sums, bits);
}

/* The shared memory of a block. */
extern __shared__ uint4 memory[];

static __device__ void fill_memory(const uint4 *set)
{
    for (unsigned i = threadIdx.x; i < LADDER_BLOCK_CHUNKS * CHUNK_WORDS;
         i += LADDER_THREADS)
        memory[i] = set[i];
}

extern "C" __global__ void ladder_shared(uint32_t *sums, const uint4 *set,
                                         unsigned chunks, unsigned trips)
{
    fill_memory(set);
    __syncthreads();
    put_sum(sums, read_chunks<plain>(memory, chunks, trips));
}

extern "C" __global__ void ladder_remote(uint32_t *sums, const uint4 *set,
                                         unsigned chunks, unsigned trips)
{
#if __CUDA_ARCH__ >= 900
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();

    fill_memory(set + rank * LADDER_BLOCK_CHUNKS * CHUNK_WORDS);
    cluster.sync();
    const uint4 *theirs = cluster.map_shared_rank(memory, rank ^ 1);
    uint32_t sum = read_chunks<plain>(theirs, chunks, trips);
    cluster.sync();
    put_sum(sums, sum);
#endif
}

extern "C" __global__ void ladder_l1(uint32_t *sums, const uint4 *set,
                                     unsigned chunks, unsigned trips)
{
    put_sum(sums, read_chunks<through_l1>(set, chunks, trips));
}

extern "C" __global__ void ladder_l2(uint32_t *sums, const uint4 *set,
                                     unsigned chunks, unsigned trips)
{
    put_sum(sums, read_chunks<past_l1>(set, chunks, trips));
}

/* ---- Latencies ------------------------------------------------------- */

extern "C" __global__ void ladder_chain_registers(size_t *end,
                                                  const float2 *set,
                                                  size_t trips)
{
    float2 point = set[0];
    float factor = set[LADDER_PAIRS].x;

    #pragma unroll 128
    for (size_t trip = 0; trip < trips; trip++)
        rotate<1>(&point, factor);
    *end = __float_as_uint(point.x) + (size_t)__float_as_uint(point.y);
}

extern "C" __global__ void ladder_chain_shared(size_t *end,
                                               const uint32_t *next,
                                               size_t steps)
{
    __shared__ uint32_t bytes_to[LADDER_LINKS];
    unsigned at = 0;

    bytes_to[threadIdx.x] = next[threadIdx.x] * sizeof *bytes_to;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    #pragma unroll 16
    for (size_t i = 0; i < steps; i++)
        at = *(const uint32_t *)((const char *)bytes_to + at);
    *end = at / sizeof *bytes_to;
}

struct far_link {
    const far_link *next;
    size_t here;
};

/* The block with rank 0 follows a chain in the other's memory. */
extern "C" __global__ void ladder_chain_remote(size_t *end,
                                               const uint32_t *next,
                                               size_t steps)
{
#if __CUDA_ARCH__ >= 900
    __shared__ far_link links[LADDER_LINKS];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned i = threadIdx.x, rank = cluster.block_rank();

    /* Block 0 has other numbers, which would show if they were read. */
    links[i].next = cluster.map_shared_rank(&links[next[i]], rank);
    links[i].here = rank == 1 ? i : i + LADDER_LINKS;
    cluster.sync();
    if (cluster.thread_rank() == 0) {
        const far_link *at = cluster.map_shared_rank(links, 1);

        #pragma unroll 16
        for (size_t step = 0; step < steps; step++)
            at = at->next;
        *end = at->here;
    }
    cluster.sync();
#endif
}

/* A line of a chain begins with the address of the next. */
typedef const unsigned long long *line;

/* The L1 is empty when a kernel starts, so the block touches every line
 * first. */
extern "C" __global__ void ladder_chain_l1(line *position, const char *lines,
                                           size_t touched, size_t steps)
{
    bool whole = true;

    for (size_t i = threadIdx.x; i < touched; i += blockDim.x)
        whole &= __ldca((line)(lines + i * LADDER_LINE)) != 0;
    if (!__syncthreads_and(whole) || threadIdx.x > 0)
        return;

    line at = *position;

    #pragma unroll 16
    for (size_t i = 0; i < steps; i++)
        at = (line)__ldca(at);
    *position = at;
}

//> chain_l2
extern "C" __global__ void ladder_chain_l2(line *position, size_t steps)
{
    line at = *position;

    #pragma unroll 16
    for (size_t i = 0; i < steps; i++)
        at = (line)__ldcg(at);
    *position = at;
}
//< chain_l2

/* ---- Launchers ------------------------------------------------------- */

enum {
    MEMORY_BYTES = LADDER_BLOCK_CHUNKS * LADDER_CHUNK_BYTES,
    /* More than half of an SM's shared memory, so that two blocks never share
     * an SM. */
    ALONE_BYTES = 128 << 10,
};

/* As much L1 as there is. */
static cudaError_t prefer_l1(const void *kernel)
{
    return cudaFuncSetAttribute(
        kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
        cudaSharedmemCarveoutMaxL1);
}

extern "C" cudaError_t launch_ladder_read(ladder_level level,
                                          const struct ladder_read *r,
                                          cudaStream_t stream)
{
    const uint4 *set = (const uint4 *)r->set;
    cudaError_t error = cudaSuccess;

    switch (level) {
    case LADDER_REGISTERS:
        ladder_registers<<<r->blocks, LADDER_THREADS, 0, stream>>>(
            r->sums, (const float2 *)r->set, r->trips);
        break;
    case LADDER_SHARED:
        return cluster_launch(ladder_shared, 1, r->blocks, LADDER_THREADS,
                              MEMORY_BYTES, stream, r->sums, set, r->chunks,
                              r->trips);
    case LADDER_REMOTE:
        return cluster_launch(ladder_remote, 2, r->blocks / 2, LADDER_THREADS,
                              ALONE_BYTES, stream, r->sums, set, r->chunks,
                              r->trips);
    case LADDER_L1:
        error = prefer_l1((const void *)ladder_l1);
        if (error == cudaSuccess)
            ladder_l1<<<r->blocks, LADDER_THREADS, 0, stream>>>(
                r->sums, set, r->chunks, r->trips);
        break;
    default:
        ladder_l2<<<r->blocks, LADDER_THREADS, 0, stream>>>(
            r->sums, set, r->chunks, r->trips);
    }
    return error != cudaSuccess ? error : cudaGetLastError();
}

extern "C" cudaError_t launch_ladder_chase(ladder_level level,
                                           const struct ladder_chase *c,
                                           cudaStream_t stream)
{
    size_t *end = (size_t *)c->position;
    line *position = (line *)c->position;
    cudaError_t error = cudaSuccess;

    switch (level) {
    case LADDER_REGISTERS:
        ladder_chain_registers<<<1, 1, 0, stream>>>(
            end, (const float2 *)c->set, c->steps / 2);
        break;
    case LADDER_SHARED:
        ladder_chain_shared<<<1, LADDER_LINKS, 0, stream>>>(end, c->next,
                                                            c->steps);
        break;
    case LADDER_REMOTE:
        return cluster_launch(ladder_chain_remote, 2, 1, LADDER_LINKS,
                              ALONE_BYTES, stream, end, c->next, c->steps);
    case LADDER_L1:
        error = prefer_l1((const void *)ladder_chain_l1);
        if (error == cudaSuccess)
            ladder_chain_l1<<<1, LADDER_THREADS, 0, stream>>>(
                position, (const char *)c->lines, c->touched, c->steps);
        break;
    default:
        ladder_chain_l2<<<1, 1, 0, stream>>>(position, c->steps);
    }
    return error != cudaSuccess ? error : cudaGetLastError();
}

extern "C" cudaError_t ladder_resident_blocks(ladder_level level,
                                              unsigned *blocks)
{
    const void *kernel = level == LADDER_REGISTERS ? (void *)ladder_registers
                       : level == LADDER_SHARED ? (void *)ladder_shared
                       : level == LADDER_REMOTE ? (void *)ladder_remote
                       : level == LADDER_L1 ? (void *)ladder_l1
                                            : (void *)ladder_l2;
    unsigned cluster_size = level == LADDER_REMOTE ? 2 : 1;
    size_t shared_bytes = level == LADDER_SHARED ? MEMORY_BYTES
                        : level == LADDER_REMOTE ? ALONE_BYTES : 0;
    int clusters;
    cudaError_t error = cluster_active(&clusters, kernel, cluster_size,
                                       LADDER_THREADS, shared_bytes);

    *blocks = cluster_size * (unsigned)clusters;
    return error;
}

/* ---- Check ----------------------------------------------------------- */

static __global__ void sum_chunks(uint32_t *sums, uint64_t seed)
{
    const size_t values = LADDER_CHUNK_BYTES / sizeof(uint32_t);
    size_t first = blockIdx.x * values;
    uint32_t sum = 0;

    for (size_t i = threadIdx.x; i < values; i += blockDim.x)
        sum += random_u32(seed, first + i);
    put_sum(sums, sum);
}

extern "C" cudaError_t ladder_chunk_sums(uint32_t *sums, size_t chunks,
                                         uint64_t seed, cudaStream_t stream)
{
    sum_chunks<<<(unsigned)chunks, LADDER_THREADS, 0, stream>>>(sums, seed);
    return cudaGetLastError();
}
