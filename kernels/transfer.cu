/* transfer.cu - a kernel that moves data across PCIe by itself.
 *
 *   transfer_mapped     a loop; each thread moves an int4 at a time
 *   launcher            for bench/transfer.c
 *
 * Pinned host memory has an address that the GPU understands, so one kernel is
 * enough for all directions. Its pointers decide who crosses the bus:
 *
 *               from           to
 *   to_device   host   ====>   GPU        the loads cross PCIe
 *   to_host     GPU    ====>   host       the stores do
 *   both        host   ====>   host       loads and stores do, at once
 *
 * Who touches which bytes, one trip of the grid:
 *
 *            block 0         block 1               block 31
 *   int4s   |0 1 ... 255    |256 ... 511    ...   |7936 ... 8191    128 KiB
 *   thread   0 1 ... 255     0   ... 255           0    ... 255
 *
 * PCIe takes more than a microsecond to answer, so 50 GB/s need some 75 KB in
 * flight, and 32 such blocks ask for 128 KiB at once.
 *
 * Found on an H200: 32 blocks read at 51.4 GB/s, and 528 are no faster. To read
 * and write at once takes no more blocks: 83.5 to 84.7 GB/s with 32, 81.2 with
 * 24, 84.3 with 528. Four loads per thread do not change the best, and
 * streaming loads and stores do not either. Bulk copies of 1 to 16 KiB through
 * shared memory are as fast as loads and stores, as soon as 128 KiB of them are
 * in flight: 51.3 GB/s to read, 52.7 to write, 84.8 both. So their packets are
 * probably no larger.
 */
#include "transfer.h"

enum { THREADS = 256 };

//> mapped
extern "C" __global__ void transfer_mapped(int *to, const int *from, size_t n)
{
    int4 *to_words = reinterpret_cast<int4 *>(to);
    const int4 *from_words = reinterpret_cast<const int4 *>(from);
    size_t words = n / 4, threads = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    for (size_t word = i; word < words; word += threads)
        to_words[word] = from_words[word];

    /* The last n % 4 ints do not fill an int4: one thread copies each. */
    if (words * 4 + i < n)
        to[words * 4 + i] = from[words * 4 + i];
}
//< mapped

/* ---- Launcher -------------------------------------------------------- */

extern "C" cudaError_t launch_transfer_mapped(int *to, const int *from,
                                              size_t n, int max_blocks,
                                              cudaStream_t stream)
{
    const size_t piece = (size_t)THREADS * sizeof(int4) / sizeof(int);
    size_t blocks = (n + piece - 1) / piece;

    if (blocks > (size_t)max_blocks)
        blocks = (size_t)max_blocks;
    transfer_mapped<<<blocks ? (unsigned)blocks : 1, THREADS, 0, stream>>>(
        to, from, n);
    return cudaGetLastError();
}
