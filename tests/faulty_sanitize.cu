/* faulty_sanitize.cu - a kernel with the fault that the tool named by the first
 * argument is there to find. For sanitize.bats. */
#include <cstdio>
#include <cstring>

__global__ void out_of_bounds(int *a, int n)
{
    a[n + threadIdx.x] = 1;
}

__global__ void uninitialised(int *a, int n)
{
    a[threadIdx.x % n] += 1;
}

__global__ void divergent(int *a, int)
{
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = 1;
}

__global__ void race(int *a, int)
{
    __shared__ int shared[64];

    shared[threadIdx.x] = threadIdx.x;
    a[threadIdx.x] = shared[63 - threadIdx.x];
}

int main(int, char **argv)
{
    const struct {
        const char *tool;
        void (*kernel)(int *, int);
    } faults[] = { { "memcheck", out_of_bounds },
                   { "initcheck", uninitialised },
                   { "synccheck", divergent },
                   { "racecheck", race } };
    int *a;

    cudaMalloc((void **)&a, 64 * sizeof *a);
    for (auto fault : faults)
        if (strcmp(argv[1], fault.tool) == 0)
            fault.kernel<<<1, 64>>>(a, 64);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
