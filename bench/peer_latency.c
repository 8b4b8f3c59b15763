/* peer_latency.c - what it takes to reach another GPU's memory, for every pair
 * of the GPUs of this machine, whatever --device is.
 *
 * load: one thread of the GPU `gpu` follows a chain in random order through
 * lines of the memory of the GPU `owner`; where the two are the same, link is
 * self. A set of a quarter of the owner's L2 or less has been walked once
 * before and is there; what is larger comes from its DRAM. flag: `gpu` writes a
 * number into the memory of `owner`, whose answer it awaits; a row is half of
 * that round.
 *
 * Predicted for H200s joined by NVLink and switches: own memory as in
 * latency.c, 142 ns from the L2 and 340 from DRAM. Through the switch there and
 * back 500 ns more: 650 and 850. The L1 is passed by and the L2 of `gpu` keeps
 * no line of another's memory, so a small set is no faster. flag 600 ns: one
 * way is 250, the store has to leave, and the receiver finds it half a look of
 * 142 ns later, plus the look itself.
 * Found: 852 ns from the other's L2 and 1,000 from its DRAM, so 200 more than
 * predicted for the way, 710; on another node 800 one way round and 853 the
 * other. DRAM adds less, 147, than it does at home, 192. No set is faster for
 * being small: nothing is kept. flag 708 to 782 ns.
 */
#include "harness/gpu.h"
#include "../kernels/peer_latency.h"
#include "harness/chain.h"
#include "harness/topology.h"

#include <string.h>

enum variant { LOAD, FLAG, VARIANTS };

static const struct bench_variant variants[VARIANTS + 1] = {
    [LOAD] = { "load", "a chain of addresses in the owner's memory" },
    [FLAG] = { "flag", "a number sent to the owner and back, half of it" },
};

enum { GUARD = GPU_ALIGNMENT, STEP = 16 };

struct end {
    char *lines;            /* a chain, the most that is measured */
    char *other;            /* as large: fills the L2 with something else */
    void **position;        /* of a walker that is this GPU; a guard behind */
    struct peer_flag *flag; /* a guard behind */
    size_t l2_bytes;
    cudaStream_t side;
    cudaEvent_t forked, joined;
};

struct pair {
    const struct end *gpu, *owner;
    int device, other; /* their numbers */
    size_t steps;      /* or rounds, of a launch */
    size_t walked;     /* steps or rounds so far */
};

static cudaError_t load_launch(void *work, size_t i, cudaStream_t stream)
{
    struct pair *p = work;

    (void)i;
    p->walked += p->steps;
    return launch_peer_latency_load(p->gpu->position, p->steps, stream);
}

/* Both GPUs at once: the other's part is in a stream of its own, which forks
 * from the harness's and joins it. */
static cudaError_t flag_launch(void *work, size_t i, cudaStream_t stream)
{
    struct pair *p = work;
    unsigned rounds = (unsigned)p->steps;

    (void)i;
    p->walked += p->steps;
    CUDA(cudaEventRecord(p->gpu->forked, stream));
    CUDA(cudaSetDevice(p->other));
    CUDA(cudaStreamWaitEvent(p->owner->side, p->gpu->forked, 0));
    CUDA(launch_peer_latency_flag(p->owner->flag, p->gpu->flag, rounds, 0,
                                  p->owner->side));
    CUDA(cudaEventRecord(p->owner->joined, p->owner->side));
    CUDA(cudaSetDevice(p->device));
    CUDA(launch_peer_latency_flag(p->gpu->flag, p->owner->flag, rounds, 1,
                                  stream));
    CUDA(cudaStreamWaitEvent(stream, p->owner->joined, 0));
    return cudaSuccess;
}

/* ---- Checks ---------------------------------------------------------- */

//> reference
static size_t peer_latency_reference(const uint32_t *next, size_t steps)
{
    size_t at = 0;

    for (size_t i = 0; i < steps; i++)
        at = next[at];
    return at;
}
//< reference

static void begin_walk(struct pair *p, cudaStream_t stream)
{
    void *start = p->owner->lines;

    CUDA(cudaMemsetAsync(p->gpu->position, GPU_POISON, sizeof start + GUARD,
                         stream));
    CUDA(cudaMemcpyAsync(p->gpu->position, &start, sizeof start,
                         cudaMemcpyHostToDevice, stream));
    CUDA(cudaStreamSynchronize(stream));
    p->walked = 0;
}

