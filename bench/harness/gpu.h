/* gpu.h - the GPU as a benchmark sees it: its properties, its memory, random data that is made and
 * checked in place, and timing.
 *
 * A program that includes this is plain C11. It is linked with gpu.c (the device), gpu_time.c
 * (timing) and instruments.cu (the harness's own kernels).
 */
#ifndef GPU_H
#define GPU_H

#include "bench.h"

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every CUDA call goes through this. After an error it ends the program with a message that shows
 * the call, its place in the source, and the error's name and text. */
#define CUDA(call) gpu_check((call), #call, __FILE__, __LINE__)
void gpu_check(cudaError_t error, const char *call, const char *file, int line);

/* ---- The device (gpu.c) ----------------------------------------------- */

struct gpu {
    char name[256];
    int device;       /* its number, as CUDA counts */
    int major, minor; /* compute capability */
    int sms;
    int threads_per_sm; /* the most that can be resident */
    int registers_per_sm;
    double sm_mhz; /* the highest clock that the GPU is rated for */
    double memory_mhz;
    int bus_bits;
    size_t l2_bytes;
    size_t shared_bytes_per_sm;
    size_t shared_bytes_per_block; /* the most that a kernel can ask for */
    double peak_gbs;     /* 2 x memory clock x bus width / 8, as in Harris, "How to Implement
                            Performance Metrics in CUDA C/C++" */
    cudaStream_t stream; /* the harness's stream on this GPU */
};

/* The GPU in use, after gpu_open() or gpu_use(). */
extern const struct gpu *gpu;

/* Opens the GPU that --device names and notes it in the CSV. From now on this thread stays on the
 * CPUs nearest to that GPU. Exits with BENCH_NOT_NOW if there is no GPU or no driver for it, and
 * with BENCH_USAGE if the number is too high. */
void gpu_open(void);

/* For experiments on the GPU: opens it, and times points by `launch` or `take`. */
extern const struct bench_machine gpu_machine;

/* Returns the handle that the management library (nvml.h) has of the GPU in use, or null if it does
 * not know the GPU. */
void *gpu_card(void);

/* Returns whether CUDA_LAUNCH_BLOCKING makes each launch wait until its kernel has ended. */
bool gpu_launches_block(void);

/* Returns how many GPUs there are. Exits as gpu_open() does if there is none. */
int gpu_count(void);

/* For programs that measure several GPUs: makes this device the GPU in use and CUDA's current
 * device. The struct of a device never moves. */
enum { GPU_MOST = 16 };
void gpu_use(int device);

/* Exits with BENCH_CANNOT_RUN if the GPU has no thread block clusters, which need compute
 * capability 9.0. */
void gpu_need_clusters(void);

/* Exits likewise if the GPU has no bulk copies, which need the same compute capability. */
void gpu_need_bulk_copies(void);

/* ---- Memory ----------------------------------------------------------- */

/* Memory is filled with this byte before a kernel under test writes it. */
#define GPU_POISON 0xA5

/* cudaMalloc() aligns to GPU_ALIGNMENT. Behind each array that a kernel under test writes lies a
 * guard of GPU_GUARD poisoned bytes, which must stay as they are. */
enum { GPU_ALIGNMENT = 256, GPU_GUARD = GPU_ALIGNMENT };

/* Allocates memory on the GPU with cudaMalloc(). Dies and names the size if there is too little. */
void *gpu_alloc(size_t bytes);

/* Halves --max-bytes until `arrays` arrays of that size fit in nine tenths of the free memory.
 * Exits with BENCH_NOT_NOW if --max-bytes would fall below --min-bytes, and dies if the user gave a
 * --max-bytes that does not fit. */
void gpu_fit(int arrays);

/* Rounds up to a multiple of GPU_ALIGNMENT. */
size_t gpu_aligned(size_t bytes);

/* If launches must find nothing in the L2, each one works in the next window of a pool of this
 * size: `most` bytes or 8 times the L2, whichever is more. */
size_t gpu_pool_bytes(size_t most);

/* Returns where the window of launch number i starts in a pool, if launches of `bytes` each go
 * round the pool: a number of bytes, aligned as cudaMalloc() aligns. */
