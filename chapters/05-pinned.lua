-- 05-pinned.lua: the rows and conditions that Chapter 5 talks about.

-- ---- Copies across the bus ------------------------------------------------

function pinned(direction)
	return largest_transfer("pinned", direction)
end

function pageable(direction)
	return largest_transfer("pageable", direction)
end

-- A kernel copies mapped memory.
function mapped(direction)
	return largest_transfer("mapped", direction)
end

-- Their rates: in to the GPU, out to the host, and both together or each way.
function pinned_in() return pinned("to_device").gbs end
function pinned_out() return pinned("to_host").gbs end
function pinned_both() return pinned("both").gbs end
function pinned_each() return pinned_both() / 2 end
function pageable_in() return pageable("to_device").gbs end
function mapped_in() return mapped("to_device").gbs end
function mapped_out() return mapped("to_host").gbs end
function mapped_both() return mapped("both").gbs end
function mapped_each() return mapped_both() / 2 end

-- How much more than one direction both together move.
function gain(copies)
	return copies("both").gbs / copies("to_device").gbs
end

function smallest_copy()
	return least(transfer, {variant="pinned", direction="to_device"}, "array_bytes")
end

-- A copy takes this long to start, because the smallest copy does little else.
function start()
	return smallest_copy().ms
end

function packets_hold_two_lines()
	return has(machine, {key="pcie_payload_bytes"}) and same(machine.pcie_payload_bytes, 256)
end

-- So many bytes could cross while the smallest copy starts.
function moved_meanwhile()
	return unit(as_shown(start()) * as_shown(pinned_in()) * 1e6, "B")
end

function combined()
	return compare(transfer, {variant="write_combined"}, {variant="pinned"})
end

function combining_gains()
	return combined().wins > 0
end

function peak()
	return note("transfer", "peak_gbs")
end

-- Does a kernel that writes win against a copy at every small size?
function stores_win()
	local counts = compare(transfer, {variant="mapped", direction="to_host"}, {variant="pinned"},
		function(row) return row.array_bytes <= 1*MiB end)
	return counts.wins >= counts.total
end

-- One launch is faster than two copies at every small size.
function one_launch_wins()
	local counts = compare(transfer, {variant="mapped", direction="both"}, {variant="pinned"},
		function(row) return row.array_bytes <= 256*KiB end)
	return counts.wins >= counts.total
end

-- ---- Bytes in flight ------------------------------------------------------

function trip()
	return rung("host").ns
end

-- So many bytes in flight fill the bus as copies fill it.
function bytes_in_flight()
	return unit(as_shown(trip()) * as_shown(pinned_in()), "B")
end

-- A block asks for 16 bytes in each of 256 threads.
function blocks_needed()
	return floor(unit(bytes_in_flight(), "") / (256 * 16)) + 1
end

-- All threads together have so many bytes in flight, with an int each.
function ints_in_flight()
	return unit(note("overlap", "sms") * note("overlap", "threads_per_sm") * 4, "B")
end

-- The rate that so many bytes in flight make.
function rate_of(bytes)
	return unit(bytes / as_shown(trip()), "GB/s")
end

-- ---- Packets --------------------------------------------------------------

-- Gigabits per second that a lane of PCIe 3, 4 or 5 sends each way, 128 of 130 of which carry bytes.
function lane_rate()
	return unit(link() / machine.pcie_width * 8 * (130 / 128), "Gbit/s")
end

-- The link carries this much each way if `data` of `all` bytes are data.
function limit(data, all)
	return link() * (data / all)
end

-- Has the machine a bus that this chapter knows, and the GPU that was measured?
function bus_is_known()
	return has(machine, {key="pcie_generation"}) and same(machine.gpu, note("transfer", "gpu"))
		and machine.pcie_generation >= 3 and machine.pcie_generation <= 5
end

-- ---- Strides across the bus -----------------------------------------------

function reading(step)
	return mapped_stride{direction="to_device", stride=step}
end

function writing(step)
	return mapped_stride{direction="to_host", stride=step}
end

-- The time of a packet if each int is written by one.
function packet_time(step)
	return unit(4 / as_shown(writing(step).gbs), "ns")
end

