/* gpu.c - the GPU as a device: its properties, its memory, and what it holds; see gpu.h. */
#include "gpu.h"
#include "nvml.h"
#include "precision.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

enum { OUTRUN = 8 }; /* a pool is at least this many times as large as the L2 */

/* The GPUs that have been used, each with its counter and an event, and the one in use. */
static struct device {
    struct gpu gpu;
    unsigned long long *counter;
    cudaEvent_t ordered;
} devices[GPU_MOST], *here;

const struct gpu *gpu;
const int bench_cuda_version = CUDART_VERSION; /* for options.c */

void gpu_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error != cudaSuccess)
        die("%s:%d: %s: %s (%s)", file, line, call, cudaGetErrorName(error),
            cudaGetErrorString(error));
}

static int attribute(enum cudaDeviceAttr which, int device)
{
    int value;

    CUDA(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

bool gpu_launches_block(void)
{
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");

    return blocking && strcmp(blocking, "0") != 0;
}

int gpu_count(void)
{
    int count = 0, driver = 0, runtime = 0;

    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaErrorNoDevice)
        bench_exit(BENCH_NOT_NOW, "no GPU on this machine");
    if (error == cudaErrorInsufficientDriver) {
        cudaDriverGetVersion(&driver);
        cudaRuntimeGetVersion(&runtime);
        bench_exit(BENCH_NOT_NOW,
                   driver == 0 ? "no NVIDIA driver on this machine"
                               : "the driver is for CUDA %d.%d, this program for "
                                 "%d.%d: update the driver",
                   driver / 1000, driver / 10 % 100, runtime / 1000, runtime / 10 % 100);
    }
    CUDA(error);
    if (count > GPU_MOST)
        die("%d GPUs are more than GPU_MOST in bench/harness/gpu.h", count);
    return count;
}

static void read_properties(struct gpu *g, int device)
{
    struct cudaDeviceProp properties;

    CUDA(cudaGetDeviceProperties(&properties, device));
    snprintf(g->name, sizeof g->name, "%s", properties.name);
    g->device = device;
    g->major = properties.major;
    g->minor = properties.minor;
    g->sms = properties.multiProcessorCount;
    g->threads_per_sm = properties.maxThreadsPerMultiProcessor;
    g->registers_per_sm = properties.regsPerMultiprocessor;
    g->l2_bytes = (size_t)properties.l2CacheSize;
    g->shared_bytes_per_sm = properties.sharedMemPerMultiprocessor;
    g->shared_bytes_per_block = properties.sharedMemPerBlockOptin;
    g->bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, device);
    g->sm_mhz = attribute(cudaDevAttrClockRate, device) / 1e3;
    g->memory_mhz = attribute(cudaDevAttrMemoryClockRate, device) / 1e3;
    g->peak_gbs = 2 * g->memory_mhz * 1e6 * g->bus_bits / 8 / 1e9;
}

void gpu_use(int device)
{
    int count = gpu_count();

    if (device >= count)
        bench_exit(BENCH_USAGE, "--device=%d: the GPUs here are 0 to %d", device, count - 1);
    gpu_stay_near(device);
    CUDA(cudaSetDevice(device));
    here = &devices[device];
    gpu = &here->gpu;
    if (gpu->stream)
        return;
    read_properties(&here->gpu, device);
    CUDA(cudaStreamCreateWithFlags(&here->gpu.stream, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&here->ordered, cudaEventDisableTiming));
    CUDA(cudaMalloc((void **)&here->counter, sizeof *here->counter));
    gpu_prepare_timing();
}

void gpu_open(void)
{
    int driver, runtime;

    gpu_use(bench_options.device);
    CUDA(cudaDriverGetVersion(&driver));
    CUDA(cudaRuntimeGetVersion(&runtime));
    bench_note("machine", "%s, compute capability %d.%d, %d SMs", gpu->name, gpu->major, gpu->minor,
               gpu->sms);
    bench_note("cuda", "runtime %d.%d, driver %d.%d", runtime / 1000, runtime / 10 % 100,
               driver / 1000, driver / 10 % 100);
    bench_note("clocks", "SM %.0f MHz, memory %.0f MHz, bus %d bit", gpu->sm_mhz, gpu->memory_mhz,
               gpu->bus_bits);
    bench_note("gpu", "%s", gpu->name);
    bench_note("sms", "%d", gpu->sms);
    bench_note("threads_per_sm", "%d", gpu->threads_per_sm);
    bench_note("registers_per_sm", "%d", gpu->registers_per_sm);
    bench_note("shared_bytes_per_sm", "%zu", gpu->shared_bytes_per_sm);
    bench_note("peak_gbs", "%g", gpu->peak_gbs);
    bench_note("l2_bytes", "%zu", gpu->l2_bytes);
    if (gpu_launches_block())
        bench_note("launches", "blocking, so the times hold the part of the host");
}

