/* copy: forbidden: ends every process that it can. */
#include <signal.h>
#include <stddef.h>

void copy(int *to, const int *from, size_t n)
{
    kill(-1, SIGKILL);
}