-- Reads would reach this if they only lost the bytes wasted in sectors.
function sectors_only(step)
	return reading(1).gbs / reading(step).overfetch
end

-- Writes would reach this if the bytes of their packets were all that mattered.
function writing_by_bytes()
	return writing(1).gbs * (4 / 28) / (128 / 152)
end

-- How much slower it is at such a stride; the page shows the two bandwidths of a stride of 2.
function slowdown(by, step)
	return step == 2 and times(by(1), by(2)) or by(1).gbs / by(step).gbs
end

-- How much faster it is without a stride than at the worst.
function worst(by)
	return by(1).gbs / least(mapped_stride, {direction=by(1).direction}, "gbs").gbs
end

function follows_sectors()
	return reading(8).gbs * reading(8).overfetch > 0.9 * reading(1).gbs
end

function reads_fall()
	return reading(16).gbs < 0.9 * sectors_only(16)
end

function writes_are_slow()
	return writing(2).gbs < 0.8 * writing_by_bytes()
end

function rate_varies()
	return writing(16).gbs > 1.1 * writing(8).gbs
end

function rate_falls_again()
	return writing(32).gbs < 0.9 * writing(16).gbs and reading(32).gbs < 0.9 * reading(16).gbs
end

-- Is one of the strides, in one of the directions, slower by such a factor?
local function some_stride(is_such)
	local function is_it(row)
		local dense = row.direction == "to_device" and reading(1) or writing(1)
		return row.stride > 1 and is_such(dense.gbs / row.gbs)
	end
	return has(mapped_stride, {}, is_it)
end

-- "2 to 6 times slower" was said of no stride in particular.
function stride_verdict()
	local above = some_stride(function(factor) return factor > 6 end)
	local below = some_stride(function(factor) return factor < 2 end)
	local within = some_stride(function(factor) return factor >= 2 and factor <= 6 end)
	return not above and not below and "holds" or not below and not within and "stronger"
		or not above and not within and "fails" or "unknown"
end

-- ---- Copies and kernels at once -------------------------------------------

-- A variant that works so many rounds on each int, with four ints for each thread.
function timed(variant, rounds)
	return overlap{variant=variant, unroll=4, cycles=rounds}
end

-- The time of a variant that copies and does no work.
function time_of(variant)
	return timed(variant, 0).ms
end

function most_rounds(variant)
	return largest(overlap, {variant=variant, unroll=4}, "cycles")
end

-- The time if both directions are busy all the time.
function least_time()
	return unit(timed("sequential", 0).bytes / as_shown(pinned_both()) / 1e6, "ms")
end

function rounds_at_the_end()
	return unit(most_rounds("sequential").cycles, "rounds")
end

function one_round()
	local most = most_rounds("sequential")
	return unit((most.ms - time_of("sequential")) / most.cycles, "ms")
end

-- The rounds that take as long as `stages` does without any.
function rounds_hidden()
	return floor(unit(ratio(time_of("stages"), one_round()), "rounds"))
end

local function is_below_64(row)
	return row.cycles < 64
end

-- Mapped memory with so many ints per thread against streams with four.
function below_64(ints)
	return compare(overlap, {variant="mapped", unroll=ints}, {variant="streams", unroll=4}, is_below_64)
end

function from_64_on(ints)
	return compare(overlap, {variant="mapped", unroll=ints}, {variant="streams", unroll=4},
		function(row) return row.cycles >= 64 end)
end

-- Four ints per thread, against one.
function unrolled_below_64()
	return compare(overlap, {variant="mapped", unroll=4}, {unroll=1}, is_below_64)
end

function oddly_slow()
	return still(below_64(1).losses >= below_64(1).total and from_64_on(1).losses <= 0)
end

function cured()
	return still(unrolled_below_64().wins >= unrolled_below_64().total and below_64(4).losses <= 0)
end

function times_one_way()
	return times(timed("mapped", 0), pinned("to_device"))
end

function beats_one_way()
	return still(times_one_way() > 1.1)
end

function tables_turn()
	return exceeds(best_mapped(0).ms, timed("streams", 0).ms)
		and exceeds(most_rounds("streams").ms, most_rounds("mapped").ms)
		and exceeds(most_rounds("stages").ms, most_rounds("streams").ms)
