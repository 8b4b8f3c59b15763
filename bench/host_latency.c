/* host_latency.c - how long one load takes on the CPU, by the size of the working set.
 *
 * This is the counterpart of latency.c. One core walks along a cycle through all lines of the set.
 * Each batch goes on where the last one ended, so that no part of the set is walked more often than
 * another. `random` and `sequential` use pages of 4 KiB, even if the system would give larger ones.
 * `huge` is like `random` in pages of 2 MiB, and is left out if the system has none to give.
 *
 * Predicted: 5 cycles in the L1, 14 to 16 in the L2, 20 ns or more in the L3, 90 to 140 ns in DRAM.
 * From 8 MiB on `huge` is 10 to 30 ns ahead of `random`, because the TLB covers no more small
 * pages. `sequential` stays below 5 ns, because the prefetchers have the next line ready.
 * Found on the H200's host: as predicted, but the L3 takes 33 to 40 ns up to 16 MiB and 95 to 124
 * from 32 MiB on, although it claims 300 MiB: a virtual machine may not have all of it.
 */
#include "harness/host.h"
#include "../kernels/host_latency.h"
#include "harness/pages.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS = 4096, /* per call, so that the call itself does not matter */
    LINE_BYTES = sizeof(struct latency_line),
    WALK_LINES = 1 << 18, /* the most that a check walks, because walking is slow */
    POISON = 0x5A,
};

static const struct variant {
    struct bench_variant is;
    bool in_order, huge;
} variants[] = {
    { { "random", "random lines, in pages of 4 KiB" }, false, false },
    { { "sequential", "one line after the other, in pages of 4 KiB" }, true, false },
    { { "huge", "random lines, in pages of 2 MiB" }, false, true },
    { { NULL, NULL }, false, false },
};

struct chase {
    struct bench_point point; /* its elements are the lines of the cycle */
    const struct variant *variant;
};

static struct pages pages;
static struct latency_line *lines;
static size_t linked; /* lines of the cycle, so far */
static const struct latency_line *position;

static void chase_once(void *point)
{
    position = latency_chase(position, STEPS);
}

/* Maps room for --max-bytes and for a guard. Returns false if the system does not give the pages
 * that the variant wants. */
static bool map_lines(bool huge)
{
    bool given = pages_map(&pages, bench_options.max_bytes + LINE_BYTES, huge, POISON);

    lines = pages.first;
    linked = 0;
    position = lines;
    return given;
}

static size_t latency_reference(size_t at, size_t steps)
{
    for (size_t i = 0; i < steps; i++)
        at = (size_t)(lines[at].next - lines);
    return at;
}

/* Returns whether exactly one line leads to each line, and none to the guard. Then the lines make
 * cycles, and a walk comes back to its start before it meets another line again. */
static bool makes_cycles(size_t n)
{
    bool *met = calloc(n, sizeof *met), good = met != NULL;

    for (size_t i = 0; i < n && good; i++) {
        uintptr_t offset = (uintptr_t)lines[i].next - (uintptr_t)lines;
        size_t line = offset / LINE_BYTES;

        good = offset % LINE_BYTES == 0 && line < n && !met[line];
        if (good)
            met[line] = true;
    }
    free(met);
    for (size_t i = 0; i < LINE_BYTES; i++)
        good = good && ((const char *)&lines[n])[i] == POISON;
    return good;
}

/* Returns whether the cycle that starts here comes back after n steps and not before. We follow it
 * for WALK_LINES steps. */
static bool is_long(size_t start, size_t n)
{
    size_t at = start;

    for (size_t i = 1; i <= n && i <= WALK_LINES; i++) {
        at = latency_reference(at, 1);
        if ((at == start) != (i == n))
            return false;
    }
    return true;
}

/* Grows the cycle to the point's number of lines, where the position stays on it. Returns whether
 * the links are wrong, or how many walks end at a wrong line. */
static size_t check(void *point)
{
    static const size_t steps[] = { 0, 1, 2, 3, 63, STEPS - 1, STEPS };
    const struct chase *c = point;
    size_t n = c->point.n, start = (size_t)(position - lines), wrong = 0;

    if (n == 0 || n > bench_options.max_bytes / LINE_BYTES)
        return 0;
    latency_grow(lines, linked, n, c->variant->in_order, bench_options.seed);
    linked = n;
    if (!makes_cycles(n) || !is_long(start, n))
        return 1;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        wrong += latency_chase(position, steps[i]) != &lines[latency_reference(start, steps[i])];
    return wrong;
}

/* Maps the lines of a variant in place of the last one's, checks cycles of awkward lengths, each
 * grown from the one before it, and leaves no link. */
static void begin(void *point)
{
    const struct chase *c = point;

    map_lines(c->variant->huge);
    bench_check_awkward(check, point);
    memset(lines, POISON, linked * LINE_BYTES);
    linked = 0;
}

/* Returns the size that follows: two per octave for `random`, one for the others and with
 * --quick. */
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

static void points(void)
{
    bench_fit(1);
    for (const struct variant *v = variants; v->is.name; v++) {
        if (v->huge && bench_wanted(v->is.name)) {
            bool can = map_lines(true);
            pages_unmap(&pages);
            if (!can) {
                bench_note("left_out", "%s: the system gives no huge pages", v->is.name);
                continue;
            }
        }
        for (size_t bytes = bench_options.min_bytes; bench_size_wanted(bytes);
             bytes = next_size(v, bytes)) {
            struct chase c = {
                .point = { .variant = v->is.name,
                           .n = bytes / LINE_BYTES,
                           .accesses = STEPS,
                           .call = chase_once },
                .variant = v,
            };
            bench_add(&c, sizeof c, "%s,%zu", host_memory(bytes, 1), bytes);
        }
    }
}

static const struct bench_experiment host_latency = {
    .summary = "Measures what one load takes on the CPU.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 10, .max = 512 << 20, .quick_max = 64 << 20, .element = LINE_BYTES },
    .kind = BENCH_LATENCY,
    .columns = "variant,memory,working_set_bytes",
    .work = { "walks through", "lines" },
    .hooks = { .points = points, .begin = begin, .check = check },
};
BENCH_MAIN(host_latency, host_machine)
