/* A lab of Bytes in Flight: count how many of n values fall into each bin, on
 * a GPU. Value v falls into bin v, a value below 0 into the first bin, and one
 * above the last bin into the last. All counts are 0 when the kernel starts.
 * There are at most 65,536 bins, and `values` starts at a multiple of 16 bytes.
 *
 * Each value is an atomic in global memory. It is correct, and slow. */

//> starter
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_blocks_per_sm = 1;

extern "C" __global__ void histogram(unsigned *counts, const int *values,
                                     size_t n, int bins)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = first; i < n; i += threads)
        atomicAdd(&counts[min(max(values[i], 0), bins - 1)], 1u);
}
//< starter
