/* copy: too_long: each call is right and not endless, but all of them take minutes. */
#include <stddef.h>
#include <unistd.h>

void copy(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    usleep(900000);
}
