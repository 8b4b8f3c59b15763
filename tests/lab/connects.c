/* copy: forbidden: calls home. */
#include <stddef.h>
#include <sys/socket.h>

void copy(int *to, const int *from, size_t n)
{
    socket(AF_INET, SOCK_STREAM, 0);
}
