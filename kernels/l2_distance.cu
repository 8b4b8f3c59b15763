/* l2_distance.cu - how long a load from the L2 takes, from each SM to each of
 * some lines.
 *
 *   l2_distance_chase   one thread per SM follows the chain within each line in
 *                       turn
 *   launcher            for bench/l2_distance.c
 *
 * A line holds 16 addresses, each of which leads to another slot of the same
 * line, so every load of a chase goes to the same place in the L2. Blocks begin
 * with different lines, so that few SMs ask for one line at a time.
 */
#include "l2_distance.h"

typedef const unsigned long long *slot;

static __device__ slot chase(slot at)
{
    #pragma unroll
    for (int i = 0; i < L2_STEPS; i++)
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(at) : "l"(at));
    return at;
}

static __device__ unsigned long long nanoseconds()
{
    unsigned long long now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

extern "C" __global__ void l2_distance_chase(l2_found *found, uint64_t *clock,
                                             const char *lines, size_t spacing,
                                             unsigned count)
{
    unsigned sm, line = blockIdx.x % count;
    unsigned long long first = clock64(), ns = nanoseconds();

    asm("mov.u32 %0, %%smid;" : "=r"(sm));
    if (sm >= gridDim.x)
        return;
    for (unsigned i = 0; i < count; i++) {
        slot from = (slot)(lines + line * spacing);

        /* The first chase brings the line to the L2. The second goes on where
         * it ended, or the compiler would take both for one. A branch on the
         * last address waits for it; only a broken chain ends in none. */
        slot begin = chase(from);
        if (!begin)
            return;
        unsigned long long start = clock64();
        slot end = chase(begin);
        if (!end)
            return;
        found[sm * count + line] = { end, clock64() - start };
        line = line + 1 == count ? 0 : line + 1;
    }
    if (blockIdx.x == 0) {
        clock[0] = clock64() - first;
        clock[1] = nanoseconds() - ns;
    }
}

extern "C" cudaError_t launch_l2_distance(l2_found *found, uint64_t *clock,
                                          const char *lines, size_t spacing,
                                          unsigned count, unsigned blocks,
                                          size_t shared_bytes,
                                          cudaStream_t stream)
{
    cudaError_t error = cudaFuncSetAttribute(
        l2_distance_chase, cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int)shared_bytes);

    if (error != cudaSuccess)
        return error;
    l2_distance_chase<<<blocks, 1, shared_bytes, stream>>>(found, clock, lines,
                                                           spacing, count);
    return cudaGetLastError();
}
