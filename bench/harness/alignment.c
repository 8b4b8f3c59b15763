/* alignment.c - at which ints of an array a copy can start; see alignment.h. */
#include "alignment.h"
#include "gpu.h"
#include "random.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static cudaError_t from_1;

/* Copies from int `first` of an array on. Returns an unknown error if the copy has wrong values. */
static cudaError_t copy_from(size_t first, alignment_copy *copy)
{
    enum { INTS = 4096 };
    static int from[INTS], got[INTS];
    size_t n = INTS - first;
    int *to_gpu, *from_gpu;
    cudaError_t error;

    for (int i = 0; i < INTS; i++)
        from[i] = (int)random_u32(bench_options.seed, (uint64_t)i);
    memset(got, GPU_POISON, sizeof got);
    if ((error = cudaMalloc((void **)&to_gpu, sizeof got))
        || (error = cudaMalloc((void **)&from_gpu, sizeof from))
        || (error = cudaMemcpy(from_gpu, from, sizeof from, cudaMemcpyHostToDevice))
        || (error = copy(to_gpu, from_gpu + first, n, 4, NULL))
        || (error = cudaMemcpy(got, to_gpu, n * sizeof *got, cudaMemcpyDeviceToHost))
        || (error = cudaFree(to_gpu)) || (error = cudaFree(from_gpu)))
        return error;
    return memcmp(got, from + first, n * sizeof *got) == 0 ? cudaSuccess : cudaErrorUnknown;
}

static bool is_wanted(void)
{
    return bench_wanted("int2") && !bench_options.profile;
}

void alignment_try(alignment_copy *copy)
{
    int ends[2];

    if (!is_wanted())
        return;
    if (pipe(ends) != 0)
        die("cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (child == 0) {
        from_1 = cudaSetDevice(bench_options.device);
        if (from_1 == cudaSuccess)
            from_1 = copy_from(1, copy);
        _exit(write(ends[1], &from_1, sizeof from_1) != sizeof from_1);
    }
    close(ends[1]);
    if (read(ends[0], &from_1, sizeof from_1) != sizeof from_1)
        from_1 = cudaErrorUnknown; /* the process crashed, or was killed */
    close(ends[0]);
    waitpid(child, NULL, 0);
}

static void note(const char *key, size_t first, alignment_copy *copy)
{
    cudaError_t error = copy_from(first, copy);

    if (error == cudaErrorUnknown)
        die("variant int2 copies wrongly from int %zu of an array on", first);
    if (error)
        die("variant int2 cannot copy from int %zu of an array on: %s", first,
            cudaGetErrorString(error));
    bench_note(key, "%s", cudaGetErrorName(error));
}

void alignment_note(alignment_copy *copy)
{
    if (!is_wanted())
        return;
    note("int2_from_0", 0, copy);
    bench_note("int2_from_1", "%s", cudaGetErrorName(from_1));
    note("int2_from_2", 2, copy);
}
