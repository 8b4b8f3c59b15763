/* strided: not_launched: does not say how it is launched. */

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i];
}
