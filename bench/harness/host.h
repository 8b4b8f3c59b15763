/* host.h - the CPU as a benchmark sees it: name, cores, caches, clock, and timing. */
#ifndef HOST_H
#define HOST_H

#include "bench.h"

#include <omp.h>

struct host {
    char name[256];
    int cores;             /* logical cores that this process may use */
    size_t cache_bytes[4]; /* [1] L1 data, [2] L2, [3] L3; 0: not known */
    int sharers[4];        /* logical cores that share one such cache */
};

/* The CPU, after host_open(). */
extern const struct host *const host;

/* Reads what the operating system says about the CPU, and notes it in the CSV. */
void host_open(void);

/* For experiments on the CPU: opens it, and times points by `call` or `take`. */
extern const struct bench_machine host_machine;

/* Returns the smallest memory that holds `bytes` if that many threads run, each with its L1 and L2,
 * and one L3 for all: "l1", "l2", "l3" or "dram", or "unknown" if the system does not say which
 * caches it has. */
const char *host_memory(size_t bytes, int threads);

/* Returns how many numbers of threads an experiment measures: one thread, and if there are more
 * cores, also one on each core. */
static inline int host_thread_counts(void)
{
    return host->cores > 1 ? 2 : 1;
}

/* Returns where a thread's part starts if `threads` threads share n elements: at the start of a
 * cache line. The part ends where the next thread's part starts. */
size_t host_part_start(size_t n, size_t element_bytes, int thread, int threads);

/* Calls work(point, start, end) on each of the threads with its part of n elements. One thread
 * needs no fork and no join. This is inline, because a call would show in the times of small
 * arrays. */
static inline void host_in_parts(void (*work)(const void *point, size_t start, size_t end),
                                 const void *point, size_t n, size_t element_bytes, int threads)
{
    if (threads == 1) {
        work(point, 0, n);
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        int thread = omp_get_thread_num();
        work(point, host_part_start(n, element_bytes, thread, threads),
             host_part_start(n, element_bytes, thread + 1, threads));
    }
}

/* For experiments that copy ints: allocates a random array and one to copy it to, for sizes up to
 * --max-bytes and awkward ones. Both are filled in parallel, so that they are spread over all
 * memories of a machine that has several. */
void host_copied_arrays(int **to, int **from);

/* Ints hold HOST_POISON until they are copied to, and HOST_GUARD such ints lie behind a copy as a
 * guard. */
enum { HOST_POISON = 0x5A5A5A5A, HOST_GUARD = 16 };
void host_poison(int *to, size_t ints);

/* Returns how many of n ints are not those of the random array, or of the guard not poison. */
size_t host_count_wrong(const int *to, size_t n);

#endif
