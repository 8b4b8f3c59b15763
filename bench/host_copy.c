/* host_copy.c - memory to memory copies on the CPU, by width of access and size of array, on one
 * core and on all of them.
 *
 * The counterpart of copy.c: the same question, the same sizes. The two arrays are copied again and
 * again, so a row measures the smallest memory that holds both; the column `memory` says which. One
 * core alone stops at 256 MiB: that is far out in DRAM already, and 2 GiB would take it half a
 * second a copy.
 *
 * Predicted: the width decides in the L1 and L2, where the core can start only so many loads per
 * cycle; in DRAM all widths agree except `past`, which saves the read of the line that it
 * overwrites, and gains up to half.
 * Found on an H200's host, one core: in the L1 an int copies 24 GB/s and int16 360, but in the L2
 * all from int4 on have 58. In DRAM int has 11 and the wider ones 13 to 14; past gains half, as
 * predicted. memcpy has 29 there: no load of ours is as far ahead of its use, and we do not know
 * how it is done.
 */
#include "harness/host.h"
#include "../kernels/host_copy.h"
#include "harness/random.h"

enum {
    ONE_CORE_BYTES = 256 << 20, /* the largest array that one core copies */
    GUARD_INTS = 16,            /* poisoned, behind the array */
    POISON = 0x5A5A5A5A,
};

struct copy {
    struct bench_point point;
    host_copy_kernel *kernel;
    size_t n; /* ints */
    int threads;
};

static int *to, *from;

static void copy_part(const void *point, size_t start, size_t end)
{
    ((const struct copy *)point)->kernel(to + start, from + start, end - start);
}

static void copy_once(void *point)
{
    const struct copy *c = point;

    host_in_parts(copy_part, c, c->n, sizeof *to, c->threads);
}

/* Copies the first n ints, and looks at every one of them and at the guard. */
static void check_ints(void *point, size_t n)
{
    struct copy c = *(struct copy *)point;
    size_t wrong = 0;

    c.n = n;
#pragma omp parallel for
    for (size_t i = 0; i < n + GUARD_INTS; i++)
        to[i] = POISON;
    copy_once(&c);
#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < n + GUARD_INTS; i++)
        wrong += to[i] != (i < n ? (int)random_u32(bench_options.seed, i) : POISON);
    if (wrong)
        die("variant %s copies %zu ints wrongly on %d threads: %zu differ", c.point.variant, n,
            c.threads, wrong);
}

static void begin(void *point)
{
    bench_check_awkward(check_ints, point);
}

static void check(void *point)
{
    check_ints(point, ((struct copy *)point)->n);
}

/* Fills the arrays in parallel, so that they are spread over all memories of a machine with
 * several. */
static void allocate(void)
{
    bench_fit(2);
    size_t ints = bench_larger(bench_options.max_bytes / sizeof(int), BENCH_AWKWARD_MOST);
    to = bench_alloc((ints + GUARD_INTS) * sizeof(int));
    from = bench_alloc(ints * sizeof(int));
#pragma omp parallel for
    for (size_t i = 0; i < ints; i++) {
        from[i] = (int)random_u32(bench_options.seed, i);
        to[i] = POISON;
    }
}

static void points(void)
{
    for (const struct host_copy *v = host_copies; v->name; v++)
        for (int all = 0; all < host_thread_counts() && host_copy_runs_here(v); all++)
            for (size_t bytes = bench_options.min_bytes; bench_size_wanted(bytes); bytes *= 2) {
                struct copy c = {
                    .point = { .variant = v->name,
                               .group = all,
                               .bytes = 2 * bytes,
                               .call = copy_once },
                    .kernel = v->copy,
                    .n = bytes / sizeof(int),
                    .threads = all ? host->cores : 1,
                };
                if (all || bytes <= ONE_CORE_BYTES)
                    bench_add(&c, sizeof c, "%s,%d,%s,%zu", v->name, c.threads,
                              host_memory(2 * bytes, c.threads), bytes);
            }
}

int main(int argc, char **argv)
{
    static const struct bench_experiment host_copy = {
        .program = { .name = "host_copy",
                     .summary = "Copies an array of ints from memory to memory on the CPU.",
                     .variants = { host_copies, sizeof *host_copies },
                     .bytes = { .min = 4 << 10,
                                .max = (size_t)2 << 30,
                                .quick_max = ONE_CORE_BYTES,
                                .element = sizeof(int) } },
        .machine = &host_machine,
        .columns = "variant,threads,memory,array_bytes",
        .hooks = { .open = allocate, .points = points, .begin = begin, .check = check },
    };

    return bench_run(&host_copy, argc, argv);
}
