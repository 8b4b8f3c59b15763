/* histogram.cu - count values into bins: where should the counters be?
 *
 *   histogram_global    in global memory; every value is an atomic there
 *   histogram_spread    the same, each counter 1 KiB from the next
 *   histogram_gather    adds those to counters side by side
 *   histogram_remote    spread over the shared memory of a cluster; the atomics
 *                       travel to the block that has the bin (CUDA
 *                       C++ Programming Guide)
 *   histogram_owner     the same, but the values travel: each block of the
 *                       cluster reads all of the cluster's values and counts
 *                       those whose bins it has
 *   histogram_narrow    the same with counters of 16 bits: twice the bins
 *   histogram_packed    the same with counters of 3 to 8 bits, which pass on to
 *                       global memory what they cannot hold
 *   histogram_exchange  each block sorts a tile of values by the block that has
 *                       the bin, and fetches its own from all the others
 *   histogram_partition sorts tiles of values by parts of the bins, into global
 *                       memory
 *   histogram_parts     counts those of one part in each block
 *   launchers           for bench/histogram.c, and CUB's DeviceHistogram
 *
 * A cluster of 2, one bin of each half:
 *
 *              remote                owner               exchange
 *   values   A        B          A + B    A + B        A          B
 *            |\      /|            |        |          | sort     | sort
 *            | \    / |            |        |         lo hi      lo hi
 *            |  \  /  |            |        |          | \        / |
 *            |   \/   |            |        |          |   \    /   |
 *   bins   [low]  [high]        [low]    [high]      [low]      [high]
 *
 *   across    one atomic        nothing, but each     2 bytes per value,
 *             per value         value is read twice   4 at a time
 *
 * With a cluster of 1, remote and owner are the histogram in one block's shared
 * memory. If a block has no room for its bins, the cluster must be larger. At
 * the end the counters of all clusters are added up in global memory.
 */
#include "histogram.h"
#include "cluster.h"

#include <cooperative_groups.h>
#include <cub/device/device_histogram.cuh>

namespace cg = cooperative_groups;

enum {
    THREADS = 1024,
    VECTORS = 4, /* int4s that a thread of histogram_exchange has in flight */
    VALUES = 4 * VECTORS,
    TILE = THREADS * VALUES, /* values that a block sorts at once */
    SORTERS = 896, /* threads of histogram_partition: two blocks fill an SM */
    PARTS = 32,    /* of the bins: one for each lane, and for each bank */
    AHEAD = 4,     /* loads that a thread of histogram_parts has in flight */
};

/* A value below the bins counts in the first, one above them in the last. */
static __device__ unsigned bin_of(int value, int bins)
{
    return (unsigned)min(max(value, 0), bins - 1);
}

//> global
extern "C" __global__ void histogram_global(const int *values, size_t n,
                                            unsigned *counts, int bins)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = first; i < n; i += threads)
        atomicAdd(&counts[bin_of(values[i], bins)], 1u);
}
//< global

//> spread
extern "C" __global__ void histogram_spread(const int *values, size_t n,
                                            unsigned *apart, int bins)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    //> apart
    for (size_t i = first; i < n; i += threads)
        atomicAdd(&apart[bin_of(values[i], bins) * HISTOGRAM_APART], 1u);
    //< apart
}

extern "C" __global__ void histogram_gather(unsigned *apart, unsigned *counts,
                                            int bins)
{
    int bin = blockIdx.x * blockDim.x + threadIdx.x;

    if (bin < bins) {
        counts[bin] = apart[bin * HISTOGRAM_APART];
        apart[bin * HISTOGRAM_APART] = 0; /* as the next launch needs it */
    }
}
//< spread

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
#define CLUSTERS 1
#endif

/* The blocks of a cluster, and the rank of this one. Before compute capability
 * 9.0 every block is alone. */
