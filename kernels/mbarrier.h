/* mbarrier.h - barriers in shared memory that other blocks of a cluster and the
 * TMA can arrive at, for .cu files on compute capability 9.0. The reference is
 * the PTX ISA, "mbarrier". */
#ifndef MBARRIER_H
#define MBARRIER_H

#include <cuda_runtime.h>

/* The address of shared memory that PTX takes. */
static inline __device__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* The same address in the shared memory of the block `peer`. */
static inline __device__ unsigned mapped(unsigned address, unsigned peer)
{
    unsigned theirs;

    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(theirs)
        : "r"(address), "r"(peer));
    return theirs;
}

/* Makes a barrier. A phase of it is complete after this many arrivals, as soon
 * as the bytes that it expects have come as well. */
static inline __device__ void make_barrier(unsigned barrier, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier),
                 "r"(arrivals)
                 : "memory");
}

/* Arrives at a barrier of this block, which then expects this many bytes. */
static inline __device__ void expect_bytes(unsigned barrier, unsigned bytes)
{
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
        "r"(bytes)
        : "memory");
}

/* Arrives at a barrier of any block of the cluster. */
static inline __device__ void arrive_at(unsigned barrier)
{
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 "
                 "_, [%0];" ::"r"(barrier)
                 : "memory");
}

/* The same without its fence for the cluster, which takes longer than the trip
 * to the other block: for threads that have only read. PTX promises an order to
 * the block alone; here reads are over before the arrival leaves. */
static inline __device__ void arrive_unfenced(unsigned barrier)
{
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 "
                 "_, [%0];" ::"r"(barrier)
                 : "memory");
}

/* Waits until the phase of that number, counted from 0, is complete, and sees
 * what others of the cluster had stored before they arrived. That empties the
 * L1. */
static inline __device__ void wait_for(unsigned barrier, unsigned phase)
{
    unsigned done;

    do
        asm volatile("{ .reg .pred p;\n"
                     "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "
                     "p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(barrier), "r"(phase % 2)
                     : "memory");
    while (!done);
}

/* The same, but sees only what the block has stored and what the TMA brought,
 * and leaves the L1 alone. */
//> wait
static inline __device__ void wait_for_bytes(unsigned barrier, unsigned phase)
{
    unsigned done;

    do
        asm volatile("{ .reg .pred p;\n"
                     "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 "
                     "p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(barrier), "r"(phase % 2)
                     : "memory");
    while (!done);
}
//< wait

/* Lets the TMA see what this thread has stored. */
static inline __device__ void show_stores(void)
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#endif