size_t gpu_window(size_t i, size_t bytes, size_t pool_bytes);

/* Returns whether this many bytes stay in the L2 from one launch to the next. We count on half of
 * the L2 only, because an SM may be near to one half, and older data leave the L2 slowly. */
bool gpu_stays_in_l2(size_t bytes);

/* Makes `after` wait for what is queued on `before` so far, for streams of the GPU in use. */
void gpu_order(cudaStream_t before, cudaStream_t after);

/* Fills memory with GPU_POISON, as part of the stream. */
void gpu_poison(void *memory, size_t bytes);

/* Copy from the host to the GPU, and from the GPU or pinned memory to the host, and wait. */
void gpu_upload(void *to, const void *from, size_t bytes);
void gpu_download(void *to, const void *from, size_t bytes);

/* The counts below wait for the stream first. This one returns how many bytes of memory on the GPU
 * or of pinned memory differ from `expected`, which is on the host. */
size_t gpu_count_unlike(const void *memory, const void *expected, size_t bytes);

/* Returns how many bytes of the guard that begins here are no longer GPU_POISON. */
size_t gpu_count_guard(const void *guard);

/* Poisons `to`, runs a launch that writes there, and returns how many bytes differ from `expected`,
 * which is on the host, or lie in the guard and were written. */
size_t gpu_check_launch(struct bench_point *point, void *to, const void *expected, size_t bytes);

/* Does the same for a launch that copies random data, where value i is random_u32(--seed, i), in 4
 * bytes each. The host checks awkward sizes, and the GPU larger ones. */
size_t gpu_check_random(struct bench_point *point, void *to, size_t n);

/* Returns how many of the n numbers, floats or doubles, are not those of gpu_fill_small() with
 * --seed, times a, plus those with the next seed, or how many bytes of the guard behind them were
 * written. The host checks awkward sizes, and the GPU larger ones. */
size_t gpu_check_saxpy(const void *numbers, bool fp64, size_t n, double a);

/* ---- Random data, made and checked where it lies (instruments.cu) ------ */

/* All fills and counts wait until they are done. Numbers are floats or, with fp64, doubles. */

/* Makes values[i] = random_u32(seed, i) for i < n. */
void gpu_fill_random(void *values, size_t n, uint64_t seed);

/* Makes numbers[i] = random_small(seed, i), a whole number below 1024. */
void gpu_fill_small(void *numbers, bool fp64, size_t n, uint64_t seed);

/* Returns how many of the n values are not random_u32(seed, i). */
size_t gpu_count_wrong(const void *values, size_t n, uint64_t seed);

/* Returns the sum, modulo 2^32, of random_u32(seed, i) for i < n. */
uint32_t gpu_sum_random(size_t n, uint64_t seed);

/* Returns how many of the n numbers are not random_small(seed, i), or 1 more than that if i is one
 * of first, first + step, ... first + (added - 1) * step. */
size_t gpu_count_wrong_added(const void *numbers, bool fp64, size_t n, size_t first, size_t step,
                             size_t added, uint64_t seed);

/* Returns how many of the n numbers are not a random_small(seed, i) + random_small(seed + 1, i):
 * the part of gpu_check_saxpy() that the GPU does. */
size_t gpu_count_wrong_saxpy(const void *numbers, bool fp64, size_t n, double a, uint64_t seed);

/* Returns in how many 4-byte words two arrays differ. `bytes` is a multiple of 4. */
size_t gpu_count_different(const void *a, const void *b, size_t bytes);

/* For other checks: sets a counter on the GPU to 0 and returns its address. A kernel counts what is
 * wrong there, then gpu_counted() waits for the kernel and returns the count. */
unsigned long long *gpu_counter(void);
size_t gpu_counted(void);

/* Makes slot i of an array, at slots + i * spacing bytes, begin with the address of slot next[i],
 * for i < n; `next` is on the GPU. */
void gpu_link_slots(void *slots, size_t spacing, const uint32_t *next, size_t n);

/* ---- Timing (gpu_time.c) ---------------------------------------------- */

