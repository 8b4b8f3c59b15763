/* copy: slow: prints without end, and copies byte after byte. */
#include <stddef.h>
#include <stdio.h>

void copy(int *to, const int *from, size_t n)
{
    for (int i = 0; i < 1000; i++)
        printf("%d: this is what a table of the book looks like\n", i);
    for (size_t i = 0; i < n * sizeof *to; i++)
        ((volatile char *)to)[i] = ((const volatile char *)from)[i];
}
