/* host_memcpy.c - copy host memory with memcpy, into pages that are there and
 * into pages that are not there yet.
 *
 *   memcpy_parts   one core copies all, or each core its part
 *   memcpy_fresh   pages that are not there yet
 *
 *   from   [ page | page | page | page ]
 *             |      |      |      |
 *   warm   [ page | page | page | page ]   memcpy, and nothing else
 *   fresh  [  ?   |  ?   |  ?   |  ?   ]   at each ? the core asks the system,
 *                                          which finds a page and zeroes it
 *
 * The first copy into memory that malloc has just returned is of the second
 * kind if it is large, since malloc takes large blocks from the system in this
 * way. How large a page is, is left to the system, as in any program.
 */
#include "host_memcpy.h"

#include <omp.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE = 64 }; /* bytes; the threads split arrays by cache lines */

void memcpy_parts(void *to, const void *from, size_t bytes, int threads)
{
    if (threads == 1) { /* no fork, no join */
        memcpy(to, from, bytes);
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        size_t count = (size_t)threads, own = (size_t)omp_get_thread_num();
        size_t lines = bytes / LINE;
        size_t start = lines * own / count * LINE;
        size_t end = own + 1 < count ? lines * (own + 1) / count * LINE : bytes;

        memcpy((char *)to + start, (const char *)from + start, end - start);
    }
}

void *memcpy_fresh(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}
