/* copy.cu - copy an array of ints: one at a time, two, four, and all at once.
 *
 *   copy_scalar         a loop; each thread moves one int at a time
 *   copy_wide<word>     the same loop, one int2, int4 or struct at a time; the
 *                       struct is aligned to its size, or as an int is
 *   copy_ticket         the int4 loop again, but each block draws the number of
 *                       its next piece from a counter: in order, or far apart
 *   copy_once           no loop: each thread moves one int4 and ends
 *   copy_ints<loads>    no loop either: each thread moves one int, or four that
 *                       lie a block's width apart, and ends
 *   copy_streaming      as copy_once, with hints that nothing is needed again
 *   copy_tma            one thread per block has the TMA bring pieces to shared
 *                       memory and take them from there
 *   launchers           for bench/copy.c
 *
 * Who touches which bytes, one warp, one trip round the loop:
 *
 *           lane 0    1    2              31
 *   int     |4 B |4 B |4 B | ... |4 B |            128 B    4 sectors
 *   int2    |8 B      |8 B      | ...              256 B    8 sectors
 *   int4    |16 B               | ...              512 B   16 sectors
 *
 * All three are coalesced: every sector that a warp asks for is used whole.
 * They differ in how many bytes one instruction asks for, and so in how many
 * bytes are in flight when each thread waits for its load.
 *
 * Found on an H200: the wider loops are faster, as expected, but slower than
 * copy_once. A loop gives each block its addresses beforehand, so blocks that
 * run ahead spread the accesses over DRAM, and have nothing left to do at the
 * end. Without a loop new blocks start in order, so the whole GPU sweeps memory
 * once, nearly in address order. copy_ticket tells the reasons apart: unlike
 * the int4 loop it works in order, all its blocks end at once, and it pays for
 * drawing; with another factor only the order changes. The size of blocks
 * hardly matters from 128 to 1,024 threads. Hints to the caches (__ldcs,
 * __stcs) and the TMA make the copy slower.
 */
#include "copy.h"
#include "mbarrier.h"

enum {
    LOOP_THREADS = 256,
    TICKET_THREADS = 512,
    ONCE_THREADS = 128,
    INTS_THREADS = 256,
    TMA_THREADS = 32,
    TMA_STAGES = 8, /* pieces in the ring of a block */
    TMA_AHEAD = 4,  /* pieces of these that are being loaded */
    TMA_INTS = 1024, /* of a piece: 4 KiB */
    TMA_BLOCKS_PER_SM = 6,
};

//> struct
/* 16 bytes, aligned to 16, so that it is loaded like an int4. */
struct __align__(16) particle {
    int x, y, z, charge;
};
//< struct

/* The same 16 bytes, aligned to 4. */
struct unaligned_particle {
    int x, y, z, charge;
};

//> scalar
extern "C" __global__ void copy_scalar(int *to, const int *from, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = first; i < n; i += threads)
        to[i] = from[i];
}
//< scalar

//> wide
template <typename word>
__global__ void copy_wide(int *to, const int *from, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    const size_t width = sizeof(word) / sizeof(int);
    word *to_words = reinterpret_cast<word *>(to);
    const word *from_words = reinterpret_cast<const word *>(from);

    for (size_t i = first; i < n / width; i += threads)
        to_words[i] = from_words[i];

    //> tail
    /* One thread copies each of the last n % width ints. */
    size_t i = n / width * width + first;
    if (i < n)
        to[i] = from[i];
    //< tail
}
//< wide

/* How many tickets this launch has drawn so far. */
static __device__ unsigned drawn;

/* A factor of 1 copies the pieces in order, and another odd factor jumps
 * through them. A piece has as many int4s as a block has threads. */
