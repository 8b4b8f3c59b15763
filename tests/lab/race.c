/* histogram: race: all threads add to one set of counts, and not atomically. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    memset(counts, 0, (size_t)bins * sizeof *counts);
#pragma omp parallel for num_threads(threads)
    for (size_t i = 0; i < n; i++) {
        volatile uint32_t *count =
            &counts[values[i] < 0 ? 0 : values[i] >= bins ? bins - 1 : values[i]];
        *count = *count + 1;
    }
}
