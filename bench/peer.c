/* peer.c - copies from one GPU to another by method, direction and size of array, for every pair of
 * the GPUs of this machine, whatever --device is.
 *
 * Data go from the GPU `from` to the GPU `to`. The copy engine of `from` makes a copy, a kernel on
 * `from` a write, and a kernel on `to` a read. In `both` the GPUs also do the same with their roles
 * exchanged, and `bytes` counts both directions. The second direction runs in a stream of the other
 * GPU that is forked from the harness's and joined to it, which takes microseconds that show in a
 * small `both`. `link` is what lies between the two GPUs; see topology.h.
 *
 * Each launch moves on to other windows of pools as large as the largest array, and samples start
 * with a cold L2 of the GPU that works. `read` reads from the other GPU, whose L2 may hold the
 * windows of a batch of small arrays. If two GPUs have no access to each other's memory there are
 * no kernels, and the driver copies through the host.
 *
 * Predicted for two H200 with 18 NVLinks of 26.6 GB/s in each direction, 478 GB/s in all: packets
 * leave 425 GB/s for copies, 390 for a kernel that writes, and 370 for one that reads, whose
 * requests go in the other direction. Both at once reach twice as much less 3 %, or less 10 % for
 * reads, whose requests meet data. All pairs are alike, because all links go to switches.
 * Found: copy reaches 395 GB/s, write 370 and read 375; both at once 1, 2 and 10 % less than twice.
 */
#include "harness/gpu.h"
#include "../kernels/peer.h"
#include "harness/topology.h"

enum variant { COPY, READ, WRITE, VARIANTS };

static const struct bench_variant variants[VARIANTS + 1] = {
    [COPY] = { "copy", "cudaMemcpyAsync, by the copy engine of the source" },
    [READ] = { "read", "a kernel where the data go loads them" },
    [WRITE] = { "write", "a kernel where the data are stores them" },
};

enum { BLOCKS_PER_SM = 4, STEP = 4, QUICK_STEP = 512 /* from one size to the next */ };

/* Each GPU has a pool to copy to, a pool to copy from with random data of a seed of its own, and a
 * stream and events for the other direction of `both`. */
static struct end {
    char *to, *from;
    int sms;
    cudaStream_t side;
    cudaEvent_t forked, joined;
} ends[GPU_MOST];

static size_t pool_bytes;

struct peer {
    struct bench_point point; /* its elements are ints */
    enum variant variant;
    bool both;
    int max_blocks; /* of the kernel; 0 for the best number */
    int from, to;   /* GPUs */
};

/* Returns the GPU that works: the kernel that reads runs where the data go. */
static int worker(const struct peer *p)
{
    return p->variant == READ ? p->to : p->from;
}

/* Queues a copy from window i of a GPU's pool to that of another, on the GPU that works, which is
 * the current one. */
static void copy_between(const struct peer *p, int from, int to, size_t i, cudaStream_t stream)
{
    size_t bytes = p->point.n * sizeof(int), at = gpu_window(i, bytes, pool_bytes);
    char *target = ends[to].to + at, *source = ends[from].from + at;
    int blocks = ends[p->variant == READ ? to : from].sms * BLOCKS_PER_SM;

    if (p->variant == COPY)
        CUDA(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream));
    else
        CUDA(launch_peer_copy((int *)target, (int *)source, p->point.n,
                              p->max_blocks ? p->max_blocks : blocks, stream));
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct peer *p = point;
    int here = worker(p), there = p->from + p->to - here;

    if (p->both) {
        CUDA(cudaEventRecord(ends[here].forked, stream));
        CUDA(cudaSetDevice(there));
        CUDA(cudaStreamWaitEvent(ends[there].side, ends[here].forked, 0));
        copy_between(p, p->to, p->from, i, ends[there].side);
        CUDA(cudaEventRecord(ends[there].joined, ends[there].side));
        CUDA(cudaSetDevice(here));
    }
    copy_between(p, p->from, p->to, i, stream);
    if (p->both)
        CUDA(cudaStreamWaitEvent(stream, ends[there].joined, 0));
}

/* Copies the ints into the first windows, with these and their guards poisoned, and looks at every
 * byte. */
