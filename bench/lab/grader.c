/* grader.c - checks and times a submission beside the book's variants:
 *
 *     grader LIBRARY RESULT PRINTED RUNNER...
 *
 * RUNNER... is the command that starts a runner (try.sh has it), and LIBRARY the submission's path
 * for it. RESULT becomes a table of what was measured, or says what is wrong; PRINTED gets what the
 * submission prints.
 *
 * This process owns the input, the clock and the result. The time of a call is that from before the
 * runner is woken until it has said that it is done and this process has noticed. Nothing is
 * subtracted for that: what it takes is measured with the book's own calls for no elements, noted
 * as signal_us, and is small beside a timed call.
 *
 * Exit status: 0 if RESULT was written, whatever it says of the submission.
 */
#include "verdict.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, AROUND = 4 * PAGE, POISON = 0x5A, AGAIN = 5 };
#define POISON_WORD (0x01010101u * POISON)
enum { POLL_MS = 10, CALL_SECONDS = 2, LEAST_SAMPLES = 10 };
static const double WORK_SECONDS = 0.25; /* for the samples of a variant, with their input */

/* A process that was given a library, and what it shares with this one. */
struct runner {
    pid_t sandbox, pid; /* what we have started, and the runner in it */
    struct lab_control *control;
    uint32_t *input;
    char *output;
    bool is_submission;
    uint32_t calls;
    size_t input_at, output_at; /* of the last call; a submission can change those in `control` */
};

static size_t input_bytes, output_bytes; /* of the shared pieces */
static int threads;
static uint32_t *room;            /* for what the output should be */
static uint64_t seed, first_seed; /* of the input, a new one for each call */

/* ---- Runners ----------------------------------------------------------------------------- */

/* Makes a piece of shared memory, which nobody can resize, and which nobody but us can write if it
 * is an input: our mapping is older than the seal. */
static void *share(int *fd, size_t bytes, bool is_input)
{
    *fd = memfd_create("lab", MFD_ALLOW_SEALING | MFD_CLOEXEC);
    if (*fd < 0 || ftruncate(*fd, (off_t)bytes) != 0)
        die("cannot share %zu bytes: %s", bytes, strerror(errno));
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    if (at == MAP_FAILED)
        die("cannot map %zu bytes: %s", bytes, strerror(errno));
    if (fcntl(*fd, F_ADD_SEALS,
              F_SEAL_SHRINK | F_SEAL_GROW | (is_input ? F_SEAL_FUTURE_WRITE : 0) | F_SEAL_SEAL)
        != 0)
        die("cannot seal memory: %s; labs need Linux 5.1 or newer", strerror(errno));
    return at;
}

/* The number behind "child-pid" in what the sandbox tells, or 0 if it tells nothing. */
static pid_t pid_told(int fd)
{
    char text[512];
    size_t n = 0;
    ssize_t got;

    while (n + 1 < sizeof text && (got = read(fd, text + n, sizeof text - 1 - n)) > 0)
        n += (size_t)got;
    text[n] = '\0';
    const char *at = strstr(text, "\"child-pid\":");
    return at ? (pid_t)atoi(at + strlen("\"child-pid\":")) : 0;
}

/* Is the process stopped, or gone? */
static bool is_stopped(pid_t pid)
{
    char path[64], text[512];

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return true;
    size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    const char *state = strrchr(text, ')');
    return !state || strchr("TZX", state[2]);
}

/* Stops all threads of the runner, and returns once they are. */
static void stop(const struct runner *r)
{
    if (kill(r->pid, SIGSTOP) == 0)
        while (!is_stopped(r->pid))
            ;
}

static void end(struct runner *r)
{
    if (r->sandbox > 0) {
        kill(r->pid, SIGKILL);
        kill(r->sandbox, SIGKILL);
        waitpid(r->sandbox, NULL, 0);
    }
    r->sandbox = 0;
}

/* A number that the system tells of the runner: its threads, or the memory of its own in KiB. */
static size_t status_of(const struct runner *r, const char *key)
{
    char path[64], value[64];

    snprintf(path, sizeof path, "/proc/%d/status", (int)r->pid);
    return bench_read_key(path, key, value, sizeof value) ? strtoul(value, NULL, 10) : 0;
}

