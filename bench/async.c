/* async.c - bandwidth of reading DRAM through shared memory, by kind of copy, size of a tile, and
 * number of tiles in flight.
 *
 * Every launch goes on to another window of a pool far larger than the L2. A launch has one block
 * on each SM, which asks for more than half of its shared memory, so that no second one fits. A
 * window is a whole number of tiles for each block, chosen so that a launch takes about half a
 * millisecond. `bytes` are those read.
 *
 * Predicted for an H200: only bytes in flight matter, as in inflight.c, so all means lie on its
 * line of 0.34 GB/s for each byte per SM until near 4,400 GB/s. bulk copies reach 4,400 with 32 KiB
 * in flight and a single warp, which plain loads of 128 threads do not: 8 loads of 16 bytes each
 * are 16 KiB, and nothing is in flight while the threads store it, so 2,500 GB/s. cp.async needs
 * instructions, one per 16 bytes, and is as fast from 128 threads on. A tile costs a barrier of 100
 * cycles or so, so tiles of 1 KiB end at 1 KiB x 132 / 50 ns = 2,700 GB/s. tensor ties with bulk.
 * Found: a tile costs three times as much as we thought, so bytes in flight are not all that
 * matters. A warp spends 150 ns on each tile that bulk brings, and 55 ns on each KiB of it, because
 * it is slow to read shared memory. So it ends at 640 GB/s with tiles of 1 KiB and at 2,240 with 32
 * KiB, and cp.async, which costs it more, at 1,450. 128 threads spend 160 ns and 14 per KiB: 8
 * tiles of 4 KiB end at 2,530 GB/s, and 4 of 16 KiB reach 4,450. Then cp.async is 3 % behind, with
 * 512 threads it ties, and plain loads of 128 threads reach 2,960. With one tile in flight, bulk is
 * near the line of inflight.c (0.31 GB/s for each byte) only if the tile has 1 KiB. tensor ends
 * where bulk does, but a copy takes 80 to 100 ns longer.
 */
#include "harness/gpu.h"
#include "../kernels/async.h"

static const struct variant {
    struct bench_variant is;
    enum async_means means;
    int major; /* the compute capability that it needs */
} variants[] = {
    { { "plain", "loads into registers, stored to shared memory" }, ASYNC_PLAIN, 0 },
    { { "groups", "cp.async, 16 bytes at a time" }, ASYNC_GROUPS, 8 },
    { { "bulk", "cp.async.bulk, a tile at a time" }, ASYNC_BULK, 9 },
    { { "tensor", "cp.async.bulk.tensor, a tile of a matrix at a time" }, ASYNC_TENSOR, 9 },
    { { NULL, NULL }, 0, 0 },
};

enum {
    LEAST_TILE = 1 << 10,
    MOST_TILE = 32 << 10,
    MOST_AHEAD = 8,
    MOST_LOADS = 8, /* of a thread, in `plain` */
    LEAST_THREADS = 32,
    MOST_THREADS = 512,
    SHORT_BYTES = 4 << 20, /* a launch that reads less takes microseconds */
};

/* How long a launch should take, and the latency that we assume when we choose its size. */
static const double target_ns = 500e3, latency_ns = 600;

struct async {
    struct bench_point point; /* its elements are the ints that a launch reads */
    struct async_shape shape;
};

static uint32_t async_reference(const uint32_t *values, size_t n)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static char *from; /* a pool of pool_bytes */
static size_t pool_bytes;
static uint32_t *sums, *got, *on_host; /* a sum per block, on the GPU and here; the first ints */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct async *a = point;
    const int *at = (const int *)(from + gpu_window(i, a->point.n * sizeof(int), pool_bytes));

    CUDA(launch_async_read(&a->shape, sums, at, a->point.n, stream));
}

static size_t compare(struct async *a, uint32_t expected)
{
    size_t blocks = (size_t)a->shape.blocks;

    gpu_poison(sums, blocks * sizeof *sums + GPU_GUARD);
    launch(a, 0, gpu->stream);
    gpu_download(got, sums, blocks * sizeof *sums);
    return (async_reference(got, blocks) != expected) + gpu_count_guard(sums + blocks);
}

static size_t check_awkward(void *point)
{
    struct async *a = point;

    return compare(a, async_reference(on_host, a->point.n));
}

