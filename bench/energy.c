/* energy.c - how much energy it takes to read a byte from each level of the memory.
 *
 * The card counts the joules that it has used, all of it together. For each level we run the reads
 * of ladder.c back to back for half a second, and look at the counter meanwhile. It grows in steps
 * that may be 100 ms apart, so we begin and end at a step. The watts are joules over time, and
 * pj_per_byte is watts over bandwidth. Most of that flows whether anything is read or not, so
 * pj_above_waiting is the same without the watts of `waiting`, in which all SMs have a block that
 * only waits. The note idle_watts is what the card draws before that, with nothing running.
 *
 * Predicted for an H200, in pJ per byte above waiting, which draws 140 W (idle 110 W): registers
 * 0.7, because 32 tera multiply-adds per second take 250 W, and each reads 12 bytes; shared and l1
 * 5, because 33 TB/s take 170 W; remote 12, because the bytes also cross a GPC; l2 20, because they
 * cross the chip; dram 57, which is 20 from the L2 to the SMs and 4 pJ per bit of HBM; host 200,
 * of which PCIe is 50 and the crossing of the chip 20, and the rest is the memory clocks' and a
 * guess, because 51 GB/s make only 10 W. The whole card takes 90 pJ per byte of dram, and 3,000 of
 * host. What is read is random, because bits that stay as they are take less.
 * Found, in three recordings: waiting draws 129 to 133 W, hardly more than an idle card. All levels
 * take more than predicted: registers 1.1 to 1.2, shared 7.4 to 7.9, l1 8.0 to 8.5, remote 43 to
 * 44, l2 40 to 43, dram 120 to 124, host 471 to 718. That is 1.5 to 2.4 times as much, but for
 * remote and host up to 3.7 times: a byte of a neighbour takes as much as one of the L2. Where the
 * card draws 698 W while it reads dram, it lowers its clock, and the row is throttled; at 686 W it
 * does not. The card as a whole takes 148 to 153 pJ per byte of dram, and 3,070 to 3,290 of host,
 * where it draws only 24 to 37 W more than waiting.
 */
#include "harness/rungs.h"
#include "../kernels/energy.h"
#include "harness/instruments.h"
#include "harness/nvml.h"

#include <stdlib.h>
#include <time.h>

enum {
    WAITING_NS = 1000000, /* of a launch */
    BATCHES = 20,         /* in the stream, so that the GPU works on while NVML keeps the host */
    SAMPLES_MOST = 1000,
    LEAST_LOOKS = 15, /* at the counter, that a window has time for */
};

/* Seconds: how long the card takes to get used to a load, how long we then measure, and how long a
 * batch takes, whose launches are queued together. */
static const struct pace {
    double settling, window, batch;
} full = { 0.2, 0.4, 0.02 }, quick = { 0.05, 0.1, 0.005 };

/* Seconds: how long the card rests before it counts as idle, and after how long we give up. */
static const double rest = 0.5, patience = 10;

static const struct bench_variant variants[] = {
    { "waiting", "nothing: a block on each SM waits" },
    { "registers", "multiply-adds" },
    { "shared", "a block's own shared memory" },
    { "remote", "shared memory of the other block of two" },
    { "l1", "global memory that the L1 of each SM holds" },
    { "l2", "global memory that the L2 holds" },
    { "dram", "global memory that nothing holds" },
    { "host", "pinned host memory, mapped" },
    { NULL, NULL },
};

static unsigned long long *waited; /* what the blocks of `waiting` write, with a guard behind it */
static struct stamp *before, *after; /* an entry for each SM, in pinned memory */
static struct bench_row of_waiting;  /* measured first, because all levels are compared with it */

static const struct pace *pace(void)
{
    return bench_options.quick ? &quick : &full;
}

/* ---- The counter ---------------------------------------------------------- */

struct step {
    double joules, seconds;
};

static struct step opened, seen, first; /* of the window, the step that was seen last, its first */
static double longest_read;             /* of the counter since then, in seconds */
static int ran_dry;                     /* how often the GPU was out of work since then */

/* Reads the card's counter of millijoules, and the clock. */
static struct step read_counter(void)
{
    static void *card;
    unsigned long long millijoules;
    LIBRARY_FUNCTION(nvml_library(), nvmlDeviceGetTotalEnergyConsumption, void *,
                     unsigned long long *);

    if (!card)
        card = gpu_card();
    if (!card || !nvmlDeviceGetTotalEnergyConsumption
        || nvmlDeviceGetTotalEnergyConsumption(card, &millijoules) != 0)
        bench_exit(BENCH_CANNOT_RUN, "the driver does not count the energy of this GPU");
    return (struct step){ (double)millijoules / 1e3, bench_seconds() };
}

