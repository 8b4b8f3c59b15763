/* overlap.c - copying to the GPU, computing there, and copying back: one after the other or at
 * once, by how much there is to compute.
 *
 * The experiment is that of Wilt, "The CUDA Handbook", 6.6: every int of host memory gets an
 * increment added `cycles` times, and goes back to other host memory. `bytes` counts what crosses
 * the bus, half of it in each direction. Samples start with a cold L2, so that no kernel can find
 * host memory there.
 *
 * Predicted for an H200, 128 MiB in each direction, while there is little to compute: sequential
 * takes 134.2 MB / 55.5 GB/s twice, 4.9 ms. Both directions at once take 134.2 MB / 50.7 GB/s =
 * 2.65 ms, to which streams and stages add the copies of their first and last chunks. mapped takes
 * 3.2 ms, because requests to read share the bus with what is written (see transfer.c). The copy
 * engine asks for more at once, so mixed_in and mixed_out take 2.8 ms. Computing takes 2.0 us per
 * cycle: it is hidden up to 1,300 cycles.
 * Found: stages 2.94 to 2.96 ms, streams 2.96 to 2.99, mapped 3.20 to 3.25, because copies of 4 MiB
 * in both directions reach 94 GB/s and not 101. The mixed variants take 4.4 to 4.6 ms. With at most
 * 8, 16 or 32 blocks per launch, mixed_in takes 3.1 to 3.3 ms, so the copy engine's requests are
 * held up by what many threads write at once, in the same direction. With 2,048 cycles so few
 * blocks compute too slowly: 18.8 ms by 8, and 4.3 by all. In some processes mixed_in swings by
 * 1.2 % to either side, twice a second. That is longer than it takes to sample a point, so all
 * points are sampled in turn.
 */
#include "harness/gpu.h"
#include "../kernels/overlap.h"
#include "harness/pinned.h"
#include "harness/random.h"

#include <string.h>

enum {
    CHUNK = 1 << 20,       /* unsigned ints: 4 MiB */
    LEAST_CHUNK = 1 << 16, /* the first of chunks that grow: 256 KiB */
    MAX_STREAMS = 4,
    UNROLL = 4,        /* ints that a thread of the kernel has in flight */
    CHECK_CYCLES = 17, /* not a multiple of the cycles that the kernel unrolls */
};

static const int cycle_counts[] = { 0, 16, 48, 64, 128, 256, 512, 1024, 2048, 4096 };
static const int quick_cycle_counts[] = { 0, 48, 2048 };

/* Where a variant does not copy, its kernel crosses the bus. With streams it works chunk by chunk.
 * If it is tapered, the first and last chunks are small, because no other chunk overlaps with their
 * copies. */
static const struct variant {
    struct bench_variant is;
    bool copies_in, copies_out, tapered;
    int streams; /* forked from the harness's; 0 to use that one alone */
    bool staged; /* a stream for each of the 3 stages, and otherwise for each chunk in turn */
} variants[] = {
    { { "sequential", "copy in, compute, copy out" }, true, true, false, 0, false },
    { { "streams", "the same in chunks, over four streams" }, true, true, false, 4, false },
    { { "stages", "the same in chunks, a stream for each stage" }, true, true, true, 3, true },
    { { "mapped", "the kernel reads and writes host memory" }, false, false, false, 0, false },
    { { "mixed_in", "copies in; the kernel writes host memory" }, true, false, true, 4, false },
    { { "mixed_out", "the kernel reads host memory; copies out" }, false, true, true, 4, false },
    { { NULL, NULL }, false, false, false, 0, false },
};

struct overlap {
    struct bench_point point; /* its elements are unsigned ints */
    const struct variant *variant;
    int cycles, unroll;
    bool is_checked_whole;
};

static unsigned *host_out, *host_in, *device, increment; /* pinned; `device` lies between them */
static cudaStream_t streams[MAX_STREAMS];

/* Returns the size of the chunk that follows the first `done` of n. */
static size_t next_chunk(const struct variant *v, size_t n, size_t done)
{
    size_t left = n - done, size = v->streams ? CHUNK : left;

    if (v->tapered) { /* as much as all before it, and half of what is left */
        size = done < left / 2 ? done : left / 2;
        size = size / LEAST_CHUNK * LEAST_CHUNK;
        if (size < LEAST_CHUNK)
            size = LEAST_CHUNK;
        if (size > CHUNK)
            size = CHUNK;
    }
    return size < left ? size : left;
}

static void copy_in(const struct overlap *o, size_t first, size_t n, cudaStream_t stream)
{
    if (o->variant->copies_in)
        CUDA(cudaMemcpyAsync(device + first, host_in + first, n * sizeof *device,
                             cudaMemcpyHostToDevice, stream));
}

static void compute(const struct overlap *o, size_t first, size_t n, cudaStream_t stream)
{
    const unsigned *in = o->variant->copies_in ? device : host_in;
    unsigned *out = o->variant->copies_out ? device : host_out;

    CUDA(launch_overlap(out + first, in + first, n, increment, o->cycles, o->unroll, stream));
}

