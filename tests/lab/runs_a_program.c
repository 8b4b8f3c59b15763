/* histogram: forbidden: has the C library run a program. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    system("true");
}