/* Ends a runner that has more memory or threads than it may; `when` is for messages. */
static bool is_within_limits(struct runner *r, const char *when)
{
    size_t kib = status_of(r, "RssAnon") + status_of(r, "RssShmem"), has = status_of(r, "Threads");
    size_t ours = (sizeof *r->control + input_bytes + output_bytes) >> 10; /* in RssShmem */
    size_t mib = (kib > ours ? kib - ours : 0) >> 10;
    size_t most = 4 * (size_t)threads + 16; /* some for those that end late */

    if (kib == 0 && has > 1) { /* the system tells of no memory once the first thread has ended */
        end(r);
        return blame("ended_early", "it ended its first thread%s", when);
    }

    if (mib > LAB_MEMORY_MIB) {
        end(r);
        return blame("memory", "it used %zu MiB of memory, and %d are allowed%s", mib,
                     LAB_MEMORY_MIB, when);
    }
    if (has > most) {
        end(r);
        return blame("forbidden", "it had %zu threads at once, and %zu are allowed%s", has, most,
                     when);
    }
    return true;
}

/* The words of the message that a system call was refused; null if there are none for it. */
static const char *call_name(int number)
{
    switch (number) {
#ifdef __x86_64__
    case SYS_fork:
    case SYS_vfork:
#endif
    case SYS_clone:
        return lab.threads == 1 ? "make a thread or a process" : "make a process";
    case SYS_execve:
        return "run a program";
    case SYS_socket:
        return "open a connection";
    case SYS_mmap:
        return "allocate 4 GiB or more at once";
    case SYS_kill:
        return "send a signal to a process";
    case SYS_ptrace:
    case SYS_process_vm_readv:
    case SYS_process_vm_writev:
        return "reach into another process";
    }
    return NULL;
}

/* Says of a runner that has ended by itself what it was. */
static bool blame_end(struct runner *r, int status, const char *when)
{
    const struct lab_control *c = r->control;
    unsigned signal = atomic_load(&c->signal);
    const char *name = signal == SIGSYS ? call_name(c->syscall) : NULL;

    /* The C library blocks signals while it makes a thread or a process, so the runner cannot say
     * that it was refused: it is killed, and the sandbox makes an exit status of that. */
    int killed_by = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - 128;
    if (signal == 0 && killed_by == SIGSYS)
        name = call_name(SYS_clone);
    r->sandbox = 0;
    if (*c->loading)
        return blame("not_loaded", "%.250s", c->loading);
    if (name)
        return blame(c->syscall == SYS_mmap ? "memory" : "forbidden", "it tried to %s%s", name,
                     when);
    if (signal == SIGSYS)
        return blame("forbidden",
                     "it asked the system for what a lab may not have (system call %d)%s",
                     c->syscall, when);
    if ((signal == SIGSEGV || signal == SIGBUS) && c->piece) {
        size_t at = c->piece == LAB_INPUT ? r->input_at : r->output_at;
        size_t n = c->piece == LAB_INPUT ? c->c.n : lab_outputs(&c->c);
        long long element = ((long long)c->address - (long long)at) / 4;
        const char *of = c->piece == LAB_INPUT ? "input" : "output";

        if (c->piece == LAB_INPUT && element >= 0 && (size_t)element < n)
            return blame("wrote_input", "it wrote to element %lld of its input%s", element, when);
        return blame_outside("read or wrote", element, of, n, when);
    }
    if (signal == SIGSEGV && c->address == 0)
        return blame("crashed",
                     "it crashed (segmentation fault: a null pointer, or an address that is not "
                     "aligned)%s",
                     when);
    if (signal == SIGSEGV)
        return blame("out_of_bounds",
                     "it read or wrote at an address outside of its input and its "
                     "output%s",
                     when);
    if (signal)
        return blame("crashed", "it crashed (%s)%s", strsignal((int)signal), when);
    if (WIFSIGNALED(status))
        return blame("crashed", "it was killed (%s)%s", strsignal(WTERMSIG(status)), when);
    return blame("ended_early", "it ended its process, with status %d, and did not return%s",
                 WEXITSTATUS(status), when);
}

