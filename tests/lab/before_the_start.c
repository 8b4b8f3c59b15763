/* copy: out_of_bounds: writes the int before the first one. */
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    to[-1] = 0;
}