struct cluster {
#ifdef CLUSTERS
    __device__ unsigned blocks() { return cg::this_cluster().num_blocks(); }
    __device__ unsigned rank() { return cg::this_cluster().block_rank(); }
    __device__ void sync() { cg::this_cluster().sync(); }
    template <typename T> __device__ T *of(T *mine, unsigned rank)
    {
        return cg::this_cluster().map_shared_rank(mine, rank);
    }
#else
    __device__ unsigned blocks() { return 1; }
    __device__ unsigned rank() { return 0; }
    __device__ void sync() { __syncthreads(); }
    template <typename T> __device__ T *of(T *mine, unsigned) { return mine; }
#endif
};

static __device__ void set_to_zero(unsigned *words, unsigned n)
{
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        words[i] = 0;
}

extern "C" __global__ void __launch_bounds__(THREADS)
histogram_remote(const int *values, size_t n, unsigned *counts, int bins)
{
    extern __shared__ unsigned mine[]; /* the counters that this block has */
    cluster all;
    unsigned each = (bins + all.blocks() - 1) / all.blocks();
    unsigned first_bin = all.rank() * each;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    //> travel
    set_to_zero(mine, each);
    all.sync(); /* nobody counts before every block is there and at zero */

    for (size_t i = first; i < n; i += threads) {
        unsigned bin = bin_of(values[i], bins);
        atomicAdd(all.of(mine, bin / each) + bin % each, 1u);
    }

    all.sync(); /* nobody leaves while others may still count here */
    //< travel
    for (unsigned i = threadIdx.x; i < each; i += blockDim.x)
        if (first_bin + i < bins && mine[i])
            atomicAdd(&counts[first_bin + i], mine[i]);
}

/* The int4s i, i + blockDim.x, ... of the values; zeros where there are
 * none. */
template <int vectors>
static __device__ void load(int4 (&words)[vectors], const int *values,
                            size_t i, size_t end)
{
#pragma unroll
    for (int v = 0; v < vectors; v++) {
        size_t at = i + (size_t)v * blockDim.x;
        words[v] = at < end
                 ? __ldcs(reinterpret_cast<const int4 *>(values) + at)
                 : make_int4(0, 0, 0, 0);
    }
}

template <int vectors>
static __device__ void unpack(int (&values)[4 * vectors],
                              const int4 (&words)[vectors])
{
#pragma unroll
    for (int v = 0; v < vectors; v++) {
        values[4 * v] = words[v].x;
        values[4 * v + 1] = words[v].y;
        values[4 * v + 2] = words[v].z;
        values[4 * v + 3] = words[v].w;
    }
}

/* ---- Counters of 32 and of fewer bits -------------------------------- */

/* An atomic that lanes skip if their bin is elsewhere. It needs no branch, but
 * nvcc 13 puts one round it all the same. */
static __device__ void add_if(bool own, unsigned *word)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0;\n"
                 "  @p red.shared.add.u32 [%0], 1; }"
                 :: "r"((unsigned)__cvta_generic_to_shared(word)),
                    "r"((unsigned)own) : "memory");
}

/* The same, and returns the word as it was, or 0 if the lane skips it. */
static __device__ unsigned fetch_add_if(bool own, unsigned *word, unsigned by)
{
    unsigned old;

    asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0;\n"
                 "  mov.u32 %0, 0;\n"
                 "  @p atom.shared.add.u32 %0, [%1], %2; }"
                 : "=r"(old)
                 : "r"((unsigned)__cvta_generic_to_shared(word)), "r"(by),
                   "r"((unsigned)own) : "memory");
    return old;
}

/* A block's `size` counters, of bins first, first + step, ..., with `bits` bits
 * each. A word holds several of them. One that is full goes on at 0, and the
 * carry adds 1 to the next one in the word, and if that is full as well, to the
 * one behind it. The thread whose add did so sees from the old word what has
 * changed, and makes up for it in global memory, so nothing is ever lost: a
 * count is what global memory and the counter have together. */
