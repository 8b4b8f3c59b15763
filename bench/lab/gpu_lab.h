/* gpu_lab.h - what a lab for a GPU has besides what lab.h says.
 *
 * A submission is a file in CUDA C++ whose kernel has the name lab.function and these parameters:
 *
 *     extern "C" __global__ void KERNEL(output, input, size_t n)
 *     extern "C" __global__ void KERNEL(counts, input, size_t n, int bins)    if the lab has bins
 *
 * It is compiled for the GPU alone and loaded as a module, so nothing of it runs on the host. It
 * says in constants how it is launched:
 *
 *     extern "C" __constant__ unsigned launch_threads[] = { 32, 8 };   of a block: x, y, z
 *     extern "C" __constant__ unsigned launch_elements[] = { 32, 32 }; that a block works on
 *     extern "C" __constant__ unsigned launch_blocks_per_sm = 2;       or so many blocks per SM
 *     extern "C" __constant__ unsigned launch_shared_bytes = 65536;    dynamic shared memory
 *
 * launch_threads and one of the next two are needed. Clusters are what __cluster_dims__ says.
 *
 * In a lab on transfers it is a plan instead (plan.h), and needs no constants. Input and output are
 * then pinned memory of the host.
 */
#ifndef GPU_LAB_H
#define GPU_LAB_H

#include "../harness/gpu.h"
#include "lab.h"

/* inputs.c defines these besides `lab` and `lab_variants`. Both work on gpu->stream. */
struct gpu_lab {
    /* Fills an input on the GPU as lab.fill does on the host. */
    void (*fill)(uint32_t *input, const struct lab_case *c, uint64_t seed);
    /* Makes the output that is right, with a kernel that the book has checked. */
    void (*expect)(uint32_t *output, const uint32_t *input, const struct lab_case *c);
    /* In a lab on transfers: changes n elements on the GPU, as part of a stream. Otherwise null. */
    void (*run)(uint32_t *array, size_t n, cudaStream_t stream);
};
extern const struct gpu_lab gpu_lab;

/* The variants of a lab for a GPU have this type. They are launched on gpu->stream. */
typedef void gpu_lab_variant(uint32_t *output, const uint32_t *input, const struct lab_case *c);

#endif
