/* dsm.c - bandwidth of shared memory, a block's own and that of other blocks of the cluster, by
 * cluster size and by who uses whose.
 *
 * Each launch is one wave: as many clusters as the GPU can run at once, with two blocks per SM. The
 * variant `alone` and the pattern `one_way` have one block per SM instead. A row counts the bytes
 * that the threads or the TMA asked for, once.
 *
 * The column same_tpc says how many per cent of the accesses stay within a TPC, if its SMs have the
 * numbers 2 k and 2 k + 1. We ask each block for its SM in a launch of the same shape.
 *
 * Predicted for an H200: local reaches 33 TB/s, 128 bytes per clock on each of 132 SMs. next
 * reaches about 4 TB/s, because the network between SMs gives each some 16 bytes per clock, and
 * less with each doubling of the cluster; all is like next; hot gives each sender a (size - 1)-th
 * of that, because one SM serves them all. Stores are faster than loads, which need a request.
 * Found: local and next of 2 are as predicted, but who uses whose memory matters more than the
 * size: if pairs swap (pair), a cluster of 16 still loads 3.6 TB/s; in a ring (next) one of 4 loads
 * only 2.9. Bulk copies are the fastest, 4.9 to 4.1 TB/s in pairs, except where all send to one.
 * The two blocks of a pair are on the two SMs of a TPC.
 *
 * Predicted for the sweep of threads and loads. At 16 bytes per cycle and 185 cycles an SM needs 3
 * KiB in flight. So pairs lose nothing down to 4 KiB per SM (128 threads in each of two blocks, one
 * load each), and 64 threads with one load each, which are 1 KiB, get a third: 5 bytes per cycle.
 * The ring gains from less in flight, because requests that leave a TPC queue in front of the data
 * that others wait for: with 8 KiB or 4 KiB per SM it should reach 3.5, 3.4 and 3.2 TB/s in
 * clusters of 4, 8 and 16, instead of 2.9, 2.6 and 2.6. In `hot` a cluster of 16 needs only 6 KiB
 * in flight for the 32 bytes per cycle that an SM may give out. So 64 threads on each SM (15 KiB)
 * are enough, and should get 30 bytes per cycle from each of 7 SMs, 415 GB/s in all, instead of
 * 294 GB/s. In one_way an SM takes in 21 bytes per cycle of loads and gives out 20 of stores, as
 * those that ask in `hot` of 2 do. If it is 16, then asking alone fills the door; if it is 32, then
 * requests and data of the two directions shared it.
 * Found: pairs get 14 bytes per cycle with 4 KiB in flight per SM, and 3.8 with 1 KiB. The ring
 * reaches 3.5, 3.4 and 3.2 TB/s. `hot` of 16 stays between 291 and 294 GB/s, 21 bytes from each SM,
 * whatever is in flight. one_way takes in 21 bytes of loads, and gives out 20 of stores.
 *
 * Predicted for the counters: every load or store of a warp touches 16 sectors, so 512 bytes are
 * received for it, and as many are sent, in every pattern and cluster size. So the patterns differ
 * in the paths that these bytes take, and not in the number of bytes. If requests count as bytes,
 * loads send a sixteenth more than that, 32 bytes for 512.
 * Found: 512 bytes are received and sent for each load and store, and requests are not counted.
 */
#include "harness/gpu.h"
#include "../kernels/dsm.h"
#include "harness/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_CLUSTER = 16,
    WORD_BYTES = 16,
    VALUES = DSM_WORDS * 4, /* of 4 bytes in a block's memory */
};

static const char *const patterns[] = {
    [DSM_LOCAL] = "local",     [DSM_NEXT] = "next", [DSM_PAIR] = "pair",
    [DSM_ONE_WAY] = "one_way", [DSM_ALL] = "all",   [DSM_HOT] = "hot",
};

enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* Writes what thread t of block b leaves in sums, for all blocks and threads. */
typedef void dsm_reference(const struct dsm_work *w, const uint32_t *data, uint32_t *sums);

