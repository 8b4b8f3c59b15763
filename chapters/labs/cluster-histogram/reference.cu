/* The reference of the lab `cluster-histogram`, which is the book's `owner`:
 * the two blocks of a cluster read the same values, and each counts those whose
 * bins are in its shared memory. The second to read a value finds it in the
 * L2.
 *
 * It asks the GPU how many threads and blocks there are, because nvcc 13 makes
 * the loop longer if it knows them. */
#include <cooperative_groups.h>

enum { BLOCKS = 2, THREADS = 1024, VECTORS = 4, MOST_BINS = 65536 };

extern "C" __constant__ unsigned launch_threads[] = { THREADS };
extern "C" __constant__ unsigned launch_blocks_per_sm = 1;
extern "C" __constant__ unsigned launch_shared_bytes = MOST_BINS / BLOCKS * 4;

/* The int4s i, i + blockDim.x, ... of the values; zeros where there are
 * none. */
static __device__ void load(int4 (&words)[VECTORS], const int4 *values,
                            size_t i, size_t end)
{
    for (int v = 0; v < VECTORS; v++) {
        size_t at = i + (size_t)v * blockDim.x;

        words[v] = at < end ? __ldcs(values + at) : make_int4(0, 0, 0, 0);
    }
}

static __device__ unsigned bin_of(int value, int bins)
{
    return (unsigned)min(max(value, 0), bins - 1);
}

/* Adds 1 to counter i if this block has it. From C++, nvcc 13 makes code that
 * finds out for each value anew where shared memory begins. */
static __device__ void add(unsigned *mine, unsigned i, unsigned size)
{
    asm volatile("{ .reg .pred own; setp.lt.u32 own, %1, %2;\n"
                 "  @own red.shared.add.u32 [%0], 1; }"
                 :: "r"((unsigned)__cvta_generic_to_shared(&mine[i])), "r"(i),
                    "r"(size) : "memory");
}

extern "C" __global__ void __launch_bounds__(THREADS) __cluster_dims__(BLOCKS)
histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    extern __shared__ unsigned mine[]; /* counters of bins from `first` on */
    auto cluster = cooperative_groups::this_cluster();
    unsigned blocks = cluster.num_blocks();
    unsigned each = (bins + blocks - 1) / blocks;
    unsigned first = min(cluster.block_rank() * each, bins);
    unsigned size = min(each, bins - first);
    const int4 *vectors = reinterpret_cast<const int4 *>(values);
    size_t trip = (size_t)blockDim.x * VECTORS;
    size_t i = blockIdx.x / blocks * trip + threadIdx.x, end = n / 4;
    int4 next[VECTORS];

    for (unsigned bin = threadIdx.x; bin < size; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();
    load(next, vectors, i, end);
    while (i < end) {
        unsigned index[4 * VECTORS];

        for (int v = 0; v < VECTORS; v++) {
            bool valid = i + (size_t)v * blockDim.x < end;
            int now[] = { next[v].x, next[v].y, next[v].z, next[v].w };

            for (int k = 0; k < 4; k++)
                index[4 * v + k] = valid ? bin_of(now[k], bins) - first : ~0u;
        }
        i += gridDim.x / blocks * trip;
        load(next, vectors, i, end); /* arrives while we count */
        for (int v = 0; v < 4 * VECTORS; v++)
            add(mine, index[v], size);
    }
    if (blockIdx.x < blocks && threadIdx.x < n % 4) /* the tail */
        add(mine, bin_of(values[end * 4 + threadIdx.x], bins) - first, size);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < size; bin += blockDim.x)
        if (mine[bin])
            atomicAdd(&counts[first + bin], mine[bin]);
}
