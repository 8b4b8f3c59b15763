/* nvml.h - the driver's libraries. They are opened at run time, because programs must build and
 * start on machines without them. */
#ifndef NVML_H
#define NVML_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* Declares a pointer to a function of a library, with the name that it has there. The pointer is
 * null if the library is null or lacks the function. */
#define LIBRARY_FUNCTION(library, name, ...)                                                       \
    void *name##_address = (library) ? dlsym(library, #name) : NULL;                               \
    int (*name)(__VA_ARGS__) = (int (*)(__VA_ARGS__))name##_address

/* From NVIDIA's nvml.h: a value that is asked for by its number. */
struct nvml_field {
    unsigned id, scope;
    long long timestamp, latency;
    int type, error;
    union {
        double d;
        unsigned u;
        unsigned long long all;
    } value;
};

/* Returns the driver's management library, or null if it is absent. */
static inline void *nvml_library(void)
{
    static void *library;
    static bool was_tried;

    if (!was_tried) {
        was_tried = true;
        library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
        LIBRARY_FUNCTION(library, nvmlInit_v2, void);
        if (!nvmlInit_v2 || nvmlInit_v2() != 0)
            library = NULL;
    }
    return library;
}

/* Returns the handle of the GPU at a PCI address, or null if it is not known. */
static inline void *nvml_device(const char *address)
{
    LIBRARY_FUNCTION(nvml_library(), nvmlDeviceGetHandleByPciBusId_v2, const char *, void **);
    void *handle = NULL;

    return nvmlDeviceGetHandleByPciBusId_v2
                && nvmlDeviceGetHandleByPciBusId_v2(address, &handle) == 0
             ? handle
             : NULL;
}

#endif
