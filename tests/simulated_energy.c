/* simulated_energy.c - energy.c with a simulated GPU, clock and counter of energy, to prove that it
 * finds the right watts, or says why it finds none.
 *
 * `simulated_energy SECONDS WATTS` measures a GPU that draws so many watts, where a look at the
 * counter takes so many seconds.
 */
#include <time.h>

#define bench_seconds simulated_seconds
#define nanosleep simulated_sleep
#define main measure_energy
static int simulated_sleep(const struct timespec *time, struct timespec *left);
#include "../bench/energy.c"
#undef main

/* A function of CUDA or NVML that does no more than this. */
#define DOES(type, call, ...)                                                                      \
    type call                                                                                      \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        return 0;                                                                                  \
    }

static double now_s, busy_until, reading; /* seconds */
static double drawn;                      /* watts */

struct CUevent_st {
    double at;
};

double simulated_seconds(void)
{
    return now_s;
}

DOES(static int, simulated_sleep(const struct timespec *time, struct timespec *left),
     now_s += (double)time->tv_nsec * 1e-9)
DOES(static int, start_nvml(void), (void)0)

/* The counter makes a step of 100 ms at a time. */
DOES(static int, count_energy(void *card, unsigned long long *millijoules), now_s += reading;
     *millijoules = (unsigned long long)floor(now_s * 10) * (unsigned long long)(drawn * 100))

void *dlopen(const char *name, int flags)
{
    return (void *)name;
}

void *dlsym(void *library, const char *name)
{
    return strcmp(name, "nvmlInit_v2") == 0 ? (void *)start_nvml : (void *)count_energy;
}

void *gpu_card(void)
{
    return &now_s;
}

void gpu_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error)
        die("%s:%d: %s", file, line, call);
}

DOES(cudaError_t, cudaEventCreate(cudaEvent_t *event), *event = bench_alloc(sizeof **event))
DOES(cudaError_t, cudaEventDestroy(cudaEvent_t event), free(event))
DOES(cudaError_t, cudaEventRecord(cudaEvent_t event, cudaStream_t s),
     event->at = fmax(busy_until, now_s))
DOES(cudaError_t, cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop),
     *ms = (float)((stop->at - start->at) * 1e3))
DOES(cudaError_t, cudaStreamSynchronize(cudaStream_t s), now_s = fmax(busy_until, now_s))
DOES(cudaError_t, cudaGetLastError(void), (void)0)
DOES(cudaError_t, stamp_clocks(struct stamp *stamps, int sms, cudaStream_t s), (void)0)

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return now_s < event->at ? cudaErrorNotReady : cudaSuccess;
}

const struct gpu *gpu = &(struct gpu){ .sms = 0 };

/* A launch takes a millisecond. */
static void launch_load(void *point, size_t i, cudaStream_t s)
{
    busy_until = fmax(busy_until, now_s) + 1e-3;
    now_s += 3e-6;
}

int main(int argc, char **argv)
{
    struct bench_point point = { .launch = launch_load };

    if (argc != 3)
        return 2;
    reading = atof(argv[1]);
    drawn = atof(argv[2]);
    run_steadily(&point);
    printf("%.0f W, %.3f ms\n", point.row.watts, point.row.time.median);
    return 0;
}
