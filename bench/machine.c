/* machine.c - what machine is this? Prints machine.csv: key,value.
 *
 * We ask about the GPU through the driver's own libraries, which we open at run time. So this
 * builds without the CUDA Toolkit, and a machine without a GPU simply has fewer keys. We print
 * nothing that would tell one card, host or user from another of its kind, because reports get
 * published.
 */
#include "harness/host.h"
#include "harness/nvml.h"

#include <ctype.h>
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

/* The numbers are those of CUdevice_attribute in the reference of the CUDA driver API. */
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

/* Prints the highest power that the card may draw, which errors its memory has had since it was
 * made, and how many of its rows were replaced for that. How many errors there were could tell one
 * card from another, so we print 1 if there was any. */
static void print_state(void *card)
{
    void *nvml = nvml_library();
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetEnforcedPowerLimit, void *, unsigned *);
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetTotalEccErrors, void *, int, int, unsigned long long *);
    LIBRARY_FUNCTION(nvml, nvmlDeviceGetRemappedRows, void *, unsigned *, unsigned *, unsigned *,
                     unsigned *);
    static const char *const errors[] = { "ecc_corrected", "ecc_uncorrected" };
    enum { SINCE_IT_WAS_MADE = 1 };
    unsigned milliwatts, corrected, uncorrected, pending, failed;
    unsigned long long count;

    if (nvmlDeviceGetEnforcedPowerLimit && nvmlDeviceGetEnforcedPowerLimit(card, &milliwatts) == 0)
        print_number("power_limit_watts", milliwatts / 1e3);
    for (int kind = 0; kind < 2 && nvmlDeviceGetTotalEccErrors; kind++)
        if (nvmlDeviceGetTotalEccErrors(card, kind, SINCE_IT_WAS_MADE, &count) == 0)
            print_number(errors[kind], count > 0);
    if (nvmlDeviceGetRemappedRows
        && nvmlDeviceGetRemappedRows(card, &corrected, &uncorrected, &pending, &failed) == 0)
        print_number("remapped_rows", corrected + uncorrected);
}

/* Prints how many bytes a packet of the card's may hold, and for how many one of its reads may ask.
 * Both are in the register that controls a device of PCIe, in the capability of that number. Linux
 * shows the first 64 bytes of a card's configuration to everybody, but the others only to root. */
static void print_packets(const char *pci)
{
    enum { FIRST_CAPABILITY = 0x34, EXPRESS = 0x10, CONTROL = 8 };
    char path[128];
    unsigned char config[256] = { 0 };

    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/config", pci);
    for (char *c = path; *c; c++)
        *c = (char)tolower(*c);
    FILE *file = fopen(path, "rb");
    size_t bytes = file ? fread(config, 1, sizeof config, file) : 0;
    if (file)
        fclose(file);
    /* Each capability begins with its number and where the next one is. */
    for (size_t at = config[FIRST_CAPABILITY]; at > 0 && at + CONTROL + 1 < bytes;
         at = config[at + 1])
        if (config[at] == EXPRESS) {
            print_number("pcie_payload_bytes", 128 << (config[at + CONTROL] >> 5));
            print_number("pcie_read_request_bytes", 128 << (config[at + CONTROL + 1] >> 4 & 7));
            return;
        }
}

/* Prints what only the management library knows: the driver's version, the link and the card's
 * state. We find the card there by its PCI address, which we do not print. */
static void print_managed(const char *pci)
{
    LIBRARY_FUNCTION(nvml_library(), nvmlSystemGetDriverVersion, char *, unsigned);
    LIBRARY_FUNCTION(nvml_library(), nvmlDeviceGetMaxPcieLinkGeneration, void *, unsigned *);
    LIBRARY_FUNCTION(nvml_library(), nvmlDeviceGetMaxPcieLinkWidth, void *, unsigned *);
    void *card = nvml_device(pci);
    unsigned generation, width;
    char version[96];

    if (nvmlSystemGetDriverVersion && nvmlSystemGetDriverVersion(version, sizeof version) == 0)
        print_key("driver", version);
    if (card && nvmlDeviceGetMaxPcieLinkGeneration && nvmlDeviceGetMaxPcieLinkWidth
        && nvmlDeviceGetMaxPcieLinkGeneration(card, &generation) == 0
        && nvmlDeviceGetMaxPcieLinkWidth(card, &width) == 0) {
        print_number("pcie_generation", generation);
        print_number("pcie_width", width);
    }
    print_packets(pci);
    if (card)
        print_state(card);
}

static bool print_gpu(int device)
{
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);
    char name[256] = "", pci[64] = "";
    int card, count, version, value[2];
    size_t bytes;

    LIBRARY_FUNCTION(cuda, cuInit, unsigned);
    LIBRARY_FUNCTION(cuda, cuDeviceGetCount, int *);
    LIBRARY_FUNCTION(cuda, cuDeviceGet, int *, int);
    LIBRARY_FUNCTION(cuda, cuDeviceGetName, char *, int, int);
    LIBRARY_FUNCTION(cuda, cuDeviceGetAttribute, int *, int, int);
    LIBRARY_FUNCTION(cuda, cuDeviceTotalMem_v2, size_t *, int);
    LIBRARY_FUNCTION(cuda, cuDeviceGetPCIBusId, char *, int, int);
    LIBRARY_FUNCTION(cuda, cuDriverGetVersion, int *);

    if (!cuInit || !cuDeviceGetCount || !cuDeviceGet || !cuDeviceGetName || !cuDeviceGetAttribute
        || !cuDeviceTotalMem_v2 || !cuDeviceGetPCIBusId || !cuDriverGetVersion || cuInit(0)
        || cuDeviceGetCount(&count) || count == 0)
        return false;
    if (device >= count)
        bench_exit(BENCH_USAGE, "--device=%d: the GPUs here are 0 to %d", device, count - 1);
    if (cuDeviceGet(&card, device) || cuDeviceGetName(name, sizeof name, card))
        return false;
    print_key("gpu", name);
    print_number("gpus", count);
    if (cuDeviceGetAttribute(&value[0], MAJOR, card) == 0
        && cuDeviceGetAttribute(&value[1], MINOR, card) == 0)
        printf("compute_capability,%d.%d\n", value[0], value[1]);
    for (size_t i = 0; i < sizeof gpu_attributes / sizeof *gpu_attributes; i++)
        if (cuDeviceGetAttribute(value, gpu_attributes[i].attribute, card) == 0)
            print_number(gpu_attributes[i].key, value[0] * gpu_attributes[i].factor);
    if (cuDeviceGetAttribute(&value[0], MEMORY_CLOCK, card) == 0
        && cuDeviceGetAttribute(&value[1], BUS_WIDTH, card) == 0)
        print_number("peak_gbs", 2e3 * value[0] * value[1] / 8 / 1e9);
    if (cuDeviceTotalMem_v2(&bytes, card) == 0)
        print_number("memory_bytes", (double)bytes);
    if (cuDriverGetVersion(&version) == 0)
        printf("driver_cuda,%d.%d\n", version / 1000, version / 10 % 100);
    if (cuDeviceGetPCIBusId(pci, sizeof pci, card) == 0)
        print_managed(pci);
    return true;
}

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
    static const struct bench_experiment program = {
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
