/* gpu.h - the GPU as a benchmark sees it: properties, memory, random data
 * made and checked in place, and timing.
 *
 * Host code only: a program that includes this is plain C11, and is linked
 * with gpu.c and instruments.cu.
 */
#ifndef GPU_H
#define GPU_H

#include "bench.h"

#include <cuda_runtime_api.h>

/* Every CUDA call goes through this: on an error it prints the call, where it
 * stands, and the error's name and text, and ends the program. */
#define CUDA(call) gpu_check((call), #call, __FILE__, __LINE__)
void gpu_check(cudaError_t error, const char *call, const char *file,
               int line);

/* What unwritten memory holds before a kernel is checked. */
#define GPU_POISON 0xA5

struct gpu {
    char name[256];
    int major, minor; /* compute capability */
    int sms;
    int threads_per_sm; /* that can be resident */
    int registers_per_sm;
    double sm_mhz;      /* rated: the highest clock */
    double memory_mhz;
    int bus_bits;
    size_t l2_bytes;
    size_t shared_bytes_per_sm;
    size_t shared_bytes_per_block; /* the most that a kernel can ask for */
    double peak_gbs; /* 2 x memory clock x bus width / 8 (sources.md, T) */
    cudaStream_t stream;
};

/* Opens the GPU that --device names and notes it in the CSV. The program stays
 * on the CPUs nearest to it. Exits with BENCH_NOT_NOW where there is no GPU or
 * no driver for it, BENCH_USAGE where the number is too high. */
const struct gpu *gpu_open(void);

/* Does a launch return only when the kernel has ended, as CUDA_LAUNCH_BLOCKING
 * has it? */
bool gpu_launches_block(void);

/* How many GPUs are there? Exits as gpu_open() does where there is none. */
int gpu_count(void);

/* For programs that measure several: from now on `device` is the GPU of this
 * module, and CUDA's current one. Returns what it is, always the same. */
enum { GPU_MOST = 16 };
const struct gpu *gpu_use(int device);

/* What `work` returns when a process of its own runs it, on the GPU that
 * --device names. For work that may end with an error which leaves the GPU
 * useless to its process. It is not to exit. An unknown error where the process
 * ended early. Only before gpu_open(): a process that uses the GPU cannot fork.
 * Dies where there can be no process. */
cudaError_t gpu_attempt(cudaError_t (*work)(void *argument), void *argument);

/* Exits with BENCH_CANNOT_RUN where the GPU has no thread block clusters: they
 * need compute capability 9.0. */
void gpu_need_clusters(void);

/* Memory on the GPU, by plain cudaMalloc. Dies naming the size. */
void *gpu_alloc(size_t bytes);

/* Halves --max-bytes until `arrays` of it fit in nine tenths of the free
 * memory; exits with BENCH_NOT_NOW where that is less than --min-bytes. An
 * explicit --max-bytes is not lowered: dies. */
void gpu_fit(int arrays);

/* Where launches are to find nothing in the L2, each works in the next window
 * of a pool this large: `most` bytes, or 8 times the L2 where that is more; a
 * multiple of GPU_ALIGNMENT. */
enum { GPU_ALIGNMENT = 256 /* of cudaMalloc, and of windows */ };
size_t gpu_pool_bytes(size_t most);

/* Do so many bytes stay in the L2 from one launch to the next? Half of it may
 * be all that an SM is near to, and what was there before leaves slowly. */
bool gpu_stays_in_l2(size_t bytes);

/* bytes, rounded up to a multiple of GPU_ALIGNMENT. */
size_t gpu_aligned(size_t bytes);

/* Makes value i of `values` random_u32(seed, i), for i < n. */
void gpu_fill_random(uint32_t *values, size_t n, uint64_t seed);

/* Makes number i random_small(seed, i), a whole number below 1024; the numbers
 * are floats or, with fp64, doubles, here and below. */
void gpu_fill_small(void *numbers, bool fp64, size_t n, uint64_t seed);

/* How many of the n values are not random_u32(seed, i)? */
size_t gpu_count_wrong(const uint32_t *values, size_t n, uint64_t seed);

/* How many of the n numbers are not random_small(seed, i), and 1 more than that
 * if i is one of first, first + step, ... first + (added - 1) * step? */
size_t gpu_count_wrong_added(const void *numbers, bool fp64, size_t n,
                             size_t first, size_t step, size_t added,
                             uint64_t seed);

/* How many of the n numbers are not
 * a random_small(seed, i) + random_small(seed + 1, i)? */
size_t gpu_count_wrong_saxpy(const void *numbers, bool fp64, size_t n,
                             double a, uint64_t seed);

/* In how many 4-byte words do two arrays on the GPU differ? bytes is a
 * multiple of 4. */
size_t gpu_count_different(const void *a, const void *b, size_t bytes);

/* How many bytes, on the GPU or pinned, are not GPU_POISON? */
size_t gpu_count_unpoisoned(const void *memory, size_t bytes);

/* For other checks: a counter on the GPU, which is set to 0 on the stream. A
 * kernel counts what is wrong, then gpu_counted() waits for it and returns the
 * count. */
unsigned long long *gpu_counter(void);
size_t gpu_counted(void);

