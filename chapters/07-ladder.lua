-- 07-ladder.lua: the rows and conditions that Chapter 7 talks about.

-- ---- At random ------------------------------------------------------------

-- Random reads of so many bytes each, from a region of so many GiB.
local function gathered(granule, gib)
	return gather{variant="gather", granule_bytes=granule, region_bytes=gib*GiB}
end

function from_little(granule)
	return gathered(granule, 1).gbs
end

-- As far as the TLB of some GPUs reaches, or all that this GPU has.
function much()
	local row = has(gather, {region_bytes=64*GiB}) and gathered(32, 64)
		or largest(gather, {variant="gather", granule_bytes=32}, "region_bytes")
	return unit(row.region_bytes / GiB, "GiB")
end

local function from_much(granule)
	return gathered(granule, much()).gbs
end

-- Random lines from a table that fits into the L2.
function random_lines()
	return gather{variant="gather", granule_bytes=128, region_bytes=1*MiB}.gbs
end

-- Billions of accesses per second.
function accesses(granule, gib)
	return unit(gathered(granule, gib).gbs / granule, "")
end

function accesses_are_limited()
	return from_little(64) < 0.8 * from_little(128)
end

function sectors_waste()
	return abs(gathered(32, 16).ms / gathered(64, 16).ms - 2) < 0.1
end

-- The TLB of this GPU reaches 64 GiB if the bandwidth is level up to there and has halved soon after.
function tlb_ends()
	return has(gather, {region_bytes=80*GiB})
		and from_much(32) > 0.95 * gathered(32, 4).gbs
		and gathered(32, 80).gbs < 0.6 * from_much(32)
end

-- Or the TLB covers all that was tried, which is most of the memory.
function tlb_covers_all()
	return from_much(32) > 0.95 * gathered(32, 4).gbs and much() * GiB > 0.7 * machine.memory_bytes
end

-- The part of random accesses that miss a TLB which reaches 64 GiB, and billions of misses per second.
local function missed(row)
	return 1 - 64*GiB / row.region_bytes
end

local function missed_per_second(row)
	return row.gbs / row.granule_bytes * missed(row)
end

function missing(gib)
	return percent(missed(gathered(32, gib)))
end

function misses(gib)
	return unit(missed_per_second(gathered(32, gib)), "")
end

function misses_agree()
	local farthest = largest(gather, {variant="gather", granule_bytes=32}, "region_bytes")
	return abs(missed_per_second(farthest) / missed_per_second(gathered(32, 80)) - 1) < 0.05
end

-- ---- The L2 ---------------------------------------------------------------

-- At the best size of the working set, where each SM has a part of its own, or all have all of it.
local function fastest_read(sharing)
	return best(l2, {variant="read", sharing=sharing})
end

function common_reads()
	return fastest_read("shared").gbs
end

function common_writes()
	return best(l2, {variant="write", sharing="shared"}).gbs
end

-- The rate with the largest working set.
local function beyond(variant, sharing)
	return largest(l2, {variant=variant, sharing=sharing}, "working_set_bytes")
end

function own_beyond()
	return beyond("read", "private").gbs
end

function small_parts_lower_the_clock()
	local small, fastest = least(l2, {variant="read", sharing="private"}, "working_set_bytes"), fastest_read("private")
	return small.sm_mhz < 0.95 * fastest.sm_mhz and small.gbs < 0.95 * fastest.gbs
end

function parts_fill_the_l2()
	return fastest_read("private").working_set_bytes > note("l2", "l2_bytes") / 2
		and own_beyond() < 0.7 * own_reads()
end

local function shared_reads(mib)
	return l2{variant="read", sharing="shared", working_set_bytes=mib*MiB}.gbs
end

-- The best rate of a shared set that is larger than the L2.
local function shared_beyond()
	return largest(l2, {variant="read", sharing="shared"}, "gbs", function(row)
		return row.working_set_bytes > note("l2", "l2_bytes")
	end).gbs
end

-- A small set that all SMs read is faster than private parts, and than a larger one that still fits.
function sharing_helps()
	return common_reads() > 1.1 * own_reads() and note("l2", "l2_bytes") > 24*MiB
		and shared_reads(4) > 1.2 * shared_reads(24)
