/* transfer.c - copies between host and GPU by kind of host memory, direction and size of array.
 *
 * The bus is the bottleneck, because the memory at either end is many times faster. Still, each
 * launch moves on to other windows of pools as large as the largest array, and samples of pinned
 * memory start with a cold L2, so that no kernel can find host memory in the L2 of the GPU. `bytes`
 * counts what crosses the bus, in both directions where both are in use.
 *
 * `both` runs a copy in each direction at once: one in the harness's stream, the other in a stream
 * that is forked from it and joined to it. Fork and join take microseconds, so a launch makes up to
 * MAX_COPIES small copies in each direction between them. The mapped kernel needs no second stream,
 * because it reads host memory and writes host memory. There is no `both` of pageable memory,
 * because the host copies that to a pinned buffer first, and would have to be in two copies at
 * once, and none of write-combined memory, which would ask the same of the bus as pinned memory.
 *
 * Predicted for an H200, at 256 MiB: PCIe 5 x16 signals 63.0 GB/s in each direction, of which
 * packets of 256 bytes leave 55.5 for pinned and write_combined, and 5 % less in each direction of
 * `both`. A kernel moves packets of 128 bytes, so it reads 51 GB/s; in `both` its requests to read
 * share a direction with its writes, which leaves 43 GB/s each. One core makes pageable copies, at
 * 10 GB/s.
 * Found: as predicted, but `both` of pinned memory costs 8 % and not 5. A pinned copy in a graph
 * takes 2.5 us to start. pageable reaches 8 to 14 GB/s to the device and 16 to 20 to the host, 1 to
 * 30 % different from run to run, because it depends on the CPU. Our `both` counts until the slower
 * direction has ended: nvbandwidth, which adds the two rates while both run, gets 6 % more on the
 * same machine (101.0 against 95.1 GB/s).
 */
#include "harness/gpu.h"
#include "../kernels/transfer.h"
#include "harness/pinned.h"

#include <stdlib.h>
#include <string.h>

enum direction { TO_DEVICE, TO_HOST, BOTH, DIRECTIONS };

static const char *const directions[DIRECTIONS] = { "to_device", "to_host", "both" };

enum memory { NONE, PAGEABLE, PINNED, WRITE_COMBINED };

static const struct variant {
    struct bench_variant is;
    enum memory memory; /* of the host */
    bool mapped;        /* by a kernel, not by the copy engines */
    enum direction end; /* the directions before this one are measured */
} variants[] = {
    { { "pageable", "cudaMemcpyAsync, memory from malloc" }, PAGEABLE, false, BOTH },
    { { "write_combined", "cudaMemcpyAsync, write-combined memory" }, WRITE_COMBINED, false, BOTH },
    { { "pinned", "cudaMemcpyAsync, pinned memory" }, PINNED, false, DIRECTIONS },
    { { "mapped", "a kernel loads and stores pinned memory" }, PINNED, true, DIRECTIONS },
    { { NULL, NULL }, NONE, false, TO_DEVICE },
};

enum {
    PLACES = 16,          /* of a pool, from which copies are taken */
    RUN = 32,             /* copies in a row from one place */
    MAX_COPIES = 16,      /* in each direction between a fork and its join */
    FORK_BYTES = 4 << 20, /* from this size on one copy in each direction is enough */
    READING_BLOCKS = 32,  /* of the kernel; see transfer.cu */
    WRITING_BLOCKS_PER_SM = 4,
    STEP = 4,
    QUICK_STEP = 64, /* from one size to the next */
};

struct transfer {
    struct bench_point point; /* its elements are the ints of a copy */
    const struct variant *variant;
    enum direction direction;
    size_t copies;  /* that a launch makes in each direction */
    int max_blocks; /* of the mapped kernel; 0 for the best number */
};

static int *host_to, *host_from, *device_to, *device_from; /* pools of pool_bytes and a guard */
static enum memory memory;                                 /* what host_to and host_from are */
static size_t pool_bytes;
static cudaStream_t side;

/* Returns where copy number i of a pool starts, in ints. How long a small copy takes depends on
 * where it is in the memory of the host, by up to 13 %, and each process has other memory. So we
 * take them from places that are far apart. But a copy engine takes 0.6 us more for the first copy
 * that is far from the last one (H200). So we take some copies in a row from each place, and a
 * sample of larger copies comes to a few places only. */
