/* strided: crashed: asserts what is not so. */
#include <cassert>

extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    assert(n == 1 << 30);
}
