/* key.c - fuzzes bench_read_key(): whatever key and file, the value is one line
 * and fits. The first line of the input is the key, the rest is the file. */
#include "../../bench/harness/bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    char path[64];

    if (!end)
        return 0;
    char *key = strndup((const char *)data, (size_t)(end - data));
    size_t length = size - (size_t)(end + 1 - data);
    /* On the heap, and of any size, so that a byte too many is noticed. */
    size_t room = 1 + length % 80;
    char *value = malloc(room);

    int file = memfd_create("fuzz", 0);
    if (file < 0 || write(file, end + 1, length) != (ssize_t)length)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (bench_read_key(path, key, value, room) && (strlen(value) >= room || strchr(value, '\n')))
        abort();
    close(file);
    free(key);
    free(value);
    return 0;
}
