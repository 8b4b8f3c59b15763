/* copy.c - copies from GPU memory to GPU memory, by width of access and size of array.
 *
 * In rows marked `l2` the launches of a sample return to pairs of arrays that stay in the L2. In
 * rows marked `dram` each launch moves on to other windows of two pools far larger than the L2, so
 * that nothing it reads is cached. Small arrays time the launch, so only four variants have them.
 *
 * Predicted for an H200, at 2 GiB: int falls short of the bus, because 270,000 threads with a
 * 4-byte load each have 1.1 MB in flight, and reading needs half of 4.8 TB/s x 0.7 us = 3.4 MB.
 * int2, int4, struct and ints4 come near 90 % of the peak, ints1 is slower than int, and nothing is
 * faster than cudaMemcpy(). streaming ties with once, and tma reaches 4,150 GB/s.
 * Found: int is as predicted, but the loops reach only 83 %, and once 4,276 GB/s; copy.cu says why.
 * ints4 and cudaMemcpy() reach 4,261, tma 3,995. ints1 is a tenth slower than int. unaligned loses
 * 2.5 % against struct in DRAM and a third in the L2, streaming 2.5 % against once.
 */
#include "harness/gpu.h"
#include "../kernels/copy.h"
#include "harness/alignment.h"

static const struct variant {
    struct bench_variant is;
    copy_launcher *launch;
} variants[] = {
    { { "int", "a loop, one int at a time" }, launch_copy_int },
    { { "int2", "a loop, one int2 at a time" }, launch_copy_int2 },
    { { "int4", "a loop, one int4 at a time" }, launch_copy_int4 },
    { { "struct", "a loop, one 16-byte struct at a time" }, launch_copy_struct },
    { { "unaligned", "the same struct, not declared as aligned" }, launch_copy_unaligned },
    { { "ticket", "a loop, one int4 at a time, drawn in order" }, launch_copy_ticket },
    { { "shuffled", "a loop, one int4 at a time, drawn far apart" }, launch_copy_shuffled },
    { { "once", "no loop, one int4 per thread" }, launch_copy_once },
    { { "ints1", "no loop, one int per thread" }, launch_copy_ints1 },
    { { "ints4", "no loop, four ints per thread" }, launch_copy_ints4 },
    { { "streaming", "as once, with hints that nothing is needed again" }, launch_copy_streaming },
    { { "tma", "the TMA, through shared memory, if the GPU has one" }, launch_copy_tma },
    { { "memcpy", "cudaMemcpy, device to device" }, launch_copy_memcpy },
    { { NULL, NULL }, NULL },
};

struct copy {
    struct bench_point point; /* its elements are ints */
    copy_launcher *launch;
    int max_blocks; /* of the loops */
};

static char *to, *from; /* pools of pool_bytes, with a guard */
static size_t pool_bytes;

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct copy *c = point;
    size_t at = gpu_window(i, c->point.n * sizeof(int), pool_bytes);

    CUDA(c->launch((int *)(to + at), (int *)(from + at), c->point.n, c->max_blocks, stream));
}

static size_t check(void *point)
{
    return gpu_check_random(point, to, ((struct bench_point *)point)->n);
}

static size_t check_awkward(void *point)
{
    struct copy few = *(struct copy *)point;

    few.max_blocks = 3; /* few blocks make many trips */
    return check(point) + check(&few);
}

static void begin(void *point)
{
    gpu_fill_random(from, pool_bytes / sizeof(int), bench_options.seed);
}

static void before(void)
{
    alignment_try(launch_copy_int2);
}

static void allocate(void)
{
    alignment_note(launch_copy_int2);
    gpu_fit(2);
    pool_bytes = gpu_pool_bytes(bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * 4));
    to = gpu_alloc(pool_bytes + GPU_GUARD);
    from = gpu_alloc(pool_bytes + GPU_GUARD);
}

static void points(void)
{
    size_t ratio = bench_options.quick ? 4 : 2, most = bench_options.max_bytes;

    for (const struct variant *v = variants; v->is.name; v++) {
        if (v->launch == launch_copy_tma && gpu->major < 9)
            continue;
        size_t least = v < variants + 4 ? 0 : most / ratio < 4 << 20 ? most / ratio + 1 : 4 << 20;
        for (int dram = 0; dram < 2; dram++)
            for (size_t bytes = bench_options.min_bytes; bytes <= most; bytes *= ratio) {
                struct copy c = {
                    .point = { .variant = v->is.name,
                               .n = bytes / sizeof(int),
                               .bytes = 2 * bytes,
                               .launch = launch,
                               .cold = dram,
                               .warm_bytes = dram ? 0 : 2 * bytes },
                    .launch = v->launch,
                    .max_blocks = gpu->sms * gpu->threads_per_sm / 256,
                };
                if (bytes >= least && (dram || gpu_stays_in_l2(2 * bytes)))
                    bench_add(&c, sizeof c, "%s,%zu", dram ? "dram" : "l2", bytes);
            }
    }
}

static const struct bench_experiment copy = {
    .summary = "Copies an array of ints from GPU memory to GPU memory.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 10, .max = (size_t)2 << 30, .element = sizeof(int) },
    .columns = "variant,memory,array_bytes",
    .work = { "copies", "ints" },
    .hooks = { .before = before,
               .open = allocate,
               .points = points,
               .begin = begin,
               .awkward = check_awkward,
               .check = check },
};
BENCH_MAIN(copy, gpu_machine)
