/* latency.c - what one load takes, by the size of the set that it falls in.
 *
 * A chain leads once through all lines of the working set and back to its start, and one thread
 * follows it. In a `random` order the next line is nowhere near; `sequential` has the line beside
 * it. A set that fits in the L2 is there when the walk begins; one that partly fits is as walks
 * round it have left it; nothing is there of a set that is more than four times the L2.
 *
 * Predicted for an H200: l1 33 cycles (17 ns) while the set fits the 256 KiB that L1 and shared
 * memory have together, then as l2. l2 about 270 cycles (140 ns) up to 30 MiB, the half of the L2
 * that lies nearer, and more towards 60 MiB. Above that 600 ns and more, because DRAM takes that,
 * and from some hundreds of MiB on addresses miss the TLB as well. sequential as l1, but 100 ns
 * faster in DRAM, where 8 lines and more share an open row and a page.
 * Found: l1 32 cycles up to 192 KiB, l2 280 to 302 up to 24 MiB and more from 32 MiB on, as
 * predicted; but DRAM answers one reader in some 335 ns, not 600. sequential is no faster there: an
 * open row is no gain to a reader that asks for one line at a time.
 */
#include "harness/gpu.h"
#include "../kernels/latency.h"
#include "harness/chain.h"

#include <string.h>

enum {
    FIRST_STEPS = 2048,     /* of a launch; doubled until it is long */
    HALVES_END = 256 << 20, /* bytes up to which an octave has two points */
    MOST_AWKWARD = 4097,    /* a longer chain takes seconds to walk */
};

static const struct variant {
    struct bench_variant is;
    latency_launcher *launch;
    bool in_order;
} variants[] = {
    { { "l1", "random lines, by loads that the L1 may answer" }, launch_latency_l1, false },
    { { "l2", "random lines, by loads that pass the L1 by" }, launch_latency_l2, false },
    { { "sequential", "one line after the other, as l1" }, launch_latency_l1, true },
    { { NULL, NULL }, NULL, false },
};

struct chase {
    struct bench_point point;
    const struct variant *variant;
    size_t n; /* lines of the chain */
};

static struct latency_line *lines;           /* on the GPU */
static const struct latency_line **position; /* on the GPU, with a guard behind it */
static uint32_t *next, *next_gpu;            /* the chain, on the host and on the GPU */
static size_t steps;                         /* of a launch */
static size_t walked;                        /* steps since the walk was begun */

/* L1 and shared memory are one. The largest that we know are 256 KiB, of which shared memory can
 * have all but 28. */
static bool may_be_in_l1(size_t n)
{
    return n * sizeof *lines <= gpu->shared_bytes_per_sm + (28 << 10);
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct chase *c = point;

    (void)i;
    walked += steps;
    CUDA(c->variant->launch(position, steps, lines, may_be_in_l1(c->n) ? c->n : 0, stream));
}

//> reference
static size_t latency_reference(size_t at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        at = next[at];
    return at;
}
//< reference

/* Makes a chain of n lines, on the host and in the lines. */
static void begin_chain(const struct chase *c)
{
    if (c->variant->in_order)
        for (size_t i = 0; i < c->n; i++)
            next[i] = (uint32_t)((i + 1) % c->n);
    else
        make_chain(next, c->n, bench_options.seed);
    gpu_upload(next_gpu, next, c->n * sizeof *next);
    gpu_link_slots(lines, sizeof *lines, next_gpu, c->n);
}

/* Puts the position on line 0. */
static void begin_walk(void)
{
    gpu_poison(position, sizeof *position + GPU_GUARD);
    gpu_upload(position, &lines, sizeof lines);
    walked = 0;
}

/* Checks that the position is where the reference is after as many steps. The chain comes back to
 * line 0 after n. */
static void check_walk(void *point)
{
    const struct chase *c = point;
    const struct latency_line *end = lines + latency_reference(0, walked % c->n);

    if (!gpu_holds(position, &end, sizeof end) || gpu_count_unpoisoned(position + 1, GPU_GUARD) > 0)
        die("variant %s walks %zu steps through %zu lines wrongly", c->variant->is.name, walked,
            c->n);
}

static void walk(struct chase *c, size_t n)
{
    steps = n;
    launch(c, 0, gpu->stream);
    check_walk(c);
}

