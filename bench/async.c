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
#include "harness/reads.h"
#include "../kernels/async.h"

static const struct variant {
    struct bench_variant is;
    enum async_means means;
} variants[] = {
    { { "plain", "loads into registers, stored to shared memory" }, ASYNC_PLAIN },
    { { "groups", "cp.async, 16 bytes at a time" }, ASYNC_GROUPS },
    { { "bulk", "cp.async.bulk, a tile at a time" }, ASYNC_BULK },
    { { "tensor", "cp.async.bulk.tensor, a tile of a matrix at a time" }, ASYNC_TENSOR },
    { { NULL, NULL }, 0 },
};

enum {
    LEAST_TILE = 1 << 10,
    MOST_TILE = 32 << 10,
    MOST_AHEAD = 8,
    MOST_LOADS = 8, /* of a thread, in `plain` */
    LEAST_THREADS = 32,
    MOST_THREADS = 512,
};

struct async {
    struct bench_point point; /* its elements are the ints that a launch reads */
    struct async_shape shape;
};

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct async *a = point;

    CUDA(launch_async_read(&a->shape, reads_sums, reads_window(i, a->point.n), a->point.n, stream));
}

static size_t check(void *point)
{
    return reads_check(point, ((struct async *)point)->shape.blocks);
}

static void allocate(void)
{
    gpu_need_bulk_copies();
    gpu_fit(1);
    reads_allocate((size_t)gpu->sms * MOST_THREADS * MOST_LOADS * 16, (size_t)gpu->sms);
}

/* Adds a point if the GPU has room for it. Each point has a kernel of its own, so it is a group of
 * its own. */
static void add(struct async *a, size_t tile_bytes, size_t ahead)
{
    int fit;

    a->shape.tile_bytes = tile_bytes;
    a->shape.ahead = (int)ahead;
    if (async_shared_bytes(&a->shape) + ASYNC_OWN_BYTES > gpu->shared_bytes_per_block)
        return;
    CUDA(async_prepare(&a->shape, &fit));
    if (fit > 1)
        die("variant %s: %d blocks fit an SM, not 1", a->point.variant, fit);
    size_t trip = tile_bytes * (size_t)a->shape.blocks;
    reads_size(&a->point, trip, trip * ahead);
    a->point.group++;
    bench_add(a, sizeof *a, "%zu,%zu,%d,%zu", tile_bytes, ahead, a->shape.threads,
              tile_bytes * ahead);
}

static void points(void)
{
    size_t ratio = bench_options.quick ? 8 : 2;

    for (const struct variant *v = variants; v->is.name; v++) {
        struct async a = { .point = { .variant = v->is.name, .launch = launch },
                           .shape = { .means = v->means,
                                      .blocks = gpu->sms,
                                      .least_shared = gpu->shared_bytes_per_sm / 2 } };

        if (!bench_wanted(v->is.name))
            continue;
        for (int threads = LEAST_THREADS; threads <= MOST_THREADS; threads *= 4) {
            size_t words = (size_t)threads * 16; /* one of each thread */

            a.shape.threads = threads;
            if (v->means == ASYNC_PLAIN)
                for (size_t loads = 1; loads <= MOST_LOADS; loads *= ratio)
                    add(&a, loads * words, 1);
            else
                for (size_t tile = bench_larger(words, LEAST_TILE); tile <= MOST_TILE;
                     tile *= ratio)
                    for (size_t ahead = 1; ahead <= MOST_AHEAD; ahead *= ratio)
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
    .hooks = { .open = allocate, .points = points, .awkward = check, .check = check },
};
BENCH_MAIN(async, gpu_machine)
