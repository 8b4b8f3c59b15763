-- 08-async.lua: the rows and conditions that Chapter 8 talks about.

-- ---- Reading through shared memory ----------------------------------------

-- With tiles of so many KiB, so many of them in flight, and 128 threads per SM.
local function with_tiles(variant, kib, ahead)
	return async{variant=variant, threads_per_sm=128, tile_bytes=kib*KiB, ahead=ahead}
end

-- Plain loads, with eight loads of 16 bytes in each thread.
function plain(threads)
	return largest(async, {variant="plain", threads_per_sm=threads}, "bytes_in_flight_per_sm").gbs
end

function plain_bytes(threads)
	return unit(largest(async, {variant="plain", threads_per_sm=threads},
		"bytes_in_flight_per_sm").bytes_in_flight_per_sm, "B")
end

-- The fastest kernel that reads into registers alone, with so many KiB in flight.
function fastest_with(kib)
	return best(inflight, {bytes_in_flight_per_sm=kib*KiB})
end

-- Two tiles in flight.
function two_tiles(variant, kib)
	return with_tiles(variant, kib, 2).gbs
end

function loads_of(kib)
	return async{variant="plain", threads_per_sm=128, bytes_in_flight_per_sm=kib*KiB}.gbs
end

-- With as many bytes in flight, the means of copying hardly matter.
local function is_near(variant, kib)
	return abs(two_tiles(variant, kib / 2) / loads_of(kib) - 1) < 0.1
end

function only_bytes_matter()
	return is_near("groups", 8) and is_near("groups", 16) and is_near("bulk", 8) and is_near("bulk", 16)
end

-- The best with so many threads, whatever the tiles.
local function most_by(variant, threads)
	return best(async, {variant=variant, threads_per_sm=threads})
end

function reached(variant, threads)
	return most_by(variant, threads).gbs
end

function of_the_best(variant, threads)
	return kept(most_by(variant, threads), best(inflight, {}))
end

function a_warp_is_enough()
	return most_by("bulk", 32).gbs > 0.9 * best_read()
end

-- The warp is too slow for the bytes in flight that it has.
function a_warp_is_busy()
	local function bulk(ahead)
		return async{variant="bulk", threads_per_sm=32, tile_bytes=32*KiB, ahead=ahead}.gbs
	end
	return not a_warp_is_enough() and bulk(4) < 1.01 * bulk(1)
end

-- ---- What a tile costs ----------------------------------------------------

function sms()
	return note("async", "sms")
end

-- With eight tiles in flight the block is busy all the time, so this is how long it takes for each.
function rate_of(kib)
	return with_tiles("bulk", kib, 8).gbs
end

function tile_ns(kib)
	return unit(rounded(sms() * kib*KiB / rate_of(kib), 1), "ns")
end

-- From tiles of 2 and 4 KiB: what 2 KiB take, what a tile without bytes would take, and what both
-- say of a larger tile.
function ns_per_2_kib()
	return tile_ns(4) - tile_ns(2)
end

function ns_of_nothing()
	return tile_ns(2) - ns_per_2_kib()
end

function expected_ns(kib)
	return ns_of_nothing() + kib / 2 * ns_per_2_kib()
end

function expected_rate(kib)
	return unit(sms() * kib*KiB / expected_ns(kib), "GB/s")
end

function memory_limits_8()
	return expected_rate(8) > best_read()
end

function costs_add_up()
	local limit = memory_limits_8() and best_read() or expected_rate(8)
	return abs(limit / rate_of(8) - 1) < 0.05
end

-- How long the memory takes, at its best, to bring a tile to each SM.
function memory_ns(kib)
	return unit(sms() * kib*KiB / best_read(), "ns")
end

-- Does the block deal with a tile faster than the memory brings one?
local function keeps_up(kib)
	return expected_ns(kib) < memory_ns(kib)
end

function block_keeps_up()
	return keeps_up(16)
end

-- The smallest tile of the table with which it does.
function large_enough()
	return with_tiles("bulk", keeps_up(4) and 4 or keeps_up(8) and 8 or 16, 8).tile_bytes
end

-- ---- What one block noted --------------------------------------------------

-- When something happened to a tile of 16 KiB, with so many bulk copies in flight.
local function noted(ahead, tile, event)
	return async_trace{variant="bulk", ahead=ahead, tile=tile, event=event}.ns
end

function in_flight_ns(ahead)
	return noted(ahead, 6, "arrived") - noted(ahead, 6, "asked")
end

function copies_take_longer()
	return in_flight_ns(4) > 1.5 * in_flight_ns(1)
end

-- The rate at which all SMs together read then.
function rate_with(ahead)
	return with_tiles("bulk", 16, ahead).gbs
end

-- How often each SM gets a tile.
function every_ns(ahead)
	return unit(rounded(sms() * 16*KiB / rate_with(ahead), 1), "ns")
end

-- ---- Bulk copies or pieces ------------------------------------------------

-- With tiles of at least so many KiB.
function pieces(kib)
	return compare(async, {variant="bulk"}, {variant="groups"}, function(row)
		return row.tile_bytes >= kib*KiB
	end)
end

function bulk_never_loses()
	return pieces(1).losses <= 0
