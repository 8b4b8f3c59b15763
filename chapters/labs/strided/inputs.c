/* inputs.c - the lab `strided`: what is asked, for which inputs, and beside what it is timed. */
#include "../../../bench/harness/random.h"
#include "../../../bench/lab/gpu_lab.h"
#include "../../../kernels/copy.h"

enum { BLOCKS_PER_SM = 8 }; /* of the book's loops, which then fill the SMs */

static void fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
#pragma omp parallel for
    for (size_t i = 0; i < c->n; i++)
        input[i] = random_u32(seed, i);
}

static const uint32_t *expect(uint32_t *room, const uint32_t *input, const struct lab_case *c)
{
    (void)room, (void)c;
    return input;
}

static void gpu_fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
    gpu_fill_random(input, c->n, seed);
}

static void gpu_expect(uint32_t *output, const uint32_t *input, const struct lab_case *c)
{
    CUDA(cudaMemcpyAsync(output, input, c->n * sizeof *output, cudaMemcpyDeviceToDevice,
                         gpu->stream));
}

static void copy(copy_launcher *launch, uint32_t *to, const uint32_t *from, size_t n)
{
    CUDA(launch((int *)to, (const int *)from, n, BLOCKS_PER_SM * gpu->sms, gpu->stream));
}

static void copy_int(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    copy(launch_copy_int, to, from, c->n);
}

static void copy_int4(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    copy(launch_copy_int4, to, from, c->n);
}

static void copy_once(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    copy(launch_copy_once, to, from, c->n);
}

static void copy_memcpy(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    copy(launch_copy_memcpy, to, from, c->n);
}

#define FUNCTION(name) (void (*)(void)) name
const struct lab_variant lab_variants[] = {
    { "int", FUNCTION(copy_int), false },
    { "int4", FUNCTION(copy_int4), false },
    { "once", FUNCTION(copy_once), false },
    { "memcpy", FUNCTION(copy_memcpy), true },
    { NULL, NULL, false },
};

static const char *const patterns[] = { "random", NULL };

static const struct lab_case awkward[] = {
    { .n = 0 },    { .n = 1 },    { .n = 2 },    { .n = 3 },     { .n = 4 },
    { .n = 5 },    { .n = 31 },   { .n = 32 },   { .n = 33 },    { .n = 127 },
    { .n = 1000 }, { .n = 1024 }, { .n = 1025 }, { .n = 65539 }, { .n = LAB_END },
};

const struct lab lab = {
    .function = "copy",
    .patterns = patterns,
    .awkward = awkward,
    .timed = { .n = 256 << 20 },
    .bytes_per_element = 2 * sizeof(int),
    .alignment = 16,
    .fill = fill,
    .expect = expect,
};

const struct gpu_lab gpu_lab = { .fill = gpu_fill, .expect = gpu_expect };
