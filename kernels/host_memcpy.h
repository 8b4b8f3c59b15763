/* host_memcpy.h - memcpy on one core or several, and new memory; see
 * host_memcpy.c. */
#ifndef HOST_MEMCPY_H
#define HOST_MEMCPY_H

#include <stddef.h>

/* Copies that many bytes between two arrays that do not overlap. */
void memcpy_parts(void *to, const void *from, size_t bytes, int threads);

/* Returns address space that has no memory yet, where each page gets memory
 * when it is first written. The caller gives it back with munmap(). Returns
 * null if there is none. */
void *memcpy_fresh(size_t bytes);

#endif
