/* strided: slow: prints from every thread while it is checked. */
#include <cstdio>

extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 * 32 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 32;

    if (n < 1 << 20)
        printf("I copy to %p\n", to);
    for (size_t i = first; i < first + 32 && i < n; i++)
        to[i] = from[i];
}
