/* l2.c - bandwidth of the L2, by the size of what all SMs read or write again and again.
 *
 * In the rows marked `shared` every SM sweeps the whole working set, and each begins at another
 * place. In the rows marked `private` each SM sweeps a part of its own. Loads and stores bypass the
 * L1. A launch makes sweeps until 2 GB are moved, and at least one, so its start does not matter;
 * the set is left in the L2 by the launch before, as far as it fits.
 *
 * Predicted for an H200, in TB/s:
 * Reads of a shared set: 12 at 2 MiB, 9.3 at 28, 8.5 at 40, 5.5 at 56, and 4.3 from 80 on, as DRAM.
 * An SM takes 64 bytes per cycle, 16.7 TB/s together; 96 slices give 64 bytes per cycle of their
 * clock of about 1.7 GHz, which is 10.4. Half of all reads cross to the other half of the L2.
 * Reads of private parts: 10 at 4 MiB and 9 at 28. A line has one reader, so it may need no second
 * copy in the other half, and the fall begins later, near 48 MiB.
 * Writes: 5.5 up to 40 MiB, because a store takes the request path, which we assume carries 32
 * bytes per cycle and SM; from 64 MiB on 3.5 to 4.5, as a fill of DRAM. Private as shared.
 *
 * Found: private reads are level at 9 up to 56 MiB and fall to 4.6 at 64, so the two halves hold
 * one copy of what has one reader. Shared reads reach 16 at 1 MiB, all that the SMs can take, and
 * still 10 at 16 MiB and beyond, even where the L2 cannot hold the set: the SMs travel in convoys,
 * because an SM that is behind finds in the L2 what the first had to wait for. Writes reach 4.4 to
 * 4.9 at any size, no more than DRAM takes. Of the lines of a shared set 61 % are requested from
 * the L2 at 8 MiB and 89 % at 24 (counters.csv), and a slice takes as many requests per cycle in
 * both: in small sets requests for the same line are merged. If the first 40 MiB are loaded by the
 * policy evict_last and the rest by evict_first, private reads of 64 MiB reach 7.6 and of 80 MiB
 * 7.9 (l2-evict_last.patch); evict_first alone changes nothing (l2-evict_first.patch).
 */
#include "harness/gpu.h"
#include "../kernels/l2.h"
#include "harness/random.h"

static const struct variant {
    struct bench_variant is;
    l2_launcher *launch;
    bool writes;
} variants[] = {
    { { "read", "loads of 16 bytes" }, launch_l2_read, false },
    { { "write", "stores of 16 bytes" }, launch_l2_write, true },
    { { NULL, NULL }, NULL, false },
};

enum {
    WORD = 16,
    WARP_WORDS = 32, /* parts and places of SMs are a multiple of this */
    GROUPS = 4,      /* numbers in a word */
};
static const size_t moved_bytes = (size_t)2 << 30; /* by a launch, or one sweep if that is more */

struct l2 {
    struct bench_point point; /* its elements are the words of a part */
    const struct variant *variant;
    struct l2_sweep sweep; /* all but its set and sums, and its trips in a check */
};

static uint32_t *set, *expected; /* on the GPU, with a guard, and on the host */
static uint32_t *prefix;         /* prefix[i] is the sum of the words before word i */
static uint32_t *sums, *sums_expected;
static size_t most_words;
static bool is_random; /* the set is what begin() makes of it */

static void launch(void *point, size_t i, cudaStream_t stream)
{
    const struct l2 *l = point;

    CUDA(l->variant->launch(&l->sweep, stream));
}

static void size_sweep(struct l2 *l, size_t part)
{
    struct l2_sweep *s = &l->sweep;

    s->set = set;
    s->sums = sums;
    s->part = (unsigned)part;
    s->skip = (unsigned)(part / s->blocks / WARP_WORDS * WARP_WORDS);
    s->salt = (uint32_t)bench_options.seed;
}

/* Returns the sum of `count` words from word `at` on, round a part that begins at word `first`. */
static uint32_t reference_sum(size_t first, size_t part, size_t at, size_t count)
{
    uint32_t whole = prefix[first + part] - prefix[first];
    size_t sweeps = (at + count) / part, end = (at + count) % part;

    return (uint32_t)sweeps * whole + prefix[first + end] - prefix[first + at];
}

static size_t check_read(struct l2 *l)
{
    const struct l2_sweep *s = &l->sweep;
    size_t count = (size_t)s->trips * L2_TRIP_WORDS;

    for (unsigned b = 0; b < s->blocks; b++)
        sums_expected[b] = reference_sum(s->shared ? 0 : (size_t)b * s->part, s->part,
                                         s->shared ? (size_t)b * s->skip : 0, count);
    return gpu_check_launch(&l->point, sums, sums_expected, s->blocks * sizeof *sums);
}

