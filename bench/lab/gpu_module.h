/* gpu_module.h - the kernel of a submission, and how it asks to be launched. */
#ifndef GPU_MODULE_H
#define GPU_MODULE_H

#include "lab.h"

#include <cuda.h>
#include <stdbool.h>

struct module {
    CUfunction kernel;
    unsigned threads[3], elements[3]; /* per block; elements are 0 if the next one is not */
    unsigned blocks_per_sm;
    unsigned shared_bytes;  /* dynamic */
    unsigned cluster_width; /* the grid's is a multiple of this */
};

/* Each returns false after it has blamed the submission (verdict.h). */
bool module_load(struct module *m, const char *path);
bool module_launch(const struct module *m, uint32_t *output, const uint32_t *input,
                   const struct lab_case *c, const char *when);

/* Lets one thread write a plan for n elements to a list on the GPU. */
bool module_plan(const struct module *m, void *steps, size_t n, const char *when);

/* Says how a kernel has ended; returns false. */
bool module_blame(CUresult result, const char *when);

#endif
