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

/* Grows a cycle of the first `old` lines to one of the first `n`. Each new line
 * goes behind a random one of the lines before it, or behind the last line if
 * `in_order`. All random cycles are equally likely. A new cycle has 0 old
 * lines. */
void latency_grow(struct latency_line *lines, size_t old, size_t n,
                  bool in_order, uint64_t seed);

/* Makes that many loads, each of which needs the one before it, and returns the
 * line that the last one led to. */
const struct latency_line *latency_chase(const struct latency_line *line,
                                         size_t steps);

#endif
