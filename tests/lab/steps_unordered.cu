/* overlap: race: a stream for each stage, and none waits for another. */
enum { COPY_IN = 1, RUN, COPY_OUT, CHUNK = 1 << 18 };

struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    for (size_t first = 0; first < n; first += CHUNK)
        for (int what = COPY_IN; what <= COPY_OUT; what++)
            *steps++ = { what, what, what, first, min(n - first, (size_t)CHUNK) };
}
