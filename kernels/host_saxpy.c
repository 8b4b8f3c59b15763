/* host_saxpy.c - y = a x + y on the CPU, one element at a time and as many as a
 * register holds.
 *
 *   saxpy_scalar, daxpy_scalar   one element per step
 *   saxpy_simd, daxpy_simd       4 to 16 floats, 2 to 8 doubles per step
 *
 *   x  [ 0 1 2 3 | 4 5 6 7 | ... ]   read
 *   y  [ 0 1 2 3 | 4 5 6 7 | ... ]   read and written
 *        ^ scalar: one at a time
 *      ^-------^ simd: all of these at once
 *
 * Each element takes 2 operations and moves 3 elements of bytes: 12 in single
 * precision, 24 in double. Both loops do the same sums, so that what they
 * differ by is instructions; where memory is the limit they must not differ.
 *
 * The scalar loops go through volatile pointers, or the compiler would be free
 * to make the one into the other.
 */
#include "host_saxpy.h"

#include <features.h> /* is this glibc, whose loader can choose? */

/* Compiled once for each width of register, of which the loader picks the
 * widest that this CPU has. Elsewhere the compiler takes what all have. */
#if defined __x86_64__ && defined __GLIBC__
#define EVERY_WIDTH __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define EVERY_WIDTH
#endif

/* A short loop can lose a third of its speed to where it happens to lie in a
 * line of code (Intel, "Mitigations for Jump Conditional Code Erratum"). From
 * the start of a line it lies alike whatever else is in the program. */
#define FROM_A_LINE __attribute__((aligned(64)))

//> scalar
FROM_A_LINE
static void saxpy_scalar(float *to, const float *from, float a, size_t n)
{
    volatile float *y = to;
    const volatile float *x = from;

    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
//< scalar

FROM_A_LINE
static void daxpy_scalar(double *to, const double *from, double a, size_t n)
{
    volatile double *y = to;
    const volatile double *x = from;

    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

//> simd
EVERY_WIDTH
static void saxpy_simd(float *y, const float *x, float a, size_t n)
{
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
//< simd

EVERY_WIDTH
static void daxpy_simd(double *y, const double *x, double a, size_t n)
{
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

const struct host_saxpy host_saxpys[] = {
    { "scalar", "one element at a time", saxpy_scalar, daxpy_scalar },
    { "simd", "as many elements at a time as a register holds", saxpy_simd,
      daxpy_simd },
    { NULL, NULL, NULL, NULL },
};
