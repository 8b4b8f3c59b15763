/* transfer_all.c - pinned copies between the host and its GPUs: each alone, and
 * all at once.
 *
 * The GPUs `first` to first + gpus - 1 copy at the same time; a row counts the
 * bytes of all of them, and its time ends when the last is done. What one GPU
 * gets alone and several do not is the host's: its memory, the way between its
 * sockets, a PCIe switch that GPUs share. The host memory of each GPU is
 * allocated by a thread on the CPUs nearest to it, so it lies there.
 *
 * Predicted for four H200 with a PCIe 5 x16 link each: alone 55.5 GB/s each way
 * and 50.8 + 50.8 in both, each like the other; together four times as much
 * each way, 222 GB/s, since two sockets have 600 GB/s of memory. `both` reads
 * and writes host memory at 406 GB/s: perhaps a tenth less than four times.
 * Found, on a virtual machine that shows one NUMA node: alone as predicted, but
 * four take in 187 GB/s, give out 139 and move 188 both ways together; two move
 * 110 each way and 139 to 159 in both. The host is the limit.
 */
#include "harness/gpu.h"
#include "../kernels/transfer_all.h"
#include "harness/pinned.h"

enum direction { TO_DEVICE, TO_HOST, BOTH, DIRECTIONS };

static const struct bench_variant directions[DIRECTIONS + 1] = {
    [TO_DEVICE] = { "to_device", "from pinned host memory to the GPUs" },
    [TO_HOST] = { "to_host", "from the GPUs to pinned host memory" },
    [BOTH] = { "both", "both at once" },
};

enum { GUARD = GPU_ALIGNMENT };

/* Of all GPUs: what they copy when they copy both ways. */
struct all {
    struct transfer_end ends[GPU_MOST];
    size_t bytes; /* of a copy */
};

struct group {
    struct transfer_end ends[GPU_MOST];
    int n;
    size_t bytes;
    cudaEvent_t forked;
};

static cudaError_t group_launch(void *work, size_t i, cudaStream_t stream)
{
    const struct group *g = work;

    (void)i;
    return launch_transfer_all(g->ends, g->n, g->bytes, g->forked, stream);
}

static void open_end(struct transfer_end *end, int device, size_t bytes)
{
    gpu_use(device);
    pinned_need();
    char *to = gpu_alloc(bytes + GUARD), *from = gpu_alloc(bytes);

    end->device = device;
    end->device_to = to;
    end->device_from = from;
    end->host_to = pinned_alloc(bytes + GUARD, cudaHostAllocDefault);
    void *host_from = pinned_alloc(bytes, cudaHostAllocDefault);
    end->host_from = host_from;
    /* What is copied in is random with the seed 2 g, what is copied out with
     * 2 g + 1. */
    uint64_t seed = bench_options.seed + 2 * (uint64_t)device;
    gpu_fill_random((uint32_t *)from, bytes / 4, seed);
    CUDA(cudaMemcpy(host_from, from, bytes, cudaMemcpyDefault));
    gpu_fill_random((uint32_t *)from, bytes / 4, seed + 1);
    CUDA(cudaStreamCreateWithFlags(&end->in, cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&end->out, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&end->came, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&end->went, cudaEventDisableTiming));
}

/* The GPUs first to first + n - 1, one direction; what does not go is null. */
static struct group make_group(const struct all *all, enum direction direction,
                               int first, int n)
{
    struct group g = { .n = n, .bytes = all->bytes };

    for (int i = 0; i < n; i++) {
        g.ends[i] = all->ends[first + i];
        if (direction == TO_DEVICE)
            g.ends[i].host_to = NULL;
        if (direction == TO_HOST)
            g.ends[i].device_to = NULL;
    }
    return g;
}

static size_t count_wrong_here(const void *memory, size_t bytes, uint64_t seed)
{
    const char *end = (const char *)memory + bytes;

    return gpu_count_wrong(memory, bytes / 4, seed)
         + gpu_count_unpoisoned(end, GUARD);
}

