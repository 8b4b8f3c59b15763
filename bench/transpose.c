/* transpose.c - a matrix transposed: strided on one side, or through a tile in
 * shared memory, where a stride costs nothing (sources.md, G6).
 *
 * n = 1,024 stays in the L2: the launches of a sample return to the matrices
 * that they find there. The others are `dram`: each launch moves on to other
 * windows of two pools far larger than the L2.
 *
 * Predicted for an H200, at n = 16,384: copy 4,000 GB/s, as 16 bytes a thread
 * in flight are enough. naive 1,100: a warp's store touches 32 lines, an SM
 * handles about one a cycle, so writing alone takes 1 ms, and 268 million
 * sectors on their way to the L2 take 1.6 ms at 5,500 GB/s. gather 1,800: as
 * many lines, but the L1 keeps the sectors for the next seven warps. tiled
 * 1,800: 32 turns for each access of a column, 1 ms again. padded 3,600 and
 * wide 3,900, behind copy since what a block writes is scattered over 32 or 64
 * rows. At n = 1,024 the launch is half of the time; the order is the same.
 * Found: the order is as predicted, but naive stores cost twice that, 550 GB/s
 * at n = 16,384; gather 1,920, tiled 1,770, padded 3,533, wide 4,020, copy
 * 4,110.
 */
#include "harness/gpu.h"
#include "../kernels/transpose.h"
#include "harness/random.h"

#include <stdlib.h>
#include <string.h>

struct variant {
    struct bench_variant is;
    transpose_launcher *launch;
    bool copies; /* and does not transpose */
};

static const struct variant variants[] = {
    { { "copy", "the same loop without a transpose: the ceiling" },
      launch_transpose_copy, true },
    { { "naive", "reads rows, writes columns" }, launch_transpose_naive,
      false },
    { { "gather", "reads columns, writes rows" }, launch_transpose_gather,
      false },
    { { "tiled", "through shared memory, with bank conflicts" },
      launch_transpose_tiled, false },
    { { "padded", "through shared memory, a tile 33 wide" },
      launch_transpose_padded, false },
    { { "wide", "16 bytes at a time, a swizzled tile" },
      launch_transpose_wide, false },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

/* Rows and columns. */
static const size_t sides[] = { 1024, 4096, 8192, 16384 };
static const size_t quick_sides[] = { 1024, 4096, 16384 };

/* Poisoned bytes behind a matrix that must stay so. */
enum { GUARD = GPU_ALIGNMENT };

struct transpose {
    const struct variant *variant;
    float *to, *from;   /* pools of pool_bytes and a guard */
    size_t pool_bytes;
    size_t n;
    size_t window;      /* bytes from one launch's matrix to the next's */
    size_t windows;
};

static cudaError_t transpose_launch(void *work, size_t i, cudaStream_t stream)
{
    struct transpose *t = work;
    size_t skip = i % t->windows * t->window / sizeof *t->to;

    return t->variant->launch(t->to + skip, t->from + skip, t->n, stream);
}

//> reference
static void transpose_reference(float *to, const float *from, size_t n)
{
    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < n; x++)
            to[x * n + y] = from[y * n + x];
}
//< reference

/* Sides that fill no tile, or leave rows unaligned, against the reference. */
static void check_awkward_sides(const struct variant *v, cudaStream_t stream)
{
    static const size_t awkward[] = { 0, 1, 2, 3, 4, 5, 8, 31, 32, 33, 36, 63,
                                      64, 65, 68, 100, 127, 128, 129, 1000 };
    size_t most = 1000 * 1000 * sizeof(float);
    unsigned char *got = bench_alloc(most + GUARD);
    unsigned char *expected = bench_alloc(most + GUARD);
    float *from = bench_alloc(most);
    float *to_gpu = gpu_alloc(most + GUARD), *from_gpu = gpu_alloc(most);

    for (size_t i = 0; i < most / sizeof *from; i++)
        from[i] = (float)random_u32(bench_options.seed, i);
    CUDA(cudaMemcpyAsync(from_gpu, from, most, cudaMemcpyHostToDevice, stream));
    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++) {
        size_t n = awkward[i], checked = n * n * sizeof(float) + GUARD;
        memset(expected, GPU_POISON, checked);
        if (v->copies)
            memcpy(expected, from, n * n * sizeof(float));
        else
            transpose_reference((float *)expected, from, n);
        CUDA(cudaMemsetAsync(to_gpu, GPU_POISON, checked, stream));
        CUDA(v->launch(to_gpu, from_gpu, n, stream));
        CUDA(cudaMemcpyAsync(got, to_gpu, checked, cudaMemcpyDeviceToHost,
                             stream));
        CUDA(cudaStreamSynchronize(stream));
        if (memcmp(got, expected, checked) != 0)
            die("variant %s transposes %zu x %zu floats wrongly", v->is.name, n,
                n);
    }
    CUDA(cudaFree(to_gpu));
    CUDA(cudaFree(from_gpu));
    free(got);
    free(expected);
    free(from);
}