static void copy_out(const struct overlap *o, size_t first, size_t n, cudaStream_t stream)
{
    if (o->variant->copies_out)
        CUDA(cudaMemcpyAsync(host_out + first, device + first, n * sizeof *device,
                             cudaMemcpyDeviceToHost, stream));
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct overlap *o = point;
    const struct variant *v = o->variant;
    size_t chunk;

    (void)i;                             /* the same arrays every time */
    for (int s = 0; s < v->streams; s++) /* fork */
        gpu_order(stream, streams[s]);
    for (size_t first = 0, k = 0; first < o->point.n; first += chunk, k++) {
        cudaStream_t in, here, out;

        chunk = next_chunk(v, o->point.n, first);
        //> chunk
        if (v->staged) {
            in = streams[0];
            here = streams[1];
            out = streams[2];
        } else {
            in = here = out = stream;
            if (v->streams)
                in = here = out = streams[k % (size_t)v->streams];
        }
        copy_in(o, first, chunk, in);
        gpu_order(in, here);
        compute(o, first, chunk, here);
        gpu_order(here, out);
        copy_out(o, first, chunk, out);
        //< chunk
    }
    for (int s = 0; s < v->streams; s++) /* join */
        gpu_order(streams[s], stream);
}

/* Adding the same number several times is one multiplication. */
static unsigned overlap_reference(unsigned in, int cycles)
{
    return in + (unsigned)cycles * increment;
}

/* Runs the variant, and looks at every unsigned int on the host. */
static size_t check_ints(struct overlap *o)
{
    size_t n = o->point.n, whole = n * sizeof *host_out + GPU_GUARD, wrong = 0;

    memset(host_out, GPU_POISON, whole);
    gpu_poison(device, whole);
    launch(o, 0, gpu->stream);
    CUDA(cudaStreamSynchronize(gpu->stream));
    for (size_t i = 0; i < n; i++)
        wrong += host_out[i] != overlap_reference(host_in[i], o->cycles);
    for (size_t i = n * sizeof *host_out; i < whole; i++)
        wrong += ((const unsigned char *)host_out)[i] != GPU_POISON;
    return wrong;
}

static size_t check_awkward(void *point)
{
    struct overlap o = *(struct overlap *)point;

    o.cycles = CHECK_CYCLES;
    return check_ints(&o);
}

/* The host takes longer to look at all ints of the size about to be timed than the GPU takes to
 * compute them. So it does that for the fewest and the most cycles only, and otherwise for a
 * smaller size. */
static size_t check(void *point)
{
    struct overlap o = *(struct overlap *)point;

    if (!o.is_checked_whole)
        o.point.n = BENCH_AWKWARD_MOST;
    return check_ints(&o);
}

static void allocate(void)
{
    pinned_need();
    gpu_fit(1);
    bench_fit(2);
    increment = random_u32(bench_options.seed + 1, 0);
    size_t ints = bench_larger(bench_options.max_bytes / sizeof *device, BENCH_AWKWARD_MOST);
    host_out = pinned_alloc(ints * sizeof *device + GPU_GUARD, cudaHostAllocDefault);
    host_in = pinned_alloc(ints * sizeof *device, cudaHostAllocDefault);
    device = gpu_alloc(ints * sizeof *device + GPU_GUARD);
    gpu_fill_random(host_in, ints, bench_options.seed);
    for (int s = 0; s < MAX_STREAMS; s++)
        CUDA(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
}

/* Adds the points. `mapped` also runs with one int in flight, because its kernel waits for both
 * directions of the bus. The mixed variants lose before there is anything to compute, so they have
 * the fewest and the most cycles only. */
static void points(void)
{
    const int *cycles = bench_options.quick ? quick_cycle_counts : cycle_counts;
    size_t bytes = bench_options.quick ? sizeof quick_cycle_counts : sizeof cycle_counts;
    size_t n = bench_options.max_bytes / sizeof *device, count = bytes / sizeof *cycles;

    for (const struct variant *v = variants; v->is.name; v++) {
        bool copies = v->copies_in || v->copies_out;
        for (int unroll = copies ? UNROLL : 1; unroll <= UNROLL; unroll *= UNROLL)
            for (size_t i = 0; i < count; i++) {
                bool is_end = i == 0 || i == count - 1;
                struct overlap o = {
                    .point = { .variant = v->is.name,
                               .n = n,
                               .bytes = 2 * n * sizeof *device,
                               .turn = 1,
                               .group = unroll,
                               .launch = launch,
                               .cold = true },
                    .variant = v,
                    .cycles = cycles[i],
                    .unroll = unroll,
                    .is_checked_whole = is_end,
                };
                if (is_end || v->copies_in == v->copies_out)
                    bench_add(&o, sizeof o, "%d,%d", o.unroll, o.cycles);
            }
    }
}

static const struct bench_experiment overlap = {
    .summary = "Brings --max-bytes to the GPU, computes, and brings them back.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof(unsigned),
               .max = 128 << 20,
               .quick_max = 16 << 20,
               .element = sizeof(unsigned) },
    .columns = "variant,unroll,cycles",
    .work = { "adds to", "ints" },
    .hooks = { .open = allocate, .points = points, .awkward = check_awkward, .check = check },
};
BENCH_MAIN(overlap, gpu_machine)