/* Copies `bytes` of each once, into poisoned memory, and looks at every byte;
 * what came to the host is looked at by way of the GPU. */
static void check(struct group g, const char *direction, size_t bytes,
                  cudaStream_t stream)
{
    size_t wrong = 0, whole = bytes + GUARD;

    g.bytes = bytes;
    for (int i = 0; i < g.n; i++) {
        gpu_use(g.ends[i].device);
        if (g.ends[i].device_to)
            CUDA(cudaMemset(g.ends[i].device_to, GPU_POISON, whole));
        if (g.ends[i].host_to)
            CUDA(cudaMemset(g.ends[i].host_to, GPU_POISON, whole));
        CUDA(cudaDeviceSynchronize());
    }
    gpu_use(g.ends[0].device);
    CUDA(group_launch(&g, 0, stream));
    CUDA(cudaStreamSynchronize(stream));
    for (int i = 0; i < g.n; i++) {
        const struct transfer_end *e = &g.ends[i];
        uint64_t seed = bench_options.seed + 2 * (uint64_t)e->device;

        gpu_use(e->device);
        if (e->device_to)
            wrong += count_wrong_here(e->device_to, bytes, seed);
        if (e->host_to)
            wrong += count_wrong_here(e->host_to, bytes, seed + 1);
    }
    gpu_use(g.ends[0].device);
    if (wrong)
        die("variant %s, %d GPUs: copy %zu bytes each wrongly: %zu ints or "
            "bytes behind them differ", direction, g.n, bytes, wrong);
}

static void measure(const struct all *all, enum direction direction, int first,
                    int n)
{
    const char *name = directions[direction].name;
    struct group g = make_group(all, direction, first, n);
    const size_t checked[] = { 0, 4, 4 * 257, g.bytes };
    const struct gpu *gpu = gpu_use(first);

    bench_progress("%s, %d GPUs from %d", name, n, first);
    CUDA(cudaEventCreateWithFlags(&g.forked, cudaEventDisableTiming));
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++)
        check(g, name, checked[i], gpu->stream);
    struct gpu_time time = gpu_time(group_launch, &g);
    CUDA(cudaEventDestroy(g.forked));

    size_t ways = direction == BOTH ? 2 : 1;
    struct bench_row row = gpu_row(ways * (size_t)n * g.bytes, time);
    bench_row(&row, "%s,%d,%d,%zu", name, first, n, g.bytes);
}

int main(int argc, char **argv)
{
    static const struct bench_program program = {
        .name = "transfer_all",
        .summary = "Copies between the host and several GPUs at once.",
        .variants = directions,
        .min_bytes = (size_t)256 << 20,
        .max_bytes = (size_t)256 << 20,
        .quick_max_bytes = (size_t)256 << 20,
        .element_bytes = sizeof(uint32_t),
    };
    static struct all all;
    int wanted = 0;

    bench_start(&program, argc, argv);
    gpu_open();
    int gpus = gpu_count();
    if (gpus < 2)
        bench_exit(BENCH_CANNOT_RUN, "there is one GPU here: see transfer");
    bench_note("gpus", "%d", gpus);
    bench_fit(2 * gpus);
    all.bytes = bench_options.max_bytes;
    for (int g = 0; g < gpus; g++)
        open_end(&all.ends[g], g, all.bytes);
    for (int d = 0; d < DIRECTIONS; d++)
        wanted += bench_wanted(directions[d].name);
    bench_columns(BENCH_RATE, "direction,first,gpus,array_bytes", "sm_mhz",
                  wanted * (2 * gpus - 1));
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!bench_wanted(directions[d].name))
            continue;
        for (int g = 0; g < gpus; g++)
            measure(&all, (enum direction)d, g, 1);
        for (int n = 2; n <= gpus; n++)
            measure(&all, (enum direction)d, 0, n);
    }
    return bench_finish();
}
