/* histogram: forbidden: makes processes without end. */
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    for (;;)
        fork();
}
