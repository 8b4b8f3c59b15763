/* nvml.h - the driver's management library. It is opened at run time, because programs must build
 * and start on machines without it. */
#ifndef NVML_H
#define NVML_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* Returns a function of the library, or null if the library is absent or lacks it. */
static inline void *nvml_function(const char *name)
{
    static void *library;
    static bool was_tried;

    if (!was_tried) {
        was_tried = true;
        library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
        int (*init)(void) = library ? (int (*)(void))dlsym(library, "nvmlInit_v2") : NULL;
        if (!init || init() != 0)
            library = NULL;
    }
    return library ? dlsym(library, name) : NULL;
}

/* Returns the handle of the GPU at a PCI address, or null if it is not known. */
static inline void *nvml_device(const char *address)
{
    int (*find)(const char *, void **) = (int (*)(const char *, void **))nvml_function("nvmlDeviceG"
                                                                                       "etHandleByP"
                                                                                       "ciBusId_"
                                                                                       "v2");
    void *handle = NULL;

    return find && find(address, &handle) == 0 ? handle : NULL;
}

#endif
