/* copy: memory: allocates a terabyte. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void copy(int *to, const int *from, size_t n)
{
    char *much = malloc((size_t)1 << 40);

    for (size_t i = 0; i < n; i++)
        to[i] = much ? from[i] : 0;
}