static size_t check_write(struct l2 *l)
{
    const struct l2_sweep *s = &l->sweep;
    size_t words = s->shared ? s->part : (size_t)s->part * s->blocks;

    is_random = false;
    return gpu_check_launch(&l->point, set, expected, words * WORD);
}

/* Makes the random set and the sums of its words, unless they are there. */
static void make_set(void)
{
    if (is_random)
        return;
    gpu_fill_random(set, most_words * GROUPS, bench_options.seed);
    is_random = true;
}

static size_t check(void *point)
{
    struct l2 *l = point;

    size_sweep(l, l->point.n);
    if (l->variant->writes)
        return check_write(l);
    make_set();
    return check_read(l);
}

/* Checks parts that end within a trip, for one sweep and for more. */
static void check_awkward(void)
{
    for (const struct variant *v = variants; v->is.name; v++)
        for (int shared = 0; shared < 2 && bench_wanted(v->is.name); shared++)
            for (unsigned trips = 2; trips < 8; trips += 5) {
                struct l2 l = { .point = { .variant = v->is.name, .launch = launch },
                                .variant = v,
                                .sweep = { .blocks = 3, .trips = trips, .shared = shared } };

                bench_check_at(check, &l, 1024, 1056, 4064, 4096, 4128, 5152, 8192);
            }
}

static void allocate(void)
{
    size_t least = 3 * 8192; /* words, for the awkward parts */

    gpu_fit(1);
    most_words = bench_larger(bench_options.max_bytes / WORD, least);
    set = gpu_alloc(most_words * WORD + GPU_GUARD);
    sums = gpu_alloc((size_t)gpu->sms * sizeof *sums + GPU_GUARD);
    sums_expected = bench_alloc((size_t)gpu->sms * sizeof *sums);
    expected = bench_alloc(most_words * WORD);
    prefix = bench_alloc((most_words + 1) * sizeof *prefix);
    prefix[0] = 0;
    for (size_t i = 0; i < most_words; i++) {
        uint32_t *word = expected + i * GROUPS, sum = 0;

        for (size_t k = 0; k < GROUPS; k++)
            sum += random_u32(bench_options.seed, i * GROUPS + k);
        prefix[i + 1] = prefix[i] + sum;
        word[0] = (uint32_t)i;
        word[1] = ~(uint32_t)i;
        word[2] = (uint32_t)bench_options.seed;
        word[3] = (uint32_t)bench_options.seed + (uint32_t)i;
    }
}

/* Adds a point whose set has about this many bytes, unless the parts are too small. */
static void add(const struct variant *v, bool shared, size_t bytes)
{
    size_t blocks = (size_t)gpu->sms, trip = (size_t)L2_TRIP_WORDS;
    size_t part = bytes / WORD / (shared ? 1 : blocks) / WARP_WORDS * WARP_WORDS;
    size_t sweep = (part + trip - 1) / trip, trips = moved_bytes / WORD / trip / blocks;
    struct l2 l = {
        .point = { .variant = v->is.name, .n = part, .launch = launch },
        .variant = v,
        .sweep = { .blocks = (unsigned)blocks, .shared = shared },
    };

    if (part < L2_THREADS)
        return;
    l.sweep.trips = (unsigned)bench_larger(sweep, trips / sweep * sweep);
    l.point.bytes = blocks * l.sweep.trips * trip * WORD;
    bench_add(&l, sizeof l, "%s,%zu", shared ? "shared" : "private",
              part * WORD * (shared ? 1 : blocks));
}

static void points(void)
{
    static const size_t mib[] = { 1,  2,  4,  8,  16, 20, 24, 28, 32, 36,
                                  40, 44, 48, 52, 56, 60, 64, 80, 128 };

    /* Writes are level, so half of the sizes show it. */
    for (const struct variant *v = variants; v->is.name; v++)
        for (int shared = 1; shared >= 0; shared--)
            for (size_t i = 0; i < sizeof mib / sizeof *mib; i += bench_options.quick ? 3
                                                                : v->writes           ? 2
                                                                                      : 1)
                if (bench_size_wanted(mib[i] << 20))
                    add(v, shared, mib[i] << 20);
}

static const struct bench_experiment l2 = {
    .summary = "Reads and writes memory that the L2 holds, by size of the set.",
    .variants = { variants, sizeof *variants },
    .bytes = { .min = 1 << 20, .max = 128 << 20, .element = WORD },
    .columns = "variant,sharing,working_set_bytes",
    .work = { "sweeps", "words" },
    .hooks = { .open = allocate, .points = points, .ready = check_awkward, .check = check },
};
BENCH_MAIN(l2, gpu_machine)
