/* host_copy.h - copy kernels of the CPU; see host_copy.c. */
#ifndef HOST_COPY_H
#define HOST_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* Copies n ints from `from` to `to`, two arrays that do not overlap and start
 * at a multiple of 64 bytes. */
typedef void host_copy_kernel(int *to, const int *from, size_t n);

struct host_copy {
    const char *name, *what;
    host_copy_kernel *copy;
    int bytes; /* that one instruction loads; 0 if we do not know */
};

/* All kernels of this architecture, with the plain loop first. The list ends
 * with a null name. */
extern const struct host_copy host_copies[];

/* Returns whether this CPU has the instructions that the kernel needs. */
bool host_copy_runs_here(const struct host_copy *kernel);

#endif
