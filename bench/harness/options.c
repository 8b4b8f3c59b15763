/* options.c - the command line, and the way out; see bench.h. */
#include "bench.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SAMPLES = 1000 }; /* samples.c has room for this many */

struct bench_options bench_options = {
    .samples = 10,
    .seconds = 0.2,
    .seed = 1,
};
const struct bench_experiment *bench_experiment;

/* These are weak because not every program has them: the commit that the program was built from
 * (see the Makefile), and for programs of the GPU the version of CUDA (see gpu.c). */
extern const char bench_built_from[] __attribute__((weak));
extern const int bench_cuda_version __attribute__((weak));

void bench_exit(enum bench_exit status, const char *format, ...)
{
    va_list arguments;

    bench_progress_clear();
    fprintf(stderr, "%s: ", bench_experiment ? bench_experiment->name : "bench");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit((int)status);
}

void bench_close(void)
{
    bench_progress_clear();
    if (fflush(stdout) != 0 || ferror(stdout) || fclose(stdout) != 0)
        die("cannot write standard output: %s", strerror(errno));
}

/* ---- Sizes ----------------------------------------------------------- */

bool bench_parse_size(const char *text, size_t *bytes)
{
    static const struct {
        const char *name;
        double factor;
    } units[] = {
        { "", 1 },         { "B", 1 },    { "KiB", 0x1p10 }, { "MiB", 0x1p20 }, { "GiB", 0x1p30 },
        { "TiB", 0x1p40 }, { "kB", 1e3 }, { "MB", 1e6 },     { "GB", 1e9 },     { "TB", 1e12 },
    };
    char *unit;

    if (*text < '0' || *text > '9') /* strtod() would accept " 1", "-1" and "inf" */
        return false;
    double number = strtod(text, &unit);
    if (strspn(text, "0123456789.") != (size_t)(unit - text))
        return false; /* "0x10" and "1e3" are not sizes */
    while (*unit == ' ')
        unit++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i].name) != 0)
            continue;
        double value = number * units[i].factor;
        /* 1.001 kB is 1000.9999... in binary, but the user means 1001 B. */
        if (value >= 0x1p53 || fabs(value - rint(value)) > 1e-9 * value)
            return false; /* not exact any more, or a part of a byte */
        *bytes = (size_t)rint(value);
        return true;
    }
    return false;
}

const char *bench_size_text(size_t bytes, char text[32])
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    size_t unit = 0;

    while (unit < 4 && bytes && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, 32, "%zu %s", bytes, units[unit]);
    return text;
}

/* ---- Options --------------------------------------------------------- */

/* Each option is listed here once: the parser and the help use this table. */
static const struct option_row {
    const char *name, *argument, *help;
} option_rows[] = {
    { "help", NULL, "print this and exit" },
    { "version", NULL, "print what this program was built from and exit" },
    { "list", NULL, "print the variants and exit" },
    { "variant", "NAME", "measure this variant only" },
    { "device", "N", "use the GPU with this number (0)" },
    { "min-bytes", "SIZE", "start with arrays of this size" },
    { "max-bytes", "SIZE", "end with arrays of this size" },
    { "samples", "N", "take at least N samples per point, 10 to 1000 (10)" },
    { "seconds", "S", "spend at most S seconds on a point (0.2)" },
    { "seed", "N", "use this seed for the random input (1)" },
    { "quick", NULL, "spend a tenth of that time, and say so in the CSV" },
    { "profile", NULL, "run each point once for ncu, and time nothing" },
};

enum { OPTIONS = sizeof option_rows / sizeof *option_rows };

static void print_help(void)
{
    printf("usage: %s [options]\n%s\n\n", bench_experiment->name, bench_experiment->summary);
    for (int i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &option_rows[i];
        int width = printf("  --%s%s%s", row->name, row->argument ? "=" : "",
                           row->argument ? row->argument : "");
        printf("%*s%s\n", 22 - width, "", row->help);
    }
    puts("\nSIZE is a number of bytes, or has a unit: 4KiB, 2GiB, 1MB.\n"
         "The CSV goes to standard output. Exit status: 0 good, 1 failed or\n"
         "wrong answer, 2 usage, 75 no GPU or memory now, 77 this machine "
         "lacks what is\nmeasured.");
}

static void print_version(void)
{
    bool is_known = bench_built_from && *bench_built_from;

    printf("%s, built from commit %s", bench_experiment->name,
           is_known ? bench_built_from : "unknown");
    if (&bench_cuda_version)
        printf(", CUDA %d.%d", bench_cuda_version / 1000, bench_cuda_version / 10 % 100);
    putchar('\n');
}

/* Returns variant number i, counted from 0. Its name is null behind the last one. */
static struct bench_variant variant_at(size_t i)
{
    const char *first = bench_experiment->variants.table;
    struct bench_variant variant;

    memcpy(&variant, first + i * bench_experiment->variants.bytes, sizeof variant);
    return variant;
}

