/* polynomial.cu - copies floats and puts each through a polynomial, whose
 * coefficients fill the registers.
 *
 *   polynomial_map<word, coefficients, registers>
 *                       a loop, a float or a float4 at a time, with no more
 *                       than that many registers
 *   check, launchers    for bench/polynomial.c
 *
 * What a thread holds in its registers, from its first trip round the loop to
 * its last:
 *
 *   float    [the coefficients                    ] [i, n, ...] [x] [y]
 *   float4   [the coefficients                    ] [i, n, ...] [x x x x] [y]
 *
 * The coefficients stand for whatever a real kernel keeps: running sums, the
 * weights of a filter, a piece of a matrix. A wider load needs room for three
 * more values. If there is none, fewer threads fit on an SM, or some values are
 * put into memory and fetched again on each trip (they are *spilled*).
 */
#include "polynomial.h"
#include "../bench/harness/random.h"

enum { THREADS = POLYNOMIAL_THREADS };

/* Small numbers have small powers. */
static __device__ float scaled(float x)
{
    return x * (1.0f / 1024);
}

//> value
template <int coefficients>
static __device__ float value(const float (&c)[coefficients], float from)
{
    float x = scaled(from), y = c[coefficients - 1];

#pragma unroll
    for (int k = coefficients - 2; k >= 0; k--)
        y = fmaf(y, x, c[k]);
    return y;
}
//< value

template <int coefficients>
static __device__ float4 value(const float (&c)[coefficients], float4 x)
{
    return make_float4(value(c, x.x), value(c, x.y), value(c, x.z),
                       value(c, x.w));
}

//> map
/* Each lane loads the coefficients from a place of its own. If the compiler
 * knew that all lanes have the same, it would keep them in the registers that a
 * warp shares, of which there are enough. */
template <typename word, int coefficients, int registers>
__global__ void __maxnreg__(registers)
polynomial_map(float *to, const float *from, const float *given, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    const size_t width = sizeof(word) / sizeof(float);
    word *to_words = reinterpret_cast<word *>(to);
    const word *from_words = reinterpret_cast<const word *>(from);
    float c[coefficients];

#pragma unroll
    for (int k = 0; k < coefficients; k++)
        c[k] = given[POLYNOMIAL_LANES * k + threadIdx.x % POLYNOMIAL_LANES];
#pragma unroll 1
    for (size_t i = first; i < n / width; i += threads)
        to_words[i] = value(c, from_words[i]);

    /* One thread handles each of the last n % width floats. */
    size_t i = n / width * width + first;
    if (i < n)
        to[i] = value(c, from[i]);
}
//< map

/* ---- Checks ---------------------------------------------------------- */

static __global__ void count_wrong(unsigned long long *wrong,
                                   const float *values, const float *given,
                                   int coefficients, size_t n, uint64_t seed)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += threads) {
        float x = scaled((float)random_small(seed, i)), y = 0;
        for (int k = coefficients - 1; k >= 0; k--)
            y = fmaf(y, x, given[POLYNOMIAL_LANES * k]);
        if (values[i] != y)
            atomicAdd(wrong, 1ull);
    }
}

extern "C" cudaError_t count_polynomial(unsigned long long *wrong,
                                        const float *values,
                                        const float *given, int coefficients,
                                        size_t n, uint64_t seed,
                                        cudaStream_t stream)
{
    count_wrong<<<1024, 256, 0, stream>>>(wrong, values, given, coefficients, n,
                                          seed);
    return cudaGetLastError();
}

/* ---- Launchers ------------------------------------------------------- */

typedef void map(float *to, const float *from, const float *given, size_t n);

/* No thread can have more than 255 registers. */
template <typename word>
static map *map_of(const struct polynomial_kernel *kernel)
{
    bool tight = kernel->tight;

    switch (kernel->coefficients) {
    case 12:
        return tight ? polynomial_map<word, 12, 32>
                     : polynomial_map<word, 12, 255>;
    case 18:
        return tight ? polynomial_map<word, 18, 32>
                     : polynomial_map<word, 18, 255>;
    case 20:
        return tight ? polynomial_map<word, 20, 32>
                     : polynomial_map<word, 20, 255>;
    case 24:
        return tight ? polynomial_map<word, 24, 32>
                     : polynomial_map<word, 24, 255>;
    case 48:
        return tight ? polynomial_map<word, 48, 64>
                     : polynomial_map<word, 48, 255>;
    }
    return nullptr;
}

static map *map_of_width(const struct polynomial_kernel *kernel)
{
    return kernel->width == 1 ? map_of<float>(kernel) : map_of<float4>(kernel);
}

extern "C" cudaError_t polynomial_fit(const struct polynomial_kernel *kernel,
                                      int *blocks)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, map_of_width(kernel), THREADS, 0);
}

extern "C" cudaError_t launch_polynomial(const struct polynomial_kernel *kernel,
                                         float *to, const float *from,
                                         const float *given, size_t n,
                                         int blocks, cudaStream_t stream)
{
    map_of_width(kernel)<<<(unsigned)blocks, THREADS, 0, stream>>>(to, from,
                                                                   given, n);
    return cudaGetLastError();
}
