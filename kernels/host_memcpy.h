/* host_memcpy.h - memcpy on one core or several, and memory that is new; see
 * host_memcpy.c. */
#ifndef HOST_MEMCPY_H
#define HOST_MEMCPY_H

#include <stddef.h>

/* Copies that many bytes between two arrays that do not overlap. */
void memcpy_parts(void *to, const void *from, size_t bytes, int threads);

/* Address space that has no memory yet: each of its pages gets some when it is
 * first written. Null when there is none. To be given back with munmap(). */
void *memcpy_fresh(size_t bytes);

#endif
