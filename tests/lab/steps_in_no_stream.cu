/* overlap: out_of_bounds: has a stream for each of many chunks. */
enum { COPY_IN = 1, RUN, COPY_OUT, CHUNK = 1 << 18 };

struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    size_t chunk = (n + 99) / 100;

    for (size_t k = 0; k * chunk < n; k++)
        for (int what = COPY_IN; what <= COPY_OUT; what++)
            *steps++ = { what, (int)k, (int)k, k * chunk, min(n - k * chunk, chunk) };
}
