/* host.h - the CPU as a benchmark sees it: name, cores, caches, clock, and
 * timing. */
#ifndef HOST_H
#define HOST_H

#include "bench.h"

struct host {
    char name[256];
    int cores;                 /* logical, that this process may use */
    size_t cache_bytes[4];     /* [1] L1 data, [2] L2, [3] L3; 0: not known */
    int sharers[4];            /* logical cores that share one of these */
};

/* Reads what the operating system says of the CPU and notes it in the CSV. */
const struct host *host_open(void);

/* The smallest memory that holds `bytes` used by as many cores as there are
 * `threads`, with the L1 and L2 that they have, and one L3: "l1", "l2", "l3" or
 * "dram"; "unknown" where the system does not tell its caches. */
const char *host_memory(size_t bytes, int threads);

/* Where the part of a thread starts that works on n elements with `threads` - 1
 * others: at a cache line. It ends where the next thread's part starts. */
size_t host_part_start(size_t n, size_t element_bytes, int thread, int threads);

/* The clock of this core now, in MHz, from a chain of dependent instructions
 * that take one cycle each. */
double host_mhz(void);

struct host_time {
    struct bench_median ms; /* of one call */
    double cpu_mhz;         /* the mean before and after the samples */
};

/* Times a call. A sample is a batch of calls long enough (200 us) for the
 * clock, divided by their number. */
struct host_time host_time(void (*call)(void *work), void *work);

/* The row of a point: `bytes` moved in that time. */
struct bench_row host_row(size_t bytes, struct host_time time);

/* The row of a chain: that many accesses, one after the other, in that time. */
struct bench_row host_latency_row(size_t accesses, struct host_time time);

#endif