static dsm_reference load_reference, store_reference, bulk_reference;

/* How a block is launched: its threads, and the loads that each has in flight. The last of a list
 * has no threads. */
struct shape {
    unsigned threads;
    int loads;
};

static const struct variant {
    struct bench_variant is;
    dsm_launcher *launch;
    dsm_reference *reference;
    bool alone; /* is there one block per SM in all patterns? */
    struct shape shapes[6];
} variants[] = {
    { { "load", "each thread loads 16 bytes at a time" },
      launch_dsm_load,
      load_reference,
      false,
      { { DSM_THREADS, 8 },
        { DSM_THREADS, 4 },
        { DSM_THREADS, 2 },
        { DSM_THREADS, 1 },
        { DSM_THREADS / 2, 1 } } },
    { { "alone", "as load, but each block has its SM for itself" },
      launch_dsm_load,
      load_reference,
      true,
      { { DSM_MOST_THREADS, 1 }, { DSM_THREADS, 1 }, { DSM_THREADS / 4, 1 } } },
    { { "store", "each thread stores 16 bytes at a time" },
      launch_dsm_store,
      store_reference,
      false,
      { { DSM_STORE_THREADS, 0 } } },
    { { "bulk", "the TMA sends 3 KiB at a time" },
      launch_dsm_bulk,
      bulk_reference,
      false,
      { { DSM_BULK_THREADS, 0 } } },
    { .is = { NULL, NULL } },
};

struct dsm {
    struct bench_point point; /* its elements are the trips of a launch */
    const struct variant *variant;
    struct dsm_work work;
};

static void launch(void *point, size_t i, cudaStream_t stream)
{
    struct dsm *d = point;

    d->work.trips = (unsigned)d->point.n;
    CUDA(d->variant->launch(&d->work, stream));
}

/* Returns the rank whose memory the block with that rank uses in a trip. */
static unsigned peer_reference(const struct dsm_work *w, unsigned rank, unsigned trip)
{
    switch (w->pattern) {
    case DSM_LOCAL:
        return rank;
    case DSM_NEXT:
        return (rank + 1) % w->cluster_size;
    case DSM_PAIR:
    case DSM_ONE_WAY:
        return rank ^ 1;
    case DSM_ALL:
        return (rank + 1 + trip % (w->cluster_size - 1)) % w->cluster_size;
    case DSM_HOT:
        return 0;
    }
    abort();
}

/* Returns whether the block with that rank does anything but serve others. */
static bool is_active(const struct dsm_work *w, unsigned rank)
{
    return !(w->pattern == DSM_HOT && rank == 0) && !(w->pattern == DSM_ONE_WAY && rank % 2 == 0);
}

static uint32_t sum_of(const uint32_t word[4])
{
    return word[0] + word[1] + word[2] + word[3];
}

/* The sum of the 4 values in each word of 16 bytes of all blocks. */
static uint32_t *word_sums;

/* Each trip adds up the next words of a peer. */
static void load_reference(const struct dsm_work *w, const uint32_t *data, uint32_t *sums)
{
    enum { MOST_PARTS = 96 };
    unsigned threads = w->threads, part = threads * (unsigned)w->loads, parts = DSM_WORDS / part;

    if (parts > MOST_PARTS)
        abort();
    for (unsigned b = 0; b < w->clusters * w->cluster_size; b++) {
        unsigned rank = b % w->cluster_size;
        uint32_t visits[MAX_CLUSTER][MOST_PARTS] = { { 0 } };
        uint32_t *mine = sums + (size_t)b * threads;

        for (unsigned trip = 0; trip < w->trips && is_active(w, rank); trip++)
            visits[peer_reference(w, rank, trip)][trip % parts]++;
        memset(mine, 0, threads * sizeof *mine);
        for (unsigned peer = 0; peer < w->cluster_size; peer++)
            for (unsigned first = 0; first < DSM_WORDS; first += threads) {
                const uint32_t *words = word_sums + (b - rank + peer) * (size_t)DSM_WORDS + first;
                uint32_t times = visits[peer][first / part];
                for (unsigned t = 0; times && t < threads; t++)
                    mine[t] += times * words[t];
            }
    }
}

