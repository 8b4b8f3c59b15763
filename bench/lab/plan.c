/* plan.c - steps that copy and compute, checked and taken; see plan.h. */
#include "plan.h"
#include "gpu_lab.h"
#include "verdict.h"

#include <stdlib.h>
#include <string.h>

static const char *const does[] = { "", "copies in", "runs on", "copies out" };
static const char *const has_done[] = { "", "copied it in", "run on it", "copied it out" };

void plan_add(struct plan *p, enum plan_kind what, int stream, int after, size_t first,
              size_t count)
{
    if (p->steps == PLAN_MOST_STEPS)
        die("a plan has more than %d steps", PLAN_MOST_STEPS);
    p->step[p->steps++] = (struct plan_step){ (int)what, stream, after, first, count };
}

unsigned plan_streams(const struct plan *p)
{
    unsigned used = 0;

    for (size_t i = 0; i < p->steps; i++)
        used |= 1u << p->step[i].stream;
    return used;
}

/* ---- Checking ---------------------------------------------------------------------------- */

static bool has_bounds(const struct plan *p, size_t n, const char *when)
{
    for (size_t i = 0; i < p->steps; i++) {
        const struct plan_step *s = &p->step[i];

        if (s->what < PLAN_COPY_IN || s->what > PLAN_COPY_OUT)
            return blame("wrong", "step %zu is neither COPY_IN nor RUN nor COPY_OUT, but %d%s", i,
                         s->what, when);
        if (s->stream < 0 || s->stream >= PLAN_STREAMS || s->after < 0 || s->after >= PLAN_STREAMS)
            return blame("out_of_bounds",
                         "step %zu is in stream %d and after stream %d, and streams have the "
                         "numbers 0 to %d%s",
                         i, s->stream, s->after, PLAN_STREAMS - 1, when);
        if (s->count > n || s->first > n - s->count)
            return blame("out_of_bounds",
                         "step %zu %s %zu elements from element %zu on, and the array has %zu%s", i,
                         does[s->what], s->count, s->first, n, when);
    }
    return true;
}

/* The steps of one kind that have elements, sorted by their first ones. */
struct sorted {
    size_t steps;
    const struct plan_step *step[PLAN_MOST_STEPS];
};

static int by_first(const void *a, const void *b)
{
    const struct plan_step *one = *(const struct plan_step *const *)a;
    const struct plan_step *other = *(const struct plan_step *const *)b;

    if (one->first != other->first)
        return one->first < other->first ? -1 : 1;
    return one < other ? -1 : one > other;
}

/* Sorts the steps of a kind, and sees to it that each element is in one of them and no other. */
static bool sort(struct sorted *to, const struct plan *p, enum plan_kind kind, size_t n,
                 const char *when)
{
    size_t end = 0; /* of the elements that the steps so far are about */

    to->steps = 0;
    for (size_t i = 0; i < p->steps; i++)
        if (p->step[i].what == (int)kind && p->step[i].count)
            to->step[to->steps++] = &p->step[i];
    qsort(to->step, to->steps, sizeof to->step[0], by_first);
    for (size_t i = 0; i < to->steps && to->step[i]->first <= end; i++) {
        if (to->step[i]->first < end)
            return blame("wrong", "step %td %s element %zu, and so does step %td%s",
                         to->step[i - 1] - p->step, does[kind], to->step[i]->first,
                         to->step[i] - p->step, when);
        end += to->step[i]->count;
    }
    return end == n ? true : blame("wrong", "no step %s element %zu%s", does[kind], end, when);
}

/* When step i begins, those steps of stream t are known to be done that come before the step number
 * done[i][t] of the plan. */
static unsigned short done[PLAN_MOST_STEPS][PLAN_STREAMS];

static void follow(const struct plan *p)
{
    /* The same for when all is done that a stream holds so far. */
    static unsigned short queued[PLAN_STREAMS][PLAN_STREAMS];

    memset(queued, 0, sizeof queued);
    for (size_t i = 0; i < p->steps; i++) {
        const struct plan_step *s = &p->step[i];

        for (int t = 0; t < PLAN_STREAMS; t++) {
            if (queued[s->stream][t] < queued[s->after][t])
                queued[s->stream][t] = queued[s->after][t];
            done[i][t] = queued[s->stream][t];
        }
        queued[s->stream][s->stream] = (unsigned short)(i + 1);
    }
}

/* Is the first thing done to each element before the second one begins? */
static bool in_order(const struct plan *p, const struct sorted *first, const struct sorted *second,
                     const char *when)
{
    size_t i = 0, k = 0;

    while (i < first->steps && k < second->steps) {
        const struct plan_step *a = first->step[i], *b = second->step[k];
        size_t element = a->first > b->first ? a->first : b->first;

        if (done[b - p->step][a->stream] <= a - p->step)
            return blame("race",
                         "step %td %s element %zu, and nothing makes it wait until step %td has "
                         "%s%s; put both into one stream, or queue step %td first and let the "
                         "other one wait for its stream",
                         b - p->step, does[b->what], element, a - p->step, has_done[a->what], when,
                         a - p->step);
        size_t a_end = a->first + a->count, b_end = b->first + b->count;
        i += a_end <= b_end;
        k += b_end <= a_end;
    }
    return true;
}

bool plan_check(const struct plan *p, size_t n, const char *when)
{
    static struct sorted in, run, out;

    if (n && p->steps == 0)
        return blame("no_op", "its plan has no steps%s", when);
    if (!has_bounds(p, n, when) || !sort(&in, p, PLAN_COPY_IN, n, when)
        || !sort(&run, p, PLAN_RUN, n, when) || !sort(&out, p, PLAN_COPY_OUT, n, when))
        return false;
    follow(p);
    return in_order(p, &in, &run, when) && in_order(p, &run, &out, when);
}

/* ---- Taking the steps -------------------------------------------------------------------- */

void plan_issue(const struct plan *p, uint32_t *output, const uint32_t *input)
{
    static cudaStream_t streams[PLAN_STREAMS];
    static uint32_t *array; /* on the GPU */
    unsigned used = plan_streams(p);

    if (!array) {
        size_t most = lab_inputs(&lab.timed);

        for (const struct lab_case *c = lab.awkward; c->n != LAB_END; c++)
            most = bench_larger(most, lab_inputs(c));
        array = gpu_alloc(most * sizeof *array);
        for (int s = 0; s < PLAN_STREAMS; s++)
            CUDA(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    }
    for (int s = 0; s < PLAN_STREAMS; s++)
        if (used >> s & 1)
            gpu_order(gpu->stream, streams[s]);
    for (size_t i = 0; i < p->steps; i++) {
        const struct plan_step *s = &p->step[i];
        uint32_t *here = array + s->first;
        size_t bytes = s->count * sizeof *here;

        gpu_order(streams[s->after], streams[s->stream]);
        if (bytes == 0)
            continue;
        if (s->what == PLAN_COPY_IN)
            CUDA(cudaMemcpyAsync(here, input + s->first, bytes, cudaMemcpyHostToDevice,
                                 streams[s->stream]));
        else if (s->what == PLAN_RUN)
            gpu_lab.run(here, s->count, streams[s->stream]);
        else
            CUDA(cudaMemcpyAsync(output + s->first, here, bytes, cudaMemcpyDeviceToHost,
                                 streams[s->stream]));
    }
    for (int s = 0; s < PLAN_STREAMS; s++)
        if (used >> s & 1)
            gpu_order(streams[s], gpu->stream);
}
