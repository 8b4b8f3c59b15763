/* overlap: wrong: moves its last chunk back so that it is a whole one, too. */
enum { COPY_IN = 1, RUN, COPY_OUT, CHUNK = 1 << 18 };

struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    size_t chunk = min(n, (size_t)CHUNK);

    for (size_t first = 0; first < n; first += CHUNK)
        for (int what = COPY_IN; what <= COPY_OUT; what++)
            *steps++ = { what, 0, 0, min(first, n - chunk), chunk };
}