/* Returns the last trip, counted from 1, in which a sender's stores went to that rank, or 0. */
static unsigned last_trip(const struct dsm_work *w, unsigned sender, unsigned rank)
{
    /* In cluster_size trips all peers have their turn. */
    for (unsigned i = 0; i < w->cluster_size && i < w->trips; i++)
        if (is_active(w, sender) && peer_reference(w, sender, w->trips - 1 - i) == rank)
            return w->trips - i;
    return 0;
}

/* Each trip stores the same words, in which x counts the trips. If several send to one, each has
 * its own slice. */
static void store_reference(const struct dsm_work *w, const uint32_t *data, uint32_t *sums)
{
    bool several = w->pattern == DSM_ALL || w->pattern == DSM_HOT;
    size_t slice = several ? DSM_WORDS / w->cluster_size : DSM_WORDS;
    size_t stored = DSM_IN_FLIGHT * DSM_STORE_THREADS;

    for (unsigned b = 0; b < w->clusters * w->cluster_size; b++) {
        unsigned rank = b % w->cluster_size;
        uint32_t *mine = sums + (size_t)b * DSM_STORE_THREADS;

        for (size_t t = 0; t < DSM_STORE_THREADS; t++)
            mine[t] = DSM_WORDS / DSM_STORE_THREADS * 4 * DSM_UNSENT;
        for (unsigned sender = 0; sender < w->cluster_size; sender++) {
            const uint32_t *sent = data + (b - rank + sender) * (size_t)VALUES;
            unsigned last = last_trip(w, sender, rank);
            size_t first = several ? sender * slice : 0;
            for (size_t i = 0; last && i < slice && i < stored; i++)
                mine[(first + i) % DSM_STORE_THREADS] +=
                    sum_of(sent + 4 * i) + last - 4 * DSM_UNSENT;
        }
    }
}

/* The upper half of the memory gets what others have in their lower half, except for the first x of
 * each slot, which is the number of the last trip. */
static void bulk_reference(const struct dsm_work *w, const uint32_t *data, uint32_t *sums)
{
    unsigned size = w->cluster_size, others = size - 1;

    for (unsigned b = 0; b < w->clusters * size; b++) {
        uint32_t *mine = sums + (size_t)b * DSM_BULK_THREADS;

        memset(mine, 0, DSM_BULK_THREADS * sizeof *mine);
        for (unsigned slot = 0; slot < DSM_SLOTS; slot++) {
            /* A slot sends to the peer that a block uses in the trip of that number. With `hot` it
             * sends to rank 0 when it would send there with `all`. */
            bool used = w->pattern < DSM_ALL || slot < DSM_SLOTS - DSM_SLOTS % others;
            unsigned from = size;
            if (w->pattern == DSM_HOT) {
                if (b % size == 0)
                    from = 1 + slot % others;
            } else if (w->pattern == DSM_ONE_WAY) {
                if (b % 2 == 0)
                    from = b % size + 1;
            } else {
                for (from = 0; peer_reference(w, from, slot) != b % size;)
                    from++;
            }
            const uint32_t *sent = data + (b - b % size + from) * (size_t)VALUES;
            const uint32_t *words = sent + 4 * slot * DSM_SLOT_WORDS;
            bool came = used && from < size && w->trips > 0;
            for (size_t i = 0; i < DSM_SLOT_WORDS; i++)
                mine[slot * 32 + i % 32] += came ? sum_of(words + 4 * i) : 4 * DSM_UNSENT;
            if (came)
                mine[slot * 32] += w->trips - words[0];
        }
    }
}

static uint32_t *data, *data_gpu, *expected;
static uint32_t *sums; /* on the GPU, with a guard behind it */

