/* transfer.cu - a kernel that moves data across PCIe by itself.
 *
 *   transfer_mapped     a loop; each thread moves a few int4s at a time
 *   launcher            for bench/transfer.c
 *
 * Pinned host memory has an address that the GPU understands, so one kernel
 * does for every direction. Its pointers decide who crosses the bus:
 *
 *               from           to
 *   to_device   host   ====>   GPU        the loads cross PCIe
 *   to_host     GPU    ====>   host       the stores do
 *   both        host   ====>   host       loads and stores do, at once
 *
 * Who touches which bytes, one block, one trip, 4 loads a thread:
 *
 *            load 0         load 1         load 2         load 3
 *   int4s   |0 1 ... 255   |256 ... 511   |512 ... 767   |768 ... 1023   16 KiB
 *   thread   0 1 ... 255    0   ... 255    0   ... 255    0   ... 255
 *
 * All loads of a trip are on their way before the first store needs a value.
 * PCIe takes more than a microsecond to answer: 50 GB/s need some 75 KB in
 * flight, which five such blocks have already.
 *
 * Found on an H200: 8 blocks read at 51.4 GB/s, and 500 no faster. Reading and
 * writing at once is best with few blocks (84.8 GB/s with 16 to 32, 84.2 with
 * 264). Bulk copies through shared memory are slower: 43.8 GB/s to read.
 */
#include "transfer.h"

enum {
    THREADS = 256,
    LOADS = 4, /* int4s in flight a thread */
};

//> mapped
extern "C" __global__ void transfer_mapped(int *to, const int *from, size_t n)
{
    int4 *to_words = reinterpret_cast<int4 *>(to);
    const int4 *from_words = reinterpret_cast<const int4 *>(from);
    size_t words = n / 4;
    size_t piece = (size_t)LOADS * blockDim.x; /* int4s a block and trip */

    for (size_t first = blockIdx.x * piece + threadIdx.x; first < words;
         first += gridDim.x * piece) {
        int4 word[LOADS];

#pragma unroll
        for (int k = 0; k < LOADS; k++)
            if (first + k * blockDim.x < words)
                word[k] = from_words[first + k * blockDim.x];
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            if (first + k * blockDim.x < words)
                to_words[first + k * blockDim.x] = word[k];
    }

    /* The last n % 4 ints do not fill an int4: one thread each. */
    size_t tail = words * 4 + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (tail < n)
        to[tail] = from[tail];
}
//< mapped

/* ---- Launcher -------------------------------------------------------- */

extern "C" cudaError_t launch_transfer_mapped(int *to, const int *from,
                                              size_t n, int max_blocks,
                                              cudaStream_t stream)
{
    const size_t piece = (size_t)LOADS * THREADS * sizeof(int4) / sizeof(int);
    size_t blocks = (n + piece - 1) / piece;

    if (blocks > (size_t)max_blocks)
        blocks = (size_t)max_blocks;
    transfer_mapped<<<blocks ? (unsigned)blocks : 1, THREADS, 0, stream>>>(
        to, from, n);
    return cudaGetLastError();
}
