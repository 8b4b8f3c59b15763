/* gpu_module.c - the kernel of a submission, and how it asks to be launched; see gpu_lab.h. */
#include "gpu_module.h"
#include "gpu_lab.h"
#include "plan.h"
#include "verdict.h"

#include <stdlib.h>
#include <string.h>

#if CUDA_VERSION < 12040
/* cppcheck-suppress preprocessorErrorDirective */
#error "labs for a GPU need CUDA 12.4 or newer, which tells the parameters of a kernel"
#endif

/* ---- How it asks to be launched ---------------------------------------------------------- */

/* Reads a constant of up to `most` whole numbers from 1 on, or leaves the values alone if the
 * module has none of that name. */
static bool constant(CUmodule module, const char *name, unsigned *values, size_t most)
{
    CUdeviceptr at;
    size_t bytes;

    if (cuModuleGetGlobal(&at, &bytes, module, name) != CUDA_SUCCESS)
        return true;
    if (bytes == 0 || bytes % sizeof *values || bytes / sizeof *values > most)
        return blame("not_launched", "%s has %zu bytes: make it %s", name, bytes,
                     most > 1 ? "an array of one to three unsigned" : "an unsigned");
    if (cuMemcpyDtoH(values, at, bytes) != CUDA_SUCCESS)
        return blame("not_launched", "%s cannot be read", name);
    for (size_t i = 0; i < bytes / sizeof *values; i++)
        if (values[i] == 0)
            return blame("not_launched", "%s has a 0: give it whole numbers from 1 on", name);
    return true;
}

static bool read_constants(struct module *m, CUmodule module)
{
    if (!constant(module, "launch_threads", m->threads, 3)
        || !constant(module, "launch_elements", m->elements, 3)
        || !constant(module, "launch_blocks_per_sm", &m->blocks_per_sm, 1)
        || !constant(module, "launch_shared_bytes", &m->shared_bytes, 1))
        return false;
    if (m->threads[0] == 0)
        return blame("not_launched", "it does not say how many threads a block has: define "
                                     "launch_threads, as the "
                                     "starter does");
    if (!m->elements[0] == !m->blocks_per_sm)
        return blame("not_launched",
                     "it says %s how many blocks there are: define one of launch_elements and "
                     "launch_blocks_per_sm",
                     m->elements[0] ? "twice" : "nowhere");
    return true;
}

static int attribute(CUfunction_attribute which, CUfunction kernel)
{
    int value = 0;

    cuFuncGetAttribute(&value, which, kernel);
    return value;
}

/* Can a block be as large as it asks for? */
static bool fits(struct module *m)
{
    size_t threads = 1, fixed = (size_t)attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, m->kernel);
    int most = attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, m->kernel);

    for (int i = 0; i < 3; i++) {
        m->threads[i] = m->threads[i] ? m->threads[i] : 1;
        threads *= m->threads[i];
    }
    if (threads > 1024)
        return blame("not_launched",
                     "launch_threads asks for %zu threads per block, and a GPU has "
                     "at most 1024",
                     threads);
    if (threads > (size_t)most)
        return blame("not_launched",
                     "launch_threads asks for %zu threads per block, and there can be %d of this "
                     "kernel: its __launch_bounds__ or its registers allow no more",
                     threads, most);
    if (fixed + m->shared_bytes > gpu->shared_bytes_per_block)
        return blame("not_launched",
                     "it asks for %zu bytes of shared memory per block, and this GPU has %zu",
                     fixed + m->shared_bytes, gpu->shared_bytes_per_block);
    cuFuncSetAttribute(m->kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                       (int)m->shared_bytes);
    if (gpu->major >= 9) {
        cuFuncSetAttribute(m->kernel, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
        m->cluster_width = (unsigned)attribute(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, m->kernel);
    }
    return true;
}

/* Does the kernel have the parameters of the lab? Otherwise the driver would read others. */
static bool has_parameters(CUfunction kernel)
{
    static const size_t sizes[] = { sizeof(void *), sizeof(void *), sizeof(size_t), sizeof(int) };
    size_t wanted = gpu_lab.run ? 2 : lab.timed.bins ? 4 : 3, offset, size, n = 0;

    while (cuFuncGetParamInfo(kernel, n, &offset, &size) == CUDA_SUCCESS) {
        if (n < wanted && size != sizes[n])
            return blame("not_loaded",
                         "parameter %zu of the kernel %s has %zu bytes instead of %zu: the lab's "
                         "text says which it takes",
                         n + 1, lab.function, size, sizes[n]);
        n++;
    }
    return n == wanted ? true
                       : blame("not_loaded",
                               "the kernel %s has %zu parameters instead of %zu: the lab's text "
                               "says which it takes",
                               lab.function, n, wanted);
}

