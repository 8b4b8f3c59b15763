/* rungs.h - how all SMs read a level of the memory, for the experiments that need every level. */
#ifndef RUNGS_H
#define RUNGS_H

#include "../../kernels/ladder.h"
#include "gpu.h"
#include "random.h"

#include <math.h>
#include <string.h>

enum {
    RUNG_HOST_BYTES = 128 << 20,
    RUNG_HALVES = 2 * LADDER_CHUNK_BYTES, /* the dram set is a multiple of this */
    RUNG_CHECKED_CHUNKS = 16,             /* the host makes the sums of these as well */
    RUNG_OUTRUN = 4,                      /* half the dram set is at least this many times the L2 */
};

/* The levels, by their numbers. The last has no name. --max-bytes is the size of the dram set. */
static const struct {
    struct bench_variant is;
    const char *needs; /* what some machines lack; see rung_prepare() */
} rungs[] = {
    [LADDER_REGISTERS] = { { "registers", "multiply-adds" }, NULL },
    [LADDER_SHARED] = { { "shared", "a block's own shared memory" },
                        "more than 64 KiB of shared memory a block" },
    [LADDER_REMOTE] = { { "remote", "shared memory of the other block of two" },
                        "clusters of blocks with 144 KiB of shared memory" },
    [LADDER_L1] = { { "l1", "global memory that the L1 of each SM holds" },
                    "128 KiB of L1 and shared memory an SM" },
    [LADDER_L2] = { { "l2", "global memory that the L2 holds" }, NULL },
    [LADDER_DRAM] = { { "dram", "global memory that nothing holds" }, NULL },
    [LADDER_HOST] = { { "host", "pinned host memory, mapped" }, "128 MiB of pinned memory" },
    { { NULL, NULL }, NULL },
};

/* A level, and a launch that reads it. */
struct rung {
    struct bench_point reading; /* its elements are trips */
    enum ladder_level level;
    size_t set;      /* bytes */
    unsigned halves; /* of the set, read by launches in turn: 2, or 1 */
    struct ladder_read read;
};

static unsigned char *rung_pool; /* on the GPU */
static size_t rung_pool_bytes;
static uint32_t *rung_host;       /* pinned, begins as the pool does; null if memory is short */
static uint32_t *rung_chunk_sums; /* of the pool */
static uint32_t *rung_sums, *rung_sums_got; /* what launches write, and a copy on the host */
static float (*rung_points)[LADDER_LANE_PAIRS][2], *rung_points_gpu; /* LADDER_LANES of them */

/* ---- Reading -------------------------------------------------------------- */

static inline void rung_launch(void *point, size_t i, cudaStream_t stream)
{
    const struct rung *r = point;
    struct ladder_read half = r->read;

    half.trips = (unsigned)r->reading.n;
    half.set = (const unsigned char *)half.set + i % r->halves * half.chunks * LADDER_CHUNK_BYTES;
    CUDA(launch_ladder_read(r->level, &half, stream));
}

/* Returns what block b adds up, from the sums of the chunks of the set. */
static inline uint32_t ladder_reference(const uint32_t *sums, unsigned chunks, unsigned b,
                                        size_t trips)
{
    uint32_t sum = 0;

    for (size_t trip = 0; trip < trips; trip++)
        sum += sums[(b + trip) % chunks];
    return sum;
}

/* Makes one multiply-add after the other, each rounded once. Returns the sum of the final bits. */
static inline size_t rotate_reference(const float from[2], float factor, size_t trips)
{
    float point[2] = { from[0], from[1] };
    uint32_t bits[2];

    for (size_t trip = 0; trip < trips; trip++) {
        point[0] = fmaf(factor, point[1], point[0]);
        point[1] = fmaf(-factor, point[0], point[1]);
    }
    memcpy(bits, point, sizeof bits);
    return (size_t)bits[0] + bits[1];
}

