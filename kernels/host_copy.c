/* host_copy.c - copy an array of ints on the CPU: 4 to 64 bytes at a time, past
 * the cache, and as the C library does it.
 *
 *   copy_4 .. copy_64   one load and one store of that many bytes per step
 *   copy_past           16-byte stores that leave the line out of the cache
 *   copy_library        memcpy
 *
 * Each access is through a volatile pointer, which pins its width: without that
 * a compiler is free to widen the loops, and gcc turns all of them into one and
 * the same memcpy.
 *
 * A store of an ordinary kind first reads the line that it is about to change,
 * so a copy moves three bytes across the memory bus for each one that it
 * copies. A store past the cache writes whole lines and does not read.
 */
#include "host_copy.h"

#include <string.h>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

/* Defines a copy of `bytes` bytes per step. `target` is the attribute that lets
 * the compiler use the registers that wide. */
#define DEFINE_COPY(bytes, target)                                             \
    typedef int word_##bytes __attribute__((vector_size(bytes)));              \
    target static void copy_##bytes(int *to, const int *from, size_t n)        \
    {                                                                          \
        const size_t width = (bytes) / sizeof(int);                            \
        volatile word_##bytes *to_words = (volatile word_##bytes *)to;         \
        const volatile word_##bytes *from_words =                              \
            (const volatile word_##bytes *)from;                               \
                                                                               \
        for (size_t i = 0; i < n / width; i++)                                 \
            to_words[i] = from_words[i];                                       \
        for (size_t i = n / width * width; i < n; i++)                         \
            to[i] = from[i];                                                   \
    }

//> scalar
static void copy_4(int *to, const int *from, size_t n)
{
    volatile int *to_words = to;
    const volatile int *from_words = from;

    for (size_t i = 0; i < n; i++)
        to_words[i] = from_words[i];
}
//< scalar

DEFINE_COPY(8, )
DEFINE_COPY(16, )
#ifdef __x86_64__
DEFINE_COPY(32, __attribute__((target("avx"))))
DEFINE_COPY(64, __attribute__((target("avx512f"))))

static void copy_past(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n / 4; i++)
        _mm_stream_si128((__m128i *)to + i,
                         _mm_load_si128((const __m128i *)from + i));
    _mm_sfence();
    for (size_t i = n / 4 * 4; i < n; i++)
        to[i] = from[i];
}
#endif

static void copy_library(int *to, const int *from, size_t n)
{
    memcpy(to, from, n * sizeof *to);
}

const struct host_copy host_copies[] = {
    { "int", "4 bytes at a time", copy_4, 4 },
    { "int2", "8 bytes at a time", copy_8, 8 },
    { "int4", "16 bytes at a time", copy_16, 16 },
#ifdef __x86_64__
    { "int8", "32 bytes at a time (AVX)", copy_32, 32 },
    { "int16", "64 bytes at a time (AVX-512)", copy_64, 64 },
    { "past", "16 bytes at a time, stored past the cache", copy_past, 16 },
#endif
    { "memcpy", "the C library's memcpy", copy_library, 0 },
    { NULL, NULL, NULL, 0 },
};

bool host_copy_runs_here(const struct host_copy *kernel)
{
#ifdef __x86_64__
    if (kernel->bytes == 32)
        return __builtin_cpu_supports("avx");
    if (kernel->bytes == 64)
        return __builtin_cpu_supports("avx512f");
#else
    (void)kernel;
#endif
    return true;
}