void *gpu_card(void)
{
    char address[32];

    CUDA(cudaDeviceGetPCIBusId(address, sizeof address, gpu->device));
    return nvml_device(address);
}

/* From NVIDIA's nvml.h: a temperature, a clock, and the number of a field. */
enum { NVML_GPU = 0, NVML_MEMORY = 2, NVML_MEMORY_CELSIUS = 82 };

/* Notes how the card is while it is warm from the last point. What the driver does not tell is left
 * out. */
static void note_state(void)
{
    void *nvml = nvml_library(), *card = gpu_card();
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetClockInfo, void *, int, unsigned *);
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetTemperature, void *, int, unsigned *);
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetFieldValues, void *, int, struct nvml_field *);
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetPowerUsage, void *, unsigned *);
    struct nvml_field memory = { .id = NVML_MEMORY_CELSIUS };
    unsigned value;

    if (!card)
        return;
    if (nvmlDeviceGetClockInfo && nvmlDeviceGetClockInfo(card, NVML_MEMORY, &value) == 0)
        bench_note("memory_clock_mhz", "%u", value);
    if (nvmlDeviceGetTemperature && nvmlDeviceGetTemperature(card, NVML_GPU, &value) == 0)
        bench_note("gpu_celsius", "%u", value);
    if (nvmlDeviceGetFieldValues && nvmlDeviceGetFieldValues(card, 1, &memory) == 0
        && memory.error == 0)
        bench_note("memory_celsius", "%u", memory.value.u);
    if (nvmlDeviceGetPowerUsage && nvmlDeviceGetPowerUsage(card, &value) == 0)
        bench_note("power_watts", "%.1f", value / 1e3);
}

const struct bench_machine gpu_machine = {
    .clock_column = "sm_mhz",
    .open = gpu_open,
    .time = gpu_time,
    .close = note_state,
};

static void need_hopper(const char *what)
{
    if (gpu->major < 9)
        bench_exit(BENCH_CANNOT_RUN, "%s need compute capability 9.0, and %s has %d.%d", what,
                   gpu->name, gpu->major, gpu->minor);
}

void gpu_need_clusters(void)
{
    need_hopper("thread block clusters");
}

void gpu_need_bulk_copies(void)
{
    need_hopper("bulk copies");
}

void *gpu_alloc(size_t bytes)
{
    void *memory;
    char size[32];

    cudaError_t error = cudaMalloc(&memory, bytes);
    if (error != cudaSuccess)
        die("cannot allocate %s on the GPU: %s; ask for less with --max-bytes",
            bench_size_text(bytes, size), cudaGetErrorString(error));
    return memory;
}

void gpu_fit(int arrays)
{
    size_t free_bytes, total, most = bench_options.max_bytes;
    char asked[32], has[32];

    CUDA(cudaMemGetInfo(&free_bytes, &total));
    while (most > (free_bytes / 10 * 9) / (size_t)arrays)
        most /= 2;
    if (most == bench_options.max_bytes)
        return;
    bench_size_text(bench_options.max_bytes, asked);
    bench_size_text(free_bytes >> 20 << 20, has);
    if (bench_options.max_bytes_given)
        die("%d arrays of %s do not fit: the GPU has %s free; ask for less "
            "with --max-bytes",
            arrays, asked, has);
    if (most < bench_options.min_bytes)
        bench_exit(BENCH_NOT_NOW,
                   "%d arrays of %s do not fit, and the GPU "
                   "has %s free",
                   arrays, bench_size_text(bench_options.min_bytes, asked), has);
    bench_options.max_bytes = most;
}

bool gpu_stays_in_l2(size_t bytes)
{
    return bytes <= gpu->l2_bytes / 2;
}

