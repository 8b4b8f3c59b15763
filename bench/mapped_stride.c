/* mapped_stride.c - what a stride costs across PCIe: a kernel reads or writes every int of host
 * memory, every second one, and so on to every 32nd.
 *
 * Every stride touches the same number of ints, --max-bytes of them, in an array that grows with
 * the stride. Each launch moves on to the next window of a pool that outruns the L2, and samples
 * start with a cold L2, in case it keeps host memory. `bytes` counts the ints of host memory only;
 * the other end is GPU memory, which is far faster. `overfetch` is the model of coalescing.h: the
 * bytes of the sectors that a warp touches, over the bytes that it asks for.
 *
 * Predicted for an H200: at stride 1 49 GB/s, because `mapped` of transfer.c moves 51 GB/s to the
 * device and 52 to the host, less 2 us of launch and 1 us of latency in 82 us. To the device a
 * warp's read of a whole line is one packet of 128 + 28 bytes, but single sectors are packets of 32
 * + 28 each: 25 GB/s at stride 2, 13 at 4, and from stride 8 on 60 bytes of bus for 4 that are
 * used, 4.1 GB/s. To the host it gets worse at once, because a packet cannot leave out bytes in its
 * middle: from stride 2 on each int is a packet of 4 + 28 bytes, 7.7 GB/s, and level from there.
 * Both fall further than the 2 to 6 times of the literature (Wilt, "The CUDA Handbook", 6.6, which
 * we number P1).
 * Found: to the device 25.3, 12.7 and 6.4 GB/s at strides 2, 4 and 8. Times overfetch that is the
 * same as at stride 1, so whole lines cross, and not single sectors as we predicted: up to stride 8
 * a warp touches every sector of its lines. (25 and 13 were right for this reason alone; sectors of
 * 32 + 28 bytes would make 17 and 8.) From 16 on there are gaps between the sectors of a warp.
 * Lines would make 3.2 and 1.6 there, and single sectors 4.1 at both; we measure 3.6 and 2.9, which
 * neither explains. To the host 2.0 GB/s at strides 2 to 8, a quarter of the prediction: half a
 * packet per nanosecond is the limit there. Wider strides do better, with 2.5 to 3.1 at 16.
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
    AWKWARD_INTS = 4 << 20, /* an awkward array is no longer than that */
};

struct mapped_stride {
    struct bench_point point;
    const struct variant *variant;
    size_t n, stride;
};

//> reference
static void mapped_stride_reference(bool to_host, int *host, int *device, size_t stride, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (to_host)
            host[i * stride] = device[i];
        else
            device[i] = host[i * stride];
}
//< reference

static char *host;                     /* a pool of pool_bytes, pinned */
static size_t pool_bytes, most;        /* `most` is the number of ints in the largest array */
static int *device, *input, *expected; /* of the largest array; the last two are for checks */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct mapped_stride *m = point;
    size_t at = gpu_window(i, m->n * sizeof(int) * m->stride, pool_bytes);

    CUDA(m->variant->launch((int *)(host + at), device, m->stride, m->n, stream));
}

/* Checks the first window or the array on the GPU, whichever is written. What lies between the ints
 * and behind them must still be poisoned. */
static void check(void *point)
{
    struct mapped_stride *m = point;
    bool to_host = m->variant->to_host;
    size_t bytes = m->n * (to_host ? m->stride : 1) * sizeof(int);
    void *result = to_host ? (void *)host : device;

    memset(expected, GPU_POISON, bytes);
    gpu_poison(result, bytes + GPU_GUARD);
    mapped_stride_reference(to_host, to_host ? expected : (int *)host, to_host ? input : expected,
                            m->stride, m->n);
    if (!gpu_leaves(&m->point, result, expected, bytes))
        die("variant %s moves %zu ints wrongly at stride %zu", m->variant->is.name, m->n,
            m->stride);
}

static void check_awkward(void *point, size_t n)
{
    struct mapped_stride m = *(struct mapped_stride *)point;

    m.n = n;
    for (int s = 0; s < STRIDES; s++) {
        m.stride = strides[s];
        if (n * m.stride <= AWKWARD_INTS)
            check(&m);
    }
}

static void begin(void *point)
{
    gpu_fill_random(host, pool_bytes / sizeof(int), bench_options.seed);
    gpu_fill_random(device, most, bench_options.seed);
    bench_check_awkward(check_awkward, point);
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
    for (const struct variant *v = variants; v->is.name; v++)
        for (int s = 0; s < STRIDES; s++) {
            struct mapped_stride m = {
                .point = { .variant = v->is.name,
                           .turn = 1,
                           .bytes = bench_options.max_bytes / sizeof(int) * sizeof(int),
                           .launch = launch,
                           .cold = true },
                .variant = v,
                .n = bench_options.max_bytes / sizeof(int),
                .stride = strides[s],
            };
            bench_add(&m, sizeof m, "%s,%zu,%g", v->is.name, m.stride,
                      coalescing_overfetch(0, m.stride * sizeof(int), sizeof(int)));
        }
}

int main(int argc, char **argv)
{
    static const struct bench_experiment mapped_stride = {
        .program = { .name = "mapped_stride",
                     .summary = "Touches --max-bytes of ints in host memory that lie a stride "
                                "apart.",
                     .variants = { variants, sizeof *variants },
                     .bytes = { .min = sizeof(int),
                                .max = 4 << 20,
                                .quick_max = 1 << 20,
                                .element = sizeof(int) } },
        .machine = &gpu_machine,
        .columns = "direction,stride,overfetch",
        .hooks = { .open = allocate, .points = points, .begin = begin, .check = check },
    };

    return bench_run(&mapped_stride, argc, argv);
}
