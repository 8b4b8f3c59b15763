/* copy: forbidden: makes a thread, where one has to do. */
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *argument)
{
    return argument;
}

void copy(int *to, const int *from, size_t n)
{
    pthread_t thread;

    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}
