/* A lab of Bytes in Flight: copy n ints from `from` to `to`, on a GPU. The
 * arrays do not overlap and start at a multiple of 16 bytes.
 *
 * Each thread copies 32 ints that follow each other. So the 32 threads of a
 * warp access addresses that lie 128 bytes apart. It is correct, and slow. */

//> starter
extern "C" __constant__ unsigned launch_threads[] = { 256 };
extern "C" __constant__ unsigned launch_elements[] = { 256 * 32 };

extern "C" __global__ void copy(int *to, const int *from, size_t n)
{
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 32;

    for (size_t i = first; i < first + 32 && i < n; i++)
        to[i] = from[i];
}
//< starter
