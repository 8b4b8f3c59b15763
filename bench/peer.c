/* peer.c - copies from one GPU to another by method, direction and size of
 * array, for every pair of the GPUs of this machine, whatever --device is.
 *
 * Data go from the GPU `from` to the GPU `to`. copy is the copy engine of
 * `from`, write a kernel on `from`, read a kernel on `to`. In `both` the same
 * goes the other way as well, with the GPUs' roles exchanged: `bytes` counts
 * both. Its second half runs in a stream of the other GPU that is forked from
 * the harness's and joins it; that takes microseconds, so a small `both` shows
 * these. `link` is what lies between the two; see topology.h.
 *
 * Each launch moves on to other windows of pools as large as the largest array,
 * and samples start with a cold L2 of the GPU that works. What `read` reads
 * lies in the other, whose L2 may hold the windows of a batch of small arrays.
 * Where two GPUs have no access to each other's memory there are no kernels:
 * the driver copies through the host.
 *
 * Predicted for two H200 with 18 NVLinks of the fourth generation, 26.6 GB/s
 * each way and link: 478 GB/s signalled. A packet of NVLink carries 16 to 256
 * bytes with 16 to 32 bytes around them: 425 GB/s for copies of 256 bytes, 390
 * for a kernel that writes 128 at a time, 370 for one that reads, whose
 * requests go the other way, where nothing is. Both at once twice as much less
 * 3 %, and for reads less 10 %, since requests meet data. All pairs are alike,
 * since all links go to switches. A copy starts in 2 us: half of the rate at
 * 1 MB.
 * Found: copy 395 GB/s, write 370, read 375; both at once 781, 728 and 672: 1,
 * 2 and 10 % less than twice. From two blocks of 256 threads an SM up, neither
 * the number of blocks nor the loads of a thread changes that by more than 1 %.
 */
#include "harness/gpu.h"
#include "../kernels/peer.h"
#include "harness/topology.h"

#include <stdlib.h>

enum variant { COPY, READ, WRITE, VARIANTS };

static const struct bench_variant variants[VARIANTS + 1] = {
    [COPY] = { "copy", "cudaMemcpyAsync, by the copy engine of the source" },
    [READ] = { "read", "a kernel where the data go loads them" },
    [WRITE] = { "write", "a kernel where the data are stores them" },
};

enum {
    GUARD = GPU_ALIGNMENT, /* poisoned bytes behind an array */
    BLOCKS_PER_SM = 4,
    STEP = 4, QUICK_STEP = 512, /* from one size to the next */
};

/* A GPU with a pool to copy to, one to copy from, and a stream and an event for
 * the other direction of `both`. */
struct end {
    int *to, *from;
    int sms;
    cudaStream_t side;
    cudaEvent_t forked, joined;
};

struct peer {
    enum variant variant;
    bool both;
    int max_blocks;   /* of the kernel; 0: as many as are good */
    int from, to;     /* GPUs */
    struct end *ends; /* of all GPUs */
    size_t pool_bytes;
    size_t n; /* ints */
    size_t window, windows; /* bytes from one to the next, and how many */
};

/* Who works: the kernel that reads runs where the data go. */
static int worker(const struct peer *p)
{
    return p->variant == READ ? p->to : p->from;
}

/* Queues a copy from window i of a GPU's pool to that of another; the current
 * GPU is the one that works. */
static cudaError_t copy_between(const struct peer *p, int from, int to,
                                size_t i, cudaStream_t stream)
{
    size_t skip = i % p->windows * p->window / sizeof(int);
    int *target = p->ends[to].to + skip;
    const int *source = p->ends[from].from + skip;
    int blocks = p->ends[p->variant == READ ? to : from].sms * BLOCKS_PER_SM;

    if (p->variant == COPY)
        return cudaMemcpyAsync(target, source, p->n * sizeof(int),
                               cudaMemcpyDefault, stream);
    if (p->max_blocks)
        blocks = p->max_blocks;
    return launch_peer_copy(target, source, p->n, blocks, stream);
}

static cudaError_t peer_launch(void *work, size_t i, cudaStream_t stream)
{
    const struct peer *p = work;
    int here = worker(p), there = p->from + p->to - here;
    const struct end *mine = &p->ends[here], *other = &p->ends[there];

    if (!p->both)
        return copy_between(p, p->from, p->to, i, stream);
    CUDA(cudaEventRecord(mine->forked, stream));
    CUDA(cudaSetDevice(there));
    CUDA(cudaStreamWaitEvent(other->side, mine->forked, 0));
    CUDA(copy_between(p, p->to, p->from, i, other->side));
    CUDA(cudaEventRecord(other->joined, other->side));
    CUDA(cudaSetDevice(here));
    CUDA(copy_between(p, p->from, p->to, i, stream));
    CUDA(cudaStreamWaitEvent(stream, other->joined, 0));
    return cudaSuccess;
}

/* ---- Checks ---------------------------------------------------------- */

/* Copies n ints into the first windows, with these and their guards poisoned,
 * and looks at every byte. The pool of GPU g is random with the seed g. */
