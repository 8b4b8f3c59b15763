/* l2.cu - how fast all SMs together read and write memory that the L2 holds.
 *
 *   place       where a thread begins, and where it goes from there
 *   l2_read     loads of 16 bytes that bypass the L1, four in flight per thread
 *   l2_write    stores of 16 bytes
 *   launchers   for bench/l2.c
 *
 * Who touches which bytes, with one block of 1,024 threads on each SM:
 *
 *   shared    |0 .......|1 .......|2 .......|      all go round the whole set,
 *              block 0   block 1   block 2         and begin at these places
 *
 *   private   |0 .......|1 .......|2 .......|      each goes round its own part
 *
 * In both cases the whole set is touched before any word of it is touched
 * again, by another block if it is shared and by the same block otherwise. The
 * loop lies inside the kernel, so that a launch takes at least 200 us, of which
 * the start is 1 %.
 */
#include "l2.h"

struct place {
    uint4 *from;
    unsigned at, first; /* words from `from`, and from the start of the set */
};

static __device__ struct place begin_at(const struct l2_sweep &s)
{
    unsigned first = s.shared ? 0 : blockIdx.x * s.part;
    unsigned at = threadIdx.x + (s.shared ? blockIdx.x * s.skip : 0);

    return { (uint4 *)s.set + first, at < s.part ? at : at - s.part, first };
}

static __device__ unsigned next_of(unsigned at, unsigned part)
{
    at += L2_THREADS;
    return at < part ? at : at - part;
}

//> read
extern "C" __global__ void __launch_bounds__(L2_THREADS)
    l2_read(struct l2_sweep s)
{
    __shared__ uint32_t all;
    struct place p = begin_at(s);
    uint4 sum = { 0, 0, 0, 0 };

    for (unsigned trip = 0; trip < s.trips; trip++) {
        uint4 got[L2_IN_FLIGHT];

        #pragma unroll
        for (int k = 0; k < L2_IN_FLIGHT; k++) {
            got[k] = __ldcg(p.from + p.at);
            p.at = next_of(p.at, s.part);
        }
        #pragma unroll
        for (int k = 0; k < L2_IN_FLIGHT; k++) {
            sum.x += got[k].x;
            sum.y += got[k].y;
            sum.z += got[k].z;
            sum.w += got[k].w;
        }
    }
    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    atomicAdd(&all, sum.x + sum.y + sum.z + sum.w);
    __syncthreads();
    if (threadIdx.x == 0)
        s.sums[blockIdx.x] = all;
}
//< read

//> write
extern "C" __global__ void __launch_bounds__(L2_THREADS)
    l2_write(struct l2_sweep s)
{
    struct place p = begin_at(s);

    for (unsigned trip = 0; trip < s.trips; trip++) {
        #pragma unroll
        for (int k = 0; k < L2_IN_FLIGHT; k++) {
            unsigned i = p.first + p.at;

            __stcg(p.from + p.at, make_uint4(i, ~i, s.salt, s.salt + i));
            p.at = next_of(p.at, s.part);
        }
    }
}
//< write

/* ---- Launchers ------------------------------------------------------- */

extern "C" cudaError_t launch_l2_read(const struct l2_sweep *s,
                                      cudaStream_t stream)
{
    l2_read<<<s->blocks, L2_THREADS, 0, stream>>>(*s);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_l2_write(const struct l2_sweep *s,
                                       cudaStream_t stream)
{
    l2_write<<<s->blocks, L2_THREADS, 0, stream>>>(*s);
    return cudaGetLastError();
}
