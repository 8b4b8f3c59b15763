/* gpu_grader.c - checks and times a submission for a GPU beside the book's variants:
 *
 *     grader CUBIN RESULT     RESULT becomes a table of what was measured, or says what is wrong
 *     grader CUBIN            launches it once, for ncu to count
 *
 * Only the kernel of a submission runs, so this process can be trusted while memory on the GPU
 * cannot: a kernel can write wherever this process has memory. So what is expected is computed
 * anew for each launch, and the small cases are compared on the host. If a kernel fails, the GPU
 * answers no more in this process; if it does not end, this process does, and the driver stops the
 * kernel.
 *
 * Input and output lie between addresses at which there is no memory. In a lab on transfers the
 * list of steps does, and they are pinned memory of the host, which no kernel of a submission gets.
 *
 * Exit status: 0 if RESULT was written, whatever it says of the submission.
 */
#include "gpu_lab.h"
#include "gpu_module.h"
#include "plan.h"
#include "verdict.h"

#include <cuda_profiler_api.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { AROUND = 16 << 10, POISON = 0x5A, AGAIN = 5, CALL_SECONDS = 2, LEAST_SAMPLES = 10 };
#define POISON_WORD (0x01010101u * POISON)
static const double WORK_SECONDS = 0.25; /* for the samples of a variant, with their input */

/* Memory on the GPU that a submission works on: all of it, and where the array of a case begins. */
static struct piece {
    const char *name;
    char *all;
    size_t bytes;
    size_t at, used; /* in bytes */
} input = { .name = "input" }, output = { .name = "output" }, list = { .name = "list" };

static uint32_t *pristine, *expected; /* on the GPU: the input again, and the right output */
static uint64_t seed, first_seed;     /* of the input, a new one for each launch */
static struct module submission;
static struct plan plan; /* of the submission, for the case at hand */

/* ---- Memory ------------------------------------------------------------------------------ */

static void driver(CUresult result, const char *what)
{
    const char *text = "?";

    cuGetErrorString(result, &text);
    if (result != CUDA_SUCCESS)
        die("%s: %s", what, text);
}

