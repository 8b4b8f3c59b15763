/* ring.h - waiting for tiles that are copied into a ring in shared memory, for
 * async.cu and tile.cu. `ahead` tiles are in flight, to ahead + 1 places. A
 * kernel adds start(), which starts the copy of tile k, and calls close() once
 * per trip and wait(k) before it reads the tile. */
#ifndef RING_H
#define RING_H

#include "mbarrier.h"

/* For cp.async, from compute capability 8.0 on. Each thread waits for its own
 * copies. It closes a group of them in each trip, empty or not, so that groups
 * count trips. */
template <int ahead>
struct ring_of_groups {
    __device__ void close(void)
    {
#if __CUDA_ARCH__ >= 800
        asm volatile("cp.async.commit_group;" ::: "memory");
#endif
    }

    /* All groups of this thread but the youngest ahead - 1 have arrived. */
    __device__ void wait(unsigned)
    {
#if __CUDA_ARCH__ >= 800
        asm volatile("cp.async.wait_group %0;" ::"n"(ahead - 1) : "memory");
#endif
    }
};

//> barriers
/* For bulk copies, from compute capability 9.0 on: a barrier for each place.
 * Its phase is complete when thread 0 has arrived and the bytes that it
 * announced have come. */
template <int ahead>
struct ring_of_barriers {
    unsigned first;

    __device__ unsigned of(unsigned k)
    {
        return first + k % (ahead + 1) * 8;
    }

    __device__ ring_of_barriers(void)
    {
        __shared__ unsigned long long full[ahead + 1];

        first = shared_address(full);
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x == 0) {
            for (unsigned k = 0; k < ahead + 1; k++)
                make_barrier(of(k), 1);
            show_stores();
        }
        __syncthreads();
#endif
    }

    __device__ void close(void) {}

    __device__ void wait(unsigned k)
    {
#if __CUDA_ARCH__ >= 900
        wait_for_bytes(of(k), k / (ahead + 1));
#endif
    }
};
//< barriers

#endif
