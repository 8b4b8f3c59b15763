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

/* A function of the driver that does no more than this, and in this case fails. */
#define DOES(call, failure, ...)                                                                   \
    int call                                                                                       \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        return failure;                                                                            \
    }

DOES(cuInit(unsigned flags), (int)flags + fails("init"), (void)0)
DOES(cuDeviceGetCount(int *count), 0, *count = 1)
DOES(cuDeviceGet(int *card, int number), number != 0, *card = 7)
DOES(cuDeviceGetName(char *name, int room, int card), card != 7,
     snprintf(name, (size_t)room, "GPU, <b>\"%%s\"\nsms,1\r\t"))
DOES(cuDeviceGetAttribute(int *value, int attribute, int card), card != 7 || fails("attribute"),
     *value = attribute == 36 ? 3201000
            : attribute == 37 ? 6144
                              : attribute)
DOES(cuDeviceTotalMem_v2(size_t *bytes, int card), card != 7, *bytes = (size_t)141 << 30)
DOES(cuDeviceGetPCIBusId(char *pci, int room, int card), card != 7,
     snprintf(pci, (size_t)room, "0000:5E:00.0"))
DOES(cuDriverGetVersion(int *version), 0, *version = fails("version") ? 9020 : 13020)

static int any_card;

DOES(nvmlInit_v2(void), fails("nvml"), (void)0)
DOES(nvmlSystemGetDriverVersion(char *version, unsigned room), 0,
     snprintf(version, room, "580.1,2"))
DOES(nvmlDeviceGetHandleByPciBusId_v2(const char *pci, void **card), strcmp(pci, "0000:5E:00.0"),
     *card = &any_card)
DOES(nvmlDeviceGetSerial(void *card, char *serial, unsigned room), card == NULL,
     snprintf(serial, room, "planted-serial"))
DOES(nvmlDeviceGetUUID(void *card, char *uuid, unsigned room), card == NULL,
     snprintf(uuid, room, "GPU-planted-uuid"))
DOES(nvmlDeviceGetMaxPcieLinkGeneration(void *card, unsigned *to), card == NULL, *to = 5)
DOES(nvmlDeviceGetMaxPcieLinkWidth(void *card, unsigned *to), card == NULL, *to = 16)
DOES(nvmlDeviceGetEnforcedPowerLimit(void *card, unsigned *to), card == NULL, *to = 700000)
DOES(nvmlDeviceGetTotalEccErrors(void *card, int kind, int since, unsigned long long *count),
     card == NULL, *count = kind == 0 && since == 1 ? 4711 : 0)
DOES(nvmlDeviceGetRemappedRows(void *card, unsigned *corrected, unsigned *uncorrected,
                               unsigned *pending, unsigned *failed),
     card == NULL, *corrected = 2, *uncorrected = 1, *pending = *failed = 0)
DOES(nvmlDeviceGetClockInfo(void *card, int clock, unsigned *mhz), card == NULL,
     *mhz = clock == 2 ? 3201 : 1980)
DOES(nvmlDeviceGetTemperature(void *card, int place, unsigned *celsius), card == NULL,
     *celsius = place == 0 ? 41 : 0)
DOES(nvmlDeviceGetPowerUsage(void *card, unsigned *to), card == NULL || fails("power"),
     *to = 345600)

/* In NVIDIA's nvml.h a field is a struct: its first word is its number, the eighth an error, the
 * ninth the value. */
DOES(nvmlDeviceGetFieldValues(void *card, int n, unsigned field[10]), card == NULL || n != 1,
     field[7] = field[0] != 82, field[8] = 52)
