/* atomics.cu - adds to counters in global memory, in several ways.
 *
 *   atomics_add<way>   each thread adds 1 to counters at random
 *   launchers          for bench/atomics.c
 *
 *   red      no answer: the L2 adds, and nobody waits
 *   atom     each add returns what the counter was
 *   system   no answer, but other GPUs and the CPU may add as well
 *   warp     lanes of a warp with the same counter let one add for all
 *
 * A thread computes which counter is next, so nothing else is read or written.
 */
#include "atomics.h"

enum { THREADS = 256, BLOCKS = 1056 };

struct red {
    static __device__ uint32_t add(uint32_t *counter)
    {
        asm volatile("red.relaxed.gpu.global.add.u32 [%0], 1;"
                     :: "l"(counter) : "memory");
        return 0;
    }
};

struct atom {
    static __device__ uint32_t add(uint32_t *counter)
    {
        uint32_t old;

        asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], 1;"
                     : "=r"(old) : "l"(counter) : "memory");
        return old;
    }
};

struct of_the_system {
    static __device__ uint32_t add(uint32_t *counter)
    {
        asm volatile("red.relaxed.sys.global.add.u32 [%0], 1;"
                     :: "l"(counter) : "memory");
        return 0;
    }
};

struct warp {
    static __device__ uint32_t add(uint32_t *counter)
    {
        unsigned same = __match_any_sync(__activemask(),
                                         (unsigned long long)counter);

        /* The first of the lanes adds for all of them. */
        if ((same & ((1u << threadIdx.x % 32) - 1)) == 0)
            asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;"
                         :: "l"(counter), "r"(__popc(same)) : "memory");
        return 0;
    }
};

//> add
template <typename way>
__global__ void atomics_add(uint32_t *counters, uint32_t count, size_t n,
                            uint64_t seed)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    uint32_t seen = 0;

    #pragma unroll 4
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        seen |= way::add(counters + atomics_counter(seed, i, count));
    /* This never holds, but an answer that nobody uses is not asked for. */
    if (seen == ~0u)
        counters[0] = 0;
}
//< add

/* ---- Launchers ------------------------------------------------------- */

template <typename way>
static cudaError_t launch(uint32_t *counters, uint32_t count, size_t n,
                          uint64_t seed, cudaStream_t stream)
{
    atomics_add<way><<<BLOCKS, THREADS, 0, stream>>>(counters, count, n, seed);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_atomics_red(uint32_t *counters, uint32_t count,
                                          size_t n, uint64_t seed,
                                          cudaStream_t stream)
{
    return launch<red>(counters, count, n, seed, stream);
}

extern "C" cudaError_t launch_atomics_atom(uint32_t *counters, uint32_t count,
                                           size_t n, uint64_t seed,
                                           cudaStream_t stream)
{
    return launch<atom>(counters, count, n, seed, stream);
}

extern "C" cudaError_t launch_atomics_system(uint32_t *counters,
                                             uint32_t count, size_t n,
                                             uint64_t seed,
                                             cudaStream_t stream)
{
    return launch<of_the_system>(counters, count, n, seed, stream);
}

extern "C" cudaError_t launch_atomics_warp(uint32_t *counters, uint32_t count,
                                           size_t n, uint64_t seed,
                                           cudaStream_t stream)
{
    return launch<warp>(counters, count, n, seed, stream);
}
