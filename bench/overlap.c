/* overlap.c - the way to the GPU, computing there, and the way back: one after
 * the other or at once, by how much there is to compute.
 *
 * The Handbook's experiment (sources.md, P): every int of host memory gets an
 * increment added `cycles` times and goes back to other host memory. The ways:
 *
 *   sequential   copy all in, compute, copy all out
 *   streams      chunk by chunk, chunk k in stream k % 4 from end to end
 *   stages       chunk by chunk, a stream for the way in, one for computing,
 *                one for the way out, and events between; the first and last
 *                chunks are small: no other chunk overlaps with their copies
 *   mapped       no copy: the kernel reads and writes host memory
 *   mixed_in     copies in, chunk by chunk; the kernel writes host memory
 *   mixed_out    the kernel reads host memory; copies out, chunk by chunk
 *
 * `bytes` counts what crosses the bus, half of it each way. Samples start with
 * a cold L2, so that no kernel can find host memory there.
 *
 * Predicted for an H200, 128 MiB each way: while there is little to compute,
 * sequential 134.2 MB / 55.5 GB/s twice and 0.07 ms between, 4.9 ms; both ways
 * at once 134.2 MB / 50.7 GB/s = 2.65 ms, to which streams adds the first
 * chunk's way in and the last one's way out, 2 x 0.08 ms, and stages 2 x 5 us;
 * mapped 2 x 134.2 MB / 85 GB/s = 3.2 ms (see transfer.c: requests to read
 * share the way with what is written), whatever the unroll, since 270,000
 * threads with 4 bytes each in flight are ten times what the bus needs; the
 * copy engine asks for more at once, so mixed_in and mixed_out 2.8 ms.
 * Computing takes 32 Mi / (132 SMs x 64 x 1.98 GHz) = 2.0 us a cycle: hidden up
 * to 1,300 cycles, 8.2 ms at 4,096.
 * Found: stages 2.93 ms, streams 2.97, mapped 3.19. Copies of 4 MiB both ways
 * have 94 GB/s and not 101 (see transfer.c): 2.86 ms. Both mixed are far from
 * their prediction, 4.4 to 4.5 ms. mixed_in gains as its kernels get slower,
 * down to 3.6 at 1,024 cycles: it looks as if what a kernel writes went ahead
 * of the requests that the copy engine sends the same way. In some processes,
 * not in others, mixed_in swings by 1.2 % to either side, twice a second: for
 * longer than it takes to sample a point, so all points are sampled in turn.
 */
#include "harness/gpu.h"
#include "harness/pinned.h"
#include "../kernels/overlap.h"
#include "harness/random.h"

#include <string.h>

enum {
    CHUNK = 1 << 20,       /* unsigned ints: 4 MiB */
    LEAST_CHUNK = 1 << 16, /* of those that grow: 256 KiB */
    MAX_STREAMS = 4,
    MAX_UNROLLS = 3,
    CHECK_CYCLES = 17,     /* no multiple of what the kernel unrolls */
    GUARD = 64,            /* poisoned unsigned ints behind an array */
};

static const int cycle_counts[] = { 0, 16, 48, 64, 128, 256, 512, 1024, 2048,
                                    4096 };
static const int quick_cycle_counts[] = { 0, 48, 2048 };
enum { MAX_POINTS = sizeof cycle_counts / sizeof *cycle_counts };

struct variant {
    struct bench_variant is;
    bool copies_in, copies_out;  /* if not, the kernel crosses the bus */
    int unrolls[MAX_UNROLLS + 1]; /* ends with 0 */
    size_t chunk;                /* unsigned ints, at most */
    bool tapered;                /* chunks grow at first and shrink at last */
    int streams;                 /* forked; 0: all in the harness's */
    bool staged;                 /* a stream for each of the 3 stages */
};

static const struct variant variants[] = {
    { .is = { "sequential", "copy in, compute, copy out" },
      .copies_in = true, .copies_out = true, .unrolls = { 4 },
      .chunk = SIZE_MAX },
    { .is = { "streams", "the same in chunks, over four streams" },
      .copies_in = true, .copies_out = true, .unrolls = { 4 },
      .chunk = CHUNK, .streams = 4 },
    { .is = { "stages", "the same in chunks, a stream for each stage" },
      .copies_in = true, .copies_out = true, .unrolls = { 4 },
      .chunk = CHUNK, .tapered = true, .streams = 3, .staged = true },
    { .is = { "mapped", "the kernel reads and writes host memory" },
      .unrolls = { 1, 2, 4 }, .chunk = SIZE_MAX },
    { .is = { "mixed_in", "copies in; the kernel writes host memory" },
      .copies_in = true, .unrolls = { 4 }, .chunk = CHUNK, .tapered = true,
      .streams = 4 },
    { .is = { "mixed_out", "the kernel reads host memory; copies out" },
      .copies_out = true, .unrolls = { 4 }, .chunk = CHUNK, .tapered = true,
      .streams = 4 },
};

