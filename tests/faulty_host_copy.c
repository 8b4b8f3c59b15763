/* faulty_host_copy.c - stands in for kernels/host_copy.c with copies that are
 * wrong, each in its own way, to prove that the program notices. */
#include "../kernels/host_copy.h"

#include <omp.h>
#include <string.h>

static void copy_right(int *to, const int *from, size_t n)
{
    memcpy(to, from, n * sizeof *to);
}

static void copy_all_but_the_last(int *to, const int *from, size_t n)
{
    copy_right(to, from, n ? n - 1 : 0);
}

static void copy_one_more(int *to, const int *from, size_t n)
{
    copy_right(to, from, n);
    to[n] = 0;
}

static void copy_shifted(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[(i + 1) % n];
}

static void copy_with_gaps(int *to, const int *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (i % 1000 != 999)
            to[i] = from[i];
}

/* As a kernel with a wrong tail: right for every multiple of 4. */
static void copy_without_tail(int *to, const int *from, size_t n)
{
    copy_right(to, from, n / 4 * 4);
}

/* A size that is timed but is none of the awkward ones. */
static void copy_wrong_at_64_kib(int *to, const int *from, size_t n)
{
    copy_right(to, from, n == 16384 ? n - 1 : n);
}

static void copy_on_the_first_thread(int *to, const int *from, size_t n)
{
    if (omp_get_thread_num() == 0)
        copy_right(to, from, n);
}

static void copy_nothing(int *to, const int *from, size_t n)
{
    (void)to, (void)from, (void)n;
}

const struct host_copy host_copies[] = {
    { "right", "everything", copy_right, 0 },
    { "short", "all but the last", copy_all_but_the_last, 0 },
    { "long", "one more than asked for", copy_one_more, 0 },
    { "shifted", "the neighbours", copy_shifted, 0 },
    { "gaps", "all but every 1000th", copy_with_gaps, 0 },
    { "tail", "all but the last n % 4", copy_without_tail, 0 },
    { "one_size", "all but the last of 64 KiB", copy_wrong_at_64_kib, 0 },
    { "one_thread", "the first thread's part", copy_on_the_first_thread, 0 },
    { "nothing", "nothing", copy_nothing, 0 },
    { NULL, NULL, NULL, 0 },
};

bool host_copy_runs_here(const struct host_copy *kernel)
{
    (void)kernel;
    return true;
}