static size_t window_start(const struct transfer *t, size_t i)
{
    size_t bytes = t->point.n * sizeof(int), window = bytes ? gpu_aligned(bytes) : pool_bytes;
    size_t windows = pool_bytes / window, places = windows / RUN, number = i % windows;

    if (places > PLACES)
        places = PLACES;
    if (places > 1) {
        size_t each = windows / places; /* windows of a place, RUN or more */
        size_t turn = i / RUN / places;
        number = i / RUN % places * each + (turn * RUN + i % RUN) % each;
    }
    return number * window / sizeof(int);
}

/* A launch by the copy engines. */
static void copy_launch(void *point, size_t i, cudaStream_t stream)
{
    const struct transfer *t = point;
    enum direction direction = t->direction;
    size_t bytes = t->point.n * sizeof(int);
    cudaStream_t out = direction == BOTH ? side : stream;

    gpu_order(stream, out); /* fork */
    for (size_t copy = 0; copy < t->copies; copy++) {
        size_t skip = window_start(t, i * t->copies + copy);

        if (direction != TO_HOST)
            CUDA(cudaMemcpyAsync(device_to + skip, host_from + skip, bytes, cudaMemcpyHostToDevice,
                                 stream));
        if (direction != TO_DEVICE)
            CUDA(cudaMemcpyAsync(host_to + skip, device_from + skip, bytes, cudaMemcpyDeviceToHost,
                                 out));
    }
    gpu_order(out, stream); /* join */
}

/* A launch by a kernel. A kernel that reads host memory has few blocks, because more requests than
 * the bus holds would only delay the writes of `both`. One that writes need not wait for anything,
 * so it has many. */
static void mapped_launch(void *point, size_t i, cudaStream_t stream)
{
    const struct transfer *t = point;
    size_t skip = window_start(t, i);
    int blocks = t->direction == TO_HOST ? gpu->sms * WRITING_BLOCKS_PER_SM : READING_BLOCKS;

    if (t->max_blocks && t->max_blocks < blocks)
        blocks = t->max_blocks;
    CUDA(launch_transfer_mapped((t->direction == TO_DEVICE ? device_to : host_to) + skip,
                                (t->direction == TO_HOST ? device_from : host_from) + skip,
                                t->point.n, blocks, stream));
}

/* Makes the host's pools of this kind of memory, unless they are of that kind. */
static void change_pools(enum memory wanted)
{
    int **pools[] = { &host_to, &host_from };
    unsigned flags = wanted == PINNED ? cudaHostAllocDefault : cudaHostAllocWriteCombined;

    if (memory == wanted)
        return;
    for (int i = 0; i < 2; i++) {
        int *old = *pools[i];

        if (memory == PAGEABLE)
            free(old);
        else if (memory != NONE)
            CUDA(cudaFreeHost(old));
    }
    memory = wanted;
    for (int i = 0; i < 2; i++)
        *pools[i] = wanted == PAGEABLE ? bench_alloc(pool_bytes + GPU_GUARD)
                                       : pinned_alloc(pool_bytes + GPU_GUARD, flags);
    /* This touches every page, so that none is missing while copies are timed. */
    memset(host_to, GPU_POISON, pool_bytes + GPU_GUARD);
    gpu_download(host_from, device_from, pool_bytes);
}

/* Poisons the copy that starts `skip` ints behind the start of both pools. */
static void poison(size_t skip, size_t bytes)
{
    gpu_poison(device_to + skip, bytes);
    CUDA(cudaStreamSynchronize(gpu->stream));
    memset(host_to + skip, GPU_POISON, bytes);
}

/* Copies what came to the host back to the GPU, where checks are faster: the CPU would take a
 * second to read 256 MiB of write-combined memory. */
static void bring_back(size_t skip, size_t bytes)
{
    CUDA(cudaMemsetAsync(device_to + skip, ~GPU_POISON, bytes, gpu->stream));
    CUDA(cudaMemcpyAsync(device_to + skip, host_to + skip, bytes, cudaMemcpyHostToDevice,
                         gpu->stream));
}

