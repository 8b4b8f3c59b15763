/* stride.c - what a stride costs: adds 1 to every element, every second one,
 * and so on to every 32nd, of an array that grows with the stride.
 *
 * Two sizes touched: the article's 4 MiB, and one for DRAM (sources.md, G4).
 * Where the 128-byte lines touched stay in the L2 (gpu_stays_in_l2()), the
 * launches of a sample return to some and the row says `l2`. Otherwise it says
 * `dram`: each launch moves on to the next window of a pool, and comes back to
 * a line only after several times what the L2 holds. So the rows of 4 MiB begin
 * with `l2` and end with `dram`.
 *
 * Predicted for an H200, in DRAM: fp32 from 2,900 GB/s, short of bytes in
 * flight (see offset.c), to 4,200 / 8 = 525 GB/s at stride 8; fp64 from 4,100
 * to 4,200 / 4 = 1,050 GB/s at stride 4. In between the bus is full and time
 * follows the sectors; beyond, the model is level. Should DRAM fetch two
 * sectors at once, both halve again, by stride 16 and 8. In the L2 from 2,400
 * GB/s at stride 1 to 680 at stride 7: 1.7 us of launch, then 59 MB of sectors
 * at 5,500 GB/s.
 * Found: as predicted up to stride 8, where fp32 has 507 GB/s, then on down to
 * 254 at 16 and 161 at 32, where the model is level. counters.csv says why, for
 * the first half of it: from stride 8 to 16 the bytes read from DRAM double, as
 * it is read 64 bytes at a time. What is written does not: it leaves the L2 in
 * sectors. From 16 on the bytes are level too, and each is farther from the
 * last.
 */
#include "harness/gpu.h"
#include "harness/coalescing.h"
#include "harness/precision.h"
#include "../kernels/stride.h"
#include "harness/random.h"

#include <stdlib.h>

enum {
    MAX_STRIDE = 32, /* elements */
    GUARD = 256,     /* elements behind the array, which must not change */
};

struct stride {
    bool fp64;
    char *pool;       /* of pool_bytes and a guard */
    size_t pool_bytes;
    size_t n, stride; /* elements touched, and from one to the next */
    size_t window;    /* bytes from one launch's array to the next's */
    size_t windows;
};

static cudaError_t stride_launch(void *work, size_t i, cudaStream_t stream)
{
    struct stride *s = work;

    return launch_stride(s->pool + i % s->windows * s->window, s->fp64,
                         s->stride, s->n, stream);
}

/* In double for both precisions: the values are small whole numbers. */
//> reference
static void stride_reference(double *a, size_t stride, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i * stride] = a[i * stride] + 1;
}
//< reference

/* Sizes that leave part of a block idle, against the reference on the host, as
 * far as arrays stay small. */
static void check_awkward_sizes(bool fp64, cudaStream_t stream)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    static const size_t strides[] = { 1, 3, MAX_STRIDE };
    size_t most = BENCH_AWKWARD_MOST + GUARD;
    double *expected = bench_alloc(most * sizeof *expected);
    void *got = bench_alloc(most * number_bytes(fp64));
    void *a = gpu_alloc(most * number_bytes(fp64));

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof strides / sizeof *strides; j++) {
            size_t n = sizes[i], stride = strides[j];
            size_t whole = n * stride + GUARD;

            if (whole > most)
                continue;
            for (size_t k = 0; k < whole; k++)
                expected[k] = random_small(bench_options.seed, k);
            stride_reference(expected, stride, n);
            gpu_fill_small(a, fp64, whole, bench_options.seed);
            CUDA(launch_stride(a, fp64, stride, n, stream));
            CUDA(cudaMemcpyAsync(got, a, whole * number_bytes(fp64),
                                 cudaMemcpyDeviceToHost, stream));
            CUDA(cudaStreamSynchronize(stream));
            for (size_t k = 0; k < whole; k++)
                if (number_at(got, fp64, k) != expected[k])
                    die("variant %s adds to %zu elements wrongly at stride %zu",
                        precisions[fp64].name, n, stride);
        }
    CUDA(cudaFree(a));
    free(got);
    free(expected);
}

