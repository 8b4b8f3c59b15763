/* overlap: out_of_bounds: a step ends before it begins. */
enum { COPY_IN = 1, RUN, COPY_OUT, CHUNK = 1 << 18 };

struct step {
    int what, stream, after;
    size_t first, count;
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    for (int what = COPY_IN; what <= COPY_OUT; what++)
        *steps++ = { what, 0, 0, 0, n };
    *steps = { COPY_OUT, 0, 0, n + 1, (size_t)-1 };
}
