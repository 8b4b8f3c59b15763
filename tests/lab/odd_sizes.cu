/* strided: wrong: copies whole int4s only. */
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n / 4)
        reinterpret_cast<int4 *>(to)[i] = reinterpret_cast<const int4 *>(from)[i];
    if (i < n && n < 4)
        to[i] = from[i];
}
