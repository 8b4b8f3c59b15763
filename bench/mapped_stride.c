/* mapped_stride.c - what a stride costs across PCIe: a kernel reads or writes every int of host
 * memory, every second one, and so on to every 32nd.
 *
 * Every stride touches the same number of ints, --max-bytes of them, in an array that grows with
 * the stride. Each launch moves on to the next window of a pool that is far larger than the L2, and
 * samples start with a cold L2, in case it keeps host memory. `bytes` counts the ints of host
 * memory only; the other end is GPU memory, which is far faster. `overfetch` is the model of
 * coalescing.h: the bytes of the sectors that a warp touches, over the bytes that it asks for.
 *
 * Predicted for an H200: 49 GB/s at stride 1. To the device single sectors cross the bus in packets
 * of 32 + 28 bytes: 25 GB/s at stride 2, 13 at 4, and 4.1 from stride 8 on. To the host each int is
 * a packet of 4 + 28 bytes from stride 2 on: 7.7 GB/s. Both fall further than the 2 to 6 times of
 * the literature (Wilt, "The CUDA Handbook", 6.6: our claim P1).
 * Found: to the device 25.3, 12.7 and 6.4 GB/s at strides 2, 4 and 8, so whole lines cross the bus,
 * and not single sectors. Neither explains the 3.6 and 2.9 GB/s at 16 and 32. To the host 2.0 GB/s
 * at strides 2 to 8: half a packet per nanosecond is the limit there.
 */
#include "harness/gpu.h"
#include "../kernels/mapped_stride.h"
#include "harness/coalescing.h"
#include "harness/pinned.h"

#include <string.h>

static const struct variant {
    struct bench_variant is; /* its name is the direction */
    bool to_host;
    mapped_stride_launcher *launch;
} variants[] = {
    { { "to_device", "the kernel reads host memory" }, false, launch_mapped_stride_read },
    { { "to_host", "the kernel writes host memory" }, true, launch_mapped_stride_write },
    { { NULL, NULL }, false, NULL },
};

static const size_t strides[] = { 1, 2, 4, 8, 16, 32 }; /* ints */

enum {
    STRIDES = sizeof strides / sizeof *strides,
    MAX_STRIDE = 32,
    AWKWARD_INTS = 4 << 20, /* the longest awkward array */
};

struct mapped_stride {
    struct bench_point point;
    const struct variant *variant;
    size_t stride;
};

static void mapped_stride_reference(bool to_host, int *host, int *device, size_t stride, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (to_host)
            host[i * stride] = device[i];
        else
            device[i] = host[i * stride];
}

static char *host;                     /* a pool of pool_bytes, pinned */
static size_t pool_bytes, most;        /* `most` is the number of ints in the largest array */
static int *device, *input, *expected; /* of the largest array; the last two are for checks */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct mapped_stride *m = point;
    size_t at = gpu_window(i, m->point.n * sizeof(int) * m->stride, pool_bytes);

    CUDA(m->variant->launch((int *)(host + at), device, m->stride, m->point.n, stream));
}

/* Checks the first window or the array on the GPU, whichever is written. What lies between the ints
 * and behind them must still be poisoned. */
static size_t check(void *point)
{
    const struct mapped_stride *m = point;
    bool to_host = m->variant->to_host;
    size_t n = m->point.n, bytes = n * (to_host ? m->stride : 1) * sizeof(int);

    memset(expected, GPU_POISON, bytes);
    mapped_stride_reference(to_host, to_host ? expected : (int *)host, to_host ? input : expected,
                            m->stride, n);
    return gpu_check_launch(point, to_host ? (void *)host : device, expected, bytes);
}

static size_t check_awkward(void *point)
{
    struct mapped_stride m = *(struct mapped_stride *)point;
    size_t wrong = 0;

    for (int s = 0; s < STRIDES; s++) {
        m.stride = strides[s];
        if (m.point.n * m.stride <= AWKWARD_INTS)
            wrong += check(&m);
    }
    return wrong;
}

static void begin(void *point)
{
    gpu_fill_random(host, pool_bytes / sizeof(int), bench_options.seed);
    gpu_fill_random(device, most, bench_options.seed);
}

static void allocate(void)
{
    pinned_need();
    gpu_fit(1);
    most = bench_larger(bench_options.max_bytes / sizeof(int) * MAX_STRIDE, AWKWARD_INTS)
         + GPU_GUARD / sizeof(int);
    pool_bytes = gpu_pool_bytes(most * sizeof(int));
    host = pinned_alloc(pool_bytes, cudaHostAllocDefault);
    device = gpu_alloc(most * sizeof *device);
    input = bench_random(most);
    expected = bench_alloc(most * sizeof *expected);
}

static void points(void)
{
    size_t n = bench_options.max_bytes / sizeof(int);

    for (const struct variant *v = variants; v->is.name; v++)
        for (int s = 0; s < STRIDES; s++) {
            struct mapped_stride m = {
                .point = { .variant = v->is.name,
                           .turn = 1,
                           .n = n,
                           .bytes = n * sizeof(int),
                           .launch = launch,
                           .cold = true },
                .variant = v,
                .stride = strides[s],
            };
            bench_add(&m, sizeof m, "%zu,%g", m.stride,
                      coalescing_overfetch(0, m.stride * sizeof(int), sizeof(int)));
        }
}

static const struct bench_experiment mapped_stride = {
    .summary = "Touches --max-bytes of ints in host memory that lie a stride apart.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof(int), .max = 4 << 20, .quick_max = 1 << 20, .element = sizeof(int) },
    .columns = "direction,stride,overfetch",
    .work = { "moves", "ints" },
    .hooks = { .open = allocate,
               .points = points,
               .begin = begin,
               .awkward = check_awkward,
               .check = check },
};
BENCH_MAIN(mapped_stride, gpu_machine)
