-- 08-peers.lua: the rows and conditions that Chapter 8 talks about.

-- ---- One load -------------------------------------------------------------

-- By a GPU, 0 unless said otherwise, from the L2 of the owner.
function l2_of(owner, gpu)
	return peer_latency{variant="load", gpu=gpu or 0, owner=owner, working_set_bytes=1*MiB}
end

-- By GPU 0, from the DRAM of the owner.
function dram_of(owner)
	return largest(peer_latency, {variant="load", gpu=0, owner=owner}, "working_set_bytes")
end

-- Read from the other GPU again and again.
function small_set()
	return peer_latency{variant="load", gpu=0, owner=1, working_set_bytes=64*KiB}
end

function flag()
	return peer_latency{variant="flag", gpu=0, owner=1}
end

-- Half a load across the link, and one at home.
function half_and_home()
	return l2_of(1).ns / 2 + l2_of(1, 1).ns
end

function can_load()
	return has(peer_latency, {variant="load", gpu=0, owner=1})
end

-- If the link adds as much to a load from DRAM as to one from the L2.
function expected_dram()
	return dram_of(0).ns + l2_of(1).ns - l2_of(0).ns
end

function way_to_dram_seems_shorter()
	return dram_of(1).ns - dram_of(0).ns < 0.98 * (l2_of(1).ns - l2_of(0).ns)
end

function is_nearer_than_the_host()
	return dram_of(1).ns < rung("host").ns
end

function l2_keeps_what_is_read()
	return small_set().ns < 0.8 * l2_of(1).ns
end

function flag_is_sooner()
	return flag().ns < l2_of(1).ns
end

-- ---- Many bytes -----------------------------------------------------------

-- The largest array from GPU 0 to GPU 1.
function one_way(variant)
	return largest(peer, {variant=variant, direction="one_way", from=0, to=1})
end

function both_ways(variant)
	return largest(peer, {variant=variant, direction="both", from=0, to=1})
end

function small(variant)
	return peer{variant=variant, direction="one_way", from=0, to=1, array_bytes=4*KiB}
end

-- Both ways together, as a share of twice one way.
local function share(variant)
	return both_ways(variant).gbs / (2 * one_way(variant).gbs)
end

function of_twice(variant)
	return percent(share(variant))
end

function reading_loses()
	return percent(1 - share("read"))
end

-- A copy in the GPU's own memory, which reads and writes it.
function copied_at_home()
	return largest(copy, {variant="once", memory="dram"}).gbs
end

function of_a_copy_at_home()
	return percent(2 * one_way("copy").gbs / copied_at_home())
end

function best_pair()
	return best(peer, {variant="copy", direction="one_way"}).gbs
end

function worst_pair()
	return least(peer, {variant="copy", direction="one_way",
		array_bytes=one_way("copy").array_bytes}, "gbs").gbs
end

-- By Little's law, and the threads that ask for them, 64 bytes each.
local function in_flight_to_peer()
	return one_way("read").gbs * dram_of(1).ns
end

function bytes_in_flight()
	return unit(in_flight_to_peer(), "B")
end

function threads_in_flight()
	return unit(1 + floor(in_flight_to_peer() / 64), "")
end

function can_read()
	return has(peer, {variant="read"})
end

function kernels_are_as_fast()
	return one_way("write").gbs > 0.98 * one_way("copy").gbs
		or one_way("read").gbs > 0.98 * one_way("copy").gbs
end

function directions_are_independent()
	return both_ways("read").gbs > 0.97 * 2 * one_way("read").gbs
end

function small_writes_are_sooner()
	return has(peer, {variant="write", direction="one_way", from=0, to=1, array_bytes=4*KiB})
		and small("write").ms < 0.95 * small("copy").ms
end

-- ---- All GPUs and the host ------------------------------------------------

function gpus()
	return unit(note("transfer_all", "gpus"), "")
end

-- The fastest GPU by itself, and all of them.
function alone(direction)
	return largest(transfer_all, {direction=direction, gpus=1}, "gbs")
end

function together(direction)
	return largest(transfer_all, {direction=direction, first=0}, "gpus")
end

local function all_alone(direction)
	return gpus() * alone(direction).gbs
end

function of_alone(direction)
	return percent(together(direction).gbs / all_alone(direction))
end

local function is_independent(direction)
	return together(direction).gbs > 0.95 * all_alone(direction)
end

function buses_are_independent()
	return is_independent("to_device") and is_independent("to_host") and is_independent("both")
end

function both_ways_gain_little()
	return together("both").gbs < 1.1 * together("to_device").gbs
end

-- 1 GiB is that many million bytes.
local GIB = 1073.741824

function time_to_all()
	return unit(gpus() * GIB / together("to_device").gbs, "ms")
end

function time_of_parts()
	return unit(GIB / together("to_device").gbs, "ms")
end

-- What a GPU lacks then, from the others.
function time_of_exchange()
	return unit(GIB * (gpus() - 1) / gpus() / (both_ways("copy").gbs / 2), "ms")
end
