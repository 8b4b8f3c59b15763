/* host_latency.c - what one load takes on the CPU, by the size of the set that
 * it falls in.
 *
 * The counterpart of latency.c. One core walks along a cycle through all lines
 * of the set; a batch goes on where the last one ended, so that no part of the
 * set is walked more often than another. `random` and `sequential` are in pages
 * of 4 KiB, even where the system would give larger ones; `huge` is as `random`
 * in pages of 2 MiB, and is left out where the system has none to give.
 *
 * Predicted: 5 cycles in the L1, 14 to 16 in the L2, 20 ns or more in the L3
 * (the larger, the slower: 70 to 120 cycles), 90 to 140 ns in DRAM. Pages add
 * to that where a set is larger than what the TLB covers, 64 x 4 KiB at first
 * and 1,500 to 2,000 x 4 KiB in all: `huge` is ahead of `random` from 8 MiB on,
 * by 10 to 30 ns. `sequential` hardly leaves the 5 cycles, as the prefetchers
 * have the next line ready: below 5 ns even in DRAM.
 * Found on the H200's host: 5 and 16 cycles as predicted, L3 33 to 40 ns in
 * its first 16 MiB, but 95 to 124 from 32 MiB on, though it is said to have
 * 300: a virtual machine may not have it all. DRAM 118 to 135, with huge pages
 * 102 to 110. sequential 1.4 ns in the L2, 2.5 in the L3, 6 in DRAM.
 */
#include "harness/host.h"
#include "../kernels/host_latency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    STEPS = 4096,         /* of a call; the call itself is nothing to them */
    LINE_BYTES = sizeof(struct latency_line),
    HUGE_BYTES = 2 << 20, /* a huge page of x86, and the usual one of Arm */
    WALK_LINES = 1 << 18, /* the most that a check walks: walking is slow */
    POISON = 0x5A,
};

static const struct variant {
    struct bench_variant is;
    bool in_order, huge;
} variants[] = {
    { { "random", "random lines, in pages of 4 KiB" }, false, false },
    { { "sequential", "one line after the other, in pages of 4 KiB" },
      true, false },
    { { "huge", "random lines, in pages of 2 MiB" }, false, true },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

struct chase {
    const struct variant *variant;
    struct latency_line *lines; /* in a mapping that begins and ends outside */
    void *mapping;
    size_t mapping_bytes;
    size_t n; /* lines of the cycle */
    const struct latency_line *position;
};

static void chase_once(void *work)
{
    struct chase *c = work;

    c->position = latency_chase(c->position, STEPS);
}

/* ---- Memory ---------------------------------------------------------- */

/* Bytes of this process that are in huge pages now. */
static size_t huge_bytes(void)
{
    char line[256];
    unsigned long long kib = 0;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");

    if (!file)
        return 0;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "AnonHugePages: %llu", &kib) == 1)
            break;
    fclose(file);
    return (size_t)kib << 10;
}

/* Maps room for that many bytes and for a guard, all poisoned. False if they
 * are not in pages of the kind that the variant is about. */