enum { VARIANTS = sizeof variants / sizeof *variants };
_Static_assert(VARIANTS * MAX_UNROLLS * MAX_POINTS <= BENCH_TURNS,
               "too many points to be sampled in turn");

struct overlap {
    const struct variant *variant;
    unsigned *out, *in; /* pinned */
    unsigned *device;   /* between them */
    size_t n;
    unsigned increment;
    int cycles, unroll;
    cudaStream_t streams[MAX_STREAMS];
    cudaEvent_t event;
};

/* The size of the chunk that follows the first `done` of n. */
static size_t next_chunk(const struct variant *v, size_t n, size_t done)
{
    size_t left = n - done, size = v->chunk;

    if (v->tapered) { /* as much as all before it, half of all that is left */
        size = done < left / 2 ? done : left / 2;
        size = size / LEAST_CHUNK * LEAST_CHUNK;
        if (size < LEAST_CHUNK)
            size = LEAST_CHUNK;
        if (size > v->chunk)
            size = v->chunk;
    }
    return size < left ? size : left;
}

static void copy_in(const struct overlap *o, size_t first, size_t n,
                    cudaStream_t stream)
{
    if (o->variant->copies_in)
        CUDA(cudaMemcpyAsync(o->device + first, o->in + first,
                             n * sizeof *o->in, cudaMemcpyHostToDevice,
                             stream));
}

static void compute(const struct overlap *o, size_t first, size_t n,
                    cudaStream_t stream)
{
    const unsigned *in = o->variant->copies_in ? o->device : o->in;
    unsigned *out = o->variant->copies_out ? o->device : o->out;

    CUDA(launch_overlap(out + first, in + first, n, o->increment, o->cycles,
                        o->unroll, stream));
}

static void copy_out(const struct overlap *o, size_t first, size_t n,
                     cudaStream_t stream)
{
    if (o->variant->copies_out)
        CUDA(cudaMemcpyAsync(o->out + first, o->device + first,
                             n * sizeof *o->out, cudaMemcpyDeviceToHost,
                             stream));
}

/* What is put on `after` from here on waits for what is on `before` by now. One
 * event does for all: a wait is for what was recorded when it was queued. */
static void wait_for(const struct overlap *o, cudaStream_t before,
                     cudaStream_t after)
{
    if (before == after)
        return;
    CUDA(cudaEventRecord(o->event, before));
    CUDA(cudaStreamWaitEvent(after, o->event, 0));
}

//> launch
static cudaError_t overlap_launch(void *work, size_t i, cudaStream_t stream)
{
    const struct overlap *o = work;
    const struct variant *v = o->variant;
    size_t chunk;

    (void)i; /* the same arrays every time */
    for (int s = 0; s < v->streams; s++) /* fork */
        wait_for(o, stream, o->streams[s]);
    for (size_t first = 0, k = 0; first < o->n; first += chunk, k++) {
        cudaStream_t in, here, out;

        chunk = next_chunk(v, o->n, first);
        //> chunk
        if (v->staged) {
            in = o->streams[0];
            here = o->streams[1];
            out = o->streams[2];
        } else {
            in = here = out = v->streams ? o->streams[k % (size_t)v->streams]
                                         : stream;
        }
        copy_in(o, first, chunk, in);
        wait_for(o, in, here);
        compute(o, first, chunk, here);
        wait_for(o, here, out);
        copy_out(o, first, chunk, out);
        //< chunk
    }
    for (int s = 0; s < v->streams; s++) /* join */
        wait_for(o, o->streams[s], stream);
    return cudaSuccess;
}
//< launch

/* So many additions of the same number are one multiplication. */
//> reference
static unsigned overlap_reference(unsigned in, unsigned increment, int cycles)
{
    return in + (unsigned)cycles * increment;
}
//< reference

