/* strided: slow: would end the grader if any of its host code ran. */
#include <cstdlib>

struct ends {
    ends() { abort(); }
} at_once;

extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 * 32 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 32;

    for (size_t i = first; i < first + 32 && i < n; i++)
        to[i] = from[i];
}
