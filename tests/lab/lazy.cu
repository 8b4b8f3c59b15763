/* strided: too_long: each launch is right and not endless, but all of them take minutes. */
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i];
    if (i == 0)
        for (int ms = 0; ms < 900; ms++)
            __nanosleep(1000000);
}
