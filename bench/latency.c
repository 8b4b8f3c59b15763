/* latency.c - how long one load takes, by the size of the working set.
 *
 * A chain leads once through all lines of the working set and back to its start, and one thread
 * follows it. In a `random` order the next line is nowhere near; in a `sequential` one it is the
 * line beside it. A set that fits in the L2 is there when the walk begins. Of a larger set the L2
 * holds what walks round it have left, and nothing if the set is more than four times the L2.
 *
 * Predicted for an H200: l1 takes 33 cycles while the set fits the 256 KiB of L1 and shared memory.
 * l2 takes about 270 cycles up to 30 MiB, the half of the L2 that lies nearer, and more towards 60
 * MiB; DRAM takes 600 ns. sequential is 100 ns faster there, because 8 lines share an open row.
 * Found: l1 and l2 as predicted. But DRAM answers one reader in 330 to 350 ns, and sequential is no
 * faster: a reader that asks for one line at a time gains nothing from an open row.
 */
#include "harness/gpu.h"
#include "../kernels/latency.h"
#include "harness/chain.h"

#include <string.h>

enum {
    FIRST_STEPS = 2048,     /* of a launch; we double them until it is long */
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
    struct bench_point point; /* its elements are the lines of the chain */
    const struct variant *variant;
};

static struct latency_line *lines;           /* on the GPU */
static const struct latency_line **position; /* on the GPU, with a guard behind it */
static uint32_t *next, *next_gpu;            /* the chain, on the host and on the GPU */
static size_t steps;                         /* of a launch */
static size_t walked;                        /* steps since the walk was begun */

/* The L1 and shared memory are one storage: at most 256 KiB on the GPUs that we know, of which
 * shared memory can have all but 28 KiB. */
static bool may_be_in_l1(size_t n)
{
    return n * sizeof *lines <= gpu->shared_bytes_per_sm + (28 << 10);
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct chase *c = point;

    walked += steps;
    CUDA(c->variant->launch(position, steps, lines, may_be_in_l1(c->point.n) ? c->point.n : 0,
                            stream));
}

/* Makes a chain of n lines, on the host and in the lines. */
static void begin_chain(const struct chase *c)
{
    size_t n = c->point.n;

    if (c->variant->in_order)
        for (size_t i = 0; i < n; i++)
            next[i] = (uint32_t)((i + 1) % n);
    else
        make_chain(next, n, bench_options.seed);
    gpu_upload(next_gpu, next, n * sizeof *next);
    gpu_link_slots(lines, sizeof *lines, next_gpu, n);
}

/* Puts the position on line 0. */
static void begin_walk(void)
{
    gpu_poison(position, sizeof *position + GPU_GUARD);
    gpu_upload(position, &lines, sizeof lines);
    walked = 0;
}

/* Checks that the position is the line to which the chain leads in `walked` steps. The chain comes
 * back to line 0 after n steps. */
static size_t check_walk(void *point)
{
    const struct chase *c = point;
    const struct latency_line *end = lines + follow_chain(next, 0, walked % c->point.n);

    return gpu_count_unlike(position, &end, sizeof end) + gpu_count_guard(position + 1);
}

static void walk(struct chase *c, size_t n)
{
    steps = n;
    launch(c, 0, gpu->stream);
    bench_check(check_walk, c);
}

/* Checks a chain of an awkward length: it is a single cycle, and the GPU walks it to the middle and
 * once round. */
static size_t check_awkward(void *point)
{
    struct chase *c = point;
    size_t n = c->point.n;

    if (n == 0 || n * sizeof *lines > bench_options.max_bytes || n > MOST_AWKWARD)
        return 0;
    begin_chain(c);
    for (size_t i = 0, at = 0; i < n; i++) {
        at = next[at];
        if ((at == 0) != (i == n - 1))
            die("the chain of %zu lines is not one cycle", n);
    }
    begin_walk();
    walk(c, n / 2);
    walk(c, n - n / 2);
    walk(c, 0);
    return 0;
}

static void check_awkward_chains(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        if (bench_wanted(v->is.name))
            bench_check_awkward(check_awkward,
                                &(struct chase){ .point.variant = v->is.name, .variant = v });
}

/* When a set so large is made, part of it stays in the L2, and a walk is too short to push that
 * out. So walks start with a cold L2. */
static bool is_large(size_t n)
{
    return n * sizeof *lines > 4 * gpu->l2_bytes;
}

/* Makes the chain and reads every line once, so that what fits in the L2 is there. A set that fits
 * in part is walked once round, so that the L2 holds what such a walk leaves there, and not what a
 * sweep by all SMs leaves. The next variant with the same chain goes on where this one ends. */
static void begin(void *point)
{
    struct chase *c = point;
    size_t n = c->point.n;

    begin_chain(c);
    CUDA(sweep_lines(lines, n, gpu_counter(), gpu->stream));
    size_t loose = gpu_counted();
    if (loose)
        die("%zu of %zu lines point to no line", loose, n);
    begin_walk();
    if (n * sizeof *lines > gpu->l2_bytes / 4 && !is_large(n))
        walk(c, n);
}

static size_t check(void *point)
{
    struct chase *c = point;

    steps = FIRST_STEPS;
    while (!gpu_runs_long(&c->point))
        steps *= 2;
    c->point.accesses = steps;
    return check_walk(point);
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

/* Adds the variants at a size in bytes. Those that have the same chain are one group. `sequential`
 * shows no step of its own, so it goes without sizes between powers of two. */
static void add(size_t bytes)
{
    for (const struct variant *v = variants; v->is.name; v++) {
        size_t n = bytes / sizeof *lines;
        if (v->in_order && (bytes & (bytes - 1)) != 0)
            continue;
        struct chase c = {
            .point = { .variant = v->is.name,
                       .n = n,
                       .group = (int)n * 2 + v->in_order,
                       .across = true,
                       .launch = launch,
                       .single = true,
                       .cold = is_large(n) },
            .variant = v,
        };
        bench_add(&c, sizeof c, "%zu", bytes);
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

static const struct bench_experiment latency = {
    .summary = "Follows a chain of addresses through GPU memory.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 2 << 10, .max = 1 << 30, .element = LATENCY_LINE },
    .kind = BENCH_LATENCY,
    .columns = "variant,working_set_bytes",
    .work = { "walks through", "lines" },
    .hooks = { .open = allocate,
               .points = points,
               .ready = check_awkward_chains,
               .begin = begin,
               .check = check,
               .check_after = check_walk },
};
BENCH_MAIN(latency, gpu_machine)