static size_t check(void *point)
{
    struct async *a = point;

    return compare(a, gpu_sum_random(a->point.n, bench_options.seed));
}

/* Returns how many ints are read in about target_ns: a whole number of tiles for each block, at
 * least one, and otherwise at most --max-bytes. */
static size_t ints_for(const struct async_shape *shape)
{
    size_t trip = shape->tile_bytes * (size_t)shape->blocks;
    double bytes_per_ns = (double)(trip * (size_t)shape->ahead) / latency_ns;

    if (bytes_per_ns > gpu->peak_gbs)
        bytes_per_ns = gpu->peak_gbs;
    size_t bytes = (size_t)(bytes_per_ns * target_ns);
    if (bytes > bench_options.max_bytes)
        bytes = bench_options.max_bytes;
    return (bytes > trip ? bytes / trip : 1) * trip / sizeof(int);
}

static void allocate(void)
{
    size_t trip = (size_t)gpu->sms * MOST_THREADS * MOST_LOADS * 16;

    gpu_fit(1);
    pool_bytes = gpu_pool_bytes(
        bench_larger(bench_larger(bench_options.max_bytes, trip), BENCH_AWKWARD_MOST * 4));
    from = gpu_alloc(pool_bytes);
    sums = gpu_alloc((size_t)gpu->sms * sizeof *sums + GPU_GUARD);
    got = bench_alloc((size_t)gpu->sms * sizeof *got);
    on_host = bench_random(BENCH_AWKWARD_MOST);
    gpu_fill_random(from, pool_bytes / sizeof(int), bench_options.seed);
    bench_note("memory", "dram");
}

/* Adds a point if the GPU has room for it. Each has a kernel of its own, and so a group. */
static void add(struct async *a, size_t tile_bytes, int ahead)
{
    int fit;

    a->shape.tile_bytes = tile_bytes;
    a->shape.ahead = ahead;
    if (async_shared_bytes(&a->shape) + ASYNC_OWN_BYTES > gpu->shared_bytes_per_block)
        return;
    CUDA(async_prepare(&a->shape, &fit));
    if (fit > 1)
        die("variant %s: %d blocks fit an SM, not 1", a->point.variant, fit);
    a->point.n = ints_for(&a->shape);
    a->point.bytes = a->point.n * sizeof(int);
    a->point.cold = a->point.bytes < SHORT_BYTES;
    a->point.group++;
    bench_add(a, sizeof *a, "%zu,%d,%d,%zu", tile_bytes, ahead, a->shape.threads,
              tile_bytes * (size_t)ahead);
}

static void points(void)
{
    int ratio = bench_options.quick ? 4 : 2;

    for (const struct variant *v = variants; v->is.name; v++) {
        struct async a = { .point = { .variant = v->is.name, .launch = launch },
                           .shape = { .means = v->means,
                                      .blocks = gpu->sms,
                                      .least_shared = gpu->shared_bytes_per_sm / 2 } };

        if (!bench_wanted(v->is.name) || gpu->major < v->major)
            continue;
        for (int threads = LEAST_THREADS; threads <= MOST_THREADS; threads *= 4) {
            size_t words = (size_t)threads * 16; /* one of each thread */

            a.shape.threads = threads;
            if (v->means == ASYNC_PLAIN)
                for (size_t loads = 1; loads <= MOST_LOADS; loads *= 2)
                    add(&a, loads * words, 1);
            else
                for (size_t tile = bench_larger(words, LEAST_TILE); tile <= MOST_TILE;
                     tile *= (size_t)ratio)
                    for (int ahead = 1; ahead <= MOST_AHEAD; ahead *= ratio)
                        add(&a, tile, ahead);
        }
    }
}

static const struct bench_experiment async = {
    .summary = "Reads GPU memory through shared memory, by copies that no thread waits for.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof(int), .max = (size_t)2 << 30, .element = sizeof(int) },
    .columns = "variant,tile_bytes,ahead,threads_per_sm,bytes_in_flight_per_sm",
    .work = { "sums", "ints" },
    .hooks = { .open = allocate, .points = points, .awkward = check_awkward, .check = check },
};
BENCH_MAIN(async, gpu_machine)