/* Makes one copy in each direction, and returns how many ints and bytes of the guards are wrong. */
static size_t check_once(void *point)
{
    struct transfer t = *(struct transfer *)point;
    size_t n = t.point.n, whole = n * sizeof(int) + GPU_GUARD, wrong = 0;

    t.copies = 1;
    poison(0, whole);
    t.point.launch(&t, 0, gpu->stream);
    CUDA(cudaStreamSynchronize(gpu->stream));
    for (int to_host = 0; to_host < 2; to_host++) {
        if (to_host ? t.direction == TO_DEVICE
                    : t.direction == TO_HOST || (t.direction == BOTH && t.variant->mapped))
            continue; /* nothing is written there */
        if (to_host)
            bring_back(0, whole);
        wrong += gpu_count_wrong(device_to, n, bench_options.seed) + gpu_count_guard(device_to + n);
    }
    return wrong;
}

static size_t check_awkward(void *point)
{
    struct transfer few = *(struct transfer *)point;

    few.max_blocks = 3; /* few blocks make many trips */
    return check_once(point) + (few.variant->mapped ? check_once(&few) : 0);
}

static void begin(void *point)
{
    change_pools(((struct transfer *)point)->variant->memory);
}

/* Checks the copies of one launch as it is timed, if there are several. Their windows of both pools
 * must then equal what they came from. */
static size_t check(void *point)
{
    struct transfer *t = point;
    size_t bytes = t->point.n * sizeof(int), wrong = check_once(point);

    if (t->copies == 1)
        return wrong;
    for (size_t i = 0; i < t->copies; i++)
        poison(window_start(t, i), bytes);
    t->point.launch(t, 0, gpu->stream);
    for (int to_host = 0; to_host < 2; to_host++)
        for (size_t i = 0; i < t->copies; i++) {
            size_t skip = window_start(t, i);

            if (to_host)
                bring_back(skip, bytes);
            wrong += gpu_count_different(device_to + skip, device_from + skip, bytes);
        }
    return wrong;
}

static void allocate(void)
{
    int engines;

    pinned_need();
    gpu_fit(2);
    bench_fit(2);
    CUDA(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, bench_options.device));
    bench_note("copy_engines", "%d", engines);
    pool_bytes =
        gpu_aligned(bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof(int)));
    device_to = gpu_alloc(pool_bytes + GPU_GUARD);
    device_from = gpu_alloc(pool_bytes + GPU_GUARD);
    gpu_fill_random(device_from, pool_bytes / sizeof(int), bench_options.seed);
    CUDA(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
}

static void add(const struct variant *v, enum direction direction, size_t bytes)
{
    size_t windows = pool_bytes / gpu_aligned(bytes);
    bool both = direction == BOTH, forks = both && !v->mapped && bytes < FORK_BYTES;
    size_t copies = forks ? FORK_BYTES / bytes : 1;

    if (copies > MAX_COPIES)
        copies = MAX_COPIES;
    if (copies > windows)
        copies = windows;
    struct transfer t = {
        .point = { .variant = v->is.name,
                   .n = bytes / sizeof(int),
                   .group = (int)direction,
                   .turn = (int)(v - variants) + 1,
                   .bytes = both ? 2 * bytes : bytes,
                   .repeats = (int)copies,
                   .launch = v->mapped ? mapped_launch : copy_launch,
                   .cold = v->memory != PAGEABLE,
                   .unheld = v->memory == PAGEABLE },
        .variant = v,
        .direction = direction,
        .copies = copies,
    };
    bench_add(&t, sizeof t, "%s,%zu", directions[direction], bytes);
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++) {
        /* Pageable copies are never settled, so each of their points takes the whole budget. */
        size_t step = bench_options.quick ? QUICK_STEP : v->memory == PAGEABLE ? STEP * STEP : STEP;

        for (int d = 0; d < (int)v->end; d++)
            for (size_t bytes = bench_options.min_bytes; bytes <= bench_options.max_bytes;
                 bytes *= step)
                add(v, (enum direction)d, bytes);
    }
}

static const struct bench_experiment transfer = {
    .summary = "Copies an array of ints between host and GPU.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 10, .max = 256 << 20, .quick_max = 16 << 20, .element = sizeof(int) },
    .columns = "variant,direction,array_bytes",
    .work = { "copies", "ints" },
    .hooks = { .open = allocate,
               .points = points,
               .begin = begin,
               .awkward = check_awkward,
               .check = check },
};
BENCH_MAIN(transfer, gpu_machine)
