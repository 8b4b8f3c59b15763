/* transfer.c - copies between host and GPU by kind of host memory, direction
 * and size of array.
 *
 * The bus is the bottleneck: the memory at either end is many times faster.
 * Still, each launch moves on to other windows of pools as large as the largest
 * array, and samples of pinned memory start with a cold L2, so that no kernel
 * can find host memory in the L2 of the GPU. `bytes` counts what crosses the
 * bus, in both directions where both are in use.
 *
 * `both` runs a copy each way at once: one in the harness's stream, the other
 * in a stream forked from it and joined to it. Fork and join take microseconds,
 * so a launch makes up to MAX_COPIES small copies each way between them. The
 * mapped kernel has both directions in itself: it reads host memory and writes
 * host memory. There is no `both` of pageable memory, since the host, which
 * copies it to a pinned buffer and on, would have to be in two copies at once.
 * Nor of write-combined memory: that is another way to ask the same bus.
 *
 * Predicted for an H200, at 1 GiB: PCIe 5 x16 signals 63.0 GB/s each way. A
 * packet of 256 bytes has some 28 bytes around it and acknowledgements take
 * 2 %: pinned 55.5 GB/s each way, write_combined the same, both at once 5 %
 * less each. A kernel moves packets of 128 bytes: 51 GB/s to read. Each of its
 * reads is a request of 28 bytes in the other direction, where its writes go
 * too: they share 63 GB/s, at (28 + 156) / 128 bytes for each byte copied, so
 * 43 GB/s each. Pageable is a copy by one core, 10 GB/s. Pinned copies take
 * 2 us to start and reach half of their bandwidth at 2 us x 55 GB/s = 110 KB.
 * Found: pinned and write_combined as predicted one way; both 50.8 GB/s each,
 * 8 % less. That is until the later way has ended; timed by its own events each
 * way has 51.7 and 50.8. mapped 51.5 and 52.6 one way, both 41.8 to 42.4; see
 * transfer.cu. A pinned copy takes 2.5 us to start, one in a graph that is.
 * pageable 8 to 14 GB/s to device and 16 to 20 to host, 1 to 30 % different
 * from run to run: it depends on the CPU. Mapped copies of 64 to 256 KiB differ
 * by up to 8 %.
 */
#include "harness/gpu.h"
#include "harness/pinned.h"
#include "../kernels/transfer.h"
#include "harness/random.h"

#include <stdlib.h>
#include <string.h>

enum direction { TO_DEVICE, TO_HOST, BOTH, DIRECTIONS };

static const char *const directions[DIRECTIONS] = {
    [TO_DEVICE] = "to_device", [TO_HOST] = "to_host", [BOTH] = "both",
};

enum memory { PAGEABLE, PINNED, WRITE_COMBINED };

struct variant {
    struct bench_variant is;
    enum memory memory; /* of the host */
    bool mapped;        /* by a kernel, not by the copy engines */
    bool both;
};

static const struct variant variants[] = {
    { { "pageable", "cudaMemcpyAsync, memory from malloc" },
      PAGEABLE, false, false },
    { { "write_combined", "cudaMemcpyAsync, write-combined pinned memory" },
      WRITE_COMBINED, false, false },
    { { "pinned", "cudaMemcpyAsync, pinned memory" }, PINNED, false, true },
    { { "mapped", "a kernel loads and stores pinned memory" },
      PINNED, true, true },
};

enum {
    VARIANTS = sizeof variants / sizeof *variants,
    GUARD = GPU_ALIGNMENT,       /* poisoned bytes behind an array */
    PLACES = 16,                 /* of a pool, from which copies are taken */
    RUN = 32,                    /* copies in a row from one of them */
    MAX_COPIES = 16,             /* each way between a fork and its join */
    FORK_BYTES = 4 << 20,        /* for this much each way one copy will do */
    READING_BLOCKS = 32,         /* of the kernel; see transfer.cu */
    WRITING_BLOCKS_PER_SM = 4,
    STEP = 4, QUICK_STEP = 64,   /* from one size to the next */
};

struct transfer {
    const struct variant *variant;
    enum direction direction;
    int *host_to, *host_from, *device_to, *device_from; /* pools and a guard */
    enum memory memory; /* that host_to and host_from are */
    size_t pool_bytes;
    size_t n;       /* ints a copy */
    size_t window;  /* bytes from one copy's array to the next's */
    size_t windows;
    size_t copies;  /* a launch makes, each way */
    int sms;
    int max_blocks; /* of the mapped kernel; 0: as many as are good */
    cudaStream_t side;
    cudaEvent_t forked, joined;
};

