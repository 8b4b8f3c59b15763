/* host_memcpy.c - how long the host takes to copy its own memory, by size, into pages that it has
 * used before and into new ones.
 *
 * Compare this with transfer.c: a copy of pageable memory to the GPU begins with such a copy into a
 * pinned buffer of the driver. `warm` copies between the same two arrays again and again, so a row
 * measures the smallest memory that holds both. `fresh` copies the same array into one that nobody
 * has touched, so the kernel must provide each page in the middle of the copy. A sample of small
 * copies fills 1 MiB of new pages. The time to map them and to give them back is not counted.
 *
 * Predicted: it costs some 0.5 us to enter the kernel for a page of 4 KiB, to find it and to zero
 * it, and 0.4 us to copy it. So `fresh` is half as fast as `warm` in DRAM and a tenth in the cache.
 * Found on four hosts of H200s: fresh reads and writes 8 to 9 GB/s on one core at 4 KiB, as
 * predicted, and 4 at 64 MiB, which is a sixth or seventh of warm.
 */
#include "harness/host.h"
#include "../kernels/host_memcpy.h"

#include <sys/mman.h>

enum {
    LEAST_FRESH_BYTES = 1 << 20, /* of a sample, so that reading the clock does not matter */
    MOST_FRESH_BYTES = 64 << 20, /* a page of a larger array costs the same */
    FACTOR = 4,                  /* from one size to the next */
};

/* The second, [true], is `fresh`. */
static const struct bench_variant variants[] = {
    { "warm", "into pages that were used before" },
    { "fresh", "into new pages, each of which is a page fault" },
    { NULL, NULL },
};

struct copy {
    struct bench_point point; /* its elements are ints */
    bool fresh;
    int threads;
};

static int *warm_to, *from;

/* Returns how many bytes of new pages a sample fills with copies of this many bytes. */
static size_t fresh_bytes(size_t bytes)
{
    return bytes < LEAST_FRESH_BYTES ? LEAST_FRESH_BYTES / bytes * bytes : bytes;
}

static void copy_warm(void *point)
{
    const struct copy *c = point;

    memcpy_parts(warm_to, from, c->point.n * sizeof(int), c->threads);
}

static void *fresh_pages(size_t bytes)
{
    void *memory = memcpy_fresh(bytes);
    char size[32];

    if (!memory)
        die("cannot map %s of new pages: ask for less with --max-bytes",
            bench_size_text(bytes, size));
    return memory;
}

/* Copies into new pages, one copy behind the other, and returns the milliseconds that one copy
 * took. */
static double take_fresh(void *point)
{
    const struct copy *c = point;
    size_t bytes = c->point.n * sizeof(int), all = fresh_bytes(bytes);
    char *to = fresh_pages(all);

    double start = bench_seconds();
    for (size_t at = 0; at < all; at += bytes)
        memcpy_parts(to + at, from, bytes, c->threads);
    double seconds = bench_seconds() - start;
    munmap(to, all);
    return seconds * 1e3 / (double)(all / bytes);
}

/* Copies the ints into pages of the variant's kind, and looks at every one of them and at the
 * guard. */
static size_t check(void *point)
{
    const struct copy *c = point;
    size_t n = c->point.n, bytes = (n + HOST_GUARD) * sizeof(int);
    int *to = c->fresh ? fresh_pages(bytes) : warm_to;
    size_t first = c->fresh ? n : 0; /* what is fresh stays so until it is copied to */

    host_poison(to + first, n + HOST_GUARD - first);
    memcpy_parts(to, from, n * sizeof(int), c->threads);
    size_t wrong = host_count_wrong(to, n);
    if (c->fresh)
        munmap(to, bytes);
    return wrong;
}

static void allocate(void)
{
    bench_fit(3); /* the new pages are beside both arrays */
    host_copied_arrays(&warm_to, &from);
}

static void add(bool fresh, bool all, size_t bytes)
{
    size_t to_bytes = fresh ? fresh_bytes(bytes) : bytes;
    struct copy c = {
        .point = { .variant = variants[fresh].name,
                   .group = all,
                   .n = bytes / sizeof(int),
                   .bytes = 2 * bytes,
                   .call = fresh ? NULL : copy_warm,
                   .take = fresh ? take_fresh : NULL },
        .fresh = fresh,
        .threads = all ? host->cores : 1,
    };

    bench_add(&c, sizeof c, "%d,%s,%zu", c.threads, host_memory(bytes + to_bytes, c.threads),
              bytes);
}

static void points(void)
{
    for (int fresh = 0; fresh < 2; fresh++)
        for (int all = 0; all < host_thread_counts(); all++)
            for (size_t bytes = bench_options.min_bytes; bench_size_wanted(bytes); bytes *= FACTOR)
                if (!fresh || bytes <= MOST_FRESH_BYTES)
                    add(fresh, all, bytes);
}

static const struct bench_experiment host_memcpy = {
    .summary = "Copies host memory into used and into new pages.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 10, .max = 256 << 20, .quick_max = 1 << 20, .element = sizeof(int) },
    .columns = "variant,threads,memory,array_bytes",
    .work = { "copies", "ints" },
    .hooks = { .open = allocate, .points = points, .awkward = check, .check = check },
};
BENCH_MAIN(host_memcpy, host_machine)
