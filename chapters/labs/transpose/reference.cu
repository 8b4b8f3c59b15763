/* The reference of the lab `transpose`: a tile of 64 x 64 floats turns in
 * shared memory, four by four floats of it in registers. Where rows do not
 * start at a multiple of 16 bytes, a thread moves single floats. */
enum { TILE = 64, ROWS = 16 };

extern "C" __constant__ unsigned launch_threads[] = { TILE / 4, ROWS };
extern "C" __constant__ unsigned launch_elements[] = { TILE, TILE };

/* Any n: one float at a time, through a tile that is wider by one. */
static __device__ void move_floats(float *to, const float *from, size_t n,
                                   float (*tile)[TILE + 1])
{
    unsigned threads = blockDim.x * blockDim.y;
    unsigned first = threadIdx.y * blockDim.x + threadIdx.x;
    size_t left = (size_t)blockIdx.x * TILE, top = (size_t)blockIdx.y * TILE;

    for (unsigned i = first; i < TILE * TILE; i += threads) {
        unsigned x = i % TILE, y = i / TILE;
        if (left + x < n && top + y < n)
            tile[y][x] = from[(top + y) * n + left + x];
    }
    __syncthreads();
    for (unsigned i = first; i < TILE * TILE; i += threads) {
        unsigned x = i % TILE, y = i / TILE;
        if (top + x < n && left + y < n)
            to[(left + y) * n + top + x] = tile[x][y];
    }
}

/* n is a multiple of 4. */
static __device__ void move_words(float *to, const float *from, size_t n,
                                  float4 (*tile)[TILE / 4])
{
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    size_t x = (size_t)blockIdx.x * TILE + 4 * tx;
    size_t y = (size_t)blockIdx.y * TILE + 4 * ty;

    if (x < n && y < n) {
        const float *at = from + y * n + x;
        float4 a = *reinterpret_cast<const float4 *>(at);
        float4 b = *reinterpret_cast<const float4 *>(at + n);
        float4 c = *reinterpret_cast<const float4 *>(at + 2 * n);
        float4 d = *reinterpret_cast<const float4 *>(at + 3 * n);

        /* Eight lanes store at once; ^ tx moves each to other banks. */
        tile[4 * tx + 0][ty ^ tx] = make_float4(a.x, b.x, c.x, d.x);
        tile[4 * tx + 1][ty ^ tx] = make_float4(a.y, b.y, c.y, d.y);
        tile[4 * tx + 2][ty ^ tx] = make_float4(a.z, b.z, c.z, d.z);
        tile[4 * tx + 3][ty ^ tx] = make_float4(a.w, b.w, c.w, d.w);
    }
    __syncthreads();
    x = (size_t)blockIdx.y * TILE + 4 * tx;
    y = (size_t)blockIdx.x * TILE + ty;
    for (unsigned k = 0; k < TILE; k += ROWS)
        if (x < n && y + k < n)
            *reinterpret_cast<float4 *>(to + (y + k) * n + x) =
                tile[ty + k][tx ^ (ty + k) / 4];
}

extern "C" __global__ void transpose(float *to, const float *from, size_t n)
{
    __shared__ union {
        float4 words[TILE][TILE / 4];
        float floats[TILE][TILE + 1];
    } tile;

    if (n % 4)
        move_floats(to, from, n, tile.floats);
    else
        move_words(to, from, n, tile.words);
}