/* Where copy number i of a pool starts, in ints. Small copies take up to 13 %
 * more or less by where they are in the memory of the host, and each process
 * has it elsewhere: so they are taken from places far apart. But a copy engine
 * takes 0.6 us more for the first one that is far from the last (H200): so each
 * place has some in a row, and a sample of larger copies comes to a few places
 * only. */
static size_t window_start(const struct transfer *t, size_t i)
{
    size_t places = t->windows / RUN;
    size_t number = i % t->windows;

    if (places > PLACES)
        places = PLACES;
    if (places > 1) {
        size_t each = t->windows / places; /* windows of a place, RUN or more */
        size_t turn = i / RUN / places;
        number = i / RUN % places * each + (turn * RUN + i % RUN) % each;
    }
    return number * t->window / sizeof(int);
}

/* What is read is waited for, and asking for more than the bus holds only
 * delays the writes of `both`; what is written is not. */
static int mapped_blocks(const struct transfer *t)
{
    int most = t->direction == TO_HOST ? t->sms * WRITING_BLOCKS_PER_SM
                                       : READING_BLOCKS;

    return t->max_blocks && t->max_blocks < most ? t->max_blocks : most;
}

static cudaError_t mapped_launch(const struct transfer *t, size_t i,
                                 cudaStream_t stream)
{
    size_t skip = window_start(t, i);
    int *to = t->direction == TO_DEVICE ? t->device_to : t->host_to;
    const int *from = t->direction == TO_HOST ? t->device_from : t->host_from;

    return launch_transfer_mapped(to + skip, from + skip, t->n,
                                  mapped_blocks(t), stream);
}

static cudaError_t memcpy_launch(const struct transfer *t, size_t i,
                                 cudaStream_t stream)
{
    size_t bytes = t->n * sizeof(int);
    cudaStream_t out = stream;

    //> both
    if (t->direction == BOTH) { /* fork */
        out = t->side;
        CUDA(cudaEventRecord(t->forked, stream));
        CUDA(cudaStreamWaitEvent(out, t->forked, 0));
    }
    for (size_t copy = 0; copy < t->copies; copy++) {
        size_t skip = window_start(t, i * t->copies + copy);

        if (t->direction != TO_HOST)
            CUDA(cudaMemcpyAsync(t->device_to + skip, t->host_from + skip,
                                 bytes, cudaMemcpyHostToDevice, stream));
        if (t->direction != TO_DEVICE)
            CUDA(cudaMemcpyAsync(t->host_to + skip, t->device_from + skip,
                                 bytes, cudaMemcpyDeviceToHost, out));
    }
    if (t->direction == BOTH) { /* join */
        CUDA(cudaEventRecord(t->joined, out));
        CUDA(cudaStreamWaitEvent(stream, t->joined, 0));
    }
    //< both
    return cudaSuccess;
}

static cudaError_t transfer_launch(void *work, size_t i, cudaStream_t stream)
{
    const struct transfer *t = work;

    return t->variant->mapped ? mapped_launch(t, i, stream)
                              : memcpy_launch(t, i, stream);
}

/* ---- Memory ---------------------------------------------------------- */

static void *host_alloc(enum memory memory, size_t bytes)
{
    if (memory == PAGEABLE)
        return bench_alloc(bytes);
    return pinned_alloc(bytes, memory == PINNED ? cudaHostAllocDefault
                                                : cudaHostAllocWriteCombined);
}

static void host_free(enum memory memory, void *allocated)
{
    if (memory == PAGEABLE)
        free(allocated);
    else
        CUDA(cudaFreeHost(allocated));
}

