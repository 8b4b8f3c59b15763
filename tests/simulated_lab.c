/* simulated_lab.c - a GPU for the labs `strided` and `overlap` where there is none: its memory is
 * the host's, its kernels are libraries (simulated_lab.h), and its threads run one after the other.
 * A call of CUDA after a kernel has failed or hangs ends the program, as it may on a GPU.
 *
 * Kernels take the time that they sleep, copies by the harness COPY_US, and timed launches take a
 * millisecond more. Nobody has to wait that long: the program's clock is moved on instead. */
#include "../bench/harness/gpu.h"
#include "../bench/harness/random.h"
#include "../bench/lab/gpu_lab.h"
#include "../kernels/copy.h"
#include "../kernels/overlap.h"

#include <cuda.h>
#include <cuda_profiler_api.h>
#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const struct gpu fake = {
    .name = "fake GPU", .major = 9, .sms = 4, .l2_bytes = 1 << 20, .shared_bytes_per_block = 232448
};
const struct gpu *gpu = &fake;
static CUresult state;                 /* of the stream, after the last launch */
unsigned asleep_us;                    /* of the kernel that runs */
static long long queued_us, waited_us; /* the work of the stream so far, and what was waited for */

/* A function of the runtime, or of the driver, that does no more than this. */
#define RUNS(call, ...)                                                                            \
    cudaError_t call                                                                               \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        return cudaSuccess;                                                                        \
    }
#define DOES(call, ...)                                                                            \
    CUresult call                                                                                  \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        return CUDA_SUCCESS;                                                                       \
    }

/* ---- The harness ------------------------------------------------------------------------- */

void gpu_use(int device) {}

void gpu_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error != cudaSuccess || state != CUDA_SUCCESS)
        die("%s:%d: %s after an error", file, line, call);
}

void *gpu_alloc(size_t bytes)
{
    return bench_alloc(bytes);
}

void gpu_poison(void *memory, size_t bytes)
{
    memset(memory, GPU_POISON, bytes);
}

void gpu_download(void *to, const void *from, size_t bytes)
{
    CUDA(cudaSuccess);
    memcpy(to, from, bytes);
}

void gpu_fill_random(void *values, size_t n, uint64_t seed)
{
    uint32_t *to = values;

    CUDA(cudaSuccess);
    for (size_t i = 0; i < n; i++)
        to[i] = random_u32(seed, i);
}

size_t gpu_count_different(const void *a, const void *b, size_t bytes)
{
    CUDA(cudaSuccess);
    return memcmp(a, b, bytes) != 0;
}

/* ---- Streams ----------------------------------------------------------------------------- */

/* The stream of the harness, which is null, does all at once. The others do nothing until that one
 * waits for any of them, and then the last one begins: what waits for nothing comes too early. */
enum { STREAMS = 16, MOST_QUEUED = 1 << 14 };

struct queued {
    enum { WAIT, COPY, ADD } what;
    size_t stream, upto; /* to wait for */
    uint32_t *to;
    const uint32_t *from;
    size_t n; /* in bytes for a copy */
    uint32_t sum;
};

static struct {
    struct queued queue[MOST_QUEUED];
    size_t queued, done;
} streams[STREAMS + 1];
static size_t created;

static void work(const struct queued *q)
{
    if (q->what == COPY)
        memcpy(q->to, q->from, q->n);
    for (size_t i = 0; q->what == ADD && i < q->n; i++)
        q->to[i] = q->from[i] + q->sum;
}

/* A stream may wait for another. NOLINTNEXTLINE(misc-no-recursion) */
static void work_until(size_t s, size_t upto)
{
    while (streams[s].done < upto) {
        const struct queued *q = &streams[s].queue[streams[s].done++];

        if (q->what == WAIT)
            work_until(q->stream, q->upto);
        work(q);
    }
}

static void queue(cudaStream_t stream, struct queued q)
{
    size_t s = (size_t)stream;
    const char *us = getenv("COPY_US");

    if (s == 0) {
        work(&q);
        queued_us += us ? atoll(us) : 0;
    } else if (streams[s].queued < MOST_QUEUED)
        streams[s].queue[streams[s].queued++] = q;
    else
        die("a stream holds too much");
}

void gpu_order(cudaStream_t before, cudaStream_t after)
{
    size_t s = (size_t)before;

    if (before == after || s == 0)
        return;
    if (after) {
        queue(after, (struct queued){ .what = WAIT, .stream = s, .upto = streams[s].queued });
        return;
    }
    for (size_t t = STREAMS; t > 0; t--)
        work_until(t, streams[t].queued);
    for (size_t t = STREAMS; t > 0; t--)
        streams[t].queued = streams[t].done = 0;
}

/* ---- The runtime ------------------------------------------------------------------------- */

RUNS(cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream),
     memset(to, value, bytes))
RUNS(cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                     cudaStream_t stream),
     queue(stream, (struct queued){ .what = COPY, .to = to, .from = from, .n = bytes }))
RUNS(cudaHostAlloc(void **memory, size_t bytes, unsigned flags), *memory = bench_alloc(bytes))
RUNS(cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags),
     *stream = (cudaStream_t)++created)
RUNS(launch_overlap(unsigned *out, const unsigned *in, size_t n, unsigned increment, int cycles,
                    int unroll, cudaStream_t stream),
     queue(stream,
           (struct queued){
               .what = ADD, .to = out, .from = in, .n = n, .sum = increment * (unsigned)cycles }))
