/* The reference of the lab `copy`: 64 bytes per step in wide registers, stored
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
    for (; i + 16 <= n; i += 16) {
        __m128i words[4];

        for (int k = 0; k < 4; k++)
            words[k] = _mm_loadu_si128((const __m128i *)(from + i) + k);
        for (int k = 0; k < 4; k++)
            _mm_stream_si128((__m128i *)(to + i) + k, words[k]);
    }
    _mm_sfence();
    for (; i < n; i++)
        to[i] = from[i];
}
#else
typedef int words __attribute__((vector_size(16), aligned(4)));

void copy(int *to, const int *from, size_t n)
{
    size_t i = 0;

    for (; i + 16 <= n; i += 16)
        for (int k = 0; k < 4; k++)
            ((words *)(to + i))[k] = ((const words *)(from + i))[k];
    for (; i < n; i++)
        to[i] = from[i];
}
#endif
