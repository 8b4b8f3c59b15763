/* strided: not_loaded: takes another type than the lab gives. */
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i];
}