/* Waits until the runner has made its next call; `when` is for messages. */
static bool wait_for(struct runner *r, const char *when)
{
    double begun = bench_seconds();
    uint32_t is;
    int status;

    while ((is = atomic_load(&r->control->done)) != r->calls) {
        syscall(SYS_futex, &r->control->done, FUTEX_WAIT, is,
                &(struct timespec){ .tv_nsec = POLL_MS * 1000000L }, NULL, 0);
        if (atomic_load(&r->control->done) == r->calls)
            break;
        if (waitpid(r->sandbox, &status, WNOHANG) == r->sandbox)
            return blame_end(r, status, when);
        if (!is_within_limits(r, when))
            return false;
        if (bench_seconds() - begun > CALL_SECONDS) {
            end(r);
            return blame("too_long", "it did not return within %d seconds%s", CALL_SECONDS, when);
        }
    }
    return true;
}

/* Starts a runner, of the book's variants if there is no library. */
static bool start(struct runner *r, char *const command[], const char *library, const char *printed)
{
    char *arguments[64];
    int n = 0, control, input, output, told[2];

    r->control = share(&control, sizeof *r->control, false);
    r->input = share(&input, input_bytes, true);
    r->output = share(&output, output_bytes, false);
    r->calls = 0;
    atomic_store(&r->control->done, UINT32_MAX);
    r->control->threads = threads;
    while (n < 60 && command[n]) {
        arguments[n] = command[n];
        n++;
    }
    arguments[n++] = (char *)library;
    arguments[n] = NULL;
    if (pipe2(told, O_CLOEXEC) != 0)
        die("cannot make a pipe: %s", strerror(errno));
    r->sandbox = r->pid = fork();
    if (r->sandbox < 0)
        die("cannot start a process: %s", strerror(errno));
    if (r->sandbox == 0) {
        int log = open(printed, O_WRONLY | O_CREAT | O_APPEND, 0644);
        int from[] = { control, input, output, told[1] };

        setpgid(0, 0);
        for (int i = 0; i < 4; i++) /* out of the way of the numbers that they get */
            from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 20);
        for (int i = 0; i < 4; i++)
            dup2(from[i], LAB_CONTROL + i);
        dup2(open("/dev/null", O_RDONLY), 0);
        dup2(log, 1);
        dup2(log, 2);
        syscall(SYS_close_range, LAB_SANDBOX + 1, ~0U, 0);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    close(control);
    close(input);
    close(output);
    close(told[1]);
    pid_t pid = pid_told(told[0]);
    close(told[0]);
    if (pid)
        r->pid = pid;
    if (!wait_for(r, r->is_submission ? " while it was loaded" : ""))
        return false;
    stop(r);
    return true;
}

/* Makes one call, in ms. */
static bool call(struct runner *r, double *ms, const char *when)
{
    atomic_store(&r->control->go, ++r->calls);
    double begun = bench_seconds();
    kill(r->pid, SIGCONT);
    bool good = wait_for(r, when);
    *ms = (bench_seconds() - begun) * 1e3;
    if (!good)
        return false;
    stop(r);
    return is_within_limits(r, when);
}

/* ---- Checking ---------------------------------------------------------------------------- */

/* Where arrays begin: at the first page of the piece, or so that they end with its last one. */
static size_t place(size_t n, size_t bytes, bool at_end)
{
    return at_end ? (bytes - n * 4) / lab.alignment * lab.alignment : 0;
}

static void prepare(struct runner *r, const struct lab_case *c, int variant, bool at_end)
{
    r->control->c = *c;
    r->control->variant = variant;
    r->control->input_at = r->input_at = place(c->n, input_bytes, at_end);
    r->control->output_at = r->output_at = place(lab_outputs(c), output_bytes, at_end);
    lab.fill(r->input + r->input_at / 4, c, seed);
}