/* Makes the host's pools of the variant's kind of memory, unless they are. */
static void change_pools(struct transfer *t, cudaStream_t stream)
{
    enum memory memory = t->variant->memory;
    size_t bytes = t->pool_bytes + GUARD;

    if (t->host_to && t->memory == memory)
        return;
    if (t->host_to) {
        host_free(t->memory, t->host_to);
        host_free(t->memory, t->host_from);
    }
    t->memory = memory;
    t->host_to = host_alloc(memory, bytes);
    t->host_from = host_alloc(memory, bytes);
    /* Touches every page: none is to be missing while copies are timed. */
    memset(t->host_to, GPU_POISON, bytes);
    CUDA(cudaMemcpyAsync(t->host_from, t->device_from, t->pool_bytes,
                         cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
}

/* ---- Checks ---------------------------------------------------------- */

//> reference
static void transfer_reference(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}
//< reference

/* Which of the two arrays does a launch write? */
static bool writes_device(const struct transfer *t)
{
    return t->direction == TO_DEVICE
        || (t->direction == BOTH && !t->variant->mapped);
}

static bool writes_host(const struct transfer *t)
{
    return t->direction != TO_DEVICE;
}

/* Poisons what a launch writes of `bytes` of both pools, from `skip` ints on.
 * The copy engine does it for pinned memory, in a fraction of the time that one
 * core takes. */
static void poison(const struct transfer *t, size_t skip, size_t bytes,
                   cudaStream_t stream)
{
    CUDA(cudaMemsetAsync(t->device_to + skip, GPU_POISON, bytes, stream));
    if (writes_host(t))
        CUDA(cudaMemcpyAsync(t->host_to + skip, t->device_to + skip, bytes,
                             cudaMemcpyDeviceToHost, stream));
}

/* One copy each way into the first window, with that and its guard poisoned. */
static void copy_once(const struct transfer *t, size_t n, cudaStream_t stream)
{
    struct transfer once = *t;

    once.n = n;
    once.windows = once.copies = 1;
    poison(t, 0, n * sizeof(int) + GUARD, stream);
    CUDA(transfer_launch(&once, 0, stream));
    CUDA(cudaStreamSynchronize(stream));
}

/* Sizes that leave tails, against the reference on the host. */
static void check_awkward_sizes(const struct transfer *t, cudaStream_t stream)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    size_t most = BENCH_AWKWARD_MOST * sizeof(int);
    unsigned char *got = bench_alloc(most + GUARD);
    unsigned char *expected = bench_alloc(most + GUARD);
    int *from = bench_alloc(most);

    for (size_t i = 0; i < most / sizeof *from; i++)
        from[i] = (int)random_u32(bench_options.seed, i);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i], whole = n * sizeof *from + GUARD;
        memset(expected, GPU_POISON, whole);
        transfer_reference((int *)expected, from, n);
        copy_once(t, n, stream);
        CUDA(cudaMemcpyAsync(got, t->device_to, whole, cudaMemcpyDeviceToHost,
                             stream));
        CUDA(cudaStreamSynchronize(stream));
        if ((writes_device(t) && memcmp(got, expected, whole) != 0)
            || (writes_host(t) && memcmp(t->host_to, expected, whole) != 0))
            die("variant %s copies %zu ints wrongly, %s", t->variant->is.name,
                n, directions[t->direction]);
    }
    free(got);
    free(expected);
    free(from);
}

/* How many ints and guard bytes are wrong in the first window of device_to? */
static size_t count_wrong(const struct transfer *t)
{
    return gpu_count_wrong((const uint32_t *)t->device_to, t->n,
                           bench_options.seed)
         + gpu_count_unpoisoned(t->device_to + t->n, GUARD);
}

/* The first window of the size about to be timed. What came to the host is
 * counted on the GPU: the CPU would take a second to read 256 MiB of
 * write-combined memory. */
static void check_window(const struct transfer *t, cudaStream_t stream)
{
    size_t whole = t->n * sizeof(int) + GUARD, wrong = 0;

    copy_once(t, t->n, stream);
    if (writes_device(t))
        wrong += count_wrong(t);
    if (writes_host(t)) {
        CUDA(cudaMemsetAsync(t->device_to, ~GPU_POISON, whole, stream));
        CUDA(cudaMemcpyAsync(t->device_to, t->host_to, whole,
                             cudaMemcpyHostToDevice, stream));
        wrong += count_wrong(t);
    }
    if (wrong)
        die("variant %s copies %zu ints wrongly, %s: %zu differ",
            t->variant->is.name, t->n, directions[t->direction], wrong);
}

/* The copies of one launch as it is timed, where there are several: their
 * windows of both pools then equal what they came from. */
static void check_copies(const struct transfer *t, cudaStream_t stream)
{
    size_t bytes = t->n * sizeof(int), wrong = 0;

    for (size_t i = 0; i < t->copies; i++)
        poison(t, window_start(t, i), bytes, stream);
    CUDA(transfer_launch((void *)t, 0, stream));
    for (int from_host = 0; from_host < 2; from_host++)
        for (size_t i = 0; i < t->copies; i++) {
            size_t skip = window_start(t, i);

            if (from_host) {
                CUDA(cudaMemsetAsync(t->device_to + skip, ~GPU_POISON, bytes,
                                     stream));
                CUDA(cudaMemcpyAsync(t->device_to + skip, t->host_to + skip,
                                     bytes, cudaMemcpyHostToDevice, stream));
            }
            wrong += gpu_count_different(t->device_to + skip,
                                         t->device_from + skip, bytes);
        }
    if (wrong)
        die("variant %s makes %zu copies of %zu ints at once wrongly",
            t->variant->is.name, t->copies, t->n);
}

