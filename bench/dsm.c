/* dsm.c - bandwidth of shared memory, one's own and that of other blocks of the
 * cluster, by cluster size and by who uses whose.
 *
 * Each launch is one wave: as many clusters as the GPU can run at once, and two
 * blocks an SM. A row counts the bytes that the threads or the TMA
 * asked for, once.
 *
 * Predicted for an H200: local 33 TB/s, 128 bytes a clock on each of 132 SMs
 * at 1,980 MHz; next about 4 TB/s, since the network between SMs gives each
 * some 16 bytes a clock, and a little less with each doubling of the cluster,
 * as its blocks lie farther apart; all as next, for it is the same load on
 * every SM; hot a (size - 1)-th of that per sender, as one SM serves them all;
 * clusters of 16 on fewer SMs, as a GPC has 16 or 18 of them. Stores ahead of
 * loads, which need a request each way; bulk near loads.
 * Found: local and next of 2 as predicted, but who uses whose matters more than
 * the size: where pairs swap (pair), a cluster of 16 still loads 3.6
 * TB/s; in a ring (next) one of 4 has 2.9 already. Stores are ahead of loads,
 * as predicted, but where 8 and more send to all, or one of two to the other.
 * Bulk copies are ahead of both, 4.9 to 4.1 TB/s in pairs, but where all send
 * to one. The two of a pair are the two SMs of a TPC.
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
    GUARD = GPU_ALIGNMENT,
};

static const char *const patterns[] = {
    [DSM_LOCAL] = "local",
    [DSM_NEXT] = "next",
    [DSM_PAIR] = "pair",
    [DSM_ALL] = "all",
    [DSM_HOT] = "hot",
};

enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* What thread t of block b leaves in sums, for all blocks and threads. */
typedef void dsm_reference(const struct dsm_work *w, const uint32_t *data,
                           uint32_t *sums);

static dsm_reference load_reference, store_reference, bulk_reference;

struct variant {
    struct bench_variant is;
    dsm_launcher *launch;
    dsm_reference *reference;
    unsigned threads;
    size_t trip_bytes; /* of a block; 0: by slot */
};

static const struct variant variants[] = {
    { { "load", "each thread loads 16 bytes at a time" }, launch_dsm_load,
      load_reference, DSM_THREADS, DSM_IN_FLIGHT * DSM_THREADS * WORD_BYTES },
    { { "store", "each thread stores 16 bytes at a time" }, launch_dsm_store,
      store_reference, DSM_STORE_THREADS,
      DSM_IN_FLIGHT * DSM_STORE_THREADS * WORD_BYTES },
    { { "bulk", "the TMA sends 3 KiB at a time" }, launch_dsm_bulk,
      bulk_reference, DSM_BULK_THREADS, 0 },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

struct dsm {
    const struct variant *variant;
    struct dsm_work work;
    uint32_t *data;           /* on the host; a copy is work.data */
    uint32_t *got, *expected; /* sums, on the host */
};

static cudaError_t dsm_launch(void *work, size_t i, cudaStream_t stream)
{
    const struct dsm *d = work;

    (void)i;
    return d->variant->launch(&d->work, stream);
}

//> reference
/* The rank whose memory the block with that rank uses in a trip. */
static unsigned peer_reference(const struct dsm_work *w, unsigned rank,
                               unsigned trip)
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

/* Does the block with that rank do anything but serve? */
static bool is_active(const struct dsm_work *w, unsigned rank)
{
    return w->pattern != DSM_HOT || rank != 0;
}

static uint32_t sum_of(const uint32_t word[4])
{
    return word[0] + word[1] + word[2] + word[3];
}

/* Each trip adds up the next words of a peer. */
static void load_reference(const struct dsm_work *w, const uint32_t *data,
                           uint32_t *sums)
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
                    mine[i % DSM_THREADS] += times
                        * sum_of(data + (b - rank + peer) * (size_t)VALUES
                                 + 4 * i);
            }
    }
}

/* The last trip in which a sender's stores went to that rank, counted from 1;
 * 0 for none. */
static unsigned last_trip(const struct dsm_work *w, unsigned sender,
                          unsigned rank)
{
    unsigned period = w->cluster_size; /* all peers have had their turn */

    for (unsigned i = 0; i < period && i < w->trips; i++)
        if (is_active(w, sender)
            && peer_reference(w, sender, w->trips - 1 - i) == rank)
            return w->trips - i;
    return 0;
}

/* Each trip stores the same words, in which x counts the trips; where several
 * send to one, each in its slice. */
