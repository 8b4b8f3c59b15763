/* peer.cu - a kernel that moves data between two GPUs by itself.
 *
 *   peer_copy     a loop; each thread moves four int4 per trip
 *   launcher      for bench/peer.c
 *
 * With peer access the memory of another GPU has an address that a kernel may
 * use like its own. The pointers decide who crosses the link between them:
 *
 *               from            to
 *   read        another  ====>  this GPU       the loads cross
 *   write       this GPU ====>  another        the stores do
 *
 * Who touches which bytes, one trip of a block of 256 threads:
 *
 *             values[0]       values[1]       values[2]       values[3]
 *   int4s    |0 1 ... 255    |256 ... 511    |512 ... 767    |768 ... 1023|
 *   thread    0 1 ... 255     0   ... 255     0   ... 255     0   ... 255
 *
 * A load from another GPU takes about a microsecond, so 400 GB/s need 400 KB in
 * flight. With four loads per thread, a fortieth of the threads that a GPU of
 * 132 SMs holds is enough for that.
 */
#include "peer.h"

enum { THREADS = 256, LOADS = 4 };

extern "C" __global__ void peer_copy(int *to, const int *from, size_t n)
{
    int4 *to_words = reinterpret_cast<int4 *>(to);
    const int4 *from_words = reinterpret_cast<const int4 *>(from);
    size_t words = n / 4, trip = (size_t)LOADS * blockDim.x;
    size_t whole = words / trip * trip, threads = gridDim.x * blockDim.x;
    size_t first = blockIdx.x * blockDim.x + threadIdx.x;

    //> copy
    for (size_t i = blockIdx.x * trip + threadIdx.x; i < whole;
         i += gridDim.x * trip) {
        int4 values[LOADS];

#pragma unroll
        for (int k = 0; k < LOADS; k++)
            values[k] = from_words[i + k * blockDim.x];
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            to_words[i + k * blockDim.x] = values[k];
    }
    //< copy

    /* Less than a trip of a block is left: a word per thread, then an int. */
    for (size_t i = whole + first; i < words; i += threads)
        to_words[i] = from_words[i];
    for (size_t i = words * 4 + first; i < n; i += threads)
        to[i] = from[i];
}

/* ---- Launcher -------------------------------------------------------- */

extern "C" cudaError_t launch_peer_copy(int *to, const int *from, size_t n,
                                        int max_blocks, cudaStream_t stream)
{
    const size_t trip = (size_t)THREADS * LOADS * sizeof(int4) / sizeof(int);
    size_t blocks = (n + trip - 1) / trip;

    if (blocks > (size_t)max_blocks)
        blocks = (size_t)max_blocks;
    peer_copy<<<blocks ? (unsigned)blocks : 1, THREADS, 0, stream>>>(to, from,
                                                                     n);
    return cudaGetLastError();
}