static void open_window(void)
{
    opened = seen = read_counter();
    first.seconds = longest_read = 0;
    ran_dry = 0;
}

/* Says why the window did not end. */
static void give_up(void)
{
    if (seen.joules <= opened.joules)
        bench_exit(BENCH_CANNOT_RUN,
                   "the driver does not count the energy of this GPU: its counter stood still for "
                   "%g s",
                   patience);
    bench_exit(BENCH_NOT_NOW,
               "the GPU ran out of work %d times in %g s, and reading its counter of energy took "
               "up to %.0f ms",
               ran_dry, patience, longest_read * 1e3);
}

/* Looks at the counter. Returns whether this is the last step of the window. */
static bool window_ends(void)
{
    const struct timespec a_while = { .tv_nsec = 500000 };

    nanosleep(&a_while, NULL);
    double start = bench_seconds();
    struct step now = read_counter();
    longest_read = fmax(longest_read, now.seconds - start);
    if (now.seconds > opened.seconds + patience)
        give_up();
    if (now.joules <= seen.joules)
        return false;
    seen = now;
    if (now.seconds < opened.seconds + pace()->settling)
        return false;
    if (first.seconds <= 0)
        first = now;
    /* A look at the counter takes time, and the watts are off by its share of the window. */
    double long_enough =
        bench_options.quick ? quick.window : fmax(full.window, LEAST_LOOKS * longest_read);
    return now.seconds >= first.seconds + long_enough;
}

/* Returns the watts between the first and the last step. */
static double watts_of_window(void)
{
    return (seen.joules - first.joules) / (seen.seconds - first.seconds);
}

/* ---- Loads ---------------------------------------------------------------- */

/* Returns how many launches are a batch. */
static size_t choose_batch(struct bench_point *point)
{
    double seconds = HUGE_VAL;

    /* Try twice, because a pause of the host can make a launch seem long. */
    for (int i = 0; i < 2; i++) {
        double start = bench_seconds();

        point->launch(point, 0, gpu->stream);
        CUDA(cudaStreamSynchronize(gpu->stream));
        seconds = fmin(seconds, bench_seconds() - start);
    }
    return 1 + (size_t)(pace()->batch / seconds);
}

static bool is_over(cudaEvent_t event)
{
    cudaError_t error = cudaEventQuery(event);

    if (error == cudaErrorNotReady) {
        cudaGetLastError(); /* it is no error of the next launch */
        return false;
    }
    CUDA(error);
    return true;
}

/* Returns the clock of the SMs between the stamps, in MHz. */
static double clock_mhz(void)
{
    double cycles = 0, ns = 0;

    for (int sm = 0; sm < gpu->sms; sm++) {
        if (!before[sm].ns || !after[sm].ns)
            continue;
        cycles += (double)(after[sm].cycles - before[sm].cycles);
        ns += (double)(after[sm].ns - before[sm].ns);
    }
    return ns > 0 ? cycles / ns * 1e3 : 0;
}

/* Runs launches back to back while the counter is read, and fills in the row. The time from the end
 * of one batch to the end of the next is a sample. */
static void run_steadily(struct bench_point *point)
{
    static double samples[SAMPLES_MOST];
    cudaEvent_t ends[BATCHES + 1]; /* batch k ends with the event k % (BATCHES + 1) */
    size_t batch = choose_batch(point), launched = 0;
    int queued = 0, done = 0;
    float ms;

    memset(before, 0, (size_t)gpu->sms * sizeof *before);
    memset(after, 0, (size_t)gpu->sms * sizeof *after);
    for (int i = 0; i <= BATCHES; i++)
        CUDA(cudaEventCreate(&ends[i]));
    CUDA(stamp_clocks(before, gpu->sms, gpu->stream));
    CUDA(cudaEventRecord(ends[0], gpu->stream));
    open_window();
    do {
        while (queued > done && is_over(ends[(done + 1) % (BATCHES + 1)])) {
            CUDA(cudaEventElapsedTime(&ms, ends[done % (BATCHES + 1)],
                                      ends[(done + 1) % (BATCHES + 1)]));
            samples[done++ % SAMPLES_MOST] = (double)ms / (double)batch;
        }
        if (queued > 0 && queued == done) {
            first.seconds = 0; /* the host was too late, so the window begins anew */
            ran_dry++;
        }
        while (queued < done + BATCHES) {
            for (size_t i = 0; i < batch; i++)
                point->launch(point, launched++, gpu->stream);
            queued++;
            CUDA(cudaEventRecord(ends[queued % (BATCHES + 1)], gpu->stream));
        }
    } while (!window_ends() || is_over(ends[queued % (BATCHES + 1)]));
    CUDA(stamp_clocks(after, gpu->sms, gpu->stream));
    CUDA(cudaStreamSynchronize(gpu->stream));
    for (int i = 0; i <= BATCHES; i++)
        CUDA(cudaEventDestroy(ends[i]));

    point->row.time = bench_median(samples, done < SAMPLES_MOST ? done : SAMPLES_MOST);
    point->row.clock_mhz = clock_mhz();
    point->row.rated_mhz = gpu->sm_mhz;
    point->row.watts = watts_of_window();
    point->row.watts_waiting = of_waiting.watts > 0 ? of_waiting.watts : point->row.watts;
}