/* Makes slot i of an array on the GPU, at slots + i * spacing bytes, begin with
 * the address of slot next[i], for i < n; `next` is on the GPU. */
void gpu_link_slots(void *slots, size_t spacing, const uint32_t *next,
                    size_t n);

/* A launch to be timed: puts the work number i on the stream. i goes up within
 * a batch, so that a launch can move on to memory that is not cached, or, for
 * gpu_time_warm(), goes round. It may be captured into a graph: it only queues
 * work, and waits for nothing. A held stream has to take 200 us of launches, or
 * 256 of them: of an H200 it takes a thousand operations. */
typedef cudaError_t gpu_launch(void *work, size_t i, cudaStream_t stream);

/* Runs a launch: does it take a millisecond or more? Beside that, what it takes
 * to launch is 0.2 %. A program that may choose the work of a launch doubles it
 * until it does, from little, as under a sanitizer a little does. */
bool gpu_runs_long(gpu_launch *launch, void *work);

struct gpu_time {
    struct bench_median ms; /* of one launch */
    double sm_mhz;          /* the mean over the SMs, during the samples */
};

/* Times a launch.
 *
 * A sample is a batch of launches between two events, long enough (200 us) that
 * the resolution of events does not matter, divided by their number. The stream
 * is held until the whole batch is queued, so that the time the host takes to
 * launch is not measured. A batch of launches below 200 us is a CUDA graph,
 * whose gaps are the same in every process. It is of 2 ms, or of 768 launches
 * if that is less, halved until a held stream takes it. So its start, 2 us,
 * does not matter; what a cold L2 costs the first of its launches beyond the
 * others, 15 us, is about 1 %, of the shortest 2 %. (Long launches are in none:
 * there cudaMemcpy() takes half as long again for 512 MiB.) A graph repeats its
 * launches, so together they must outrun the L2, or be timed cold. On either
 * side of the batch every SM writes down its cycle counter and the time: the
 * quotient is the clock that the batch ran at. With --quick graphs are of 0.1
 * to 0.4 ms, of which those 2 and 15 us are more: a short launch comes out 1 %
 * slower, at most 5 % (H200, SAXPY and copies).
 *
 * With --profile the launch runs once, between cudaProfilerStart() and
 * cudaProfilerStop(), and the time is 0. */
struct gpu_time gpu_time(gpu_launch *launch, void *work);

/* gpu_time() with the L2 full of other data before each sample, some of it yet
 * to be written, as after a long copy. The launches of a sample are not to use
 * the same memory: only the first would find the L2 cold. */
struct gpu_time gpu_time_cold(gpu_launch *launch, void *work);

/* gpu_time(), or with `cold` gpu_time_cold(), with one launch a sample, never
 * in a graph: for a launch that goes on where the last one ended, so that they
 * are to be counted. It had better be long (gpu_runs_long()). */
struct gpu_time gpu_time_single(gpu_launch *launch, void *work, bool cold);

/* gpu_time_cold() of n works (BENCH_TURNS at most) of so many bytes each, one
 * behind the other, by bench_sample_in_turn(): for what crosses the bus. The
 * memory of the host has other users, and what they do comes and goes within
 * tenths of a second, where a point alone may be done in hundredths. */
void gpu_time_cold_in_turn(gpu_launch *launch, void *works, size_t size, int n,
                           struct gpu_time times[]);

/* gpu_time() of arrays that stay in the L2 (gpu_stays_in_l2()). `bytes` is what
 * one launch uses, all arrays together. i is a place, which has arrays of its
 * own: the same work takes up to 3 % more or less (H200; cudaMemcpy 9 %, a copy
 * by few blocks 7 %) where addresses spread in another way over the slices of
 * the L2. So the launches of a sample go round as many places as stay there
 * together, 64 at most, after one launch at each, not timed, that brings its
 * arrays there. If they are fewer, the next sample goes round others, until
 * there were 64 or more in all, or 24 rounds, or as many as i leads to; with
 * --quick one round. Nothing begins cold, so 0.7 ms are long enough. */
struct gpu_time gpu_time_warm(gpu_launch *launch, void *work, size_t bytes);

/* gpu_time_cold_in_turn() with the L2 as it is, and the stream not held: for
 * work that makes the host wait, such as copies of pageable memory. The host is
 * then part of the time, so it runs as gpu_sample_by_cpu() says. */
void gpu_time_unheld_in_turn(gpu_launch *launch, void *works, size_t size,
                             int n, struct gpu_time times[]);

/* bench_sample() of what the CPU's clock times. The thread takes samples on a
 * CPU near the GPU that is fast just now (bench_quiet_cpu()), chosen anew every
 * 2 ms; then it may run on all near ones again. */
struct bench_median gpu_sample_by_cpu(double (*take)(void *work), void *work);

/* The same for n works (BENCH_TURNS at most) of so many bytes each, by
 * bench_sample_in_turn(). */
void gpu_sample_by_cpu_in_turn(double (*take)(void *work), void *works,
                               size_t size, int n,
                               struct bench_median medians[]);

/* The row of a point: `bytes` moved in that time. */
struct bench_row gpu_row(size_t bytes, struct gpu_time time);

/* The row of a chain: a launch made that many accesses, one after the other. */
struct bench_row gpu_latency_row(size_t accesses, struct gpu_time time);

#endif
