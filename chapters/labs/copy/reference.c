/* The reference of the lab `copy`: 16 bytes per step in wide registers, stored
 * past the cache, so that no line of `to` is read before it is written. */
#include <stddef.h>
#include <stdint.h>

#ifdef __x86_64__
#include <emmintrin.h>

void copy(int *to, const int *from, size_t n)
{
    size_t i = 0;

    /* A store past the cache needs an address that is aligned. */
    for (; i < n && (uintptr_t)(to + i) % 16 != 0; i++)
        to[i] = from[i];
    for (; i + 4 <= n; i += 4)
        _mm_stream_si128((__m128i *)(to + i),
                         _mm_loadu_si128((const __m128i *)(from + i)));
    _mm_sfence();
    for (; i < n; i++)
        to[i] = from[i];
}
#else
typedef int words __attribute__((vector_size(16), aligned(4)));

void copy(int *to, const int *from, size_t n)
{
    size_t i = 0;

    for (; i + 4 <= n; i += 4)
        *(words *)(to + i) = *(const words *)(from + i);
    for (; i < n; i++)
        to[i] = from[i];
}
#endif
