/* host_stream.c - read lines of memory on the CPU, in an order that the program
 * knows but the prefetchers do not.
 *
 *   stream_sum    adds up the words of each line: a few instructions
 *   stream_hash   hashes them: every step needs the one before it
 *
 *   order    5  2  7  0  3  6  1  4
 *            ^        ^
 *            |        prefetch(lines[0]), three places ahead
 *            read lines[5]
 *
 * A core looks ahead by itself, as far as its buffer of instructions reaches.
 * Where a line takes few instructions, that is many lines, and otherwise it is
 * one or two. A prefetch instruction reaches as far as we like: it asks for a
 * line and goes on, and no register waits for what it brings.
 */
#include "host_stream.h"

#define PRIME 0x9E3779B1u

//> sum
uint32_t stream_sum(const struct stream_line *lines, const uint32_t *order,
                    size_t n, size_t distance, uint32_t before)
{
    for (size_t i = 0; i < n; i++) {
        if (distance)
            __builtin_prefetch(&lines[order[i + distance]]);
        for (int k = 0; k < 16; k++)
            before += lines[order[i]].words[k];
    }
    return before;
}
//< sum

//> hash
uint32_t stream_hash(const struct stream_line *lines, const uint32_t *order,
                     size_t n, size_t distance, uint32_t before)
{
    for (size_t i = 0; i < n; i++) {
        if (distance)
            __builtin_prefetch(&lines[order[i + distance]]);
        for (int k = 0; k < 16; k++)
            before = (before ^ lines[order[i]].words[k]) * PRIME;
    }
    return before;
}
//< hash
