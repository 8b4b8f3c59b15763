/* dsm.c - bandwidth of shared memory, a block's own and that of other blocks of the cluster, by
 * cluster size and by who uses whose.
 *
 * Each launch is one wave: as many clusters as the GPU can run at once, with two blocks per SM. A
 * row counts the bytes that the threads or the TMA asked for, once.
 *
 * Predicted for an H200: local reaches 33 TB/s, 128 bytes per clock on each of 132 SMs. next
 * reaches about 4 TB/s, because the network between SMs gives each some 16 bytes per clock, and
 * less with each doubling of the cluster; all is like next; hot gives each sender a (size - 1)-th
 * of that, because one SM serves them all. Stores are faster than loads, which need a request.
 * Found: local and next of 2 are as predicted, but who uses whose memory matters more than the
 * size: if pairs swap (pair), a cluster of 16 still loads 3.6 TB/s; in a ring (next) one of 4 loads
 * only 2.9. Bulk copies are the fastest, 4.9 to 4.1 TB/s in pairs, except where all send to one.
 * The two blocks of a pair are on the two SMs of a TPC.
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
    [DSM_LOCAL] = "local", [DSM_NEXT] = "next", [DSM_PAIR] = "pair",
    [DSM_ALL] = "all",     [DSM_HOT] = "hot",
};

enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* Writes what thread t of block b leaves in sums, for all blocks and threads. */
typedef void dsm_reference(const struct dsm_work *w, const uint32_t *data, uint32_t *sums);

static dsm_reference load_reference, store_reference, bulk_reference;

static const struct variant {
    struct bench_variant is;
    dsm_launcher *launch;
    dsm_reference *reference;
    unsigned threads; /* per block */
} variants[] = {
    { { "load", "each thread loads 16 bytes at a time" },
      launch_dsm_load,
      load_reference,
      DSM_THREADS },
    { { "store", "each thread stores 16 bytes at a time" },
      launch_dsm_store,
      store_reference,
      DSM_STORE_THREADS },
    { { "bulk", "the TMA sends 3 KiB at a time" },
      launch_dsm_bulk,
      bulk_reference,
      DSM_BULK_THREADS },
    { { NULL, NULL }, NULL, NULL, 0 },
};

struct dsm {
    struct bench_point point; /* its elements are the trips of a launch */
    const struct variant *variant;
    struct dsm_work work;
};

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct dsm *d = point;

    (void)i;
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
    return w->pattern != DSM_HOT || rank != 0;
}

static uint32_t sum_of(const uint32_t word[4])
{
    return word[0] + word[1] + word[2] + word[3];
}

