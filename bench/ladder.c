/* ladder.c - bandwidth and latency of every level of the memory, one row each.
 *
 * The bandwidth is what all SMs read together, bytes asked for over time; of registers it is the 12
 * bytes that a multiply-add reads, see ladder.cu. The latency is that of one step of a chain that
 * one thread follows. working_set_bytes is what is read: of registers, shared and remote by one
 * block, of l1 by each SM, and of the others by all together. In dram each launch reads the half of
 * the set that the launch before it did not. A level that the machine has no room for is left out.
 *
 * Predicted for an H200: registers 401 TB/s and 4 cycles; shared 33 TB/s, 128 bytes per clock and
 * SM, and 33 cycles; remote 4 TB/s and 200 cycles; l1 as shared; l2 6 to 7 TB/s and 270 cycles;
 * dram 90 % of 4,814 GB/s and 600 ns; host 55 GB/s and more than 1 us.
 * Found: as predicted, but the latency of shared is 23 cycles (see dsm_latency.c) and that of dram
 * 335 to 350 ns, and l2 reaches 10.4 TB/s, far above the prediction.
 */
#include "harness/gpu.h"
#include "../kernels/ladder.h"
#include "harness/chain.h"
#include "harness/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINKS = 1 << 20, /* of a chain through dram or host: their lines are more than any L2 keeps */
    HOST_BYTES = LINKS * LADDER_LINE,
    CHECKED_CHUNKS = 16,             /* the host makes the sums of these as well */
    HALVES = 2 * LADDER_CHUNK_BYTES, /* the dram set is a multiple of this */
    OUTRUN = 4,                      /* half the dram set is at least this many times the L2 */
};