/* Maps memory between two guards, where the kernel finds none. */
static void map(struct piece *p, size_t bytes)
{
    CUmemAllocationProp memory = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                   .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE,
                                                 .id = gpu->device } };
    CUmemAccessDesc access = { .location = memory.location,
                               .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemGenericAllocationHandle handle;
    CUdeviceptr at;
    size_t step;

    driver(cuMemGetAllocationGranularity(&step, &memory, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
           "cannot ask how memory is mapped");
    p->bytes = (bytes + AROUND + step - 1) / step * step;
    size_t guard = (LAB_GUARD + step - 1) / step * step;
    driver(cuMemAddressReserve(&at, p->bytes + 2 * guard, 0, 0, 0), "cannot reserve addresses");
    driver(cuMemCreate(&handle, p->bytes, &memory, 0), "the GPU has too little memory free");
    driver(cuMemMap(at + guard, p->bytes, 0, handle, 0), "cannot map memory");
    driver(cuMemSetAccess(at + guard, p->bytes, &access, 1), "cannot open memory to the GPU");
    p->all = (char *)(at + guard); /* NOLINT(performance-no-int-to-ptr) */
}

/* Allocates pinned memory. */
static void pin(struct piece *p, size_t bytes)
{
    void *all;

    p->bytes = bytes + AROUND;
    CUDA(cudaHostAlloc(&all, p->bytes, cudaHostAllocDefault));
    p->all = all;
}

static uint32_t *array(const struct piece *p)
{
    return (uint32_t *)(p->all + p->at);
}

/* Where arrays lie: from the first byte of a piece on, or so that they end with its last one. */
static void place(struct piece *p, size_t n, bool at_end)
{
    p->used = n * 4;
    p->at = at_end ? (p->bytes - p->used) / lab.alignment * lab.alignment : 0;
}

/* The poisoned bytes on the two sides of an array. */
static size_t before(const struct piece *p)
{
    return p->at < AROUND ? p->at : AROUND;
}

static size_t behind(const struct piece *p)
{
    size_t left = p->bytes - p->at - p->used;

    return left < AROUND ? left : AROUND;
}

/* Sets bytes, if there are any: at the end of a piece there is no memory. */
static void set(char *at, uint32_t word, size_t bytes)
{
    if (bytes)
        CUDA(cudaMemsetAsync(at, (int)(word & 0xFF), bytes, gpu->stream));
}

static void poison_around(const struct piece *p)
{
    char *from = p->all + p->at;

    set(from - before(p), POISON, before(p));
    set(from + p->used, POISON, behind(p));
}

/* An output holds this before a launch; counts begin with zeros. */
static uint32_t blank(const struct lab_case *c)
{
    return c->bins ? 0 : POISON_WORD;
}

static void clear_output(const struct lab_case *c)
{
    set(output.all + output.at, blank(c), output.used);
    poison_around(&output);
}

/* Makes a new input for a case. */
static void prepare(const struct lab_case *c, bool at_end)
{
    seed++;
    place(&input, lab_inputs(c), at_end);
    place(&output, lab_outputs(c), at_end);
    gpu_lab.fill(pristine, c, seed);
    if (input.used)
        CUDA(cudaMemcpyAsync(array(&input), pristine, input.used, cudaMemcpyDefault, gpu->stream));
    poison_around(&input);
    clear_output(c);
}

/* ---- Launches ---------------------------------------------------------------------------- */

/* Waits until the submission's kernel has ended. */
static bool finish(const char *when)
{
    double begun = bench_seconds();
    CUresult is;

    while ((is = cuStreamQuery(gpu->stream)) == CUDA_ERROR_NOT_READY)
        if (bench_seconds() - begun > CALL_SECONDS)
            return blame("too_long", "its kernel did not end within %d seconds%s", CALL_SECONDS,
                         when);
    return is == CUDA_SUCCESS ? true : module_blame(is, when);
}

static bool launch(const struct lab_case *c, const char *when)
{
    if (!gpu_lab.run)
        return module_launch(&submission, array(&output), array(&input), c, when);
    plan_issue(&plan, array(&output), array(&input));
    return true;
}

static const char *for_case(const struct lab_case *c)
{
    static char text[192];

    snprintf(text, sizeof text, " (input: %s)", verdict_case(c));
    return text;
}

/* In a lab on transfers, lets the submission plan a case, and checks its steps. */
static bool make_plan(const struct lab_case *c)
{
    const char *when = for_case(c);

    if (!gpu_lab.run)
        return true;
    place(&list, sizeof plan.step / 4, true);
    set(list.all + list.at, 0, list.used);
    double begun = bench_seconds();
    if (!module_plan(&submission, array(&list), c->n, when) || !finish(when)
        || !verdict_spend(bench_seconds() - begun))
        return false;
    gpu_download(plan.step, array(&list), list.used);
    for (plan.steps = 0; plan.steps < PLAN_MOST_STEPS; plan.steps++)
        if (plan.step[plan.steps].what == PLAN_END)
            break;
    return plan_check(&plan, c->n, when);
}

/* ---- Checking ---------------------------------------------------------------------------- */

static uint32_t *download(const void *from, size_t bytes)
{
    uint32_t *to = bench_alloc(bytes + 4);

    if (bytes)
        gpu_download(to, from, bytes);
    return to;
}

/* Was something written around an array? */
static bool strayed(const struct piece *p, const char *when)
{
    size_t sides[] = { before(p), behind(p) };
    const char *from[] = { p->all + p->at - before(p), p->all + p->at + p->used };

    for (int side = 0; side < 2; side++) {
        unsigned char *found = (unsigned char *)download(from[side], sides[side]);
        long long at = -1;

        for (size_t i = 0; i < sides[side] && at < 0; i++)
            if (found[i] != POISON)
                at = (long long)i;
        free(found);
        if (at < 0)
            continue;
        long long byte = side == 0 ? at - (long long)sides[0] : at + (long long)p->used;
        long long element = byte < 0 ? -((3 - byte) / 4) : byte / 4;
        blame_outside("wrote", element, p->name, p->used / 4, when);
        return true;
    }
    return false;
}

/* Is the output what would be right for one of the launches since that seed, before this one? */
static bool is_kept(const struct lab_case *c, uint64_t since)
{
    bool kept = false;

    for (uint64_t s = seed - 1; s >= since && !kept; s--) {
        gpu_lab.fill(pristine, c, s);
        gpu_lab.expect(expected, pristine, c);
        kept = gpu_count_different(array(&output), expected, output.used) == 0;
    }
    return kept;
}

/* Blames a submission that writes nothing in the largest case either. */
static void blame_idle(const char *when)
{
    const struct lab_case *c = verdict_largest();

    if (!make_plan(c))
        return;
    prepare(c, false);
    if (!launch(c, when) || !finish(when))
        return;
    uint32_t *found = download(array(&output), output.used);
    blame_no_op(found, output.used / 4, blank(c), when);
    free(found);
}

/* Looks at what the last launch has left, on the host. */
static bool is_right(const struct lab_case *c, uint64_t since, const char *when)
{
    size_t inputs = lab_inputs(c), n = lab_outputs(c);
    uint32_t *made = bench_alloc(inputs * 4 + 4), *room = bench_alloc(n * 4 + 4);
    uint32_t *read = download(array(&input), inputs * 4);
    uint32_t *found = download(array(&output), n * 4);

    lab.fill(made, c, seed);
    struct verdict_difference in = verdict_compare(read, made, inputs, 0);
    const uint32_t *right = lab.expect(room, made, c);
    struct verdict_difference out = verdict_compare(found, right, n, blank(c));
    if (in.wrong)
        blame("wrote_input", "it wrote to element %zu of its input%s", in.first, when);
    else if (out.untouched) {
        blame_value(out, found, right, n, blank(c), when);
        blame_idle(when);
    } else if (out.wrong && is_kept(c, since))
        blame("kept", "it gave back the result of an earlier launch%s", when);
    /* Does it find the same if it is launched again? */
    for (int i = 0; i < AGAIN && out.wrong && !*verdict.fault; i++) {
        clear_output(c);
        if (!launch(c, when) || !finish(when))
            break;
        uint32_t *again = download(array(&output), n * 4);
        if (memcmp(found, again, n * 4) != 0)
            blame_race(out, n, when);
        free(again);
    }
    if (out.wrong)
        blame_value(out, found, right, n, blank(c), when); /* if nothing else was said */
    free(made);
    free(room);
    free(read);
    free(found);
    return !*verdict.fault;
}

/* Checks one case at both ends of the memory. */
static bool check(const struct lab_case *c)
{
    const char *when = for_case(c);

    if (!make_plan(c))
        return false;
    for (int at_end = 1; at_end >= 0; at_end--) {
        prepare(c, at_end);
        CUDA(cudaStreamSynchronize(gpu->stream)); /* so it waits for no work of ours */
        double begun = bench_seconds();
        if (!launch(c, when) || !finish(when))
            return false;
        double seconds = bench_seconds() - begun;
        if (strayed(&output, when) || strayed(&input, when) || !is_right(c, first_seed, when)
            || !verdict_spend(seconds))
            return false;
    }
    return true;
}

/* ---- Timing ------------------------------------------------------------------------------ */

struct work {
    gpu_lab_variant *variant; /* or null: the submission */
    struct verdict_row row;
};

static uint64_t first_timed;

/* Fills the L2 with other data, some of which has yet to be written, as gpu_time.c does. */
static void chill_l2(void)
{
    static char *to, *from;

    if (!to) {
        to = gpu_alloc(gpu->l2_bytes);
        from = gpu_alloc(gpu->l2_bytes);
        gpu_poison(from, gpu->l2_bytes);
    }
    CUDA(cudaMemcpyAsync(to, from, gpu->l2_bytes, cudaMemcpyDeviceToDevice, gpu->stream));
}

/* Looks at what a timed launch has left: on the GPU, and if something is wrong there on the host,
 * which can say what. */
static void check_timed(void)
{
    const char *when = " (while it was timed)";

    if (strayed(&output, when) || strayed(&input, when))
        return;
    gpu_lab.fill(pristine, &lab.timed, seed); /* the kernel could have changed it */
    gpu_lab.expect(expected, pristine, &lab.timed);
    if (gpu_count_different(array(&input), pristine, input.used)
        || gpu_count_different(array(&output), expected, output.used))
        is_right(&lab.timed, first_timed, when);
}

/* Times one launch with an input of its own, and looks at the result afterwards. The stream is busy
 * with what comes before until all is queued, so the time has no part of the host in it, unless a
 * plan has so many steps that queueing them takes longer. */
static double take(void *work)
{
    static cudaEvent_t start, stop;
    const struct work *w = work;
    float ms = 0;

    if (*verdict.fault)
        return 0;
    if (!start) {
        CUDA(cudaEventCreate(&start));
        CUDA(cudaEventCreate(&stop));
    }
    prepare(&lab.timed, false);
    chill_l2();
    CUDA(cudaEventRecord(start, gpu->stream));
    if (w->variant)
        w->variant(array(&output), array(&input), &lab.timed);
    else if (!launch(&lab.timed, " (while it was timed)"))
        return 0;
    cudaEventRecord(stop, gpu->stream); /* fails if the kernel has failed by now */
    if (w->variant)
        CUDA(cudaStreamSynchronize(gpu->stream));
    else if (!finish(" (while it was timed)"))
        return 0;
    CUDA(cudaEventElapsedTime(&ms, start, stop));
    if (!w->variant) {
        check_timed();
        verdict_spend(ms / 1e3); /* and not for what was queued before */
    }
    return ms;
}

/* Launches the submission once, for a profiler. */
static void profile(void)
{
    prepare(&lab.timed, false);
    CUDA(cudaStreamSynchronize(gpu->stream));
    CUDA(cudaProfilerStart());
    if (!launch(&lab.timed, "") || !finish(""))
        die("%s", verdict.said);
    CUDA(cudaProfilerStop());
}

static int add_works(struct work *works)
{
    int n = 0;

    works[n++] = (struct work){ NULL, { .name = "yours", .kind = "yours" } };
    for (int v = 0; v < VERDICT_MOST_VARIANTS && lab_variants[v].name; v++)
        works[n++] = (struct work){ (gpu_lab_variant *)lab_variants[v].function,
                                    { .name = lab_variants[v].name,
                                      .kind = lab_variants[v].is_limit ? "limit" : "book" } };
    return n;
}

static void open_gpu(void)
{
    size_t outputs = lab_outputs(&lab.timed), inputs = lab_inputs(&lab.timed);

    for (const struct lab_case *c = lab.awkward; c->n != LAB_END; c++) {
        outputs = bench_larger(outputs, lab_outputs(c));
        inputs = bench_larger(inputs, lab_inputs(c));
    }
    gpu_use(0);
    CUDA(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 64 << 10));
    if (gpu_lab.run) {
        map(&list, sizeof plan.step);
        pin(&input, inputs * 4);
        pin(&output, outputs * 4);
    } else {
        map(&input, inputs * 4);
        map(&output, outputs * 4);
    }
    pristine = gpu_alloc(inputs * 4 + 16);
    expected = gpu_alloc(outputs * 4 + 16);
}

