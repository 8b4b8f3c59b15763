-- 06-cluster.lua: the rows and conditions that Chapter 6 talks about.

-- ---- A load from a neighbour ----------------------------------------------

function local_load()
	return dsm_latency{pattern="local"}
end

function neighbour()
	return dsm_latency{pattern="next", cluster_size=2}
end

-- The next block of the largest cluster.
function largest_next()
	return largest(dsm_latency, {pattern="next"}, "cluster_size")
end

function slowest_next()
	return largest(dsm_latency, {pattern="next"}, "cycles")
end

function quickest_next()
	return least(dsm_latency, {pattern="next"}, "cycles")
end

-- The cycles it takes to make an address that a cluster would use.
function cost_of_the_address()
	return floor(dsm_latency{pattern="self"}.cycles - local_load().cycles)
end

function l2_is_farther()
	return same_gpu("dsm", "histogram") and same_gpu("dsm_latency", "ladder")
		and exceeds(rung("l2").cycles, slowest_next().cycles)
end

function larger_clusters_are_slower()
	return largest_next().cycles > 1.04 * neighbour().cycles
end

-- ---- The network ----------------------------------------------------------

-- Loads of a block from its own shared memory.
function own_memory()
	return dsm(eight_in_flight{variant="load", pattern="local", cluster_size=1})
end

function in_large(variant, pattern)
	return largest(dsm, eight_in_flight{variant=variant, pattern=pattern}, "cluster_size")
end

function largest_cluster()
	return in_large("load", "pair").cluster_size
end

-- How many times as far as a block's own memory its neighbour's is.
function distance()
	return neighbour().ns / local_load().ns
end

function blocks_per_sm()
	return own_memory().active_clusters / note("dsm", "sms")
end

-- SMs that have a cluster's block to run.
function blocks(row)
	return row.active_clusters * row.cluster_size
end

function busy_sms()
	return blocks(in_large("load", "pair")) / blocks_per_sm()
end

-- The bytes that each of so many SMs moves in a cycle.
local function per_cycle(row, sms)
	return unit(row.gbs * 1000 / row.sm_mhz / sms, "bytes")
end

-- The bytes that a busy SM moves in a cycle, where all have two blocks or as many as fit.
function by_an_sm(row)
	return per_cycle(row, blocks(row) / blocks_per_sm())
end

function pair_loads()
	return by_an_sm(in_twos("load"))
end

-- The bytes that an SM sends in a cycle if it only answers the loads of one other, which answers none:
-- half of the SMs send.
function answers_alone()
	local row = best(dsm, {variant="alone", pattern="one_way", cluster_size=2})
	return per_cycle(row, blocks(row) / 2)
end

-- All other SMs of the largest cluster load from one.
local function all_ask_one()
	local size = largest(dsm, {variant="alone", pattern="hot"}, "cluster_size").cluster_size
	return best(dsm, {variant="alone", pattern="hot", cluster_size=size})
end

function others_that_load()
	return all_ask_one().cluster_size - 1
end

function answers_to_all()
	return per_cycle(all_ask_one(), all_ask_one().active_clusters)
end

function one_sends_no_more()
	return others_that_load() > 1 and answers_to_all() < 1.1 * answers_alone()
end

-- The bytes that an SM loads in a cycle from itself or from another, 4 per lane; `stride` is the number
-- of words between lanes. Each SM has two blocks, as a cluster has.
function strided(variant, stride)
	local row = dsm_stride{variant=variant, stride=stride}
	return per_cycle(row, row.active_clusters)
end

local function halves(stride)
	local part = 2 * strided("remote", 2 * stride) / strided("remote", stride)
	return part > 0.9 and part < 1.1
end

-- At a stride of eight words each lane has a sector of its own.
function sectors_cross()
	return halves(1) and halves(2) and halves(4) and not halves(8) and not halves(16)
		and strided("local", 8) > 2 * strided("remote", 8)
end

-- 256 threads of a block each ask for 8 times 16 bytes.
function asked_at_once()
	return unit(blocks_per_sm() * 256 * 8 * 16, "B")
end

-- Bytes that each SM has in flight.
function bytes_in_flight()
	return unit(in_twos("load").gbs * neighbour().ns / note("dsm", "sms"), "B")
end

function l2_delivers_more()
	return same_gpu("dsm", "histogram") and same_gpu("dsm", "ladder")
		and rung("l2").cycles > neighbour().cycles
		and rung("l2").gbs > 1.1 * in_twos("load").gbs
end

local function each_block(row)
	return row.gbs / blocks(row)
end

function clusters_are_borrowed()
	return not same_gpu("dsm", "histogram")
end

local function large_do_as_well(variant)
	return each_block(in_large(variant, "pair")) > 0.97 * each_block(in_twos(variant))
