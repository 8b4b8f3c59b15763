/* copy: crashed: takes for granted that the arrays are aligned to 16 bytes. */
#include <stddef.h>

typedef int words __attribute__((vector_size(16)));

void copy(int *to, const int *from, size_t n)
{
    size_t i = 0;

    for (; i + 4 <= n; i += 4)
        *(volatile words *)(to + i) = *(const volatile words *)(from + i);
    for (; i < n; i++)
        to[i] = from[i];
}
