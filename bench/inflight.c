/* inflight.c - bandwidth of reading DRAM by what is in flight: threads an SM,
 * loads a thread, and bytes a load.
 *
 * Every launch goes on to another window of a pool far larger than the L2.
 * Its kernel has exactly threads_per_sm threads on every SM, all of them from
 * its start to its end. A window is a whole number of trips of all of them,
 * and is chosen so that a launch takes about half a millisecond. The last row,
 * sum, reads the largest size without a loop; its threads_per_sm are those
 * that fit. The bytes are those read; a sum for each block, at most 4 in
 * 16,384, is written besides.
 *
 * Predicted for an H200: 132 SMs with B bytes in flight each read B x 132 in
 * one latency of 600 ns, or 0.22 GB/s for each byte, until near 4,400 GB/s, at
 * 20 to 24 KB an SM (Little's law). So 32 threads with one int each, 128
 * bytes, read at 28 GB/s; 2,048 of them, 8 KiB, at 1,800, since a busy memory
 * answers later rather 1,550; int4 with one load needs some 1,500 threads, or
 * with four loads 384. Points of the same product lie on one line. The loop
 * ends at 85 to 90 % of the peak, as it does for copies; sum near 4,580.
 * Found: 0.34 GB/s for each byte an SM, so a latency of 390 ns and not 600;
 * 2,048 threads with an int each read 2,600 GB/s. Points of the same product
 * lie near one line, but not on it: the same 2,048 bytes read at 730 GB/s where
 * 512 threads have an int each and at 540 where 32 have four int4, since a
 * thread asks for its loads one after the other and then waits for the last.
 * The loop ends at 94 % of the peak, sum as predicted.
 */
#include "harness/gpu.h"
#include "../kernels/inflight.h"
#include "harness/random.h"

#include <stdlib.h>

static const struct variant {
    struct bench_variant is;
    int width; /* ints a load; 0: no loop */
} variants[] = {
    { { "int", "a loop, 4 bytes a load" }, 1 },
    { { "int2", "a loop, 8 bytes a load" }, 2 },
    { { "int4", "a loop, 16 bytes a load" }, 4 },
    { { "sum", "no loop, 16 bytes a load, the largest size" }, 0 },
};

enum {
    VARIANTS = sizeof variants / sizeof *variants,
    MOST_LOADS = 4,
    LEAST_THREADS = 32, MOST_THREADS = 2048, /* an SM */
    GUARD = GPU_ALIGNMENT, /* poisoned bytes behind the sums that stay so */
    SHORT_BYTES = 4 << 20, /* a launch that reads less is a matter of us */
};

/* What a launch is meant to take, and the latency that its size supposes. */
static const double target_ns = 500e3, latency_ns = 600;

static const size_t awkward_sizes[] = BENCH_AWKWARD_SIZES;
enum { AWKWARD_SIZES = sizeof awkward_sizes / sizeof *awkward_sizes };

struct inflight {
    const struct variant *variant;
    struct inflight_shape shape;
    int *from;            /* a pool of pool_bytes */
    uint32_t *sums, *got; /* one a block and a guard: on the GPU, here */
    size_t pool_bytes;
    size_t n;             /* ints a launch reads */
    size_t windows;
    uint32_t *expected;   /* on the GPU */
    cudaStream_t stream;
};

static cudaError_t inflight_launch(void *work, size_t i, cudaStream_t stream)
{
    struct inflight *f = work;
    size_t window = gpu_aligned(f->n * sizeof *f->from) / sizeof *f->from;
    const int *from = f->from + i % f->windows * window;

    return f->variant->width
        ? launch_inflight_read(&f->shape, f->sums, from, f->n, stream)
        : launch_inflight_sum(f->sums, from, f->n, stream);
}

/* ---- Shapes ---------------------------------------------------------- */

/* threads_per_sm threads on each SM and no more, in blocks that no other block
 * of the kernel fits beside: see inflight.cu. False where the GPU has no room
 * for so many. */