end

function pairs_do_as_well()
	return large_do_as_well("load") and large_do_as_well("store") and large_do_as_well("bulk")
end

function pairs_share_a_tpc()
	return has(dsm, {pattern="pair"}) and note("dsm", "tpc_pairs_percent") > 99
end

-- ---- Histograms in global memory ------------------------------------------

-- The best row of a variant, for so many bins, whose values are uniform or all equal.
local function counting(variant, bins, input)
	return best(histogram, {variant=variant, bins=bins, input=input or "uniform"})
end

function global(bins, input)
	return counting("global", bins, input)
end

function spread(bins, input)
	return histogram{variant="spread", bins=bins, input=input or "uniform"}
end

function fastest(bins, input)
	return best(histogram, {bins=bins, input=input or "uniform"})
end

-- The bytes of the largest input.
function most_input()
	return unit(largest(histogram, {variant="owner", input="uniform"}, "bytes").bytes, "B")
end

-- Values of four bytes that are counted in a second.
function values(row)
	return unit(row.gbs / 4, "billion")
end

function values_at_peak()
	return unit(note("histogram", "peak_gbs") / 4, "billion")
end

function by_global(bins, input)
	return values(global(bins, input))
end

function by_spread(bins, input)
	return values(spread(bins, input))
end

-- How many times as fast a row is, as readers find from the values per second that they see.
function times_by_values(row, of)
	return ratio(row.gbs / 4, of.gbs / 4)
end

-- How many times as high as what is counted the limit of reading is.
function short_of_limit(bins)
	return unit(note("histogram", "peak_gbs") / global(bins).gbs, "")
end

function counted(bins, input)
	return counters{experiment="histogram", variant="global", bins=bins, input=input or "uniform"}
end

-- For how many slices there would be work if all had as much as the busiest.
function slices_worth(bins)
	return counted(bins).l2_atomics / counted(bins).slice_atomics
end

-- The share of cycles in which the busiest slice adds.
function adding(bins, input)
	return percent(counted(bins, input).slice_atomics / counted(bins, input).l2_cycles)
end

-- The share of cycles in which the busiest slice gets a request.
function asking(bins)
	return percent(counted(bins).slice_requests / counted(bins).l2_cycles)
end

function more_bins_help()
	return global(65536).gbs > 1.5 * global(256).gbs
end

-- Adds to so many counters at random, in GB/s.
local function adds(variant, counters)
	return atomics{variant=variant, counters=counters}.gbs
end

-- How many times as fast one counter is if a lane of each warp adds for all.
function one_counter_gains()
	return adds("warp", 1) / adds("red", 1)
end

function warps_help_one_counter()
	return one_counter_gains() > 2
end

function few_slices_do_the_work()
	if not same_gpu("counters", "histogram") then
		return false
	end
	local few, more, equal = counted(256), counted(1024), counted(256, "equal")
	return more_bins_help() and slices_worth(1024) > 3 * slices_worth(256)
		and few.l2_atomics < 0.2 * few.l2_slices * few.slice_atomics
		and few.slice_atomics > 0.7 * few.l2_cycles
		and more.slice_atomics > 0.7 * more.l2_cycles
		and equal.slice_atomics / equal.l2_cycles < 1.05 * few.slice_atomics / few.l2_cycles
		and few.l2_atomics / few.values < 0.9 * more.l2_atomics / more.values
		and asking(1048576) > 95 and counted(1048576).fabric_requests > 0.4 * counted(1048576).l2_atomics
end

function spreading_helps()
	return spread(256).gbs > 2 * global(256).gbs
end

-- The share of their speed at 1 KiB apart that 256 counters keep so many bytes apart.
function spaced(bytes)
	return tried_keeps("slices", "bytes_" .. bytes)
end

function lines_share_slices()
	return spreading_helps() and spaced(128) < 70 and spaced(512) < 95 and spaced(2048) < 102
end

-- ---- Histograms in clusters -----------------------------------------------

function remote(bins)
	return counting("remote", bins)
end

function owner(bins, input)
	return counting("owner", bins, input)
end

function narrow(bins, input)
	return counting("narrow", bins, input)
end

-- A million bins in clusters of that size. Two blocks have room for 3 bits per counter, and four for 6.
function packed_in(size)
	return histogram{variant="packed", bins=1048576, cluster_size=size, input="uniform"}
end

function overflows_cost()
	return has(histogram, {variant="packed", bins=1048576, cluster_size=4, input="uniform"})
		and packed_in(2).gbs < 0.5 * packed_in(4).gbs
end

function exchange(bins)
	return counting("exchange", bins)
end

function partition(bins, input)
	return counting("partition", bins, input)
end

