/* dsm_stride.cu - reads from shared memory whose lanes are not neighbours, from
 * a block's own memory and from that of the other block of a cluster of two.
 *
 *   dsm_stride_read     each lane reads 4 bytes at a time, `stride` words from
 *                       those of the lane before
 *   launch_dsm_stride   for bench/dsm_stride.c
 *
 * A memory has 8 parts. A warp reads the same rows of 32 words in all of them,
 * and then turns to other rows. With a stride of 4, for example, four rows of a
 * part share 128 words that lie side by side:
 *
 *   word    0 1 2 3   4 5 6 7   8 ...            124 125 126 127
 *   row     0 1 2 3   0 1 2 3   0 ...              0   1   2   3
 *   lane    0 0 0 0   1 1 1 1   2 ...             31  31  31  31
 */
#include "dsm_stride.h"
#include "cluster.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    ROWS = DSM_STRIDE_PART / 32,     /* of a part */
    WARPS = DSM_STRIDE_THREADS / 32, /* of a block */
};

static_assert(ROWS % WARPS == 0 && ROWS % DSM_STRIDE_MOST == 0, "warps do not "
                                                                "read all "
                                                                "rows, and "
                                                                "each row "
                                                                "equally "
                                                                "often");

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* The shared memory of a block. */
extern __shared__ uint32_t mine[];

/* `rows` is ROWS. It is a parameter: if the compiler knew it, it could see that
 * a trip reads what an earlier one read, and leave the trip out. */
template <int stride, bool remote>
__global__ void __launch_bounds__(DSM_STRIDE_THREADS, 2)
dsm_stride_read(uint32_t *sums, const uint32_t *data, unsigned rows,
                unsigned trips)
{
    cg::cluster_group cluster = cg::this_cluster();
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = warp;
    const uint32_t *theirs = mine;
    uint32_t sum = 0;

    if (remote)
        theirs = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    for (unsigned i = threadIdx.x; i < DSM_STRIDE_WORDS;
         i += DSM_STRIDE_THREADS)
        mine[i] = data[(size_t)blockIdx.x * DSM_STRIDE_WORDS + i];
    cluster.sync();
    #pragma unroll 1
    for (unsigned trip = 0; trip < trips; trip++) {
        unsigned at = row / stride * stride * 32 + row % stride + lane * stride;
        uint32_t got[DSM_STRIDE_LOADS];

        #pragma unroll
        for (int k = 0; k < DSM_STRIDE_LOADS; k++)
            got[k] = theirs[at + k * DSM_STRIDE_PART];
        #pragma unroll
        for (int k = 0; k < DSM_STRIDE_LOADS; k++)
            sum += got[k];
        row += WARPS;
        if (row >= rows)
            row = warp;
    }
    cluster.sync();
    sums[(size_t)blockIdx.x * DSM_STRIDE_THREADS + threadIdx.x] = sum;
}

#else /* without clusters the program ends before it launches this */

template <int stride, bool remote>
__global__ void dsm_stride_read(uint32_t *, const uint32_t *, unsigned,
                                unsigned)
{
}

#endif

enum { CLUSTER = 2, SHARED_BYTES = DSM_STRIDE_WORDS * 4 };

template <int stride>
static cudaError_t launch(const struct dsm_stride_work *w, cudaStream_t stream)
{
    return cluster_launch(w->remote ? dsm_stride_read<stride, true>
                                    : dsm_stride_read<stride, false>,
                          CLUSTER, w->clusters, DSM_STRIDE_THREADS,
                          SHARED_BYTES, stream, w->sums, w->data,
                          (unsigned)ROWS, w->trips);
}

extern "C" cudaError_t launch_dsm_stride(const struct dsm_stride_work *w,
                                         cudaStream_t stream)
{
    switch (w->stride) {
    case 1:
        return launch<1>(w, stream);
    case 2:
        return launch<2>(w, stream);
    case 4:
        return launch<4>(w, stream);
    case 8:
        return launch<8>(w, stream);
    case 16:
        return launch<16>(w, stream);
    case 32:
        return launch<32>(w, stream);
    }
    return cudaErrorInvalidValue;
}

extern "C" cudaError_t dsm_stride_clusters(int *clusters)
{
    return cluster_active(clusters, (const void *)dsm_stride_read<1, true>,
                          CLUSTER, DSM_STRIDE_THREADS, SHARED_BYTES);
}