/* Returns the bytes that all clusters move in a launch. */
static size_t launch_bytes(const struct dsm *d)
{
    const struct dsm_work *w = &d->work;
    unsigned others = w->cluster_size - 1;
    size_t each = d->variant->launch == launch_dsm_load ? (size_t)w->loads : DSM_IN_FLIGHT;
    size_t trip = each * w->threads * WORD_BYTES;
    size_t senders = w->cluster_size;

    if (w->pattern == DSM_HOT)
        senders = others;
    if (w->pattern == DSM_ONE_WAY)
        senders /= 2;
    if (d->variant->launch == launch_dsm_bulk) {
        trip = DSM_SLOTS * DSM_SLOT_WORDS * WORD_BYTES;
        if (w->pattern >= DSM_ALL) /* each of the others gets equally many slots */
            trip = trip / DSM_SLOTS * (DSM_SLOTS - DSM_SLOTS % others);
        if (w->pattern == DSM_HOT) /* only one block receives */
            senders = 1;
    }
    return w->clusters * w->trips * senders * trip;
}

static size_t check_trips(void *point)
{
    struct dsm *d = point;
    struct dsm_work *w = &d->work;

    w->trips = (unsigned)d->point.n;
    d->variant->reference(w, data, expected);
    return gpu_check_launch(point, sums, expected,
                            (size_t)w->clusters * w->cluster_size * w->threads * sizeof *sums);
}

static size_t check(void *point)
{
    struct dsm *d = point;
    unsigned clusters = d->work.clusters;

    d->work.clusters = 1;
    bench_check_at(check_trips, point, 0, 1, 2, 3, 16, 31, 33);
    d->work.clusters = clusters;
    gpu_lengthen(&d->point, 1); /* filling the memory takes under 1 % of that many trips */
    d->point.bytes = launch_bytes(d);
    return check_trips(point);
}

static unsigned active_clusters(unsigned size, bool alone)
{
    int clusters;

    CUDA(dsm_active_clusters(&clusters, size, alone));
    return (unsigned)clusters;
}

/* Returns the number of the SM that each block of a launch of that shape runs on. */
static const uint32_t *sms_of(const struct dsm_work *w)
{
    CUDA(launch_dsm_where(w, gpu->stream));
    gpu_download(expected, sums, (size_t)w->clusters * w->cluster_size * sizeof *sums);
    return expected;
}

/* Returns how many per cent of the accesses stay within a TPC. */
static double same_tpc(const struct dsm_work *w)
{
    const uint32_t *sms = sms_of(w);
    unsigned round = w->cluster_size > 1 ? w->cluster_size - 1 : 1; /* trips until all repeats */
    size_t same = 0, asked = 0;

    for (unsigned b = 0; b < w->clusters * w->cluster_size; b++) {
        unsigned rank = b % w->cluster_size;
        for (unsigned trip = 0; trip < round && is_active(w, rank); trip++) {
            same += sms[b] / 2 == sms[b - rank + peer_reference(w, rank, trip)] / 2;
            asked++;
        }
    }
    return 100 * (double)same / (double)asked;
}

/* Notes how many blocks in a hundred have the block rank ^ 1 on the other SM of their TPC, over all
 * cluster sizes. */
static void note_pairs(void)
{
    size_t pairs = 0, blocks = 0;

    for (unsigned size = 2; size <= MAX_CLUSTER; size *= 2) {
        struct dsm_work w = { .sums = sums,
                              .cluster_size = size,
                              .clusters = active_clusters(size, false),
                              .threads = DSM_THREADS };
        size_t launched = (size_t)w.clusters * size;

        if (launched == 0)
            continue;
        const uint32_t *sms = sms_of(&w);
        for (size_t i = 0; i < launched; i++)
            pairs += sms[i] == (sms[i ^ 1] ^ 1);
        blocks += launched;
    }
    if (blocks > 0)
        bench_note("tpc_pairs_percent", "%.3g", 100 * (double)pairs / (double)blocks);
}

