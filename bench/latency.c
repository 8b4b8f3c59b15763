/* latency.c - what one load takes, by the size of the set that it falls in.
 *
 * A chain leads once through all lines of the working set and back to its
 * start, and one thread follows it. In a `random` order the next line is
 * nowhere near; `sequential` has the line beside it. What fits in the L2 is
 * there when the walk begins; what partly fits is as walks round have left it;
 * of a set more than four times the L2 nothing is.
 *
 * Predicted for an H200: l1 33 cycles (17 ns) while the set fits the 256 KiB
 * that L1 and shared memory have together, then as l2; l2 about 270 cycles (140
 * ns) up to 30 MiB, the half of the L2 that lies nearer, more towards 60 MiB,
 * and above that 600 ns and more, since DRAM takes that and, from some hundreds
 * of MiB on, addresses miss the TLB as well; sequential as l1, but 100 ns
 * faster in DRAM, where 8 lines and more share an open row and a page.
 * Found: l1 32 cycles up to 192 KiB, l2 280 to 302 up to 24 MiB and more from
 * 32 MiB on, as predicted; but DRAM answers one reader in some 335 ns, not 600.
 * sequential is no faster there: an open row is no gain to one who asks for a
 * line at a time.
 */
#include "harness/gpu.h"
#include "../kernels/latency.h"
#include "harness/chain.h"

#include <string.h>

enum {
    FIRST_STEPS = 2048,     /* of a launch; doubled until it is long */
    HALVES_END = 256 << 20, /* bytes up to which an octave has two points */
    GUARD = GPU_ALIGNMENT,
};

struct variant {
    struct bench_variant is;
    latency_launcher *launch;
    bool in_order;
};

static const struct variant variants[] = {
    { { "l1", "random lines, by loads that the L1 may answer" },
      launch_latency_l1, false },
    { { "l2", "random lines, by loads that pass the L1 by" },
      launch_latency_l2, false },
    { { "sequential", "one line after the other, as l1" },
      launch_latency_l1, true },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

struct chase {
    const struct variant *variant;
    struct latency_line *lines;           /* on the GPU */
    const struct latency_line **position; /* on the GPU, a guard behind it */
    uint32_t *next;                       /* the chain, on the host */
    uint32_t *next_gpu;
    size_t n;        /* lines of the chain */
    size_t l1_bytes; /* the most that the L1 could hold */
    size_t steps;    /* of a launch */
    size_t walked;   /* steps since the chain was begun */
};

static cudaError_t chase_launch(void *work, size_t i, cudaStream_t stream)
{
    struct chase *c = work;
    bool in_l1 = c->n * sizeof *c->lines <= c->l1_bytes;

    (void)i;
    c->walked += c->steps;
    return c->variant->launch(c->position, c->steps, c->lines,
                              in_l1 ? c->n : 0, stream);
}

//> reference
static size_t latency_reference(const uint32_t *next, size_t at, size_t steps)
{
    for (size_t i = 0; i < steps; i++)
        at = next[at];
    return at;
}
//< reference

/* Makes a chain of n lines, on the host and in the lines. */
static void begin_chain(struct chase *c, bool in_order, cudaStream_t stream)
{
    if (in_order)
        for (size_t i = 0; i < c->n; i++)
            c->next[i] = (uint32_t)((i + 1) % c->n);
    else
        make_chain(c->next, c->n, bench_options.seed);
    CUDA(cudaMemcpyAsync(c->next_gpu, c->next, c->n * sizeof *c->next,
                         cudaMemcpyHostToDevice, stream));
    gpu_link_slots(c->lines, sizeof *c->lines, c->next_gpu, c->n);
}

/* Puts the position on line 0. */
static void begin_walk(struct chase *c, cudaStream_t stream)
{
    const struct latency_line *start = c->lines;

    CUDA(cudaMemsetAsync(c->position, GPU_POISON, sizeof start + GUARD,
                         stream));
    CUDA(cudaMemcpyAsync(c->position, &start, sizeof start,
                         cudaMemcpyHostToDevice, stream));
    CUDA(cudaStreamSynchronize(stream));
    c->walked = 0;
}

/* Is the position where the reference is after as many steps? The chain comes
 * back to line 0 after n. */
static void check_walk(const struct chase *c, cudaStream_t stream)
{
    unsigned char got[sizeof(void *) + GUARD], expected[sizeof got];
    const struct latency_line *end = c->lines
        + latency_reference(c->next, 0, c->walked % c->n);

    memset(expected, GPU_POISON, sizeof expected);
    memcpy(expected, &end, sizeof end);
    CUDA(cudaMemcpyAsync(got, c->position, sizeof got, cudaMemcpyDeviceToHost,
                         stream));
    CUDA(cudaStreamSynchronize(stream));
    if (memcmp(got, expected, sizeof got) != 0)
        die("variant %s walks %zu steps through %zu lines wrongly",
            c->variant->is.name, c->walked, c->n);
}

/* Chains of all awkward lengths: they are single cycles, and the GPU walks them
 * to the middle and once round. */
static void check_awkward_sizes(struct chase *c, size_t most,
                                cudaStream_t stream)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        c->n = sizes[s];
        /* A longer chain takes seconds to walk. */
        if (c->n == 0 || c->n > most || c->n > 4097)
            continue;
        begin_chain(c, c->variant->in_order, stream);
        for (size_t i = 0, at = 0; i < c->n; i++) {
            at = c->next[at];
            if ((at == 0) != (i == c->n - 1))
                die("the chain of %zu lines is no cycle", c->n);
        }
        begin_walk(c, stream);
        c->steps = c->n / 2;
        for (int launch = 0; launch < 2; launch++) {
            CUDA(chase_launch(c, 0, stream));
            check_walk(c, stream);
            c->steps = c->n - c->steps;
        }
        c->steps = 0;
        CUDA(chase_launch(c, 0, stream));
        check_walk(c, stream);
    }
}

