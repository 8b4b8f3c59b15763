/* mapped_stride.c - what a stride costs across PCIe: a kernel reads or writes
 * every int of host memory, every second one, and so on to every 32nd.
 *
 * Every stride touches as many ints, --max-bytes of them, in an array that
 * grows with the stride. Each launch moves on to the next window of a pool that
 * outruns the L2, and samples start with a cold L2, in case it keeps host
 * memory. `bytes` counts the ints of host memory alone; the other end is GPU
 * memory and far faster. `overfetch` is the model of coalescing.h: the bytes of
 * the sectors that a warp touches over those that it asks for.
 *
 * Predicted for an H200: 51 GB/s to device and 52 to host at stride 1, as
 * `mapped` of transfer.c, less 2 us of launch and 1 us of latency in 82 us: 49.
 * To device a warp's read of a whole line is one packet of 128 + 28 bytes, but
 * single sectors are packets of 32 + 28 each: 25 GB/s at stride 2, 13 at 4, and
 * from stride 8 on 60 bytes of bus for 4 that are used, 4.1 GB/s. To host it is
 * worse at once: a packet cannot leave out bytes in its middle, so from stride
 * 2 on each int is a packet of 4 + 28 bytes, 7.7 GB/s, and level from there.
 * Both fall further than the 2 to 6 times of sources.md, P1.
 * Found: to device 25.3, 12.7 and 6.4 GB/s at strides 2, 4 and 8. Times
 * overfetch that is what stride 1 has: whole lines cross, and no single sectors
 * as we predicted, since up to stride 8 a warp touches every sector of its
 * lines. (25 and 13 were right for this reason alone: sectors of 32 + 28 bytes
 * make 17 and 8.) From 16 on its sectors have gaps between them. There lines
 * would make 3.2 and 1.6, single sectors 4.1 at both; 3.6 and 2.9 are measured,
 * which neither explains. To host 2.0 GB/s at strides 2 to 8, a quarter of the
 * prediction: half a packet a nanosecond is the limit there. Wider strides do
 * better, with 2.5 to 3.1 at 16.
 */
#include "harness/gpu.h"
#include "harness/coalescing.h"
#include "harness/pinned.h"
#include "../kernels/mapped_stride.h"

#include <string.h>

struct variant {
    struct bench_variant is; /* its name is the direction */
    bool to_host;
    mapped_stride_launcher *launch;
};

static const struct variant variants[] = {
    { { "to_device", "the kernel reads host memory" }, false,
      launch_mapped_stride_read },
    { { "to_host", "the kernel writes host memory" }, true,
      launch_mapped_stride_write },
};

static const size_t strides[] = { 1, 2, 4, 8, 16, 32 }; /* ints */

enum {
    VARIANTS = sizeof variants / sizeof *variants,
    STRIDES = sizeof strides / sizeof *strides,
    MAX_STRIDE = 32,
    GUARD = 64,                 /* poisoned ints behind an array */
    AWKWARD_INTS = 4 << 20,     /* an awkward array is no longer than that */
};

struct mapped_stride {
    const struct variant *variant;
    int *host; /* a pool, pinned */
    int *device;
    size_t pool_bytes;
    size_t n, stride;
    size_t window; /* bytes from one launch's array to the next's */
    size_t windows;
    int *got, *expected; /* for checks: host memory of the largest array */
};

static cudaError_t mapped_stride_launch(void *work, size_t i,
                                        cudaStream_t stream)
{
    const struct mapped_stride *m = work;
    size_t skip = i % m->windows * m->window / sizeof *m->host;

    return m->variant->launch(m->host + skip, m->device, m->stride, m->n,
                              stream);
}

//> reference
static void mapped_stride_reference(bool to_host, int *host, int *device,
                                    size_t stride, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (to_host)
            host[i * stride] = device[i];
        else
            device[i] = host[i * stride];
}
//< reference

/* Is what the first window holds, or the array on the GPU, as the reference
 * leaves it? What lies between and behind the ints must still be poisoned. */
