/* overlap: out_of_bounds: plans each int by itself. */
enum { COPY_IN = 1, RUN, COPY_OUT, CHUNK = 1 << 18 };

struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    for (size_t first = 0; first < n; first++)
        for (int what = COPY_IN; what <= COPY_OUT; what++)
            *steps++ = { what, 0, 0, first, 1 };
}