-- As many bins as the figure of skewed values, or as many as `owner` has room for.
function bins_if_equal()
	return largest(histogram, {variant="owner", input="equal"}, "bins", function(row) return row.bins <= 65536 end).bins
end

-- The speed that is left with equal values.
function kept_by(variant)
	return kept(counting(variant, bins_if_equal(), "equal"), counting(variant, bins_if_equal()))
end

function slower_if_equal()
	return times(global(bins_if_equal()), global(bins_if_equal(), "equal"))
end

-- The most bins that a cluster has room for.
function most_bins()
	return largest(histogram, {variant="remote", input="uniform"}, "bins").bins
end

-- `remote` with 65,536 bins, in the smallest and the largest clusters that can.
local many = {variant="remote", bins=65536, input="uniform"}

function small()
	return least(histogram, many, "cluster_size")
end

function large()
	return largest(histogram, many, "cluster_size")
end

function share_crossing(which)
	return percent(1 - 1 / which().cluster_size)
end

-- Atomics that cross from block to block in a second.
function crossing(which)
	return unit(which().gbs / 4 * (1 - 1 / which().cluster_size), "billion")
end

-- How many SMs are busy, if all busy ones have equally many blocks.
function busy_with(which)
	local all = blocks(which())
	return all / (floor((all - 1) / note("histogram", "sms")) + 1)
end

-- Atomics that cross, of each busy SM in a cycle.
function crossing_per_sm(which)
	return unit(crossing(which) * 1000 / which().sm_mhz / busy_with(which), "")
end

-- Bytes that all SMs send for each atomic that crosses in the smallest clusters.
function sent_for_an_atomic()
	local row = counters{experiment="histogram", variant="remote", bins=65536, cluster_size=small().cluster_size,
		input="uniform"}
	return unit(row.remote_sent_bytes / row.values / (1 - 1 / row.cluster_size), "bytes")
end

-- The bytes that each SM sends in a cycle.
function sent_per_cycle()
	return unit(crossing_per_sm(small) * sent_for_an_atomic(), "bytes")
end

function atomics_fill_the_port()
	return crossings_are_alike() and same_gpu("counters", "histogram")
		and sent_per_cycle() > 0.9 * answers_alone() and sent_per_cycle() < 1.1 * answers_alone()
end

-- `remote` as a patch changes it: 16,384 bins in clusters of two, where half of the atomics cross, and
-- every SM has two blocks.
local function in_pairs_of(version)
	return largest(exercises, {exercise="remote", version=version}, "bytes", function(row)
		return row.point:find("cluster_size=2 .* bins=16384 input=uniform")
	end).gbs
end

-- Atomics per SM that sends: if they go one way, all of them cross, but half of the SMs send none.
function sends_alone()
	return 4 * in_pairs_of("one_way") / in_pairs_of("unchanged")
end

function gain_without_answers()
	return in_pairs_of("red_async") / in_pairs_of("own_apart")
end

function answers_cost()
	return abs(sent_for_an_atomic() - 64) < 4 and sends_alone() > 1.5 and gain_without_answers() > 1.3
end

function owner_in(size)
	return histogram{variant="owner", bins=16384, cluster_size=size, input="uniform"}
end

-- The guide's kernel with as many bins, in single blocks.
-- The most blocks in a cluster that count 16,384 bins.
function most_owners()
	return largest(histogram, {variant="owner", bins=16384, input="uniform"}, "cluster_size").cluster_size
end

-- Each block of a cluster looks at all of its values. Rounded as the page shows what it counts.
function looks(size)
	local counts = values(owner_in(size))
	return size * rounded(counts, counts < 100 and 0.1 or 1)
end

function values_from_l2()
	return values(rung("l2"))
end

function has_clusters()
	return has(histogram, {variant="remote", input="uniform"},
		function(row) return row.cluster_size > 1 end)
end

function has_large_clusters()
	return has(histogram, many, function(row) return row.cluster_size > 2 end)
end

function each_memory_has_its_turn()
	return remote(256).cluster_size < 2 and exceeds(remote(256).gbs, global(256).gbs)
		and exceeds(remote(65536).gbs, global(65536).gbs)
		and exceeds(global(most_bins()).gbs, remote(most_bins()).gbs)
end

function crossings_are_known()
	return has_large_clusters() and not clusters_are_borrowed()
end

function crossings_are_alike()
	local twos, most = crossing_per_sm(small), crossing_per_sm(large)
	return twos < 1.2 * most and most < 1.2 * twos
		and large().cluster_size > small().cluster_size
		and values(remote(256)) > 2 * crossing(small)
end

function owner_has_clusters()
	return has(histogram, {variant="owner", bins=16384, input="uniform"},
		function(row) return row.cluster_size > 1 end)
end