static void allocate(void)
{
    size_t blocks = 0;

    gpu_need_clusters();
    if (gpu->shared_bytes_per_block <= DSM_WORDS * WORD_BYTES)
        bench_exit(BENCH_CANNOT_RUN, "a block needs more than %d KiB of shared memory, and has %zu",
                   DSM_WORDS * WORD_BYTES >> 10, gpu->shared_bytes_per_block >> 10);
    for (unsigned size = 1; size <= MAX_CLUSTER; size *= 2)
        for (int alone = 0; alone < 2; alone++)
            blocks = bench_larger(blocks, (size_t)active_clusters(size, alone) * size);
    size_t sums_bytes = blocks * DSM_MOST_THREADS * sizeof *sums;
    data = bench_random(blocks * VALUES);
    data_gpu = gpu_alloc(blocks * VALUES * sizeof *data);
    word_sums = bench_alloc(blocks * DSM_WORDS * sizeof *word_sums);
    for (size_t i = 0; i < blocks * DSM_WORDS; i++)
        word_sums[i] = sum_of(data + 4 * i);
    expected = bench_alloc(sums_bytes);
    sums = gpu_alloc(sums_bytes + GPU_GUARD);
    gpu_fill_random(data_gpu, blocks * VALUES, bench_options.seed);
    note_pairs();
}

/* Returns whether there is a row. A cluster of one block can only be `local`, and bulk copies need
 * a second block. Loads are `one_way` only in `alone`, where a block that serves has its SM to
 * itself. The number of loads in flight changes neither `local` nor `hot`, so `load` has the first
 * shape only in these. */
static bool has_row(const struct variant *v, const struct shape *shape, enum dsm_pattern pattern,
                    unsigned size)
{
    if (bench_options.quick && size > 2 && size < MAX_CLUSTER)
        return false;
    if (!v->alone && shape > v->shapes && (pattern == DSM_LOCAL || pattern == DSM_HOT))
        return false;
    if ((size == 1) != (pattern == DSM_LOCAL))
        return false;
    if (v->alone)
        return pattern == DSM_NEXT || pattern == DSM_ONE_WAY || pattern == DSM_HOT;
    if (pattern == DSM_LOCAL)
        return v->launch != launch_dsm_bulk;
    return pattern != DSM_ONE_WAY || v->launch != launch_dsm_load;
}

static void add_row(const struct variant *v, struct shape shape, enum dsm_pattern pattern,
                    unsigned size)
{
    bool alone = v->alone || pattern == DSM_ONE_WAY;
    struct dsm d = {
        .point = { .variant = v->is.name, .launch = launch },
        .variant = v,
        .work = { .sums = sums,
                  .data = data_gpu,
                  .pattern = pattern,
                  .cluster_size = size,
                  .clusters = active_clusters(size, alone),
                  .alone = alone,
                  .threads = shape.threads,
                  .loads = shape.loads },
    };
    unsigned blocks_per_sm = active_clusters(1, alone) / (unsigned)gpu->sms;

    if (d.work.clusters > 0)
        bench_add(&d, sizeof d, "%s,%u,%u,%u,%d,%.3g", patterns[pattern], size, d.work.clusters,
                  shape.threads * blocks_per_sm, shape.loads, same_tpc(&d.work));
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (const struct shape *shape = v->shapes; shape->threads; shape++)
            for (int p = 0; p < PATTERNS; p++)
                for (unsigned size = 1; size <= MAX_CLUSTER; size *= 2)
                    if (has_row(v, shape, (enum dsm_pattern)p, size))
                        add_row(v, *shape, (enum dsm_pattern)p, size);
}

static const struct bench_experiment dsm = {
    .summary = "Moves data between the shared memories of a cluster.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = DSM_WORDS * WORD_BYTES, .max = DSM_WORDS * WORD_BYTES },
    .columns = "variant,pattern,cluster_size,active_clusters,threads_per_sm,loads,same_tpc",
    .work = { "makes", "trips" },
    .hooks = { .open = allocate, .points = points, .check = check },
};
BENCH_MAIN(dsm, gpu_machine)
