/* pages.c - memory of the host in small pages or in huge ones; see pages.h. */
#include "pages.h"
#include "bench.h"

#include <string.h>
#include <sys/mman.h>

/* Returns how many bytes of this process are in huge pages now. */
static size_t huge_bytes(void)
{
    char text[64];
    unsigned long long kib = 0;

    if (bench_read_key("/proc/self/smaps_rollup", "AnonHugePages", text, sizeof text))
        sscanf(text, "%llu", &kib);
    return (size_t)kib << 10;
}

bool pages_map(struct pages *pages, size_t bytes, bool huge, int fill)
{
    pages_unmap(pages);
    size_t before = huge_bytes(), room = (bytes + HUGE_BYTES - 1) / HUGE_BYTES * HUGE_BYTES;
    char size[32];

    pages->bytes = room + HUGE_BYTES;
    pages->start =
        mmap(NULL, pages->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages->start == MAP_FAILED)
        die("cannot map %s: ask for less with --max-bytes", bench_size_text(pages->bytes, size));
    pages->first = (void *)(((uintptr_t)pages->start + HUGE_BYTES - 1) / HUGE_BYTES * HUGE_BYTES);
    /* A kernel without huge pages refuses both kinds of advice, which does no harm. */
    madvise(pages->start, pages->bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    memset(pages->first, fill, room);
    /* The kernel may lack a few huge pages in between. */
    return !huge || huge_bytes() - before >= room / 10 * 9;
}

void pages_unmap(struct pages *pages)
{
    if (pages->first)
        munmap(pages->start, pages->bytes);
    pages->first = NULL;
}
