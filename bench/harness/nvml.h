/* nvml.h - the driver's management library, opened at run time: programs have
 * to start, and build, where it is not.
 */
#ifndef NVML_H
#define NVML_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* A function of the library; null where that is absent, or lacks it. */
static inline void *nvml_function(const char *name)
{
    static void *library;
    static bool was_tried;

    if (!was_tried) {
        was_tried = true;
        library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
        int (*init)(void) = library ? (int (*)(void))dlsym(library,
                                                           "nvmlInit_v2")
                                    : NULL;
        if (!init || init() != 0)
            library = NULL;
    }
    return library ? dlsym(library, name) : NULL;
}

/* The handle of the GPU at a PCI address; null where it is not known. */
static inline void *nvml_device(const char *address)
{
    int (*find)(const char *, void **) = (int (*)(const char *, void **))
        nvml_function("nvmlDeviceGetHandleByPciBusId_v2");
    void *handle = NULL;

    return find && find(address, &handle) == 0 ? handle : NULL;
}

#endif
