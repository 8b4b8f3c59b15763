/* mix.c - reads and writes of DRAM in any mix, from reads alone to writes alone.
 *
 * A launch moves --max-bytes in all. `stream` reads one array and writes another; `update` reads
 * and writes the same lines; `memset` is cudaMemset().
 *
 * Predicted for an H200, with a peak of 4,814 GB/s: reads alone reach 94 % (4,505 GB/s, as
 * elsewhere in the book), writes alone the same (memset does), and each mix less, because DRAM has
 * to turn its bus round between reading and writing: a copy, half of each, reaches 89 %. The least
 * is expected at half and half, and the curve to be symmetric. `update` is as fast as half and
 * half.
 * Found: reads alone reach 92 to 94 %, writes alone 94.5 %, and every mix is slower than both, but
 * the curve is not symmetric: it falls until seven of eight words are written (81 to 82 %).
 * `update` is 2 % behind half and half. With two words per thread instead of eight
 * (mix-two_words.patch) half and half gains 2 % and update 7 %, writes alone gain 2 % and reads
 * alone lose 2 %.
 */
#include "harness/gpu.h"
#include "../kernels/mix.h"

#include <string.h>

enum { MEMSET_BYTE = 0x3C };
enum kind { STREAM, UPDATE, MEMSET };

static const struct bench_variant variants[] = {
    [STREAM] = { "stream", "one array is read, another is written" },
    [UPDATE] = { "update", "an array is read and written where it lies" },
    [MEMSET] = { "memset", "cudaMemset" },
    { NULL, NULL },
};

struct mix {
    struct bench_point point; /* its elements are threads */
    enum kind kind;
    int writes; /* of each MIX_WORDS words that are moved */
};

static char *to, *from;      /* with a guard behind each */
static uint32_t *sums, *got; /* of each warp, on the GPU with a guard, and here */

static size_t written(const struct mix *m)
{
    return m->point.n * (size_t)m->writes * 16;
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct mix *m = point;

    if (m->kind == STREAM)
        CUDA(launch_mix(sums, to, from, m->point.n, m->writes, stream));
    else if (m->kind == UPDATE)
        CUDA(launch_mix_update(to, m->point.n, stream));
    else
        CUDA(cudaMemsetAsync(to, MEMSET_BYTE, written(m), stream));
}

/* Checks the sum of what was read, and the guard behind the sums. */
static size_t check_sum(const struct mix *m)
{
    size_t warps = mix_warps(m->point.n), ints = m->point.n * (size_t)(MIX_WORDS - m->writes) * 4;
    uint32_t sum = 0;

    gpu_poison(sums, warps * sizeof *sums + GPU_GUARD);
    launch((void *)m, 0, gpu->stream);
    gpu_download(got, sums, warps * sizeof *sums);
    for (size_t w = 0; w < warps; w++)
        sum += got[w];
    return (ints > 0 && sum != gpu_sum_random(ints, bench_options.seed))
         + gpu_count_guard(sums + warps);
}

/* Checks only the last part of what cudaMemset() has set. */
static size_t check_end(size_t bytes)
{
    static char expected[1 << 16];
    size_t few = bytes < sizeof expected ? bytes : sizeof expected;

    memset(expected, MEMSET_BYTE, sizeof expected);
    return gpu_count_unlike(to + bytes - few, expected, few);
}

static size_t check(void *point)
{
    const struct mix *m = point;
    size_t bytes = written(m), wrong = 0;

    if (m->kind == UPDATE)
        gpu_fill_random(to, bytes / sizeof(uint32_t), bench_options.seed);
    else
        gpu_poison(to, bytes);
    gpu_poison(to + bytes, GPU_GUARD);
    if (m->kind == STREAM)
        wrong = check_sum(m);
    else
        launch(point, 0, gpu->stream);
    unsigned long long *count = gpu_counter();
    if (m->kind == STREAM)
        CUDA(count_mix_words(count, to, bytes / 16, gpu->stream));
    else if (m->kind == UPDATE)
        CUDA(count_mix_updated(count, to, bytes / sizeof(uint32_t), bench_options.seed,
                               gpu->stream));
    else
        wrong = check_end(bytes);
    return wrong + gpu_counted() + gpu_count_guard(to + bytes);
}

static void allocate(void)
{
    gpu_fit(2);
    size_t bytes = bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * MIX_WORDS * 16);
    to = gpu_alloc(bytes + GPU_GUARD);
    from = gpu_alloc(bytes + GPU_GUARD);
    size_t warps = mix_warps(bytes / (MIX_WORDS * 16));
    sums = gpu_alloc(warps * sizeof *sums + GPU_GUARD);
    got = bench_alloc(warps * sizeof *got);
    gpu_fill_random(from, bytes / sizeof(uint32_t), bench_options.seed);
    bench_note("memory", "dram");
}

static void add(enum kind kind, int writes)
{
    size_t threads = bench_options.max_bytes / (MIX_WORDS * 16);
    struct mix m = {
        .point = { .variant = variants[kind].name,
                   .n = threads,
                   .bytes = threads * MIX_WORDS * 16,
                   .launch = launch,
                   .cold = true },
        .kind = kind,
        .writes = writes,
    };

    bench_add(&m, sizeof m, "%d", writes);
}

static void points(void)
{
    for (int writes = 0; writes <= MIX_WORDS; writes++)
        add(STREAM, writes);
    add(UPDATE, MIX_WORDS / 2);
    add(MEMSET, MIX_WORDS);
}

static const struct bench_experiment mix = {
    .summary = "Reads and writes GPU memory in any mix.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = MIX_WORDS * 16, .max = (size_t)2 << 30, .element = MIX_WORDS * 16 },
    .columns = "variant,writes",
    .work = { "moves", "words" },
    .hooks = { .open = allocate, .points = points, .awkward = check, .check = check },
};
BENCH_MAIN(mix, gpu_machine)