RUNS(cudaEventCreate(cudaEvent_t *event), *event = bench_alloc(sizeof queued_us))
RUNS(cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end),
     *ms = 1 + (float)(*(long long *)end - *(long long *)start) / 1000)
RUNS(cudaStreamSynchronize(cudaStream_t stream), waited_us = queued_us)
RUNS(cudaDeviceSetLimit(enum cudaLimit limit, size_t value), )
RUNS(cudaProfilerStart(void), )
RUNS(cudaProfilerStop(void), )

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    *(long long *)event = queued_us;
    return (cudaError_t)state;
}

/* The book's copies are not checked. */
#define COPIES(name)                                                                               \
    RUNS(name(int *to, const int *from, size_t n, int blocks, cudaStream_t stream), )
COPIES(launch_copy_int)
COPIES(launch_copy_int4)
COPIES(launch_copy_once)
COPIES(launch_copy_memcpy)

/* ---- The driver -------------------------------------------------------------------------- */

DOES(cuGetErrorString(CUresult error, const char **text), *text = "an error")
DOES(cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *of,
                                   CUmemAllocationGranularity_flags which),
     *bytes = 2 << 20)
DOES(cuMemAddressReserve(CUdeviceptr *at, size_t bytes, size_t alignment, CUdeviceptr wanted,
                         unsigned long long flags),
     *at = (CUdeviceptr)mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
DOES(cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes, const CUmemAllocationProp *of,
                 unsigned long long flags),
     *handle = 0)
DOES(cuMemMap(CUdeviceptr at, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
              unsigned long long flags), )
DOES(cuMemSetAccess(CUdeviceptr at, size_t bytes, const CUmemAccessDesc *access, size_t n),
     mprotect((void *)at, bytes, PROT_READ | PROT_WRITE))

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    *module = dlopen(path, RTLD_NOW);
    return *module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    *function = dlsym(module, name);
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetGlobal(CUdeviceptr *at, size_t *bytes, CUmodule module, const char *name)
{
    void *found = dlsym(module, name);
    Dl_info info;
    ElfW(Sym) *symbol = NULL;

    if (!found || !dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT))
        return CUDA_ERROR_NOT_FOUND;
    *at = (CUdeviceptr)found;
    *bytes = symbol->st_size;
    return CUDA_SUCCESS;
}

DOES(cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes), memcpy(to, (void *)from, bytes))
DOES(cuFuncGetAttribute(int *value, CUfunction_attribute which, CUfunction function),
     *value = which == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0)
DOES(cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value), )

CUresult cuFuncGetParamInfo(CUfunction function, size_t i, size_t *offset, size_t *size)
{
    *size = 8;
    return i < (gpu_lab.run ? 2 : 3) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamQuery(CUstream stream)
{
    queued_us += state == CUDA_ERROR_NOT_READY ? 1000 : 0;
    waited_us = queued_us;
    return state;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long status = syscall(SYS_clock_gettime, clock, now);
    long long us = now->tv_nsec / 1000 + waited_us;

    now->tv_sec += us / 1000000;
    now->tv_nsec = us % 1000000 * 1000;
    return (int)status;
}

struct fake_dim {
    unsigned x, y, z;
} threadIdx, blockIdx, blockDim;
static sigjmp_buf failed;

static void fail(int signal)
{
    siglongjmp(failed, signal);
}

/* Ways for a kernel to fail here, and the answer that a GPU would give. */
static const struct {
    int signal;
    CUresult result;
} failures[] = { { SIGSEGV, CUDA_ERROR_ILLEGAL_ADDRESS },
                 { SIGILL, CUDA_ERROR_LAUNCH_FAILED },
                 { SIGALRM, CUDA_ERROR_NOT_READY } };

CUresult cuLaunchKernel(CUfunction function, unsigned blocks_x, unsigned blocks_y,
                        unsigned blocks_z, unsigned threads_x, unsigned threads_y,
                        unsigned threads_z, unsigned shared_bytes, CUstream stream,
                        void **parameters, void **extra)
{
    void (*kernel)(int *, const int *, size_t);
    void (*plan)(void *, size_t);
    int *const *to = parameters[0];
    const int *const *from = parameters[1];
    const size_t *n = parameters[gpu_lab.run ? 1 : 2];

    memcpy(&kernel, &function, sizeof kernel);
    memcpy(&plan, &function, sizeof plan);
    for (int i = 0; i < 3; i++)
        signal(failures[i].signal, fail);
    int signal = sigsetjmp(failed, 1);
    for (int i = 0; i < 3; i++)
        if (signal == failures[i].signal)
            state = failures[i].result;
    if (signal)
        return CUDA_SUCCESS; /* a kernel fails later than its launch */
    alarm(1);
    blockDim = (struct fake_dim){ threads_x, 1, 1 };
    for (blockIdx.x = 0; blockIdx.x < blocks_x; blockIdx.x++)
        for (threadIdx.x = 0; threadIdx.x < threads_x; threadIdx.x++)
            if (gpu_lab.run)
                plan(*to, *n);
            else
                kernel(*to, *from, *n);
    alarm(0);
    queued_us += asleep_us;
    asleep_us = 0;
    return CUDA_SUCCESS;
}