/* ---- Waiting -------------------------------------------------------------- */

static void waiting_launch(void *point, size_t i, cudaStream_t stream)
{
    const struct bench_point *p = point;

    CUDA(launch_energy_waiting(waited, (unsigned)gpu->sms, p->n, stream));
}

/* Counts the blocks that waited too briefly, or longer than a second more. */
static size_t check_waiting(void *point)
{
    const struct bench_point *p = point;
    size_t bytes = (size_t)gpu->sms * sizeof *waited, wrong = 0;
    unsigned long long *got = bench_alloc(bytes);

    gpu_poison(waited, bytes + GPU_GUARD);
    waiting_launch(point, 0, gpu->stream);
    gpu_download(got, waited, bytes);
    for (int b = 0; b < gpu->sms; b++)
        wrong += got[b] < p->n || got[b] > p->n + 1000000000;
    free(got);
    return wrong + gpu_count_guard(waited + gpu->sms);
}

/* Measures the card without anything to do, and then waiting. */
static void measure_waiting(void)
{
    struct bench_point point = { .variant = "waiting", .launch = waiting_launch };
    const struct timespec resting = { .tv_nsec = (long)(rest * 1e9) };

    bench_check_at(check_waiting, &point, 0, 1, 1000, 100000, WAITING_NS);
    if (bench_options.profile)
        return;
    CUDA(cudaStreamSynchronize(gpu->stream));
    nanosleep(&resting, NULL);
    open_window();
    while (!window_ends())
        ;
    bench_note("idle_watts", "%.1f", watts_of_window());
    point.n = WAITING_NS;
    run_steadily(&point);
    of_waiting = point.row;
    of_waiting.bytes = (size_t)gpu->sms * sizeof *waited;
}

static void take_waiting(void *point)
{
    struct bench_point *p = point;

    p->row = of_waiting;
}

/* ---- Levels --------------------------------------------------------------- */

static void measure(void *point)
{
    struct rung *r = point;

    rung_choose_trips(r);
    if (bench_options.profile)
        gpu_time((struct bench_point *[]){ &r->reading }, 1);
    else
        run_steadily(&r->reading);
    r->reading.row.bytes = rung_bytes(r);
}

static void allocate(void)
{
    size_t bytes = (size_t)gpu->sms * sizeof *before;

    read_counter();
    rung_allocate();
    waited = gpu_alloc((size_t)gpu->sms * sizeof *waited + GPU_GUARD);
    CUDA(cudaMallocHost((void **)&before, bytes));
    CUDA(cudaMallocHost((void **)&after, bytes));
}

static void points(void)
{
    struct bench_point waiting = { .variant = "waiting", .measure = take_waiting };

    bench_add(&waiting, sizeof waiting, "0");
    for (int level = 0; rungs[level].is.name; level++) {
        struct rung r = {
            .reading = { .variant = rungs[level].is.name,
                         .launch = rung_launch,
                         .measure = measure },
            .level = (enum ladder_level)level,
        };

        if (!bench_wanted(r.reading.variant))
            continue;
        if (rung_prepare(&r))
            bench_add(&r, sizeof r, "%zu", r.set);
        else
            bench_note("left_out", "%s: needs %s", r.reading.variant, rungs[level].needs);
    }
}

static const struct bench_experiment energy = {
    .summary = "Counts the energy that a byte takes from every level of the memory.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = RUNG_HALVES, .max = (size_t)4 << 30, .element = RUNG_HALVES },
    .kind = BENCH_ENERGY,
    .columns = "level,working_set_bytes",
    .work = { "makes", "trips or nanoseconds" },
    .hooks = { .open = allocate, .points = points, .ready = measure_waiting },
};
BENCH_MAIN(energy, gpu_machine)