static void print_list(void)
{
    struct bench_variant v;

    for (size_t i = 0; (v = variant_at(i)).name; i++)
        printf("%-10s %s\n", v.name, v.what);
}

static void check_variant(const char *name)
{
    char names[1024] = "";
    struct bench_variant v;

    for (size_t i = 0; (v = variant_at(i)).name; i++) {
        if (strcmp(v.name, name) == 0)
            return;
        strncat(names, " ", sizeof names - strlen(names) - 1);
        strncat(names, v.name, sizeof names - strlen(names) - 1);
    }
    bench_exit(BENCH_USAGE, "no variant '%s'; there are:%s", name, names);
}

static size_t size_argument(const char *option, const char *text)
{
    size_t bytes;

    if (!bench_parse_size(text, &bytes) || bytes == 0)
        bench_exit(BENCH_USAGE, "--%s=%s: not a size; try 4KiB or 2GiB", option, text);
    return bytes;
}

static double number_argument(const char *option, const char *text, double least, double most,
                              bool whole)
{
    char *end;

    errno = 0;
    double number = strtod(text, &end);
    if (errno || end == text || *end || !(number >= least && number <= most)
        || (whole && number != floor(number)))
        bench_exit(BENCH_USAGE, "--%s=%s: not a%s number from %g to %g", option, text,
                   whole ? " whole" : "", least, most);
    return number;
}

static void set_option(const char *name, const char *text)
{
    struct bench_options *o = &bench_options;

    bool is_list = strcmp(name, "list") == 0, is_version = strcmp(name, "version") == 0;

    if (strcmp(name, "help") == 0 || is_list || is_version) {
        is_list ? print_list() : is_version ? print_version() : print_help();
        bench_close();
        exit(BENCH_OK);
    } else if (strcmp(name, "variant") == 0) {
        check_variant(text);
        o->variant = text;
    } else if (strcmp(name, "device") == 0) {
        o->device = (int)number_argument(name, text, 0, 1023, true);
    } else if (strcmp(name, "min-bytes") == 0) {
        o->min_bytes = size_argument(name, text);
    } else if (strcmp(name, "max-bytes") == 0) {
        o->max_bytes = size_argument(name, text);
        o->max_bytes_given = true;
    } else if (strcmp(name, "samples") == 0) {
        o->samples = (int)number_argument(name, text, 10, MAX_SAMPLES, true);
    } else if (strcmp(name, "seconds") == 0) {
        o->seconds = number_argument(name, text, 0, 3600, false);
    } else if (strcmp(name, "seed") == 0) {
        o->seed = (uint64_t)number_argument(name, text, 0, 0x1p53, true);
    } else if (strcmp(name, "quick") == 0) {
        o->quick = true;
    } else if (strcmp(name, "profile") == 0) {
        o->profile = true;
    } else {
        abort(); /* option_rows has an option that we do not handle */
    }
}

void bench_start(const struct bench_experiment *e, int argc, char **argv)
{
    struct option long_options[OPTIONS + 1] = { 0 };
    int chosen;

    bench_experiment = e;
    bench_options.min_bytes = e->bytes.min;
    bench_options.max_bytes = e->bytes.max;

    for (int i = 0; i < OPTIONS; i++)
        long_options[i] = (struct option){
            .name = option_rows[i].name,
            .has_arg = option_rows[i].argument ? required_argument : no_argument,
        };
    opterr = 0; /* the messages are ours */
    /* We look for short options ourselves, because getopt() does not say which argument is bad. */
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] != '-')
            bench_exit(BENCH_USAGE, "cannot understand '%s'; see --help", argv[i]);
    int found;
    while (chosen = 0, (found = getopt_long(argc, argv, "", long_options, &chosen)) != -1) {
        if (found == '?')
            bench_exit(BENCH_USAGE, "cannot understand '%s'; see --help", argv[optind - 1]);
        set_option(option_rows[chosen].name, optarg);
    }
    if (optind < argc)
        bench_exit(BENCH_USAGE, "cannot understand '%s'; see --help", argv[optind]);
    if (bench_options.quick && !bench_options.max_bytes_given && e->bytes.quick_max > 0
        && bench_options.min_bytes <= e->bytes.quick_max)
        bench_options.max_bytes = e->bytes.quick_max;
    if (bench_options.min_bytes > bench_options.max_bytes)
        bench_exit(BENCH_USAGE, "--min-bytes is above --max-bytes");
    if (e->bytes.element && bench_options.min_bytes % e->bytes.element)
        bench_exit(BENCH_USAGE,
                   "--min-bytes is no multiple of %zu, the size "
                   "of an element",
                   e->bytes.element);
    if (bench_options.quick)
        bench_options.seconds /= 10;
    bench_progress_start();
}

bool bench_wanted(const char *variant)
{
    return !bench_options.variant || strcmp(bench_options.variant, variant) == 0;
}

bool bench_size_wanted(size_t bytes)
{
    return bytes >= bench_options.min_bytes && bytes <= bench_options.max_bytes;
}
