/* plan.h - submissions that plan how an array crosses to the GPU, is worked on there, and returns.
 *
 *     extern "C" __global__ void plan(struct step *steps, size_t n)
 *
 * One thread runs this once for each n, before there is any input, and writes steps into a list of
 * zeros. The grader checks the steps and then takes them itself, so what is timed has nothing of
 * the submission in it but their order. A step waits for the one before it in its stream, and for
 * all that was queued in the stream `after` by then. No other step is known to be done when it
 * begins, so a race is found in the list: how the steps happen to run on this machine does not
 * matter.
 */
#ifndef PLAN_H
#define PLAN_H

#include "lab.h"

enum { PLAN_MOST_STEPS = 4096, PLAN_STREAMS = 16 };
enum plan_kind { PLAN_END, PLAN_COPY_IN, PLAN_RUN, PLAN_COPY_OUT };

/* A submission defines this itself, under the name `step`. */
struct plan_step {
    int what, stream, after;
    size_t first, count; /* the elements that it is about; with none it only waits */
};

struct plan {
    size_t steps;
    struct plan_step step[PLAN_MOST_STEPS];
};

void plan_add(struct plan *p, enum plan_kind what, int stream, int after, size_t first,
              size_t count);

/* The streams that have steps: bit s stands for stream s. */
unsigned plan_streams(const struct plan *p);

/* Does a plan bring each of n elements to the GPU, work on it and bring it back, once each and in
 * this order? Otherwise blames the submission (verdict.h) and returns false. */
bool plan_check(const struct plan *p, size_t n, const char *when);

/* Queues the steps of a plan between what gpu->stream has and what it gets next. The arrays are
 * pinned memory of the host, with as many elements as the largest case of the lab. */
void plan_issue(const struct plan *p, uint32_t *output, const uint32_t *input);

#endif