end

-- The counters of the GPU while all SMs read the same set.
local function sweep_of(mib)
	return counters{experiment="l2", variant="read", sharing="shared", working_set_bytes=mib*MiB}
end

-- Requests that reach the L2, of the lines that SMs load: a line has four sectors.
local function requests_per_line(mib)
	return percent(sweep_of(mib).l2_requests / (sweep_of(mib).load_sectors / 4))
end

-- How often what DRAM delivers once is read.
local function served(mib)
	return unit(sweep_of(mib).load_sectors * 32 / sweep_of(mib).dram_read_bytes, "")
end

-- Do sets larger than half of the L2 come from DRAM again and again, and yet faster, and one
-- larger than all of it faster still?
function half_is_not_seen()
	return halves_keep_copies() and note("l2", "l2_bytes") < 64*MiB
		and sweep_of(48).dram_read_bytes > 4 * 48*MiB and served(48) > 2
		and shared_reads(48) > shared_reads(24) and shared_beyond() > 1.1 * shared_reads(48)
end

function requests_by_line(mib)
	return unit(sweep_of(mib).l2_requests / (sweep_of(mib).load_sectors / 4), "")
end

-- The counters know of one set that is larger than an L2 of 50 MiB, and read faster.
function more_merge_beyond()
	return note("l2", "l2_bytes") < 60*MiB and has(l2, {variant="read", sharing="shared", working_set_bytes=60*MiB})
		and shared_reads(60) > 1.1 * shared_reads(48)
		and requests_per_line(60) < 0.9 * requests_per_line(48)
end

-- The slices take as many per cycle, so fewer requests are what makes a small set faster.
function requests_are_merged()
	local function pace(mib)
		return sweep_of(mib).slice_requests / sweep_of(mib).l2_cycles
	end
	return same_gpu("l2", "counters") and requests_per_line(8) < 0.8 * requests_per_line(24) and abs(pace(8) / pace(24) - 1) < 0.1
end

function writes_beyond()
	return beyond("write", "shared").gbs
end

function writes_are_slow()
	return common_writes() < 0.7 * own_reads() and common_writes() < 1.5 * writes_beyond()
end

-- The counters of the GPU while all SMs wrote.
function written_to()
	return counters{experiment="l2", variant="write", sharing="shared", working_set_bytes=24*MiB}
end

function clock_of_the_l2()
	return unit(written_to().l2_cycles / written_to().gpu_ns, "GHz")
end

-- The bytes that a slice takes in a cycle of that clock.
function written_by_a_slice()
	local row = written_to()
	return unit(row.store_sectors * 32 / row.l2_cycles / row.l2_slices, "bytes")
end

function slices_take_a_sector()
	return same_gpu("l2", "counters") and written_by_a_slice() > 28 and written_by_a_slice() < 32
end

-- ---- Latency --------------------------------------------------------------

-- The L1 has what shared memory leaves of their storage, and a little more than this in all.
function most_shared_memory()
	return unit(note("latency", "shared_bytes_per_sm"), "B")
end

function size_of_l2()
	return note("latency", "l2_bytes")
end

-- The smallest of sets is in the L1, and one of 1 MiB in the L2.
function l1_latency()
	return least(latency, {variant="l1"}, "ns").ns
end

-- A set of so many KiB, read past the L1.
local function in_l2(kib)
	return latency{variant="l2", working_set_bytes=kib*KiB}.ns
end

function l2_latency()
	return in_l2(1024)
end

-- The largest set, from a line to any other and to the next.
local function largest_set(variant)
	return largest(latency, {variant=variant}, "working_set_bytes").ns
end

function next_line()
	return largest_set("sequential")
end

function million_steps()
	return unit(ns("dram") * 1000000 / 1000000, "ms")
end

-- Sets that fit the L2.
local function fits(row)
	return row.working_set_bytes <= size_of_l2()
end

-- The slowest of the sets that fit the L2, read past the L1.
function slowest_set()
	return largest(latency, {variant="l2"}, "ns", fits)
end

local function has_set(variant, bytes)
	return has(latency, {variant=variant, working_set_bytes=bytes})
