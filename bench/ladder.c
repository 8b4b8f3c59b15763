/* ladder.c - bandwidth and latency of every level of the memory, one row each.
 *
 * The bandwidth is what all SMs read together, bytes asked for over time (of
 * registers the 12 bytes that a multiply-add reads, see ladder.cu). The latency
 * is that of one step of a chain that one thread follows. working_set_bytes is
 * what is read: of registers, shared and remote by one block and of l1 by each
 * SM, of the others by all together. In dram each launch reads the half of the
 * set that the launch before it did not. A level that the machine has no room
 * for is left out.
 *
 * Predicted for an H200, of 132 SMs at 1,980 MHz: registers 401 TB/s (128
 * multiply-adds a clock and SM) and 4 cycles; shared 33 TB/s (128 bytes a clock
 * and SM) and 33 cycles; remote 4 TB/s and 200 cycles; l1 as shared, less what
 * its tags cost; l2 6 to 7 TB/s, under half of 64 bytes a clock and SM, and 270
 * cycles; dram 90 % of 4,814 GB/s and 600 ns or more; host 55 GB/s, what PCIe 5
 * x16 leaves of 64, and more than 1 us.
 * Found: registers 387 TB/s and 4 cycles; shared 33.0 TB/s and 23 cycles (see
 * dsm_latency.c); remote 3.9 TB/s and 186 to 198; l1 33.2 TB/s and 32, its tags
 * cost no bandwidth; l2 10.4 TB/s, far above the prediction, and 282; dram
 * 4,570 to 4,640 GB/s, 335 to 350 ns; host 51 GB/s, 1.2 us.
 */
#include "harness/gpu.h"
#include "../kernels/ladder.h"
#include "harness/chain.h"
#include "harness/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINKS = 1 << 20,  /* of a chain through dram and host: with a line each,
                         more than any L2 keeps */
    HOST_BYTES = LINKS * LADDER_LINE,
    CHECKED_CHUNKS = 16, /* whose sums the host makes as well */
    OUTRUN = 4,          /* half the dram set at least this many times the L2 */
    GUARD = GPU_ALIGNMENT,
};

static const struct bench_variant levels[] = {
    [LADDER_REGISTERS] = { "registers", "multiply-adds" },
    [LADDER_SHARED] = { "shared", "a block's own shared memory" },
    [LADDER_REMOTE] = { "remote", "shared memory of the other block of two" },
    [LADDER_L1] = { "l1", "global memory that the L1 of each SM holds" },
    [LADDER_L2] = { "l2", "global memory that the L2 holds" },
    [LADDER_DRAM] = { "dram", "global memory that nothing holds" },
    [LADDER_HOST] = { "host", "pinned host memory, mapped" },
    { NULL, NULL },
};

enum { LEVELS = LADDER_HOST + 1 };

/* What not every machine has; see prepare(). */
static const char *const needs[LEVELS] = {
    [LADDER_SHARED] = "more than 64 KiB of shared memory a block",
    [LADDER_REMOTE] = "clusters of blocks with 144 KiB of shared memory",
    [LADDER_L1] = "128 KiB of L1 and shared memory an SM",
    [LADDER_HOST] = "128 MiB of pinned memory",
};

struct ladder {
    enum ladder_level level;
    unsigned char *pool; /* on the GPU */
    size_t pool_bytes;
    uint32_t *host; /* pinned, a copy of where the pool begins; HOST_BYTES, or
                       null where so much cannot be had */
    uint32_t *chunk_sums; /* of the pool, on the host */
    float (*points)[LADDER_LANE_PAIRS][2]; /* LADDER_LANES of them */
    float *points_gpu;
    uint32_t *got; /* sums, on the host */

    struct ladder_read read;
    unsigned halves; /* of the set: launches take turns */

    struct ladder_chase chase;
    uint32_t *next; /* the chain, on the host; LINKS at most */
    uint32_t *next_gpu;
    size_t links;
    size_t walked; /* steps since the chain was begun */
};

/* ---- Rates ----------------------------------------------------------- */

static cudaError_t read_launch(void *work, size_t i, cudaStream_t stream)
{
    const struct ladder *l = work;
    struct ladder_read half = l->read;

    half.set = (const unsigned char *)half.set
        + i % l->halves * half.chunks * LADDER_CHUNK_BYTES;
    return launch_ladder_read(l->level, &half, stream);
}

