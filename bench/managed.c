/* managed.c - how fast pages of managed memory move between host and GPU: when somebody touches
 * them, or when they are fetched beforehand, and what advice about them saves.
 *
 * Each sample first moves all pages to where the variant wants them, and advises as it says, which
 * is not timed. Then the GPU adds 1 to all ints, or the CPU touches an int in each page of 4 KiB.
 * `bytes` are those of the array, so gbs is the rate at which pages come; in `stays` none has to.
 * The times are the CPU's, from the first call to the end of the work.
 *
 * Found on H200s, at 64 MiB: to the GPU fetched reaches 45 to 48 GB/s and faults 6.0 to 7.6. To the
 * host fetched reaches 5.6 to 7.3 GB/s and faults 4.4 to 5.0, so there a fetch hardly helps.
 *
 * Predicted at 64 MiB, and found: mapped 42 GB/s, found 41. back_moves 12 GB/s, found 14 to 17.
 * With 64 KiB, mapped 10 us, found 12.
 *
 * Predicted wrongly, at 64 MiB: written 15 GB/s, as no bytes have to move; found 0.25 to 0.28, as
 * each write must first withdraw the host's copy, 16 us per page. back_reads as slow as
 * back_faults; found quicker, 9.8 ms against 15.8. back_copies 40 GB/s; found 470, as a page that
 * is there costs 9 ns and not 100. The rest of back_fetched was to be the CPU's touch of pages that
 * are new to it, but back_fetched_reads takes hardly longer than back_moves: it is the first write
 * to each page that takes 0.4 us. With 64 KiB, faults 30 us; found 81 to 86.
 */
#include "harness/gpu.h"
#include "../kernels/managed.h"

#include <string.h>

enum place { HOST, THE_GPU, BOTH, NOWHERE };
enum { PAGE_INTS = 4096 / sizeof(int) };

enum touch { NOBODY, GPU_ADDS, CPU_ADDS, CPU_LOOKS };

static const struct variant {
    struct bench_variant is;
    enum place from, to; /* where the pages are, and where they are prefetched to */
    enum touch touch;
    enum managed_advice advice;
} variants[] = {
    { { "stays", "the GPU touches pages that it has" }, THE_GPU, NOWHERE, GPU_ADDS, 0 },
    { { "faults", "the GPU touches pages of the host" }, HOST, NOWHERE, GPU_ADDS, 0 },
    { { "fetched", "the same, but they are fetched first" }, HOST, THE_GPU, GPU_ADDS, 0 },
    { { "mapped", "by advice they stay there" }, HOST, NOWHERE, GPU_ADDS, MANAGED_MAPPED },
    { { "written", "by advice it has copies" }, BOTH, NOWHERE, GPU_ADDS, MANAGED_COPIED },
    { { "back_faults", "the CPU touches pages of the GPU" }, THE_GPU, NOWHERE, CPU_ADDS, 0 },
    { { "back_fetched", "the same, but they are fetched first" }, THE_GPU, HOST, CPU_ADDS, 0 },
    { { "back_moves", "they are fetched, and nobody touches them" }, THE_GPU, HOST, NOBODY, 0 },
    { { "back_fetched_reads", "fetched, and the CPU reads them" }, THE_GPU, HOST, CPU_LOOKS, 0 },
    { { "back_reads", "the CPU reads pages of the GPU" }, THE_GPU, NOWHERE, CPU_LOOKS, 0 },
    { { "back_copies", "by advice it has copies" }, BOTH, NOWHERE, CPU_LOOKS, MANAGED_COPIED },
    { { NULL, NULL }, 0, 0, 0, 0 },
};

struct managed {
    struct bench_point point; /* its elements are ints */
    const struct variant *variant;
};

static int *values;   /* managed, with a guard */
static int *expected; /* random */

static unsigned looked; /* the sum of what the CPU has read */

/* Moves the pages of the array, or copies them if they have been advised so. */
static void move(size_t bytes, enum place to)
{
    if (to != NOWHERE)
        CUDA(managed_prefetch(values, bytes, to == HOST ? -1 : bench_options.device, gpu->stream));
}

static double take(void *point)
{
    const struct managed *m = point;
    const struct variant *v = m->variant;
    size_t n = m->point.n, bytes = n * sizeof *values;

    if (v->from == BOTH)
        move(bytes, HOST);
    CUDA(managed_advise(values, bytes, v->advice, bench_options.device, 0));
    move(bytes, v->from);
    CUDA(cudaStreamSynchronize(gpu->stream));

    double begun = bench_seconds();
    move(bytes, v->to);
    if (v->touch == GPU_ADDS)
        CUDA(launch_managed_add(values, n, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    if (v->touch == CPU_ADDS)
        managed_touch(values, n);
    else if (v->touch == CPU_LOOKS)
        looked = managed_look(values, n);
    double took = bench_seconds() - begun;

    CUDA(managed_advise(values, bytes, v->advice, bench_options.device, 1));
    return took * 1e3;
}

static unsigned managed_reference(int *into, size_t n, enum touch touch)
{
    unsigned sum = 0;

    for (size_t i = 0; i < n; i++)
        if (touch == GPU_ADDS || (touch == CPU_ADDS && i % PAGE_INTS == 0))
            into[i] = into[i] + 1;
    for (size_t i = 0; i < n; i += PAGE_INTS)
        sum += (unsigned)into[i];
    return sum;
}

/* The reference goes on with what it has made, so that each check has input of its own. */
static size_t check(void *point)
{
    const struct managed *m = point;
    size_t n = m->point.n, wrong = 0;

    memcpy(values, expected, n * sizeof *values);
    memset(values + n, GPU_POISON, GPU_GUARD);
    unsigned sum = managed_reference(expected, n, m->variant->touch);
    take(point);
    if (m->variant->touch == CPU_LOOKS)
        wrong += looked != sum;
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
        for (size_t bytes = bench_options.min_bytes;; bytes = bench_options.max_bytes) {
            struct managed m = {
                .point = { .variant = v->is.name,
                           .n = bytes / sizeof *values,
                           .bytes = bytes,
                           .take = take },
                .variant = v,
            };

            bench_add(&m, sizeof m, "%zu", bytes);
            if (bytes == bench_options.max_bytes)
                break;
        }
}

static const struct bench_experiment managed = {
    .summary = "Moves pages of managed memory between host and GPU.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 64 << 10, .max = 64 << 20, .element = sizeof(int), .quick_max = 8 << 20 },
    .columns = "variant,array_bytes",
    .work = { "touches", "ints" },
    .hooks = { .open = allocate, .points = points, .awkward = check, .check = check },
};
BENCH_MAIN(managed, gpu_machine)