static bool map_lines(struct chase *c, size_t bytes)
{
    size_t before = huge_bytes();
    size_t room = (bytes + LINE_BYTES + HUGE_BYTES - 1) / HUGE_BYTES
                * HUGE_BYTES;
    char size[32];

    c->mapping_bytes = room + HUGE_BYTES;
    c->mapping = mmap(NULL, c->mapping_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (c->mapping == MAP_FAILED)
        die("cannot map %s: ask for less with --max-bytes",
            bench_size_text(c->mapping_bytes, size));
    uintptr_t first = ((uintptr_t)c->mapping + HUGE_BYTES - 1) / HUGE_BYTES
                    * HUGE_BYTES;
    c->lines = (struct latency_line *)first;
    /* A kernel without huge pages refuses both, and there is nothing to do. */
    madvise(c->mapping, c->mapping_bytes,
            c->variant->huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    memset(c->lines, POISON, room);
    /* The kernel may be short of a few in between. */
    return !c->variant->huge || huge_bytes() - before >= room / 10 * 9;
}

static void unmap_lines(struct chase *c)
{
    munmap(c->mapping, c->mapping_bytes);
}

/* ---- Checks ---------------------------------------------------------- */

//> reference
static size_t latency_reference(const struct latency_line *lines, size_t at,
                                size_t steps)
{
    for (size_t i = 0; i < steps; i++)
        at = (size_t)(lines[at].next - lines);
    return at;
}
//< reference

/* Does every line have one line before it, and the guard none? Then the lines
 * make cycles, and no part of one is ever met again before its start. */
static bool makes_cycles(const struct chase *c)
{
    bool *met = calloc(c->n, sizeof *met), good = met != NULL;

    for (size_t i = 0; i < c->n && good; i++) {
        const struct latency_line *next = c->lines[i].next;
        uintptr_t offset = (uintptr_t)next - (uintptr_t)c->lines;
        size_t line = offset / LINE_BYTES;

        good = offset % LINE_BYTES == 0 && line < c->n && !met[line];
        if (good)
            met[line] = true;
    }
    free(met);
    for (size_t i = 0; i < LINE_BYTES; i++)
        good = good && ((const char *)&c->lines[c->n])[i] == POISON;
    return good;
}

/* Does the cycle that starts here come back after n steps and not before? It is
 * followed for WALK_LINES steps. */
static bool is_long(const struct chase *c, size_t start)
{
    size_t at = start;

    for (size_t i = 1; i <= c->n && i <= WALK_LINES; i++) {
        at = latency_reference(c->lines, at, 1);
        if ((at == start) != (i == c->n))
            return false;
    }
    return true;
}

/* Looks at the chain, and at where the walk ends. */
static void check(const struct chase *c)
{
    static const size_t steps[] = { 0, 1, 2, 3, 63, STEPS - 1, STEPS };
    size_t start = (size_t)(c->position - c->lines);

    if (!makes_cycles(c) || !is_long(c, start))
        die("variant %s links %zu lines wrongly", c->variant->is.name, c->n);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (latency_chase(c->position, steps[i])
            != &c->lines[latency_reference(c->lines, start, steps[i])])
            die("variant %s walks %zu steps through %zu lines wrongly",
                c->variant->is.name, steps[i], c->n);
}

/* The cycle of so many lines; the position stays on it. */
static void grow(struct chase *c, size_t n)
{
    latency_grow(c->lines, c->n, n, c->variant->in_order, bench_options.seed);
    c->n = n;
}

/* Cycles of all awkward lengths that there is room for, each grown from the one
 * before it; then all is as it was. */
static void check_awkward_sizes(struct chase *c, size_t room)
{
    static const size_t awkward[] = BENCH_AWKWARD_SIZES;

    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; i++)
        if (awkward[i] > 0 && awkward[i] <= room) {
            grow(c, awkward[i]);
            check(c);
        }
    memset(c->lines, POISON, c->n * LINE_BYTES);
    c->n = 0;
}

/* ---- Measuring ------------------------------------------------------- */

/* The size after this one: two an octave for `random`, one for the others and
 * with --quick. */
static size_t next_size(const struct variant *v, size_t bytes)
{
    size_t octave = bench_options.min_bytes;

    while (octave * 2 <= bytes)
        octave *= 2;
    if (bytes == octave && !v->in_order && !v->huge && !bench_options.quick
        && octave / 2 % LINE_BYTES == 0)
        return octave + octave / 2;
    return octave * 2;
}

static void measure(struct chase *c, size_t bytes)
{
    char size[32];

    bench_progress("%s, %s", c->variant->is.name, bench_size_text(bytes, size));
    grow(c, bytes / LINE_BYTES);
    check(c);
    struct host_time time = host_time(chase_once, c);
    struct bench_row row = host_latency_row(STEPS, time);
    bench_row(&row, "%s,%s,%zu", c->variant->is.name, host_memory(bytes, 1),
              bytes);
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "host_latency",
        .summary = "Measures what one load takes on the CPU.",
        .variants = names,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)512 << 20,
        .quick_max_bytes = (size_t)64 << 20,
        .element_bytes = LINE_BYTES,
    };
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    host_open();
    bench_fit(1);

    size_t least = bench_options.min_bytes, most = bench_options.max_bytes;
    int points = 0;
    for (const struct variant *v = variants; v < variants + VARIANTS; v++)
        for (size_t bytes = least; bytes <= most; bytes = next_size(v, bytes))
            points += bench_wanted(v->is.name);
    bench_columns(BENCH_LATENCY, "variant,memory,working_set_bytes", "cpu_mhz",
                  points);

    for (const struct variant *v = variants; v < variants + VARIANTS; v++) {
        if (!bench_wanted(v->is.name))
            continue;
        struct chase c = { .variant = v };
        if (map_lines(&c, most)) {
            c.position = c.lines;
            check_awkward_sizes(&c, most / LINE_BYTES);
            for (size_t bytes = least; bytes <= most;
                 bytes = next_size(v, bytes))
                measure(&c, bytes);
        } else {
            bench_note("left_out", "%s: the system gives no huge pages",
                       v->is.name);
        }
        unmap_lines(&c);
    }
    return bench_finish();
}
