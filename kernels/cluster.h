/* cluster.h - how kernels are launched in clusters of blocks, for .cu files. */
#ifndef CLUSTER_H
#define CLUSTER_H

#include <cuda_runtime.h>

/* Fills in the launch of `clusters` clusters of `size` blocks, each block with
 * that many threads and bytes of dynamic shared memory, on the null stream, and
 * allows the kernel what it needs for that. The configuration points to the
 * attribute. */
static inline cudaError_t cluster_configure(cudaLaunchConfig_t *config,
                                            cudaLaunchAttribute *attribute,
                                            const void *kernel, unsigned size,
                                            unsigned clusters, unsigned threads,
                                            size_t shared_bytes)
{
    const unsigned portable_size = 8;

    //> configure
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = size;
    attribute->val.clusterDim.y = 1;
    attribute->val.clusterDim.z = 1;
    *config = cudaLaunchConfig_t{};
    config->gridDim = dim3(clusters * size);
    config->blockDim = dim3(threads);
    config->dynamicSmemBytes = shared_bytes;
    config->attrs = attribute;
    config->numAttrs = size > 1; /* older GPUs lack the attribute */

    cudaError_t error = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes);
    if (error == cudaSuccess && size > portable_size)
        error = cudaFuncSetAttribute(
            kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    //< configure
    return error;
}

/* Launches them. */
template <typename... parameters, typename... arguments>
static inline cudaError_t
cluster_launch(void (*kernel)(parameters...), unsigned size, unsigned clusters,
               unsigned threads, size_t shared_bytes, cudaStream_t stream,
               arguments... given)
{
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attribute;
    cudaError_t error =
        cluster_configure(&config, &attribute, (const void *)kernel, size,
                          clusters, threads, shared_bytes);

    config.stream = stream;
    return error != cudaSuccess ? error
                                : cudaLaunchKernelEx(&config, kernel, given...);
}

/* Finds how many such clusters the GPU can run at once, or 0 if none. */
static inline cudaError_t cluster_active(int *clusters, const void *kernel,
                                         unsigned size, unsigned threads,
                                         size_t shared_bytes)
{
    int device, sms, most_bytes, major;
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attribute;
    cudaError_t error;

    *clusters = 0;
    if ((error = cudaGetDevice(&device))
        || (error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount,
                                           device))
        || (error = cudaDeviceGetAttribute(
                &most_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device))
        || (error = cudaDeviceGetAttribute(
                &major, cudaDevAttrComputeCapabilityMajor, device)))
        return error;
    if (shared_bytes > (size_t)most_bytes || (size > 1 && major < 9))
        return cudaSuccess;
    error = cluster_configure(&config, &attribute, kernel, size, 1, threads,
                              shared_bytes);
    if (error != cudaSuccess)
        return error;
    if (size == 1) {
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            clusters, kernel, (int)threads, shared_bytes);
        *clusters *= sms;
        return error;
    }
    error = cudaOccupancyMaxActiveClusters(clusters, kernel, &config);
    if (error == cudaErrorInvalidClusterSize) {
        cudaGetLastError(); /* we have handled the error */
        *clusters = 0;
        error = cudaSuccess;
    }
    return error;
}

#endif
