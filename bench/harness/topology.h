/* topology.h - what lies between two GPUs, as `nvidia-smi topo -m` names it, and access from one to
 * the memory of the other. */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "gpu.h"
#include "nvml.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* From NVIDIA's nvml.h: what a link leads to, how many links a GPU can have, and the number of the
 * field that holds the speed, in MB/s, of the link that `scope` names. */
enum { NVLINK_TO_GPU = 0, NVLINK_TO_SWITCH = 2, NVLINKS = 36, NVML_NVLINK_SPEED = 164 };

struct nvml_pci {
    char legacy[16];
    unsigned domain, bus, device, id, subsystem;
    char address[32];
};

/* Returns the handle of a GPU, or null if it is not known, and writes its PCI address. */
static inline void *topology_handle(int device, char address[32])
{
    CUDA(cudaDeviceGetPCIBusId(address, 32, device));
    return nvml_device(address);
}

/* Returns how many NVLinks join two GPUs, directly or through a switch to which both are linked. */
static inline int topology_nvlinks(int device, int other)
{
    void *nvml = nvml_library();
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetNvLinkState, void *, unsigned, int *);
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetNvLinkRemoteDeviceType, void *, unsigned, int *);
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetNvLinkRemotePciInfo_v2, void *, unsigned,
                     struct nvml_pci *);
    char address[32], others[32];
    void *handle = topology_handle(device, address);
    int links = 0;

    if (!handle || !topology_handle(other, others) || !nvmlDeviceGetNvLinkState
        || !nvmlDeviceGetNvLinkRemoteDeviceType || !nvmlDeviceGetNvLinkRemotePciInfo_v2)
        return 0;
    for (unsigned link = 0; link < NVLINKS; link++) {
        struct nvml_pci end = { 0 };
        int active = 0, kind = 0;

        if (nvmlDeviceGetNvLinkState(handle, link, &active) != 0 || !active
            || nvmlDeviceGetNvLinkRemoteDeviceType(handle, link, &kind) != 0)
            continue;
        /* NVML says 00000000:1B:00.0 where CUDA says 0000:1b:00.0. */
        links += kind == NVLINK_TO_SWITCH
              || (kind == NVLINK_TO_GPU
                  && nvmlDeviceGetNvLinkRemotePciInfo_v2(handle, link, &end) == 0
                  && strlen(end.address) > 4 && strcasecmp(end.address + 4, others) == 0);
    }
    return links;
}

/* Names the connection of two GPUs: "NV18" stands for 18 NVLinks, and the other names say where the
 * two meet on PCIe. PIX: at one switch, PXB: beyond several switches, PHB: at a host bridge, NODE:
 * in a NUMA node, SYS: beyond it; "unknown" if the library does not say, and "self" for one GPU.
 * Returns `text`. */
static inline const char *topology_link(int device, int other, char text[16])
{
    static const char *const names[] = { "PIX", "PIX", "PXB", "PHB", "NODE", "SYS" };
    LIBRARY_FUNCTION(nvml_library(), nvmlDeviceGetTopologyCommonAncestor, void *, void *, int *);
    char address[32];
    void *handle = topology_handle(device, address), *others = topology_handle(other, address);
    int links = device == other ? 0 : topology_nvlinks(device, other), level = -1;

    if (handle && others && nvmlDeviceGetTopologyCommonAncestor
        && nvmlDeviceGetTopologyCommonAncestor(handle, others, &level) != 0)
        level = -1;
    if (links)
        snprintf(text, 16, "NV%d", links);
    else
        snprintf(text, 16, "%s",
                 device == other             ? "self"
                 : level >= 0 && level <= 50 ? names[level / 10]
                                             : "unknown");
    return text;
}

/* Returns the GB/s that one NVLink of the GPU signals in each direction, or 0 if it is not
 * known. */
static inline double topology_nvlink_gbs(int device)
{
    LIBRARY_FUNCTION(nvml_library(), nvmlDeviceGetFieldValues, void *, int, struct nvml_field *);
    struct nvml_field speed = { .id = NVML_NVLINK_SPEED };
    char address[32];
    void *handle = topology_handle(device, address);

    if (!handle || !nvmlDeviceGetFieldValues || nvmlDeviceGetFieldValues(handle, 1, &speed) != 0
        || speed.error != 0)
        return 0;
    return speed.value.u / 1e3;
}

/* Exits with BENCH_CANNOT_RUN if there is one GPU only. Otherwise notes how many there are, and
 * lowers --max-bytes until two arrays fit in each. */
static inline void topology_open(void)
{
    if (gpu_count() < 2)
        bench_exit(BENCH_CANNOT_RUN, "there is one GPU here: it has no peers");
    bench_note("gpus", "%d", gpu_count());
    for (int device = 0; device < gpu_count(); device++) {
        gpu_use(device);
        gpu_fit(2);
    }
}

/* Whether kernels of a GPU may use the memory of another; they may use their own. */
static bool topology_access[GPU_MOST][GPU_MOST];

/* Gives the kernels of a GPU access to the memory of another, if that is possible. Call this once
 * for each pair and direction. */
static inline bool topology_open_access(int device, int other)
{
    int can = device == other;

    if (device != other) {
        CUDA(cudaDeviceCanAccessPeer(&can, device, other));
        if (can) {
            CUDA(cudaSetDevice(device));
            CUDA(cudaDeviceEnablePeerAccess(other, 0));
        }
    }
    return topology_access[device][other] = can;
}

#endif
