/* tile.c - time of an image filter by its radius and by how its tiles come to shared memory.
 *
 * Images are far larger than the L2. threads_per_sm is how many threads an SM has at once: blocks
 * of 256 ask for so much shared memory that no more fit. `bytes` are each pixel read and written
 * once.
 *
 * Predicted for an H200, in GB/s: at radius 0 and 1 memory is the limit, so the kernels with a ring
 * reach 3,900, as other loops, with 512 threads already. plain needs all 2,048, because each of its
 * blocks waits for its own loads; with 256 it has 1,300. At radius 2 a thread reads 10 words of
 * shared memory per pixel, and an SM delivers 32 words per cycle, so 6,700 are possible and DRAM is
 * still the limit. At 4 it reads 27 words, which leaves 2,480, and at 8 85 words and 790, whatever
 * brings the tiles: there a pipeline gains nothing with 2,048 threads. tensor beats groups, which
 * computes an address for each 16 bytes, by a tenth at radius 0.
 * Found: radius 0 reaches 4,000, but a ring needs 1,024 threads for it, and loses a tenth with
 * 2,048. From radius 1 on neither DRAM nor the words of shared memory are the limit, as we thought:
 * the best are 3,300, 2,880, 1,940 and 710 at radius 1, 2, 4 and 8. We had left out the additions,
 * 25 per pixel at radius 2 and 81 at 4, and the border, which makes a tile of radius 2 bring 1.4
 * times its pixels. The clock fell too, once to 1,750 MHz. plain has 1,050 with 256 threads. With
 * all 2,048 it is 9 % behind the best ring at radius 1 and 2 % at radius 8, so there a pipeline
 * gains little, as predicted; but with 512 threads tensor is twice as fast as plain. It beats
 * groups by 1 % at radius 0, and by 9 to 21 % at the others.
 */
#include "harness/gpu.h"
#include "harness/random.h"
#include "../kernels/tile.h"

#include <stdlib.h>

static const struct variant {
    struct bench_variant is;
    enum tile_means means;
} variants[] = {
    { { "plain", "a block per tile, by loads and stores" }, TILE_PLAIN },
    { { "groups", "a loop over tiles, by cp.async" }, TILE_GROUPS },
    { { "tensor", "a loop over tiles, by cp.async.bulk.tensor" }, TILE_TENSOR },
    { { NULL, NULL }, 0 },
};

enum {
    MOST_AWKWARD = 332, /* rows and columns */
    LEAST_THREADS = 256,
    OWN_BYTES = 2048, /* at most, of shared memory: a block's barriers, and what CUDA keeps */
};

struct tile {
    struct bench_point point; /* its elements are rows and columns */
    struct tile_work work;
};

static void tile_reference(uint32_t *to, const uint32_t *from, int n, int radius)
{
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            uint32_t sum = 0;
            for (int v = y - radius; v <= y + radius; v++)
                for (int u = x - radius; u <= x + radius; u++)
                    if (v >= 0 && v < n && u >= 0 && u < n)
                        sum += from[v * n + u];
            to[y * n + x] = sum;
        }
}

static char *to, *from, *wanted;   /* images on the GPU; `to` has a guard */
static uint32_t *input, *expected; /* of the awkward sizes, here */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    struct tile_work work = ((struct tile *)point)->work;

    work.to = (int *)to;
    work.from = (const int *)from;
    work.n = ((struct bench_point *)point)->n;
    CUDA(launch_tile(&work, stream));
}

static size_t check_side(void *point)
{
    const struct tile *t = point;
    size_t n = t->point.n;

    tile_reference(expected, input, (int)n, t->work.radius);
    return gpu_check_launch(point, to, expected, n * n * sizeof(int));
}

/* Prepares the kernel of this point, and returns whether exactly its blocks fit on the GPU at
 * once. */
static bool fits(const struct tile *t)
{
    int fit;

    CUDA(tile_prepare(&t->work, &fit));
    return fit * gpu->sms == t->work.blocks;
}

static size_t check(void *point)
{
    const struct tile *t = point;
    size_t n = t->point.n, bytes = n * n * sizeof(int);
    struct tile_work work = t->work;

    fits(t);
    bench_check_at(check_side, point, 4, 8, 12, 16, 20, 60, 64, 68, 124, 128, 132, MOST_AWKWARD);
    work.to = (int *)wanted;
    work.from = (const int *)from;
    work.n = n;
    CUDA(launch_tile_reference(&work, gpu->stream));
    gpu_poison(to, bytes + GPU_GUARD);
    launch(point, 0, gpu->stream);
    return gpu_count_different(to, wanted, bytes) + gpu_count_guard(to + bytes);
}

static void allocate(void)
{
    gpu_need_bulk_copies();
    gpu_fit(3);
    size_t bytes = bench_larger(bench_options.max_bytes, MOST_AWKWARD * MOST_AWKWARD * sizeof(int));
    to = gpu_alloc(bytes + GPU_GUARD);
    from = gpu_alloc(bytes);
    wanted = gpu_alloc(bytes);
    input = bench_random(MOST_AWKWARD * MOST_AWKWARD);
    expected = bench_alloc(MOST_AWKWARD * MOST_AWKWARD * sizeof *expected);
    gpu_fill_random(from, bytes / sizeof(int), bench_options.seed);
    bench_note("memory", "dram");
}

static void points(void)
{
    static const int radii[] = { 0, 1, 2, 4, 8 };
    size_t n = 4;

    while (4 * n * n * sizeof(int) <= bench_options.max_bytes)
        n *= 2;
    for (const struct variant *v = variants; v->is.name; v++)
        for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
            for (int threads = LEAST_THREADS; threads <= gpu->threads_per_sm; threads *= 2) {
                int blocks = threads / TILE_THREADS;
                struct tile t = {
                    .point = { .variant = v->is.name,
                               .n = n,
                               .bytes = 2 * n * n * sizeof(int),
                               .launch = launch,
                               .cold = 2 * n * n * sizeof(int) < 4 * gpu->l2_bytes },
                    .work = { .means = v->means,
                              .radius = radii[r],
                              .blocks = blocks * gpu->sms,
                              .least_shared = gpu->shared_bytes_per_sm / (size_t)blocks },
                };

                if (t.work.least_shared > gpu->shared_bytes_per_block)
                    t.work.least_shared = gpu->shared_bytes_per_block;
                t.work.least_shared -= OWN_BYTES;
                if (fits(&t))
                    bench_add(&t, sizeof t, "%d,%d", radii[r], threads);
            }
}

static const struct bench_experiment tile = {
    .summary = "Filters an image, whose tiles come to shared memory in different ways.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 64, .max = (size_t)1 << 30, .quick_max = 64 << 20, .element = sizeof(int) },
    .columns = "variant,radius,threads_per_sm",
    .work = { "filters", "pixels" },
    .hooks = { .open = allocate, .points = points, .check = check },
};
BENCH_MAIN(tile, gpu_machine)