static const struct {
    struct bench_variant is;
    const char *needs; /* what some machines lack; see prepare() */
} levels[] = {
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

struct ladder {
    struct bench_point point;   /* the row */
    struct bench_point reading; /* timed for the bandwidth; its elements are trips */
    struct bench_point chasing; /* timed for the latency; its elements are steps */
    enum ladder_level level;
    size_t set;      /* bytes */
    unsigned halves; /* of the set: launches take turns */
    struct ladder_read read;
    struct ladder_chase chase;
    size_t links, spacing; /* of the chain, and bytes from one link to the next */
    size_t walked;         /* steps since the walk was begun */
};

static unsigned char *pool; /* on the GPU */
static size_t pool_bytes;
static uint32_t *host; /* pinned, HOST_BYTES as the pool begins; null if there is not enough */
static uint32_t *chunk_sums;          /* of the pool */
static uint32_t *sums_gpu, *sums_got; /* what launches write, and a copy on the host */
static float (*points_host)[LADDER_LANE_PAIRS][2], *points_gpu; /* LADDER_LANES of them */
static uint32_t *next, *next_gpu;                               /* the chain, LINKS at most */
static const void **position; /* of the walk, on the GPU, with a guard behind it */

/* Finds the struct ladder of which the point of a launch is a part. */
static struct ladder *ladder_of(void *point, size_t offset)
{
    return (struct ladder *)(void *)((char *)point - offset);
}

/* ---- Rates --------------------------------------------------------------- */

static void read_launch(void *point, size_t i, cudaStream_t stream)
{
    const struct ladder *l = ladder_of(point, offsetof(struct ladder, reading));
    struct ladder_read half = l->read;

    half.trips = (unsigned)l->reading.n;
    half.set = (const unsigned char *)half.set + i % l->halves * half.chunks * LADDER_CHUNK_BYTES;
    CUDA(launch_ladder_read(l->level, &half, stream));
}

/* Returns what block b adds up, from the sums of the chunks of the set. */
static uint32_t ladder_reference(const uint32_t *sums, unsigned chunks, unsigned b, size_t trips)
{
    uint32_t sum = 0;

    for (size_t trip = 0; trip < trips; trip++)
        sum += sums[(b + trip) % chunks];
    return sum;
}

/* Makes one multiply-add after the other, each rounded once. Returns the sum of the final bits. */
static size_t rotate_reference(const float from[2], float factor, size_t trips)
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
static uint32_t registers_reference(size_t trips)
{
    uint32_t sum = 0;

    for (int lane = 0; lane < LADDER_LANES; lane++)
        for (int p = 0; p < LADDER_PAIRS; p++)
            sum += (uint32_t)rotate_reference(points_host[lane][p],
                                              points_host[lane][LADDER_PAIRS][0], trips);
    return sum * (LADDER_THREADS / LADDER_LANES);
}

static size_t check_read(void *point)
{
    const struct ladder *l = ladder_of(point, offsetof(struct ladder, reading));
    const struct ladder_read *r = &l->read;
    size_t trips = l->reading.n, wrong = 0;
    uint32_t registers = l->level == LADDER_REGISTERS ? registers_reference(trips) : 0;

    for (unsigned half = 0; half < l->halves; half++) {
        gpu_poison(r->sums, r->blocks * sizeof *r->sums + GPU_GUARD);
        read_launch(point, half, gpu->stream);
        gpu_download(sums_got, r->sums, r->blocks * sizeof *r->sums);
        for (unsigned b = 0; b < r->blocks; b++) {
            const uint32_t *sums = chunk_sums + half * r->chunks;
            if (l->level == LADDER_REMOTE) /* what the other block of the cluster has */
                sums += b % 2 ? 0 : LADDER_BLOCK_CHUNKS;
            wrong += sums_got[b]
                  != (l->level == LADDER_REGISTERS ? registers
                                                   : ladder_reference(sums, r->chunks, b, trips));
        }
        wrong += gpu_count_guard(r->sums + r->blocks);
    }
    return wrong;
}

/* Times reading. Checks few blocks and trips first, then doubles the trips until they take long
 * enough, unless a launch goes through the set only once. */
static void time_reading(struct ladder *l)
{
    struct bench_point *point = &l->reading;
    unsigned blocks = l->read.blocks;

    l->read.blocks = 2;
    bench_check_at(check_read, point, 0, 1, 2, 3, 5, 17);
    l->read.blocks = blocks;
    point->n = 1;
    while (l->level < LADDER_DRAM && !gpu_runs_long(point))
        point->n *= 2;
    bench_check(check_read, point);
    gpu_time(&point, 1);
}

static size_t read_bytes(const struct ladder *l)
{
    size_t trips = l->read.blocks * l->reading.n;

    if (l->level == LADDER_REGISTERS)
        return trips * LADDER_THREADS * LADDER_PAIRS * 2 * 3 * sizeof(float);
    return trips * LADDER_CHUNK_BYTES;
}

/* ---- Latencies ------------------------------------------------------------ */

static void chase_launch(void *point, size_t i, cudaStream_t stream)
{
    struct ladder *l = ladder_of(point, offsetof(struct ladder, chasing));

    (void)i;
    l->chase.steps = l->chasing.n;
    l->walked += l->chasing.n;
    CUDA(launch_ladder_chase(l->level, &l->chase, stream));
}

/* In shared memory and registers each launch begins from the start. */
static bool starts_over(const struct ladder *l)
{
    return l->level <= LADDER_REMOTE;
}

static size_t check_chase(void *point)
{
    const struct ladder *l = ladder_of(point, offsetof(struct ladder, chasing));
    size_t steps = starts_over(l) ? l->chasing.n : l->walked;
    size_t end = follow_chain(next, 0, steps % l->links);

    if (l->level == LADDER_REGISTERS)
        end = rotate_reference(points_host[0][0], points_host[0][LADDER_PAIRS][0], steps / 2);
    else if (!starts_over(l))
        end = (size_t)l->chase.lines + end * l->spacing;
    return gpu_count_unlike(position, &end, sizeof end) + gpu_count_guard(position + 1);
}

static size_t launch_and_check_chase(void *point)
{
    chase_launch(point, 0, gpu->stream);
    return check_chase(point);
}

/* Makes the chain of links. Without lines the kernel copies it to its shared memory or
 * registers. */
static void make_links(const struct ladder *l)
{
    unsigned char *lines = (unsigned char *)(uintptr_t)l->chase.lines;

    make_chain(next, l->links, bench_options.seed);
    gpu_upload(next_gpu, next, l->links * sizeof *next);
    if (l->level == LADDER_HOST)
        for (size_t i = 0; i < l->links; i++) {
            const void *to = lines + next[i] * l->spacing;
            memcpy(lines + i * l->spacing, &to, sizeof to);
        }
    else if (lines)
        gpu_link_slots(lines, l->spacing, next_gpu, l->links);
}

/* Times following a chain. */
static void time_chasing(struct ladder *l)
{
    struct bench_point *point = &l->chasing;

    l->links = LADDER_LINKS;
    if (!starts_over(l)) {
        l->chase.lines = l->level == LADDER_HOST ? (unsigned char *)host : pool;
        l->links = l->set / LADDER_LINE < LINKS ? l->set / LADDER_LINE : LINKS;
        l->spacing = l->set / l->links / LADDER_LINE * LADDER_LINE;
    }
    make_links(l);
    if (l->level == LADDER_DRAM) /* push the links that were just written out of the L2 */
        for (unsigned half = 0; half < l->halves; half++)
            read_launch(&l->reading, half, gpu->stream);
    gpu_poison(position, sizeof *position + GPU_GUARD);
    gpu_upload(position, &l->chase.lines, sizeof *position);
    l->chase.touched = l->links;
    l->walked = 0;
    bench_check_at(launch_and_check_chase, point, 0, 2, 16, 30, 258, 1026);
    point->n = 2;
    while (!gpu_runs_long(point))
        point->n *= 2;
    bench_check(check_chase, point);
    gpu_time(&point, 1);
    bench_check(check_chase, point);
}

/* ---- Levels --------------------------------------------------------------- */

/* Sets up what a level reads, and its working set. Returns false if the machine lacks what the
 * level needs. */
static bool prepare(struct ladder *l)
{
    const size_t set = LADDER_BLOCK_CHUNKS * LADDER_CHUNK_BYTES;
    const size_t chunk = LADDER_CHUNK_BYTES;
    struct ladder_read *r = &l->read;

    /* The set and a block's sum must fit. */
    if (l->level == LADDER_SHARED && gpu->shared_bytes_per_block <= set)
        return false;
    /* Two of the chain's blocks must not fit an SM: see ladder.cu. */
    if (l->level == LADDER_REMOTE && (gpu->major < 9 || gpu->shared_bytes_per_block < 144 << 10))
        return false;
    /* L1 and shared memory are one, of which shared memory can have all but 28 KiB or more. A
     * smaller L1 may lose part of the set. */
    if (l->level == LADDER_L1 && gpu->shared_bytes_per_sm + (28 << 10) < 2 * set)
        return false;
    if (l->level == LADDER_HOST && !host)
        return false;
    CUDA(ladder_resident_blocks(l->level, &r->blocks));
    if (r->blocks == 0)
        return false;
    r->sums = sums_gpu;
    r->set = l->level == LADDER_REGISTERS ? (void *)points_gpu
           : l->level == LADDER_HOST      ? (void *)host
                                          : pool;
    l->halves = l->level == LADDER_DRAM ? 2 : 1;
    l->set = l->level == LADDER_REGISTERS ? LADDER_THREADS * (2 * LADDER_PAIRS + 1) * sizeof(float)
           : l->level == LADDER_L2   ? gpu->l2_bytes / 4 / chunk * chunk /* in the nearer half */
           : l->level == LADDER_DRAM ? pool_bytes
           : l->level == LADDER_HOST ? HOST_BYTES
                                     : set;
    r->chunks = l->level == LADDER_REGISTERS ? 1 : (unsigned)(l->set / chunk / l->halves);
    if (l->level >= LADDER_DRAM)
        r->blocks = r->chunks;
    return true;
}

static void measure(void *point)
{
    struct ladder *l = point;

    /* The chain of the level before has been written into the pool. */
    gpu_fill_random(pool, pool_bytes / sizeof(uint32_t), bench_options.seed);
    time_reading(l);
    time_chasing(l);
    l->point.row = l->reading.row;
    l->point.row.bytes = read_bytes(l);
    l->point.row.ns = bench_scaled(l->chasing.row.time, 1e6 / (double)l->chasing.n);
    /* Cycles are at the clock of the chain; but if the clock fell during the rate, the row must
     * show that. */
    if (!bench_throttled(&l->point.row))
        l->point.row.clock_mhz = l->chasing.row.clock_mhz;
}

/* Makes the sums of all chunks of the pool on the GPU; the host makes the first few again. */
static void make_chunk_sums(void)
{
    const size_t chunks = pool_bytes / LADDER_CHUNK_BYTES;
    const size_t values = LADDER_CHUNK_BYTES / sizeof(uint32_t);

    CUDA(ladder_chunk_sums(sums_gpu, chunks, bench_options.seed, gpu->stream));
    gpu_download(chunk_sums, sums_gpu, chunks * sizeof *chunk_sums);
    for (size_t c = 0; c < CHECKED_CHUNKS && c < chunks; c++) {
        uint32_t sum = 0;
        for (size_t i = 0; i < values; i++)
            sum += random_u32(bench_options.seed, c * values + i);
        if (sum != chunk_sums[c])
            die("the sum of chunk %zu is wrong", c);
    }
}

/* Makes the points that the registers hold, and the factors that turn them. */
static void make_points(void)
{
    for (int lane = 0; lane < LADDER_LANES; lane++)
        for (int p = 0; p < LADDER_LANE_PAIRS; p++)
            for (int i = 0; i < 2; i++) {
                uint64_t n = (uint64_t)((lane * LADDER_LANE_PAIRS + p) * 2 + i);
                float small = (float)(1 + random_small(bench_options.seed, n));
                /* A factor between 0 and 1 keeps all points near a circle. */
                points_host[lane][p][i] = p < LADDER_PAIRS ? small : small / 2048;
            }
    gpu_upload(points_gpu, points_host, LADDER_LANES * sizeof *points_host);
}

/* Allocates what the levels read, and fills it. */
static void allocate(void)
{
    gpu_fit(1);
    pool_bytes = bench_options.max_bytes / HALVES * HALVES;
    size_t least = bench_larger(2 * OUTRUN * gpu->l2_bytes, HOST_BYTES);
    if (pool_bytes < least)
        bench_exit(BENCH_USAGE,
                   "--max-bytes: the dram set must have %zu bytes or more, 8 times "
                   "the L2",
                   least);
    size_t chunks = pool_bytes / LADDER_CHUNK_BYTES, sums = bench_larger(chunks, 65536);
    pool = gpu_alloc(pool_bytes);
    sums_gpu = gpu_alloc(sums * sizeof *sums_gpu + GPU_GUARD); /* enough for any launch's blocks */
    sums_got = bench_alloc(sums * sizeof *sums_got);
    chunk_sums = bench_alloc(chunks * sizeof *chunk_sums);
    next = bench_alloc(LINKS * sizeof *next);
    next_gpu = gpu_alloc(LINKS * sizeof *next_gpu);
    points_host = bench_alloc(LADDER_LANES * sizeof *points_host);
    points_gpu = gpu_alloc(LADDER_LANES * sizeof *points_host);
    position = gpu_alloc(sizeof *position + GPU_GUARD);
    gpu_fill_random(pool, pool_bytes / sizeof(uint32_t), bench_options.seed);
    if (cudaMallocHost((void **)&host, HOST_BYTES) == cudaSuccess) {
        CUDA(cudaMemcpyAsync(host, pool, HOST_BYTES, cudaMemcpyDeviceToHost, gpu->stream));
    } else {
        host = NULL;
        cudaGetLastError(); /* we have handled it: there is no such level */
    }
    make_chunk_sums();
    make_points();
}

static void points(void)
{
    for (int level = 0; levels[level].is.name; level++) {
        struct ladder l = {
            .point = { .variant = levels[level].is.name, .measure = measure },
            .reading = { .variant = levels[level].is.name, .launch = read_launch },
            .chasing = { .variant = levels[level].is.name, .launch = chase_launch, .single = true },
            .level = (enum ladder_level)level,
            .chase = { .position = position, .next = next_gpu, .set = points_gpu },
        };

        if (!bench_wanted(l.point.variant))
            continue;
        if (prepare(&l))
            bench_add(&l, sizeof l, "%zu", l.set);
        else
            bench_note("left_out", "%s: needs %s", l.point.variant, levels[level].needs);
    }
}

static const struct bench_experiment ladder = {
    .name = "ladder",
    .summary = "Reads every level of the memory, by all SMs and by one thread.",
    .variants = { levels, sizeof *levels },
    .bytes = { .min = HALVES, .max = (size_t)4 << 30, .element = HALVES }, /* of the dram set */
    .machine = &gpu_machine,
    .kind = BENCH_BOTH,
    .columns = "level,working_set_bytes",
    .work = { "makes", "trips or steps" },
    .hooks = { .open = allocate, .points = points },
};
BENCH_MAIN(ladder)
