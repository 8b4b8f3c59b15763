/* copy: out_of_bounds: rounds n up to a multiple of four. */
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    for (size_t i = n; i % 4 != 0; i++)
        to[i] = 0;
}
