/* host_histogram.h - histograms on the CPU; see host_histogram.c. */
#ifndef HOST_HISTOGRAM_H
#define HOST_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Adds to counts[0 .. bins - 1] how many of the n values fall into each bin:
 * value v into bin v, below 0 into the first, above the last into the last.
 * `scratch` is room for threads x bins counts, whose contents do not matter. */
typedef void host_histogram_kernel(uint32_t *counts, int bins,
                                   const int32_t *values, size_t n,
                                   uint32_t *scratch, int threads);

struct host_histogram {
    const char *name, *what;
    host_histogram_kernel *add;
};

/* All of them, the plain loop first; ends with a null name. */
extern const struct host_histogram host_histograms[];

#endif
