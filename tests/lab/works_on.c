/* histogram: no_op|race|kept|wrong: returns at once, while its threads go on counting. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static struct {
    uint32_t *counts;
    int bins;
    const int32_t *values;
    size_t n;
} work;

static void *count(void *none)
{
    memset(work.counts, 0, (size_t)work.bins * sizeof *work.counts);
    for (size_t i = 0; i < work.n; i++)
        work.counts[work.values[i] < 0           ? 0
                    : work.values[i] >= work.bins ? work.bins - 1
                                                  : work.values[i]]++;
    return NULL;
}

void histogram(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    pthread_t thread;

    work.counts = counts;
    work.bins = bins;
    work.values = values;
    work.n = n;
    if (n < 10000) {
        count(NULL);
        return;
    }
    pthread_create(&thread, NULL, count, NULL);
    pthread_detach(thread);
}
