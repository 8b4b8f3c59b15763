/* host_copy.c - memory to memory copies on the CPU, by width of access and size
 * of array, on one core and on all of them.
 *
 * The counterpart of copy.c: the same question, the same sizes. The two arrays
 * are copied again and again, so that a row measures the smallest memory that
 * holds both; the column `memory` says which. One core alone stops at 256 MiB:
 * it is far out in DRAM by then, and 2 GiB would take it half a second a copy.
 *
 * Predicted: width decides in the L1 and L2, where the core can start only so
 * many loads a cycle; in DRAM all widths agree but `past`, which saves the read
 * of the line that it overwrites and gains up to half.
 * Found on an H200's host, one core: in the L1 an int copies 24 GB/s and int16
 * 360, but in the L2 all from int4 on have 58. In DRAM int has 11 and the wider
 * ones 13 to 14; past gains half, as predicted. memcpy has 29 there: no load of
 * ours is as far ahead of its use, and we do not know how it is done.
 */
#include "harness/host.h"
#include "../kernels/host_copy.h"
#include "harness/random.h"

#include <omp.h>
#include <stdlib.h>

enum {
    MAX_VARIANTS = 16,
    ONE_CORE_BYTES = 256 << 20, /* the largest array that one core copies */
    GUARD_INTS = 16,            /* poisoned, behind the array */
    POISON = 0x5A5A5A5A,
};

struct copy {
    host_copy_kernel *kernel;
    int *to, *from;
    size_t n;
    int threads;
};

/* The part of the ints that thread `thread` copies starts here. */
static size_t part_start(const struct copy *c, int thread)
{
    return host_part_start(c->n, sizeof *c->to, thread, c->threads);
}

static void copy_once(void *work)
{
    const struct copy *c = work;

    if (c->threads == 1) { /* no fork, no join */
        c->kernel(c->to, c->from, c->n);
        return;
    }
#pragma omp parallel num_threads(c->threads)
    {
        int thread = omp_get_thread_num();
        size_t start = part_start(c, thread), end = part_start(c, thread + 1);
        c->kernel(c->to + start, c->from + start, end - start);
    }
}

/* Copies the first n ints and looks at every one of them, and at the guard. */
static void check(struct copy *c, const char *variant)
{
    size_t wrong = 0;

#pragma omp parallel for
    for (size_t i = 0; i < c->n + GUARD_INTS; i++)
        c->to[i] = POISON;
    copy_once(c);
#pragma omp parallel for reduction(+ : wrong)
    for (size_t i = 0; i < c->n + GUARD_INTS; i++)
        wrong += c->to[i]
              != (i < c->n ? (int)random_u32(bench_options.seed, i) : POISON);
    if (wrong)
        die("variant %s copies %zu ints wrongly on %d threads: %zu differ",
            variant, c->n, c->threads, wrong);
}

static void measure(struct copy *c, const char *variant, size_t bytes)
{
    char size[32];

    bench_progress("%s, %d threads, %s", variant, c->threads,
                   bench_size_text(bytes, size));
    c->n = bytes / sizeof(int);
    check(c, variant);
    struct host_time time = host_time(copy_once, c);
    struct bench_row row = host_row(2 * bytes, time);
    bench_row(&row, "%s,%d,%s,%zu", variant, c->threads,
              host_memory(2 * bytes, c->threads), bytes);
}

/* A variant on so many threads, as `c` says, at all sizes. */
static void measure_sizes(struct copy *c, const char *variant)
{
    static const size_t awkward[] = BENCH_AWKWARD_SIZES;
    size_t most = bench_options.max_bytes;

    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++) {
        c->n = awkward[i];
        check(c, variant);
    }
    if (c->threads == 1 && most > ONE_CORE_BYTES)
        most = ONE_CORE_BYTES;
    for (size_t bytes = bench_options.min_bytes; bytes <= most; bytes *= 2)
        measure(c, variant, bytes);
}

int main(int argc, char **argv)
{
    struct bench_variant names[MAX_VARIANTS] = { 0 };
    struct bench_program program = {
        .name = "host_copy",
        .summary = "Copies an array of ints from memory to memory on the CPU.",
        .variants = names,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)2 << 30,
        .quick_max_bytes = ONE_CORE_BYTES,
        .element_bytes = sizeof(int),
    };
    for (int v = 0; host_copies[v].name; v++)
        names[v] = (struct bench_variant){ host_copies[v].name,
                                           host_copies[v].what };

    bench_start(&program, argc, argv);
    const struct host *host = host_open();
    bench_fit(2);

    size_t least = bench_options.min_bytes, most = bench_options.max_bytes;
    size_t ints = most / sizeof(int);
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

    int one_core = 0, all_cores = 0, wanted = 0;
    for (size_t bytes = least; bytes <= most; bytes *= 2) {
        one_core += bytes <= ONE_CORE_BYTES;
        all_cores += host->cores > 1;
    }
    for (const struct host_copy *v = host_copies; v->name; v++)
        wanted += bench_wanted(v->name) && host_copy_runs_here(v);
    bench_columns(BENCH_RATE, "variant,threads,memory,array_bytes",
                  "cpu_mhz", wanted * (one_core + all_cores));

    for (const struct host_copy *v = host_copies; v->name; v++) {
        if (!bench_wanted(v->name) || !host_copy_runs_here(v))
            continue;
        c.kernel = v->copy;
        c.threads = 1;
        measure_sizes(&c, v->name);
        c.threads = host->cores;
        if (c.threads > 1)
            measure_sizes(&c, v->name);
    }
    free(c.to);
    free(c.from);
    return bench_finish();
}
