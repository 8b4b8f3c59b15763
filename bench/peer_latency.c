/* peer_latency.c - how long it takes to reach another GPU's memory, for every pair of the GPUs of
 * this machine, whatever --device is.
 *
 * load: one thread of the GPU `gpu` follows a chain in random order through lines of the memory of
 * the GPU `owner`; if the two are the same, link is self. A set of a quarter of the owner's L2 or
 * less has been walked once before and is there; a larger one comes from its DRAM. flag: `gpu`
 * writes a number into the memory of `owner` and waits for the answer. A row is half of that round.
 *
 * Predicted for H200s joined by NVLink and switches: the trip to the other GPU and back adds 500 ns
 * to the 142 of the L2 and the 340 of DRAM. Loads bypass the L1, and the L2 of `gpu` keeps no line
 * of another's memory, so a small set is no faster. flag takes 600 ns.
 * Found: the trip takes 710 ns, 200 more than predicted, and on another node 658 and 711 in the two
 * directions. No set is faster because it is small. flag takes 708 to 782 ns.
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

enum { STEP = 16, FIRST_STEPS = 256, FIRST_ROUNDS = 64 };

/* Each GPU has one of these. */
static struct end {
    char *lines;            /* a chain of --max-bytes at most */
    char *other;            /* as large; it is written to push the chain out of the L2 */
    void **position;        /* of this GPU's walk, with a guard behind it */
    struct peer_flag *flag; /* with a guard behind it */
    size_t l2_bytes;
    cudaStream_t side;
    cudaEvent_t forked, joined;
} ends[GPU_MOST];

static uint32_t *next; /* the chain, on the host */
static size_t walked;  /* steps or rounds since the walk was begun */

struct pair {
    struct bench_point point; /* its elements are the steps or rounds of a launch */
    int device, other;        /* GPUs */
    const struct end *gpu, *owner;
    size_t lines; /* of the chain; 0 for flags */
};

static void load_launch(void *point, size_t i, cudaStream_t stream)
{
    const struct pair *p = point;

    walked += p->point.n;
    CUDA(launch_peer_latency_load(p->gpu->position, p->point.n, stream));
}

/* Both GPUs work at once: the other's part is in a stream of its own, which forks from the
 * harness's and joins it. */
static void flag_launch(void *point, size_t i, cudaStream_t stream)
{
    const struct pair *p = point;
    const struct end *mine = p->gpu, *theirs = p->owner;
    unsigned rounds = (unsigned)p->point.n;

    walked += p->point.n;
    CUDA(cudaEventRecord(mine->forked, stream));
    CUDA(cudaSetDevice(p->other));
    CUDA(cudaStreamWaitEvent(theirs->side, mine->forked, 0));
    CUDA(launch_peer_latency_flag(theirs->flag, mine->flag, rounds, 0, theirs->side));
    CUDA(cudaEventRecord(theirs->joined, theirs->side));
    CUDA(cudaSetDevice(p->device));
    CUDA(launch_peer_latency_flag(mine->flag, theirs->flag, rounds, 1, stream));
    CUDA(cudaStreamWaitEvent(stream, theirs->joined, 0));
}

/* Checks that the walker is where the chain leads to. It comes back to line 0 after n steps. */
static size_t check_walk(const struct pair *p)
{
    void *end = p->owner->lines + follow_chain(next, 0, walked % p->lines) * PEER_LINE;

    return gpu_count_unlike(p->gpu->position, &end, sizeof end)
         + gpu_count_guard(p->gpu->position + 1);
}

/* Checks that both GPUs have received the last number, have sent as many, and were in time. */
static size_t check_flags(const struct pair *p)
{
    struct peer_flag expected = { (unsigned)walked, (unsigned)walked, 0 };
    size_t wrong = 0;

    for (int i = 0; i < 2; i++) {
        const struct end *end = i ? p->owner : p->gpu;

        wrong += gpu_count_unlike(end->flag, &expected, sizeof expected)
               + gpu_count_guard(end->flag + 1);
    }
    return wrong;
}

static size_t check_after(void *point)
{
    const struct pair *p = point;

    return (p->lines ? check_walk : check_flags)(p);
}

/* Makes the chain in the owner's memory, by the owner, and then fills the owner's L2 with something
 * else. */