/* Runs the variant on n unsigned ints, and looks at every one on the host. */
static void check(const struct overlap *o, size_t n, int cycles,
                  cudaStream_t stream)
{
    struct overlap checked = *o;
    size_t whole = (n + GUARD) * sizeof *o->out, wrong = 0;

    checked.n = n;
    checked.cycles = cycles;
    memset(o->out, GPU_POISON, whole);
    CUDA(cudaMemsetAsync(o->device, GPU_POISON, whole, stream));
    CUDA(overlap_launch(&checked, 0, stream));
    CUDA(cudaStreamSynchronize(stream));
    for (size_t i = 0; i < n; i++)
        wrong += o->out[i] != overlap_reference(o->in[i], o->increment, cycles);
    for (size_t i = n * sizeof *o->out; i < whole; i++)
        wrong += ((const unsigned char *)o->out)[i] != GPU_POISON;
    if (wrong)
        die("variant %s, unroll %d, adds %d times to %zu ints wrongly: %zu "
            "differ", o->variant->is.name, o->unroll, cycles, n, wrong);
}

/* The checks of one variant and unroll. The host takes longer to look at all
 * ints of the size about to be timed than the GPU to make them, so it does for
 * the fewest and the most cycles alone; for those between at a smaller size. */
static void check_all(const struct overlap *o, const int *cycles, int points,
                      cudaStream_t stream)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check(o, sizes[i], CHECK_CYCLES, stream);
    for (int i = 0; i < points; i++)
        check(o, i == 0 || i == points - 1 ? o->n : BENCH_AWKWARD_MOST,
              cycles[i], stream);
}

static void measure(struct overlap works[], int n)
{
    struct gpu_time times[BENCH_TURNS];

    bench_progress("all in turn");
    gpu_time_cold_in_turn(overlap_launch, works, sizeof *works, n, times);
    for (int i = 0; i < n; i++) {
        const struct overlap *o = &works[i];
        struct bench_row row = gpu_row(2 * o->n * sizeof *o->in, times[i]);
        bench_row(&row, "%s,%d,%d", o->variant->is.name, o->unroll, o->cycles);
    }
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "overlap",
        .summary = "Brings --max-bytes to the GPU, computes, and brings them "
                   "back.",
        .variants = names,
        .min_bytes = sizeof(unsigned),
        .max_bytes = (size_t)128 << 20,
        .quick_max_bytes = (size_t)16 << 20,
        .element_bytes = sizeof(unsigned),
    };
    const int *cycles = cycle_counts;
    int points = MAX_POINTS;
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    pinned_need();
    if (bench_options.quick) {
        cycles = quick_cycle_counts;
        points = sizeof quick_cycle_counts / sizeof *quick_cycle_counts;
    }
    gpu_fit(1);
    bench_fit(2);

    struct overlap o = {
        .n = bench_options.max_bytes / sizeof *o.in,
        .increment = random_u32(bench_options.seed + 1, 0),
    };
    size_t most = o.n > BENCH_AWKWARD_MOST ? o.n : BENCH_AWKWARD_MOST;
    o.out = pinned_alloc((most + GUARD) * sizeof *o.out, cudaHostAllocDefault);
    o.in = pinned_alloc(most * sizeof *o.in, cudaHostAllocDefault);
    o.device = gpu_alloc((most + GUARD) * sizeof *o.device);
    gpu_fill_random(o.in, most, bench_options.seed);
    for (int s = 0; s < MAX_STREAMS; s++)
        CUDA(cudaStreamCreateWithFlags(&o.streams[s], cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&o.event, cudaEventDisableTiming));

    int rows = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (const int *unroll = variants[v].unrolls; *unroll; unroll++)
            rows += bench_wanted(variants[v].is.name) ? points : 0;
    bench_columns(BENCH_RATE, "variant,unroll,cycles", "sm_mhz", rows);

    struct overlap works[BENCH_TURNS];
    int n = 0;
    for (int v = 0; v < VARIANTS; v++) {
        o.variant = &variants[v];
        if (!bench_wanted(o.variant->is.name))
            continue;
        for (const int *unroll = o.variant->unrolls; *unroll; unroll++) {
            o.unroll = *unroll;
            bench_progress("%s, unroll %d", o.variant->is.name, o.unroll);
            check_all(&o, cycles, points, gpu->stream);
            for (int i = 0; i < points; i++) {
                works[n] = o;
                works[n++].cycles = cycles[i];
            }
        }
    }
    measure(works, n);
    return bench_finish();
}
