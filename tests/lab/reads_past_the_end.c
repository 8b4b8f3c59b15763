/* copy: out_of_bounds: reads four ints beyond the last one. */
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
    volatile int next;

    for (size_t i = 0; i < n; i++) {
        next = from[i + 4];
        to[i] = from[i];
    }
}
