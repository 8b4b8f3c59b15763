/* inputs.c - the lab `copy`: what is asked, for which inputs, and beside what it is timed. */
#include "../../../bench/harness/random.h"
#include "../../../bench/lab/lab.h"
#include "../../../kernels/host_copy.h"

#include <string.h>
#ifdef __x86_64__
#include <emmintrin.h>
#endif

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

static void call(void (*function)(void), uint32_t *output, const uint32_t *input,
                 const struct lab_case *c, int threads)
{
    (void)threads;
    ((host_copy_kernel *)function)((int *)output, (const int *)input, c->n);
}

/* The book's copies, by their names. */
static void book_copy(const char *name, int *to, const int *from, size_t n)
{
    for (const struct host_copy *v = host_copies; v->name; v++)
        if (strcmp(v->name, name) == 0 && host_copy_runs_here(v)) {
            v->copy(to, from, n);
            return;
        }
}

static void copy_int(int *to, const int *from, size_t n)
{
    book_copy("int", to, from, n);
}

static void copy_int4(int *to, const int *from, size_t n)
{
    book_copy("int4", to, from, n);
}

static void copy_memcpy(int *to, const int *from, size_t n)
{
    book_copy("memcpy", to, from, n);
}

typedef int words __attribute__((vector_size(16)));

/* Reads the input and writes one sum of it. */
static void only_read(int *to, const int *from, size_t n)
{
    words sums[4] = { 0 };

    for (size_t i = 0; i + 16 <= n; i += 16)
        for (size_t k = 0; k < 4; k++)
            sums[k] += ((const words *)(from + i))[k];
    words sum = sums[0] + sums[1] + sums[2] + sums[3];
    if (n)
        *to = sum[0] + sum[1] + sum[2] + sum[3];
}

#ifdef __x86_64__
static void copy_past(int *to, const int *from, size_t n)
{
    book_copy("past", to, from, n);
}

/* Writes the output, past the cache, and reads nothing. */
static void only_written(int *to, const int *from, size_t n)
{
    (void)from;
    for (size_t i = 0; i < n / 4; i++)
        _mm_stream_si128((__m128i *)to + i, _mm_set1_epi32((int)n));
    _mm_sfence();
}
#endif

#define FUNCTION(name) (void (*)(void)) name
const struct lab_variant lab_variants[] = {
    { "int", FUNCTION(copy_int), false },
    { "int4", FUNCTION(copy_int4), false },
#ifdef __x86_64__
    { "past", FUNCTION(copy_past), false },
    { "write", FUNCTION(only_written), true },
#endif
    { "memcpy", FUNCTION(copy_memcpy), false },
    { "read", FUNCTION(only_read), true },
    { NULL, NULL, false },
};

static const char *const patterns[] = { "random", NULL };

static const struct lab_case awkward[] = {
    { .n = 0 },    { .n = 1 },    { .n = 2 },    { .n = 3 },     { .n = 5 },
    { .n = 7 },    { .n = 15 },   { .n = 16 },   { .n = 17 },    { .n = 31 },
    { .n = 33 },   { .n = 63 },   { .n = 65 },   { .n = 127 },   { .n = 1000 },
    { .n = 1023 }, { .n = 1025 }, { .n = 4099 }, { .n = 65537 }, { .n = LAB_END },
};

const struct lab lab = {
    .function = "copy",
    .threads = 1,
    .patterns = patterns,
    .awkward = awkward,
    .timed = { .n = 8 << 20 },
    .bytes_per_element = 2 * sizeof(int),
    .alignment = sizeof(int),
    .fill = fill,
    .expect = expect,
    .call = call,
};