template <int bits> struct counters {
    unsigned *words, *counts, size, step;

    static const unsigned PER_WORD = 32 / bits, FULL = (1u << bits) - 1;
    /* The highest bit of each counter. */
    static const unsigned HIGH =
        (unsigned)(((1ull << bits * PER_WORD) - 1) / FULL << (bits - 1));

    static __device__ unsigned words_for(unsigned size)
    {
        return (size + PER_WORD - 1) / PER_WORD;
    }

    static __device__ bool was_full(unsigned old, unsigned place)
    {
        return (old >> place * bits & FULL) == FULL;
    }

    __device__ void make_up(unsigned index, unsigned old)
    {
        unsigned place = index % PER_WORD;
        bool carries = true;

        atomicAdd(&counts[(size_t)index * step], FULL + 1);
        while (carries && ++place < PER_WORD && ++index < size) {
            carries = was_full(old, place);
            atomicAdd(&counts[(size_t)index * step], carries ? FULL : ~0u);
        }
    }

    template <int n> __device__ void add(const unsigned (&index)[n])
    {
        unsigned old[n], any = 0;

#pragma unroll
        for (int i = 0; i < n; i++)
            old[i] = fetch_add_if(index[i] < size,
                                  &words[index[i] / PER_WORD],
                                  1u << index[i] % PER_WORD * bits);
#pragma unroll
        for (int i = 0; i < n; i++)
            any |= old[i];
        if (!(any & HIGH))
            return; /* no counter is even half full */
#pragma unroll
        for (int i = 0; i < n; i++)
            if (was_full(old[i], index[i] % PER_WORD))
                make_up(index[i], old[i]);
    }

    __device__ unsigned get(unsigned i)
    {
        return words[i / PER_WORD] >> i % PER_WORD * bits & FULL;
    }
};

template <> struct counters<32> {
    unsigned *words, *counts, size, step;

    static __device__ unsigned words_for(unsigned size) { return size; }

    template <int n> __device__ void add(const unsigned (&index)[n])
    {
#pragma unroll
        for (int i = 0; i < n; i++)
            add_if(index[i] < size, &words[index[i]]);
    }

    __device__ unsigned get(unsigned i) { return words[i]; }
};

/* Adds a block's counters to the global ones. */
template <int bits> static __device__ void flush(counters<bits> mine)
{
    for (unsigned i = threadIdx.x; i < mine.size; i += blockDim.x) {
        unsigned count = mine.get(i);
        if (count)
            atomicAdd(&mine.counts[(size_t)i * mine.step], count);
    }
}

//> owner
template <int bits, int vectors>
static __device__ void count_own(const int *values, size_t n,
                                 unsigned *counts, int bins)
{
    extern __shared__ unsigned words[];
    cluster all;
    unsigned each = (bins + all.blocks() - 1) / all.blocks();
    unsigned first_bin = min(all.rank() * each, (unsigned)bins);
    counters<bits> mine = { words, counts + first_bin,
                            min(each, bins - first_bin), 1 };
    size_t step = (size_t)gridDim.x / all.blocks() * blockDim.x * vectors;
    size_t i = (size_t)(blockIdx.x / all.blocks()) * blockDim.x * vectors
             + threadIdx.x;
    size_t end = n / 4;
    int4 next[vectors];

    set_to_zero(words, mine.words_for(each));
    __syncthreads();

    //> own
    load(next, values, i, end);
    for (; i < end; i += step) {
        int now[4 * vectors];
        unsigned index[4 * vectors];

        unpack(now, next);
        load(next, values, i + step, end); /* arrives while we count */
#pragma unroll
        for (int v = 0; v < 4 * vectors; v++) {
            /* At least `each` if another block has the bin. */
            index[v] = bin_of(now[v], bins) - first_bin;
            if (i + (size_t)(v / 4) * blockDim.x >= end)
                index[v] = ~0u;
        }
        mine.add(index);
    }
    //< own
    /* The tail has the values that fill no int4. */
    if (blockIdx.x < all.blocks() && threadIdx.x < n % 4) {
        unsigned index[1] = {
            bin_of(values[end * 4 + threadIdx.x], bins) - first_bin
        };
        mine.add(index);
    }
    __syncthreads();
    flush(mine);
}
//< owner