bool module_load(struct module *m, const char *path)
{
    const char *text = "?";
    CUmodule module;

    CUresult is = cuModuleLoad(&module, path);
    cuGetErrorString(is, &text);
    if (is == CUDA_ERROR_OUT_OF_MEMORY)
        return blame("memory", "its variables need more memory than the GPU has");
    if (is != CUDA_SUCCESS)
        return blame("not_loaded", "it cannot be loaded: %s", text);
    if (cuModuleGetFunction(&m->kernel, module, lab.function) != CUDA_SUCCESS)
        return blame("not_loaded",
                     "it has no kernel of the name %s: define it as the starter does, extern C "
                     "included",
                     lab.function);
    return has_parameters(m->kernel) && (gpu_lab.run || (read_constants(m, module) && fits(m)));
}

/* ---- Launches ---------------------------------------------------------------------------- */

bool module_launch(const struct module *m, uint32_t *output, const uint32_t *input,
                   const struct lab_case *c, const char *when)
{
    size_t n = c->n, blocks[3];
    int bins = c->bins;
    void *parameters[] = { &output, &input, &n, &bins };

    for (int i = 0; i < 3; i++) {
        size_t size = i == 0 || (i == 1 && lab.square) ? n : 1;
        size_t each = m->elements[i] ? m->elements[i] : 1;

        blocks[i] = (size + each - 1) / each;
    }
    if (m->blocks_per_sm)
        blocks[0] = (size_t)m->blocks_per_sm * (size_t)gpu->sms;
    if (m->blocks_per_sm)
        blocks[1] = 1;
    if (m->cluster_width)
        blocks[0] = (blocks[0] + m->cluster_width - 1) / m->cluster_width * m->cluster_width;
    if (blocks[0] == 0 || blocks[1] == 0)
        return true; /* there is nothing to do */
    if (blocks[0] > INT32_MAX || blocks[1] > UINT16_MAX)
        return blame("not_launched", "%zu x %zu blocks are too many%s: let each do more", blocks[0],
                     blocks[1], when);
    CUresult is = cuLaunchKernel(m->kernel, (unsigned)blocks[0], (unsigned)blocks[1], 1,
                                 m->threads[0], m->threads[1], m->threads[2], m->shared_bytes,
                                 gpu->stream, parameters, NULL);
    return is == CUDA_SUCCESS ? true : module_blame(is, when);
}

bool module_plan(const struct module *m, void *steps, size_t n, const char *when)
{
    void *parameters[] = { &steps, &n };
    CUresult is = cuLaunchKernel(m->kernel, 1, 1, 1, 1, 1, 1, 0, gpu->stream, parameters, NULL);

    return is == CUDA_SUCCESS ? true : module_blame(is, when);
}

bool module_blame(CUresult result, const char *when)
{
    const char *text = "?";

    switch (result) {
    case CUDA_ERROR_ILLEGAL_ADDRESS:
        if (gpu_lab.run)
            return blame("out_of_bounds",
                         "it read or wrote outside of its list, which has room for %d steps%s",
                         PLAN_MOST_STEPS, when);
        return blame("out_of_bounds",
                     "it read or wrote at an address outside of its input and its output%s", when);
    case CUDA_ERROR_MISALIGNED_ADDRESS:
        return blame("crashed",
                     "it loaded or stored at an address that is no multiple of the width%s", when);
    case CUDA_ERROR_ASSERT:
        return blame("crashed", "an assertion of it failed%s", when);
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_LAUNCH_FAILED:
        return blame("crashed", "it trapped, or went out of its shared memory%s", when);
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
    case CUDA_ERROR_INVALID_CLUSTER_SIZE:
        cuGetErrorString(result, &text);
        return blame("not_launched", "it cannot be launched: %s%s", text, when);
    default:
        cuGetErrorString(result, &text);
        return blame("crashed", "it failed: %s%s", text, when);
    }
}