static void store_reference(const struct dsm_work *w, const uint32_t *data,
                            uint32_t *sums)
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
            const uint32_t *sent = data
                + (b - rank + sender) * (size_t)VALUES;
            unsigned last = last_trip(w, sender, rank);
            size_t first = several ? sender * slice : 0;
            for (size_t i = 0; last && i < slice && i < stored; i++)
                mine[(first + i) % DSM_STORE_THREADS] +=
                    sum_of(sent + 4 * i) + last - 4 * DSM_UNSENT;
        }
    }
}

/* The upper half of the memory is what others have in their lower half, but for
 * the first x of each slot: there it is the number of the last trip. */
static void bulk_reference(const struct dsm_work *w, const uint32_t *data,
                           uint32_t *sums)
{
    unsigned size = w->cluster_size, others = size - 1;

    for (unsigned b = 0; b < w->clusters * size; b++) {
        uint32_t *mine = sums + (size_t)b * DSM_BULK_THREADS;

        memset(mine, 0, DSM_BULK_THREADS * sizeof *mine);
        for (unsigned slot = 0; slot < DSM_SLOTS; slot++) {
            /* A slot sends as a block sends in the trip of that number, and
             * with `hot` to rank 0 where it would send there with `all`. */
            bool used = w->pattern < DSM_ALL
                || slot < DSM_SLOTS - DSM_SLOTS % others;
            unsigned from = size;
            if (w->pattern == DSM_HOT) {
                if (b % size == 0)
                    from = 1 + slot % others;
            } else {
                for (from = 0; peer_reference(w, from, slot) != b % size;)
                    from++;
            }
            const uint32_t *sent = data
                + (b - b % size + from) * (size_t)VALUES;
            const uint32_t *words = sent + 4 * slot * DSM_SLOT_WORDS;
            bool came = used && from < size && w->trips > 0;
            for (size_t i = 0; i < DSM_SLOT_WORDS; i++)
                mine[slot * 32 + i % 32] += came
                    ? sum_of(words + 4 * i) : 4 * DSM_UNSENT;
            if (came)
                mine[slot * 32] += w->trips - words[0];
        }
    }
}
//< reference

/* Bytes that all clusters move in a launch. */
static size_t launch_bytes(const struct dsm *d)
{
    const struct dsm_work *w = &d->work;
    unsigned others = w->cluster_size - 1;
    size_t senders = w->pattern == DSM_HOT ? others : w->cluster_size;
    size_t trip = senders * d->variant->trip_bytes;

    if (!d->variant->trip_bytes) {
        size_t slots = w->pattern < DSM_ALL
            ? DSM_SLOTS : DSM_SLOTS - DSM_SLOTS % others;
        /* With hot, all slots of the one receiver. */
        trip = slots * DSM_SLOT_WORDS * WORD_BYTES
            * (w->pattern == DSM_HOT ? 1 : w->cluster_size);
    }
    return w->clusters * w->trips * trip;
}

