/* strided: not_compiled: wants too much static shared memory. */
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    __shared__ volatile int room[1 << 20];

    room[threadIdx.x] = (int)n;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i] + 0 * room[threadIdx.x];
}