static bool shape_for(struct inflight *f, const struct gpu *gpu, int loads,
                      int threads_per_sm)
{
    int blocks = threads_per_sm > 1024 ? threads_per_sm / 1024 : 1, fit;

    if (threads_per_sm > gpu->threads_per_sm)
        return false;
    f->shape = (struct inflight_shape){
        .width = f->variant->width,
        .loads = loads,
        .blocks = blocks * gpu->sms,
        .threads = threads_per_sm / blocks,
        .shared_bytes = blocks == 1 ? gpu->shared_bytes_per_sm / 2 : 0,
    };
    CUDA(inflight_prepare(&f->shape, blocks, &fit));
    if (fit > blocks)
        die("variant %s: %d blocks of %d threads fit an SM, not %d",
            f->variant->is.name, fit, f->shape.threads, blocks);
    return fit == blocks;
}

static size_t bytes_in_flight(const struct inflight_shape *shape, int threads)
{
    return (size_t)shape->width * sizeof(int) * (size_t)shape->loads
         * (size_t)threads;
}

/* As many ints as are read in about target_ns: a whole number of trips, at
 * least one, and where there is a choice at most `most` bytes. */
static size_t ints_for(const struct inflight_shape *shape,
                       const struct gpu *gpu, size_t most)
{
    size_t trip = bytes_in_flight(shape, shape->threads)
                * (size_t)shape->blocks;
    double bytes_per_ns = (double)trip / latency_ns;

    if (bytes_per_ns > gpu->peak_gbs)
        bytes_per_ns = gpu->peak_gbs;
    size_t bytes = (size_t)(bytes_per_ns * target_ns);
    if (bytes > most)
        bytes = most;
    size_t trips = bytes / trip;
    return (trips ? trips : 1) * trip / sizeof(int);
}

/* ---- Checks ---------------------------------------------------------- */

//> reference
static uint32_t inflight_reference(const uint32_t *from, size_t n)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += from[i];
    return sum;
}
//< reference

/* The sum that the kernel finds in the first window. */
static uint32_t read_once(struct inflight *f)
{
    size_t sums = (size_t)f->shape.blocks;
    size_t room = sums * sizeof *f->sums + GUARD;
    const unsigned char *guard = (const unsigned char *)(f->got + sums);

    CUDA(cudaMemsetAsync(f->sums, GPU_POISON, room, f->stream));
    CUDA(inflight_launch(f, 0, f->stream));
    CUDA(cudaMemcpyAsync(f->got, f->sums, room, cudaMemcpyDeviceToHost,
                         f->stream));
    CUDA(cudaStreamSynchronize(f->stream));
    for (size_t i = 0; i < GUARD; i++)
        if (guard[i] != GPU_POISON)
            die("variant %s writes wrongly behind the sums",
                f->variant->is.name);
    return inflight_reference(f->got, sums);
}

static void compare(struct inflight *f, uint32_t expected)
{
    uint32_t sum = read_once(f);

    if (sum != expected)
        die("variant %s with %d loads sums %zu ints wrongly: %u, not %u",
            f->variant->is.name, f->shape.loads, f->n, sum, expected);
}

/* Sizes that leave tails, against the reference on the host. */
static void check_awkward_sizes(struct inflight *f, const uint32_t *expected)
{
    for (int k = 0; k < AWKWARD_SIZES; k++) {
        f->n = awkward_sizes[k];
        if (!f->variant->width)
            f->shape = inflight_sum_shape(f->n);
        compare(f, expected[k]);
    }
}

/* The first window of the size about to be timed. */
static void check_window(struct inflight *f)
{
    uint32_t expected;

    CUDA(cudaMemsetAsync(f->expected, 0, sizeof expected, f->stream));
    CUDA(sum_inflight_random(f->expected, f->n, bench_options.seed,
                             f->stream));
    CUDA(cudaMemcpyAsync(&expected, f->expected, sizeof expected,
                         cudaMemcpyDeviceToHost, f->stream));
    CUDA(cudaStreamSynchronize(f->stream));
    compare(f, expected);
}

/* ---- Points ---------------------------------------------------------- */

