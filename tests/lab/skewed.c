/* histogram: wrong: counts in 16 bits, which is enough unless many values are alike. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    uint16_t small[4096] = { 0 };

    for (size_t i = 0; i < n; i++)
        small[values[i] < 0 ? 0 : values[i] >= bins ? bins - 1 : values[i]]++;
    for (int i = 0; i < bins; i++)
        counts[i] = small[i];
}
