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

static double now_s, busy_until, reading; /* seconds */
static double drawn;                      /* watts */

struct CUevent_st {
    double at;
};

double simulated_seconds(void)
{
    return now_s;
}

static int simulated_sleep(const struct timespec *time, struct timespec *left)
{
    (void)left;
    now_s += (double)time->tv_nsec * 1e-9;
    return 0;
}

/* The counter makes a step of 100 ms at a time. */
static int count_energy(void *card, unsigned long long *millijoules)
{
    (void)card;
    now_s += reading;
    *millijoules = (unsigned long long)floor(now_s * 10) * (unsigned long long)(drawn * 100);
    return 0;
}

void *dlopen(const char *name, int flags)
{
    (void)flags;
    return (void *)name;
}

static int start_nvml(void)
{
    return 0;
}

void *dlsym(void *library, const char *name)
{
    (void)library;
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

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = bench_alloc(sizeof **event);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)stream;
    event->at = fmax(busy_until, now_s);
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return now_s < event->at ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    *ms = (float)((stop->at - start->at) * 1e3);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    now_s = fmax(busy_until, now_s);
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    return cudaSuccess;
}

cudaError_t stamp_clocks(struct stamp *stamps, int sms, cudaStream_t stream)
{
    (void)stamps, (void)sms, (void)stream;
    return cudaSuccess;
}

const struct gpu *gpu = &(struct gpu){ .sms = 0 };

/* A launch takes a millisecond. */
static void launch_load(void *point, size_t i, cudaStream_t stream)
{
    (void)point, (void)i, (void)stream;
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