/* ---- Measuring ------------------------------------------------------- */

/* Makes ready to copy arrays of so many bytes, and checks that. */
static void prepare(struct transfer *t, size_t bytes, cudaStream_t stream)
{
    t->n = bytes / sizeof(int);
    t->window = gpu_aligned(bytes);
    t->windows = t->pool_bytes / t->window;
    t->copies = 1;
    if (t->direction == BOTH && !t->variant->mapped && bytes < FORK_BYTES) {
        t->copies = FORK_BYTES / bytes;
        if (t->copies > MAX_COPIES)
            t->copies = MAX_COPIES;
        if (t->copies > t->windows)
            t->copies = t->windows;
    }
    check_window(t, stream);
    if (t->copies > 1)
        check_copies(t, stream);
}

/* The directions and sizes of a variant. */
static void measure(struct transfer works[], int n)
{
    const struct variant *v = works->variant;
    struct gpu_time times[BENCH_TURNS];

    bench_progress("%s, all in turn", v->is.name);
    if (v->memory == PAGEABLE)
        gpu_time_unheld_in_turn(transfer_launch, works, sizeof *works, n,
                                times);
    else
        gpu_time_cold_in_turn(transfer_launch, works, sizeof *works, n, times);
    for (int i = 0; i < n; i++) {
        const struct transfer *t = &works[i];
        size_t each = t->n * sizeof(int);
        times[i].ms = bench_scaled(times[i].ms, 1 / (double)t->copies);
        struct bench_row row = gpu_row(t->direction == BOTH ? 2 * each : each,
                                       times[i]);
        bench_row(&row, "%s,%s,%zu", v->is.name, directions[t->direction],
                  each);
    }
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "transfer",
        .summary = "Copies an array of ints between host and GPU.",
        .variants = names,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)1 << 30,
        .quick_max_bytes = (size_t)16 << 20,
        .element_bytes = sizeof(int),
    };
    size_t checked = BENCH_AWKWARD_MOST * sizeof(int);
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    pinned_need();
    gpu_fit(2);
    bench_fit(2);
    int engines;
    CUDA(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount,
                                bench_options.device));
    bench_note("copy_engines", "%d", engines);

    size_t most = bench_options.max_bytes, least = bench_options.min_bytes;
    size_t step = bench_options.quick ? QUICK_STEP : STEP;
    struct transfer t = { .sms = gpu->sms };
    t.pool_bytes = gpu_aligned(most > checked ? most : checked);
    t.device_to = gpu_alloc(t.pool_bytes + GUARD);
    t.device_from = gpu_alloc(t.pool_bytes + GUARD);
    gpu_fill_random((uint32_t *)t.device_from, t.pool_bytes / sizeof(int),
                    bench_options.seed);
    CUDA(cudaStreamCreateWithFlags(&t.side, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&t.forked, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&t.joined, cudaEventDisableTiming));

    int points = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (size_t bytes = least; bytes <= most; bytes *= step)
            points += !bench_wanted(variants[v].is.name) ? 0
                    : variants[v].both ? 3 : 2;
    bench_columns(BENCH_RATE, "variant,direction,array_bytes", "sm_mhz",
                  points);

    for (int v = 0; v < VARIANTS; v++) {
        struct transfer works[BENCH_TURNS]; /* of any sizes: 3 x 31 are fewer */
        int n = 0;

        t.variant = &variants[v];
        if (!bench_wanted(t.variant->is.name))
            continue;
        change_pools(&t, gpu->stream);
        for (int d = 0; d < DIRECTIONS; d++) {
            t.direction = (enum direction)d;
            if (t.direction == BOTH && !t.variant->both)
                continue;
            check_awkward_sizes(&t, gpu->stream);
            if (t.variant->mapped) { /* few blocks make many trips */
                struct transfer few = t;
                few.max_blocks = 3;
                check_awkward_sizes(&few, gpu->stream);
            }
            bench_progress("%s %s", t.variant->is.name, directions[d]);
            for (size_t bytes = least; bytes <= most; bytes *= step) {
                works[n] = t;
                prepare(&works[n++], bytes, gpu->stream);
            }
        }
        measure(works, n);
    }
    return bench_finish();
}