static void check(const struct peer *p, size_t n, cudaStream_t stream)
{
    struct peer once = *p;
    size_t bytes = n * sizeof(int), wrong = 0;
    int ways = p->both ? 2 : 1;

    once.n = n;
    once.windows = 1;
    for (int back = 0; back < ways; back++) {
        int target = back ? p->from : p->to;

        gpu_use(target);
        CUDA(cudaMemset(p->ends[target].to, GPU_POISON, bytes + GUARD));
        CUDA(cudaDeviceSynchronize());
    }
    gpu_use(worker(p));
    CUDA(peer_launch(&once, 0, stream));
    CUDA(cudaStreamSynchronize(stream));
    for (int back = 0; back < ways; back++) {
        int source = back ? p->to : p->from, target = back ? p->from : p->to;
        const int *got = p->ends[target].to;

        gpu_use(target);
        wrong += gpu_count_wrong((const uint32_t *)got, n,
                                 bench_options.seed + (uint64_t)source)
               + gpu_count_unpoisoned(got + n, GUARD);
    }
    gpu_use(worker(p));
    if (wrong)
        die("variant %s copies %zu ints from GPU %d to GPU %d wrongly: "
            "%zu differ", variants[p->variant].name, n, p->from, p->to, wrong);
}

static void check_awkward_sizes(const struct peer *p, cudaStream_t stream)
{
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    struct peer few = *p;

    few.max_blocks = 3; /* few blocks make many trips */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check(p, sizes[i], stream);
        check(&few, sizes[i], stream);
    }
}

/* ---- Measuring ------------------------------------------------------- */

static void measure(struct peer *p, const char *link, size_t bytes,
                    const struct gpu *gpu)
{
    const char *direction = p->both ? "both" : "one_way";
    char size[32];

    bench_progress("%s %s, GPU %d to %d, %s", variants[p->variant].name,
                   direction, p->from, p->to, bench_size_text(bytes, size));
    p->n = bytes / sizeof(int);
    p->window = gpu_aligned(bytes);
    p->windows = p->pool_bytes / p->window;
    check(p, p->n, gpu->stream);
    struct gpu_time time = gpu_time_cold(peer_launch, p);
    struct bench_row row = gpu_row(p->both ? 2 * bytes : bytes, time);
    bench_row(&row, "%s,%s,%d,%d,%s,%zu", variants[p->variant].name, direction,
              p->from, p->to, link, bytes);
}

static void open_end(struct end *end, int device, size_t pool_bytes)
{
    const struct gpu *gpu = gpu_use(device);

    end->sms = gpu->sms;
    end->to = gpu_alloc(pool_bytes + GUARD);
    end->from = gpu_alloc(pool_bytes + GUARD);
    gpu_fill_random((uint32_t *)end->from, pool_bytes / sizeof(int),
                    bench_options.seed + (uint64_t)device);
    CUDA(cudaStreamCreateWithFlags(&end->side, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&end->forked, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&end->joined, cudaEventDisableTiming));
}

int main(int argc, char **argv)
{
    static const struct bench_program program = {
        .name = "peer",
        .summary = "Copies an array of ints from one GPU to another.",
        .variants = variants,
        .min_bytes = (size_t)4 << 10,
        .max_bytes = (size_t)1 << 30,
        .quick_max_bytes = (size_t)64 << 20,
        .element_bytes = sizeof(int),
    };
    static struct end ends[GPU_MOST];
    static bool access[GPU_MOST][GPU_MOST];
    size_t checked = BENCH_AWKWARD_MOST * sizeof(int);

    bench_start(&program, argc, argv);
    gpu_open();
    int gpus = gpu_count();
    if (gpus < 2)
        bench_exit(BENCH_CANNOT_RUN, "there is one GPU here: it has no peers");
    bench_note("gpus", "%d", gpus);
    double nvlink = topology_nvlink_gbs(bench_options.device);
    if (nvlink > 0)
        bench_note("nvlink_gbs", "%g", nvlink);
    for (int g = 0; g < gpus; g++) {
        gpu_use(g);
        gpu_fit(2);
    }

    struct peer p = { .ends = ends };
    size_t most = bench_options.max_bytes, least = bench_options.min_bytes;
    size_t step = bench_options.quick ? QUICK_STEP : STEP;
    int points = 0;
    p.pool_bytes = gpu_aligned(most > checked ? most : checked);
    for (int g = 0; g < gpus; g++)
        open_end(&ends[g], g, p.pool_bytes);
    for (int a = 0; a < gpus; a++)
        for (int b = a + 1; b < gpus; b++) {
            access[a][b] = access[b][a] = topology_open_access(a, b)
                && topology_open_access(b, a);
            if (!access[a][b])
                bench_note("left_out", "read and write between GPU %d and %d: "
                           "no access to each other's memory", a, b);
            for (int v = 0; v < VARIANTS; v++)
                for (size_t bytes = least; bytes <= most; bytes *= step)
                    points += bench_wanted(variants[v].name)
                        && (v == COPY || access[a][b]) ? 3 : 0;
        }
    bench_columns(BENCH_RATE, "variant,direction,from,to,link,array_bytes",
                  "sm_mhz", points);

    for (int v = 0; v < VARIANTS; v++) {
        if (!bench_wanted(variants[v].name))
            continue;
        for (int both = 0; both < 2; both++)
            for (p.from = 0; p.from < gpus; p.from++)
                for (p.to = both ? p.from + 1 : 0; p.to < gpus; p.to++) {
                    char link[16];

                    if (p.from == p.to
                        || (v != COPY && !access[p.from][p.to]))
                        continue;
                    p.variant = (enum variant)v;
                    p.both = both;
                    p.window = GPU_ALIGNMENT;
                    p.windows = 1;
                    topology_link(p.from, p.to, link);
                    const struct gpu *gpu = gpu_use(worker(&p));
                    check_awkward_sizes(&p, gpu->stream);
                    for (size_t bytes = least; bytes <= most; bytes *= step)
                        measure(&p, link, bytes, gpu);
                }
    }
    return bench_finish();
}
