/* copy: wrong: leaves out the last element, so it does nothing where there is one. */
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        to[i] = from[i];
}
