/* host_latency.c - a chain of cache lines on the CPU, and the walk along it.
 *
 *   latency_grow    makes the chain longer
 *   latency_chase   walks along it
 *
 *   random    line 0    line 1    line 2    line 3
 *             [ *-]----------------------->[  *  ]
 *                       [ <------------------/
 *                         \----->[ *-]--> back to line 0
 *   in order  [ *-]---->[ *-]--->[ *-]---->[ *-]--> back to line 0
 *
 * A load cannot start before the one before it has said where to go, so time
 * over loads is the latency of one load. The chain is one cycle through every
 * line of the set: nothing is met again before all else was. Where the order is
 * random the prefetchers have nothing to go by.
 */
#include "host_latency.h"

#include "../bench/harness/random.h"

_Static_assert(sizeof(struct latency_line) == 64, "as long as a cache line");

//> grow
void latency_grow(struct latency_line *lines, size_t old, size_t n,
                  bool in_order, uint64_t seed)
{
    if (old == 0 && n > 0)
        lines[old++].next = lines;
    for (size_t i = old; i < n; i++) {
        size_t below_i = (size_t)((uint64_t)random_u32(seed, i) * i >> 32);
        size_t before = in_order ? i - 1 : below_i;

        lines[i].next = lines[before].next;
        lines[before].next = &lines[i];
    }
}
//< grow

//> chase
const struct latency_line *latency_chase(const struct latency_line *line,
                                         size_t steps)
{
    for (size_t i = 0; i < steps; i++)
        line = line->next;
    return line;
}
//< chase
