/* transpose.c - a matrix transposed: strided on one side, or through a tile in shared memory, where
 * a stride costs nothing (Harris, "How to Access Global Memory Efficiently in CUDA C/C++ Kernels",
 * which we number G6).
 *
 * n = 1,024 stays in the L2: the launches of a sample return to the matrices that they find there.
 * The others are `dram`: each launch moves on to other windows of two pools far larger than the L2.
 *
 * Predicted for an H200, at n = 16,384: copy reaches 4,000 GB/s, because 16 bytes in flight per
 * thread are enough. naive reaches 1,100: a store of a warp touches 32 lines, and an SM handles
 * about one per cycle, so writing alone takes 1 ms, and the 268 million sectors that go to the L2
 * take 1.6 ms at 5,500 GB/s. gather reaches 1,800: it touches as many lines, but the L1 keeps the
 * sectors for the next seven warps. tiled reaches 1,800: 32 turns for each access of a column, 1 ms
 * again. padded reaches 3,600 and wide 3,900, behind copy because what a block writes is scattered
 * over 32 or 64 rows. At n = 1,024 the launch is half of the time, and the order is the same.
 * Found: the order is as predicted, but naive stores cost twice as much, 550 GB/s at n = 16,384;
 * gather 1,920, tiled 1,770, padded 3,533, wide 4,020, copy 4,110.
 */
#include "harness/gpu.h"
#include "../kernels/transpose.h"

#include <stdlib.h>

static const struct variant {
    struct bench_variant is;
    transpose_launcher *launch;
    bool copies; /* and does not transpose */
} variants[] = {
    { { "copy", "the same loop without a transpose: the ceiling" }, launch_transpose_copy, true },
    { { "naive", "reads rows, writes columns" }, launch_transpose_naive, false },
    { { "gather", "reads columns, writes rows" }, launch_transpose_gather, false },
    { { "tiled", "through shared memory, with bank conflicts" }, launch_transpose_tiled, false },
    { { "padded", "through shared memory, a tile 33 wide" }, launch_transpose_padded, false },
    { { "wide", "16 bytes at a time, a swizzled tile" }, launch_transpose_wide, false },
    { { NULL, NULL }, NULL, false },
};

enum { MOST_AWKWARD = 1000, LEFT_OUT_BY_QUICK = 8192 }; /* rows and columns */

struct transpose {
    struct bench_point point;
    const struct variant *variant;
    size_t n; /* rows and columns */
};

//> reference
static void transpose_reference(uint32_t *to, const uint32_t *from, size_t n)
{
    for (size_t row = 0; row < n; row++)
        for (size_t x = 0; x < n; x++)
            to[x * n + row] = from[row * n + x];
}
//< reference

static char *to, *from; /* pools of pool_bytes, with a guard */
static size_t pool_bytes;

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct transpose *t = point;
    size_t at = gpu_window(i, t->n * t->n * sizeof(float), pool_bytes);

    CUDA(t->variant->launch((float *)(to + at), (const float *)(from + at), t->n, stream));
}

/* Checks sides that fill no tile, or leave rows unaligned, against the reference. */
static void begin(void *point)
{
    static const size_t sides[] = { 0,  1,  2,  3,  4,  5,   8,   31,  32,  33,
                                    36, 63, 64, 65, 68, 100, 127, 128, 129, MOST_AWKWARD };
    struct transpose t = *(struct transpose *)point;
    uint32_t *input = bench_random(MOST_AWKWARD * MOST_AWKWARD);
    uint32_t *expected = bench_alloc(MOST_AWKWARD * MOST_AWKWARD * sizeof *expected);

    gpu_fill_random(from, pool_bytes / sizeof(float), bench_options.seed);
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        size_t bytes = sides[s] * sides[s] * sizeof(float);

        t.n = sides[s];
        transpose_reference(expected, input, t.n);
        gpu_poison(to, bytes + GPU_GUARD);
        if (!gpu_leaves(&t.point, to, t.variant->copies ? input : expected, bytes))
            die("variant %s transposes %zu x %zu floats wrongly", t.variant->is.name, t.n, t.n);
    }
    free(input);
    free(expected);
}

static void check(void *point)
{
    const struct transpose *t = point;
    size_t n = t->n, bytes = n * n * sizeof(float), wrong;

    if (t->variant->copies) {
        wrong = gpu_leaves_random(point, to, n * n);
    } else {
        gpu_poison(to, bytes + GPU_GUARD);
        launch(point, 0, gpu->stream);
        CUDA(check_transpose((uint32_t *)to, n, bench_options.seed, gpu_counter(), gpu->stream));
        wrong = gpu_counted() + gpu_count_unpoisoned(to + bytes, GPU_GUARD);
    }
    if (wrong)
        die("variant %s transposes %zu x %zu floats wrongly: %zu differ", t->variant->is.name, n, n,
            wrong);
}

static void allocate(void)
{
    size_t awkward = MOST_AWKWARD * MOST_AWKWARD * sizeof(float);

    gpu_fit(2);
    pool_bytes = gpu_pool_bytes(bench_larger(bench_options.max_bytes, awkward));
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
                           .bytes = 2 * bytes,
                           .launch = launch,
                           .cold = dram,
                           .warm_bytes = dram ? 0 : 2 * bytes },
                .variant = v,
                .n = n,
            };

            if (bench_size_wanted(bytes) && !(bench_options.quick && n == LEFT_OUT_BY_QUICK))
                bench_add(&t, sizeof t, "%s,%s,%zu,%zu", v->is.name, dram ? "dram" : "l2", n,
                          bytes);
        }
}

int main(int argc, char **argv)
{
    static const struct bench_experiment transpose = {
        .program = { .name = "transpose",
                     .summary = "Transposes a square matrix of floats.",
                     .variants = { variants, sizeof *variants },
                     .bytes = { .min = 4 << 20, .max = 1 << 30, .element = sizeof(float) } },
        .machine = &gpu_machine,
        .columns = "variant,memory,n,array_bytes",
        .hooks = { .open = allocate, .points = points, .begin = begin, .check = check },
    };

    return bench_run(&transpose, argc, argv);
}
