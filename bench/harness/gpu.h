/* gpu.h - the GPU as a benchmark sees it: its properties, its memory, random data that is made and
 * checked in place, and timing.
 *
 * Everything here is for host code: a program that includes this is plain C11. It is linked with
 * gpu.c (the device), gpu_time.c (timing) and instruments.cu (the harness's own kernels).
 */
#ifndef GPU_H
#define GPU_H

#include "bench.h"

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every CUDA call goes through this. After an error it prints the call, its place in the source,
 * and the error's name and text, and ends the program. */
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
    double peak_gbs;     /* 2 x memory clock x bus width / 8 (Harris, "How to Implement Performance
                             Metrics in CUDA C/C++") */
    cudaStream_t stream; /* the harness's stream on this GPU */
};

/* The GPU in use, after gpu_open() or gpu_use(). */
extern const struct gpu *gpu;

/* Opens the GPU that --device names and notes it in the CSV. From now on this thread stays on the
 * CPUs nearest to it. Exits with BENCH_NOT_NOW if there is no GPU or no driver for it, and with
 * BENCH_USAGE if the number is too high. */
void gpu_open(void);

/* For experiments on the GPU: opens it, and times points by `launch` or `take`. */
extern const struct bench_machine gpu_machine;

/* Returns whether a launch returns only when its kernel has ended, as with CUDA_LAUNCH_BLOCKING. */
bool gpu_launches_block(void);

/* Returns how many GPUs there are. Exits as gpu_open() does if there is none. */
int gpu_count(void);

/* For programs that measure several GPUs: makes this device the GPU in use, and CUDA's current
 * one. The struct of a device never moves. */
enum { GPU_MOST = 16 };
void gpu_use(int device);

/* Exits with BENCH_CANNOT_RUN if the GPU has no thread block clusters, which need compute
 * capability 9.0. */
void gpu_need_clusters(void);

/* ---- Memory ----------------------------------------------------------- */

/* What memory holds until a kernel under test writes it. */
#define GPU_POISON 0xA5

/* cudaMalloc() aligns to this. Checks also poison as many bytes behind an array, which must
 * stay. */
enum { GPU_ALIGNMENT = 256, GPU_GUARD = GPU_ALIGNMENT };

/* Allocates memory on the GPU with cudaMalloc(). Dies naming the size. */
void *gpu_alloc(size_t bytes);

/* Halves --max-bytes until `arrays` arrays of that size fit in nine tenths of the free memory;
 * exits with BENCH_NOT_NOW if that is less than --min-bytes. Does not lower a --max-bytes that the
 * user gave, but dies. */
void gpu_fit(int arrays);

/* Rounds up to a multiple of GPU_ALIGNMENT. */
size_t gpu_aligned(size_t bytes);

/* If launches must find nothing in the L2, each works in the next window of a pool of this size:
 * `most` bytes or 8 times the L2, whichever is more. */
size_t gpu_pool_bytes(size_t most);

/* Returns where the array of launch number i starts in a pool that launches of `bytes` each go
 * round: a number of bytes, aligned as cudaMalloc() aligns. */
size_t gpu_window(size_t i, size_t bytes, size_t pool_bytes);

/* Returns whether so many bytes stay in the L2 from one launch to the next. We count on half of the
 * L2 only: an SM may be near to one half, and what was there before leaves slowly. */
bool gpu_stays_in_l2(size_t bytes);

/* Fills memory with GPU_POISON, as part of the stream. */
void gpu_poison(void *memory, size_t bytes);

/* Copies from the host to the GPU, and waits. */
void gpu_upload(void *to, const void *from, size_t bytes);

/* Waits for the stream, then returns whether this memory, on the GPU or pinned, holds the same
 * bytes as `expected`, which is on the host. */
bool gpu_holds(const void *memory, const void *expected, size_t bytes);

/* Runs a launch, and returns whether it leaves `to` as `expected`, which is on the host, with
 * GPU_GUARD poisoned bytes behind. The caller has poisoned what the launch writes. */
bool gpu_leaves(struct bench_point *point, const void *to, const void *expected, size_t bytes);

/* Runs a launch that writes n values of 4 bytes to poisoned memory. Returns how many of them are
 * not random_u32(--seed, i), plus how many bytes of the guard behind them it wrote. The host looks
 * at awkward sizes, and the GPU at larger ones. */
size_t gpu_leaves_random(struct bench_point *point, void *to, size_t n);

/* Returns how many bytes, on the GPU or pinned, are not GPU_POISON. */
size_t gpu_count_unpoisoned(const void *memory, size_t bytes);

/* ---- Random data, made and checked where it lies (instruments.cu) ------ */

/* The fills and counts below wait until they are done. Numbers are floats or, with fp64,
 * doubles. */

/* Makes values[i] = random_u32(seed, i) for i < n. */
void gpu_fill_random(void *values, size_t n, uint64_t seed);

/* Makes numbers[i] = random_small(seed, i), a whole number below 1024. */
void gpu_fill_small(void *numbers, bool fp64, size_t n, uint64_t seed);

