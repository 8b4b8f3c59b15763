/* host_memcpy.c - what the host takes to copy its own memory, by size, into
 * pages that it has used before and into new ones.
 *
 * To be set beside transfer.c: a copy of pageable memory to the GPU is first a
 * copy of this kind, into a pinned buffer of the driver. `warm` copies between
 * the same two arrays again and again, so that a row measures the smallest
 * memory that holds both. `fresh` copies the same array into one that nobody
 * has touched: each page is got from the kernel in the middle of the copy. A
 * sample of small copies fills 1 MiB of new pages. Mapping them and giving them
 * back is not in the time.
 *
 * Predicted: a page of 4 KiB costs some 0.5 us to enter the kernel, find it and
 * zero it, and 0.4 us to copy at 10 GB/s: so `fresh` makes 4.5 GB/s of bytes
 * copied (9 read and written), half of `warm` in DRAM and a tenth of it in the
 * cache. More cores help less than with `warm`: they share one page table.
 * Found on four hosts of H200s: fresh 8 to 9 GB/s on one core at 4 KiB, as
 * predicted, 6.5 at 1 MiB and 4 at 64 MiB, which is a sixth or seventh of
 * warm (28 to 31, in the L3).
 */
#include "harness/host.h"
#include "../kernels/host_memcpy.h"
#include "harness/random.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
    LEAST_FRESH_BYTES = 1 << 20, /* of a sample: beside it a clock is nothing */
    GUARD_INTS = 16,             /* poisoned, behind the array */
    POISON = 0x5A5A5A5A,
    MOST_FRESH_BYTES = 64 << 20, /* pages cost the same from here on */
    FACTOR = 4, /* from one size to the next */
};

/* The second, [true], is `fresh`. */
static const struct bench_variant variants[] = {
    { "warm", "into pages that were used before" },
    { "fresh", "into new pages, each of which is a page fault" },
    { NULL, NULL },
};

struct copy {
    int *to, *from;
    size_t bytes;
    int threads;
};

/* The largest copy that the variant measures. */
static size_t most_bytes(bool fresh)
{
    size_t most = bench_options.max_bytes;

    return fresh && most > MOST_FRESH_BYTES ? MOST_FRESH_BYTES : most;
}

/* Bytes of new pages that a sample fills with copies of that many. */
static size_t fresh_bytes(size_t bytes)
{
    return bytes < LEAST_FRESH_BYTES ? LEAST_FRESH_BYTES / bytes * bytes
                                     : bytes;
}

static void copy_once(void *work)
{
    const struct copy *c = work;

    memcpy_parts(c->to, c->from, c->bytes, c->threads);
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

/* Copies into new pages, one copy behind the other, and returns what one copy
 * took, in milliseconds. */
static double take_fresh(void *work)
{
    const struct copy *c = work;
    size_t all = fresh_bytes(c->bytes);
    char *to = fresh_pages(all);

    double start = bench_seconds();
    for (size_t at = 0; at < all; at += c->bytes)
        memcpy_parts(to + at, c->from, c->bytes, c->threads);
    double seconds = bench_seconds() - start;
    munmap(to, all);
    return seconds * 1e3 / (double)(all / c->bytes);
}

static struct host_time time_fresh(struct copy *c)
{
    struct host_time result;

    take_fresh(c);
    double before = host_mhz();
    result.ms = bench_sample(take_fresh, c);
    result.cpu_mhz = (before + host_mhz()) / 2;
    return result;
}

/* Copies the first n ints into `to` and looks at every one of them, and at the
 * guard. */
static void check(const struct copy *c, bool fresh, int *to, size_t n)
{
    struct copy one = { to, c->from, n * sizeof *to, c->threads };
    size_t wrong = 0;

    for (size_t i = n; i < n + GUARD_INTS; i++)
        to[i] = POISON;
    copy_once(&one);
#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < n + GUARD_INTS; i++)
        wrong += to[i]
              != (i < n ? (int)random_u32(bench_options.seed, i) : POISON);
    if (wrong)
        die("variant %s copies %zu ints wrongly on %d threads: %zu differ",
            variants[fresh].name, n, c->threads, wrong);
}

/* The same into the pages that the variant is about. */
static void check_pages(const struct copy *c, bool fresh, size_t n)
{
    size_t bytes = (n + GUARD_INTS) * sizeof *c->to;

    if (fresh) {
        int *to = fresh_pages(bytes);
        check(c, fresh, to, n);
        munmap(to, bytes);
        return;
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        c->to[i] = POISON;
    check(c, fresh, c->to, n);
}

static void measure(struct copy *c, bool fresh)
{
    static const size_t awkward[] = BENCH_AWKWARD_SIZES;
    const char *variant = variants[fresh].name;
    char size[32];

    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++)
        check_pages(c, fresh, awkward[i]);
    for (c->bytes = bench_options.min_bytes;
         c->bytes <= most_bytes(fresh); c->bytes *= FACTOR) {
        bench_progress("%s, %s, %d threads", variant,
                       bench_size_text(c->bytes, size), c->threads);
        check_pages(c, fresh, c->bytes / sizeof *c->to);
        struct host_time time = fresh ? time_fresh(c) : host_time(copy_once, c);
        struct bench_row row = host_row(2 * c->bytes, time);
        size_t to_bytes = fresh ? fresh_bytes(c->bytes) : c->bytes;
        bench_row(&row, "%s,%d,%s,%zu", variant, c->threads,
                  host_memory(c->bytes + to_bytes, c->threads), c->bytes);
    }
}

int main(int argc, char **argv)
{
    struct bench_program program = {
        .name = "host_memcpy",
        .summary = "Copies host memory into used and into new pages.",
        .variants = variants,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)256 << 20,
        .quick_max_bytes = (size_t)1 << 20,
        .element_bytes = sizeof(int),
    };

    bench_start(&program, argc, argv);
    const struct host *host = host_open();
    bench_fit(3); /* the new pages are beside both arrays */

    size_t ints = bench_options.max_bytes / sizeof(int);
    if (ints < BENCH_AWKWARD_MOST)
        ints = BENCH_AWKWARD_MOST;
    struct copy c = {
        .to = bench_alloc((ints + GUARD_INTS) * sizeof(int)),
        .from = bench_alloc(ints * sizeof(int)),
    };
    /* In parallel, so that on a machine with several memories the arrays are
     * spread over all of them. */
#pragma omp parallel for
    for (size_t i = 0; i < ints; i++) {
        c.from[i] = (int)random_u32(bench_options.seed, i);
        c.to[i] = POISON;
    }

    int counts = host->cores > 1 ? 2 : 1, points = 0;
    for (int fresh = 0; fresh < 2; fresh++)
        for (size_t bytes = bench_options.min_bytes; bytes <= most_bytes(fresh);
             bytes *= FACTOR)
            points += bench_wanted(variants[fresh].name) ? counts : 0;
    bench_columns(BENCH_RATE, "variant,threads,memory,array_bytes", "cpu_mhz",
                  points);

    for (int fresh = 0; fresh < 2; fresh++) {
        if (!bench_wanted(variants[fresh].name))
            continue;
        for (int all = 0; all < counts; all++) {
            c.threads = all ? host->cores : 1;
            measure(&c, fresh);
        }
    }
    free(c.to);
    free(c.from);
    return bench_finish();
}