/* Times n points, which are sampled in turn, and fills in `time`, `clock_mhz` and `rated_mhz` of
 * their rows. A point has a `launch` or a `take`, and may set the other fields:
 *
 *     launch      queues launch number i on the stream. i grows within a batch, so that a launch
 *                 can move on to memory that is not cached (gpu_window()). It only queues work and
 *                 waits for nothing, because it may be captured into a graph. A held stream must
 *                 have room for 200 us of launches, or for 256 of them; on an H200 it has room for
 *                 a thousand operations.
 *     cold        Before each sample the L2 is filled with other data, some of which has yet to be
 *                 written to DRAM, as after a long copy. The launches of a sample must not share
 *                 memory, because only the first one would find the L2 cold.
 *     warm_bytes  One launch uses this many bytes, all arrays together, and they stay in the L2
 *                 (gpu_stays_in_l2()). Then i numbers a place, which has arrays of its own. Places
 *                 matter because the same work takes up to 3 % more or less time depending on how
 *                 its addresses spread over the slices of the L2 (on an H200; for cudaMemcpy() it
 *                 is 9 %, for a copy by few blocks 7 %). So the launches of a sample go round as
 *                 many places as fit in the L2 together, at most 64, after one untimed launch at
 *                 each that brings its arrays there. If fewer than 64 fit, the next sample goes
 *                 round other places, until all 64 had their turn or 24 rounds are used. With
 *                 --quick there is one round.
 *     single      A sample is one launch and never a graph. This is for long launches that go on
 *                 where the last one ended, so that they can be counted.
 *     unheld      The stream is not held, because the work makes the host wait, as copies of
 *                 pageable memory do. The host is then part of the time, so this thread chooses
 *                 its CPU as it does for `take`.
 *     take        returns the milliseconds of a sample by the CPU's clock. The thread takes samples
 *                 on a CPU near the GPU that is fast at the moment (bench_quiet_cpu()), and chooses
 *                 again every 2 ms. Afterwards it may run on all near CPUs again.
 *
 * A sample of launches is the time of a batch between two events, divided by the number of
 * launches. A kernel of the harness holds the stream until the whole batch is queued, because
 * otherwise we would measure how long the host takes to launch. The batch takes 200 us or more, so
 * that the resolution of events does not matter.
 *
 * If a launch is shorter than 200 us, its batch is a CUDA graph, because in a graph the gaps
 * between launches are the same in every process. A graph lasts 2 ms, or has 768 launches if that
 * is shorter, and is halved until a held stream has room for it. So the 2 us that a graph takes to
 * start do not matter, and the 15 us that a cold L2 costs its first launches are about 1 %, or 2 %
 * for the shortest. For warm samples 0.7 ms are enough. With --quick graphs take 0.1 to 0.4 ms, so
 * short launches come out 1 % slower, at most 5 % (SAXPY and copies on an H200). Long launches are
 * not captured, because cudaMemcpy() of 512 MiB takes half as long again in a graph. A graph
 * repeats its launches, so together they must outrun the L2, or be timed cold.
 *
 * Before and after the batch every SM writes down its cycle counter and the time. The quotient of
 * the differences is the clock during the batch.
 *
 * With --profile each launch runs once, between cudaProfilerStart() and cudaProfilerStop(), and the
 * time is 0. */
void gpu_time(struct bench_point *const points[], int n);

/* Runs a launch, and returns whether it takes a millisecond or more, beside which the time to
 * launch it is 0.2 %. A program that can choose how much work a launch does starts with little work
 * and doubles it until this is true. (It must not start with much, because a sanitizer makes little
 * work slow.) gpu_lengthen() sets the elements of a point to n, and doubles them until it is
 * true. */
bool gpu_runs_long(struct bench_point *point);
void gpu_lengthen(struct bench_point *point, size_t n);

/* For gpu_use(): gpu_stay_near() keeps this thread on the CPUs nearest to a GPU, so that memory
 * that it allocates from now on is near as well. gpu_prepare_timing() allocates what timing needs
 * on the GPU in use. */
void gpu_stay_near(int device);
void gpu_prepare_timing(void);

#ifdef __cplusplus
}
#endif

#endif