static void check(const struct dsm *d, cudaStream_t stream)
{
    const struct dsm_work *w = &d->work;
    size_t bytes = (size_t)w->clusters * w->cluster_size * d->variant->threads
        * sizeof *w->sums;

    memset(d->expected, GPU_POISON, bytes + GUARD);
    d->variant->reference(w, d->data, d->expected);
    CUDA(cudaMemsetAsync(w->sums, GPU_POISON, bytes + GUARD, stream));
    CUDA(d->variant->launch(w, stream));
    CUDA(cudaMemcpyAsync(d->got, w->sums, bytes + GUARD,
                         cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
    if (memcmp(d->got, d->expected, bytes + GUARD) != 0)
        die("variant %s, pattern %s, cluster size %u, %u trips: moves memory "
            "wrongly", d->variant->is.name, patterns[w->pattern],
            w->cluster_size, w->trips);
}

static void measure(struct dsm *d, const struct gpu *gpu, int clusters)
{
    static const unsigned awkward_trips[] = { 0, 1, 2, 3, 16, 31, 33 };
    struct dsm_work *w = &d->work;

    bench_progress("%s, %s, clusters of %u", d->variant->is.name,
                   patterns[w->pattern], w->cluster_size);
    w->clusters = 1;
    for (size_t i = 0; i < sizeof awkward_trips / sizeof *awkward_trips; i++) {
        w->trips = awkward_trips[i];
        check(d, gpu->stream);
    }
    w->clusters = (unsigned)clusters;
    w->trips = 1;
    while (!gpu_runs_long(dsm_launch, d))
        w->trips *= 2; /* beside many, filling the memory is under 1 % */
    check(d, gpu->stream);

    struct gpu_time time = gpu_time(dsm_launch, d);
    struct bench_row row = gpu_row(launch_bytes(d), time);
    bench_row(&row, "%s,%s,%u,%d", d->variant->is.name,
              patterns[w->pattern], w->cluster_size, clusters);
}

/* Notes how many blocks in a hundred have the block rank ^ 1 on the other SM of
 * their TPC, over all cluster sizes. */
static void note_pairs(struct dsm *d, const unsigned *sizes,
                       const int *clusters, int n, cudaStream_t stream)
{
    struct dsm_work *w = &d->work;
    size_t pairs = 0, blocks = 0;

    for (int s = 0; s < n; s++) {
        if (sizes[s] == 1 || clusters[s] == 0)
            continue;
        w->cluster_size = sizes[s];
        w->clusters = (unsigned)clusters[s];
        size_t launched = (size_t)w->clusters * w->cluster_size;
        CUDA(launch_dsm_where(w, stream));
        CUDA(cudaMemcpyAsync(d->got, w->sums, launched * sizeof *d->got,
                             cudaMemcpyDeviceToHost, stream));
        CUDA(cudaStreamSynchronize(stream));
        for (size_t i = 0; i < launched; i++)
            pairs += d->got[i] == (d->got[i ^ 1] ^ 1);
        blocks += launched;
    }
    if (blocks > 0)
        bench_note("tpc_pairs_percent", "%.3g",
                   100 * (double)pairs / (double)blocks);
}

/* Is a row to have that variant, pattern and cluster size? A block alone is
 * `local`, and bulk copies go from block to block. */
static bool is_wanted(const struct variant *v, int pattern, unsigned size)
{
    if (!bench_wanted(v->is.name) || (size == 1) != (pattern == DSM_LOCAL))
        return false;
    return pattern != DSM_LOCAL || v->launch != launch_dsm_bulk;
}

int main(int argc, char **argv)
{
    static const unsigned sizes[] = { 1, 2, 4, 8, MAX_CLUSTER };
    enum { SIZES = sizeof sizes / sizeof *sizes };
    struct bench_variant names[VARIANTS + 1] = { 0 };
    struct bench_program program = {
        .name = "dsm",
        .summary = "Moves data between the shared memories of a cluster.",
        .variants = names,
        .min_bytes = DSM_WORDS * WORD_BYTES,
        .max_bytes = DSM_WORDS * WORD_BYTES,
    };
    int clusters[SIZES], points = 0;

    for (int v = 0; v < VARIANTS; v++)
        names[v] = variants[v].is;
    bench_start(&program, argc, argv);
    const struct gpu *gpu = gpu_open();
    gpu_need_clusters();
    if (gpu->shared_bytes_per_block <= DSM_WORDS * WORD_BYTES)
        bench_exit(BENCH_CANNOT_RUN, "a block needs more than %d KiB of "
                   "shared memory, and has at most %zu",
                   DSM_WORDS * WORD_BYTES >> 10,
                   gpu->shared_bytes_per_block >> 10);

    size_t blocks = 0;
    for (int s = 0; s < SIZES; s++) {
        CUDA(dsm_active_clusters(&clusters[s], sizes[s]));
        if ((size_t)clusters[s] * sizes[s] > blocks)
            blocks = (size_t)clusters[s] * sizes[s];
    }
    size_t data_bytes = blocks * VALUES * sizeof(uint32_t);
    size_t sums_bytes = blocks * DSM_BULK_THREADS * sizeof(uint32_t) + GUARD;
    uint32_t *data_gpu = gpu_alloc(data_bytes);
    struct dsm d = { .data = bench_alloc(data_bytes) };
    d.got = bench_alloc(sums_bytes);
    d.expected = bench_alloc(sums_bytes);
    d.work.sums = gpu_alloc(sums_bytes);
    d.work.data = data_gpu;
    gpu_fill_random(data_gpu, data_bytes / sizeof *data_gpu,
                    bench_options.seed);
    for (size_t i = 0; i < data_bytes / sizeof *d.data; i++)
        d.data[i] = random_u32(bench_options.seed, i);

    note_pairs(&d, sizes, clusters, SIZES, gpu->stream);
    for (int s = 0; s < SIZES; s++) {
        if (bench_options.quick && s > 1 && s < SIZES - 1)
            clusters[s] = 0;
        for (int p = 0; p < PATTERNS && clusters[s] > 0; p++)
            for (int v = 0; v < VARIANTS; v++)
                points += is_wanted(&variants[v], p, sizes[s]);
    }
    bench_columns(BENCH_RATE, "variant,pattern,cluster_size,active_clusters",
                  "sm_mhz", points);
    for (int v = 0; v < VARIANTS; v++)
        for (int p = 0; p < PATTERNS; p++)
            for (int s = 0; s < SIZES; s++) {
                d.variant = &variants[v];
                d.work.pattern = (enum dsm_pattern)p;
                d.work.cluster_size = sizes[s];
                if (clusters[s] > 0 && is_wanted(d.variant, p, sizes[s]))
                    measure(&d, gpu, clusters[s]);
            }
    return bench_finish();
}