/* The first window of the size about to be timed, where it lies. */
static void check_window(const struct transpose *t, cudaStream_t stream)
{
    size_t n = t->n, bytes = n * n * sizeof *t->to;
    const uint32_t *bits = (const uint32_t *)t->to;
    size_t wrong;

    CUDA(cudaMemsetAsync(t->to, GPU_POISON, bytes + GUARD, stream));
    CUDA(t->variant->launch(t->to, t->from, n, stream));
    if (t->variant->copies) {
        wrong = gpu_count_wrong(bits, n * n, bench_options.seed);
    } else {
        CUDA(check_transpose(bits, n, bench_options.seed, gpu_counter(),
                             stream));
        wrong = gpu_counted();
    }
    wrong += gpu_count_unpoisoned((char *)t->to + bytes, GUARD);
    if (wrong)
        die("variant %s transposes %zu x %zu floats wrongly: %zu differ",
            t->variant->is.name, n, n, wrong);
}

static void measure(struct transpose *t, const struct gpu *gpu)
{
    size_t bytes = t->n * t->n * sizeof *t->to;
    bool dram = !gpu_stays_in_l2(2 * bytes);

    t->window = gpu_aligned(bytes);
    t->windows = t->pool_bytes / t->window;
    bench_progress("%s, n = %zu", t->variant->is.name, t->n);
    check_window(t, gpu->stream);
    struct gpu_time time = dram ? gpu_time_cold(transpose_launch, t)
                                : gpu_time_warm(transpose_launch, t, 2 * bytes);
    struct bench_row row = gpu_row(2 * bytes, time);
    bench_row(&row, "%s,%s,%zu,%zu", t->variant->is.name, dram ? "dram" : "l2",
              t->n, bytes);
}

static bool side_wanted(size_t n)
{
    size_t bytes = n * n * sizeof(float);

    return bytes >= bench_options.min_bytes && bytes <= bench_options.max_bytes;
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "transpose",
        .summary = "Transposes a square matrix of floats.",
        .variants = names,
        .min_bytes = (size_t)4 << 20,
        .max_bytes = (size_t)1 << 30,
        .element_bytes = sizeof(float),
    };
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(2);

    const size_t *side = bench_options.quick ? quick_sides : sides;
    const int side_count = bench_options.quick
        ? sizeof quick_sides / sizeof *quick_sides
        : sizeof sides / sizeof *sides;
    struct transpose t = { 0 };
    t.pool_bytes = gpu_pool_bytes(bench_options.max_bytes);
    t.to = gpu_alloc(t.pool_bytes + GUARD);
    t.from = gpu_alloc(t.pool_bytes + GUARD);
    gpu_fill_random((uint32_t *)t.from, t.pool_bytes / sizeof *t.from,
                    bench_options.seed);

    int points = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (int s = 0; s < side_count; s++)
            points += bench_wanted(variants[v].is.name) && side_wanted(side[s]);
    bench_columns(BENCH_RATE, "variant,memory,n,array_bytes", "sm_mhz", points);

    for (int v = 0; v < VARIANTS; v++) {
        t.variant = &variants[v];
        if (!bench_wanted(t.variant->is.name))
            continue;
        check_awkward_sides(t.variant, gpu->stream);
        for (int s = 0; s < side_count; s++) {
            if (!side_wanted(side[s]))
                continue;
            t.n = side[s];
            measure(&t, gpu);
        }
    }
    return bench_finish();
}
