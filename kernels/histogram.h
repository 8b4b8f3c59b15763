/* histogram.h - launchers of the histogram kernels; see histogram.cu. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#include "../bench/histogram_input.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a launch is spread over the GPU; ask histogram_plan(). */
struct histogram_plan {
    int cluster;  /* blocks a cluster: 1, 2, 4, 8 or 16 */
    int clusters; /* as many as can run at once; 0: does not fit this GPU */
    int threads;  /* a block */
    size_t shared_bytes; /* a block, asked for at the launch */
};

/* Adds to counts[b], for each of `bins` bins, how many of the n values are b;
 * those below 0 count in bin 0, those above the last in the last. `values` is
 * an array on the GPU that starts at a multiple of 16 bytes; fewer than 2^32
 * values in all, at most 2^20 bins. Each returns the error of the launch; none
 * waits for the kernel. */
typedef cudaError_t histogram_launcher(const int *values, size_t n,
                                       unsigned *counts, int bins,
                                       const struct histogram_plan *plan,
                                       cudaStream_t stream);

/* Makes the plan of a kernel for so many bins and that cluster size on the
 * current GPU: a single wave of blocks. */
typedef cudaError_t histogram_planner(int bins, int cluster,
                                      struct histogram_plan *plan);

histogram_launcher launch_histogram_global, launch_histogram_remote,
    launch_histogram_owner, launch_histogram_narrow, launch_histogram_exchange;
histogram_planner plan_histogram_global, plan_histogram_remote,
    plan_histogram_owner, plan_histogram_narrow, plan_histogram_exchange;

/* CUB's DeviceHistogram, which leaves out values that are in no bin, and sets
 * counts rather than adding to them. `work` has *work_bytes; with a null `work`
 * the call only sets *work_bytes. */
cudaError_t launch_histogram_cub(void *work, size_t *work_bytes,
                                 const int *values, size_t n, unsigned *counts,
                                 int bins, cudaStream_t stream);

/* The same counts as those of histogram_launcher, by a way of its own, to check
 * them: one atomic a warp and bin. */
cudaError_t count_histogram(const int *values, size_t n, unsigned *counts,
                            int bins, cudaStream_t stream);

/* values[i] = histogram_value(input, seed, i, bins) for i < n. */
cudaError_t fill_histogram_input(int *values, size_t n,
                                 enum histogram_input input, uint64_t seed,
                                 int bins, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
