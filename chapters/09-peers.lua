-- 09-peers.lua: the rows and conditions that Chapter 9 talks about.

-- ---- One load -------------------------------------------------------------

-- GPU 0 loads from the L2 of the owner.
local function l2_of(owner)
	return peer_latency{variant="load", gpu=0, owner=owner, working_set_bytes=1*MiB}
end

-- GPU 0 loads from the DRAM of the owner.
function dram_of(owner)
	return largest(peer_latency, {variant="load", gpu=0, owner=owner}, "working_set_bytes")
end

-- GPU 0's own, and those of GPU 1 across the link.
function own_l2()
	return l2_of(0).ns
end

function own_dram()
	return dram_of(0).ns
end

function their_l2()
	return l2_of(1).ns
end

function their_dram()
	return dram_of(1).ns
end

function added_to_l2()
	return their_l2() - own_l2()
end

-- GPU 0 reads a small set from the other GPU again and again.
function small_set()
	return peer_latency{variant="load", gpu=0, owner=1, working_set_bytes=64*KiB}.ns
end

function flag()
	return peer_latency{variant="flag", gpu=0, owner=1}.ns
end

function can_load()
	return has(peer_latency, {variant="load", gpu=0, owner=1})
end

-- If the link adds as much to a load from DRAM as to one from the L2.
function expected_dram()
	return own_dram() + added_to_l2()
end

function is_nearer_than_the_host()
	return their_dram() < ns("host")
end

-- A load that the L2 at home answers takes less than one from the DRAM at home.
function l2_keeps_what_is_read()
	return small_set() < own_dram()
end

function flag_is_sooner()
	return flag() < their_l2()
end

-- A request or a reply on the link.
function crossing()
	return added_to_l2() / 2
end

-- The receiver's last look began at the worst just before the flag came.
function latest_flag()
	return unit(as_shown(crossing()) + 2 * as_shown(own_l2()), "ns")
end

function flag_is_late()
	return has(peer_latency, {gpu=0, owner=1, variant="flag"}) and flag() > 1.05 * latest_flag()
end

-- ---- Many bytes -----------------------------------------------------------

-- The largest array from GPU 0 to GPU 1.
local function one_way(variant)
	return largest(peer, {variant=variant, direction="one_way", from=0, to=1})
end

-- The largest array from GPU 1 to GPU 0.
function back(variant)
	return largest(peer, {variant=variant, direction="one_way", from=1, to=0}).gbs
end

function has_many_pairs()
	return has(peer, {variant="copy", from=0, to=2})
end

function pairs_are_alike()
	local size = one_way("copy").array_bytes
	local all = {variant="copy", direction="one_way", array_bytes=size}
	return not exceeds(best(peer, all).gbs, least(peer, all, "gbs").gbs)
end

local function both_ways(variant)
	return largest(peer, {variant=variant, direction="both", from=0, to=1})
end

function rate(variant)
	return one_way(variant).gbs
end

function both(variant)
	return both_ways(variant).gbs
end

function small(variant)
	return peer{variant=variant, direction="one_way", from=0, to=1, array_bytes=4*KiB}.ms
end

function has_nvlink()
	return nvlink() > 0
end

-- The number of links between the first two GPUs.
function links()
	return unit(rounded(nvlink() / note("peer", "nvlink_gbs"), 1), "")
end

-- The engine moves so many bytes in the time that it takes to start.
function moved_while_starting()
	return unit(rounded(small("copy"), 1e-5) * as_shown(rate("copy")) * 1e6, "B")
end

-- Both ways together, as a share of twice one way.
function of_twice(variant)
	return percent(as_shown(both(variant)) / (2 * as_shown(rate(variant))))
end

-- The bytes in flight by Little's law; each thread asks for 64 of them.
local function in_flight_to_peer()
	return as_shown(rate("read")) * as_shown(their_dram())
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
	return not exceeds(rate("copy"), rate("read")) or not exceeds(rate("copy"), rate("write"))
end

function directions_are_independent()
	return both_ways("read").gbs > 0.97 * 2 * rate("read")
end

function small_writes_are_sooner()
	return has(peer, {variant="write", direction="one_way", from=0, to=1, array_bytes=4*KiB})
		and small("write") < 0.95 * small("copy")
end

-- ---- All GPUs and the host ------------------------------------------------

function gpus()
	return unit(note("transfer_all", "gpus"), "")
end

function more_than_two()
	return gpus() > 2
end

function together(direction)
	return largest(transfer_all, {direction=direction, first=0}, "gpus").gbs
end

function bytes_of_each()
	return transfer_all{direction="to_device", first=0, gpus=1}.array_bytes
end

-- One GPU copies while the others do nothing.
function alone(direction, gpu)
	return transfer_all{direction=direction, first=gpu, gpus=1}.gbs
end

-- The sum of what each GPU reaches by itself.
function all_alone(direction)
	local sum = 0
	for gpu = 0, gpus().value - 1 do
		sum = sum + alone(direction, gpu)
	end
	return sum
end

-- The fastest GPU by itself.
function one_takes_in()
	return largest(transfer_all, {direction="to_device", gpus=1}, "gbs").gbs
end

function slowest_takes_in()
	return least(transfer_all, {direction="to_device", gpus=1}, "gbs").gbs
end

function all_take_in()
	return together("to_device")
end

function of_alone(direction)
	return percent(together(direction) / all_alone(direction))
end

function is_independent(direction)
	return together(direction) > 0.95 * all_alone(direction)
end

function buses_are_independent()
	return is_independent("to_device") and is_independent("to_host") and is_independent("both")
end

function one_way_disturbs()
	return not is_independent("to_device") or not is_independent("to_host")
end

function to_host_is_slowest()
	return not is_independent("to_host") and together("to_host") < 0.9 * all_take_in()
end

function both_ways_gain_little()
	return together("both") < 1.1 * all_take_in()
end

-- 1 GiB is that many million bytes.
local GIB = 1073.741824

function time_to_all()
	return unit(gpus() * GIB / all_take_in(), "ms")
end

function time_of_parts()
	return unit(GIB / all_take_in(), "ms")
end

-- The rate at which a GPU gets its missing parts from the others while it gives out as much.
function exchanged()
	return both("copy") / 2
end

function time_of_exchange()
	return unit(GIB * (gpus() - 1) / gpus() / as_shown(exchanged()), "ms")
end

-- All GPUs read the arrays of all others, or each a part and then fetches the rest.
function read_by_each()
	return both("read") / 2
end

function time_of_reading()
	return unit(GIB * (gpus() - 1) / as_shown(read_by_each()), "ms")
end

function time_of_all_reduce()
	return time_of_reading() / gpus() + time_of_exchange()
end

function share_of_time_to_all()
	return percent((time_of_parts() + time_of_exchange()) / time_to_all())
end

function exchange_gains()
	return time_of_parts() + time_of_exchange() < time_to_all()
end

-- ---- What predictions are compared with ------------------------------------

function by_engine(bytes)
	return peer{variant="copy", direction="one_way", from=0, to=1, array_bytes=bytes}.gbs
end

function received_by(gpus)
	return transfer_all{direction="to_device", first=0, gpus=gpus}.gbs
end