/* Poisons the output and what lies around it. The piece is as large as the largest case. */
static void poison(const struct runner *r, size_t at, size_t bytes)
{
    size_t from = at > AROUND ? at - AROUND : 0;
    size_t to = at + bytes + AROUND < output_bytes ? at + bytes + AROUND : output_bytes;

    memset(r->output + from, POISON, to - from);
}

/* Was something written around the output? Then `element` is where; those before the output have
 * negative numbers. */
static bool strayed(const struct runner *r, size_t at, size_t bytes, long long *element)
{
    for (size_t i = at > AROUND ? at - AROUND : 0; i < output_bytes && i < at + bytes + AROUND; i++)
        if ((i < at || i >= at + bytes) && r->output[i] != POISON) {
            *element = i < at ? -(long long)((at - i + 3) / 4) : (long long)((i - at) / 4);
            return true;
        }
    return false;
}

/* Is the output what would be right for one of the calls since that seed, before this one? */
static bool is_kept(const struct lab_case *c, const uint32_t *output, uint64_t since)
{
    uint32_t *input = bench_alloc(c->n * 4 + 4);
    bool kept = false;

    for (uint64_t s = seed - 1; s >= since && !kept; s--) {
        lab.fill(input, c, s);
        kept = memcmp(lab.expect(room, input, c), output, lab_outputs(c) * 4) == 0;
    }
    free(input);
    return kept;
}

/* Blames a submission that writes nothing in the largest case either. */
static bool blame_idle(struct runner *r, const char *when)
{
    const struct lab_case *c = verdict_largest();
    size_t n = lab_outputs(c);
    double ms;

    prepare(r, c, -1, false);
    poison(r, r->output_at, n * 4);
    return call(r, &ms, when)
        && blame_no_op((const uint32_t *)(r->output + r->output_at), n, POISON_WORD, when);
}

/* Looks at the output of the call that was made last. */
static bool is_right(struct runner *r, const struct lab_case *c, uint64_t since, const char *when)
{
    size_t n = lab_outputs(c), at = r->output_at;
    const uint32_t *found = (const uint32_t *)(r->output + at);
    const uint32_t *expected = lab.expect(room, r->input + r->input_at / 4, c);
    struct verdict_difference d = verdict_compare(found, expected, n, POISON_WORD);

    if (d.wrong == 0)
        return true;
    if (d.untouched) {
        blame_value(d, found, expected, n, POISON_WORD, when);
        return blame_idle(r, when);
    }
    if (is_kept(c, found, since))
        return blame("kept", "it gave back the result of an earlier call%s", when);
    uint32_t *before = bench_alloc(n * 4);
    memcpy(before, found, n * 4);
    /* Does it find the same if it is asked again? */
    for (int i = 0; i < AGAIN && threads > 1; i++) {
        double ms;

        poison(r, at, n * 4);
        if (!call(r, &ms, when) || (memcmp(found, before, n * 4) != 0 && !blame_race(d, n, when)))
            break;
    }
    /* It is said only if nothing else was. */
    blame_value(d, before, lab.expect(room, r->input + r->input_at / 4, c), n, POISON_WORD, when);
    free(before);
    return false;
}

/* Checks one case at both ends of the memory. */
static bool check(struct runner *r, const struct lab_case *c)
{
    for (int at_end = 1; at_end >= 0; at_end--) {
        char when[192];
        double ms;
        size_t bytes = lab_outputs(c) * 4;

        seed++;
        snprintf(when, sizeof when, " (input: %s)", verdict_case(c));
        prepare(r, c, -1, at_end);
        size_t at = r->output_at;
        poison(r, at, bytes);
        if (!call(r, &ms, when))
            return false;
        long long stray;
        if (strayed(r, at, bytes, &stray))
            return blame("out_of_bounds", "it wrote to element %lld of its output, which has %zu%s",
                         stray, bytes / 4, when);
        if (!is_right(r, c, first_seed, when) || !verdict_spend(ms / 1e3))
            return false;
    }
    return true;
}

/* ---- Timing ------------------------------------------------------------------------------ */

struct work {
    struct runner *runner;
    int variant;
    struct verdict_row row;
};

static uint64_t first_timed;

