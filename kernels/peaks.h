/* peaks.h - launchers of kernels that only do arithmetic; see peaks.cu. */
#ifndef PEAKS_H
#define PEAKS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum peaks_kernel {
    PEAKS_FMA_FP64,
    PEAKS_FMA_FP32,
    PEAKS_MMA_FP64_K4,  /* from compute capability 8.0 on, as all that follow */
    PEAKS_MMA_FP64_K16, /* from 9.0 on */
    PEAKS_MMA_TF32,
    PEAKS_MMA_BF16,
    PEAKS_MMA_FP16,
    PEAKS_WGMMA_TF32, /* where peaks_ask_wgmma() says so, as all that follow */
    PEAKS_WGMMA_BF16,
    PEAKS_WGMMA_FP16,
    PEAKS_WGMMA_FP8,
};

/* The threads of a block. */
#define PEAKS_THREADS 256

/* The sums that a thread keeps, and the multiply-adds to each of them in one
 * step. */
int peaks_sums(enum peaks_kernel kernel);
int peaks_depth(enum peaks_kernel kernel);

/* Each thread keeps its sums, of which number j begins as j plus its lane, and
 * every step adds 1 to each. Starts `blocks` blocks, and writes what all sums
 * of thread i add up to into totals[i]. Returns the error of the launch; does
 * not wait for the kernel. */
cudaError_t launch_peaks(enum peaks_kernel kernel, float *totals, int steps,
                         int blocks, cudaStream_t stream);

/* Adds to *wrong how many of these totals are not what they should be. */
cudaError_t count_peaks(unsigned long long *wrong, const float *totals,
                        enum peaks_kernel kernel, int steps, int blocks,
                        cudaStream_t stream);

/* Adds 1 to *answer if this GPU has the instruction wgmma and the kernels were
 * compiled for it. */
cudaError_t peaks_ask_wgmma(unsigned long long *answer, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