/* Nobody walks round a set so large: what the L2 has of it was left there by
 * the way it was made. So its walks start with a cold L2. */
static bool is_large(const struct chase *c, const struct gpu *gpu)
{
    return c->n * sizeof *c->lines > 4 * gpu->l2_bytes;
}

/* Every line is read once, so that what fits in the L2 is there. A set that
 * partly fits is walked once round: what the L2 then holds is what it holds of
 * such a walk, and not of a sweep by all SMs. */
static void warm(struct chase *c, const struct gpu *gpu)
{
    cudaStream_t stream = gpu->stream;
    size_t bytes = c->n * sizeof *c->lines;

    CUDA(sweep_lines(c->lines, c->n, gpu_counter(), stream));
    size_t loose = gpu_counted();
    if (loose)
        die("%zu of %zu lines point to no line", loose, c->n);
    begin_walk(c, stream);
    if (bytes > gpu->l2_bytes / 4 && !is_large(c, gpu)) {
        c->steps = c->n;
        CUDA(chase_launch(c, 0, stream));
        check_walk(c, stream);
    }
}

static void measure(struct chase *c, const struct gpu *gpu)
{
    size_t bytes = c->n * sizeof *c->lines;
    char size[32];

    bench_progress("%s, %s", c->variant->is.name,
                   bench_size_text(bytes, size));
    c->steps = FIRST_STEPS;
    while (!gpu_runs_long(chase_launch, c))
        c->steps *= 2;
    check_walk(c, gpu->stream);

    struct gpu_time time = gpu_time_single(chase_launch, c, is_large(c, gpu));
    check_walk(c, gpu->stream);
    struct bench_row row = gpu_latency_row(c->steps, time);
    bench_row(&row, "%s,%zu", c->variant->is.name, bytes);
}

/* The sizes of the sweep, in bytes; returns how many. With --quick every third
 * octave. */
static int make_sizes(size_t sizes[128])
{
    size_t least = bench_options.min_bytes, most = bench_options.max_bytes;
    int n = 0;

    for (size_t bytes = least; bytes <= most;
         bytes *= bench_options.quick ? 8 : 2) {
        size_t half = bytes / 2;
        sizes[n++] = bytes;
        if (!bench_options.quick && bytes < HALVES_END
            && half % LATENCY_LINE == 0 && bytes + half <= most)
            sizes[n++] = bytes + half;
    }
    return n;
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "latency",
        .summary = "Follows a chain of addresses through GPU memory.",
        .variants = names,
        .min_bytes = (size_t)2 << 10,
        .max_bytes = (size_t)1 << 30,
        .element_bytes = LATENCY_LINE,
    };
    size_t sizes[128];
    int wanted = 0;

    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;
    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_fit(1);
    for (int v = 0; v < VARIANTS; v++)
        wanted += bench_wanted(variants[v].is.name);

    int sizes_n = make_sizes(sizes);
    size_t most = sizes[sizes_n - 1];
    size_t most_lines = most / LATENCY_LINE;
    if (most_lines > UINT32_MAX)
        bench_exit(BENCH_USAGE, "a chain has at most %u lines of %d bytes",
                   UINT32_MAX, LATENCY_LINE);
    /* L1 and shared memory are one; the largest known are 256 KiB, of which
     * shared memory can have all but 28. */
    struct chase c = { .l1_bytes = gpu->shared_bytes_per_sm + (28 << 10) };
    c.lines = gpu_alloc(most);
    c.position = gpu_alloc(sizeof *c.position + GUARD);
    c.next = bench_alloc(most_lines * sizeof *c.next);
    c.next_gpu = gpu_alloc(most_lines * sizeof *c.next);
    gpu_fill_random((uint32_t *)c.lines, most / sizeof(uint32_t),
                    bench_options.seed);

    bench_columns(BENCH_LATENCY, "variant,working_set_bytes", "sm_mhz",
                  wanted * sizes_n);
    for (int v = 0; v < VARIANTS; v++) {
        c.variant = &variants[v];
        if (bench_wanted(c.variant->is.name))
            check_awkward_sizes(&c, most_lines, gpu->stream);
    }
    for (int s = 0; s < sizes_n; s++) {
        c.n = sizes[s] / LATENCY_LINE;
        for (int v = 0; v < VARIANTS; v++) {
            c.variant = &variants[v];
            if (!bench_wanted(c.variant->is.name))
                continue;
            /* On a chain that another variant has walked this one goes on from
             * where that is: the caches are as such walks leave them. */
            if (v == 0 || c.variant->in_order != variants[v - 1].in_order
                || !bench_wanted(variants[v - 1].is.name)) {
                begin_chain(&c, c.variant->in_order, gpu->stream);
                warm(&c, gpu);
            }
            measure(&c, gpu);
        }
    }
    return bench_finish();
}