/* Times one call with an input of its own, and looks at the result afterwards. */
static double take(void *work)
{
    struct work *w = work;
    double ms = 0;

    if (*verdict.fault)
        return 0;
    seed++;
    prepare(w->runner, &lab.timed, w->variant, false);
    if (!call(w->runner, &ms, " (while it was timed)") && !w->runner->is_submission)
        die("%s of the book fails: %s", w->row.name, verdict.said);
    if (w->variant < 0 && !*verdict.fault
        && is_right(w->runner, &lab.timed, first_timed, " (while it was timed)"))
        verdict_spend(ms / 1e3);
    return ms;
}

/* How long a call takes that does nothing: the book's first variant, for no elements. */
static double signal_us(struct runner *book)
{
    static const struct lab_case nothing = { 0 };
    double times[21];

    for (int i = 0; i < 21; i++) {
        struct lab_case c = nothing;

        c.bins = lab.timed.bins ? 1 : 0;
        prepare(book, &c, 0, false);
        if (!call(book, &times[i], ""))
            die("the book's variants fail: %s", verdict.said);
    }
    return bench_median(times, 21).median * 1e3;
}

static size_t whole_pages(size_t n)
{
    return (n * 4 + PAGE - 1) / PAGE * PAGE;
}

int main(int argc, char **argv)
{
    static const struct bench_experiment grader = { .name = "lab" };
    struct runner book = { 0 }, submission = { .is_submission = true };
    struct work works[VERDICT_MOST_VARIANTS + 1];
    struct verdict_row rows[VERDICT_MOST_VARIANTS + 1];
    void *timed[VERDICT_MOST_VARIANTS + 1];
    char notes[64];
    int n = 0;

    bench_experiment = &grader;
    bench_options.seconds = WORK_SECONDS;
    bench_options.samples = LEAST_SAMPLES;
    if (argc < 5)
        bench_exit(BENCH_USAGE, "usage: grader LIBRARY RESULT PRINTED RUNNER...");
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        die("no random numbers: %s", strerror(errno));
    first_seed = seed >>= 1; /* so that adding to it never wraps */
    cpu_set_t cpus;
    sched_getaffinity(0, sizeof cpus, &cpus);
    threads = lab.threads ? lab.threads : CPU_COUNT(&cpus);

    size_t outputs = lab_outputs(&lab.timed), inputs = lab.timed.n;
    for (const struct lab_case *c = lab.awkward; c->n != LAB_END; c++) {
        outputs = bench_larger(outputs, lab_outputs(c));
        inputs = bench_larger(inputs, c->n);
    }
    input_bytes = whole_pages(inputs) + PAGE;
    output_bytes = whole_pages(outputs) + PAGE;
    room = bench_alloc(output_bytes);

    /* One thread stays on one CPU, the same for all; this process may go elsewhere. */
    if (threads == 1)
        bench_quiet_cpu(&cpus);
    if (!start(&book, argv + 4, NULL, argv[3]))
        die("the book's variants do not run: %s", verdict.said);
    bool good = start(&submission, argv + 4, argv[1], argv[3]);
    sched_setaffinity(0, sizeof cpus, &cpus);
    double signal = signal_us(&book);
    for (const struct lab_case *c = lab.awkward; good && c->n != LAB_END; c++)
        good = check(&submission, c);
    first_timed = seed + 1;
    if (good)
        works[n++] = (struct work){ &submission, -1, { .name = "yours", .kind = "yours" } };
    for (int v = 0; good && v < VERDICT_MOST_VARIANTS && lab_variants[v].name; v++)
        works[n++] = (struct work){ &book,
                                    v,
                                    { .name = lab_variants[v].name,
                                      .kind = lab_variants[v].is_limit ? "limit" : "book" } };
    for (int i = 0; i < n; i++) {
        timed[i] = &works[i];
        rows[i] = works[i].row;
    }
    verdict_time(take, timed, rows, n);
    end(&submission);
    end(&book);
    snprintf(notes, sizeof notes, "# threads: %d\n# signal_us: %.3g\n", threads, signal);
    verdict_write(argv[2], rows, n, notes);
    return 0;
}
