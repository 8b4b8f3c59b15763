/* copy: no_op: does nothing. */
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
}