extern "C" __global__ void copy_ticket(int *to, const int *from, size_t n,
                                       unsigned factor)
{
    //> draw
    /* Two, so that the next ticket is drawn while a piece is copied. */
    __shared__ unsigned ticket[2];
    size_t words = n / 4;
    unsigned pieces = (unsigned)((words + blockDim.x - 1) / blockDim.x);
    /* A power of two, so an odd factor gives each piece to one ticket. */
    unsigned tickets = pieces ? 1u << (32 - __clz(pieces - 1)) : 0;
    /* Each block draws one ticket too many. The last one sets the counter
     * back to 0 for the next launch. */
    unsigned last = tickets + gridDim.x - 1;

    if (threadIdx.x == 0)
        ticket[0] = atomicInc(&drawn, last);
    __syncthreads();
    for (int turn = 0; ticket[turn] < tickets; turn ^= 1) {
        unsigned piece = ticket[turn] * factor & (tickets - 1);
        size_t i = (size_t)piece * blockDim.x + threadIdx.x;
        unsigned next;

        if (threadIdx.x == 0)
            next = atomicInc(&drawn, last);
        if (i < words)
            reinterpret_cast<int4 *>(to)[i] =
                reinterpret_cast<const int4 *>(from)[i];
        if (threadIdx.x == 0)
            ticket[turn ^ 1] = next;
        __syncthreads();
    }
    //< draw

    size_t i = words * 4 + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

//> once
extern "C" __global__ void copy_once(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t words = n / 4;

    if (i < words)
        reinterpret_cast<int4 *>(to)[i] =
            reinterpret_cast<const int4 *>(from)[i];
    else if (i - words < n % 4) /* the tail: one thread each */
        to[3 * words + i] = from[3 * words + i];
}
//< once

//> ints
template <int loads>
__global__ void copy_ints(int *to, const int *from, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x * loads + threadIdx.x;
    int in_flight[loads];

    #pragma unroll
    for (int k = 0; k < loads; k++)
        if (first + k * blockDim.x < n)
            in_flight[k] = from[first + k * blockDim.x];
    #pragma unroll
    for (int k = 0; k < loads; k++)
        if (first + k * blockDim.x < n)
            to[first + k * blockDim.x] = in_flight[k];
}
//< ints

//> streaming
extern "C" __global__ void copy_streaming(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t words = n / 4;

    if (i < words)
        __stcs(reinterpret_cast<int4 *>(to) + i,
               __ldcs(reinterpret_cast<const int4 *>(from) + i));
    else if (i - words < n % 4) /* the tail: one thread each */
        to[3 * words + i] = from[3 * words + i];
}
//< streaming

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* Has the TMA bring a piece to shared memory; the barrier counts its bytes. */
static __device__ void load_piece(unsigned piece, const int *from,
                                  unsigned barrier)
{
    const unsigned bytes = TMA_INTS * sizeof *from;

    expect_bytes(barrier, bytes);
    asm volatile("cp.async.bulk.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(piece), "l"(__cvta_generic_to_global(from)),
                    "r"(bytes), "r"(barrier) : "memory");
}

/* Has the TMA take a piece to global memory. */
static __device__ void store_piece(int *to, unsigned piece)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
                 "cp.async.bulk.commit_group;"
                 :: "l"(__cvta_generic_to_global(to)), "r"(piece),
                    "r"((unsigned)(TMA_INTS * sizeof *to)) : "memory");
}

//> tma
extern "C" __global__ void copy_tma(int *to, const int *from, size_t n)
{
    __shared__ __align__(128) int ring[TMA_STAGES][TMA_INTS];
    __shared__ unsigned long long full[TMA_STAGES]; /* barriers */
    size_t pieces = n / TMA_INTS, blocks = gridDim.x, block = blockIdx.x;

    if (threadIdx.x == 0) {
        size_t mine = pieces > block ? (pieces - block - 1) / blocks + 1 : 0;

        for (int stage = 0; stage < TMA_STAGES; stage++)
            make_barrier(shared_address(full + stage), 1);
        show_stores();
        for (size_t k = 0; k < mine + TMA_AHEAD; k++) {
            if (k < mine) {
                /* Wait until the store from this stage has read it. */
                asm volatile("cp.async.bulk.wait_group.read %0;"
                             :: "n"(TMA_STAGES - TMA_AHEAD - 1) : "memory");
                load_piece(shared_address(ring[k % TMA_STAGES]),
                           from + (block + k * blocks) * TMA_INTS,
                           shared_address(full + k % TMA_STAGES));
            }
            if (k >= TMA_AHEAD) {
                size_t j = k - TMA_AHEAD;

                wait_for_bytes(shared_address(full + j % TMA_STAGES),
                               (unsigned)(j / TMA_STAGES));
                store_piece(to + (block + j * blocks) * TMA_INTS,
                            shared_address(ring[j % TMA_STAGES]));
            }
        }
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }

    /* The tail: ints that fill no piece. */
    for (size_t i = pieces * TMA_INTS + block * blockDim.x + threadIdx.x; i < n;
         i += blocks * blockDim.x)
        to[i] = from[i];
}
//< tma

#else

extern "C" __global__ void copy_tma(int *, const int *, size_t)
{
}

#endif

/* ---- Launchers ------------------------------------------------------- */

/* Returns how many blocks of `size` threads make `threads` threads: at least
 * one, at most max_blocks. */
static int blocks_for(size_t threads, int size, int max_blocks)
{
    size_t blocks = (threads + (size_t)size - 1) / (size_t)size;

    if (blocks > (size_t)max_blocks)
        return max_blocks;
    return blocks ? (int)blocks : 1;
}

typedef void kernel(int *to, const int *from, size_t n);

