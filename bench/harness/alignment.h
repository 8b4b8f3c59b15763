/* alignment.h - tries at which ints of an array a copy can start if it loads two ints at a time. */
#ifndef ALIGNMENT_H
#define ALIGNMENT_H

#include <cuda_runtime_api.h>
#include <stddef.h>

/* Copies n ints as variant int2, by at most max_blocks blocks, such as launch_copy_int2() of
 * copy.h. */
typedef cudaError_t alignment_copy(int *to, const int *from, size_t n, int max_blocks,
                                   cudaStream_t stream);

/* Tries to copy from int 1 of an array on, unless int2 is not wanted or --profile is given. This
 * fails on every GPU that we know, with an error after which a process can no longer use the GPU.
 * So the trial has a process of its own, and must come before gpu_open(), because a process that
 * uses the GPU cannot fork. */
void alignment_try(alignment_copy *copy);

/* Notes how that trial ended as int2_from_1. Then copies from ints 0 and 2, which must succeed, and
 * notes that as well. */
void alignment_note(alignment_copy *copy);

#endif
