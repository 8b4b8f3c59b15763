/* offset.c - what misalignment costs: adds 1 to an array that starts 0 to 32
 * elements behind an aligned address.
 *
 * Two sizes, the article's 4 MiB and one for DRAM (sources.md, G1 to G3). Where
 * an array stays in the L2 (gpu_stays_in_l2()), the launches of a sample return
 * to a few of that size and the row says `l2`. A larger one says `dram`: each
 * launch moves on to the next window of a pool far larger than the L2.
 *
 * Predicted for an H200, in DRAM: fp32 2,900 GB/s, since 270,000 threads with 4
 * bytes each under way for 0.7 us read 1.5 TB/s and write as much; fp64, with
 * twice the bytes, 4,100 GB/s, 85 % of the peak. Both level to 2 % over all
 * offsets, against a model that says 1.25 (fp32) and 1.125 (fp64) sectors for
 * one: the sector too many is the next warp's as well, and the caches merge
 * them. At 4 MiB, in the L2: 2,400 GB/s, since half of 3.5 us is the launch;
 * 5 to 10 % less where misaligned, since there each sector is a request.
 * Found: fp32 2,740 and fp64 3,950 GB/s. All other offsets cost 6 to 9 %, those
 * of whole sectors (8, 16 and 24 floats) too, where the model is 1: what counts
 * is that a warp is no longer one with the 128-byte lines. Back at a line, at
 * 32 floats or 16 and 32 doubles, most of it returns. In the L2, 1 % for fp32,
 * where the launch hides it, and 4 % for fp64.
 */
#include "harness/gpu.h"
#include "harness/coalescing.h"
#include "harness/precision.h"
#include "../kernels/offset.h"
#include "harness/random.h"

#include <stdlib.h>

enum {
    MAX_OFFSET = 32, /* elements */
    GUARD = 256,     /* elements behind the array, which must not change */
};

struct offset {
    bool fp64;
    char *pool;       /* of pool_bytes and a guard */
    size_t pool_bytes;
    size_t n, offset; /* elements that a launch touches, and skips */
    size_t window;    /* bytes from one launch's array to the next's */
    size_t windows;
};

static cudaError_t offset_launch(void *work, size_t i, cudaStream_t stream)
{
    struct offset *o = work;

    return launch_offset(o->pool + i % o->windows * o->window, o->fp64,
                         o->offset, o->n, stream);
}

/* In double for both precisions: the values are small whole numbers. */
//> reference
static void offset_reference(double *a, size_t offset, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i + offset] = a[i + offset] + 1;
}
//< reference

/* Sizes that leave part of a block idle, against the reference on the host. */
static void check_awkward_sizes(bool fp64, cudaStream_t stream)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    static const size_t offsets[] = { 0, 1, MAX_OFFSET };
    size_t most = BENCH_AWKWARD_MOST + MAX_OFFSET + GUARD;
    double *expected = bench_alloc(most * sizeof *expected);
    void *got = bench_alloc(most * number_bytes(fp64));
    void *a = gpu_alloc(most * number_bytes(fp64));

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof offsets / sizeof *offsets; j++) {
            size_t n = sizes[i], offset = offsets[j];
            size_t whole = n + offset + GUARD;

            for (size_t k = 0; k < whole; k++)
                expected[k] = random_small(bench_options.seed, k);
            offset_reference(expected, offset, n);
            gpu_fill_small(a, fp64, whole, bench_options.seed);
            CUDA(launch_offset(a, fp64, offset, n, stream));
            CUDA(cudaMemcpyAsync(got, a, whole * number_bytes(fp64),
                                 cudaMemcpyDeviceToHost, stream));
            CUDA(cudaStreamSynchronize(stream));
            for (size_t k = 0; k < whole; k++)
                if (number_at(got, fp64, k) != expected[k])
                    die("variant %s adds to %zu elements wrongly at offset %zu",
                        precisions[fp64].name, n, offset);
        }
    CUDA(cudaFree(a));
    free(got);
    free(expected);
}

