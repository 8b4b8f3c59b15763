/* inputs.c - the lab `transpose`: what is asked, for which inputs, and beside what it is timed. */
#include "../../../bench/harness/random.h"
#include "../../../bench/lab/gpu_lab.h"
#include "../../../kernels/copy.h"
#include "../../../kernels/transpose.h"

static void fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
#pragma omp parallel for
    for (size_t i = 0; i < c->n * c->n; i++)
        input[i] = random_u32(seed, i);
}

static const uint32_t *expect(uint32_t *room, const uint32_t *input, const struct lab_case *c)
{
#pragma omp parallel for
    for (size_t row = 0; row < c->n; row++)
        for (size_t x = 0; x < c->n; x++)
            room[row * c->n + x] = input[x * c->n + row];
    return room;
}

static void gpu_fill(uint32_t *input, const struct lab_case *c, uint64_t seed)
{
    gpu_fill_random(input, c->n * c->n, seed);
}

static void transpose(transpose_launcher *launch, uint32_t *to, const uint32_t *from, size_t n)
{
    CUDA(launch((float *)to, (const float *)from, n, gpu->stream));
}

static void naive(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    transpose(launch_transpose_naive, to, from, c->n);
}

static void tiled(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    transpose(launch_transpose_tiled, to, from, c->n);
}

static void padded(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    transpose(launch_transpose_padded, to, from, c->n);
}

static void wide(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    transpose(launch_transpose_wide, to, from, c->n);
}

/* Moves the same bytes, in the order in which they come. */
static void copy(uint32_t *to, const uint32_t *from, const struct lab_case *c)
{
    CUDA(launch_copy_once((int *)to, (const int *)from, c->n * c->n, 1, gpu->stream));
}

#define FUNCTION(name) (void (*)(void)) name
const struct lab_variant lab_variants[] = {
    { "naive", FUNCTION(naive), false },   { "tiled", FUNCTION(tiled), false },
    { "padded", FUNCTION(padded), false }, { "wide", FUNCTION(wide), false },
    { "copy", FUNCTION(copy), true },      { NULL, NULL, false },
};

static const char *const patterns[] = { "random", NULL };

/* Sides that fill no tile, or leave rows unaligned. */
static const struct lab_case awkward[] = {
    { .n = 0 },   { .n = 1 },   { .n = 2 },    { .n = 5 },       { .n = 31 },
    { .n = 32 },  { .n = 33 },  { .n = 36 },   { .n = 63 },      { .n = 65 },
    { .n = 100 }, { .n = 129 }, { .n = 1000 }, { .n = LAB_END },
};

const struct lab lab = {
    .function = "transpose",
    .square = true,
    .patterns = patterns,
    .awkward = awkward,
    .timed = { .n = 16384 },
    .bytes_per_element = 2 * sizeof(float),
    .alignment = 16,
    .fill = fill,
    .expect = expect,
};

const struct gpu_lab gpu_lab = { .fill = gpu_fill, .expect = padded };