static void check(const struct mapped_stride *m, size_t n, size_t stride,
                  cudaStream_t stream)
{
    const struct variant *v = m->variant;
    size_t whole = ((v->to_host ? n * stride : n) + GUARD) * sizeof *m->host;
    const int *result = v->to_host ? m->host : m->got;

    memset(m->expected, GPU_POISON, whole);
    if (v->to_host) {
        memset(m->host, GPU_POISON, whole);
        CUDA(cudaMemcpyAsync(m->got, m->device, n * sizeof *m->got,
                             cudaMemcpyDeviceToHost, stream));
        CUDA(cudaStreamSynchronize(stream));
        mapped_stride_reference(true, m->expected, m->got, stride, n);
    } else {
        CUDA(cudaMemsetAsync(m->device, GPU_POISON, whole, stream));
        mapped_stride_reference(false, m->host, m->expected, stride, n);
    }
    CUDA(v->launch(m->host, m->device, stride, n, stream));
    if (!v->to_host)
        CUDA(cudaMemcpyAsync(m->got, m->device, whole, cudaMemcpyDeviceToHost,
                             stream));
    CUDA(cudaStreamSynchronize(stream));
    if (memcmp(result, m->expected, whole) != 0)
        die("variant %s moves %zu ints wrongly at stride %zu", v->is.name, n,
            stride);
}

/* Makes ready to touch every stride-th int, and checks that. */
static void prepare(struct mapped_stride *m, size_t stride, cudaStream_t stream)
{
    m->stride = stride;
    m->window = gpu_aligned(m->n * sizeof *m->host * stride);
    m->windows = m->pool_bytes / m->window;
    check(m, m->n, stride, stream);
}

static void measure(struct mapped_stride works[], int n)
{
    struct gpu_time times[VARIANTS * STRIDES];

    bench_progress("all in turn");
    gpu_time_cold_in_turn(mapped_stride_launch, works, sizeof *works, n, times);
    for (int i = 0; i < n; i++) {
        const struct mapped_stride *m = &works[i];
        struct bench_row row = gpu_row(m->n * sizeof *m->host, times[i]);
        bench_row(&row, "%s,%zu,%g", m->variant->is.name, m->stride,
                  coalescing_overfetch(0, m->stride * sizeof *m->host,
                                       sizeof *m->host));
    }
}

int main(int argc, char **argv)
{
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "mapped_stride",
        .summary = "Touches --max-bytes of ints in host memory that lie a "
                   "stride apart.",
        .variants = names,
        .min_bytes = sizeof(int),
        .max_bytes = (size_t)4 << 20,
        .quick_max_bytes = (size_t)1 << 20,
        .element_bytes = sizeof(int),
    };
    static const size_t sizes[] = BENCH_AWKWARD_SIZES;
    const int size_count = sizeof sizes / sizeof *sizes;
    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;

    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    pinned_need();
    gpu_fit(1);

    struct mapped_stride m = { .n = bench_options.max_bytes / sizeof *m.host };
    size_t most = m.n * MAX_STRIDE; /* ints of the largest array */
    if (most < AWKWARD_INTS)
        most = AWKWARD_INTS;
    most += GUARD;
    m.pool_bytes = gpu_pool_bytes(most * sizeof *m.host);
    m.host = pinned_alloc(m.pool_bytes, cudaHostAllocDefault);
    m.device = gpu_alloc(most * sizeof *m.device);
    m.got = bench_alloc(most * sizeof *m.got);
    m.expected = bench_alloc(most * sizeof *m.expected);
    bench_columns(BENCH_RATE, "direction,stride,overfetch", "sm_mhz",
                  bench_options.variant ? STRIDES : VARIANTS * STRIDES);

    struct mapped_stride works[VARIANTS * STRIDES];
    int n = 0;
    for (int v = 0; v < VARIANTS; v++) {
        m.variant = &variants[v];
        if (!bench_wanted(m.variant->is.name))
            continue;
        bench_progress("%s", m.variant->is.name);
        /* What is read: random. What is written is poisoned by each check. */
        gpu_fill_random((uint32_t *)m.host, m.pool_bytes / sizeof *m.host,
                        bench_options.seed);
        gpu_fill_random((uint32_t *)m.device, most, bench_options.seed);
        for (int size = 0; size < size_count; size++)
            for (int s = 0; s < STRIDES; s++)
                if (sizes[size] * strides[s] <= AWKWARD_INTS)
                    check(&m, sizes[size], strides[s], gpu->stream);
        for (int s = 0; s < STRIDES; s++) {
            works[n] = m;
            prepare(&works[n++], strides[s], gpu->stream);
        }
    }
    measure(works, n);
    return bench_finish();
}
