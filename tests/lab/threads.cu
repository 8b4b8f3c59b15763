/* strided: not_launched: wants more threads per block than there can be. */
extern "C" __constant__ unsigned launch_threads[] = { 1024, 2 };
extern "C" __constant__ unsigned launch_elements[] = { 1024 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i];
}