end

function l2_is_even()
	return not has(latency, {variant="l2"},
		function(row) return fits(row) and row.ns >= 1.2 * l2_latency() end)
end

function l2_has_a_slope()
	return has_set("l2", 32*MiB) and has_set("l2", 16*MiB)
		and size_of_l2() > 48*MiB and in_l2(32768) > 1.2 * in_l2(16384)
end

function next_is_sooner()
	return next_line() < 0.9 * largest_set("l1")
end

-- ---- The halves of the L2 -------------------------------------------------

-- Sorts SMs and lines into the two halves of the L2: 1 is the half of SM 0, and -1 the other. Some
-- SMs are far from all lines and some lines from all SMs. What a load takes
-- beyond that tells the halves apart. SM 0 begins with a guess at the lines; then lines and SMs sort
-- each other until nothing changes, which takes two rounds here, whatever SM begins.
-- Returns how sure each SM is of its half: how much sooner its own lines come, in a sum.
local function halves()
	local all = rows(l2_distance, {})
	local count = {sm=#rows(l2_distance, {line=0}), line=#rows(l2_distance, {sm=0})}
	local mean, of_sm, of_line = 0, {}, {}
	for i = 1, #all do
		local row = all[i]
		mean = mean + row.ns / #all
		of_sm[row.sm] = (of_sm[row.sm] or 0) + row.ns / count.line
		of_line[row.line] = (of_line[row.line] or 0) + row.ns / count.sm
	end
	local half = {sm={[0]=1}, line={}}
	local function sort(what, by)
		local sooner = {}
		for i = 1, #all do
			local row = all[i]
			local more = row.ns - of_sm[row.sm] - of_line[row.line] + mean
			sooner[row[what]] = (sooner[row[what]] or 0) - more * (half[by][row[by]] or 0)
		end
		for i = 0, count[what] - 1 do
			half[what][i] = sooner[i] < 0 and -1 or 1
		end
		return sooner
	end
	local sure
	for _ = 1, 4 do
		sort("line", "sm")
		sure = sort("sm", "line")
	end
	return sure
end

-- Noise would fall into two groups as well, but with many SMs in between.
function l2_has_halves()
	local sure = halves()
	local least, mean, count = abs(sure[0]), 0, #rows(l2_distance, {line=0})
	for i = 0, count - 1 do
		least = abs(sure[i]) < least and abs(sure[i]) or least
		mean = mean + abs(sure[i]) / count
	end
	return least > 0.3 * mean
end

function timed_lines()
	return compare(l2_distance, {sm=0}, {sm=0}).total
end

-- How often a line of so many MiB crosses to the other half of the L2 when all SMs read it once.
function crossings_of_a_line(mib)
	return sweep_of(mib).fabric_requests / (mib*MiB / 128)
end

-- How often all SMs together read a line.
function reads_of_a_line(mib)
	return sweep_of(mib).load_sectors / (mib*MiB / 32)
end

-- Without copies it would cross each time that an SM of the other half reads it, and with them once,
-- or more often if several SMs ask before it has come. Not every GPU counts what crosses.
function halves_keep_copies()
	return l2_has_halves() and same_gpu("l2_distance", "counters")
		and crossings_of_a_line(24) > 0.9 and crossings_of_a_line(24) < 0.02 * reads_of_a_line(24)
		and crossings_of_a_line(1) < 0.01 * reads_of_a_line(1)
end

-- ---- The ladder -----------------------------------------------------------

-- How many times as far DRAM is as the L2, and how many times as wide the L2 is.
function farther()
	return ns("dram") / ns("l2")
end

function wider()
	return gbs("l2") / gbs("dram")
end

-- DRAM needs so many times as many bytes in flight as the L2, by the factors that the page shows.
function dram_by_l2()
	return rounded(farther(), 0.01) / rounded(wider(), 0.01)
end

function both_need_the_same()
	return abs(dram_by_l2() - 1) < 0.15
end

-- For the energy of 4 bytes from DRAM. Each reads 12 bytes.
function adds_for_a_float()
	return floor(4 * pj("dram") / (12 * pj("registers")) + 0.5)
end

function threads()
	return note("ladder", "threads_per_sm")
end

function bytes_of_threads()
	return unit(threads() * 16, "B")
end

function has_shared_and_l1()
	return has_rung("shared") and has_rung("l1")
end

-- No level is nearer than the L2 and narrower.
function near_is_wide()
	local l2 = rung("l2")
	return not has(ladder, {}, function(row)
		return row.level ~= "l2" and row.ns < l2.ns and row.gbs < 0.99 * l2.gbs
	end)
end

-- ---- Little's law ---------------------------------------------------------

-- Threads on each SM that each make so many loads at once.
local function reading(variant, loads, threads)
	return inflight{variant=variant, loads=loads, threads_per_sm=threads}
end

function sms()
	return note("inflight", "sms")
end

-- The rate that so many bytes in flight on each SM should make, by the latency that the page shows.
function law(bytes)
	return unit(bytes * sms() / as_shown(ns("dram")), "GB/s")
end

-- Reads by so many warps on each SM, with one int per lane.
local function ints(warps)
	return reading("int", 1, 32 * warps)
end

function warps(count)
	return ints(count).gbs
end

-- 2 KiB in many threads, and in many loads of few.
function threads_512()
	return warps(16)
end

function loads_4()
	return reading("int4", 4, 32).gbs
end

-- Loads of which those of a warp lie side by side, and others in the same session.
local function tried_reading(version, variant, loads, threads)
	local where = ("variant=%s loads=%d threads_per_sm=%d"):format(variant, loads, threads)
	return tried("inflight", version, where).gbs
end

function side_by_side(variant, loads, threads)
	return tried_reading("side_by_side", variant, loads, threads)
end

local function apart(variant, loads, threads)
	return tried_reading("unchanged", variant, loads, threads)
end

-- It is a part of what makes few threads slower.
function distance_costs()
	return not only_bytes_count()
		and side_by_side("int4", 4, 32) > 1.05 * apart("int4", 4, 32)
		and side_by_side("int4", 4, 32) < 0.95 * apart("int", 1, 512)
end

-- 32 KiB in many threads, and in many loads of few.
local function one_int4_each()
	return reading("int4", 1, 2048).gbs
end

local function four_int4_each()
	return reading("int4", 4, 512).gbs
end

function mix_hardly_matters()
	return abs(one_int4_each() / four_int4_each() - 1) < 0.05
end

-- The fastest way to have so many KiB in flight on each SM.
local function fastest(kib)
	return best(inflight, {variant="int4", bytes_in_flight_per_sm=kib*KiB})
end

function by_int4(kib)
	return fastest(kib).gbs
end

function of_the_best(kib)
	return kept(fastest(kib), best(inflight, {}))
end

-- Although no level needs as much as one load of each thread.
function short_lives_cost()
	return tried_keeps("shallow", "one_load") < 90 and not has(ladder, {}, function(row)
		return row.gbs * row.ns / note("ladder", "sms") > bytes_of_threads()
	end)
end

function law_predicts()
	local measured, predicted = warps(1), law(128)
	return measured > 0.75 * predicted and measured < 1.25 * predicted
end

function has_wide_loads()
	return has(inflight, {variant="int4", loads=1, threads_per_sm=512})
		and has(inflight, {variant="int4", loads=4, threads_per_sm=1024})
end

function only_bytes_count()
	return loads_4() > 0.9 * threads_512()
end

-- ---- The CPU --------------------------------------------------------------

function has_large_pages()
	return has(host_latency, {variant="huge"})
end

function core_l1()
	return least(host_latency, {variant="random"}, "working_set_bytes").ns
end

function core_looks_ahead()
	return from_host("sequential") < 0.5 * from_host("random")
end

-- ---- What predictions are compared with ------------------------------------

function chain(bytes)
	return latency{variant="l1", working_set_bytes=bytes}.ns
end

-- One warp per SM, with an int in each lane.
function a_warp_reads()
	return inflight{variant="int", loads=1, threads_per_sm=32}.gbs
end

function private_parts(bytes)
	return largest(l2, {variant="read", sharing="private"}, "working_set_bytes", function(row)
		return row.working_set_bytes <= bytes
	end).gbs
end
