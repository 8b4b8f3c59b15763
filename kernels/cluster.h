/* cluster.h - how kernels are launched in clusters, for .cu files. */
#ifndef CLUSTER_H
#define CLUSTER_H

#include <cuda_runtime.h>

/* Fills in the launch of `clusters` clusters of `size` blocks, each block with
 * that many threads and bytes of dynamic shared memory, on the null stream, and
 * allows the kernel what it needs for that. The configuration points to the
 * attribute. */
static inline cudaError_t cluster_configure(
    cudaLaunchConfig_t *config, cudaLaunchAttribute *attribute,
    const void *kernel, unsigned size, unsigned clusters, unsigned threads,
    size_t shared_bytes)
{
    const unsigned portable_size = 8;

    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = size;
    attribute->val.clusterDim.y = 1;
    attribute->val.clusterDim.z = 1;
    *config = cudaLaunchConfig_t{};
    config->gridDim = dim3(clusters * size);
    config->blockDim = dim3(threads);
    config->dynamicSmemBytes = shared_bytes;
    config->attrs = attribute;
    config->numAttrs = 1;

    cudaError_t error = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int)shared_bytes);
    if (error == cudaSuccess && size > portable_size)
        error = cudaFuncSetAttribute(
            kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    return error;
}

/* How many such clusters the GPU, one that has clusters, can run at once: 0
 * where it can run none. */
static inline cudaError_t cluster_active(int *clusters, const void *kernel,
                                         unsigned size, unsigned threads,
                                         size_t shared_bytes)
{
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attribute;
    cudaError_t error = cluster_configure(&config, &attribute, kernel, size, 1,
                                          threads, shared_bytes);

    *clusters = 0;
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveClusters(clusters, kernel, &config);
    if (error == cudaErrorInvalidClusterSize) {
        cudaGetLastError(); /* it is answered: 0 */
        *clusters = 0;
        error = cudaSuccess;
    }
    return error;
}

#endif
