/* histogram.h - launchers of the histogram kernels; see histogram.cu. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#include "histogram_input.h"

#ifdef __cplusplus
extern "C" {
#endif

enum histogram_way {
    HISTOGRAM_GLOBAL,
    HISTOGRAM_SPREAD,
    HISTOGRAM_REMOTE,
    HISTOGRAM_OWNER,
    HISTOGRAM_NARROW,
    HISTOGRAM_PACKED,
    HISTOGRAM_EXCHANGE,
    HISTOGRAM_PARTITION,
};

/* From one counter of HISTOGRAM_SPREAD to the next, in counters: 1 KiB. */
#define HISTOGRAM_APART 256

/* How a launch fills the GPU with a single wave of blocks. */
struct histogram_plan {
    const void *kernel;
    int cluster_size;    /* blocks: 1, 2, 4, 8 or 16 */
    int active_clusters; /* how many can run at once; 0 if none fits this GPU */
    size_t shared_bytes; /* per block */
};

/* Makes the plan for this many bins and this cluster size on the current
 * GPU. */
cudaError_t plan_histogram(enum histogram_way way, int bins, int cluster_size,
                           struct histogram_plan *plan);

/* Sets counts[b], for each of `bins` bins, to how many of the n values are b;
 * those below 0 count in bin 0, those above the last in the last. `values` is
 * an array on the GPU that starts at a multiple of 16 bytes; fewer than 2^32
 * values in all, at most 2^20 bins, which the plan is for. Returns the error of
 * the launch and does not wait for the kernel. */
cudaError_t launch_histogram(const int *values, size_t n, unsigned *counts,
                             int bins, const struct histogram_plan *plan,
                             cudaStream_t stream);

/* The same with a plan for HISTOGRAM_SPREAD: counts in `apart`, bins *
 * HISTOGRAM_APART zeros on the GPU, and sets counts to those; `apart` is zeros
 * again afterwards. */
cudaError_t launch_histogram_spread(const int *values, size_t n,
                                    unsigned *apart, unsigned *counts, int bins,
                                    const struct histogram_plan *plan,
                                    cudaStream_t stream);

/* The same with a plan for HISTOGRAM_PARTITION, which keeps sorted values in
 * `work`, on the GPU: histogram_partition_bytes(n), whatever is in them. */
cudaError_t launch_histogram_partition(const int *values, size_t n, void *work,
                                       unsigned *counts, int bins,
                                       const struct histogram_plan *plan,
                                       cudaStream_t stream);
size_t histogram_partition_bytes(size_t n);

/* CUB's DeviceHistogram, which leaves out values that are in no bin, and with
 * no values sets no counts. `work` has *work_bytes; with a null `work`
 * the call only sets *work_bytes. */
cudaError_t launch_histogram_cub(void *work, size_t *work_bytes,
                                 const int *values, size_t n, unsigned *counts,
                                 int bins, cudaStream_t stream);

/* Makes the same counts as launch_histogram(), to check them, by one atomic per
 * warp and bin. */
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
