/* strided: crashed: loads four ints from an address of one. */
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i == 0 && n > 5)
        *reinterpret_cast<int4 *>(to) = *reinterpret_cast<const int4 *>(from + 1);
    else if (i < n)
        to[i] = from[i];
}