/* Returns what each block of the register kernel leaves. */
static inline uint32_t registers_reference(size_t trips)
{
    uint32_t sum = 0;

    for (int lane = 0; lane < LADDER_LANES; lane++)
        for (int p = 0; p < LADDER_PAIRS; p++)
            sum += (uint32_t)rotate_reference(rung_points[lane][p],
                                              rung_points[lane][LADDER_PAIRS][0], trips);
    return sum * (LADDER_THREADS / LADDER_LANES);
}

static inline size_t rung_check(void *point)
{
    const struct rung *r = point;
    const struct ladder_read *read = &r->read;
    size_t trips = r->reading.n, wrong = 0;
    uint32_t registers = r->level == LADDER_REGISTERS ? registers_reference(trips) : 0;

    for (unsigned half = 0; half < r->halves; half++) {
        gpu_poison(read->sums, read->blocks * sizeof *read->sums + GPU_GUARD);
        rung_launch(point, half, gpu->stream);
        gpu_download(rung_sums_got, read->sums, read->blocks * sizeof *read->sums);
        for (unsigned b = 0; b < read->blocks; b++) {
            const uint32_t *sums = rung_chunk_sums + half * read->chunks;
            if (r->level == LADDER_REMOTE) /* what the other block of the cluster has */
                sums += b % 2 ? 0 : LADDER_BLOCK_CHUNKS;
            wrong +=
                rung_sums_got[b]
                != (r->level == LADDER_REGISTERS ? registers
                                                 : ladder_reference(sums, read->chunks, b, trips));
        }
        wrong += gpu_count_guard(read->sums + read->blocks);
    }
    return wrong;
}

/* Chooses how many trips a launch makes. Checks few blocks and trips first. Then doubles the trips
 * until they take long enough, unless a launch goes through the set only once, and checks a launch
 * of that many trips. */
static inline void rung_choose_trips(struct rung *r)
{
    struct bench_point *point = &r->reading;
    unsigned blocks = r->read.blocks;

    r->read.blocks = 2;
    bench_check_at(rung_check, point, 0, 1, 2, 3, 5, 17);
    r->read.blocks = blocks;
    point->n = 1;
    if (r->level < LADDER_DRAM)
        gpu_lengthen(point, 1);
    bench_check(rung_check, point);
}

/* Returns the bytes that a launch reads. */
static inline size_t rung_bytes(const struct rung *r)
{
    size_t trips = r->read.blocks * r->reading.n;

    if (r->level == LADDER_REGISTERS)
        return trips * LADDER_THREADS * LADDER_PAIRS * 2 * 3 * sizeof(float);
    return trips * LADDER_CHUNK_BYTES;
}

/* ---- Levels --------------------------------------------------------------- */

/* Sets up what a level reads, and its working set. Returns false if the machine lacks what the
 * level needs. */
static inline bool rung_prepare(struct rung *rung)
{
    const size_t set = LADDER_BLOCK_CHUNKS * LADDER_CHUNK_BYTES;
    const size_t chunk = LADDER_CHUNK_BYTES;
    struct ladder_read *r = &rung->read;

    /* The set and a block's sum must fit. */
    if (rung->level == LADDER_SHARED && gpu->shared_bytes_per_block <= set)
        return false;
    /* Two of the chain's blocks must not fit an SM: see ladder.cu. */
    if (rung->level == LADDER_REMOTE && (gpu->major < 9 || gpu->shared_bytes_per_block < 144 << 10))
        return false;
    /* The L1 and shared memory are one storage, of which shared memory can have all but 28 KiB or
     * more. A smaller L1 may lose part of the set. */
    if (rung->level == LADDER_L1 && gpu->shared_bytes_per_sm + (28 << 10) < 2 * set)
        return false;
    if (rung->level == LADDER_HOST && !rung_host)
        return false;
    CUDA(ladder_resident_blocks(rung->level, &r->blocks));
    if (r->blocks == 0)
        return false;
    r->sums = rung_sums;
    r->set = rung->level == LADDER_REGISTERS ? (void *)rung_points_gpu
           : rung->level == LADDER_HOST      ? (void *)rung_host
                                             : rung_pool;
    rung->halves = rung->level == LADDER_DRAM ? 2 : 1;
    rung->set =
        rung->level == LADDER_REGISTERS ? LADDER_THREADS * (2 * LADDER_PAIRS + 1) * sizeof(float)
        : rung->level == LADDER_L2      ? gpu->l2_bytes / 4 / chunk * chunk /* in the nearer half */
        : rung->level == LADDER_DRAM    ? rung_pool_bytes
        : rung->level == LADDER_HOST    ? RUNG_HOST_BYTES
                                        : set;
    r->chunks = rung->level == LADDER_REGISTERS ? 1 : (unsigned)(rung->set / chunk / rung->halves);
    if (rung->level >= LADDER_DRAM)
        r->blocks = r->chunks;
    return true;
}

