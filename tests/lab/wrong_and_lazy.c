/* histogram: wrong: and each call takes so long that a few of them are too many. */
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    usleep(900000);
    for (int i = 0; i < bins; i++)
        counts[i] = (uint32_t)n + 1;
}
