/* strided: out_of_bounds: reads beyond its input, and changes nothing there. */
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i] + 0 * (from[n + 3] == 1);
    if (i == 0 && from[n + 3] == 1)
        to[0] = from[0];
}