/* Is the walker where the reference is? The chain of n lines comes back to line
 * 0 after n steps. */
static void check_walk(const struct pair *p, const uint32_t *next, size_t n,
                       cudaStream_t stream)
{
    unsigned char got[sizeof(void *) + GUARD], expected[sizeof got];
    void *end = p->owner->lines
        + peer_latency_reference(next, p->walked % n) * PEER_LINE;

    memset(expected, GPU_POISON, sizeof expected);
    memcpy(expected, &end, sizeof end);
    CUDA(cudaMemcpyAsync(got, p->gpu->position, sizeof got,
                         cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
    if (memcmp(got, expected, sizeof got) != 0)
        die("variant load, GPU %d: walks %zu steps through %zu lines of GPU %d "
            "wrongly", p->device, p->walked, n, p->other);
}

/* Both have received the last number, sent as many, and were in time. */
static void check_flags(const struct pair *p, cudaStream_t stream)
{
    struct peer_flag expected = { (unsigned)p->walked, (unsigned)p->walked, 0 };

    for (int i = 0; i < 2; i++) {
        const struct end *end = i ? p->owner : p->gpu;
        unsigned char got[sizeof expected + GUARD], whole[sizeof got];

        memset(whole, GPU_POISON, sizeof whole);
        memcpy(whole, &expected, sizeof expected);
        CUDA(cudaMemcpyAsync(got, end->flag, sizeof got, cudaMemcpyDefault,
                             stream));
        CUDA(cudaStreamSynchronize(stream));
        if (memcmp(got, whole, sizeof got) != 0)
            die("variant flag, GPU %d and GPU %d: exchange %zu numbers wrongly",
                p->device, p->other, p->walked);
    }
}

/* ---- Measuring ------------------------------------------------------- */

/* The chain is made in the owner's memory by the owner, and is not in its L2
 * then. */
static void link_chain(const struct pair *p, const uint32_t *next, size_t n,
                       size_t most)
{
    cudaStream_t stream = gpu_use(p->other)->stream;
    uint32_t *next_gpu = gpu_alloc(n * sizeof *next);

    CUDA(cudaMemcpyAsync(next_gpu, next, n * sizeof *next,
                         cudaMemcpyHostToDevice, stream));
    gpu_link_slots(p->owner->lines, PEER_LINE, next_gpu, n);
    CUDA(cudaMemsetAsync(p->owner->other, GPU_POISON, most, stream));
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaFree(next_gpu));
}

static void measure_load(struct pair *p, const uint32_t *next, size_t bytes,
                         const struct gpu *gpu)
{
    static const size_t awkward_steps[] = { 0, 1, 2, 15, 16, 17, 33 };
    size_t n = bytes / PEER_LINE;
    char link[16] = "self", size[32];

    bench_progress("load, GPU %d from %d, %s", p->device, p->other,
                   bench_size_text(bytes, size));
    begin_walk(p, gpu->stream);
    for (size_t i = 0; i < sizeof awkward_steps / sizeof *awkward_steps; i++) {
        p->steps = awkward_steps[i];
        CUDA(load_launch(p, 0, gpu->stream));
        check_walk(p, next, n, gpu->stream);
    }
    if (bytes <= p->owner->l2_bytes / 4) {
        p->steps = n;
        CUDA(load_launch(p, 0, gpu->stream));
    }
    p->steps = 256;
    while (!gpu_runs_long(load_launch, p))
        p->steps *= 2;
    check_walk(p, next, n, gpu->stream);

    struct gpu_time time = gpu_time_single(load_launch, p, false);
    check_walk(p, next, n, gpu->stream);
    struct bench_row row = gpu_latency_row(p->steps, time);
    if (p->device != p->other)
        topology_link(p->device, p->other, link);
    bench_row(&row, "load,%d,%d,%s,%zu", p->device, p->other, link, bytes);
}

static void measure_flag(struct pair *p, const struct gpu *gpu)
{
    const struct end *ends[] = { p->gpu, p->owner };
    char link[16];

    bench_progress("flag, GPU %d and %d", p->device, p->other);
    for (int i = 0; i < 2; i++) {
        CUDA(cudaMemset(ends[i]->flag, GPU_POISON,
                        sizeof *ends[i]->flag + GUARD));
        CUDA(cudaMemset(ends[i]->flag, 0, sizeof *ends[i]->flag));
    }
    CUDA(cudaDeviceSynchronize());
    p->walked = 0;
    for (p->steps = 0; p->steps < 4; p->steps++) {
        CUDA(flag_launch(p, 0, gpu->stream));
        CUDA(cudaStreamSynchronize(gpu->stream));
        check_flags(p, gpu->stream);
    }
    p->steps = 64;
    while (!gpu_runs_long(flag_launch, p))
        p->steps *= 2;
    check_flags(p, gpu->stream);

    struct gpu_time time = gpu_time_single(flag_launch, p, false);
    check_flags(p, gpu->stream);
    struct bench_row row = gpu_latency_row(2 * p->steps, time);
    bench_row(&row, "flag,%d,%d,%s,%zu", p->device, p->other,
              topology_link(p->device, p->other, link), sizeof(unsigned));
}

static void open_end(struct end *end, int device, size_t most)
{
    end->l2_bytes = gpu_use(device)->l2_bytes;
    end->lines = gpu_alloc(most);
    end->other = gpu_alloc(most);
    end->position = gpu_alloc(sizeof *end->position + GUARD);
    end->flag = gpu_alloc(sizeof *end->flag + GUARD);
    CUDA(cudaStreamCreateWithFlags(&end->side, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&end->forked, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&end->joined, cudaEventDisableTiming));
}

/* All pairs of which GPU a may use the memory of GPU b; a and b may be one. */
static void open_access(bool access[GPU_MOST][GPU_MOST], int gpus)
{
    for (int a = 0; a < gpus; a++)
        for (int b = 0; b < gpus; b++) {
            access[a][b] = a == b || topology_open_access(a, b);
            if (!access[a][b])
                bench_note("left_out", "GPU %d has no access to the memory of "
                           "GPU %d", a, b);
        }
}

int main(int argc, char **argv)
{
    static const struct bench_program program = {
        .name = "peer_latency",
        .summary = "Reaches the memory of another GPU, one access at a time.",
        .variants = variants,
        .min_bytes = (size_t)64 << 10,
        .max_bytes = (size_t)256 << 20,
        .element_bytes = PEER_LINE,
    };
    static struct end ends[GPU_MOST];
    static bool access[GPU_MOST][GPU_MOST];

    bench_start(&program, argc, argv);
    gpu_open();
    int gpus = gpu_count(), points = 0;
    if (gpus < 2)
        bench_exit(BENCH_CANNOT_RUN, "there is one GPU here: it has no peers");
    bench_note("gpus", "%d", gpus);
    for (int g = 0; g < gpus; g++) {
        gpu_use(g);
        gpu_fit(2);
    }
    size_t most = bench_options.max_bytes, least = bench_options.min_bytes;
    for (int g = 0; g < gpus; g++)
        open_end(&ends[g], g, most);
    open_access(access, gpus);

    /* The first of two kernels that await each other would block its launch. */
    bool has_flags = bench_wanted("flag") && !gpu_launches_block();
    uint32_t *next = bench_alloc(most / PEER_LINE * sizeof *next);
    for (int a = 0; a < gpus; a++)
        for (int b = 0; b < gpus; b++) {
            for (size_t bytes = least; bytes <= most; bytes *= STEP)
                points += bench_wanted("load") && access[a][b];
            points += has_flags && a < b && access[a][b] && access[b][a];
        }
    bench_columns(BENCH_LATENCY, "variant,gpu,owner,link,working_set_bytes",
                  "sm_mhz", points);

    for (size_t bytes = least; bench_wanted("load") && bytes <= most;
         bytes *= STEP) {
        make_chain(next, bytes / PEER_LINE, bench_options.seed);
        for (int a = 0; a < gpus; a++)
            for (int b = 0; b < gpus; b++) {
                struct pair p = { &ends[a], &ends[b], a, b, 0, 0 };

                if (!access[a][b])
                    continue;
                link_chain(&p, next, bytes / PEER_LINE, most);
                measure_load(&p, next, bytes, gpu_use(a));
            }
    }
    for (int a = 0; has_flags && a < gpus; a++)
        for (int b = a + 1; b < gpus; b++) {
            struct pair p = { &ends[a], &ends[b], a, b, 0, 0 };

            if (!access[a][b] || !access[b][a])
                continue;
            measure_flag(&p, gpu_use(a));
        }
    return bench_finish();
}