extern "C" __global__ void __launch_bounds__(THREADS)
histogram_owner(const int *values, size_t n, unsigned *counts, int bins)
{
    count_own<32, 4>(values, n, counts, bins);
}

extern "C" __global__ void __launch_bounds__(THREADS)
histogram_narrow(const int *values, size_t n, unsigned *counts, int bins)
{
    count_own<16, 2>(values, n, counts, bins);
}

template <int bits>
__global__ void __launch_bounds__(THREADS)
histogram_packed(const int *values, size_t n, unsigned *counts, int bins)
{
    count_own<bits, 2>(values, n, counts, bins);
}

/* ---- Exchange --------------------------------------------------------- */

/* A parcel is what one block has for another: `count` values in its tile, from
 * `start` on. */
struct parcel {
    unsigned short start, count;
};

/* A block sorts a tile by owner, which is bin % blocks. Each owner has WAYS
 * counters of its own, so that all 32 lanes draw places from 32 counters: as
 * many as there are banks. An owner's part starts at a multiple of 8 values, so
 * that loads of it are aligned. */
template <int blocks> struct exchange {
    static const int WAYS = 32 / blocks;
    static const int ROOM = TILE + 8 * blocks; /* a tile and its gaps */

    unsigned short tile[2][ROOM]; /* one is fetched while the other is filled */
    parcel inbox[2][blocks];      /* from each block */
    unsigned drawn[32], start[32];
};

/* One warp finds where each counter's values start in the tile, and tells every
 * owner what there is for it. */
template <int blocks>
static __device__ void share_out(exchange<blocks> *x, int turn)
{
    const int ways = exchange<blocks>::WAYS;
    cluster all;
    unsigned lane = threadIdx.x % 32;
    unsigned drawn = x->drawn[lane], total = drawn;

    for (int d = 1; d < ways; d *= 2)
        total += __shfl_xor_sync(~0u, total, d);
    unsigned gap = lane % ways == ways - 1 ? (8 - total % 8) % 8 : 0;
    unsigned end = drawn + gap; /* summed over the lanes up to this one */
    for (int d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, end, d);
        if (lane >= d)
            end += left;
    }
    unsigned start = end - drawn - gap;
    x->start[lane] = start;
    x->drawn[lane] = 0;
    if (lane % ways == 0)
        *all.of(&x->inbox[turn][all.rank()], lane / ways) = {
            (unsigned short)start, (unsigned short)total
        };
}

