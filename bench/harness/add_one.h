/* add_one.h - what offset.c and stride.c share: a kernel adds 1 to the elements of an array, which
 * begin at an offset or lie a stride apart.
 *
 * There are floats and doubles, and two sizes: --min-bytes and --max-bytes are touched. If the
 * array of a launch stays in the L2 (gpu_stays_in_l2()), the launches of a sample return to a few
 * arrays, and the row says `l2`. Otherwise it says `dram`: each launch moves on to the next window
 * of a pool that is far larger than the L2.
 */
#ifndef ADD_ONE_H
#define ADD_ONE_H

#include "gpu.h"

/* Adds 1 to n elements of an array on the GPU, at an offset or a stride. */
typedef cudaError_t add_one_launcher(void *a, bool fp64, size_t by, size_t n, cudaStream_t stream);

struct add_one {
    struct bench_experiment experiment; /* its summary, sizes and columns */
    add_one_launcher *launch;
    bool strided;                /* whether `by` is a stride and not an offset, in elements */
    size_t least, most;          /* the smallest and the largest that we measure */
    bool (*is_quick)(size_t by); /* whether this one is measured even with --quick */
    int arrays;                  /* how many arrays of --max-bytes must fit in the GPU */
};

/* Runs the experiment of that name, and returns the exit status. */
int add_one_run(const char *name, const struct add_one *how, int argc, char **argv);

/* Defines the main() of a program that is such an experiment. */
#define ADD_ONE_MAIN(how)                                                                          \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return add_one_run(#how, &(how), argc, argv);                                              \
    }

#endif
