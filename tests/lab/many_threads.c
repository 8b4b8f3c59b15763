/* histogram: forbidden: has more threads than it may, which end by themselves. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    memset(counts, 0, (size_t)bins * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        counts[values[i] < 0 ? 0 : values[i] >= bins ? bins - 1 : values[i]]++;
#pragma omp parallel num_threads(5 * threads + 20)
    usleep(1000);
}
