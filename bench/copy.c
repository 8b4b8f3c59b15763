/* copy.c - device to device copies by width of access and size of array.
 *
 * In the rows marked `l2` the launches of a sample return to arrays that stay
 * there, as many pairs as do so together (gpu_time_warm()); each pair fits in
 * half of it, so there are none of larger ones. In the rows marked `dram`,
 * which every size has, each launch moves on to other windows of two pools far
 * larger than the L2, so that nothing it reads is cached, and what it writes
 * pushes out what was written before. Which arrays an int2 can be loaded from
 * at all is tried beforehand, and noted.
 *
 * Predicted for an H200, at 2 GiB: int short of the bus, since 270,000 threads
 * with a 4-byte load each have 1.1 MB in flight where 4.8 TB/s x 0.7 us needs
 * half of 3.4 MB for reading; int2, int4 and struct alike near 90 % of the
 * peak; nothing ahead of cudaMemcpy.
 * Found: int as predicted, the loops at 83 %, and once ahead of cudaMemcpy;
 * copy.cu says why. Shuffled is behind int4, so order counts; unaligned, with
 * four loads and stores for one, is 2.5 % behind struct, and a third in the L2.
 */
#include "harness/gpu.h"
#include "../kernels/copy.h"
#include "harness/random.h"

#include <stdlib.h>
#include <string.h>

struct variant {
    struct bench_variant is;
    copy_launcher *launch;
};

static const struct variant variants[] = {
    { { "int", "a loop, one int at a time" }, launch_copy_int },
    { { "int2", "a loop, one int2 at a time" }, launch_copy_int2 },
    { { "int4", "a loop, one int4 at a time" }, launch_copy_int4 },
    { { "struct", "a loop, one 16-byte struct at a time" },
      launch_copy_struct },
    { { "unaligned", "the same struct, not declared as aligned" },
      launch_copy_unaligned },
    { { "ticket", "a loop, one int4 at a time, drawn in order" },
      launch_copy_ticket },
    { { "shuffled", "a loop, one int4 at a time, drawn far apart" },
      launch_copy_shuffled },
    { { "once", "no loop, one int4 a thread" }, launch_copy_once },
    { { "memcpy", "cudaMemcpy, device to device" }, launch_copy_memcpy },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

/* Poisoned bytes behind an array that must stay so. */
enum { GUARD = GPU_ALIGNMENT };

struct copy {
    const struct variant *variant;
    int *to, *from;     /* pools of pool_bytes and a guard */
    size_t pool_bytes;
    size_t n;           /* ints a launch copies */
    size_t window;      /* bytes from one launch's array to the next's */
    size_t windows;
    int max_blocks;
};

static cudaError_t copy_launch(void *work, size_t i, cudaStream_t stream)
{
    struct copy *c = work;
    size_t skip = i % c->windows * c->window / sizeof *c->to;

    return c->variant->launch(c->to + skip, c->from + skip, c->n,
                              c->max_blocks, stream);
}

//> reference
static void copy_reference(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}
//< reference

/* Sizes that leave tails, against the reference on the host. */
static void check_awkward_sizes(const struct copy *c, int max_blocks,
                                cudaStream_t stream)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    size_t most = BENCH_AWKWARD_MOST * sizeof(int);
    unsigned char *got = bench_alloc(most + GUARD);
    unsigned char *expected = bench_alloc(most + GUARD);
    int *from = bench_alloc(most);
    int *to_gpu = gpu_alloc(most + GUARD), *from_gpu = gpu_alloc(most);

    for (size_t i = 0; i < most / sizeof *from; i++)
        from[i] = (int)random_u32(bench_options.seed, i);
    CUDA(cudaMemcpyAsync(from_gpu, from, most, cudaMemcpyHostToDevice, stream));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i];
        memset(expected, GPU_POISON, most + GUARD);
        copy_reference((int *)expected, from, n);
        CUDA(cudaMemsetAsync(to_gpu, GPU_POISON, most + GUARD, stream));
        CUDA(c->variant->launch(to_gpu, from_gpu, n, max_blocks, stream));
        CUDA(cudaMemcpyAsync(got, to_gpu, most + GUARD, cudaMemcpyDeviceToHost,
                             stream));
        CUDA(cudaStreamSynchronize(stream));
        if (memcmp(got, expected, most + GUARD) != 0)
            die("variant %s copies %zu ints wrongly", c->variant->is.name, n);
    }
    CUDA(cudaFree(to_gpu));
    CUDA(cudaFree(from_gpu));
    free(got);
    free(expected);
    free(from);
}

/* The first window of the size about to be timed, where it lies. */
static void check_window(const struct copy *c, cudaStream_t stream)
{
    size_t bytes = c->n * sizeof *c->to;

    CUDA(cudaMemsetAsync(c->to, GPU_POISON, bytes + GUARD, stream));
    CUDA(c->variant->launch(c->to, c->from, c->n, c->max_blocks, stream));
    size_t wrong = gpu_count_wrong((const uint32_t *)c->to, c->n,
                                   bench_options.seed)
                 + gpu_count_unpoisoned((char *)c->to + bytes, GUARD);
    if (wrong)
        die("variant %s copies %zu ints wrongly: %zu differ",
            c->variant->is.name, c->n, wrong);
}

