/* machine.c - what machine is this? Prints machine.csv: key,value.
 *
 * We ask about the GPU through the driver's own libraries, which are opened at run time. So this
 * builds without the CUDA Toolkit, and a machine without a GPU simply has fewer keys. Nothing is
 * printed that would tell one card, host or user from another of its kind, because reports get
 * published.
 */
#include "harness/host.h"
#include "harness/nvml.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Names may come from a driver, and our CSV quotes nothing, so a comma becomes a space. */
static void print_key(const char *key, const char *value)
{
    printf("%s,", key);
    for (; *value; value++)
        putchar(*value == ',' ? ' ' : bench_plain(*value));
    putchar('\n');
}

static void print_number(const char *key, double value)
{
    printf("%s,%.15g\n", key, value);
}

/* ---- GPU: the CUDA driver API, by its stable names and numbers -------- */

/* CUdevice_attribute, from the CUDA driver API reference. */
static const struct {
    const char *key;
    int attribute;
    double factor;
} gpu_attributes[] = {
    { "sms", 16, 1 },
    { "sm_mhz", 13, 1e-3 },
    { "memory_mhz", 36, 1e-3 },
    { "bus_bits", 37, 1 },
    { "l2_bytes", 38, 1 },
    { "shared_bytes_per_sm", 81, 1 },
    { "shared_bytes_per_block", 97, 1 },
    { "registers_per_sm", 82, 1 },
    { "threads_per_sm", 39, 1 },
    { "ecc", 32, 1 },
};

enum { MAJOR = 75, MINOR = 76, MEMORY_CLOCK = 36, BUS_WIDTH = 37 };

/* Prints what only the management library knows: the driver's version and the link. The PCI address
 * finds the card there, and is not printed. */
static void print_link(const char *pci)
{
    int (*driver)(char *, unsigned) = (int (*)(char *, unsigned))nvml_function("nvmlSystemGetDriver"
                                                                               "Version");
    int (*get_generation)(void *, unsigned *) =
        (int (*)(void *, unsigned *))nvml_function("nvmlDeviceGetMaxPcieLinkGeneration");
    int (*get_width)(void *, unsigned *) = (int (*)(void *, unsigned *))nvml_function("nvmlDeviceGe"
                                                                                      "tMaxPcieLink"
                                                                                      "Width");
    void *card = nvml_device(pci);
    unsigned generation, width;
    char version[96];

    if (driver && driver(version, sizeof version) == 0)
        print_key("driver", version);
    if (card && get_generation && get_width && get_generation(card, &generation) == 0
        && get_width(card, &width) == 0) {
        print_number("pcie_generation", generation);
        print_number("pcie_width", width);
    }
}

static bool print_gpu(int device)
{
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);
    char name[256] = "", pci[64] = "";
    int card, count, version, value[2];
    size_t bytes;

    if (!cuda)
        return false;
    int (*init)(unsigned) = (int (*)(unsigned))dlsym(cuda, "cuInit");
    int (*get_count)(int *) = (int (*)(int *))dlsym(cuda, "cuDeviceGetCount");
    int (*get)(int *, int) = (int (*)(int *, int))dlsym(cuda, "cuDeviceGet");
    int (*get_name)(char *, int, int) = (int (*)(char *, int, int))dlsym(cuda, "cuDeviceGetName");
    int (*get_attribute)(int *, int, int) = (int (*)(int *, int, int))dlsym(cuda, "cuDeviceGetAttri"
                                                                                  "bute");
    int (*get_memory)(size_t *, int) = (int (*)(size_t *, int))dlsym(cuda, "cuDeviceTotalMem_v2");
    int (*get_pci)(char *, int, int) = (int (*)(char *, int, int))dlsym(cuda, "cuDeviceGetPCIBusI"
                                                                              "d");
    int (*get_version)(int *) = (int (*)(int *))dlsym(cuda, "cuDriverGetVersion");

    if (!init || !get_count || !get || !get_name || !get_attribute || !get_memory || !get_pci
        || !get_version || init(0) || get_count(&count) || count == 0)
        return false;
    if (device >= count)
        bench_exit(BENCH_USAGE, "--device=%d: the GPUs here are 0 to %d", device, count - 1);
    if (get(&card, device) || get_name(name, sizeof name, card))
        return false;
    print_key("gpu", name);
    print_number("gpus", count);
    if (get_attribute(&value[0], MAJOR, card) == 0 && get_attribute(&value[1], MINOR, card) == 0)
        printf("compute_capability,%d.%d\n", value[0], value[1]);
    for (size_t i = 0; i < sizeof gpu_attributes / sizeof *gpu_attributes; i++)
        if (get_attribute(value, gpu_attributes[i].attribute, card) == 0)
            print_number(gpu_attributes[i].key, value[0] * gpu_attributes[i].factor);
    if (get_attribute(&value[0], MEMORY_CLOCK, card) == 0
        && get_attribute(&value[1], BUS_WIDTH, card) == 0)
        print_number("peak_gbs", 2e3 * value[0] * value[1] / 8 / 1e9);
    if (get_memory(&bytes, card) == 0)
        print_number("memory_bytes", (double)bytes);
    if (get_version(&version) == 0)
        printf("driver_cuda,%d.%d\n", version / 1000, version / 10 % 100);
    if (get_pci(pci, sizeof pci, card) == 0)
        print_link(pci);
    return true;
}

/* ---- CPU and operating system ----------------------------------------- */

static void print_os(void)
{
    char line[512];
    FILE *file = fopen("/etc/os-release", "r");

    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "PRETTY_NAME=", 12) != 0)
            continue;
        char *name = line + 12 + strspn(line + 12, "\"'");
        name[strcspn(name, "\"'\n")] = '\0';
        print_key("os", name);
    }
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    static const struct bench_variant none[] = { { NULL, NULL } };
    static const struct bench_program program = {
        .name = "machine",
        .summary = "Prints what GPU, CPU and system this machine has.",
        .variants = { none, sizeof *none },
        .bytes = { .min = 1, .max = 1 },
    };
    const char *nvcc = getenv("BENCH_NVCC");
    char date[32];
    time_t now = time(NULL);

    bench_start(&program, argc, argv);
    host_open();
    bench_provenance();
    puts("key,value");
    bool has_gpu = print_gpu(bench_options.device);
    if (has_gpu && nvcc && *nvcc)
        print_key("nvcc", nvcc);
    print_key("cpu", host->name);
    print_number("cores", host->cores);
    print_number("l1_bytes", (double)host->cache_bytes[1]);
    print_number("l2_cpu_bytes", (double)host->cache_bytes[2]);
    print_number("l3_bytes", (double)host->cache_bytes[3]);
    print_os();
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    print_key("date", date);
    bench_close();
    return BENCH_OK;
}
