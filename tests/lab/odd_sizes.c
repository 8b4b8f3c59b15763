/* copy: wrong: leaves out what does not fill 16 bytes. */
#include <stddef.h>

typedef int words __attribute__((vector_size(16), aligned(4)));

void copy(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n / 4; i++)
        ((words *)to)[i] = ((const words *)from)[i];
    if (n < 4)
        for (size_t i = 0; i < n; i++)
            to[i] = from[i];
}
