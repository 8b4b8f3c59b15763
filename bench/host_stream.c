/* host_stream.c - how long a core takes for a line of memory whose address it knows beforehand, by
 * how far ahead it asks for lines.
 *
 * This is the counterpart of async.c: a prefetch instruction starts a copy of a line to the L1, and
 * nothing waits for it. One core reads the lines of a set in a random order, which an array holds.
 * Each call takes the next part of that array. `bytes` are those of the lines that a call reads.
 * `pages` says whether the set lies in pages of 4 KiB or in huge pages; these are left out if the
 * system has none to give.
 *
 * Predicted for a server with 100 ns to DRAM: sum takes 10 ns per line without prefetching, because
 * the core looks ahead over ten lines or more, and prefetching gains little. hash takes 16 steps of
 * 4 cycles, 20 ns, and looks ahead over three lines, so a line takes 35 ns; from a distance of 8 on
 * it takes the 20 ns of its steps. Small pages cost a walk of the page tables per line, 20 ns for
 * hash, which prefetching hides as well.
 */
#include "harness/host.h"
#include "../kernels/host_stream.h"
#include "harness/pages.h"
#include "harness/random.h"

#include <string.h>

typedef uint32_t stream(const struct stream_line *lines, const uint32_t *order, size_t n,
                        size_t distance, uint32_t before);

static const struct variant {
    struct bench_variant is;
    stream *run;
} variants[] = {
    { { "sum", "adds up the words of each line" }, stream_sum },
    { { "hash", "hashes them, each step after the one before" }, stream_hash },
    { { NULL, NULL }, NULL },
};

enum {
    PART_LINES = 1 << 14, /* that a call reads */
    MOST_DISTANCE = 64,
    LINE_BYTES = sizeof(struct stream_line),
};

struct read {
    struct bench_point point; /* its elements are the lines that a call reads */
    stream *run;
    size_t distance;
    bool huge;
};

static struct pages pages;
static bool is_huge; /* are these pages huge? */
static struct stream_line *lines;
static uint32_t *order; /* numbers of lines: each once, and then the first ones again */
static size_t lines_n, position;
static volatile uint32_t result;

static void read_once(void *point)
{
    const struct read *r = point;

    result = r->run(lines, order + position, r->point.n, r->distance, result);
    position += r->point.n;
    if (position >= lines_n)
        position -= lines_n;
}

/* One word at a time, by its number in the order. */
static uint32_t stream_reference(bool hash, const uint32_t *from, size_t n, uint32_t before)
{
    for (size_t i = 0; i < n * 16; i++) {
        uint32_t word = lines[from[i / 16]].words[i % 16];

        before = hash ? (before ^ word) * 0x9E3779B1u : before + word;
    }
    return before;
}

static size_t check(void *point)
{
    const struct read *r = point;
    size_t n = r->point.n < PART_LINES ? r->point.n : PART_LINES;

    return r->run(lines, order, n, r->distance, 1)
        != stream_reference(r->run == stream_hash, order, n, 1);
}

/* Fills the lines and puts them into a random order, by Fisher and Yates. */
static bool map_lines(bool huge)
{
    bool given = pages_map(&pages, lines_n * LINE_BYTES, huge, 0);

    lines = pages.first;
    is_huge = huge;
    for (size_t i = 0; i < lines_n; i++)
        for (size_t k = 0; k < 16; k++)
            lines[i].words[k] = random_u32(bench_options.seed, i * 16 + k);
    return given;
}

static void make_order(void)
{
    for (size_t i = 0; i < lines_n; i++) {
        size_t j = (size_t)((uint64_t)random_u32(bench_options.seed + 1, i) * (i + 1) >> 32);

        order[i] = order[j];
        order[j] = (uint32_t)i;
    }
    memcpy(order + lines_n, order, (PART_LINES + MOST_DISTANCE) * sizeof *order);
}

static void begin(void *point)
{
    const struct read *r = point;

    if (!pages.first || is_huge != r->huge)
        map_lines(r->huge);
    position = 0;
}

static void allocate(void)
{
    bench_fit(1);
    lines_n = bench_options.max_bytes / LINE_BYTES;
    order = bench_alloc((lines_n + PART_LINES + MOST_DISTANCE) * sizeof *order);
    make_order();
}

static void add(const struct variant *v, bool huge, size_t distance)
{
    struct read r = {
        .point = { .variant = v->is.name,
                   .group = huge,
                   .n = PART_LINES,
                   .bytes = PART_LINES * (size_t)LINE_BYTES,
                   .accesses = PART_LINES,
                   .call = read_once },
        .run = v->run,
        .distance = distance,
        .huge = huge,
    };

    bench_add(&r, sizeof r, "%s,%zu", huge ? "huge" : "small", distance);
}

static void points(void)
{
    size_t factor = bench_options.quick ? 8 : 2;
    int kinds = map_lines(true) ? 2 : 1; /* of pages: small, huge */

    pages_unmap(&pages);
    if (kinds < 2)
        bench_note("left_out", "huge pages: the system gives none");
    for (int huge = 0; huge < kinds; huge++)
        for (const struct variant *v = variants; v->is.name; v++)
            for (size_t distance = 0; distance <= MOST_DISTANCE;
                 distance = distance ? distance * factor : 1)
                add(v, huge, distance);
}

static const struct bench_experiment host_stream = {
    .summary = "Reads --max-bytes of lines in a random order on the CPU, asking for them ahead.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = (PART_LINES + MOST_DISTANCE) * (size_t)LINE_BYTES,
               .max = 256 << 20,
               .quick_max = 64 << 20,
               .element = LINE_BYTES },
    .kind = BENCH_BOTH,
    .columns = "variant,pages,distance",
    .work = { "reads", "lines" },
    .hooks = { .open = allocate,
               .points = points,
               .begin = begin,
               .awkward = check,
               .check = check },
};
BENCH_MAIN(host_stream, host_machine)
