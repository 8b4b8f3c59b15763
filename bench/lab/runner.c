/* runner.c - the process of a submission: runner LIBRARY loads it and calls its function when the
 * grader says so; see lab.h. Without a LIBRARY it calls the book's variants.
 *
 * Everything that is done before the submission is loaded can be relied on: the limits, the filter
 * of system calls, and which memory there is. From then on the submission may do to this process
 * what it likes.
 */
#include "lab.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct lab_control *control;
static struct piece {
    char *at;
    size_t bytes;
} pieces[LAB_OUTPUT + 1];

/* Maps a piece of memory between two guards. */
static void map(int fd, int may)
{
    struct stat is;

    if (fstat(fd, &is) != 0)
        exit(2);
    size_t bytes = (size_t)is.st_size;
    char *all = mmap(NULL, bytes + 2 * LAB_GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        exit(2);
    char *at = mmap(all + LAB_GUARD, bytes, may, MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, 0);
    if (at == MAP_FAILED)
        exit(2);
    close(fd);
    pieces[fd] = (struct piece){ at, bytes };
}

/* Tells the grader why this process ends. A submission that replaces this is only told less. */
static void say_why(int signal, siginfo_t *info, void *context)
{
    (void)context;
    uintptr_t address = (uintptr_t)info->si_addr;

    control->syscall = signal == SIGSYS ? info->si_syscall : 0;
    control->address = signal == SIGSYS ? 0 : address;
    for (int fd = LAB_INPUT; fd <= LAB_OUTPUT; fd++)
        if (address - (uintptr_t)pieces[fd].at + LAB_GUARD < pieces[fd].bytes + 2 * LAB_GUARD) {
            control->piece = fd;
            control->address = address - (uintptr_t)pieces[fd].at;
        }
    atomic_store(&control->signal, (uint32_t)signal);
    _exit(1);
}

static void watch_signals(void)
{
    static const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGABRT };
    static char stack[64 << 10];

    sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(
            signals[i],
            &(struct sigaction){ .sa_sigaction = say_why, .sa_flags = SA_SIGINFO | SA_ONSTACK },
            NULL);
}

static void limit(__rlimit_resource_t what, size_t most)
{
    setrlimit(what, &(struct rlimit){ most, most });
}

/* The system calls that loading a library and running threads need, and no more: no file is
 * written, no process or connection is made, no other process is reached. */
static const int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_writev,
    SYS_pread64,
    SYS_openat,
    SYS_close,
    SYS_newfstatat,
    SYS_fstat,
    SYS_lseek,
    SYS_readlinkat,
    SYS_munmap,
    SYS_mprotect,
    SYS_madvise,
    SYS_brk,
    SYS_mremap,
    SYS_futex,
    SYS_exit,
    SYS_exit_group,
    SYS_sched_yield,
    SYS_getcpu,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_tgkill,
    SYS_gettid,
    SYS_getpid,
    SYS_getrandom,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_sysinfo,
    SYS_uname,
    SYS_getrusage,
    SYS_prlimit64,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_set_tid_address,
    SYS_sched_getaffinity,
    SYS_sched_setaffinity,
    SYS_membarrier,
    SYS_ioctl,
    SYS_getdents64,
#ifdef __x86_64__
    SYS_open,
    SYS_stat,
    SYS_access,
    SYS_readlink,
    SYS_arch_prctl,
#endif
};
#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
/* cppcheck-suppress preprocessorErrorDirective */
#error "labs: say the architecture of this CPU here (linux/audit.h)"
#endif

/* The filter of system calls. clone3 fails as on an old kernel, so that the C library uses clone,
 * whose flags the filter can see: threads may be made, if the lab has some, and processes may not.
 * One mmap gets less than 4 GiB; the grader looks at what is used. */
