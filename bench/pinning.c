/* pinning.c - what it costs to allocate memory and to free it, by kind and size.
 *
 * The CPU's clock times this, because all of it happens on the CPU. A sample allocates a few blocks
 * one after the other, then frees them: if we allocated and freed one block over and over, we might
 * get the same one each time, and a single malloc() is too short for the clock. `gbs` is how fast
 * usable memory appears (or goes), not how fast the memory is. No SM takes part, so `sm_mhz` is 0.
 *
 * Allocators keep what is freed: malloc() below 128 KiB, cudaMalloc() in pieces of 2 MiB. That is
 * part of their cost, and shows as a step. The size from which malloc() asks the operating system
 * for memory would change with use, so we fix it.
 *
 * Predicted for an H200 with Linux, at 16 MiB: malloc takes 1 ms, 0.25 us per page to find and
 * clear it. malloc_host takes 4 ms, because it also locks each page and enters it into the GPU's
 * page table, and write_combined the same. register need not clear the pages: 2 ms. device takes
 * 100 us at any size from 2 MiB on.
 * Found: malloc takes 3 to 6 ms, malloc_host 3 to 5 and write_combined 4 to 5, depending on what
 * else the host does, and register only 0.5. So it costs little to pin pages, and much to find
 * them. On a shared host two runs in a row differ by 2 to 10 %, at times by up to 30 %.
 */
#include "harness/gpu.h"
#include "../kernels/pinning.h"
#include "harness/pinned.h"
#include "harness/random.h"

#include <malloc.h>
#include <string.h>
#include <unistd.h>

static const struct variant {
    struct bench_variant is;
    pinning_allocator *allocate;
    pinning_releaser *release;
} variants[] = {
    { { "malloc", "malloc, a byte of every page written; free" }, pinning_malloc, pinning_free },
    { { "malloc_host", "cudaMallocHost and cudaFreeHost" },
      pinning_malloc_host,
      pinning_free_host },
    { { "register", "cudaHostRegister of touched memory, and back" },
      pinning_register,
      pinning_unregister },
    { { "write_combined", "cudaHostAlloc write-combined and cudaFreeHost" },
      pinning_write_combined,
      pinning_free_host },
    { { "device", "cudaMalloc and cudaFree" }, pinning_device, pinning_free_device },
    { { NULL, NULL }, NULL, NULL },
};

enum {
    MAX_BLOCKS = 16,              /* per sample */
    SAMPLE_BYTES = 4 << 20,       /* from this size on one block per sample */
    MALLOC_MAP_BYTES = 128 << 10, /* the threshold that glibc starts with */
    STEP = 64,                    /* from one size to the next */
};

struct pinning {
    struct bench_point point; /* its elements are bytes */
    const struct variant *variant;
    int blocks;      /* per sample */
    bool times_free; /* otherwise a sample times allocating */
};

static char *touched; /* memory for all blocks of `register` */
static void *memory[MAX_BLOCKS];

static void allocate(const struct pinning *p)
{
    for (int i = 0; i < p->blocks; i++) {
        if (p->variant->allocate == pinning_register)
            memory[i] = touched + (size_t)i * p->point.n;
        CUDA(p->variant->allocate(&memory[i], p->point.n));
    }
}

static void release(const struct pinning *p)
{
    for (int i = 0; i < p->blocks; i++)
        CUDA(p->variant->release(memory[i]));
}

/* Takes a sample: the milliseconds that the operation took for one block. */
static double take(void *point)
{
    const struct pinning *p = point;

    double start = bench_seconds();
    allocate(p);
    double allocated = bench_seconds();
    release(p);
    double freed = bench_seconds();

    return (p->times_free ? freed - allocated : allocated - start) * 1e3 / p->blocks;
}

static uint32_t pinning_reference(uint64_t seed, size_t i)
{
    return ~random_u32(seed, i);
}

/* Lets the CPU and the GPU write to the memory, if they can use it, and returns how many words are
 * wrong. */
static size_t count_wrong(uint32_t *host, const struct variant *v, size_t n)
{
    uint64_t seed = bench_options.seed;
    size_t page_words = (size_t)sysconf(_SC_PAGESIZE) / sizeof *host, wrong = 0;
    void *device = host;

    if (v->allocate == pinning_malloc) { /* for the CPU alone */
        for (size_t i = 0; i < n; i++)
            host[i] = pinning_reference(seed, i);
        for (size_t i = 0; i < n; i++)
            wrong += ((volatile uint32_t *)host)[i] != pinning_reference(seed, i);
        return wrong;
    }
    bool cpu_can = v->allocate != pinning_device;
    if (cpu_can)
        CUDA(cudaHostGetDevicePointer(&device, host, 0));
    gpu_fill_random(device, n, seed);
    CUDA(launch_pinning_invert(device, n, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    if (cpu_can) /* one word per page, because write-combined reads are slow */
        for (size_t i = 0; i < n; i += page_words)
            wrong += host[i] != pinning_reference(seed, i);
    CUDA(launch_pinning_invert(device, n, gpu->stream)); /* and all words on the GPU */
    return wrong + gpu_count_wrong(device, n, seed);
}

/* Checks all blocks of a sample at once, so that we find two that overlap. */
static size_t check(void *point)
{
    const struct pinning *p = point;
    size_t wrong = 0;

    if (p->times_free) /* the same memory was checked for the time to allocate */
        return 0;
    allocate(p);
    for (int i = 0; i < p->blocks; i++) {
        wrong += count_wrong(memory[i], p->variant, p->point.n / sizeof(uint32_t));
        for (int j = 0; j < i; j++)
            wrong += (char *)memory[i] < (char *)memory[j] + p->point.n
                  && (char *)memory[j] < (char *)memory[i] + p->point.n;
    }
    release(p);
    return wrong;
}

static void prepare(void)
{
    size_t bytes = bench_larger(bench_options.max_bytes, SAMPLE_BYTES);

    pinned_need();
    gpu_fit(1);
    if (!mallopt(M_MMAP_THRESHOLD, MALLOC_MAP_BYTES))
        die("cannot fix the sizes that malloc maps");
    touched = bench_alloc(bytes);
    memset(touched, GPU_POISON, bytes);
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (size_t bytes = bench_options.min_bytes; bench_size_wanted(bytes); bytes *= STEP)
            for (int frees = 0; frees < 2; frees++) {
                size_t blocks = bytes >= SAMPLE_BYTES ? 1 : SAMPLE_BYTES / bytes;
                struct pinning p = {
                    .point = { .variant = v->is.name, .n = bytes, .bytes = bytes, .take = take },
                    .variant = v,
                    .times_free = frees,
                    .blocks = blocks < MAX_BLOCKS ? (int)blocks : MAX_BLOCKS,
                };
                bench_add(&p, sizeof p, "%s,%zu", frees ? "free" : "allocate", bytes);
            }
}

int main(int argc, char **argv)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const struct bench_experiment pinning = {
        .name = "pinning",
        .summary = "Allocates and frees memory on the host and on the GPU.",
        .variants = { variants, sizeof *variants },
        .bytes = { .min = page, .max = 16 << 20, .quick_max = 1 << 20, .element = page },
        .machine = &gpu_machine,
        .columns = "variant,operation,array_bytes",
        .work = { "allocates", "bytes" },
        .hooks = { .open = prepare, .points = points, .check = check },
    };

    return bench_run(&pinning, argc, argv);
}
