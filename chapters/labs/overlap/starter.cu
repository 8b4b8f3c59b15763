/* A lab of Bytes in Flight: plan how an array of n ints crosses to the GPU, is
 * worked on there, and returns. Each int is copied in, run on and copied out
 * once, in this order. The list begins with 4,096 steps of zeros, and ends with
 * the first step that is left as it is.
 *
 * Here each step waits until the whole array has gone through the one before
 * it. It is correct, and slow. */

//> starter
enum { COPY_IN = 1, RUN, COPY_OUT };

struct step {
    int what;
    int stream;   /* 0 to 15 */
    int after;    /* a stream, whose steps up to here are waited for */
    size_t first; /* the first int that it is about */
    size_t count; /* how many ints */
};

extern "C" __global__ void plan(step *steps, size_t n)
{
    steps[0] = { COPY_IN, 0, 0, 0, n };
    steps[1] = { RUN, 0, 0, 0, n };
    steps[2] = { COPY_OUT, 0, 0, 0, n };
}
//< starter
