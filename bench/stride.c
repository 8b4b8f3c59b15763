/* stride.c - what a stride costs: adds 1 to every element, every second one, and so on to every
 * 32nd, of an array that grows with the stride.
 *
 * Every stride touches the same number of elements: the 4 MiB of the article (Harris, "How to
 * Access Global Memory Efficiently in CUDA C/C++ Kernels", our claim G4), and a larger size for
 * DRAM. add_one.h says how either is measured. A launch leaves the 128-byte lines that it touches
 * in the L2, so the rows of 4 MiB begin with `l2` and end with `dram`.
 *
 * Predicted for an H200, in DRAM: fp32 falls from 2,900 GB/s, where too few bytes are in flight
 * (see offset.c), to 4,200 / 8 = 525 GB/s at stride 8; fp64 from 4,100 to 4,200 / 4 = 1,050 GB/s at
 * stride 4. In between the time follows the sectors; beyond that the model is level. If DRAM
 * fetches two sectors at once, both halve again, by stride 16 and 8.
 * Found: as predicted up to stride 8, but then fp32 falls further, to 254 GB/s at 16 and 161 at 32.
 * counters.csv explains the first half of that: from stride 8 to 16 the bytes read from DRAM
 * double, because DRAM is read 64 bytes at a time. From 16 on the bytes are nearly level as well.
 * There a kernel that only reads loses just 12 % (dram-only_reads.patch), and one that only writes
 * takes twice as long (dram-only_writes.patch), also if it writes whole pairs
 * (dram-pairs_written.patch: 79 % at every second pair, 45 % at every eighth). So writes suffer if
 * addresses lie far apart, unless long runs of them lie side by side: an H100 that adds to every
 * eighth run of 256 bytes keeps 94 %, but of 64 bytes 59 % (dram-runs_of_256.patch). A quarter of
 * the threads are faster than all (dram-quarter_full.patch).
 */
#include "harness/add_one.h"
#include "../kernels/stride.h"

enum { MAX_STRIDE = 32 }; /* elements */

static bool is_quick(size_t stride)
{
    return (stride & (stride - 1)) == 0; /* a power of two */
}

static const struct add_one stride = {
    .experiment = {
        .summary = "Adds 1 to elements that lie a stride apart: to --min-bytes of them,\n"
                   "then to --max-bytes.",
        .bytes = { .min = 4 << 20, .max = 64 << 20 },
        .columns = "precision,memory,stride,touched_bytes,overfetch",
    },
    .launch = launch_stride,
    .strided = true,
    .least = 1,
    .most = MAX_STRIDE,
    .is_quick = is_quick,
    .arrays = MAX_STRIDE,
};
ADD_ONE_MAIN(stride)