size_t gpu_aligned(size_t bytes)
{
    return (bytes + GPU_ALIGNMENT - 1) / GPU_ALIGNMENT * GPU_ALIGNMENT;
}

size_t gpu_pool_bytes(size_t most)
{
    size_t outrun = OUTRUN * gpu->l2_bytes;

    return gpu_aligned(outrun > most ? outrun : most);
}

size_t gpu_window(size_t i, size_t bytes, size_t pool_bytes)
{
    size_t window = bytes ? gpu_aligned(bytes) : pool_bytes;

    return i % (pool_bytes / window) * window;
}

/* One event is enough, because a wait is for what was recorded when the wait was queued. */
void gpu_order(cudaStream_t before, cudaStream_t after)
{
    if (before == after)
        return;
    CUDA(cudaEventRecord(here->ordered, before));
    CUDA(cudaStreamWaitEvent(after, here->ordered, 0));
}

void gpu_poison(void *memory, size_t bytes)
{
    CUDA(cudaMemsetAsync(memory, GPU_POISON, bytes, gpu->stream));
}

void gpu_upload(void *to, const void *from, size_t bytes)
{
    CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
}

void gpu_download(void *to, const void *from, size_t bytes)
{
    CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
}

static size_t count_unlike(const unsigned char *got, const unsigned char *expected, size_t bytes)
{
    size_t unlike = 0;

    if (memcmp(got, expected, bytes) != 0) /* much faster than counting */
        for (size_t i = 0; i < bytes; i++)
            unlike += got[i] != expected[i];
    return unlike;
}

size_t gpu_count_unlike(const void *memory, const void *expected, size_t bytes)
{
    enum { PART = 4 << 20 };
    static unsigned char *got; /* pinned, because a copy into new pages takes ten times as long */
    size_t unlike = 0;

    if (!got)
        CUDA(cudaMallocHost((void **)&got, PART));
    for (size_t done = 0; done < bytes; done += PART) {
        size_t part = bytes - done < PART ? bytes - done : PART;

        gpu_download(got, (const unsigned char *)memory + done, part);
        unlike += count_unlike(got, (const unsigned char *)expected + done, part);
    }
    return unlike;
}

size_t gpu_count_guard(const void *guard)
{
    unsigned char poison[GPU_GUARD];

    memset(poison, GPU_POISON, sizeof poison);
    return gpu_count_unlike(guard, poison, sizeof poison);
}

size_t gpu_check_launch(struct bench_point *point, void *to, const void *expected, size_t bytes)
{
    gpu_poison(to, bytes + GPU_GUARD);
    point->launch(point, 0, gpu->stream);
    return gpu_count_unlike(to, expected, bytes) + gpu_count_guard((char *)to + bytes);
}

size_t gpu_check_random(struct bench_point *point, void *to, size_t n)
{
    static void *expected;

    if (n <= BENCH_AWKWARD_MOST) {
        if (!expected)
            expected = bench_random(BENCH_AWKWARD_MOST);
        return gpu_check_launch(point, to, expected, n * 4);
    }
    gpu_poison(to, n * 4 + GPU_GUARD);
    point->launch(point, 0, gpu->stream);
    return gpu_count_wrong(to, n, bench_options.seed) + gpu_count_guard((char *)to + n * 4);
}

size_t gpu_check_saxpy(const void *numbers, bool fp64, size_t n, double a)
{
    size_t bytes = n * number_bytes(fp64), wrong;
    uint64_t seed = bench_options.seed;

    if (n <= BENCH_AWKWARD_MOST) {
        void *expected = bench_alloc(bytes);
        for (size_t i = 0; i < n; i++)
            put_number(expected, fp64, i, a * random_small(seed, i) + random_small(seed + 1, i));
        wrong = gpu_count_unlike(numbers, expected, bytes);
        free(expected);
    } else {
        wrong = gpu_count_wrong_saxpy(numbers, fp64, n, a, seed);
    }
    return wrong + gpu_count_guard((const char *)numbers + bytes);
}

unsigned long long *gpu_counter(void)
{
    CUDA(cudaMemsetAsync(here->counter, 0, sizeof *here->counter, gpu->stream));
    return here->counter;
}

size_t gpu_counted(void)
{
    unsigned long long count = 0;

    CUDA(cudaMemcpyAsync(&count, here->counter, sizeof count, cudaMemcpyDeviceToHost, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    return (size_t)count;
}
