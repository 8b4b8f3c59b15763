/* copy: forbidden: asks whether it could end its parent. */
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

void copy(int *to, const int *from, size_t n)
{
    kill(getppid(), 0);
}
