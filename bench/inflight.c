/* inflight.c - bandwidth of reading DRAM by what is in flight: threads per SM, loads per thread,
 * and bytes per load.
 *
 * Every launch goes on to another window of a pool far larger than the L2. Its kernel has exactly
 * threads_per_sm threads on every SM, all of them from its start to its end. A window is a whole
 * number of trips of all of them, chosen so that a launch takes about half a millisecond. The last
 * row, sum, reads the largest size without a loop; its threads_per_sm are those that fit. `bytes`
 * are those read. A launch also writes a sum for each block, at most 4 bytes in 16,384.
 *
 * Predicted for an H200: 132 SMs with B bytes in flight each read B x 132 bytes in one latency of
 * 600 ns, or 0.22 GB/s for each byte, until near 4,400 GB/s, at 20 to 24 KB per SM (Little's law).
 * Points of the same product lie on one line. The loop ends at 85 to 90 % of the peak.
 * Found: 0.34 GB/s for each byte per SM, so a latency of 390 ns and not 600. Points of the same
 * product lie near one line, but not on it: the same 2,048 bytes read at 704 to 728 GB/s if 512
 * threads have an int each, and at 527 to 545 if 32 have four int4. With the loads of a warp side
 * by side, and not a grid apart, these 32 threads read at 595 to 616 GB/s. The loop ends at 94 % of
 * the peak.
 */
#include "harness/reads.h"
#include "../kernels/inflight.h"

static const struct variant {
    struct bench_variant is;
    int width; /* ints per load, or 0 without a loop */
} variants[] = {
    { { "int", "a loop, 4 bytes per load" }, 1 },
    { { "int2", "a loop, 8 bytes per load" }, 2 },
    { { "int4", "a loop, 16 bytes per load" }, 4 },
    { { "sum", "no loop, 16 bytes per load, the largest size" }, 0 },
    { { NULL, NULL }, 0 },
};

enum {
    MOST_LOADS = 4,
    LEAST_THREADS = 32,
    MOST_THREADS = 2048, /* per SM */
};

struct inflight {
    struct bench_point point; /* its elements are the ints that a launch reads */
    int width;                /* of its variant */
    struct inflight_shape shape;
    int threads_per_sm;
};

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct inflight *f = point;
    const int *at = reads_window(i, f->point.n);

    CUDA(f->width ? launch_inflight_read(&f->shape, reads_sums, at, f->point.n, stream)
                  : launch_inflight_sum(reads_sums, at, f->point.n, stream));
}

/* Prepares the kernel for exactly threads_per_sm threads on each SM, in blocks beside which no
 * other block of the kernel fits: see inflight.cu. Returns false if the GPU has no room for so
 * many. */
static bool shape_for(struct inflight *f, int loads, int threads_per_sm)
{
    int blocks = threads_per_sm > 1024 ? threads_per_sm / 1024 : 1, fit;

    if (threads_per_sm > gpu->threads_per_sm)
        return false;
    f->threads_per_sm = threads_per_sm;
    f->shape = (struct inflight_shape){
        .width = f->width,
        .loads = loads,
        .blocks = blocks * gpu->sms,
        .threads = threads_per_sm / blocks,
        .shared_bytes = blocks == 1 ? gpu->shared_bytes_per_sm / 2 : 0,
    };
    CUDA(inflight_prepare(&f->shape, blocks, &fit));
    if (fit > blocks)
        die("variant %s: %d blocks of %d threads fit an SM, not %d", f->point.variant, fit,
            f->shape.threads, blocks);
    return fit == blocks;
}

static size_t bytes_in_flight(const struct inflight_shape *shape, int threads)
{
    return (size_t)shape->width * sizeof(int) * (size_t)shape->loads * (size_t)threads;
}

static size_t check_awkward(void *point)
{
    struct inflight f = *(struct inflight *)point;

    if (!f.width)
        f.shape = inflight_sum_shape(f.point.n);
    return reads_check(&f.point, f.shape.blocks);
}

static void begin(void *point)
{
    struct inflight f = *(struct inflight *)point;

    if (!f.width)
        bench_check_awkward(check_awkward, &f);
    for (int loads = 1; f.width && loads <= MOST_LOADS; loads *= 2)
        for (int threads = 32; threads <= 1024; threads *= 32)
            if (shape_for(&f, loads, threads))
                bench_check_awkward(check_awkward, &f);
}

static size_t check(void *point)
{
    struct inflight *f = point;

    if (f->width) /* prepares the kernel for this shape again */
        shape_for(f, f->shape.loads, f->threads_per_sm);
    return reads_check(&f->point, f->shape.blocks);
}

static void allocate(void)
{
    gpu_fit(1);
    size_t most = bench_larger(bench_options.max_bytes / sizeof(int), BENCH_AWKWARD_MOST);
    size_t blocks = (size_t)inflight_sum_shape(most).blocks + 2 * (size_t)gpu->sms; /* for either */
    reads_allocate((size_t)gpu->sms * MOST_THREADS * MOST_LOADS * 16, blocks);
}

/* Adds a point whose launches read one trip of all threads or more. */
static void add(struct inflight *f, size_t trip_bytes)
{
    reads_size(&f->point, trip_bytes, trip_bytes);
    bench_add(f, sizeof *f, "%d,%d,%zu", f->shape.loads, f->threads_per_sm,
              bytes_in_flight(&f->shape, f->threads_per_sm));
}

static void points(void)
{
    int ratio = bench_options.quick ? 8 : 2, loads_ratio = bench_options.quick ? 4 : 2, fit;

    for (const struct variant *v = variants; v->is.name; v++) {
        struct inflight f = { .point = { .variant = v->is.name, .launch = launch },
                              .width = v->width };

        if (!bench_wanted(v->is.name))
            continue;
        for (int loads = 1; v->width && loads <= MOST_LOADS; loads *= loads_ratio)
            for (int threads = LEAST_THREADS; threads <= MOST_THREADS; threads *= ratio)
                if (shape_for(&f, loads, threads))
                    add(&f, bytes_in_flight(&f.shape, f.shape.threads * f.shape.blocks));
        if (!v->width) {
            f.shape = inflight_sum_shape(bench_options.max_bytes / sizeof(int));
            CUDA(inflight_sum_fit(&fit));
            f.threads_per_sm = fit * f.shape.threads;
            add(&f, bench_options.max_bytes / sizeof(int) * sizeof(int));
        }
    }
}

static const struct bench_experiment inflight = {
    .summary = "Reads GPU memory with more and more bytes in flight.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof(int), .max = (size_t)2 << 30, .element = sizeof(int) },
    .columns = "variant,loads,threads_per_sm,bytes_in_flight_per_sm",
    .work = { "sums", "ints" },
    .hooks = { .open = allocate, .points = points, .begin = begin, .check = check },
};
BENCH_MAIN(inflight, gpu_machine)
