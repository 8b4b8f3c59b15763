/* pinning.c - what it costs to allocate memory and to free it, by kind and
 * size.
 *
 * Timed by the CPU's clock, since all of it happens there. A sample allocates a
 * few blocks one after the other, then frees them: allocating and freeing one
 * block over and over could hand out the same one each time, and a single
 * malloc is too short for the clock. First the time to allocate is sampled
 * until it is settled, then the time to free. `gbs` is how fast usable memory
 * appears (or goes), not how fast it is. No SM takes part, so `sm_mhz` is 0.
 *
 * Allocators keep what is freed: malloc below 128 KiB, cudaMalloc in pieces of
 * 2 MiB. That is part of what they cost, and shows as a step. The sizes from
 * which malloc goes to the operating system would move with use: fixed here.
 *
 * Predicted for an H200 with Linux: malloc 0.25 us a page to find and clear it,
 * with a fault each: 1 ms at 16 MiB, less where the system has huge pages.
 * malloc_host 10 us for the call and 1 us a page, which is also locked and
 * entered into the GPU's page table: 4 ms at 16 MiB; write_combined the same.
 * register leaves out the clearing: 0.5 us a page, 2 ms. device 2 us below 2
 * MiB, then 100 us at any size. So 16 MiB pinned cost 4 ms, and each copy of
 * them saves 1.2 ms over pageable memory (see transfer.c): they pay from the
 * fourth copy on.
 * Found: for 16 MiB malloc 3 to 6 ms, malloc_host 3 to 5, write_combined 4 to
 * 5, by what else the host does, and register only 0.5: pinning costs little,
 * finding pages costs. Small blocks of malloc_host come from a pool, in 1 us.
 * Two runs in a row differ by 2 to 10 % where the host is shared, at times by
 * up to 30 %, mostly to the same side.
 */
#include "harness/gpu.h"
#include "harness/pinned.h"
#include "../kernels/pinning.h"
#include "harness/random.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum reach { CPU, GPU, CPU_AND_GPU };

struct variant {
    struct bench_variant is;
    enum reach reach; /* who can use it */
    bool registers;   /* memory that is there already */
    pinning_allocator *allocate;
    pinning_releaser *release;
};

static const struct variant variants[] = {
    { { "malloc", "malloc, a byte of every page written; free" },
      CPU, false, pinning_malloc, pinning_free },
    { { "malloc_host", "cudaMallocHost and cudaFreeHost" },
      CPU_AND_GPU, false, pinning_malloc_host, pinning_free_host },
    { { "register", "cudaHostRegister of touched memory, and back" },
      CPU_AND_GPU, true, pinning_register, pinning_unregister },
    { { "write_combined", "cudaHostAlloc write-combined and cudaFreeHost" },
      CPU_AND_GPU, false, pinning_write_combined, pinning_free_host },
    { { "device", "cudaMalloc and cudaFree" },
      GPU, false, pinning_device, pinning_free_device },
};

enum {
    VARIANTS = sizeof variants / sizeof *variants,
    MAX_BLOCKS = 16,             /* a sample */
    SAMPLE_BYTES = 4 << 20,      /* from this size on one block a sample */
    MALLOC_MAP_BYTES = 128 << 10, /* glibc's own threshold, as it starts */
    STEP = 64,                   /* from one size to the next */
};

enum operation { ALLOCATE, FREE, OPERATIONS };

static const char *const operations[OPERATIONS] = {
    [ALLOCATE] = "allocate", [FREE] = "free",
};

struct pinning {
    const struct variant *variant;
    size_t bytes;
    int blocks; /* a sample */
    char *touched; /* for register: memory for all blocks */
    void *memory[MAX_BLOCKS];
    enum operation timed;
};

static void allocate(struct pinning *p)
{
    for (int i = 0; i < p->blocks; i++) {
        if (p->variant->registers)
            p->memory[i] = p->touched + (size_t)i * p->bytes;
        CUDA(p->variant->allocate(&p->memory[i], p->bytes));
    }
}

static void release(struct pinning *p)
{
    for (int i = 0; i < p->blocks; i++)
        CUDA(p->variant->release(p->memory[i]));
}

/* A sample: the milliseconds that the operation took for one block. */
static double take(void *work)
{
    struct pinning *p = work;

    double start = bench_seconds();
    allocate(p);
    double allocated = bench_seconds();
    release(p);
    double freed = bench_seconds();

    double seconds = p->timed == ALLOCATE ? allocated - start
                                          : freed - allocated;
    return seconds * 1e3 / p->blocks;
}

/* ---- Checks ---------------------------------------------------------- */