int main(int argc, char **argv)
{
    static const struct bench_experiment grader = { .name = "lab" };
    struct work works[VERDICT_MOST_VARIANTS + 1];
    struct verdict_row rows[VERDICT_MOST_VARIANTS + 1];
    void *timed[VERDICT_MOST_VARIANTS + 1];
    char notes[320];
    int n = 0;

    bench_experiment = &grader;
    bench_options.seconds = WORK_SECONDS;
    bench_options.samples = LEAST_SAMPLES;
    if (argc != 2 && argc != 3)
        bench_exit(BENCH_USAGE, "usage: grader CUBIN [RESULT]");
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        die("no random numbers: %s", strerror(errno));
    first_seed = (seed >>= 1) + 1; /* so that adding to it never wraps */
    open_gpu();
    bool good = module_load(&submission, argv[1]);
    if (argc == 2) {
        if (good)
            profile();
        return !good;
    }
    for (const struct lab_case *c = lab.awkward; good && c->n != LAB_END; c++)
        good = check(c);
    good = good && make_plan(&lab.timed);
    first_timed = seed + 1;
    if (good)
        n = add_works(works);
    for (int i = 0; i < n; i++) {
        timed[i] = &works[i];
        rows[i] = works[i].row;
    }
    verdict_time(take, timed, rows, n);
    int at = snprintf(notes, sizeof notes, "# gpu: %s\n", gpu->name);
    if (n && gpu_lab.run) {
        int streams = __builtin_popcount(plan_streams(&plan));

        snprintf(notes + at, sizeof notes - (size_t)at, "# plan: %zu steps in %d stream%s\n",
                 plan.steps, streams, streams == 1 ? "" : "s");
    }
    verdict_write(argv[2], rows, n, notes);
    fflush(stdout);
    _exit(0); /* to clean up would wait for a kernel that does not end */
}
