/* inputs.c - the lab `histogram`: what is asked, for which inputs, and beside what it is timed. */
#include "../../../kernels/host_histogram.h"
#include "../histograms.h"

enum { MOST_BINS = 4096, MOST_THREADS = 1024 };

typedef void histogram_function(uint32_t *counts, int bins, const int32_t *values, size_t n,
                                int threads);

static void call(void (*function)(void), uint32_t *output, const uint32_t *input,
                 const struct lab_case *c, int threads)
{
    ((histogram_function *)function)(output, c->bins, (const int32_t *)input, c->n, threads);
}

/* The book's histograms, by their names. They add to counts, so the counts begin with zeros. */
static void book_histogram(const char *name, uint32_t *counts, int bins, const int32_t *values,
                           size_t n, int threads)
{
    static uint32_t scratch[MOST_BINS * MOST_THREADS];

    memset(counts, 0, (size_t)bins * sizeof *counts);
    for (const struct host_histogram *v = host_histograms; v->name; v++)
        if (strcmp(v->name, name) == 0)
            v->add(counts, bins, values, n, scratch, threads);
}

static void one(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    book_histogram("one", counts, bins, values, n, threads);
}

static void private(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    book_histogram("private", counts, bins, values, n, threads);
}

/* Reads the values on all cores, and adds them up. */
static void only_read(uint32_t *counts, int bins, const int32_t *values, size_t n, int threads)
{
    typedef uint32_t words __attribute__((vector_size(16)));
    uint32_t sum = 0;

#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (size_t i = 0; i < n / 16; i++) {
        const words *four = (const words *)values + 4 * i;
        words all = four[0] + four[1] + four[2] + four[3];

        sum += all[0] + all[1] + all[2] + all[3];
    }
    *counts = sum;
}

#define FUNCTION(name) (void (*)(void)) name
const struct lab_variant lab_variants[] = {
    { "one", FUNCTION(one), false },
    { "private", FUNCTION(private), false },
    { "read", FUNCTION(only_read), true },
    { NULL, NULL, false },
};

/* Few values, numbers of values and bins that are no multiple of anything, and values that are all
 * alike, or outside of the bins. */
static const struct lab_case awkward[] = {
    EACH_PATTERN(0, 1),       EACH_PATTERN(1, 1),
    EACH_PATTERN(2, 3),       EACH_PATTERN(17, 255),
    EACH_PATTERN(1000, 1000), EACH_PATTERN(4099, 7),
    EACH_PATTERN(65537, 256), EACH_PATTERN(300007, MOST_BINS),
    { .n = LAB_END },
};

const struct lab lab = {
    .function = "histogram",
    .patterns = patterns,
    .awkward = awkward,
    .timed = { .n = 8 << 20, .bins = 256, .pattern = HISTOGRAM_UNIFORM },
    .bytes_per_element = sizeof(int32_t),
    .alignment = sizeof(int32_t),
    .fill = fill,
    .expect = expect,
    .call = call,
};