/* Returns how many of the n values are not random_u32(seed, i). */
size_t gpu_count_wrong(const void *values, size_t n, uint64_t seed);

/* Returns how many of the n numbers are not random_small(seed, i), or 1 more than that if i is one
 * of first, first + step, ... first + (added - 1) * step. */
size_t gpu_count_wrong_added(const void *numbers, bool fp64, size_t n, size_t first, size_t step,
                             size_t added, uint64_t seed);

/* Returns how many of the n numbers are not a random_small(seed, i) + random_small(seed + 1, i). */
size_t gpu_count_wrong_saxpy(const void *numbers, bool fp64, size_t n, double a, uint64_t seed);

/* Returns in how many 4-byte words two arrays differ. `bytes` is a multiple of 4. */
size_t gpu_count_different(const void *a, const void *b, size_t bytes);

/* For other checks: sets a counter on the GPU to 0 and returns it. A kernel counts what is wrong
 * there, then gpu_counted() waits for it and returns the count. */
unsigned long long *gpu_counter(void);
size_t gpu_counted(void);

/* Makes slot i of an array, at slots + i * spacing bytes, begin with the address of slot next[i],
 * for i < n; `next` is on the GPU. */
void gpu_link_slots(void *slots, size_t spacing, const uint32_t *next, size_t n);

/* ---- Timing (gpu_time.c) ---------------------------------------------- */

/* Times n points, which are sampled in turn, and fills in `time`, `clock_mhz` and `rated_mhz` of
 * their rows. A point has a `launch` or a `take`, and choices that are all off by default:
 *
 *     launch      queues launch number i on the stream. i grows within a batch, so that a launch
 *                 can move on to memory that is not cached (gpu_window()). It only queues work and
 *                 waits for nothing, because it may be captured into a graph. A stream that is held
 *                 must have room for 200 us of launches, or for 256 of them; on an H200 it has room
 *                 for a thousand operations.
 *     cold        Before each sample the L2 is filled with other data, some of which has yet to be
 *                 written, as after a long copy. The launches of a sample must not share memory,
 *                 because only the first would find the L2 cold.
 *     warm_bytes  One launch uses so many bytes, all arrays together, and they stay in the L2
 *                 (gpu_stays_in_l2()). i is then a place, which has arrays of its own, because the
 *                 same work takes up to 3 % more or less depending on how its addresses spread over
 *                 the slices of the L2 (H200; cudaMemcpy() 9 %, a copy by few blocks 7 %). So the
 *                 launches of a sample go round as many places as stay in the L2 together, at most
 *                 64, after one untimed launch at each that brings its arrays there. If there are
 *                 fewer, the next sample goes round other places, until there were 64 in all, or 24
 *                 rounds; with --quick there is one round.
 *     single      A sample is one launch, never a graph. This is for launches that go on where the
 *                 last one ended, so that they can be counted. They should be long.
 *     unheld      The stream is not held, for work that makes the host wait, such as copies of
 *                 pageable memory. The host is then part of the time, so this thread takes samples
 *                 as it does for `take`.
 *     take        Returns the milliseconds of a sample by the CPU's clock. The thread takes samples
 *                 on a CPU near the GPU that is fast at the moment (bench_quiet_cpu()), and chooses
 *                 anew every 2 ms. Afterwards it may run on all near CPUs again.
 *
 * A sample of launches is a batch between two events, divided by the number of launches. The batch
 * takes 200 us or more, so that the resolution of events does not matter, and the stream is held
 * until the whole batch is queued, so that we do not measure how long the host takes to launch. A
 * batch of launches shorter than 200 us is a CUDA graph, whose gaps are the same in every process.
 * It lasts 2 ms, or has 768 launches if that is shorter, and is halved until a held stream takes
 * it. So the 2 us that a graph takes to start do not matter, and the 15 us that a cold L2 costs the
 * first launches are about 1 %, or 2 % for the shortest. Warm samples begin with nothing cold, so
 * 0.7 ms are enough. Long launches are in no graph, because there cudaMemcpy() takes half as long
 * again for 512 MiB. A graph repeats its launches, so together they must outrun the L2, or be timed
 * cold. Before and after the batch every SM writes down its cycle counter and the time: the
 * quotient is the clock during the batch. With --quick graphs take 0.1 to 0.4 ms, so short launches
 * come out 1 % slower, at most 5 % (H200, SAXPY and copies).
 *
 * With --profile each launch runs once, between cudaProfilerStart() and cudaProfilerStop(), and the
 * time is 0. */
void gpu_time(struct bench_point *const points[], int n);

/* Runs a launch, and returns whether it takes a millisecond or more: then what it takes to launch
 * is 0.2 % of it. A program that may choose the work of a launch starts with little and doubles it
 * until this is true, because under a sanitizer little work takes long already. */
bool gpu_runs_long(struct bench_point *point);

/* For gpu_use(): keeps this thread on the CPUs nearest to a GPU, so that the memory it allocates
 * from now on is near as well; and allocates what timing needs on the GPU in use. */
void gpu_stay_near(int device);
void gpu_prepare_timing(void);

#ifdef __cplusplus
}
#endif

#endif