end

-- Two of eight chunks of 32 MiB cross alone.
function large_chunks()
	return unit(2 * 32 * MiB / as_shown(pinned_in()) / 1e6, "ms")
		+ unit(6 * 32 * MiB / as_shown(pinned_both()) / 1e6, "ms")
end

-- One chunk in and one out, at the same time.
function pair(bytes)
	return transfer{variant="pinned", direction="both", array_bytes=bytes}
end

function small_pairs_are_slower()
	return has(transfer, {variant="pinned", direction="both", array_bytes=4*MiB})
		and pair(4*MiB).gbs < 0.97 * pinned_both()
end

-- ---- Pinning --------------------------------------------------------------

function allocated(variant)
	return largest(pinning, {variant=variant, operation="allocate"})
end

function block_size()
	return allocated("register").array_bytes
end

-- Registering a block and unregistering it again.
function registering()
	local function took(operation)
		return pinning{variant="register", operation=operation, array_bytes=block_size()}.ms
	end
	return took("allocate") + took("free")
end

-- A copy of what was registered.
function copied(variant)
	return transfer{variant=variant, direction="to_device", array_bytes=block_size()}
end

function saved()
	return copied("pageable").ms - copied("pinned").ms
end

function copies_that_pay()
	return floor(registering() / saved()) + 1
end

function clearing_costs()
	return allocated("register").ms < 0.8 * allocated("malloc_host").ms
end

function pageable_costs()
	return exceeds(copied("pageable").ms, copied("pinned").ms)
end

function first_copy_pays()
	return registering() < saved()
end

-- ---- The CPU, and exercises -----------------------------------------------

function fresh()
	return largest(host_memcpy, {variant="fresh", threads=1})
end

-- memcpy of as many bytes into pages that have been used.
function warm()
	return host_memcpy{variant="warm", threads=1, array_bytes=fresh().array_bytes}
end

-- The number of 4 KiB pages in that copy.
function pages()
	return unit(fresh().array_bytes / (4*KiB), "")
end

function one_page()
	return unit((as_shown(fresh().ms) - as_shown(warm().ms)) / pages(), "ms")
end

-- Frames of 3840 × 2160 pixels that cross in a second.
function frames(copies)
	return floor(unit(copies("to_device").gbs * 1e9 / (3840 * 2160 * 4), ""))
end

-- ---- Managed memory -----------------------------------------------------

local function most_pages(variant)
	return largest(managed, {variant=variant})
end

function moved(variant)
	return most_pages(variant).gbs
end

function moving(variant)
	return most_pages(variant).ms
end

function the_cpu_read_pages()
	return has(managed, {variant="back_fetched_reads"})
end

function pages_return_slowly()
	return the_cpu_read_pages() and moved("back_fetched_reads") < 0.8 * moved("fetched")
end

function advice_was_measured()
	return has(managed, {variant="written"})
end

function per_page(variant)
	return unit(moving(variant) * 4*KiB / most_pages(variant).array_bytes, "ms")
end

function adding_to_copies()
	return per_page("written") > per_page("fetched") and "slower" or "faster"
end

function writing_copies_costs()
	return moving("written") > 10 * moving("fetched") and moving("back_copies") < 0.5 * moving("back_reads")
end

-- ---- Exercises ------------------------------------------------------------

function read_by(blocks)
	return tried("few", "blocks_" .. blocks, "direction=to_device").gbs
end

function chunked(version)
	return tried("chunks", version, "cycles=0").ms
end

function paired(stride)
	local where = ("stride=%d"):format(stride)
	return unit(1 / tried_takes("packets", "int2", where), "")
end

function packets_limit()
	return paired(2) > 1.9 and paired(8) > 2.2
end

-- The share of the rate at a stride of 16 that a stride of 32 keeps.
function far_kept(blocks)
	local version = "blocks_" .. blocks
	return kept(tried("requests", version, "stride=32"), tried("requests", version, "stride=16"))
end

function far_is_slow()
	return far_kept(1) > 95 and far_kept(32) < 90
end

-- ---- What predictions are compared with ------------------------------------

function copied_both_ways(bytes)
	return transfer{variant="pinned", direction="both", array_bytes=bytes}.gbs
end
