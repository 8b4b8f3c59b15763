/* alignment.h - tries at which ints of an array a copy can start if it loads two ints at a time. */
#ifndef ALIGNMENT_H
#define ALIGNMENT_H

#include "gpu.h"
#include "random.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Copies n ints as variant int2, by at most max_blocks blocks, such as launch_copy_int2() of
 * copy.h. */
typedef cudaError_t alignment_copy(int *to, const int *from, size_t n, int max_blocks,
                                   cudaStream_t stream);

static cudaError_t alignment_from_1; /* how the trial ended */

/* Copies from int `first` of an array on. Returns an unknown error if the copy has wrong values. */
static inline cudaError_t alignment_copy_from(size_t first, alignment_copy *copy)
{
    enum { INTS = 4096 };
    static int sent[INTS], got[INTS];
    size_t n = INTS - first;
    int *to_gpu, *from_gpu;
    cudaError_t error;

    for (int i = 0; i < INTS; i++)
        sent[i] = (int)random_u32(bench_options.seed, (uint64_t)i);
    memset(got, GPU_POISON, sizeof got);
    if ((error = cudaMalloc((void **)&to_gpu, sizeof got))
        || (error = cudaMalloc((void **)&from_gpu, sizeof sent))
        || (error = cudaMemcpy(from_gpu, sent, sizeof sent, cudaMemcpyHostToDevice))
        || (error = copy(to_gpu, from_gpu + first, n, 4, NULL))
        || (error = cudaMemcpy(got, to_gpu, n * sizeof *got, cudaMemcpyDeviceToHost))
        || (error = cudaFree(to_gpu)) || (error = cudaFree(from_gpu)))
        return error;
    return memcmp(got, sent + first, n * sizeof *got) == 0 ? cudaSuccess : cudaErrorUnknown;
}

static inline bool alignment_wanted(void)
{
    return bench_wanted("int2") && !bench_options.profile;
}

/* Tries to copy from int 1 of an array on, unless int2 is not wanted or --profile is given. This
 * fails on every GPU that we know, with an error after which a process can no longer use the GPU.
 * So the trial has a process of its own, and must come before gpu_open(), because a process that
 * uses the GPU cannot fork. */
static inline void alignment_try(alignment_copy *copy)
{
    int ends[2];

    if (!alignment_wanted())
        return;
    if (pipe(ends) != 0)
        die("cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (child == 0) {
        alignment_from_1 = cudaSetDevice(bench_options.device);
        if (alignment_from_1 == cudaSuccess)
            alignment_from_1 = alignment_copy_from(1, copy);
        _exit(write(ends[1], &alignment_from_1, sizeof alignment_from_1)
              != sizeof alignment_from_1);
    }
    close(ends[1]);
    if (read(ends[0], &alignment_from_1, sizeof alignment_from_1) != sizeof alignment_from_1)
        alignment_from_1 = cudaErrorUnknown; /* the process crashed, or was killed */
    close(ends[0]);
    waitpid(child, NULL, 0);
}

static inline void alignment_note_from(const char *key, size_t first, alignment_copy *copy)
{
    cudaError_t error = alignment_copy_from(first, copy);

    if (error == cudaErrorUnknown)
        die("variant int2 copies wrongly from int %zu of an array on", first);
    if (error)
        die("variant int2 cannot copy from int %zu of an array on: %s", first,
            cudaGetErrorString(error));
    bench_note(key, "%s", cudaGetErrorName(error));
}

/* Notes how that trial ended as int2_from_1. Then copies from ints 0 and 2, which must succeed, and
 * notes that as well. */
static inline void alignment_note(alignment_copy *copy)
{
    if (!alignment_wanted())
        return;
    alignment_note_from("int2_from_0", 0, copy);
    bench_note("int2_from_1", "%s", cudaGetErrorName(alignment_from_1));
    alignment_note_from("int2_from_2", 2, copy);
}

#endif