//> reference
/* What block b adds up, from the sums of the chunks of the set. */
static uint32_t ladder_reference(const uint32_t *chunk_sums, unsigned chunks,
                                 unsigned b, unsigned trips)
{
    uint32_t sum = 0;

    for (unsigned trip = 0; trip < trips; trip++)
        sum += chunk_sums[(b + trip) % chunks];
    return sum;
}

/* One multiply-add after the other, rounded once each. */
static void rotate_reference(float point[2], float factor, size_t trips)
{
    for (size_t trip = 0; trip < trips; trip++) {
        point[0] = fmaf(factor, point[1], point[0]);
        point[1] = fmaf(-factor, point[0], point[1]);
    }
}
//< reference

static uint32_t bits_of(const float point[2])
{
    uint32_t bits[2];

    memcpy(bits, point, sizeof bits);
    return bits[0] + bits[1];
}

/* What each block of the register kernel leaves. */
static uint32_t registers_reference(const struct ladder *l)
{
    uint32_t sum = 0;

    for (int lane = 0; lane < LADDER_LANES; lane++)
        for (int p = 0; p < LADDER_PAIRS; p++) {
            float point[2] = { l->points[lane][p][0], l->points[lane][p][1] };
            rotate_reference(point, l->points[lane][LADDER_PAIRS][0],
                             l->read.trips);
            sum += bits_of(point);
        }
    return sum * (LADDER_THREADS / LADDER_LANES);
}

static void check_read(const struct ladder *l, size_t launch,
                       cudaStream_t stream)
{
    const struct ladder_read *r = &l->read;
    size_t bytes = r->blocks * sizeof *r->sums;
    uint32_t registers = l->level == LADDER_REGISTERS
        ? registers_reference(l) : 0;

    CUDA(cudaMemsetAsync(r->sums, GPU_POISON, bytes + GUARD, stream));
    CUDA(read_launch((void *)l, launch, stream));
    CUDA(cudaMemcpyAsync(l->got, r->sums, bytes, cudaMemcpyDeviceToHost,
                         stream));
    CUDA(cudaStreamSynchronize(stream));
    for (unsigned b = 0; b < r->blocks; b++) {
        const uint32_t *sums = l->chunk_sums + launch % l->halves * r->chunks;
        /* What the other block of the cluster has. */
        if (l->level == LADDER_REMOTE)
            sums += b % 2 ? 0 : LADDER_BLOCK_CHUNKS;
        uint32_t expected = l->level == LADDER_REGISTERS
            ? registers : ladder_reference(sums, r->chunks, b, r->trips);
        if (l->got[b] != expected)
            die("variant %s reads %u chunks in %u trips wrongly, first in "
                "block %u", levels[l->level].name, r->chunks, r->trips, b);
    }
    if (gpu_count_unpoisoned((char *)r->sums + bytes, GUARD) > 0)
        die("variant %s writes past its sums", levels[l->level].name);
}

/* Few blocks and trips first, then trips doubled until they take long enough,
 * where a launch is not once through the set. */
static struct gpu_time read_time(struct ladder *l, cudaStream_t stream)
{
    static const unsigned awkward[] = { 0, 1, 2, 3, 5, 17 };
    unsigned blocks = l->read.blocks;

    l->read.blocks = 2;
    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++) {
        l->read.trips = awkward[i];
        check_read(l, 0, stream);
    }
    l->read.blocks = blocks;
    l->read.trips = 1;
    while (l->level < LADDER_DRAM && !gpu_runs_long(read_launch, l))
        l->read.trips *= 2;
    for (unsigned half = 0; half < l->halves; half++)
        check_read(l, half, stream);
    return gpu_time(read_launch, l);
}

static size_t read_bytes(const struct ladder *l)
{
    size_t trips = (size_t)l->read.blocks * l->read.trips;

    if (l->level == LADDER_REGISTERS)
        return trips * LADDER_THREADS * LADDER_PAIRS * 2 * 3 * sizeof(float);
    return trips * LADDER_CHUNK_BYTES;
}

