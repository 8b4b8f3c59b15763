/* A lab of Bytes in Flight: write the transpose of `from` to `to`, on a GPU.
 * Both are matrices of n x n floats, row by row; they do not overlap and start
 * at a multiple of 16 bytes.
 *
 * Each thread moves one float. Neighbours read the same row and write the same
 * column. It is correct, and slow. */

//> starter
extern "C" __constant__ unsigned launch_threads[] = { 32, 8 };
extern "C" __constant__ unsigned launch_elements[] = { 32, 8 };

extern "C" __global__ void transpose(float *to, const float *from, size_t n)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;

    if (x < n && y < n)
        to[x * n + y] = from[y * n + x];
}
//< starter
