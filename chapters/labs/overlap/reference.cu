/* The reference of the lab `overlap`: chunks, and a stream for each of the
 * three stages. The first and last chunks are small, because no other chunk
 * overlaps with their copies. */
enum { COPY_IN = 1, RUN, COPY_OUT };
enum { IN, HERE, OUT }; /* streams */
enum { CHUNK = 1 << 20, LEAST_CHUNK = 1 << 16 };

struct step {
    int what, stream, after;
    size_t first, count;
};

/* As much as all before it, and half of what is left. */
static __device__ size_t next_chunk(size_t n, size_t done)
{
    size_t left = n - done, size = min(done, left / 2);

    size = size / LEAST_CHUNK * LEAST_CHUNK;
    size = min(max(size, (size_t)LEAST_CHUNK), (size_t)CHUNK);
    return min(size, left);
}

extern "C" __global__ void plan(step *steps, size_t n)
{
    for (size_t first = 0, count; first < n; first += count) {
        count = next_chunk(n, first);
        *steps++ = { COPY_IN, IN, IN, first, count };
        *steps++ = { RUN, HERE, IN, first, count };
        *steps++ = { COPY_OUT, OUT, HERE, first, count };
    }
}
