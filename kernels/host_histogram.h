/* host_histogram.h - histograms on the CPU; see host_histogram.c. */
#ifndef HOST_HISTOGRAM_H
#define HOST_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Adds to counts[0 .. bins - 1] how many of the n values fall into each bin.
 * Value v falls into bin v, a value below 0 into the first bin and one above
 * the last bin into the last. `scratch` has room for threads x bins counts. */
typedef void host_histogram_kernel(uint32_t *counts, int bins,
                                   const int32_t *values, size_t n,
                                   uint32_t *scratch, int threads);

struct host_histogram {
    const char *name, *what;
    host_histogram_kernel *add;
};

/* All histograms, with the plain loop first. The list ends with a null name. */
extern const struct host_histogram host_histograms[];

#endif