/* The first window, with the size and the stride about to be timed: all between
 * the elements touched and behind the end must be as it was. */
static void check_window(const struct stride *s, cudaStream_t stream)
{
    size_t whole = s->n * s->stride + GUARD;

    gpu_fill_small(s->pool, s->fp64, whole, bench_options.seed);
    CUDA(launch_stride(s->pool, s->fp64, s->stride, s->n, stream));
    size_t wrong = gpu_count_wrong_added(s->pool, s->fp64, whole, 0, s->stride,
                                         s->n, bench_options.seed);
    if (wrong)
        die("variant %s adds to %zu elements wrongly at stride %zu: %zu differ",
            precisions[s->fp64].name, s->n, s->stride, wrong);
}

/* The bytes of the lines that a launch touches: all its warps are alike. */
static size_t line_bytes(const struct stride *s)
{
    size_t number = number_bytes(s->fp64);
    size_t warps = (s->n + COALESCING_LANES - 1) / COALESCING_LANES;

    return warps * coalescing_touched(COALESCING_LINE, 0, s->stride * number,
                                      number);
}

static void measure(struct stride *s, const struct gpu *gpu)
{
    const char *precision = precisions[s->fp64].name;
    size_t number = number_bytes(s->fp64), bytes = s->n * number;
    size_t lines = line_bytes(s);
    bool dram = !gpu_stays_in_l2(lines);
    char size[32];

    s->window = gpu_aligned(bytes * s->stride);
    s->windows = s->pool_bytes / s->window;
    bench_progress("%s, %s, stride %zu", precision,
                   bench_size_text(bytes, size), s->stride);
    check_window(s, gpu->stream);
    /* Timing counts the values up further, but not by the 16 million up to
     * which floats are exact. */
    struct gpu_time time = dram ? gpu_time_cold(stride_launch, s)
                                : gpu_time_warm(stride_launch, s, lines);
    struct bench_row row = gpu_row(2 * bytes, time);
    bench_row(&row, "%s,%s,%zu,%zu,%g", precision, dram ? "dram" : "l2",
              s->stride, bytes,
              coalescing_overfetch(0, s->stride * number, number));
}

/* With --quick the powers of two. */
static bool stride_wanted(size_t stride)
{
    return !bench_options.quick || (stride & (stride - 1)) == 0;
}

int main(int argc, char **argv)
{
    struct bench_program program = {
        .name = "stride",
        .summary = "Adds 1 to elements that lie a stride apart: to --min-bytes "
                   "of them,\nthen to --max-bytes.",
        .variants = precisions,
        .min_bytes = (size_t)4 << 20,
        .max_bytes = (size_t)64 << 20,
        .element_bytes = sizeof(double),
    };

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(MAX_STRIDE);

    const size_t sizes[] = { bench_options.min_bytes, bench_options.max_bytes };
    const int size_count = sizes[0] < sizes[1] ? 2 : 1;
    struct stride s = { 0 };
    s.pool_bytes = gpu_pool_bytes(MAX_STRIDE * bench_options.max_bytes);
    s.pool = gpu_alloc(s.pool_bytes + GUARD * sizeof(double));

    int points = 0;
    for (int fp64 = 0; fp64 < PRECISIONS; fp64++)
        for (size_t stride = 1; stride <= MAX_STRIDE; stride++)
            if (bench_wanted(precisions[fp64].name) && stride_wanted(stride))
                points += size_count;
    bench_columns(BENCH_RATE, "precision,memory,stride,touched_bytes,overfetch",
                  "sm_mhz", points);

    for (int fp64 = 0; fp64 < PRECISIONS; fp64++) {
        size_t number = number_bytes(fp64);

        if (!bench_wanted(precisions[fp64].name))
            continue;
        s.fp64 = fp64;
        check_awkward_sizes(fp64, gpu->stream);
        gpu_fill_small(s.pool, fp64, s.pool_bytes / number, bench_options.seed);
        for (int size = 0; size < size_count; size++) {
            s.n = sizes[size] / number;
            for (s.stride = 1; s.stride <= MAX_STRIDE; s.stride++)
                if (stride_wanted(s.stride))
                    measure(&s, gpu);
        }
    }
    return bench_finish();
}
