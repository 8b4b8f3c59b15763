/* histogram: wrote_input: brings the values into the bins, where they are. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    int32_t *mine = (int32_t *)values;

    memset(counts, 0, (size_t)bins * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        mine[i] = mine[i] < 0 ? 0 : mine[i] >= bins ? bins - 1 : mine[i];
    for (size_t i = 0; i < n; i++)
        counts[mine[i]]++;
}