function looks_are_alike()
	local twos, most = looks(2), looks(most_owners())
	return twos < 1.25 * most and most < 1.25 * twos
		and twos < 0.8 * values_from_l2() and most < 0.8 * values_from_l2()
end

function narrow_fits_one_block()
	return narrow(65536).cluster_size < 2
end

function packed_suffers()
	return has(histogram, {variant="packed", bins=65536, input="zipf"})
		and kept(counting("packed", 65536, "zipf"), counting("packed", 65536)) < 50
end

function detour_is_shorter()
	return partition(1048576).gbs > 1.05 * exchange(1048576).gbs
end

-- 65,536 bins in clusters as large as a million bins need.
function few_in_large()
	return {variant="exchange", bins=65536, cluster_size=exchange(1048576).cluster_size, input="uniform"}
end

-- Idle SMs explain nearly all that larger clusters lose with the same bins, and the counters the rest.
function large_clusters_lose()
	if not has(histogram, few_in_large()) then
		return false
	end
	local few, large = exchange(65536), histogram(few_in_large())
	return detour_is_shorter() and exchange(1048576).gbs < 0.95 * large.gbs
		and large.gbs < 0.9 * few.gbs and each_block(large) > 0.93 * each_block(few)
		and same(few.cluster_size, 2) and partition(65536).gbs < 1.05 * few.gbs
		and not clusters_are_borrowed()
end

function twos_beat_the_detour()
	return exchange(65536).gbs > partition(65536).gbs
end

-- Does the raw photo need no more than `narrow` in single blocks, although another kernel is the fastest?
function narrow_ties()
	return not same(fastest(65536).variant, "narrow") and narrow_fits_one_block()
		and narrow(65536).gbs > 0.99 * fastest(65536).gbs
end

-- One of the two kernels of `partition`, as the counters saw it: the first sorts, the second (`parts`) counts.
local function part(kernel)
	return {experiment="histogram", variant="partition", kernel="histogram_" .. kernel, bins=65536, input="uniform"}
end

function part_takes(kernel)
	return unit(counters(part(kernel)).gpu_ns / 1e6, "ms")
end

function part_moves(kernel)
	local row = counters(part(kernel))
	return unit((row.dram_read_bytes + row.dram_write_bytes) / row.gpu_ns, "GB/s")
end

function best_copy()
	return best(copy, {memory="dram"}).gbs
end

function dram_limits_partition()
	return has(counters, part("parts")) and same_gpu("counters", "copy")
		and part_moves("partition") > 0.9 * best_copy() and part_moves("parts") > 0.9 * best_copy()
end

function has_exchange()
	return has(histogram, {variant="exchange", bins=1048576, input="uniform"})
end

function no_cluster_wins()
	return same(fastest(1048576).variant, "partition") and fastest(256).cluster_size < 2
		and (fastest(65536).cluster_size < 2 or narrow_ties()) and fastest(262144).cluster_size < 2
end

-- A quick pass counts as many values everywhere.
function has_full_pass()
	return largest(histogram, {variant="owner"}, "values").values
		> least(histogram, {variant="owner"}, "values").values
end

function owner_keeps_up()
	return has(histogram, {variant="owner", bins=65536, input="equal"})
		and owner(65536, "equal").gbs > 0.95 * owner(65536).gbs
end

function skewed(input)
	return fastest(262144, input)
end

function skew_wants_clusters()
	return same(skewed("zipf").variant, "exchange") and same(skewed("zipf").cluster_size, 4)
		and skewed("equal").cluster_size > 1
end

-- ---- The CPU --------------------------------------------------------------

function on_cores(variant, input, bins)
	local row = host_histogram{variant=variant, bins=bins or 256, input=input or "uniform"}
	return unit(row.gbs / 4, "billion")
end

-- With a million bins, are counters of each thread's own faster than shared ones?
function private_wins()
	return on_cores("private", "uniform", 1048576) > on_cores("atomic", "uniform", 1048576)
end

function threads()
	return largest(host_histogram, {variant="atomic"}, "threads").threads
end

-- ---- Pairs of SMs, and meetings ------------------------------------------

function quickest_pair()
	return cycles(least(sm_pairs, {}, "cycles"))
end

function slowest_pair()
	return cycles(largest(sm_pairs, {}, "cycles"))
end

-- A meeting of the two blocks of a cluster.
function meeting()
	return cycles(cluster_sync{variant="full", cluster_size=2})
end

-- ---- Exercises ------------------------------------------------------------

-- The share of their bandwidth that pairs of blocks keep where they are not on one TPC.
function kept_on_other_tpcs(variant)
	return tried_keeps("tpc", "other_tpc", ("variant=%s pattern=pair cluster_size=4"):format(variant))
end

function the_tpc_matters()
	return kept_on_other_tpcs("bulk") < 95
		and kept_on_other_tpcs("store") < 95
end