/* Copies by int2 from `*shift` ints behind the start of an array. A wrong copy
 * is an unknown error. */
static cudaError_t copy_shifted(void *shift)
{
    enum { INTS = 4096 };
    static int from[INTS], got[INTS];
    size_t first = *(const size_t *)shift, n = INTS - first;
    int *to_gpu, *from_gpu;
    cudaError_t error;

    for (int i = 0; i < INTS; i++)
        from[i] = (int)random_u32(bench_options.seed, (uint64_t)i);
    memset(got, GPU_POISON, sizeof got);
    if ((error = cudaMalloc((void **)&to_gpu, sizeof got))
        || (error = cudaMalloc((void **)&from_gpu, sizeof from))
        || (error = cudaMemcpy(from_gpu, from, sizeof from,
                               cudaMemcpyHostToDevice))
        || (error = launch_copy_int2(to_gpu, from_gpu + first, n, 4, NULL))
        || (error = cudaMemcpy(got, to_gpu, n * sizeof *got,
                               cudaMemcpyDeviceToHost))
        || (error = cudaFree(to_gpu)) || (error = cudaFree(from_gpu)))
        return error;
    return memcmp(got, from + first, n * sizeof *got) == 0 ? cudaSuccess
                                                           : cudaErrorUnknown;
}

/* Notes that an int2 can be loaded from a start that it must be able to. */
static void note_shift(const char *key, size_t shift)
{
    cudaError_t error = copy_shifted(&shift);

    if (error == cudaErrorUnknown)
        die("variant int2 copies wrongly from int %zu of an array on", shift);
    if (error)
        die("variant int2 cannot copy from int %zu of an array on: %s", shift,
            cudaGetErrorString(error));
    bench_note(key, "%s", cudaGetErrorName(error));
}

static void measure(struct copy *c, const struct gpu *gpu, bool dram)
{
    const char *memory = dram ? "dram" : "l2";
    size_t bytes = c->n * sizeof *c->to;
    char size[32];

    bench_progress("%s, %s of %s", c->variant->is.name,
                   bench_size_text(bytes, size), memory);
    check_window(c, gpu->stream);
    struct gpu_time time = dram ? gpu_time_cold(copy_launch, c)
                                : gpu_time_warm(copy_launch, c, 2 * bytes);
    struct bench_row row = gpu_row(2 * bytes, time);
    bench_row(&row, "%s,%s,%zu", c->variant->is.name, memory, bytes);
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "copy",
        .summary = "Copies an array of ints from GPU memory to GPU memory.",
        .variants = names,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)2 << 30,
        .element_bytes = sizeof(int),
    };
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    bool tries_shifts = bench_wanted("int2") && !bench_options.profile;
    size_t one = 1;
    cudaError_t from_1
        = tries_shifts ? gpu_attempt(copy_shifted, &one) : cudaSuccess;
    const struct gpu *gpu = gpu_open();
    if (tries_shifts) {
        note_shift("int2_from_0", 0);
        bench_note("int2_from_1", "%s", cudaGetErrorName(from_1));
        note_shift("int2_from_2", 2);
    }
    gpu_fit(2);

    size_t most = bench_options.max_bytes, least = bench_options.min_bytes;
    struct copy c = { .max_blocks = gpu->sms * gpu->threads_per_sm / 256 };
    c.pool_bytes = gpu_pool_bytes(most);
    c.to = gpu_alloc(c.pool_bytes + GUARD);
    c.from = gpu_alloc(c.pool_bytes + GUARD);

    size_t ratio = bench_options.quick ? 4 : 2; /* of one size to the next */
    int points = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (size_t bytes = least; bytes <= most; bytes *= ratio)
            points += !bench_wanted(variants[v].is.name) ? 0
                    : gpu_stays_in_l2(2 * bytes) ? 2 : 1;
    bench_columns(BENCH_RATE, "variant,memory,array_bytes", "sm_mhz", points);

    for (int v = 0; v < VARIANTS; v++) {
        c.variant = &variants[v];
        if (!bench_wanted(c.variant->is.name))
            continue;
        check_awkward_sizes(&c, c.max_blocks, gpu->stream);
        /* A loop of few blocks makes many trips before it comes to the tail. */
        check_awkward_sizes(&c, 3, gpu->stream);
        gpu_fill_random((uint32_t *)c.from, c.pool_bytes / sizeof *c.from,
                        bench_options.seed);
        for (int dram = 0; dram < 2; dram++)
            for (size_t bytes = least; bytes <= most; bytes *= ratio) {
                if (!dram && !gpu_stays_in_l2(2 * bytes))
                    break;
                c.n = bytes / sizeof *c.to;
                c.window = gpu_aligned(bytes);
                c.windows = c.pool_bytes / c.window;
                measure(&c, gpu, dram);
            }
    }
    return bench_finish();
}
