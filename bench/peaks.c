/* peaks.c - the most operations per second that each unit of the GPU reaches: multiply-adds of the
 * lanes, and of the tensor cores by mma.sync and by wgmma. They are the roofs of the roofline
 * (roofline.md) that no memory explains.
 *
 * A step adds the same number to each of many sums, and nothing is loaded or stored meanwhile, so
 * the launch takes as long as its arithmetic. A multiply-add is two operations. `bytes` are the
 * totals that a launch writes.
 *
 * On compute capability 9.0 the tensor cores need wgmma for their full rate, and mma.sync reaches
 * less. On 10.0 they need tcgen05, which is not tried here, so there the rows of mma are not their
 * limit. FP8 is measured only where wgmma is.
 *
 * The data sheets of the H100 and the H200 (SXM) promise the same, in TFLOP/s and without sparsity:
 * fp64 34 and fp32 67; on tensor cores fp64 67, tf32 495, bf16 and fp16 989, and fp8 1,979. With
 * 132 SMs at 1,980 MHz, 67 TFLOP/s are 256 operations per cycle and SM, all that their lanes can
 * do. In fp16 the tensor cores of an SM can do 4,096 per cycle, so 989 belongs to a clock of only
 * 1,830 MHz, and a GPU that keeps its full clock can exceed it by 8 %.
 *
 * Predicted for both, and found: mma fp64 with k = 16 reaches 65 TFLOP/s, or 97 % of the data
 * sheet. fma was to reach 97 % or more, and reaches 96 %, 32.7 and 64.5 TFLOP/s.
 *
 * Predicted wrongly: as the numbers multiplied are all alike, the GPU was to keep its full clock,
 * so that mma fp16 and bf16 would reach 63 % of what the tensor cores can do, or 670 TFLOP/s, and
 * wgmma 95 %, or 1,015, tf32 half of that and fp8 twice. But whenever tensor cores multiply fp16,
 * bf16, tf32 or fp8, the clock falls, to 1,815 to 1,830 MHz, which is the clock that the data sheet
 * seems to count with. There, bf16 reaches 592 to 598 TFLOP/s by mma and 976 to 985 by wgmma, which
 * is 99 % of what the tensor cores can do. In wgmma fp16 and fp8 it falls further, to 1,617 to
 * 1,763 MHz, so their rows are throttled: 921 to 945 and 1,745 to 1,810 TFLOP/s.
 */
#include "harness/gpu.h"
#include "../kernels/peaks.h"

static const struct bench_variant variants[] = {
    { "fma", "a multiply-add per lane" },
    { "mma", "tensor cores, mma.sync (compute capability 8.0 or later)" },
    { "wgmma", "tensor cores, wgmma (compute capability 9.0)" },
    { NULL, NULL },
};

enum { STEPS = 4096, BLOCKS_PER_SM = 4 };

struct peaks {
    struct bench_point point; /* its elements are steps */
    enum peaks_kernel kernel;
};

static float *totals; /* with a guard behind them */
static bool has_wgmma;

static int blocks(void)
{
    return BLOCKS_PER_SM * gpu->sms;
}

static size_t total_bytes(void)
{
    return (size_t)blocks() * PEAKS_THREADS * sizeof *totals;
}

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct peaks *p = point;

    CUDA(launch_peaks(p->kernel, totals, (int)p->point.n, blocks(), stream));
}

static size_t check(void *point)
{
    const struct peaks *p = point;

    gpu_poison(totals, total_bytes() + GPU_GUARD);
    launch(point, 0, gpu->stream);
    unsigned long long *count = gpu_counter();
    CUDA(count_peaks(count, totals, p->kernel, (int)p->point.n, blocks(), gpu->stream));
    return gpu_counted() + gpu_count_guard((char *)totals + total_bytes());
}

static void begin(void *point)
{
    bench_check_at(check, point, 0, 1, 2, 3, 17);
}

static void allocate(void)
{
    totals = gpu_alloc(total_bytes() + GPU_GUARD);
    CUDA(peaks_ask_wgmma(gpu_counter(), gpu->stream));
    has_wgmma = gpu_counted() == 1;
}

static void add(const char *variant, const char *precision, enum peaks_kernel kernel)
{
    size_t sums = (size_t)blocks() * PEAKS_THREADS * (size_t)peaks_sums(kernel);
    struct peaks p = {
        .point = { .variant = variant,
                   .group = (int)kernel,
                   .n = STEPS,
                   .bytes = total_bytes(),
                   .launch = launch },
        .kernel = kernel,
    };

    bench_add(&p, sizeof p, "%s,%zu", precision, 2 * sums * (size_t)peaks_depth(kernel) * STEPS);
}

static void points(void)
{
    add("fma", "fp64", PEAKS_FMA_FP64);
    add("fma", "fp32", PEAKS_FMA_FP32);
    if (gpu->major >= 8) {
        add("mma", "fp64", gpu->major >= 9 ? PEAKS_MMA_FP64_K16 : PEAKS_MMA_FP64_K4);
        add("mma", "tf32", PEAKS_MMA_TF32);
        add("mma", "bf16", PEAKS_MMA_BF16);
        add("mma", "fp16", PEAKS_MMA_FP16);
    } else
        bench_note("left_out", "mma: needs compute capability 8.0");
    if (has_wgmma) {
        add("wgmma", "tf32", PEAKS_WGMMA_TF32);
        add("wgmma", "bf16", PEAKS_WGMMA_BF16);
        add("wgmma", "fp16", PEAKS_WGMMA_FP16);
        add("wgmma", "fp8", PEAKS_WGMMA_FP8);
    } else
        bench_note("left_out", "wgmma: needs compute capability 9.0");
}

static const struct bench_experiment peaks = {
    .summary = "Multiplies and adds, and does nothing else.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = sizeof *totals, .max = sizeof *totals },
    .columns = "variant,precision,operations",
    .work = { "takes", "steps" },
    .hooks = { .open = allocate, .points = points, .begin = begin, .check = check },
};
BENCH_MAIN(peaks, gpu_machine)