/* Makes the sums of all chunks of the pool on the GPU; the host makes the first few again. */
static inline void rung_make_chunk_sums(void)
{
    const size_t chunks = rung_pool_bytes / LADDER_CHUNK_BYTES;
    const size_t values = LADDER_CHUNK_BYTES / sizeof(uint32_t);

    CUDA(ladder_chunk_sums(rung_sums, chunks, bench_options.seed, gpu->stream));
    gpu_download(rung_chunk_sums, rung_sums, chunks * sizeof *rung_chunk_sums);
    for (size_t c = 0; c < RUNG_CHECKED_CHUNKS && c < chunks; c++) {
        uint32_t sum = 0;
        for (size_t i = 0; i < values; i++)
            sum += random_u32(bench_options.seed, c * values + i);
        if (sum != rung_chunk_sums[c])
            die("the sum of chunk %zu is wrong", c);
    }
}

/* Makes the points that the registers hold, and the factors that turn them. */
static inline void rung_make_points(void)
{
    for (int lane = 0; lane < LADDER_LANES; lane++)
        for (int p = 0; p < LADDER_LANE_PAIRS; p++)
            for (int i = 0; i < 2; i++) {
                uint64_t n = (uint64_t)((lane * LADDER_LANE_PAIRS + p) * 2 + i);
                float small = (float)(1 + random_small(bench_options.seed, n));
                /* A factor between 0 and 1 keeps all points near a circle. */
                rung_points[lane][p][i] = p < LADDER_PAIRS ? small : small / 2048;
            }
    gpu_upload(rung_points_gpu, rung_points, LADDER_LANES * sizeof *rung_points);
}

/* Allocates what the levels read, and fills it. */
static inline void rung_allocate(void)
{
    gpu_fit(1);
    rung_pool_bytes = bench_options.max_bytes / RUNG_HALVES * RUNG_HALVES;
    size_t least = bench_larger(2 * RUNG_OUTRUN * gpu->l2_bytes, RUNG_HOST_BYTES);
    if (rung_pool_bytes < least)
        bench_exit(BENCH_USAGE,
                   "--max-bytes: the dram set must have %zu bytes or more, 8 times "
                   "the L2",
                   least);
    size_t chunks = rung_pool_bytes / LADDER_CHUNK_BYTES, sums = bench_larger(chunks, 65536);
    rung_pool = gpu_alloc(rung_pool_bytes);
    rung_sums =
        gpu_alloc(sums * sizeof *rung_sums + GPU_GUARD); /* enough for any launch's blocks */
    rung_sums_got = bench_alloc(sums * sizeof *rung_sums_got);
    rung_chunk_sums = bench_alloc(chunks * sizeof *rung_chunk_sums);
    rung_points = bench_alloc(LADDER_LANES * sizeof *rung_points);
    rung_points_gpu = gpu_alloc(LADDER_LANES * sizeof *rung_points);
    gpu_fill_random(rung_pool, rung_pool_bytes / sizeof(uint32_t), bench_options.seed);
    if (cudaMallocHost((void **)&rung_host, RUNG_HOST_BYTES) == cudaSuccess) {
        CUDA(cudaMemcpyAsync(rung_host, rung_pool, RUNG_HOST_BYTES, cudaMemcpyDeviceToHost,
                             gpu->stream));
    } else {
        rung_host = NULL;
        cudaGetLastError(); /* we have handled it: there is no such level */
    }
    rung_make_chunk_sums();
    rung_make_points();
}

#endif
