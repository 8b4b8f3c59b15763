/* copy: too_long: never returns once it is timed. */
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    for (volatile int i = 0; n > 1000000; i++)
        ;
}
