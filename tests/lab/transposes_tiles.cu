/* transpose: wrong: turns tiles and leaves them where they are. */
extern "C" __constant__ unsigned launch_threads[] = { 32, 32 };
extern "C" __constant__ unsigned launch_elements[] = { 32, 32 };

extern "C" __global__ void transpose(float *to, const float *from, size_t n)
{
    __shared__ float tile[32][33];
    size_t x = (size_t)blockIdx.x * 32 + threadIdx.x, y = (size_t)blockIdx.y * 32 + threadIdx.y;

    tile[threadIdx.y][threadIdx.x] = x < n && y < n ? from[y * n + x] : 0;
    __syncthreads();
    if (x < n && y < n)
        to[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
