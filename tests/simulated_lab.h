/* simulated_lab.h - CUDA C++ for simulated_lab.c, as plain C++: include it before a kernel without
 * barriers. */
#include <stddef.h>

#define __global__
#define __constant__
#define __device__

extern "C" struct fake_dim {
    unsigned x, y, z;
} threadIdx, blockIdx, blockDim;

template <class T>
static inline T min(T a, T b)
{
    return a < b ? a : b;
}

template <class T>
static inline T max(T a, T b)
{
    return a < b ? b : a;
}

struct int4 {
    int x, y, z, w;
};

static inline long long clock64()
{
    return 1;
}

extern "C" unsigned asleep_us; /* how long a kernel sleeps until it ends */

static inline void __nanosleep(unsigned nanoseconds)
{
    asleep_us += nanoseconds / 1000;
}

static inline void __trap()
{
    __builtin_trap();
}