/* Launches a loop over `words` words. */
static cudaError_t launch_loop(kernel *copy, size_t words, int *to,
                               const int *from, size_t n, int max_blocks,
                               cudaStream_t stream)
{
    copy<<<blocks_for(words, LOOP_THREADS, max_blocks), LOOP_THREADS, 0,
           stream>>>(to, from, n);
    return cudaGetLastError();
}

/* Launches a kernel without a loop, in blocks of `size` threads: as many as
 * `threads` threads need. */
static cudaError_t launch_all(kernel *copy, size_t threads, int size, int *to,
                              const int *from, size_t n, cudaStream_t stream)
{
    size_t blocks = (threads + (size_t)size - 1) / (size_t)size;

    if (blocks > 0)
        copy<<<(unsigned)blocks, size, 0, stream>>>(to, from, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_copy_int(int *to, const int *from, size_t n,
                                       int max_blocks, cudaStream_t stream)
{
    return launch_loop(copy_scalar, n, to, from, n, max_blocks, stream);
}

extern "C" cudaError_t launch_copy_int2(int *to, const int *from, size_t n,
                                        int max_blocks, cudaStream_t stream)
{
    return launch_loop(copy_wide<int2>, n / 2, to, from, n, max_blocks, stream);
}

extern "C" cudaError_t launch_copy_int4(int *to, const int *from, size_t n,
                                        int max_blocks, cudaStream_t stream)
{
    return launch_loop(copy_wide<int4>, n / 4, to, from, n, max_blocks, stream);
}

extern "C" cudaError_t launch_copy_struct(int *to, const int *from, size_t n,
                                          int max_blocks, cudaStream_t stream)
{
    return launch_loop(copy_wide<particle>, n / 4, to, from, n, max_blocks,
                       stream);
}

extern "C" cudaError_t launch_copy_unaligned(int *to, const int *from,
                                             size_t n, int max_blocks,
                                             cudaStream_t stream)
{
    return launch_loop(copy_wide<unaligned_particle>, n / 4, to, from, n,
                       max_blocks, stream);
}

static cudaError_t launch_ticket(int *to, const int *from, size_t n,
                                 int max_blocks, unsigned factor,
                                 cudaStream_t stream)
{
    /* As many threads as the loops have, in fewer blocks, draw fewer
     * tickets. */
    int most = max_blocks * LOOP_THREADS / TICKET_THREADS;
    int blocks = blocks_for(n / 4, TICKET_THREADS, most ? most : 1);

    copy_ticket<<<blocks, TICKET_THREADS, 0, stream>>>(to, from, n, factor);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_copy_ticket(int *to, const int *from, size_t n,
                                          int max_blocks, cudaStream_t stream)
{
    return launch_ticket(to, from, n, max_blocks, 1, stream);
}

/* 2^32 over the golden ratio, made odd: consecutive pieces lie far apart. */
extern "C" cudaError_t launch_copy_shuffled(int *to, const int *from,
                                             size_t n, int max_blocks,
                                             cudaStream_t stream)
{
    return launch_ticket(to, from, n, max_blocks, 0x9E3779ABu, stream);
}

/* This takes as many blocks as it needs; max_blocks is for the loops. */
extern "C" cudaError_t launch_copy_once(int *to, const int *from, size_t n,
                                        int, cudaStream_t stream)
{
    return launch_all(copy_once, n / 4 + n % 4, ONCE_THREADS, to, from, n,
                      stream);
}

extern "C" cudaError_t launch_copy_ints1(int *to, const int *from, size_t n,
                                         int, cudaStream_t stream)
{
    return launch_all(copy_ints<1>, n, INTS_THREADS, to, from, n, stream);
}

extern "C" cudaError_t launch_copy_ints4(int *to, const int *from, size_t n,
                                         int, cudaStream_t stream)
{
    return launch_all(copy_ints<4>, (n + 3) / 4, INTS_THREADS, to, from, n,
                      stream);
}

extern "C" cudaError_t launch_copy_streaming(int *to, const int *from,
                                             size_t n, int,
                                             cudaStream_t stream)
{
    return launch_all(copy_streaming, n / 4 + n % 4, ONCE_THREADS, to, from, n,
                      stream);
}

extern "C" cudaError_t launch_copy_tma(int *to, const int *from, size_t n,
                                       int max_blocks, cudaStream_t stream)
{
    /* The loops have 8 blocks for each SM. */
    int most = max_blocks * TMA_BLOCKS_PER_SM / 8;
    int blocks = blocks_for(n, TMA_INTS, most ? most : 1);

    copy_tma<<<blocks, TMA_THREADS, 0, stream>>>(to, from, n);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_copy_memcpy(int *to, const int *from, size_t n,
                                          int, cudaStream_t stream)
{
    return cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyDeviceToDevice,
                           stream);
}