template <int blocks>
__global__ void __launch_bounds__(THREADS)
histogram_exchange(const int *values, size_t n, unsigned *counts, int bins)
{
    extern __shared__ __align__(16) unsigned char memory[];
    const int ways = exchange<blocks>::WAYS;
    cluster all;
    exchange<blocks> *x = reinterpret_cast<exchange<blocks> *>(memory);
    /* A block has the bins rank, rank + blocks, ..., so that the frequent
     * values of a skewed input are spread over all blocks. */
    unsigned own = (bins - all.rank() + blocks - 1) / blocks;
    counters<16> mine = { reinterpret_cast<unsigned *>(x + 1),
                          counts + all.rank(), own, blocks };
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t end = n / 4, tiles = (end + TILE / 4 - 1) / (TILE / 4);
    size_t rounds = (tiles + gridDim.x - 1) / gridDim.x;
    size_t i = (size_t)blockIdx.x * (TILE / 4) + threadIdx.x;
    int4 next[VECTORS];

    set_to_zero(mine.words, mine.words_for(own));
    if (warp == 0)
        x->drawn[lane] = 0;
    all.sync();

    load(next, values, i, end);
    for (size_t round = 0; round < rounds; round++) {
        int turn = round % 2, now[VALUES];
        unsigned place[VALUES], bin[VALUES];
        bool there[VALUES];

        unpack(now, next);
#pragma unroll
        for (int v = 0; v < VALUES; v++) {
            there[v] = i + (size_t)(v / 4) * blockDim.x < end;
            //> draw
            bin[v] = bin_of(now[v], bins);
            unsigned way = bin[v] % blocks * ways + lane % ways;
            if (there[v])
                place[v] = atomicAdd(&x->drawn[way], 1u);
            //< draw
        }
        i += (size_t)gridDim.x * (TILE / 4);
        load(next, values, i, end);
        __syncthreads();
        if (warp == 0)
            share_out(x, turn);
        __syncthreads();
#pragma unroll
        for (int v = 0; v < VALUES; v++) {
            unsigned way = bin[v] % blocks * ways + lane % ways;
            //> put
            if (there[v])
                x->tile[turn][x->start[way] + place[v]] =
                    (unsigned short)(bin[v] / blocks);
            //< put
        }

        /* All tiles are sorted. From here on the tile of the other turn may be
         * overwritten, because its last reader has come this far. */
        all.sync();

        /* Each warp fetches from one block, beginning with its own. */
        unsigned from = (warp / ways + all.rank()) % blocks;
        parcel p = x->inbox[turn][from];
        const unsigned short *part = all.of(x->tile[turn], from) + p.start;
        for (unsigned k = (warp % ways * 32 + lane) * 4; k < p.count;
             k += ways * 32 * 4) {
            uint2 four = *reinterpret_cast<const uint2 *>(part + k);
            unsigned index[4] = { four.x & 0xffff, four.x >> 16,
                                  four.y & 0xffff, four.y >> 16 };
#pragma unroll
            for (int v = 0; v < 4; v++)
                if (k + v >= p.count)
                    index[v] = ~0u;
            mine.add(index);
        }
    }
    /* The tail: values that fill no int4. */
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        atomicAdd(&counts[bin_of(values[end * 4 + threadIdx.x], bins)], 1u);
    all.sync();
    flush(mine);
}

/* ---- Partition --------------------------------------------------------- */

/* A part has every 32nd group of 8 bins, so that frequent values that are close
 * together go to different parts, but the counters of a group fill a sector of
 * global memory. */
static __device__ unsigned part_of(unsigned bin)
{
    return bin / 8 % PARTS;
}

static __device__ unsigned index_of(unsigned bin)
{
    return bin / (8 * PARTS) * 8 + bin % 8;
}

static __host__ __device__ unsigned part_size(int bins)
{
    return ((unsigned)bins + 8 * PARTS - 1) / (8 * PARTS) * 8;
}

/* A tile after the first pass: for each value, its index within its part, in 2
 * bytes. A part is filled up to whole uint4s, which are 8 indexes, with the
 * index `part_size`: a counter that nobody reads. */
struct sorted {
    static const unsigned VALUES = SORTERS * 8;

    unsigned parts[PARTS]; /* its first eight, and from bit 16 on how many */
    uint4 eights[VALUES / 8 + PARTS];
};

static __host__ __device__ unsigned tiles_of(size_t n)
{
    return (unsigned)((n / 4 + sorted::VALUES / 4 - 1) / (sorted::VALUES / 4));
}

/* The first pass sorts tiles by part, into global memory, and the second counts
 * a part in each block. The sums are right whatever the values are, but a block
 * whose part has most of them keeps the others waiting.
 *
 *   values   | tile 0    | tile 1    |
 *                sort        sort          a block for each tile
 *   tiles    | 0 0 1 2 2 | 0 1 1 1 2 |     2 bytes per value
 *              |\__________/             a block fetches part 0 of all tiles
 *   bins     [part 0] [part 1] [part 2]
 */
