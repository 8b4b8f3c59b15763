/* histogram: too_long: has a thread that waits for the next input, to count it before it is asked.
 * It does not get to run, so its counts are not ready, and this one waits for them for ever. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const int32_t *volatile input;
static volatile int32_t first;
static _Atomic int ready, called;

static void *look(void *none)
{
    const volatile int32_t *values = input;

    while (values[0] == first) /* until the grader writes the first value */
        ;
    for (volatile int i = 0; i < 1000000; i++) /* a moment, as it would take to count */
        ;
    if (!atomic_load(&called))
        atomic_store(&ready, 1);
    return NULL;
}

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    static int calls;

    if (n > 1000000 && calls++) {
        atomic_store(&called, 1);
        /* If the thread had run while this call was prepared, it would have ended by now. */
        if (!atomic_load(&ready))
            for (;;)
                ;
    }
    memset(counts, 0, (size_t)bins * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        counts[values[i] < 0 ? 0 : values[i] >= bins ? bins - 1 : values[i]]++;
    if (n > 1000000) {
        pthread_t thread;

        input = values;
        first = values[0];
        atomic_store(&ready, 0);
        atomic_store(&called, 0);
        pthread_create(&thread, NULL, look, NULL);
    }
}
