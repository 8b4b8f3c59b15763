/* peer_latency.cu - how long it takes to reach the memory of another GPU.
 *
 *   peer_latency_load     follows a chain that lies in the other GPU
 *   peer_latency_flag     sends a number to the other GPU, which sends it back
 *   launchers             for bench/peer_latency.c
 *
 * A load is a request and its answer, so it crosses the link twice. A flag
 * crosses it once: the sender writes it into the memory of the receiver, which
 * asks its own memory again and again until it is there.
 *
 *            GPU 0                     GPU 1
 *   load     at = *at   -- request -->
 *                       <-- 32 bytes --
 *
 *   flag     theirs = 1 ------------->  while (mine != 1)
 *            while (mine != 1)
 *                       <-------------  theirs = 1
 *
 * One thread of each GPU does this, so nothing overlaps. __ldcg bypasses the
 * L1. volatile makes each look at a flag a load of its own, and makes each
 * store leave at once.
 */
#include "peer_latency.h"

enum { PATIENCE_NS = 1000000000 };

//> load
extern "C" __global__ void peer_latency_load(void **position, size_t steps)
{
    void *const *at = (void *const *)*position;

#pragma unroll 16
    for (size_t i = 0; i < steps; i++)
        at = (void *const *)__ldcg((const unsigned long long *)at);
    *position = (void *)at;
}
//< load

static __device__ unsigned long long now_ns(void)
{
    unsigned long long ns;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

/* Waits for a number, but not forever: the other GPU may never start. */
static __device__ bool await(volatile unsigned *flag, unsigned number,
                             unsigned long long deadline)
{
    while (*flag != number)
        if (now_ns() > deadline)
            return false;
    return true;
}

extern "C" __global__ void peer_latency_flag(struct peer_flag *mine,
                                             struct peer_flag *theirs,
                                             unsigned rounds, bool starts)
{
    volatile unsigned *received = &mine->received, *send = &theirs->received;
    unsigned long long deadline = now_ns() + PATIENCE_NS;
    unsigned number = mine->sent;
    bool in_time = true;

    //> flag
    for (unsigned i = 0; i < rounds && in_time; i++) {
        number++;
        if (starts)
            *send = number;
        in_time = await(received, number, deadline);
        if (!starts)
            *send = number;
    }
    //< flag
    mine->sent = number;
    if (!in_time)
        mine->late = 1;
}

/* ---- Launchers ------------------------------------------------------- */

extern "C" cudaError_t launch_peer_latency_load(void **position, size_t steps,
                                                cudaStream_t stream)
{
    peer_latency_load<<<1, 1, 0, stream>>>(position, steps);
    return cudaGetLastError();
}

extern "C" cudaError_t launch_peer_latency_flag(struct peer_flag *mine,
                                                struct peer_flag *theirs,
                                                unsigned rounds, int starts,
                                                cudaStream_t stream)
{
    peer_latency_flag<<<1, 1, 0, stream>>>(mine, theirs, rounds, starts != 0);
    return cudaGetLastError();
}