extern "C" __global__ void __launch_bounds__(SORTERS)
histogram_partition(const int *values, size_t n, sorted *tiles, int bins)
{
    __shared__ sorted mine;
    __shared__ unsigned drawn[PARTS], start[PARTS], eights;
    unsigned short *indexes = reinterpret_cast<unsigned short *>(mine.eights);
    const int4 *vectors = reinterpret_cast<const int4 *>(values);
    unsigned end = (unsigned)(n / 4);
    unsigned i = blockIdx.x * (sorted::VALUES / 4) + threadIdx.x;
    unsigned bin[8], place[8];

#pragma unroll
    for (int v = 0; v < 8; v += 4, i += SORTERS) {
        int4 word = i < end ? __ldcs(&vectors[i]) : make_int4(0, 0, 0, 0);
        bin[v] = bin_of(word.x, bins);
        bin[v + 1] = bin_of(word.y, bins);
        bin[v + 2] = bin_of(word.z, bins);
        bin[v + 3] = bin_of(word.w, bins);
#pragma unroll
        for (int k = v; k < v + 4; k++)
            if (i >= end) /* then it has the index that nobody reads */
                bin[k] = part_size(bins) * PARTS;
    }
    if (threadIdx.x < PARTS)
        drawn[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (int v = 0; v < 8; v++)
        place[v] = atomicAdd(&drawn[part_of(bin[v])], 1u);
    __syncthreads();

    /* One warp finds where each part starts, and fills it up. */
    if (threadIdx.x < PARTS) {
        unsigned lane = threadIdx.x;
        unsigned full = (drawn[lane] + 7) / 8, sum = full;
        for (int d = 1; d < PARTS; d *= 2) {
            unsigned left = __shfl_up_sync(~0u, sum, d);
            if (lane >= d)
                sum += left;
        }
        start[lane] = (sum - full) * 8;
        mine.parts[lane] = (sum - full) | full << 16;
        for (unsigned k = start[lane] + drawn[lane]; k < sum * 8; k++)
            indexes[k] = (unsigned short)part_size(bins);
        if (lane == PARTS - 1)
            eights = sum;
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < 8; v++)
        indexes[start[part_of(bin[v])] + place[v]] =
            (unsigned short)index_of(bin[v]);
    __syncthreads();
    uint4 *to = reinterpret_cast<uint4 *>(&tiles[blockIdx.x]);
    for (unsigned k = threadIdx.x; k < PARTS / 4 + eights; k += SORTERS)
        to[k] = reinterpret_cast<const uint4 *>(&mine)[k];
}

static __device__ void count_eight(unsigned *own, uint4 eight)
{
    unsigned pairs[4] = { eight.x, eight.y, eight.z, eight.w };

#pragma unroll
    for (int k = 0; k < 4; k++) {
        atomicAdd(&own[pairs[k] & 0xffff], 1u);
        atomicAdd(&own[pairs[k] >> 16], 1u);
    }
}

//> parts
extern "C" __global__ void __launch_bounds__(THREADS)
histogram_parts(const int *values, size_t n, const sorted *tiles,
                unsigned *counts, int bins)
{
    extern __shared__ unsigned own[]; /* the counters of the part */
    unsigned size = part_size(bins), part = blockIdx.x % PARTS;
    unsigned lane = threadIdx.x % 32;
    /* All warps that count this part have equally many tiles. */
    size_t warps = gridDim.x / PARTS * (THREADS / 32);
    size_t warp = blockIdx.x / PARTS * (THREADS / 32) + threadIdx.x / 32;
    unsigned first = (unsigned)(tiles_of(n) * warp / warps);
    unsigned last = (unsigned)(tiles_of(n) * (warp + 1) / warps);

    set_to_zero(own, size + 1);
    __syncthreads();

    for (unsigned tile = first; tile < last; tile += 32) {
        /* Each lane looks up where the part lies in one of 32 tiles. */
        unsigned there = tile + lane < last ? tiles[tile + lane].parts[part]
                                            : 0;
        for (unsigned t = 0; t < min(32u, last - tile); t += AHEAD) {
            const uint4 *from[AHEAD];
            unsigned eights[AHEAD];
            uint4 eight[AHEAD];

#pragma unroll
            for (int a = 0; a < AHEAD; a++) {
                unsigned is = __shfl_sync(~0u, there, t + a);
                from[a] = tiles[tile + t + a].eights + (is & 0xffff);
                eights[a] = is >> 16;
                if (lane < eights[a])
                    eight[a] = __ldcs(&from[a][lane]);
            }
#pragma unroll
            for (int a = 0; a < AHEAD; a++) {
                if (lane < eights[a])
                    count_eight(own, eight[a]);
                for (unsigned k = lane + 32; k < eights[a]; k += 32)
                    count_eight(own, __ldcs(&from[a][k]));
            }
        }
    }
    /* The tail: values that fill no int4. */
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        atomicAdd(&counts[bin_of(values[n / 4 * 4 + threadIdx.x], bins)], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < size; i += THREADS) {
        unsigned bin = i / 8 * (8 * PARTS) + part * 8 + i % 8;
        if (bin < bins && own[i])
            atomicAdd(&counts[bin], own[i]);
    }
}
//< parts

/* ---- Launchers -------------------------------------------------------- */

typedef void kernel(const int *, size_t, unsigned *, int);

static kernel *exchange_kernel(int cluster_size)
{
    return cluster_size == 2   ? histogram_exchange<2>
           : cluster_size == 4 ? histogram_exchange<4>
           : cluster_size == 8 ? histogram_exchange<8>
                               : histogram_exchange<16>;
}

static size_t exchange_bytes(int cluster_size)
{
    return cluster_size == 2   ? sizeof(exchange<2>)
           : cluster_size == 4 ? sizeof(exchange<4>)
           : cluster_size == 8 ? sizeof(exchange<8>)
                               : sizeof(exchange<16>);
}

/* The widest counters of which `each` fit in the shared memory that the GPU
 * gives a block; null if none do. */
static kernel *packed_kernel(size_t each, size_t most_bytes, size_t *bytes)
{
    static const struct {
        unsigned per_word;
        kernel *k;
    } kernels[] = {
        { 4, histogram_packed<8> },  { 5, histogram_packed<6> },
        { 8, histogram_packed<4> },  { 10, histogram_packed<3> },
    };

    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        *bytes = (each + kernels[i].per_word - 1) / kernels[i].per_word * 4;
        if (*bytes <= most_bytes)
            return kernels[i].k;
    }
    return nullptr;
}

