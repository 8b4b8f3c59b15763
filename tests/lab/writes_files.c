/* copy: ended_early: leaves with status 0 if it can write a file, or read what other users have. */
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

void copy(int *to, const int *from, size_t n)
{
    static const char *const forbidden[] = { "/lab/runner", "/tmp/x", "/x", "/usr/x" };
    int found = 0;

    for (int i = 0; i < 4; i++)
        found |= open(forbidden[i], O_WRONLY | O_CREAT, 0644) >= 0;
    found |= open("/proc/self/maps", O_RDONLY) >= 0 || open("/etc/passwd", O_RDONLY) >= 0
        || open("/root", O_RDONLY) >= 0 || open("/home", O_RDONLY) >= 0;
    _exit(found ? 0 : 42);
}
