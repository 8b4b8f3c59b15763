/* lab.h - what a lab is, and what the grader and the process of a submission share.
 *
 * A lab asks for one function, which makes an output of its input. chapters/labs/<lab>/inputs.c
 * describes it and makes its inputs, and a submission defines the function. Nobody trusts a
 * submission:
 *
 *     grader   makes the input, owns the clock, looks at the output, writes the result
 *       |  shares three pieces of memory and nothing else: input, output and a few words
 *     runner   loads the submission, and calls it when the grader says so
 *
 * The runner is in a sandbox and has the submission in its own address space, so nothing that it
 * says is believed. It is stopped (SIGSTOP) whenever the clock does not run: nothing can be done
 * before the clock starts or after it has ended. Its input is new for each call, so there is
 * nothing to keep. Its pages are sealed, so it can write neither the input nor past the output.
 *
 * Elements are 32 bits wide. The input and output of a call begin or end at a page that nobody may
 * touch.
 */
#ifndef LAB_H
#define LAB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One input, and how to call the function for it. */
struct lab_case {
    size_t n;    /* elements of the input, or its rows and its columns */
    int bins;    /* elements of the output, or 0 if it has as many as the input */
    int pattern; /* of the input: one of lab.patterns */
};

struct lab {
    const char *function;           /* that a submission defines */
    bool square;                    /* is the input a matrix of n x n elements? */
    int threads;                    /* that it may have; 0: one per core */
    const char *const *patterns;    /* what inputs are called in messages; ends with a null */
    const struct lab_case *awkward; /* to be checked, the smallest first; ends with n = LAB_END */
    struct lab_case timed;          /* to be timed */
    size_t bytes_per_element;       /* of the input, for GB/s: what is read and written for it */
    size_t alignment;               /* of both arrays, in bytes */
    void (*fill)(uint32_t *input, const struct lab_case *c, uint64_t seed);
    /* Returns what the output should be: `room`, filled, or the input itself. */
    const uint32_t *(*expect)(uint32_t *room, const uint32_t *input, const struct lab_case *c);
    void (*call)(void (*function)(void), uint32_t *output, const uint32_t *input,
                 const struct lab_case *c, int threads);
};
#define LAB_END SIZE_MAX

/* inputs.c defines these. The variants are those of the book, the plain one first, and limits,
 * which no submission can beat: one of them only reads the input, for example. The list ends with
 * a null name. */
extern const struct lab lab;
struct lab_variant {
    const char *name;
    void (*function)(void);
    bool is_limit;
};
extern const struct lab_variant lab_variants[];

static inline size_t lab_inputs(const struct lab_case *c)
{
    return lab.square ? c->n * c->n : c->n;
}

static inline size_t lab_outputs(const struct lab_case *c)
{
    return c->bins ? (size_t)c->bins : lab_inputs(c);
}

/* ---- What the grader and the runner share ------------------------------------------------- */

/* The descriptors that a runner is given, and how much memory may be its own. The sandbox says by
 * the last one which process the runner is. */
enum { LAB_CONTROL = 3, LAB_INPUT, LAB_OUTPUT, LAB_SANDBOX };
enum { LAB_MEMORY_MIB = 512, LAB_PRINTED_KIB = 64 };

struct lab_control {
    _Atomic uint32_t go, done; /* the number of the call to make, and of the last one made */
    /* The function to call: a variant of the book, or that of the lab if this is -1. */
    int variant;
    int threads;
    size_t input_at, output_at; /* in bytes from the beginning of each piece */
    struct lab_case c;

    /* Why the runner ended, in its own words: good for a message and for nothing else. */
    _Atomic uint32_t signal;
    uint64_t address; /* in the piece that `piece` names, or else of the process */
    int piece;        /* LAB_INPUT, LAB_OUTPUT or 0 */
    int syscall;
    char loading[256]; /* why the submission could not be loaded */
};

/* Around each piece of memory of a runner lie this many bytes that nobody may touch. */
#define LAB_GUARD ((size_t)16 << 20)

#endif