//> reference
static uint32_t pinning_reference(uint64_t seed, size_t i)
{
    return ~random_u32(seed, i);
}
//< reference

/* How many words are not as the CPU or the GPU, whoever can, has left them? */
static size_t count_wrong(uint32_t *host, enum reach reach, size_t n,
                          cudaStream_t stream)
{
    uint64_t seed = bench_options.seed;
    size_t page_words = (size_t)sysconf(_SC_PAGESIZE) / sizeof *host;
    size_t wrong = 0;
    void *device = host;

    if (reach == CPU) {
        for (size_t i = 0; i < n; i++)
            host[i] = pinning_reference(seed, i);
        for (size_t i = 0; i < n; i++)
            wrong += ((volatile uint32_t *)host)[i]
                  != pinning_reference(seed, i);
        return wrong;
    }
    if (reach == CPU_AND_GPU)
        CUDA(cudaHostGetDevicePointer(&device, host, 0));
    gpu_fill_random(device, n, seed);
    CUDA(launch_pinning_invert(device, n, stream));
    CUDA(cudaStreamSynchronize(stream));
    if (reach == CPU_AND_GPU) /* one a page: write-combined reads are slow */
        for (size_t i = 0; i < n; i += page_words)
            wrong += host[i] != pinning_reference(seed, i);
    CUDA(launch_pinning_invert(device, n, stream)); /* and all on the GPU */
    return wrong + gpu_count_wrong(device, n, seed);
}

/* All blocks of a sample, so that two that overlap are found. */
static void check(struct pinning *p, cudaStream_t stream)
{
    size_t wrong = 0;

    allocate(p);
    for (int i = 0; i < p->blocks; i++) {
        wrong += count_wrong(p->memory[i], p->variant->reach,
                             p->bytes / sizeof(uint32_t), stream);
        for (int j = 0; j < i; j++)
            if ((char *)p->memory[i] < (char *)p->memory[j] + p->bytes
                && (char *)p->memory[j] < (char *)p->memory[i] + p->bytes)
                die("variant %s allocates %zu bytes wrongly: two overlap",
                    p->variant->is.name, p->bytes);
    }
    release(p);
    if (wrong)
        die("variant %s allocates %zu bytes wrongly: %zu words differ",
            p->variant->is.name, p->bytes, wrong);
}

/* ---- Measuring ------------------------------------------------------- */

static void measure(struct pinning *p, const struct gpu *gpu)
{
    char size[32];

    bench_progress("%s, %s", p->variant->is.name,
                   bench_size_text(p->bytes, size));
    p->blocks = p->bytes >= SAMPLE_BYTES ? 1 : (int)(SAMPLE_BYTES / p->bytes);
    if (p->blocks > MAX_BLOCKS)
        p->blocks = MAX_BLOCKS;
    check(p, gpu->stream);
    for (int o = 0; o < OPERATIONS; o++) {
        struct bench_row row = { .bytes = p->bytes };

        p->timed = (enum operation)o;
        if (!bench_options.profile) {
            take(p); /* warms up */
            row.time = gpu_sample_by_cpu(take, p);
        }
        bench_row(&row, "%s,%s,%zu", p->variant->is.name, operations[o],
                  p->bytes);
    }
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "pinning",
        .summary = "Allocates and frees memory on the host and on the GPU.",
        .variants = names,
        .min_bytes = (size_t)sysconf(_SC_PAGESIZE),
        .max_bytes = (size_t)16 << 20,
        .quick_max_bytes = (size_t)1 << 20,
        .element_bytes = (size_t)sysconf(_SC_PAGESIZE),
    };
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    pinned_need();
    gpu_fit(1);
    if (!mallopt(M_MMAP_THRESHOLD, MALLOC_MAP_BYTES))
        die("cannot fix the sizes that malloc maps");

    size_t most = bench_options.max_bytes, least = bench_options.min_bytes;
    size_t touched_bytes = most > SAMPLE_BYTES ? most : SAMPLE_BYTES;
    static struct pinning p;
    p.touched = bench_alloc(touched_bytes);
    memset(p.touched, GPU_POISON, touched_bytes);

    int rows = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (size_t bytes = least; bytes <= most; bytes *= STEP)
            rows += bench_wanted(variants[v].is.name) ? OPERATIONS : 0;
    bench_columns(BENCH_RATE, "variant,operation,array_bytes", "sm_mhz", rows);

    for (int v = 0; v < VARIANTS; v++) {
        p.variant = &variants[v];
        if (bench_wanted(p.variant->is.name))
            for (p.bytes = least; p.bytes <= most; p.bytes *= STEP)
                measure(&p, gpu);
    }
    return bench_finish();
}
