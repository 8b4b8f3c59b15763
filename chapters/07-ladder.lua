-- 07-ladder.lua: the rows and conditions that Chapter 7 talks about.

-- ---- At random ------------------------------------------------------------

-- Random reads of so many bytes each, from a region of so many bytes.
function gathered(granule, region)
	return gather{variant="gather", granule_bytes=granule, region_bytes=region}
end

function from_little(granule)
	return gathered(granule, 1*GiB)
end

-- From as much as the TLB reaches, if it does, and from a little more.
function within_reach(granule)
	return gathered(granule, 64*GiB)
end

function just_beyond()
	return gathered(32, 80*GiB)
end

-- From the largest region.
function farthest(granule)
	return largest(gather, {variant="gather", granule_bytes=granule}, "region_bytes")
end

-- Billions of accesses in a second.
function per_second(row)
	return unit(row.gbs / row.granule_bytes, "")
end

function sectors_cost_as_much_as_pairs()
	return abs(gathered(32, 16*GiB).ms / gathered(64, 16*GiB).ms - 2) < 0.1
end

-- The TLB of this GPU reaches 64 GiB if the bandwidth is level up to there and has halved soon after.
function tlb_ends()
	return has(gather, {region_bytes=80*GiB})
		and within_reach(32).gbs > 0.95 * gathered(32, 4*GiB).gbs
		and just_beyond().gbs < 0.6 * within_reach(32).gbs
end

-- The part of random accesses that miss a TLB which reaches 64 GiB.
function missing(row)
	return percent(1 - 64*GiB / row.region_bytes)
end

function missed_per_second(row)
	return per_second(row) * (1 - 64*GiB / row.region_bytes)
end

function misses_agree()
	return abs(missed_per_second(farthest(32)) / missed_per_second(just_beyond()) - 1) < 0.05
end

-- ---- The L2 ---------------------------------------------------------------

-- At the best size of the working set, where each SM has a part of its own, or all have all of it.
function own_reads()
	return best(l2, {variant="read", sharing="private"})
end

function own_writes()
	return best(l2, {variant="write", sharing="private"})
end

function common_reads()
	return best(l2, {variant="read", sharing="shared"})
end

function common_writes()
	return best(l2, {variant="write", sharing="shared"})
end

-- With the largest working set.
local function beyond(variant, sharing)
	return largest(l2, {variant=variant, sharing=sharing}, "working_set_bytes")
end

function own_beyond()
	return beyond("read", "private")
end

function common_beyond()
	return beyond("read", "shared")
end

-- Bytes per cycle of an SM.
function taken_by_an_sm()
	local row = common_reads()
	return unit(row.gbs * 1e3 / row.sm_mhz / note("l2", "sms"), "B")
end

-- So many MiB that all SMs read.
function shared_reads(size)
	return l2{variant="read", sharing="shared", working_set_bytes=size*MiB}
end

function private_reads_end_with_the_l2()
	return own_reads().working_set_bytes > note("l2", "l2_bytes") / 2
		and own_beyond().gbs < 0.7 * own_reads().gbs
end

function sharing_helps()
	return common_reads().gbs > 1.1 * own_reads().gbs
end

function readers_fall_into_step()
	return common_beyond().gbs > 1.5 * own_beyond().gbs
end

function writes_are_no_faster_than_dram()
	return common_writes().gbs < 1.15 * beyond("write", "private").gbs
end

-- ---- Latency --------------------------------------------------------------

-- The smallest of sets, which is in the L1.
function in_l1()
	return least(latency, {variant="l1"}, "ns")
end

-- A set of so many bytes, read through the L1.
function past_l1(bytes)
	return latency{variant="l1", working_set_bytes=bytes}
end

-- The same, past it.
function in_l2(bytes)
	return latency{variant="l2", working_set_bytes=bytes}
end

function largest_set(variant)
	return largest(latency, {variant=variant}, "working_set_bytes")
end

function time_of_a_million_steps()
	return unit(dram_latency() * 1000000 / 1000000, "ms")
end

-- Sets that fit the L2, and those of them that it answers as fast as it can.
local function fits(row)
	return row.working_set_bytes <= note("latency", "l2_bytes")
end

local function is_fast(row)
	return row.ns < 1.2 * in_l2(1*MiB).ns
end

local function sets(which)
	return compare(latency, {variant="l2"}, {variant="l2"}, which).total
end

function sets_that_fit()
	return sets(fits)
end

function sets_that_are_fast()
	return sets(function(row) return fits(row) and is_fast(row) end)
end

-- What of a set of 48 MiB comes from DRAM.
function part_that_misses()
	local hit = in_l2(1*MiB).ns
	return percent((in_l2(48*MiB).ns - hit) / (dram_latency() - hit))
end

local function has_set(variant, bytes)
	return has(latency, {variant=variant, working_set_bytes=bytes})
end

