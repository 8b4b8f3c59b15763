/* A lab of Bytes in Flight: copy n ints from `from` to `to` as fast as one core
 * can. The arrays do not overlap. Each starts at a multiple of 4 bytes, and not
 * of more.
 *
 * This copies byte after byte. It is correct, and slow. */
#include <stddef.h>

//> starter
void copy(int *to, const int *from, size_t n)
{
    volatile char *to_bytes = (volatile char *)to;
    const volatile char *from_bytes = (const volatile char *)from;

    for (size_t i = 0; i < n * sizeof(int); i++)
        to_bytes[i] = from_bytes[i];
}
//< starter
