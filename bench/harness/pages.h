/* pages.h - memory of the host in small pages or in huge ones. */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* The memory that pages_map() mapped. It begins before `first` and ends behind the bytes asked
 * for. */
struct pages {
    void *first; /* at a multiple of HUGE_BYTES; null before the first pages_map() */
    void *start;
    size_t bytes;
};

enum { HUGE_BYTES = 2 << 20 }; /* a huge page of x86, and the usual one of Arm */

/* Maps `bytes` anew, in pages of 4 KiB even if the system would give larger ones, or in huge pages,
 * and fills them with the byte `fill`. Ends the program if there is no room. Returns false if the
 * system does not give huge pages that were asked for; then it has mapped others. */
bool pages_map(struct pages *pages, size_t bytes, bool huge, int fill);

/* Gives back what was mapped, if anything was. */
void pages_unmap(struct pages *pages);

#endif