function l1_misses_cost_nothing()
	return has_set("l1", 384*KiB) and has_set("l2", 384*KiB)
		and past_l1(384*KiB).ns < 1.01 * in_l2(384*KiB).ns
end

function l2_answers_alike()
	return not has(latency, {variant="l2"},
		function(row) return fits(row) and not is_fast(row) end)
end

function l2_has_a_slope()
	return has_set("l2", 48*MiB) and has_set("l2", 16*MiB)
		and note("latency", "l2_bytes") > 48*MiB
		and in_l2(48*MiB).ns > 1.2 * in_l2(16*MiB).ns
end

function next_line_comes_sooner()
	return largest_set("sequential").ns < 0.9 * largest_set("l1").ns
end

function is_on_the_slope()
	return has_set("l2", 48*MiB) and in_l2(48*MiB).ns > 1.02 * in_l2(1*MiB).ns
end

-- ---- The ladder -----------------------------------------------------------

function bytes_of_all_threads()
	return unit(note("ladder", "threads_per_sm") * 16, "B")
end

function of_peak()
	return percent(rung("dram").gbs / note("ladder", "peak_gbs"))
end

function neighbour_by_dsm()
	return best(dsm, eight_in_flight{variant="load", cluster_size=2})
end

function dram_needs_more_in_flight()
	return has_rung("shared") and has_rung("host")
		and rung("shared").ns * rung("shared").gbs < rung("dram").ns * rung("dram").gbs
end

function has_shared_and_l1()
	return has_rung("shared") and has_rung("l1")
end

-- No level is nearer than the L2 and narrower.
function near_levels_are_wide()
	local l2 = rung("l2")
	return not has(ladder, {}, function(row)
		return row.level ~= "l2" and row.ns < l2.ns and row.gbs < 0.99 * l2.gbs
	end)
end

function dsm_gets_more()
	return has_rung("remote") and has(dsm, {variant="load", cluster_size=2})
		and neighbour_by_dsm().gbs > 1.02 * rung("remote").gbs
		and neighbour_by_dsm().gbs < 0.98 * rung("l2").gbs
end

-- ---- Little's law ---------------------------------------------------------

-- Threads on each SM that each make so many loads at once.
function reading(variant, loads, threads)
	return inflight{variant=variant, loads=loads, threads_per_sm=threads}
end

-- What so many bytes in flight on each SM should make, and the time that a trip takes
-- if they make what they do.
function rate_by_the_law(bytes)
	return unit(bytes * note("inflight", "sms") / dram_latency(), "GB/s")
end

function trip(bytes, row)
	return unit(bytes * note("inflight", "sms") / row.gbs, "ns")
end

local function most()
	return largest(inflight, {variant="int4"}, "bytes_in_flight_per_sm")
end

function most_in_flight()
	return unit(most().bytes_in_flight_per_sm, "B")
end

function trip_of_most()
	return trip(most().bytes_in_flight_per_sm, most())
end

-- The fastest way to have so many KiB in flight on each SM.
local function fastest(kib)
	return best(inflight, {variant="int4", bytes_in_flight_per_sm=kib*KiB})
end

function of_the_law(kib)
	return percent(fastest(kib).bytes_in_flight_per_sm / in_flight("dram"))
end

function of_the_best(kib)
	return kept(fastest(kib), best(inflight, {}))
end

function all_threads_of_the_best()
	return kept(largest(inflight, {variant="int4", loads=1}, "threads_per_sm"),
		best(inflight, {}))
end

function latency_predicts_bandwidth()
	local measured, predicted = reading("int", 1, 32).gbs, rate_by_the_law(128)
	return measured > 0.75 * predicted and measured < 1.25 * predicted
end

function has_wide_loads()
	return has(inflight, {variant="int4", loads=1, threads_per_sm=512})
		and has(inflight, {variant="int4", loads=4, threads_per_sm=1024})
end

function only_bytes_count()
	return reading("int4", 4, 32).gbs > 0.9 * reading("int", 1, 512).gbs
end

function loads_gain_less()
	return reading("int", 4, 32).gbs < 3.8 * reading("int", 1, 32).gbs
end

function width_beats_loads()
	return reading("int4", 1, 256).gbs > 1.02 * reading("int", 4, 256).gbs
end

-- ---- The CPU --------------------------------------------------------------

function on_host(variant, bytes)
	return host_latency{variant=variant, working_set_bytes=bytes}
end

function nearest_on_host()
	return least(host_latency, {variant="random"}, "ns")
end

function largest_on_host(variant)
	return largest(host_latency, {variant=variant}, "working_set_bytes")
end

function core_looks_ahead()
	return largest_on_host("sequential").ns < 0.5 * largest_on_host("random").ns
end

local function has_huge(bytes)
	return has(host_latency, {variant="huge", working_set_bytes=bytes})
end

function has_huge_pages()
	return has_huge(32*MiB) and has_huge(512*MiB)
end