extern "C" cudaError_t plan_histogram(enum histogram_way way, int bins,
                                      int cluster_size,
                                      struct histogram_plan *plan)
{
    size_t each = ((size_t)bins + cluster_size - 1) / cluster_size;
    size_t wide_bytes = each * 4, narrow_bytes = (each + 1) / 2 * 4;
    kernel *k = nullptr;
    size_t shared_bytes = 0;
    int device, most_bytes;
    cudaError_t error;

    if ((error = cudaGetDevice(&device))
        || (error = cudaDeviceGetAttribute(
                &most_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)))
        return error;

    switch (way) {
    case HISTOGRAM_GLOBAL:
        k = histogram_global;
        break;
    case HISTOGRAM_SPREAD:
        k = histogram_spread;
        break;
    case HISTOGRAM_REMOTE:
        k = histogram_remote;
        shared_bytes = wide_bytes;
        break;
    case HISTOGRAM_OWNER:
        k = histogram_owner;
        shared_bytes = wide_bytes;
        break;
    case HISTOGRAM_NARROW:
        k = histogram_narrow;
        shared_bytes = narrow_bytes;
        break;
    case HISTOGRAM_PACKED:
        k = packed_kernel(each, most_bytes, &shared_bytes);
        break;
    case HISTOGRAM_EXCHANGE:
        if (cluster_size == 1 || each > 65536)
            break; /* an index would not fit in 16 bits */
        k = exchange_kernel(cluster_size);
        shared_bytes = exchange_bytes(cluster_size) + narrow_bytes;
        break;
    case HISTOGRAM_PARTITION:
        if (cluster_size > 1)
            break;
        /* This one takes more arguments, and is not launched as a `kernel`. */
        k = (kernel *)(void *)histogram_parts;
        shared_bytes = (part_size(bins) + 1) * sizeof(unsigned);
        break;
    }
    *plan = { (const void *)k, cluster_size, 0, shared_bytes };
    return k ? cluster_active(&plan->active_clusters, plan->kernel,
                              (unsigned)cluster_size, THREADS, shared_bytes)
             : cudaSuccess;
}

