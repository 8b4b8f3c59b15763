/* chain.h - a chain in random order, which one reader follows. */
#ifndef CHAIN_H
#define CHAIN_H

#include "random.h"

#include <stddef.h>

/* Makes next[i] the slot that follows slot i, for i < n <= 2^32. The slots form a single cycle, in
 * a random order that the seed decides. This is a shuffle in which no element may stay where it is
 * (Sattolo, "An algorithm to generate a random cyclic permutation", Information Processing Letters
 * 22, 1986). */
static inline void make_chain(uint32_t *next, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        next[i] = (uint32_t)i;
    for (size_t i = n; i-- > 1;) {
        uint64_t random = random_u32(seed, i);
        size_t other = (size_t)(random * i >> 32); /* below i */
        uint32_t slot = next[i];
        next[i] = next[other];
        next[other] = slot;
    }
}

/* Returns the slot that a reader comes to if it starts at a slot and takes that many steps. */
static inline size_t follow_chain(const uint32_t *next, size_t slot, size_t steps)
{
    for (size_t i = 0; i < steps; i++)
        slot = next[slot];
    return slot;
}

#endif
