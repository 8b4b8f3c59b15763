/* managed.c - how fast pages of managed memory move between host and GPU: when somebody touches
 * them, or when they are fetched beforehand.
 *
 * Each sample first moves all pages to where the variant wants them, which is not timed. Then the
 * GPU adds 1 to all ints, or the CPU adds 1 to an int in each page of 4 KiB. `bytes` are those of
 * the array, so gbs is the rate at which pages come; in `stays` none has to. The times are the
 * CPU's, from the first call to the end of the work.
 *
 * Predicted for an H200, at 256 MiB (since then 64 MiB are the most, to save time): `fetched`
 * reaches 45 GB/s to the GPU, because the copy engines move 2 MiB at a time, and the kernel behind
 * it costs next to nothing. `faults` reaches a fifth of that, 10 GB/s, because the GPU stops for
 * the driver again and again. To the host `fetched` reaches 40 GB/s, and `faults` 3 GB/s, because
 * the driver moves few pages for each fault of the CPU, and a fault takes some 20 us. At 1 MiB all
 * take 50 us or more, for the calls alone.
 * Found, at 64 MiB: to the GPU fetched reaches 45 to 48 GB/s and faults 6.8 to 7.6, a sixth. To the
 * host fetched reaches no more than 6.4 to 7.3 GB/s and faults 4.4 to 5.0, so there a fetch hardly
 * helps. At 1 MiB all that move pages take 48 to 280 us.
 */
#include "harness/gpu.h"
#include "../kernels/managed.h"

#include <string.h>

enum { HOST = -1, PAGE_INTS = 4096 / sizeof(int) };

static const struct variant {
    struct bench_variant is;
    bool from_host, to_host, prefetched;
} variants[] = {
    { { "stays", "the GPU touches pages that it has" }, false, false, false },
    { { "faults", "the GPU touches pages of the host" }, true, false, false },
    { { "fetched", "the same, but they are fetched first" }, true, false, true },
    { { "back_faults", "the CPU touches pages of the GPU" }, false, true, false },
    { { "back_fetched", "the same, but they are fetched first" }, false, true, true },
    { { NULL, NULL }, false, false, false },
};

struct managed {
    struct bench_point point; /* its elements are ints */
    const struct variant *variant;
};

static int *values;   /* managed, with a guard */
static int *expected; /* random */

static void move(size_t bytes, int device)
{
    CUDA(managed_prefetch(values, bytes, device, gpu->stream));
}

static double take(void *point)
{
    const struct managed *m = point;
    const struct variant *v = m->variant;
    size_t n = m->point.n, bytes = n * sizeof *values;
    int here = v->from_host ? HOST : bench_options.device;
    int there = v->to_host ? HOST : bench_options.device;

    move(bytes, here);
    CUDA(cudaStreamSynchronize(gpu->stream));

    double begun = bench_seconds();
    if (v->prefetched)
        move(bytes, there);
    if (!v->to_host)
        CUDA(launch_managed_add(values, n, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    if (v->to_host)
        managed_touch(values, n);
    return (bench_seconds() - begun) * 1e3;
}

static void managed_reference(int *into, size_t n, size_t step)
{
    for (size_t i = 0; i < n; i += step)
        into[i] = into[i] + 1;
}

/* The reference goes on with what it has made, so that each check has input of its own. */
static size_t check(void *point)
{
    const struct managed *m = point;
    size_t n = m->point.n, wrong = 0;

    memcpy(values, expected, n * sizeof *values);
    memset(values + n, GPU_POISON, GPU_GUARD);
    managed_reference(expected, n, m->variant->to_host ? PAGE_INTS : 1);
    take(point);
    for (size_t i = 0; i < n; i++)
        wrong += values[i] != expected[i];
    return wrong + gpu_count_guard(values + n);
}

static void allocate(void)
{
    int able;

    CUDA(cudaDeviceGetAttribute(&able, cudaDevAttrConcurrentManagedAccess, bench_options.device));
    if (!able)
        bench_exit(BENCH_CANNOT_RUN, "pages of managed memory do not move by themselves here");
    gpu_fit(2);
    bench_fit(2);
    size_t bytes = bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof *values);
    CUDA(cudaMallocManaged((void **)&values, bytes + GPU_GUARD, cudaMemAttachGlobal));
    expected = bench_random(bytes / sizeof *values);
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (size_t bytes = bench_options.min_bytes; bytes <= bench_options.max_bytes; bytes *= 8) {
            struct managed m = {
                .point = { .variant = v->is.name,
                           .n = bytes / sizeof *values,
                           .bytes = bytes,
                           .take = take },
                .variant = v,
            };

            bench_add(&m, sizeof m, "%zu", bytes);
        }
}

static const struct bench_experiment managed = {
    .summary = "Moves pages of managed memory between host and GPU.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 1 << 20, .max = 64 << 20, .quick_max = 8 << 20, .element = sizeof(int) },
    .columns = "variant,array_bytes",
    .work = { "touches", "ints" },
    .hooks = { .open = allocate, .points = points, .awkward = check, .check = check },
};
BENCH_MAIN(managed, gpu_machine)
