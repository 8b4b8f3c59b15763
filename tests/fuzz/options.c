/* options.c - fuzzes the command line: it is refused with status 2, or its
 * options are within their limits. Each line of the input is an argument; the
 * first two are what `make measure` says of the time that it expects. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/* The program lives on where it would have ended. */
static jmp_buf out;
static int ended; /* with this status */

static _Noreturn void leave(int with)
{
    ended = with;
    longjmp(out, 1);
}

#define exit leave
#define fclose fflush
#include "../../bench/harness/options.c"
#include "../../bench/harness/table.c"

enum { MOST = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(void)
{
    const struct bench_options *o = &bench_options;

    if (o->device < 0 || o->device > 1023 || o->samples < 10 || o->samples > MAX_SAMPLES
        || !(o->seconds >= 0 && o->seconds <= 3600) || o->min_bytes == 0 || o->min_bytes % 4
        || o->min_bytes > o->max_bytes)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct bench_variant variants[] = { { "int", "one" },
                                                     { "int4", "four" },
                                                     { NULL, NULL } };
    static const struct bench_experiment tried = {
        .name = "tried",
        .summary = "Is tried.",
        .variants = { variants, sizeof *variants },
        .bytes = { .min = 4, .max = 1 << 20, .quick_max = 1 << 10, .element = 4 },
    };
    char *const text = strndup((const char *)data, size);
    char *rest = text, *arguments[MOST + 1] = { "tried" };
    volatile int count = 1; /* as setjmp() wants it */

    setenv("BENCH_PLACE", "1 of 2", 1);
    for (int i = 0; i < 2 && rest; i++)
        setenv(i ? "BENCH_AFTER" : "BENCH_EXPECTED", strsep(&rest, "\n"), 1);
    while (rest && count < MOST)
        arguments[count++] = strsep(&rest, "\n");

    bench_options = (struct bench_options){ .samples = 10, .seconds = 0.3 };
    optind = 0; /* has getopt_long() begin anew */
    if (setjmp(out) == 0) {
        bench_start(&tried, count, arguments);
        check();
    } else if (ended != BENCH_OK && ended != BENCH_USAGE) {
        abort();
    }
    free(text);
    return 0;
}
