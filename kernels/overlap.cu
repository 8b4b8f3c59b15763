/* overlap.cu - add an increment to every int of an array, again and again.
 *
 *   overlap_add<unroll>   1 or 4 ints per thread and trip
 *   launcher              for bench/overlap.c
 *
 * The experiment of Wilt, "The CUDA Handbook", 6.6: how much computing hides
 * behind copying to the GPU and back. The same kernel serves all variants; its
 * pointers lead to GPU memory, or across PCIe to pinned host memory.
 *
 * Who touches which ints, one block of 256 threads, unroll 4:
 *
 *             value[0]        value[1]        value[2]        value[3]
 *   ints     |0 1 ... 255    |256 ... 511    |512 ... 767    |768 ... 1023
 *   thread    0 1 ... 255     0   ... 255     0   ... 255     0   ... 255
 *
 * Each row of 256 is coalesced, and a thread has 4 loads in flight instead of
 * one. The values wait in registers until all of them are computed.
 *
 * The compiler must not merge the additions. It would make two of `value +=
 * increment` one that adds 2 x increment, even in volatile assembly. So a cycle
 * multiplies by `one` as well, which the compiler does not know to be 1. A
 * multiply-add (IMAD) is as fast as an addition: 64 per clock and SM on compute
 * capability 9.0.
 */
#include "overlap.h"

enum { THREADS = 256 };

static __device__ unsigned compute(unsigned value, unsigned one,
                                   unsigned increment)
{
    return value * one + increment; /* one is 1, unknown to the compiler */
}

template <int unroll>
__global__ void overlap_add(unsigned *out, const unsigned *in, size_t n,
                            unsigned one, unsigned increment, int cycles)
{
    size_t group = (size_t)unroll * blockDim.x; /* ints per block and trip */
    size_t whole = n / group * group;

    for (size_t i = blockIdx.x * group + threadIdx.x; i < whole;
         i += gridDim.x * group) {
        //> unrolled
        unsigned value[unroll];

#pragma unroll
        for (int k = 0; k < unroll; k++)
            value[k] = in[i + k * blockDim.x];
#pragma unroll 16
        for (int cycle = 0; cycle < cycles; cycle++)
#pragma unroll
            for (int k = 0; k < unroll; k++)
                value[k] = compute(value[k], one, increment);
#pragma unroll
        for (int k = 0; k < unroll; k++)
            out[i + k * blockDim.x] = value[k];
        //< unrolled
    }

    //> tail
    /* The first block takes the last n % group ints, in at most `unroll`
     * trips. */
    if (blockIdx.x == 0)
        for (size_t i = whole + threadIdx.x; i < n; i += blockDim.x) {
            unsigned value = in[i];
            for (int cycle = 0; cycle < cycles; cycle++)
                value = compute(value, one, increment);
            out[i] = value;
        }
    //< tail
}

/* ---- Launcher -------------------------------------------------------- */

template <int unroll>
static cudaError_t launch_add(unsigned *out, const unsigned *in, size_t n,
                              unsigned increment, int cycles,
                              cudaStream_t stream)
{
    const size_t group = (size_t)unroll * THREADS;
    size_t blocks = (n + group - 1) / group;

    if (blocks)
        overlap_add<unroll><<<(unsigned)blocks, THREADS, 0, stream>>>(
            out, in, n, 1, increment, cycles);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_overlap(unsigned *out, const unsigned *in,
                                      size_t n, unsigned increment, int cycles,
                                      int unroll, cudaStream_t stream)
{
    switch (unroll) {
    case 1:
        return launch_add<1>(out, in, n, increment, cycles, stream);
    case 4:
        return launch_add<4>(out, in, n, increment, cycles, stream);
    }
    return cudaErrorInvalidValue;
}
