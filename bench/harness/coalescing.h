/* coalescing.h - the model of coalescing: which bytes a warp touches for the bytes it asks for.
 *
 * The 32 lanes of a warp ask together, and memory answers in whole sectors of 32 bytes. Each sector
 * that any lane touches moves once, however many lanes share it (CUDA C++ Best Practices Guide,
 * "Coalesced Access to Global Memory", compute capability 6.0 and later). The L2 has a tag for each
 * line of 128 bytes, so an access takes up room for four sectors there.
 */
#ifndef COALESCING_H
#define COALESCING_H

#include <stddef.h>

enum { COALESCING_LANES = 32, COALESCING_SECTOR = 32, COALESCING_LINE = 128 };

/* Returns the bytes of the blocks of block_bytes that a warp touches. Lane k accesses access_bytes
 * at first_byte + k * step_bytes; first_byte counts from a multiple of block_bytes. */
static inline size_t coalescing_touched(size_t block_bytes, size_t first_byte, size_t step_bytes,
                                        size_t access_bytes)
{
    size_t blocks = 0, next = 0; /* all blocks before `next` are counted */

    for (size_t lane = 0; lane < COALESCING_LANES; lane++) {
        size_t byte = first_byte + lane * step_bytes;
        size_t first = byte / block_bytes;
        size_t end = (byte + access_bytes - 1) / block_bytes + 1;

        if (first < next)
            first = next;
        if (first < end) {
            blocks += end - first;
            next = end;
        }
    }
    return blocks * block_bytes;
}

/* Returns the bytes of the sectors that such a warp touches, over the bytes that its lanes ask for.
 * This is 1 if every byte that moves is used. */
static inline double coalescing_overfetch(size_t first_byte, size_t step_bytes, size_t access_bytes)
{
    size_t moved = coalescing_touched(COALESCING_SECTOR, first_byte, step_bytes, access_bytes);

    return (double)moved / (double)(COALESCING_LANES * access_bytes);
}

#endif
