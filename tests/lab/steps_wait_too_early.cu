/* overlap: race: each stage waits for the one before, whose own chunk is queued later. */
enum { COPY_IN = 1, RUN, COPY_OUT, CHUNK = 1 << 18 };

struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    for (size_t first = 0; first < n; first += CHUNK)
        for (int what = COPY_OUT; what >= COPY_IN; what--)
            *steps++ = { what, what, what - 1, first, min(n - first, (size_t)CHUNK) };
}