/* ---- Latencies ------------------------------------------------------- */

static cudaError_t chase_launch(void *work, size_t i, cudaStream_t stream)
{
    struct ladder *l = work;

    (void)i;
    l->walked += l->chase.steps;
    return launch_ladder_chase(l->level, &l->chase, stream);
}

/* In shared memory and registers each launch begins anew. */
static bool begins_anew(const struct ladder *l)
{
    return l->level <= LADDER_REMOTE;
}

static void check_chase(const struct ladder *l, const unsigned char *lines,
                        size_t spacing, cudaStream_t stream)
{
    unsigned char got[sizeof(size_t) + GUARD], expected[sizeof got];
    size_t steps = begins_anew(l) ? l->chase.steps : l->walked, end = 0;

    if (l->level == LADDER_REGISTERS) {
        float point[2] = { l->points[0][0][0], l->points[0][0][1] };
        uint32_t bits[2];
        rotate_reference(point, l->points[0][LADDER_PAIRS][0], steps / 2);
        memcpy(bits, point, sizeof bits);
        end = (size_t)bits[0] + bits[1];
    } else {
        for (size_t i = 0; i < steps % l->links; i++)
            end = l->next[end];
        if (!begins_anew(l))
            end = (size_t)(lines + end * spacing);
    }
    memset(expected, GPU_POISON, sizeof expected);
    memcpy(expected, &end, sizeof end);
    CUDA(cudaMemcpyAsync(got, l->chase.position, sizeof got,
                         cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
    if (memcmp(got, expected, sizeof got) != 0)
        die("variant %s walks %zu steps wrongly", levels[l->level].name, steps);
}

/* The chain of `links` slots, `spacing` bytes apart, at lines; where those are
 * null it is in shared memory or in registers. */
static struct gpu_time chase_time(struct ladder *l, unsigned char *lines,
                                  size_t spacing, cudaStream_t stream)
{
    static const size_t awkward_steps[] = { 0, 2, 16, 30, 258, 1026 };

    make_chain(l->next, l->links, bench_options.seed);
    CUDA(cudaMemcpyAsync(l->next_gpu, l->next, l->links * sizeof *l->next,
                         cudaMemcpyHostToDevice, stream));
    if (l->level == LADDER_HOST)
        for (size_t i = 0; i < l->links; i++) {
            const void *to = lines + l->next[i] * spacing;
            memcpy(lines + i * spacing, &to, sizeof to);
        }
    else if (lines)
        gpu_link_slots(lines, spacing, l->next_gpu, l->links);
    /* The L2 is to forget the links that were written through it. */
    if (l->level == LADDER_DRAM)
        for (unsigned half = 0; half < l->halves; half++)
            CUDA(read_launch(l, half, stream));

    CUDA(cudaMemsetAsync(l->chase.position, GPU_POISON,
                         sizeof(size_t) + GUARD, stream));
    CUDA(cudaMemcpyAsync(l->chase.position, &lines, sizeof lines,
                         cudaMemcpyHostToDevice, stream));
    CUDA(cudaStreamSynchronize(stream));
    l->chase.lines = lines;
    l->chase.touched = l->links;
    l->walked = 0;
    for (size_t i = 0; i < sizeof awkward_steps / sizeof *awkward_steps; i++) {
        l->chase.steps = awkward_steps[i];
        CUDA(chase_launch(l, 0, stream));
        check_chase(l, lines, spacing, stream);
    }
    l->chase.steps = 2;
    while (!gpu_runs_long(chase_launch, l))
        l->chase.steps *= 2;
    check_chase(l, lines, spacing, stream);

    struct gpu_time time = gpu_time_single(chase_launch, l, false);
    check_chase(l, lines, spacing, stream);
    return time;
}

/* ---- Levels ---------------------------------------------------------- */

/* Sets up what a level reads; returns its working set, 0 where the machine
 * lacks what the level needs. */
static size_t prepare(struct ladder *l, const struct gpu *gpu)
{
    struct ladder_read *r = &l->read;
    size_t set = LADDER_BLOCK_CHUNKS * LADDER_CHUNK_BYTES;

    /* The set and a block's sum. */
    if (l->level == LADDER_SHARED && gpu->shared_bytes_per_block <= set)
        return 0;
    /* Two of the chain's blocks are not to fit an SM: see ladder.cu. */
    if (l->level == LADDER_REMOTE
        && (gpu->major < 9 || gpu->shared_bytes_per_block < 144 << 10))
        return 0;
    /* L1 and shared memory are one, of which shared memory can have all but 28
     * KiB or more; of a smaller one the L1 may lose part of the set. */
    if (l->level == LADDER_L1
        && gpu->shared_bytes_per_sm + (28 << 10) < 2 * set)
        return 0;
    if (l->level == LADDER_HOST && !l->host)
        return 0;
    CUDA(ladder_resident_blocks(l->level, &r->blocks));
    if (r->blocks == 0)
        return 0;
    r->set = l->pool;
    l->halves = 1;
    switch (l->level) {
    case LADDER_REGISTERS:
        r->set = l->points_gpu;
        r->chunks = 1;
        /* All pairs and factors of a block's threads. */
        return LADDER_THREADS * (2 * LADDER_PAIRS + 1) * sizeof(float);
    case LADDER_SHARED:
    case LADDER_REMOTE:
    case LADDER_L1:
        break;
    case LADDER_L2: /* in the half of the L2 that is nearer, with room */
        set = gpu->l2_bytes / 4 / LADDER_CHUNK_BYTES * LADDER_CHUNK_BYTES;
        break;
    case LADDER_DRAM:
        set = l->pool_bytes;
        l->halves = 2;
        break;
    case LADDER_HOST:
        r->set = l->host;
        set = HOST_BYTES;
        break;
    }
    r->chunks = (unsigned)(set / LADDER_CHUNK_BYTES / l->halves);
    if (l->level >= LADDER_DRAM)
        r->blocks = r->chunks;
    return set;
}

static void measure(struct ladder *l, const struct gpu *gpu)
{
    const char *name = levels[l->level].name;
    size_t set = prepare(l, gpu);
    unsigned char *lines = NULL;
    size_t spacing = 0;

    if (set == 0)
        return;
    bench_progress("%s", name);
    /* The chain of the level before has been written into it. */
    gpu_fill_random((uint32_t *)l->pool, l->pool_bytes / sizeof(uint32_t),
                    bench_options.seed);
    struct gpu_time rate = read_time(l, gpu->stream);

    l->links = LADDER_LINKS;
    if (!begins_anew(l)) {
        l->links = set / LADDER_LINE < LINKS ? set / LADDER_LINE : LINKS;
        lines = l->level == LADDER_HOST ? (unsigned char *)l->host : l->pool;
        spacing = set / l->links / LADDER_LINE * LADDER_LINE;
    }
    struct gpu_time step = chase_time(l, lines, spacing, gpu->stream);

    /* Cycles are at the clock of the chain; but where the clock fell during the
     * rate, the row is to show that. */
    struct bench_row row = gpu_row(read_bytes(l), rate);
    struct bench_row chain = gpu_latency_row(l->chase.steps, step);
    row.ns = chain.ns;
    if (!bench_throttled(&row))
        row.clock_mhz = chain.clock_mhz;
    bench_row(&row, "%s,%zu", name, set);
}

/* The sums of all chunks of the pool, made on the GPU; the host makes the first
 * few again. */
static void make_chunk_sums(struct ladder *l, cudaStream_t stream)
{
    size_t chunks = l->pool_bytes / LADDER_CHUNK_BYTES;
    const size_t values = LADDER_CHUNK_BYTES / sizeof(uint32_t);

    CUDA(ladder_chunk_sums(l->read.sums, chunks, bench_options.seed, stream));
    CUDA(cudaMemcpyAsync(l->chunk_sums, l->read.sums,
                         chunks * sizeof *l->chunk_sums,
                         cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
    for (size_t c = 0; c < CHECKED_CHUNKS && c < chunks; c++) {
        uint32_t sum = 0;
        for (size_t i = 0; i < values; i++)
            sum += random_u32(bench_options.seed, c * values + i);
        if (sum != l->chunk_sums[c])
            die("the sum of chunk %zu is wrong", c);
    }
}

/* The points that the registers hold, and the factors that turn them. */
static void make_points(struct ladder *l, cudaStream_t stream)
{
    for (int lane = 0; lane < LADDER_LANES; lane++)
        for (int p = 0; p < LADDER_LANE_PAIRS; p++)
            for (int i = 0; i < 2; i++) {
                uint64_t n = (uint64_t)((lane * LADDER_LANE_PAIRS + p) * 2 + i);
                float small = (float)(1 + random_small(bench_options.seed, n));
                /* A factor between 0 and 1 keeps all points near a circle. */
                l->points[lane][p][i] = p < LADDER_PAIRS ? small : small / 2048;
            }
    CUDA(cudaMemcpyAsync(l->points_gpu, l->points,
                         LADDER_LANES * sizeof *l->points,
                         cudaMemcpyHostToDevice, stream));
    CUDA(cudaStreamSynchronize(stream));
}

/* Allocates what the levels read, and fills it. */
static void make_sets(struct ladder *l, const struct gpu *gpu)
{
    size_t chunks = l->pool_bytes / LADDER_CHUNK_BYTES;
    size_t sums = chunks > 65536 ? chunks : 65536; /* blocks of any launch */

    l->pool = gpu_alloc(l->pool_bytes);
    l->read.sums = gpu_alloc(sums * sizeof *l->read.sums + GUARD);
    l->got = bench_alloc(sums * sizeof *l->got);
    l->chunk_sums = bench_alloc(chunks * sizeof *l->chunk_sums);
    l->next = bench_alloc(LINKS * sizeof *l->next);
    l->next_gpu = gpu_alloc(LINKS * sizeof *l->next_gpu);
    l->points = bench_alloc(LADDER_LANES * sizeof *l->points);
    l->points_gpu = gpu_alloc(LADDER_LANES * sizeof *l->points);
    l->chase.position = gpu_alloc(sizeof(size_t) + GUARD);
    l->chase.next = l->next_gpu;
    l->chase.set = l->points_gpu;
    gpu_fill_random((uint32_t *)l->pool, l->pool_bytes / sizeof(uint32_t),
                    bench_options.seed);
    if (cudaMallocHost((void **)&l->host, HOST_BYTES) == cudaSuccess) {
        CUDA(cudaMemcpyAsync(l->host, l->pool, HOST_BYTES,
                             cudaMemcpyDeviceToHost, gpu->stream));
    } else {
        l->host = NULL;
        cudaGetLastError(); /* it is answered: no such level */
    }
    make_chunk_sums(l, gpu->stream);
    make_points(l, gpu->stream);
}

int main(int argc, char **argv)
{
    struct bench_program program = {
        .name = "ladder",
        .summary = "Reads every level of the memory, by all SMs and by one "
                   "thread.",
        .variants = levels,
        .min_bytes = 2 * LADDER_CHUNK_BYTES,
        .max_bytes = (size_t)4 << 30, /* of the dram set */
        .element_bytes = 2 * LADDER_CHUNK_BYTES,
    };
    int points = 0;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(1);

    struct ladder l = { .pool_bytes = bench_options.max_bytes
                            / (2 * LADDER_CHUNK_BYTES)
                            * (2 * LADDER_CHUNK_BYTES) };
    size_t least = 2 * OUTRUN * gpu->l2_bytes;
    if (l.pool_bytes < least || l.pool_bytes < HOST_BYTES)
        bench_exit(BENCH_USAGE, "--max-bytes: the dram set must have %zu bytes "
                   "or more, 8 times the L2",
                   least > HOST_BYTES ? least : (size_t)HOST_BYTES);
    make_sets(&l, gpu);

    for (int level = 0; level < LEVELS; level++) {
        l.level = (enum ladder_level)level;
        if (!bench_wanted(levels[level].name))
            continue;
        if (prepare(&l, gpu) > 0)
            points++;
        else
            bench_note("left_out", "%s: needs %s", levels[level].name,
                       needs[level]);
    }
    bench_columns(BENCH_BOTH, "level,working_set_bytes", "sm_mhz", points);
    for (int level = 0; level < LEVELS; level++) {
        l.level = (enum ladder_level)level;
        if (bench_wanted(levels[level].name))
            measure(&l, gpu);
    }
    if (l.host)
        CUDA(cudaFreeHost(l.host));
    return bench_finish();
}
