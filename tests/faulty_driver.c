/* faulty_driver.c - stands for libcuda.so.1 and libnvidia-ml.so.1, with a card
 * whose name wants to be a second row of machine.csv and markup besides, and
 * which says who it is to whoever asks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Does the environment say that this is to fail? */
static int fails(const char *what)
{
    const char *failing = getenv("FAILING");

    return failing && strcmp(failing, what) == 0;
}

int cuInit(unsigned flags)
{
    return (int)flags + fails("init");
}

int cuDeviceGetCount(int *count)
{
    *count = 1;
    return fails("count");
}

int cuDeviceGet(int *card, int number)
{
    *card = 7;
    return number != 0;
}

int cuDeviceGetName(char *name, int room, int card)
{
    snprintf(name, (size_t)room, "GPU, <b>\"%%s\"\nsms,1\r\t");
    return card != 7;
}

int cuDeviceGetAttribute(int *value, int attribute, int card)
{
    *value = attribute == 36 ? 3201000 : attribute == 37 ? 6144 : attribute;
    return card != 7 || fails("attribute");
}

int cuDeviceTotalMem_v2(size_t *bytes, int card)
{
    *bytes = (size_t)141 << 30;
    return card != 7;
}

int cuDeviceGetPCIBusId(char *pci, int room, int card)
{
    snprintf(pci, (size_t)room, "0000:5e:00.0");
    return card != 7;
}

int cuDriverGetVersion(int *version)
{
    *version = fails("version") ? 9020 : 13020;
    return 0;
}

int nvmlInit_v2(void)
{
    return fails("nvml");
}

int nvmlSystemGetDriverVersion(char *version, unsigned room)
{
    snprintf(version, room, "580.1,2");
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *pci, void **card)
{
    static int any;

    *card = &any;
    return strcmp(pci, "0000:5e:00.0");
}

/* What nvmlDeviceGet... says of a card, in a number. */
#define SAYS(what, value)                                                                          \
    int nvmlDeviceGet##what(void *card, unsigned *to)                                              \
    {                                                                                              \
        *to = value;                                                                               \
        return card == NULL || fails(#what);                                                       \
    }

SAYS(MaxPcieLinkGeneration, 5)
SAYS(MaxPcieLinkWidth, 16)
SAYS(EnforcedPowerLimit, 700000)
SAYS(PowerUsage, 345600)

int nvmlDeviceGetSerial(void *card, char *serial, unsigned room)
{
    snprintf(serial, room, "planted-serial");
    return card == NULL;
}

int nvmlDeviceGetUUID(void *card, char *uuid, unsigned room)
{
    snprintf(uuid, room, "GPU-planted-uuid");
    return card == NULL;
}

int nvmlDeviceGetTotalEccErrors(void *card, int kind, int since, unsigned long long *count)
{
    *count = kind == 0 && since == 1 ? 4711 : 0;
    return card == NULL;
}

int nvmlDeviceGetRemappedRows(void *card, unsigned *corrected, unsigned *uncorrected,
                              unsigned *pending, unsigned *failed)
{
    *corrected = 2;
    *uncorrected = 1;
    *pending = *failed = 0;
    return card == NULL;
}

int nvmlDeviceGetClockInfo(void *card, int clock, unsigned *mhz)
{
    *mhz = clock == 2 ? 3201 : 1980;
    return card == NULL;
}

int nvmlDeviceGetTemperature(void *card, int place, unsigned *celsius)
{
    *celsius = place == 0 ? 41 : 0;
    return card == NULL;
}

/* In NVIDIA's nvml.h a field is a struct: its first word is its number, the eighth an error, the
 * ninth the value. */
int nvmlDeviceGetFieldValues(void *card, int n, unsigned field[10])
{
    field[7] = field[0] != 82;
    field[8] = 52;
    return card == NULL || n != 1;
}
