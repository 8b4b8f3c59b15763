/* The reference of the lab `cluster-histogram`: the two blocks of a cluster
 * read the same values, and each counts those whose bins are in its shared
 * memory. The second to read a value finds it in the L2. */
#include <cooperative_groups.h>

enum { BLOCKS = 2, THREADS = 1024, VECTORS = 4, MOST_BINS = 65536 };

extern "C" __constant__ unsigned launch_threads[] = { THREADS };
extern "C" __constant__ unsigned launch_blocks_per_sm = 1;
extern "C" __constant__ unsigned launch_shared_bytes = MOST_BINS / BLOCKS * 4;

/* Adds 1 to the counter of a value, if it is one of this block's. */
static __device__ void count(unsigned *mine, unsigned size, int first_bin,
                             int value, int bins)
{
    unsigned bin = min(max(value, 0), bins - 1) - first_bin;

    if (bin < size)
        atomicAdd(&mine[bin], 1u);
}

extern "C" __global__ void __launch_bounds__(THREADS) __cluster_dims__(BLOCKS)
histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    extern __shared__ unsigned mine[];
    unsigned rank = cooperative_groups::this_cluster().block_rank();
    int each = (bins + BLOCKS - 1) / BLOCKS, first_bin = (int)rank * each;
    unsigned size = (unsigned)max(min(each, bins - first_bin), 0);
    size_t step = (size_t)gridDim.x / BLOCKS * THREADS;
    size_t i = (size_t)(blockIdx.x / BLOCKS) * THREADS + threadIdx.x;
    const int4 *words = reinterpret_cast<const int4 *>(values);

    for (unsigned bin = threadIdx.x; bin < size; bin += THREADS)
        mine[bin] = 0;
    __syncthreads();
    for (; i < n / 4; i += VECTORS * step) {
        int4 word[VECTORS];

        /* All loads of a trip are in flight together. */
        for (int k = 0; k < VECTORS; k++)
            if (i + k * step < n / 4)
                word[k] = words[i + k * step];
        for (int k = 0; k < VECTORS; k++)
            if (i + k * step < n / 4) {
                count(mine, size, first_bin, word[k].x, bins);
                count(mine, size, first_bin, word[k].y, bins);
                count(mine, size, first_bin, word[k].z, bins);
                count(mine, size, first_bin, word[k].w, bins);
            }
    }
    if (blockIdx.x < BLOCKS && threadIdx.x < n % 4) /* the tail */
        count(mine, size, first_bin, values[n / 4 * 4 + threadIdx.x], bins);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < size; bin += THREADS)
        if (mine[bin])
            atomicAdd(&counts[first_bin + bin], mine[bin]);
}
