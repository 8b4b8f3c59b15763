/* host_latency.h - chains of cache lines on the CPU; see host_latency.c. */
#ifndef HOST_LATENCY_H
#define HOST_LATENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct latency_line {
    const struct latency_line *next;
    char rest[64 - sizeof(void *)];
};

/* Makes a cycle of the first `old` lines into one of the first `n`: each new
 * line goes behind a random one of those before it, or, in order, behind the
 * last. Every random cycle is as likely. `old` is 0 for a new one. */
void latency_grow(struct latency_line *lines, size_t old, size_t n,
                  bool in_order, uint64_t seed);

/* Makes that many loads, each of which needs the one before it, and returns the
 * line that the last one led to. */
const struct latency_line *latency_chase(const struct latency_line *line,
                                         size_t steps);

#endif