end

-- ---- The filter -----------------------------------------------------------

-- Where all threads that an SM can have use loads.
local function full(radius)
	return largest(tile, {variant="plain", radius=radius}, "threads_per_sm")
end

-- Loads by all threads, in GB/s: each pixel counts as read and written once.
function loads_at(radius)
	return full(radius).gbs
end

local function tensor_at(radius, threads)
	return tile{variant="tensor", radius=radius, threads_per_sm=threads}.gbs
end

function best_blur(variant, radius)
	return best(tile, {variant=variant, radius=radius}).gbs
end

-- The ring with 512 threads is as fast as loads by all 2,048.
local function makes_up_at(radius)
	return tensor_at(radius, 512) >= 0.95 * full(radius).gbs
end

function ring_makes_up()
	return makes_up_at(2) and makes_up_at(4) and makes_up_at(8)
end

function makes_up_from()
	return full(makes_up_at(1) and 1 or 2).radius
end

-- The greatest of gain(first), gain(2 * first), ... gain(last), and `most`.
local function greatest(most, first, last, gain)
	while first <= last do
		if gain(first) > most then
			most = gain(first)
		end
		first = 2 * first
	end
	return most
end

-- How many times as fast as loads a ring is, at the radius where it gains most.
local function most_gained(gain)
	return greatest(gain(0), 1, 8, gain)
end

-- The ring at its best, beside loads by all threads.
function ring_gains()
	return most_gained(function(radius)
		return best_blur("tensor", radius) / loads_at(radius)
	end)
end

-- The same where both have 512 threads.
function ring_gains_by_few()
	return most_gained(function(radius)
		return tensor_at(radius, 512) / tile{variant="plain", radius=radius, threads_per_sm=512}.gbs
	end)
end

function loads_are_enough()
	return ring_gains() < 1.2
end

function few_need_a_ring()
	return ring_gains_by_few() > 1.2
end

-- Shared memory allows this rate if each new pixel, 8 bytes, takes so many words from there.
function shared_allows(words)
	return unit(gbs("shared") * 8 / (words * 4), "GB/s")
end

-- ---- One copy for a whole cluster ------------------------------------------

function delivered(variant, memory, size)
	return multicast{variant=variant, memory=memory, cluster_size=size}.gbs
end

function gain(size)
	return delivered("shared", "l2", size) / delivered("each", "l2", size)
end

function multicast_gain()
	return gain(4) > 3 and "four times as fast" or gain(4) > 1.5 and "twice as fast" or "equally fast"
end

-- Do whole tiles take hardly more requests to the L2 than a multicast, which takes the least?
function requests_are_merged()
	local function requests(variant)
		return counters{experiment="multicast", variant=variant, cluster_size=4}.l2_requests
	end
	return requests("each") < 1.2 * requests("shared")
end

function multicast_hardly_gains()
	return gain(2) < 1.2 and gain(4) < 1.2 and gain(8) < 1.2
end

-- How many times as fast a multicast is at best.
function multicast_gains()
	return greatest(gain(2), 4, 8, gain)
end

-- Do whole tiles reach eight blocks so slowly that even DRAM is faster?
function eight_blocks_gain()
	return gain(8) > 1.5 and delivered("each", "l2", 8) < 0.8 * delivered("each", "dram", 8)
end

-- ---- Mistakes -------------------------------------------------------------

-- How a program ended, such as "hangs".
function ended(mistake)
	return mistakes{mistake=mistake}.outcome
end

-- ---- The CPU --------------------------------------------------------------

local function streamed(variant, distance)
	return host_stream{variant=variant, distance=distance, pages="small"}
end

-- The smallest distance at which a line takes at most a tenth longer than at the best one.
function far_enough()
	local shortest = least(host_stream, {variant="hash", pages="small"}, "ns").ns
	local distance = 1
	while distance < 64 and not (has(host_stream, {variant="hash", distance=distance, pages="small"})
		and streamed("hash", distance).ns <= 1.1 * shortest) do
		distance = 2 * distance
	end
	return streamed("hash", distance).distance
end

function line_ns(variant, distance)
	return streamed(variant, distance).ns
end

function short_prefetch_costs()
	return has(host_stream, {variant="sum", distance=4, pages="small"}) and line_ns("sum", 4) > 1.1 * line_ns("sum", 0)
end

function cpu_clock()
	return streamed("hash", 64).cpu_mhz
end

function steps_ns()
	return unit(16 * 4 * 1000 / cpu_clock(), "ns")
end

-- ---- Exercises ------------------------------------------------------------

-- Two tiles of 8 KiB in flight on each SM, 700 ns each.
function law_of_ring()
	return unit(sms() * 2 * 8 * KiB / 700, "GB/s")
end

-- ---- What predictions are compared with ------------------------------------

function through_shared_memory()
	local share = plain(128) / fastest_with(16).gbs
	return share < 0.95 and "slower" or share > 1.05 and "faster" or "equally fast"
end

-- Two tiles, with so many bytes in flight.
function by_groups(bytes)
	return two_tiles("groups", bytes / (2 * KiB))
end

function hashing(distance)
	return line_ns("hash", distance)
end