/* The first window, with the size and the offset about to be timed: all before
 * the offset and behind the end must be as it was. */
static void check_window(const struct offset *o, cudaStream_t stream)
{
    size_t whole = o->n + o->offset + GUARD;

    gpu_fill_small(o->pool, o->fp64, whole, bench_options.seed);
    CUDA(launch_offset(o->pool, o->fp64, o->offset, o->n, stream));
    size_t wrong = gpu_count_wrong_added(o->pool, o->fp64, whole, o->offset, 1,
                                         o->n, bench_options.seed);
    if (wrong)
        die("variant %s adds to %zu elements wrongly at offset %zu: %zu differ",
            precisions[o->fp64].name, o->n, o->offset, wrong);
}

static void measure(struct offset *o, const struct gpu *gpu)
{
    const char *precision = precisions[o->fp64].name;
    size_t number = number_bytes(o->fp64), bytes = o->n * number;
    bool dram = !gpu_stays_in_l2(o->window);
    char size[32];

    o->windows = o->pool_bytes / o->window;
    bench_progress("%s, %s, offset %zu", precision,
                   bench_size_text(bytes, size), o->offset);
    check_window(o, gpu->stream);
    /* Timing counts the values up further, but not by the 16 million up to
     * which floats are exact. */
    struct gpu_time time = dram ? gpu_time_cold(offset_launch, o)
                                : gpu_time_warm(offset_launch, o, o->window);
    struct bench_row row = gpu_row(2 * bytes, time);
    bench_row(&row, "%s,%s,%zu,%zu,%g", precision, dram ? "dram" : "l2",
              o->offset, bytes,
              coalescing_overfetch(o->offset * number, number, number));
}

static bool offset_wanted(size_t offset)
{
    return !bench_options.quick || offset % 8 == 0 || offset == 1
        || offset == MAX_OFFSET - 1;
}

int main(int argc, char **argv)
{
    struct bench_program program = {
        .name = "offset",
        .summary = "Adds 1 to an array that starts at an offset: one of "
                   "--min-bytes,\nthen one of --max-bytes.",
        .variants = precisions,
        .min_bytes = (size_t)4 << 20,
        .max_bytes = (size_t)256 << 20,
        .element_bytes = sizeof(double),
    };

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(2);

    const size_t sizes[] = { bench_options.min_bytes, bench_options.max_bytes };
    const int size_count = sizes[0] < sizes[1] ? 2 : 1;
    const size_t room = MAX_OFFSET * sizeof(double);
    size_t largest = gpu_aligned(bench_options.max_bytes + room);
    struct offset o = { 0 };
    o.pool_bytes = (gpu_pool_bytes(largest) + largest - 1) / largest * largest;
    o.pool = gpu_alloc(o.pool_bytes + GUARD * sizeof(double));

    int points = 0;
    for (int fp64 = 0; fp64 < PRECISIONS; fp64++)
        for (size_t offset = 0; offset <= MAX_OFFSET; offset++)
            if (bench_wanted(precisions[fp64].name) && offset_wanted(offset))
                points += size_count;
    bench_columns(BENCH_RATE, "precision,memory,offset,touched_bytes,overfetch",
                  "sm_mhz", points);

    for (int fp64 = 0; fp64 < PRECISIONS; fp64++) {
        size_t number = number_bytes(fp64);

        if (!bench_wanted(precisions[fp64].name))
            continue;
        o.fp64 = fp64;
        check_awkward_sizes(fp64, gpu->stream);
        gpu_fill_small(o.pool, fp64, o.pool_bytes / number, bench_options.seed);
        for (int s = 0; s < size_count; s++) {
            o.n = sizes[s] / number;
            o.window = gpu_aligned(sizes[s] + room);
            for (o.offset = 0; o.offset <= MAX_OFFSET; o.offset++)
                if (offset_wanted(o.offset))
                    measure(&o, gpu);
        }
    }
    return bench_finish();
}