static void filter_calls(bool may_have_threads)
{
    enum { COUNT = sizeof allowed / sizeof *allowed };
    struct sock_filter program[COUNT * 2 + 32];
    unsigned short n = 0;
#define NUMBER offsetof(struct seccomp_data, nr)
#define ARGUMENT(i) (offsetof(struct seccomp_data, args) + 8 * (i)) /* its lower half */
#define ADD(...) program[n++] = (struct sock_filter)__VA_ARGS__
#define LOAD(at) ADD({ BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)(at) })
#define UNLESS(value, skip) ADD({ BPF_JMP | BPF_JEQ | BPF_K, 0, skip, (uint32_t)(value) })
#define RETURN(what) ADD({ BPF_RET | BPF_K, 0, 0, what })
    LOAD(offsetof(struct seccomp_data, arch));
    ADD({ BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE });
    RETURN(SECCOMP_RET_KILL_PROCESS);
    LOAD(NUMBER);
    for (int i = 0; i < COUNT; i++) {
        UNLESS(allowed[i], 1);
        RETURN(SECCOMP_RET_ALLOW);
    }
    UNLESS(SYS_clone3, 1);
    RETURN(SECCOMP_RET_ERRNO | ENOSYS);
    UNLESS(SYS_clone, 4);
    LOAD(ARGUMENT(0));
    ADD({ BPF_JMP | BPF_JSET | BPF_K, 0, 1, 0x00010000 /* CLONE_THREAD */ });
    RETURN(may_have_threads ? SECCOMP_RET_ALLOW : SECCOMP_RET_TRAP);
    RETURN(SECCOMP_RET_TRAP);
    UNLESS(SYS_mmap, 3);
    LOAD(ARGUMENT(1) + 4); /* the upper half of the length */
    UNLESS(0, 1);
    RETURN(SECCOMP_RET_ALLOW);
    RETURN(SECCOMP_RET_TRAP);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &(struct sock_fprog){ n, program }) != 0) {
        fprintf(stderr, "runner: this kernel has no seccomp\n");
        exit(2);
    }
}

static void finish(uint32_t call)
{
    atomic_store(&control->done, call);
    syscall(SYS_futex, &control->done, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Loads the function of a submission. */
static void (*load(const char *path))(void)
{
    void *library = dlopen(path, RTLD_NOW);
    void *found = library ? dlsym(library, lab.function) : NULL;
    void (*function)(void);

    if (!found) {
        snprintf(control->loading, sizeof control->loading,
                 library ? "it has no function of the name %s: define it as the starter does"
                         : "it cannot be loaded: %s",
                 library ? lab.function : dlerror());
        exit(2);
    }
    memcpy(&function, &found, sizeof function);
    return function;
}

int main(int argc, char **argv)
{
    close(LAB_SANDBOX);
    map(LAB_CONTROL, PROT_READ | PROT_WRITE);
    control = (struct lab_control *)pieces[LAB_CONTROL].at;
    map(LAB_INPUT, PROT_READ);
    map(LAB_OUTPUT, PROT_READ | PROT_WRITE);
    setvbuf(stdout, NULL, _IOLBF, 0);
    watch_signals();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, (size_t)LAB_PRINTED_KIB << 10);
    signal(SIGXFSZ, SIG_IGN); /* what is printed beyond that is lost */
    limit(RLIMIT_AS, (size_t)16 << 30);
    filter_calls(control->threads > 1);

    void (*function)(void) = argc > 1 ? load(argv[1]) : NULL;
    for (uint32_t call = 0;; call++) {
        finish(call);
        while (atomic_load(&control->go) == call)
            syscall(SYS_futex, &control->go, FUTEX_WAIT, call, NULL, NULL, 0);
        lab.call(function ? function : lab_variants[control->variant].function,
                 (uint32_t *)(pieces[LAB_OUTPUT].at + control->output_at),
                 (const uint32_t *)(pieces[LAB_INPUT].at + control->input_at), &control->c,
                 control->threads);
    }
}