/* Each trip adds up the next words of a peer. */
static void load_reference(const struct dsm_work *w, const uint32_t *data, uint32_t *sums)
{
    enum { PART = DSM_IN_FLIGHT * DSM_THREADS, PARTS = DSM_WORDS / PART };

    for (unsigned b = 0; b < w->clusters * w->cluster_size; b++) {
        unsigned rank = b % w->cluster_size;
        uint32_t visits[MAX_CLUSTER][PARTS] = { { 0 } };
        uint32_t *mine = sums + (size_t)b * DSM_THREADS;

        for (unsigned trip = 0; trip < w->trips && is_active(w, rank); trip++)
            visits[peer_reference(w, rank, trip)][trip % PARTS]++;
        memset(mine, 0, DSM_THREADS * sizeof *mine);
        for (unsigned peer = 0; peer < w->cluster_size; peer++)
            for (size_t i = 0; i < DSM_WORDS; i++) {
                uint32_t times = visits[peer][i / PART];
                if (times)
                    mine[i % DSM_THREADS] +=
                        times * sum_of(data + (b - rank + peer) * (size_t)VALUES + 4 * i);
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
    size_t trip = DSM_IN_FLIGHT * d->variant->threads * WORD_BYTES;
    size_t senders = w->pattern == DSM_HOT ? others : w->cluster_size;

    if (d->variant->launch == launch_dsm_bulk) {
        trip = DSM_SLOTS * DSM_SLOT_WORDS * WORD_BYTES;
        if (w->pattern >= DSM_ALL) /* as many slots for each of the others */
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
                            (size_t)w->clusters * w->cluster_size * d->variant->threads
                                * sizeof *sums);
}

static size_t check(void *point)
{
    struct dsm *d = point;
    unsigned clusters = d->work.clusters;

    d->work.clusters = 1;
    bench_check_at(check_trips, point, 0, 1, 2, 3, 16, 31, 33);
    d->work.clusters = clusters;
    d->work.trips = 1;
    while (!gpu_runs_long(&d->point))
        d->work.trips *= 2; /* filling the memory takes under 1 % of so many trips */
    d->point.n = d->work.trips;
    d->point.bytes = launch_bytes(d);
    return check_trips(point);
}

static unsigned active_clusters(unsigned size)
{
    int clusters;

    CUDA(dsm_active_clusters(&clusters, size));
    return (unsigned)clusters;
}

/* Notes how many blocks in a hundred have the block rank ^ 1 on the other SM of their TPC, over all
 * cluster sizes. */
static void note_pairs(void)
{
    size_t pairs = 0, blocks = 0;

    for (unsigned size = 2; size <= MAX_CLUSTER; size *= 2) {
        struct dsm_work w = {
            .sums = sums, .data = data_gpu, .cluster_size = size, .clusters = active_clusters(size)
        };
        size_t launched = (size_t)w.clusters * size;
        uint32_t *sms = expected;

        if (launched == 0)
            continue;
        CUDA(launch_dsm_where(&w, gpu->stream));
        gpu_download(sms, sums, launched * sizeof *sms);
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
        blocks = bench_larger(blocks, (size_t)active_clusters(size) * size);
    size_t sums_bytes = blocks * DSM_BULK_THREADS * sizeof *sums;
    data = bench_random(blocks * VALUES);
    data_gpu = gpu_alloc(blocks * VALUES * sizeof *data);
    expected = bench_alloc(sums_bytes);
    sums = gpu_alloc(sums_bytes + GPU_GUARD);
    gpu_fill_random(data_gpu, blocks * VALUES, bench_options.seed);
    note_pairs();
}

/* Returns whether there is a row. A block alone is `local`, and bulk copies go from block to
 * block. */
static bool has_row(const struct variant *v, enum dsm_pattern pattern, unsigned size)
{
    if (bench_options.quick && size > 2 && size < MAX_CLUSTER)
        return false;
    return (size == 1) == (pattern == DSM_LOCAL)
        && (pattern != DSM_LOCAL || v->launch != launch_dsm_bulk);
}

static void points(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (int p = 0; p < PATTERNS; p++)
            for (unsigned size = 1; size <= MAX_CLUSTER; size *= 2) {
                enum dsm_pattern pattern = (enum dsm_pattern)p;
                struct dsm d = {
                    .point = { .variant = v->is.name, .launch = launch },
                    .variant = v,
                    .work = { .sums = sums,
                              .data = data_gpu,
                              .pattern = pattern,
                              .cluster_size = size,
                              .clusters = active_clusters(size) },
                };
                if (d.work.clusters > 0 && has_row(v, pattern, size))
                    bench_add(&d, sizeof d, "%s,%u,%u", patterns[p], size, d.work.clusters);
            }
}

static const struct bench_experiment dsm = {
    .name = "dsm",
    .summary = "Moves data between the shared memories of a cluster.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = DSM_WORDS * WORD_BYTES, .max = DSM_WORDS * WORD_BYTES },
    .machine = &gpu_machine,
    .columns = "variant,pattern,cluster_size,active_clusters",
    .work = { "makes", "trips" },
    .hooks = { .open = allocate, .points = points, .check = check },
};
BENCH_MAIN(dsm)
