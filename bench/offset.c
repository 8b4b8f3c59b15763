/* offset.c - what misalignment costs: adds 1 to an array that starts 0 to 32 elements behind an
 * aligned address.
 *
 * The smaller size is the 4 MiB of the article (Harris, "How to Access Global Memory Efficiently in
 * CUDA C/C++ Kernels", our claims G1 to G3), the larger one is for DRAM. add_one.h says how either
 * is measured.
 *
 * Predicted for an H200, in DRAM: fp32 reaches 2,900 GB/s, because 270,000 threads that each have 4
 * bytes in flight for 0.7 us read 1.5 TB/s, and write as much; fp64 reaches 4,100. Both stay level
 * to 2 % over all offsets, because the next warp needs the extra sector as well, and the caches
 * merge the two requests. In the L2 a misaligned array costs 5 to 10 %, because there every sector
 * is a request.
 * Found: fp32 reaches 2,740 and fp64 3,950 GB/s. All other offsets cost 7 to 10 %, even those of
 * whole sectors (8, 16 and 24 floats). So what matters is that a warp no longer matches the
 * 128-byte lines. In the L2 misalignment costs 1 % for fp32, where the launch hides it, and 5 % for
 * fp64. Kernels that only read (offset-only_reads.patch) lose 1 % at any offset, and those that
 * only write (offset-only_writes.patch) 1 to 4 % at whole sectors, and a third at others. So at
 * whole sectors most of the cost is of reading and writing together; why is not known.
 */
#include "harness/add_one.h"
#include "../kernels/offset.h"

enum { MAX_OFFSET = 32 }; /* elements */

/* Chooses every eighth offset, and those next to a whole line. */
static bool is_quick(size_t offset)
{
    return offset % 8 == 0 || offset == 1 || offset == MAX_OFFSET - 1;
}

static const struct add_one offset = {
    .experiment = {
        .summary = "Adds 1 to an array that starts at an offset: one of --min-bytes,\n"
                   "then one of --max-bytes.",
        .bytes = { .min = 4 << 20, .max = 256 << 20 },
        .columns = "precision,memory,offset,touched_bytes,overfetch",
    },
    .launch = launch_offset,
    .most = MAX_OFFSET,
    .is_quick = is_quick,
    .arrays = 2,
};
ADD_ONE_MAIN(offset)
