/* histogram: memory: takes and fills a megabyte at a time, until there is no more
 * or it has four gigabytes. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    for (int i = 0; i < 4096; i++) {
        char *more = malloc(1 << 20);
        if (more)
            memset(more, 1, 1 << 20);
    }
}
