/* host_stream.h - lines of memory read in a known order on the CPU; see
 * host_stream.c. */
#ifndef HOST_STREAM_H
#define HOST_STREAM_H

#include <stddef.h>
#include <stdint.h>

/* A cache line. */
struct stream_line {
    uint32_t words[16];
};

/* Returns the sum, or the hash, of the n lines that `order` names, in that
 * order, with the first value of a chain that earlier calls began. The line
 * `distance` places farther on is asked for ahead of time, unless that is 0, so
 * order[n + distance - 1] must be the number of a line. */
uint32_t stream_sum(const struct stream_line *lines, const uint32_t *order,
                    size_t n, size_t distance, uint32_t before);
uint32_t stream_hash(const struct stream_line *lines, const uint32_t *order,
                     size_t n, size_t distance, uint32_t before);

#endif