static void measure(struct inflight *f, int threads_per_sm)
{
    size_t bytes = f->n * sizeof *f->from;

    bench_progress("%s, %d loads, %d threads", f->variant->is.name,
                   f->shape.loads, threads_per_sm);
    f->windows = f->pool_bytes / gpu_aligned(bytes);
    check_window(f);
    /* Not gpu_time_cold(), as what that leaves unwritten in the L2 would be
     * written while these only read: the windows alone outrun the L2. Only a
     * small --max-bytes makes launches so short that they are repeated. */
    struct gpu_time time = bytes < SHORT_BYTES
        ? gpu_time_cold(inflight_launch, f) : gpu_time(inflight_launch, f);
    struct bench_row row = gpu_row(bytes, time);
    bench_row(&row, "%s,%d,%d,%zu", f->variant->is.name, f->shape.loads,
              threads_per_sm, bytes_in_flight(&f->shape, threads_per_sm));
}

static void measure_sum(struct inflight *f)
{
    int fit;

    f->n = bench_options.max_bytes / sizeof *f->from;
    f->shape = inflight_sum_shape(f->n);
    CUDA(inflight_sum_fit(&fit));
    measure(f, fit * f->shape.threads);
}

/* All points of the loops of a variant; returns how many. Counts them only,
 * where `measured` is false. */
static int sweep(struct inflight *f, const struct gpu *gpu, bool measured)
{
    int threads_ratio = bench_options.quick ? 8 : 2;
    int loads_ratio = bench_options.quick ? 4 : 2, points = 0;

    for (int loads = 1; loads <= MOST_LOADS; loads *= loads_ratio)
        for (int threads = LEAST_THREADS; threads <= MOST_THREADS;
             threads *= threads_ratio) {
            if (!shape_for(f, gpu, loads, threads))
                continue;
            points++;
            if (!measured)
                continue;
            f->n = ints_for(&f->shape, gpu, bench_options.max_bytes);
            measure(f, threads);
        }
    return points;
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "inflight",
        .summary = "Reads GPU memory with more and more bytes in flight.",
        .variants = names,
        .min_bytes = sizeof(int),
        .max_bytes = (size_t)2 << 30,
        .element_bytes = sizeof(int),
    };
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(1);

    size_t most = bench_options.max_bytes;
    size_t awkward = BENCH_AWKWARD_MOST * sizeof(int);
    size_t trip = (size_t)gpu->sms * MOST_THREADS * MOST_LOADS * 16;
    if (most < awkward)
        most = awkward;
    size_t sums = (size_t)inflight_sum_shape(most / sizeof(int)).blocks
                + 2 * (size_t)gpu->sms; /* whichever is launched */
    struct inflight f = { .windows = 1, .stream = gpu->stream };
    f.pool_bytes = gpu_pool_bytes(most > trip ? most : trip);
    f.from = gpu_alloc(f.pool_bytes);
    f.sums = gpu_alloc(sums * sizeof *f.sums + GUARD);
    f.got = bench_alloc(sums * sizeof *f.got + GUARD);
    f.expected = gpu_alloc(sizeof *f.expected);
    gpu_fill_random((uint32_t *)f.from, f.pool_bytes / sizeof *f.from,
                    bench_options.seed);

    uint32_t *from = bench_alloc(awkward), expected[AWKWARD_SIZES];
    for (size_t i = 0; i < BENCH_AWKWARD_MOST; i++)
        from[i] = random_u32(bench_options.seed, i);
    for (int k = 0; k < AWKWARD_SIZES; k++)
        expected[k] = inflight_reference(from, awkward_sizes[k]);
    free(from);

    int points = 0;
    for (int v = 0; v < VARIANTS; v++) {
        f.variant = &variants[v];
        if (bench_wanted(f.variant->is.name))
            points += f.variant->width ? sweep(&f, gpu, false) : 1;
    }
    bench_note("memory", "dram");
    bench_columns(BENCH_RATE, "variant,loads,threads_per_sm,"
                  "bytes_in_flight_per_sm", "sm_mhz", points);

    for (int v = 0; v < VARIANTS; v++) {
        f.variant = &variants[v];
        if (!bench_wanted(f.variant->is.name))
            continue;
        if (!f.variant->width) {
            check_awkward_sizes(&f, expected);
            measure_sum(&f);
            continue;
        }
        for (int loads = 1; loads <= MOST_LOADS; loads *= 2)
            for (int threads = 32; threads <= 1024; threads *= 32)
                if (shape_for(&f, gpu, loads, threads))
                    check_awkward_sizes(&f, expected);
        sweep(&f, gpu, true);
    }
    return bench_finish();
}