/* Checks a chain of an awkward length: it is a single cycle, and the GPU walks it to the middle and
 * once round. */
static void check_awkward(void *point, size_t n)
{
    struct chase c = *(struct chase *)point;

    c.n = n;
    if (n == 0 || n * sizeof *lines > bench_options.max_bytes || n > MOST_AWKWARD)
        return;
    begin_chain(&c);
    for (size_t i = 0, at = 0; i < n; i++) {
        at = next[at];
        if ((at == 0) != (i == n - 1))
            die("the chain of %zu lines is no cycle", n);
    }
    begin_walk();
    walk(&c, n / 2);
    walk(&c, n - n / 2);
    walk(&c, 0);
}

static void check_awkward_chains(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        if (bench_wanted(v->is.name))
            bench_check_awkward(check_awkward,
                                &(struct chase){ .point.variant = v->is.name, .variant = v });
}

/* Nobody walks round a set so large. What the L2 has of it was left there when it was made, so its
 * walks start with a cold L2. */
static bool is_large(size_t n)
{
    return n * sizeof *lines > 4 * gpu->l2_bytes;
}

/* Makes the chain and reads every line once, so that what fits in the L2 is there. A set that
 * partly fits is walked once round, so that the L2 holds what it holds of such a walk, and not of a
 * sweep by all SMs. The next variant that has the same chain goes on from where this one is. */
static void begin(void *point)
{
    struct chase *c = point;

    begin_chain(c);
    CUDA(sweep_lines(lines, c->n, gpu_counter(), gpu->stream));
    size_t loose = gpu_counted();
    if (loose)
        die("%zu of %zu lines point to no line", loose, c->n);
    begin_walk();
    if (c->n * sizeof *lines > gpu->l2_bytes / 4 && !is_large(c->n))
        walk(c, c->n);
}

static void check(void *point)
{
    struct chase *c = point;

    steps = FIRST_STEPS;
    while (!gpu_runs_long(&c->point))
        steps *= 2;
    c->point.accesses = steps;
    check_walk(c);
}

static void allocate(void)
{
    gpu_fit(1);
    size_t most = bench_options.max_bytes, most_lines = most / sizeof *lines;
    if (most_lines > UINT32_MAX)
        bench_exit(BENCH_USAGE, "a chain has at most %u lines of %d bytes", UINT32_MAX,
                   LATENCY_LINE);
    lines = gpu_alloc(most);
    position = gpu_alloc(sizeof *position + GPU_GUARD);
    next = bench_alloc(most_lines * sizeof *next);
    next_gpu = gpu_alloc(most_lines * sizeof *next);
    gpu_fill_random(lines, most / sizeof(uint32_t), bench_options.seed);
}

/* Adds the variants at a size, in bytes. Those that have the same chain are one group. */
static void add(size_t bytes)
{
    for (const struct variant *v = variants; v->is.name; v++) {
        size_t n = bytes / sizeof *lines;
        struct chase c = {
            .point = { .variant = v->is.name,
                       .group = (int)n * 2 + v->in_order,
                       .across = true,
                       .launch = launch,
                       .single = true,
                       .cold = is_large(n) },
            .variant = v,
            .n = n,
        };
        bench_add(&c, sizeof c, "%s,%zu", v->is.name, bytes);
    }
}

static void points(void)
{
    size_t most = bench_options.max_bytes, ratio = bench_options.quick ? 8 : 2;

    for (size_t bytes = bench_options.min_bytes; bytes <= most; bytes *= ratio) {
        size_t half = bytes / 2;

        add(bytes);
        if (!bench_options.quick && bytes < HALVES_END && half % sizeof *lines == 0
            && bytes + half <= most)
            add(bytes + half);
    }
}

int main(int argc, char **argv)
{
    static const struct bench_experiment latency = {
        .program = { .name = "latency",
                     .summary = "Follows a chain of addresses through GPU memory.",
                     .variants = { variants, sizeof *variants },
                     .bytes = { .min = 2 << 10, .max = 1 << 30, .element = LATENCY_LINE } },
        .machine = &gpu_machine,
        .kind = BENCH_LATENCY,
        .columns = "variant,working_set_bytes",
        .hooks = { .open = allocate,
                   .points = points,
                   .ready = check_awkward_chains,
                   .begin = begin,
                   .check = check,
                   .check_after = check_walk },
    };

    return bench_run(&latency, argc, argv);
}
