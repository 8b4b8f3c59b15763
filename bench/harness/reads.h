/* reads.h - how experiments read DRAM once: each launch goes on to another window of a pool far
 * larger than the L2, and each of its blocks leaves the sum of the ints that it has read. A window
 * is chosen so that a launch takes about half a millisecond. */
#ifndef READS_H
#define READS_H

#include "gpu.h"

#include <math.h>
#include <stdlib.h>

enum { READS_SHORT_BYTES = 4 << 20 /* a launch that reads less takes microseconds */ };

/* How long a launch should take, and the latency that we assume when we choose its size. */
static const double reads_target_ns = 500e3, reads_latency_ns = 600;

static char *reads_pool;
static size_t reads_pool_bytes;
static uint32_t *reads_sums; /* of the blocks, on the GPU with a guard */

/* Allocates what launches of up to this many blocks need, each of which reads trip_bytes or
 * more. */
static inline void reads_allocate(size_t trip_bytes, size_t blocks)
{
    size_t most = bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof(int));

    reads_pool_bytes = gpu_pool_bytes(bench_larger(most, trip_bytes));
    reads_pool = gpu_alloc(reads_pool_bytes);
    reads_sums = gpu_alloc(blocks * sizeof *reads_sums + GPU_GUARD);
    gpu_fill_random(reads_pool, reads_pool_bytes / sizeof(int), bench_options.seed);
    bench_note("memory", "dram");
}

/* Returns what launch number i of n ints reads. */
static inline const int *reads_window(size_t i, size_t n)
{
    return (const int *)(reads_pool + gpu_window(i, n * sizeof(int), reads_pool_bytes));
}

static inline uint32_t reads_reference(const uint32_t *values, size_t n)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

/* Returns the sum of the first n ints. The host adds up awkward numbers of them, and the GPU
 * more. */
static inline uint32_t reads_expected(size_t n)
{
    if (n > BENCH_AWKWARD_MOST)
        return gpu_sum_random(n, bench_options.seed);
    uint32_t *values = bench_random(n), sum = reads_reference(values, n);
    free(values);
    return sum;
}

/* Runs the point's launch number 0. Returns how many bytes of the guard are wrong, plus 1 if the
 * sums of its blocks are. */
static inline size_t reads_check(struct bench_point *point, int blocks)
{
    size_t n = (size_t)blocks, bytes = n * sizeof *reads_sums;
    uint32_t *got = bench_alloc(bytes), expected = reads_expected(point->n);

    gpu_poison(reads_sums, bytes + GPU_GUARD);
    point->launch(point, 0, gpu->stream);
    gpu_download(got, reads_sums, bytes);
    size_t wrong = reads_reference(got, n) != expected;
    free(got);
    return wrong + gpu_count_guard(reads_sums + n);
}

/* Sets how many ints a launch reads: a whole number of trips of all blocks, but at least one, and
 * otherwise at most --max-bytes.
 *
 * Samples do not start with a cold L2, because it would write back its data while these launches
 * only read, and because the windows alone outrun the L2. Only a small --max-bytes makes launches
 * so short that they are repeated, and these need a cold L2. */
static inline void reads_size(struct bench_point *point, size_t trip_bytes, size_t in_flight_bytes)
{
    double bytes_per_ns = fmin((double)in_flight_bytes / reads_latency_ns, gpu->peak_gbs);
    size_t bytes = (size_t)(bytes_per_ns * reads_target_ns);

    if (bytes > bench_options.max_bytes)
        bytes = bench_options.max_bytes;
    point->bytes = bench_larger(bytes / trip_bytes, 1) * trip_bytes;
    point->n = point->bytes / sizeof(int);
    point->cold = point->bytes < READS_SHORT_BYTES;
}

#endif
