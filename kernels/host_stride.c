/* host_stride.c - add 1 to every stride-th element of an array on the CPU.
 *
 *   host_stride_fp32, host_stride_fp64   floats and doubles
 *
 *   lines of 64 bytes   |................|................|................|
 *   stride 1, fp32      |################|################|                |
 *   stride 4            |#...#...#...#...|#...#...#...#...|#...#...#...#...|
 *   stride 16           |#...............|#...............|#...............|
 *
 * Memory comes and goes by the line. However few of its bytes are asked for,
 * all of a line is read, and written back later; so the bytes that move grow
 * with the stride until each line serves one element, and then stay the same.
 *
 * The pointer is volatile, so that one code serves every stride: a compiler may
 * otherwise add a faster loop for stride 1 alone.
 */
#include "host_stride.h"

/* A short loop can lose a third of its speed to where it happens to lie in a
 * line of code (Intel, "Mitigations for Jump Conditional Code Erratum"). From
 * the start of a line it lies alike whatever else is in the program. */
#define FROM_A_LINE __attribute__((aligned(64)))

//> stride
FROM_A_LINE
void host_stride_fp32(float *array, size_t stride, size_t n)
{
    volatile float *a = array;

    for (size_t i = 0; i < n; i++)
        a[i * stride] = a[i * stride] + 1;
}
//< stride

FROM_A_LINE
void host_stride_fp64(double *array, size_t stride, size_t n)
{
    volatile double *a = array;

    for (size_t i = 0; i < n; i++)
        a[i * stride] = a[i * stride] + 1;
}
