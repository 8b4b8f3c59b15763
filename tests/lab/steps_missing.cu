/* overlap: wrong: plans whole chunks only. */
enum { COPY_IN = 1, RUN, COPY_OUT, CHUNK = 1 << 18 };

struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    for (size_t first = 0; first + CHUNK <= n; first += CHUNK)
        for (int what = COPY_IN; what <= COPY_OUT; what++)
            *steps++ = { what, 0, 0, first, CHUNK };
    if (n < CHUNK)
        for (int what = COPY_IN; what <= COPY_OUT; what++)
            *steps++ = { what, 0, 0, 0, n };
}