static void begin_walk(const struct pair *p)
{
    static size_t linked; /* lines of the chain on the host */
    size_t n = p->lines;

    if (linked != n)
        make_chain(next, linked = n, bench_options.seed);
    gpu_use(p->other);
    uint32_t *next_gpu = gpu_alloc(n * sizeof *next);
    gpu_upload(next_gpu, next, n * sizeof *next);
    gpu_link_slots(p->owner->lines, PEER_LINE, next_gpu, n);
    gpu_poison(p->owner->other, bench_options.max_bytes);
    CUDA(cudaStreamSynchronize(gpu->stream));
    CUDA(cudaFree(next_gpu));

    gpu_use(p->device);
    gpu_poison(p->gpu->position, sizeof(void *) + GPU_GUARD);
    gpu_upload(p->gpu->position, &p->owner->lines, sizeof(void *));
}

static void begin_flags(const struct pair *p)
{
    gpu_use(p->device);
    for (int i = 0; i < 2; i++) {
        struct peer_flag *flag = (i ? p->owner : p->gpu)->flag;

        CUDA(cudaMemset(flag, GPU_POISON, sizeof *flag + GPU_GUARD));
        CUDA(cudaMemset(flag, 0, sizeof *flag));
    }
    CUDA(cudaDeviceSynchronize());
}

static size_t launch_and_check(void *point)
{
    ((struct pair *)point)->point.launch(point, 0, gpu->stream);
    CUDA(cudaStreamSynchronize(gpu->stream));
    return check_after(point);
}

static size_t check(void *point)
{
    struct pair *p = point;

    (p->lines ? begin_walk : begin_flags)(p);
    walked = 0;
    if (p->lines)
        bench_check_at(launch_and_check, point, 0, 1, 2, 15, 16, 17, 33);
    else
        bench_check_at(launch_and_check, point, 0, 1, 2, 3);
    if (p->lines && p->lines * PEER_LINE <= p->owner->l2_bytes / 4) { /* bring the set there */
        p->point.n = p->lines;
        load_launch(p, 0, gpu->stream);
    }
    gpu_lengthen(&p->point, p->lines ? FIRST_STEPS : FIRST_ROUNDS);
    p->point.accesses = p->lines ? p->point.n : 2 * p->point.n;
    return check_after(point);
}

static void open_end(int device)
{
    struct end *end = &ends[device];

    gpu_use(device);
    end->l2_bytes = gpu->l2_bytes;
    end->lines = gpu_alloc(bench_options.max_bytes);
    end->other = gpu_alloc(bench_options.max_bytes);
    end->position = gpu_alloc(sizeof *end->position + GPU_GUARD);
    end->flag = gpu_alloc(sizeof *end->flag + GPU_GUARD);
    CUDA(cudaStreamCreateWithFlags(&end->side, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&end->forked, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&end->joined, cudaEventDisableTiming));
}

static void open_ends(void)
{
    topology_open();
    for (int g = 0; g < gpu_count(); g++)
        open_end(g);
    next = bench_alloc(bench_options.max_bytes / PEER_LINE * sizeof *next);
    for (int a = 0; a < gpu_count(); a++)
        for (int b = 0; b < gpu_count(); b++)
            if (!topology_open_access(a, b))
                bench_note("left_out", "GPU %d has no access to the memory of GPU %d", a, b);
}

static void add(enum variant v, int a, int b, size_t bytes)
{
    char link[16];
    struct pair p = {
        .point = { .variant = variants[v].name,
                   .single = true,
                   .launch = v == LOAD ? load_launch : flag_launch },
        .device = a,
        .other = b,
        .gpu = &ends[a],
        .owner = &ends[b],
        .lines = v == LOAD ? bytes / PEER_LINE : 0,
    };

    bench_add(&p, sizeof p, "%d,%d,%s,%zu", a, b, topology_link(a, b, link), bytes);
}

/* There are no flags if launches block, because the two kernels wait for each other, and the first
 * would block the launch of the second. */
static void points(void)
{
    size_t most = bench_options.max_bytes;
    int gpus = gpu_count();

    for (size_t bytes = bench_options.min_bytes; bytes <= most; bytes *= STEP)
        for (int a = 0; a < gpus; a++)
            for (int b = 0; b < gpus; b++)
                if (topology_access[a][b])
                    add(LOAD, a, b, bytes);
    for (int a = 0; a < gpus && !gpu_launches_block(); a++)
        for (int b = a + 1; b < gpus; b++)
            if (topology_access[a][b] && topology_access[b][a])
                add(FLAG, a, b, sizeof(unsigned));
}

static const struct bench_experiment peer_latency = {
    .summary = "Reaches the memory of another GPU, one access at a time.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 64 << 10, .max = 256 << 20, .element = PEER_LINE },
    .kind = BENCH_LATENCY,
    .columns = "variant,gpu,owner,link,working_set_bytes",
    .work = { "makes", "trips" },
    .hooks = { .open = open_ends, .points = points, .check = check, .check_after = check_after },
};
BENCH_MAIN(peer_latency, gpu_machine)
