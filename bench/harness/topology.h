/* topology.h - what lies between two GPUs, as `nvidia-smi topo -m` names it,
 * and the way to each other's memory.
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "gpu.h"
#include "nvml.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* From NVIDIA's nvml.h: what a link leads to, how two GPUs meet on PCIe, and
 * fields. */
enum { NVLINK_TO_GPU = 0, NVLINK_TO_SWITCH = 2, NVLINKS = 36 };
enum { NVML_NVLINK_SPEED = 164 }; /* MB/s, of the link that scope names */

struct nvml_field {
    unsigned id, scope;
    long long timestamp, latency;
    int type, error;
    union { double d; unsigned u; unsigned long long all; } value;
};

struct nvml_pci {
    char legacy[16];
    unsigned domain, bus, device, id, subsystem;
    char address[32];
};

/* The handle of a GPU, and its PCI address; null where it is not known. */
static inline void *topology_handle(int device, char address[32])
{
    CUDA(cudaDeviceGetPCIBusId(address, 32, device));
    return nvml_device(address);
}

/* How many NVLinks join the GPU to the other, directly or through a switch that
 * they both hang on? */
static inline int topology_nvlinks(int device, int other)
{
    int (*is_active)(void *, unsigned, int *) =
        (int (*)(void *, unsigned, int *))
        nvml_function("nvmlDeviceGetNvLinkState");
    int (*kind_of)(void *, unsigned, int *) =
        (int (*)(void *, unsigned, int *))
        nvml_function("nvmlDeviceGetNvLinkRemoteDeviceType");
    int (*remote)(void *, unsigned, struct nvml_pci *) =
        (int (*)(void *, unsigned, struct nvml_pci *))
        nvml_function("nvmlDeviceGetNvLinkRemotePciInfo_v2");
    char address[32], others[32];
    void *handle = topology_handle(device, address);
    int links = 0;

    if (!handle || !topology_handle(other, others) || !is_active || !kind_of
        || !remote)
        return 0;
    for (unsigned link = 0; link < NVLINKS; link++) {
        struct nvml_pci end = { 0 };
        int active = 0, kind = 0;

        if (is_active(handle, link, &active) != 0 || !active
            || kind_of(handle, link, &kind) != 0)
            continue;
        /* One says 00000000:1B:00.0, the other 0000:1b:00.0. */
        if (kind == NVLINK_TO_SWITCH
            || (kind == NVLINK_TO_GPU && remote(handle, link, &end) == 0
                && strlen(end.address) > 4
                && strcasecmp(end.address + 4, others) == 0))
            links++;
    }
    return links;
}

/* "NV18": so many NVLinks. Else where on PCIe the two meet, PIX: at one switch,
 * PXB: beyond several switches, PHB: at a host bridge, NODE: in a NUMA node,
 * SYS: beyond it. "unknown" where the library does not say. Writes into
 * text. */
static inline const char *topology_link(int device, int other, char text[16])
{
    static const char *const names[] = { "PIX", "PIX", "PXB", "PHB", "NODE",
                                         "SYS" };
    int (*ancestor)(void *, void *, int *) = (int (*)(void *, void *, int *))
        nvml_function("nvmlDeviceGetTopologyCommonAncestor");
    char address[32];
    void *handle = topology_handle(device, address);
    void *others = topology_handle(other, address);
    int links = topology_nvlinks(device, other), level;

    if (links)
        snprintf(text, 16, "NV%d", links);
    else if (handle && others && ancestor
             && ancestor(handle, others, &level) == 0 && level >= 0
             && level <= 50)
        snprintf(text, 16, "%s", names[level / 10]);
    else
        snprintf(text, 16, "unknown");
    return text;
}

/* GB/s that one NVLink of the GPU signals each way; 0 where it is not known. */
static inline double topology_nvlink_gbs(int device)
{
    int (*get)(void *, int, struct nvml_field *) =
        (int (*)(void *, int, struct nvml_field *))
        nvml_function("nvmlDeviceGetFieldValues");
    struct nvml_field speed = { .id = NVML_NVLINK_SPEED };
    char address[32];
    void *handle = topology_handle(device, address);

    if (!handle || !get || get(handle, 1, &speed) != 0 || speed.error != 0)
        return 0;
    return speed.value.u / 1e3;
}

/* May kernels of the GPU use the memory of the other? If so, from now on they
 * do; to be asked once a pair and way. The GPU is CUDA's current one then. */
static inline bool topology_open_access(int device, int other)
{
    int can;

    CUDA(cudaDeviceCanAccessPeer(&can, device, other));
    if (!can)
        return false;
    CUDA(cudaSetDevice(device));
    CUDA(cudaDeviceEnablePeerAccess(other, 0));
    return true;
}

#endif
