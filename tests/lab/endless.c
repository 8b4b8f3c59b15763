/* copy: too_long: never returns. */
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
    for (volatile int i = 0;; i++)
        ;
}