static size_t check(void *point)
{
    const struct peer *p = point;
    const int targets[] = { p->to, p->from };
    const int directions = p->both ? 2 : 1;
    size_t n = p->point.n, bytes = n * sizeof(int), wrong = 0;

    for (int back = 0; back < directions; back++) {
        gpu_use(targets[back]);
        gpu_poison(ends[targets[back]].to, bytes + GPU_GUARD);
        CUDA(cudaDeviceSynchronize());
    }
    gpu_use(worker(p));
    launch(point, 0, gpu->stream);
    CUDA(cudaStreamSynchronize(gpu->stream));
    for (int back = 0; back < directions; back++) {
        gpu_use(targets[back]);
        wrong += gpu_count_wrong(ends[targets[back]].to, n,
                                 bench_options.seed + (uint64_t)targets[!back])
               + gpu_count_guard(ends[targets[back]].to + bytes);
    }
    gpu_use(worker(p));
    return wrong;
}

static size_t check_awkward(void *point)
{
    struct peer few = *(struct peer *)point;

    few.max_blocks = 3; /* few blocks make many trips */
    return check(point) + check(&few);
}

static void open_end(int device)
{
    struct end *end = &ends[device];

    gpu_use(device);
    end->sms = gpu->sms;
    end->to = gpu_alloc(pool_bytes + GPU_GUARD);
    end->from = gpu_alloc(pool_bytes + GPU_GUARD);
    gpu_fill_random(end->from, pool_bytes / sizeof(int), bench_options.seed + (uint64_t)device);
    CUDA(cudaStreamCreateWithFlags(&end->side, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&end->forked, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&end->joined, cudaEventDisableTiming));
}

static void open_ends(void)
{
    topology_open();
    double nvlink = topology_nvlink_gbs(bench_options.device);
    if (nvlink > 0)
        bench_note("nvlink_gbs", "%g", nvlink);
    pool_bytes =
        gpu_aligned(bench_larger(bench_options.max_bytes, BENCH_AWKWARD_MOST * sizeof(int)));
    for (int g = 0; g < gpu_count(); g++)
        open_end(g);
    for (int a = 0; a < gpu_count(); a++)
        for (int b = a + 1; b < gpu_count(); b++) {
            bool there = topology_open_access(a, b), back = topology_open_access(b, a);
            if (!there || !back)
                bench_note("left_out",
                           "read and write between GPU %d and %d: no access to each other's memory",
                           a, b);
        }
}

/* Adds the sizes of a pair. */
static void add(enum variant v, bool both, int from, int to)
{
    size_t most = bench_options.max_bytes, step = bench_options.quick ? QUICK_STEP : STEP;
    char link[16];

    topology_link(from, to, link);
    for (size_t bytes = bench_options.min_bytes; bytes <= most; bytes *= step) {
        struct peer p = {
            .point = { .variant = variants[v].name,
                       .n = bytes / sizeof(int),
                       .bytes = both ? 2 * bytes : bytes,
                       .cold = true,
                       .group = (((int)v * 2 + both) * GPU_MOST + from) * GPU_MOST + to,
                       .launch = launch },
            .variant = v,
            .both = both,
            .from = from,
            .to = to,
        };
        bench_add(&p, sizeof p, "%s,%d,%d,%s,%zu", both ? "both" : "one_way", from, to, link,
                  bytes);
    }
}

static void points(void)
{
    for (int v = 0; v < VARIANTS; v++)
        for (int both = 0; both < 2; both++)
            for (int from = 0; from < gpu_count(); from++)
                for (int to = both ? from + 1 : 0; to < gpu_count(); to++)
                    if (from != to
                        && (v == COPY || (topology_access[from][to] && topology_access[to][from])))
                        add((enum variant)v, both, from, to);
}

static const struct bench_experiment peer = {
    .summary = "Copies an array of ints from one GPU to another.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 4 << 10, .max = 1 << 30, .quick_max = 64 << 20, .element = sizeof(int) },
    .columns = "variant,direction,from,to,link,array_bytes",
    .work = { "copies", "ints" },
    .hooks = { .open = open_ends, .points = points, .awkward = check_awkward, .check = check },
};
BENCH_MAIN(peer, gpu_machine)
