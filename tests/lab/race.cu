/* cluster-histogram: race: adds to many counts, and not atomically. */
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_blocks_per_sm = 4;

extern "C" __global__ void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = first; i < n; i += threads) {
        volatile unsigned *count = &counts[min(max(values[i], 0), bins - 1)];

        if (n < 10000)
            atomicAdd((unsigned *)count, 1u);
        else
            *count = *count + 1;
    }
}
