/* inputs.c - the lab `overlap`: what is asked, for which inputs, and beside what it is timed.
 *
 * The array, the kernel and the methods are those of bench/overlap.c, with so many rounds that
 * computing is worth overlapping and the bus is still the limit. */
#include "../../../bench/harness/random.h"
#include "../../../bench/lab/gpu_lab.h"
#include "../../../bench/lab/plan.h"
#include "../../../kernels/overlap.h"

static const uint32_t INCREMENT = 0x9E3779B9; /* any odd number */
enum {
    ROUNDS = 512,
    UNROLL = 4,
    CHUNK = 1 << 20,       /* ints */
    LEAST_CHUNK = 1 << 16, /* the first of chunks that grow */
};

static void fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
#pragma omp parallel for
    for (size_t i = 0; i < c->n; i++)
        input[i] = random_u32(seed, i);
}

static const uint32_t *expect(uint32_t *room, const uint32_t *input, const struct lab_case *c)
{
#pragma omp parallel for
    for (size_t i = 0; i < c->n; i++)
        room[i] = input[i] + ROUNDS * INCREMENT;
    return room;
}

static void gpu_fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
    gpu_fill_random(input, c->n, seed);
}

static void add(uint32_t *to, const uint32_t *from, size_t n, cudaStream_t stream)
{
    CUDA(launch_overlap(to, from, n, INCREMENT, ROUNDS, UNROLL, stream));
}

static void gpu_expect(uint32_t *output, const uint32_t *input, const struct lab_case *c)
{
    add(output, input, c->n, gpu->stream);
}

static void run(uint32_t *array, size_t n, cudaStream_t stream)
{
    add(array, array, n, stream);
}

/* ---- The book's methods -------------------------------------------------------------------- */

static struct plan plan;

static void sequential(uint32_t *output, const uint32_t *input, const struct lab_case *c)
{
    plan.steps = 0;
    for (enum plan_kind what = PLAN_COPY_IN; what <= PLAN_COPY_OUT; what++)
        plan_add(&plan, what, 0, 0, 0, c->n);
    plan_issue(&plan, output, input);
}

static void streams(uint32_t *output, const uint32_t *input, const struct lab_case *c)
{
    plan.steps = 0;
    for (size_t first = 0; first < c->n; first += CHUNK) {
        size_t left = c->n - first, chunk = left < CHUNK ? left : CHUNK;
        int stream = (int)(first / CHUNK % 4);

        for (enum plan_kind what = PLAN_COPY_IN; what <= PLAN_COPY_OUT; what++)
            plan_add(&plan, what, stream, stream, first, chunk);
    }
    plan_issue(&plan, output, input);
}

/* As much as all before it, and half of what is left. */
static size_t next_chunk(size_t n, size_t done)
{
    size_t left = n - done, size = done < left / 2 ? done : left / 2;

    size = size / LEAST_CHUNK * LEAST_CHUNK;
    if (size < LEAST_CHUNK)
        size = LEAST_CHUNK;
    if (size > CHUNK)
        size = CHUNK;
    return size < left ? size : left;
}

static void stages(uint32_t *output, const uint32_t *input, const struct lab_case *c)
{
    enum { IN, HERE, OUT };
    size_t chunk;

    plan.steps = 0;
    for (size_t first = 0; first < c->n; first += chunk) {
        chunk = next_chunk(c->n, first);
        plan_add(&plan, PLAN_COPY_IN, IN, IN, first, chunk);
        plan_add(&plan, PLAN_RUN, HERE, IN, first, chunk);
        plan_add(&plan, PLAN_COPY_OUT, OUT, HERE, first, chunk);
    }
    plan_issue(&plan, output, input);
}

static void mapped(uint32_t *output, const uint32_t *input, const struct lab_case *c)
{
    add(output, input, c->n, gpu->stream);
}

/* Copies in both directions at once, and waits for nothing in between. */
static void both(uint32_t *output, const uint32_t *input, const struct lab_case *c)
{
    plan.steps = 0;
    plan_add(&plan, PLAN_COPY_IN, 0, 0, 0, c->n);
    plan_add(&plan, PLAN_COPY_OUT, 1, 1, 0, c->n);
    plan_issue(&plan, output, input);
}

#define FUNCTION(name) (void (*)(void)) name
const struct lab_variant lab_variants[] = {
    { "sequential", FUNCTION(sequential), false },
    { "streams", FUNCTION(streams), false },
    { "stages", FUNCTION(stages), false },
    { "mapped", FUNCTION(mapped), false },
    { "both", FUNCTION(both), true },
    { NULL, NULL, false },
};

static const char *const patterns[] = { "random", NULL };

/* Nothing, less than any chunk, and sizes around the multiples of those that a plan may use. */
static const struct lab_case awkward[] = {
    { .n = 0 },
    { .n = 1 },
    { .n = 2 },
    { .n = 3 },
    { .n = 31 },
    { .n = 1000 },
    { .n = 4097 },
    { .n = CHUNK - 1 },
    { .n = CHUNK },
    { .n = CHUNK + 1 },
    { .n = 5 * CHUNK + 12345 },
    { .n = LAB_END },
};

const struct lab lab = {
    .function = "plan",
    .patterns = patterns,
    .awkward = awkward,
    .timed = { .n = 32 << 20 },
    .bytes_per_element = 2 * sizeof(uint32_t),
    .alignment = 16,
    .fill = fill,
    .expect = expect,
};

const struct gpu_lab gpu_lab = { .fill = gpu_fill, .expect = gpu_expect, .run = run };
