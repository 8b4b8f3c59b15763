/* atomics.c - adds to counters in global memory, by how many counters there are and by how they are
 * added to.
 *
 * All counters fit in the L2, where atomics are carried out, and each add goes to a random one.
 * `bytes` is 4 for each add, so adds per second are gbs / 4.
 *
 * Predicted for an H200, in billions of adds per second: red makes 1.4 with one counter, where one
 * slice of the L2 adds once per cycle and no two at a time; 11 with 32, 90 with 1,024 and 1,050
 * with 64 Ki, by the rate of requests. atom makes 950, because answers cost little where nobody
 * waits for them. The scope makes no difference, because the L2 is where all scopes meet. warp
 * saves adds where lanes meet: 32 times with one counter.
 * Found: red makes 1.37, 4.5, 12, 70 and, with 1 Mi counters, 104, because few lanes of a warp meet
 * in a sector, and a request is for one. atom makes 54 and 78. The scope makes no difference. warp
 * makes 43 with one counter, and loses two fifths with 1 Mi.
 */
#include "harness/gpu.h"
#include "../kernels/atomics.h"

#include <stdlib.h>
#include <string.h>

static const struct variant {
    struct bench_variant is;
    atomics_launcher *launch;
} variants[] = {
    { { "red", "adds that return nothing" }, launch_atomics_red },
    { { "atom", "adds that return what the counter was" }, launch_atomics_atom },
    { { "system", "as red, for other GPUs and the CPU as well" }, launch_atomics_system },
    { { "warp", "as red, added up in each warp first" }, launch_atomics_warp },
    { { NULL, NULL }, NULL },
};

enum { MOST_COUNTERS = 1 << 20, STEP = 32, ADDS = 16 << 20 };

struct adds {
    struct bench_point point; /* its elements are the adds */
    const struct variant *variant;
    uint32_t counters;
};

/* The counters on the GPU, with a guard, and what they should be after an awkward number of adds
 * and after the adds that are about to be timed. */
static uint32_t *counters;
static struct expected {
    uint32_t *values, counters;
    size_t adds; /* after how many adds, to how many counters */
} awkward, timed;

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct adds *a = point;

    (void)i; /* the counters go on growing, and wrap */
    CUDA(a->variant->launch(counters, a->counters, a->point.n, bench_options.seed, stream));
}

static void atomics_reference(uint32_t *into, uint32_t count, size_t n)
{
    for (size_t i = 0; i < n; i++)
        into[atomics_counter(bench_options.seed, i, count)] += 1;
}

static size_t check_against(struct expected *e, struct adds *a)
{
    size_t bytes = a->counters * sizeof *counters;

    if (e->adds != a->point.n || e->counters != a->counters) {
        memset(e->values, 0, bytes);
        atomics_reference(e->values, a->counters, a->point.n);
        e->adds = a->point.n;
        e->counters = a->counters;
    }
    CUDA(cudaMemsetAsync(counters, 0, bytes, gpu->stream));
    gpu_poison(counters + a->counters, GPU_GUARD);
    launch(a, 0, gpu->stream);
    return gpu_count_unlike(counters, e->values, bytes) + gpu_count_guard(counters + a->counters);
}

static size_t check_awkward(void *point)
{
    return check_against(&awkward, point);
}

static size_t check(void *point)
{
    return check_against(&timed, point);
}

static void allocate(void)
{
    counters = gpu_alloc(MOST_COUNTERS * sizeof *counters + GPU_GUARD);
    awkward.values = bench_alloc(MOST_COUNTERS * sizeof *awkward.values);
    timed.values = bench_alloc(MOST_COUNTERS * sizeof *timed.values);
}

static void points(void)
{
    for (uint32_t count = 1; count <= MOST_COUNTERS; count *= STEP)
        for (const struct variant *v = variants; v->is.name; v++) {
            struct adds a = {
                .point = { .variant = v->is.name,
                           .n = bench_options.quick ? ADDS / 16 : ADDS,
                           .group = (int)count,
                           .launch = launch },
                .variant = v,
                .counters = count,
            };

            a.point.bytes = a.point.n * sizeof *counters;
            bench_add(&a, sizeof a, "%u", count);
        }
}

static const struct bench_experiment atomics = {
    .summary = "Adds to counters in global memory.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof *counters, .max = MOST_COUNTERS * sizeof *counters },
    .columns = "variant,counters",
    .work = { "makes", "adds" },
    .hooks = { .open = allocate, .points = points, .awkward = check_awkward, .check = check },
};
BENCH_MAIN(atomics, gpu_machine)
