/* transfer_all.c - pinned copies between the host and its GPUs: each alone, and all at once.
 *
 * The GPUs `first` to first + gpus - 1 copy at the same time. A row counts the bytes of all of
 * them, and its time ends when the last is done. If several GPUs together reach less than several
 * times what one reaches alone, the host is the limit: its memory, the links between its sockets,
 * or a PCIe switch that GPUs share. A thread on the CPUs nearest to a GPU allocates its host
 * memory, so that it lies there.
 *
 * Predicted for four H200 with a PCIe 5 x16 link each: together four times what one reaches alone,
 * and perhaps a tenth less in both directions, which use 406 GB/s of host memory.
 * Found, on a virtual machine that shows one NUMA node: alone 55.5 GB/s, but four together move 187
 * GB/s to the GPUs, 139 to the host and 188 in both directions. The host is the limit.
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

struct group {
    struct bench_point point;           /* its elements are the bytes of a copy */
    struct transfer_end ends[GPU_MOST]; /* where a direction is not copied, null */
    int gpus;
};

static struct transfer_end ends[GPU_MOST]; /* of all GPUs, when they copy in both directions */
static cudaEvent_t forked[GPU_MOST];

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct group *g = point;

    CUDA(launch_transfer_all(g->ends, g->gpus, g->point.n, forked[g->ends[0].device], stream));
}

static size_t count_wrong_here(const void *memory, size_t bytes, uint64_t seed)
{
    return gpu_count_wrong(memory, bytes / 4, seed) + gpu_count_guard((const char *)memory + bytes);
}

/* Copies into poisoned memory, and looks at every byte. The GPU also looks at what came to the
 * host. */
static size_t check_bytes(void *point)
{
    const struct group *g = point;
    size_t bytes = g->point.n, wrong = 0;

    for (int i = 0; i < g->gpus; i++) {
        gpu_use(g->ends[i].device);
        if (g->ends[i].device_to)
            gpu_poison(g->ends[i].device_to, bytes + GPU_GUARD);
        if (g->ends[i].host_to)
            gpu_poison(g->ends[i].host_to, bytes + GPU_GUARD);
        CUDA(cudaDeviceSynchronize());
    }
    gpu_use(g->ends[0].device);
    launch(point, 0, gpu->stream);
    CUDA(cudaStreamSynchronize(gpu->stream));
    for (int i = 0; i < g->gpus; i++) {
        const struct transfer_end *e = &g->ends[i];
        uint64_t seed = bench_options.seed + 2 * (uint64_t)e->device;

        gpu_use(e->device);
        if (e->device_to)
            wrong += count_wrong_here(e->device_to, bytes, seed);
        if (e->host_to)
            wrong += count_wrong_here(e->host_to, bytes, seed + 1);
    }
    gpu_use(g->ends[0].device);
    return wrong;
}

static size_t check(void *point)
{
    bench_check_at(check_bytes, point, 0, 4, 4 * 257);
    return check_bytes(point);
}

/* Prepares a GPU's end of the copies. The data that it copies in and out are random, each with a
 * seed of its own. */
static void open_end(int device, size_t bytes)
{
    struct transfer_end *end = &ends[device];
    uint64_t seed = bench_options.seed + 2 * (uint64_t)device;

    gpu_use(device);
    pinned_need();
    end->device = device;
    end->device_to = gpu_alloc(bytes + GPU_GUARD);
    end->host_to = pinned_alloc(bytes + GPU_GUARD, cudaHostAllocDefault);
    void *device_from = gpu_alloc(bytes), *host_from = pinned_alloc(bytes, cudaHostAllocDefault);
    gpu_fill_random(device_from, bytes / 4, seed);
    CUDA(cudaMemcpy(host_from, device_from, bytes, cudaMemcpyDefault));
    gpu_fill_random(device_from, bytes / 4, seed + 1);
    end->device_from = device_from;
    end->host_from = host_from;
    CUDA(cudaStreamCreateWithFlags(&end->in, cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&end->out, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&end->came, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&end->went, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&forked[device], cudaEventDisableTiming));
}

static void open_ends(void)
{
    int gpus = gpu_count();

    if (gpus < 2)
        bench_exit(BENCH_CANNOT_RUN, "there is one GPU here: see transfer");
    bench_note("gpus", "%d", gpus);
    bench_fit(2 * gpus);
    for (int g = 0; g < gpus; g++)
        open_end(g, bench_options.max_bytes);
}

static void add(enum direction direction, int first, int n)
{
    size_t bytes = bench_options.max_bytes;
    struct group g = {
        .point = { .variant = directions[direction].name,
                   .launch = launch,
                   .n = bytes,
                   .bytes = (direction == BOTH ? 2 : 1) * (size_t)n * bytes },
        .gpus = n,
    };

    for (int i = 0; i < n; i++) {
        g.ends[i] = ends[first + i];
        if (direction == TO_DEVICE)
            g.ends[i].host_to = NULL;
        if (direction == TO_HOST)
            g.ends[i].device_to = NULL;
    }
    bench_add(&g, sizeof g, "%d,%d,%zu", first, n, bytes);
}

static void points(void)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        for (int g = 0; g < gpu_count(); g++)
            add((enum direction)d, g, 1);
        for (int n = 2; n <= gpu_count(); n++)
            add((enum direction)d, 0, n);
    }
}

static const struct bench_experiment transfer_all = {
    .summary = "Copies between the host and several GPUs at once.",
    .variants = { directions, sizeof *directions },
    .bytes = { .min = 256 << 20, .max = 256 << 20, .element = sizeof(uint32_t) },
    .columns = "direction,first,gpus,array_bytes",
    .work = { "copy", "bytes each" },
    .hooks = { .open = open_ends, .points = points, .check = check },
};
BENCH_MAIN(transfer_all, gpu_machine)
