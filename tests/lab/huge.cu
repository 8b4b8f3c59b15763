/* strided: memory: has variables that no GPU has room for. */
__device__ char room[400ull << 30];

extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i];
    room[i] = 1;
}
