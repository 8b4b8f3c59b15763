/* host_copy.c - memory to memory copies on the CPU, by width of access and size of array, on one
 * core and on all of them.
 *
 * This is the counterpart of copy.c, with the same sizes. The two arrays are copied again and
 * again, so a row measures the smallest memory that holds both; the column `memory` says which. One
 * core alone stops at 256 MiB, which is far out in DRAM already, because it would take half a
 * second to copy 2 GiB once.
 *
 * Predicted: the width decides in the L1 and L2, where a core can start only so many loads per
 * cycle. In DRAM all widths agree, except that `past` gains up to half, because it does not read
 * the line that it overwrites.
 * Found on one core of an H200's host: in the L1 an int copies 24 GB/s and int16 360, but in the L2
 * all from int4 on copy 58. In DRAM int copies 11 GB/s and the wider ones 13 to 14, and past gains
 * half, as predicted. memcpy copies 29 GB/s there; we do not know how.
 */
#include "harness/host.h"
#include "../kernels/host_copy.h"

enum { ONE_CORE_BYTES = 256 << 20 }; /* the largest array that one core copies */

struct copy {
    struct bench_point point; /* its elements are ints */
    host_copy_kernel *kernel;
    int threads;
};

static int *to, *from;

static void copy_part(const void *point, size_t start, size_t end)
{
    const struct copy *c = point;

    c->kernel(to + start, from + start, end - start);
}

static void copy_once(void *point)
{
    const struct copy *c = point;

    host_in_parts(copy_part, c, c->point.n, sizeof *to, c->threads);
}

/* Copies the ints, and looks at every one of them and at the guard. */
static size_t check(void *point)
{
    size_t n = ((struct bench_point *)point)->n;

    host_poison(to, n + HOST_GUARD);
    copy_once(point);
    return host_count_wrong(to, n);
}

static void allocate(void)
{
    bench_fit(2);
    host_copied_arrays(&to, &from);
}

static void points(void)
{
    for (const struct host_copy *v = host_copies; v->name; v++)
        for (int all = 0; all < host_thread_counts() && host_copy_runs_here(v); all++)
            for (size_t bytes = bench_options.min_bytes; bench_size_wanted(bytes); bytes *= 2) {
                struct copy c = {
                    .point = { .variant = v->name,
                               .group = all,
                               .n = bytes / sizeof(int),
                               .bytes = 2 * bytes,
                               .call = copy_once },
                    .kernel = v->copy,
                    .threads = all ? host->cores : 1,
                };
                if (all || bytes <= ONE_CORE_BYTES)
                    bench_add(&c, sizeof c, "%d,%s,%zu", c.threads,
                              host_memory(2 * bytes, c.threads), bytes);
            }
}

static const struct bench_experiment host_copy = {
    .summary = "Copies an array of ints from memory to memory on the CPU.",
    .variants = { host_copies, sizeof *host_copies },
    .bytes = { .min = 4 << 10,
               .max = (size_t)2 << 30,
               .quick_max = ONE_CORE_BYTES,
               .element = sizeof(int) },
    .columns = "variant,threads,memory,array_bytes",
    .work = { "copies", "ints" },
    .hooks = { .open = allocate, .points = points, .awkward = check, .check = check },
};
BENCH_MAIN(host_copy, host_machine)
