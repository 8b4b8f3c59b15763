/* transpose.c - a matrix transposed: with a stride on one side, or through a tile in shared memory,
 * where a stride costs nothing (Harris, "How to Access Global Memory Efficiently in CUDA C/C++
 * Kernels", our claim G6).
 *
 * n = 1,024 stays in the L2: the launches of a sample return to the matrices that they find there.
 * The others are `dram`: each launch moves on to other windows of two pools far larger than the L2.
 *
 * Predicted for an H200, at n = 16,384: copy reaches 4,000 GB/s. naive reaches 1,100, because a
 * store of a warp touches 32 lines, and an SM handles about one line per cycle. gather reaches
 * 1,800, because the L1 keeps the sectors for the next seven warps. tiled reaches 1,800, because
 * each access of a column takes 32 turns. padded reaches 3,600 and wide 3,900. staged is as fast as
 * copy.
 * Found: the order is as predicted, but naive stores cost twice as much: 550 GB/s. gather reaches
 * 1,920, tiled 1,770, padded 3,533, wide 4,020 and copy 4,110. staged takes 4 % longer than copy,
 * and padded 16 %: the tile explains a quarter of that, and the order of the accesses the rest.
 */
#include "harness/gpu.h"
#include "../kernels/transpose.h"

#include <stdlib.h>

static const struct variant {
    struct bench_variant is;
    transpose_launcher *launch;
    bool copies; /* instead of transposing */
} variants[] = {
    { { "copy", "the same loop without a transpose: the ceiling" }, launch_transpose_copy, true },
    { { "staged", "the same through shared memory" }, launch_transpose_staged, true },
    { { "naive", "reads rows, writes columns" }, launch_transpose_naive, false },
    { { "gather", "reads columns, writes rows" }, launch_transpose_gather, false },
    { { "tiled", "through shared memory, with bank conflicts" }, launch_transpose_tiled, false },
    { { "padded", "through shared memory, a tile 33 wide" }, launch_transpose_padded, false },
    { { "wide", "16 bytes at a time, a swizzled tile" }, launch_transpose_wide, false },
    { { NULL, NULL }, NULL, false },
};

enum { MOST_AWKWARD = 1000, LEFT_OUT_BY_QUICK = 8192 }; /* rows and columns */
enum { AWKWARD_BYTES = MOST_AWKWARD * MOST_AWKWARD * sizeof(float) };

struct transpose {
    struct bench_point point; /* its elements are rows and columns */
    const struct variant *variant;
};

static void transpose_reference(uint32_t *to, const uint32_t *from, size_t n)
{
    for (size_t row = 0; row < n; row++)
        for (size_t x = 0; x < n; x++)
            to[x * n + row] = from[row * n + x];
}

static char *to, *from; /* pools of pool_bytes, with a guard */
static size_t pool_bytes;

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct transpose *t = point;
    size_t n = t->point.n, at = gpu_window(i, n * n * sizeof(float), pool_bytes);

    CUDA(t->variant->launch((float *)(to + at), (const float *)(from + at), n, stream));
}

static uint32_t *input, *expected; /* of the awkward sides */

static size_t check_side(void *point)
{
    const struct transpose *t = point;
    size_t n = t->point.n;

    transpose_reference(expected, input, n);
    return gpu_check_launch(point, to, t->variant->copies ? input : expected,
                            n * n * sizeof(float));
}

/* Checks matrices whose sides fill no tile, or leave rows unaligned. */
static void begin(void *point)
{
    input = bench_random(MOST_AWKWARD * MOST_AWKWARD);
    expected = bench_alloc(AWKWARD_BYTES);
    gpu_fill_random(from, pool_bytes / sizeof(float), bench_options.seed);
    bench_check_at(check_side, point, 0, 1, 2, 3, 4, 5, 8, 31, 32, 33, 36, 63, 64, 65, 68, 100, 127,
                   128, 129, MOST_AWKWARD);
    free(input);
    free(expected);
}

static size_t check(void *point)
{
    const struct transpose *t = point;
    size_t n = t->point.n, bytes = n * n * sizeof(float);

    if (t->variant->copies)
        return gpu_check_random(point, to, n * n);
    gpu_poison(to, bytes + GPU_GUARD);
    launch(point, 0, gpu->stream);
    CUDA(check_transpose((uint32_t *)to, n, bench_options.seed, gpu_counter(), gpu->stream));
    return gpu_counted() + gpu_count_guard(to + bytes);
}

static void allocate(void)
{
    gpu_fit(2);
    pool_bytes = gpu_pool_bytes(bench_larger(bench_options.max_bytes, AWKWARD_BYTES));
    to = gpu_alloc(pool_bytes + GPU_GUARD);
    from = gpu_alloc(pool_bytes + GPU_GUARD);
}

static void points(void)
{
    static const size_t sides[] = { 1024, 4096, 8192, 16384 };

    for (const struct variant *v = variants; v->is.name; v++)
        for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
            size_t n = sides[s], bytes = n * n * sizeof(float);
            bool dram = !gpu_stays_in_l2(2 * bytes);
            struct transpose t = {
                .point = { .variant = v->is.name,
                           .n = n,
                           .bytes = 2 * bytes,
                           .launch = launch,
                           .cold = dram,
                           .warm_bytes = dram ? 0 : 2 * bytes },
                .variant = v,
            };

            if (bench_size_wanted(bytes) && !(bench_options.quick && n == LEFT_OUT_BY_QUICK))
                bench_add(&t, sizeof t, "%s,%zu,%zu", dram ? "dram" : "l2", n, bytes);
        }
}

static const struct bench_experiment transpose = {
    .summary = "Transposes a square matrix of floats.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 20, .max = 1 << 30, .element = sizeof(float) },
    .columns = "variant,memory,n,array_bytes",
    .work = { "transposes", "rows and columns" },
    .hooks = { .open = allocate, .points = points, .begin = begin, .check = check },
};
BENCH_MAIN(transpose, gpu_machine)
