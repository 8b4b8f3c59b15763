/* verdict.h - what a grader finds out about a submission, and the table that it becomes. */
#ifndef VERDICT_H
#define VERDICT_H

#include "../harness/bench.h"
#include "lab.h"

enum { VERDICT_MOST_VARIANTS = 16 };

/* The first fault of the submission: one word, and a sentence. Both are empty if there is none. */
struct verdict {
    char fault[32], said[512];
};
extern struct verdict verdict;

/* Notes the first fault. Returns false, so that callers can return that. */
bool blame(const char *word, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds to the time that the calls of the submission have taken, and blames it once that is too much
 * in all. Returns false then. */
bool verdict_spend(double seconds);

/* "17 elements, uniform, 256 bins" */
const char *verdict_case(const struct lab_case *c);

/* Blames an access to what is not there: `did` is what was done to element number `element` of an
 * array of n elements, the submission's `array`. */
bool blame_outside(const char *did, long long element, const char *array, size_t n,
                   const char *when);

/* How an output differs from what it should be. */
struct verdict_difference {
    size_t wrong, first; /* how many values are wrong, and which is the first */
    bool untouched;      /* does each value hold what was there before? */
};
struct verdict_difference verdict_compare(const uint32_t *found, const uint32_t *expected, size_t n,
                                          uint32_t before);

/* Blames a race for values that differ from one call to the next with the same input, or else says
 * which value is the first wrong one; each returns false. */
bool blame_race(struct verdict_difference d, size_t n, const char *when);
bool blame_value(struct verdict_difference d, const uint32_t *found, const uint32_t *expected,
                 size_t n, uint32_t before, const char *when);

/* Who leaves the output alone in the largest awkward case, too, does nothing: if each of the n
 * values of `found` is what was there before, blames that instead of whatever was said. Returns
 * false. */
const struct lab_case *verdict_largest(void);
bool blame_no_op(const uint32_t *found, size_t n, uint32_t before, const char *when);

/* A row of what was timed: the submission, `yours`, or a variant of the book, or a limit. */
struct verdict_row {
    const char *name, *kind;
    struct bench_median time;
};

/* Times works in turn, as bench_sample() does, and puts the times into the rows of the same
 * numbers, unless a call goes wrong. Blames the first if it is faster than the slowest limit
 * allows. */
void verdict_time(double (*take)(void *work), void *const works[], struct verdict_row *rows, int n);

/* Writes the table, with notes above it, and no rows if something went wrong. */
void verdict_write(const char *path, const struct verdict_row *rows, int n, const char *notes);

#endif