extern "C" cudaError_t launch_histogram(const int *values, size_t n,
                                        unsigned *counts, int bins,
                                        const struct histogram_plan *plan,
                                        cudaStream_t stream)
{
    cudaError_t error = cudaMemsetAsync(counts, 0, bins * sizeof *counts,
                                        stream);

    if (error)
        return error;
    return cluster_launch((kernel *)plan->kernel, (unsigned)plan->cluster_size,
                          (unsigned)plan->active_clusters, THREADS,
                          plan->shared_bytes, stream, values, n, counts, bins);
}

extern "C" cudaError_t launch_histogram_spread(
    const int *values, size_t n, unsigned *apart, unsigned *counts, int bins,
    const struct histogram_plan *plan, cudaStream_t stream)
{
    unsigned blocks = ((unsigned)bins + THREADS - 1) / THREADS;
    cudaError_t error = cluster_launch(
        (kernel *)plan->kernel, 1, (unsigned)plan->active_clusters, THREADS, 0,
        stream, values, n, apart, bins);

    if (error)
        return error;
    histogram_gather<<<blocks, THREADS, 0, stream>>>(apart, counts, bins);
    return cudaGetLastError();
}

extern "C" size_t histogram_partition_bytes(size_t n)
{
    return tiles_of(n) * sizeof(sorted);
}

extern "C" cudaError_t launch_histogram_partition(
    const int *values, size_t n, void *work, unsigned *counts, int bins,
    const struct histogram_plan *plan, cudaStream_t stream)
{
    sorted *tiles = (sorted *)work;
    unsigned per_part = max(1, plan->active_clusters / PARTS);
    cudaError_t error = cudaMemsetAsync(counts, 0, bins * sizeof *counts,
                                        stream);

    if (error)
        return error;
    if (tiles_of(n))
        histogram_partition<<<tiles_of(n), SORTERS, 0, stream>>>(values, n,
                                                                 tiles, bins);
    if ((error = cudaGetLastError()))
        return error;
    return cluster_launch(histogram_parts, 1, per_part * PARTS, THREADS,
                          plan->shared_bytes, stream, values, n, tiles, counts,
                          bins);
}

extern "C" cudaError_t launch_histogram_cub(void *work, size_t *work_bytes,
                                            const int *values, size_t n,
                                            unsigned *counts, int bins,
                                            cudaStream_t stream)
{
    return cub::DeviceHistogram::HistogramEven(work, *work_bytes, values,
                                               counts, bins + 1, 0, bins,
                                               (long long)n, stream);
}

/* ---- Input and check --------------------------------------------------- */

static __global__ void count_by_warp(const int *values, size_t n,
                                     unsigned *counts, int bins)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads) {
        int bin = values[i] < 0 ? 0 : values[i] < bins ? values[i] : bins - 1;
        unsigned same = __match_any_sync(__activemask(), bin);
        /* The first lane of those with the same bin counts for all. */
        if ((same & ((1u << threadIdx.x % 32) - 1)) == 0)
            atomicAdd(&counts[bin], (unsigned)__popc(same));
    }
}

extern "C" cudaError_t count_histogram(const int *values, size_t n,
                                       unsigned *counts, int bins,
                                       cudaStream_t stream)
{
    count_by_warp<<<1024, 256, 0, stream>>>(values, n, counts, bins);
    return cudaGetLastError();
}

static __global__ void fill_input(int *values, size_t n, histogram_input input,
                                  uint64_t seed, int bins)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads)
        values[i] = histogram_value(input, seed, i, bins);
}

extern "C" cudaError_t fill_histogram_input(int *values, size_t n,
                                            enum histogram_input input,
                                            uint64_t seed, int bins,
                                            cudaStream_t stream)
{
    fill_input<<<1024, 256, 0, stream>>>(values, n, input, seed, bins);
    return cudaGetLastError();
}
