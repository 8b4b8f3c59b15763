/* size.c - fuzzes bench_parse_size(): what it takes is exact, and comes back
 * the same when it has been printed. */
#include "../../bench/harness/bench.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), printed[32];
    size_t bytes, again;

    memcpy(text, data, size);
    text[size] = '\0';
    if (bench_parse_size(text, &bytes)) {
        if (*text < '0' || *text > '9' || bytes >= (size_t)1 << 53)
            abort();
        bench_size_text(bytes, printed);
        if (!bench_parse_size(printed, &again) || again != bytes)
            abort();
    }
    free(text);
    return 0;
}
