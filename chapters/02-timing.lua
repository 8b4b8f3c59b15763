-- 02-timing.lua: the rows and conditions that Chapter 2 talks about.

-- ---- Five ways to time a kernel -------------------------------------------

-- The largest and the smallest arrays, timed in one of the ways.
function large(way)
	return largest(timers, {variant=way})
end

function small(way)
	return least(timers, {variant=way}, "array_bytes")
end

function peak()
	return note("timers", "peak_gbs")
end

function pair_of_events()
	return unit(note("timers", "event_pair_ns") / 1e6, "ms")
end

function step_of_events()
	return note("timers", "event_resolution_ns")
end

function moved()
	return unit(floor(large("held").bytes / 1e6), "MB")
end

-- No kernel can take less time than this with the largest arrays.
function time_at_peak()
	return unit(large("held").bytes / peak() / 1e6, "ms")
end

-- The time that `sync` adds to that of the smallest arrays.
function added_by_sync()
	return small("sync").ms - stamped_kernel()
end

-- The kernel, its launch, and an event after an event, each to 10 ns.
function sum_of_the_parts()
	return rounded(stamped_kernel(), 1e-5) + rounded(small("launch").ms, 1e-5)
		+ rounded(pair_of_events(), 1e-5)
end

-- If the parts do not add up, they overlap.
function the_parts_add_up()
	return small("events").ms >= sum_of_the_parts()
end

-- So many launches share the time that one measurement adds.
function held_with_events(launches)
	return small("held").ms + unit(pair_of_events() / launches, "ms")
end

-- An array so large that `sync` adds one percent to its time.
function array_for_a_percent()
	return unit(100 * unit(added_by_sync(), "") * 1e6 * large("held").gbs / 3, "B")
end

-- The time of one SAXPY of one block in a graph, by the GPU's clock.
function stamped_kernel()
	return unit(note("timers", "stamped_kernel_ns") / 1e6, "ms")
end

-- Launches that stand in a queue and not in a graph.
function graph_is_denser()
	return has(timers, {variant="queue"}) and small("queue").ms > 1.2 * small("held").ms
end

function returns_early()
	return large("launch").ms < 0.5 * large("held").ms
end

function synchronising_stalls()
	return large("sync").ms < 1.05 * large("held").ms
		and small("sync").ms > 2 * small("held").ms
end

function events_are_precise()
	return step_of_events() <= 1000 and large("events").ms < 1.05 * large("held").ms
		and (events_are_finer() and "stronger" or "holds")
end

function events_are_finer()
	return step_of_events() < 250
end

function two_kinds_of_wrong()
	return returns_early() and small("launch").ms > small("held").ms
		and small("sync").ms > small("held").ms and small("events").ms > small("held").ms
end

function best_held()
	return best(timers, {variant="held"})
end

function held_beats_the_peak()
	return best_held().gbs > 1.02 * peak()
end

-- ---- Exercises ------------------------------------------------------------

-- The time that a graph adds to its launches: ten share it in one version, a hundred in the other.
function added_by_a_graph()
	local few, many = tried("graph", "launches_10").ms, tried("graph", "unchanged").ms
	return unit((few - many) / (1 / 10 - 1 / 100), "ms")
end

function starting_a_graph_shows()
	return added_by_a_graph() > 1.2 * pair_of_events()
end

local function two(version, precision)
	return tried("two", version, "variant=article precision=" .. precision .. " memory=dram")
end

function part_of_a_double()
	return kept(two("elements", "fp32"), two("unchanged", "fp64"))
end

function two_floats_do_as_a_double()
	return part_of_a_double() > 97
end

-- ---- Bandwidth ------------------------------------------------------------

-- A number of the line in which the driver reports the clocks.
local function of_clocks(pattern, name)
	local clocks = note("timers", "clocks")
	return unit(0 * note("timers", "sms") + clocks.value:match(pattern), name)
end

function memory_clock()
	return of_clocks("memory (%d+) MHz", "MHz")
end

function bus_width()
	return of_clocks("bus (%d+) bit", "bit")
end

function wide()
	return saxpy{variant="wide", precision="fp32", memory="dram", array_bytes=80*MiB}
end

function of_peak(row)
	return percent(row.gbs / note("saxpy", "peak_gbs"))
end

function sms()
	return note("saxpy", "sms")
end

function threads_per_sm()
	return note("saxpy", "threads_per_sm")
end

-- Each thread asks for two floats.
local function in_flight()
	return sms() * threads_per_sm() * 8
end

function megabytes_in_flight()
	return unit(in_flight() / 1e6, "megabytes")
end

function rate_by_the_law()
	return unit(in_flight() / as_shown(rung("dram").ns), "GB/s")
end

function three_quarters_are_reached()
	return article().gbs >= 0.74 * note("saxpy", "peak_gbs")
end

function bus_was_not_busy()
	return article().gbs < 0.8 * note("saxpy", "peak_gbs")
		and article("fp64").gbs > 1.05 * article().gbs
end

function wider_is_faster()
	return exceeds(wide().gbs, article().gbs)
end

-- Eight bytes per load, and not only sixteen, come close to the peak.
function doubles_do_as_well()
	return wider_is_faster() and not exceeds(wide().gbs, article("fp64").gbs)
end

-- ---- Operations -----------------------------------------------------------

function share_of_operations()
	return unit(100 * flops(wide_saxpy()) / peak_operations(), "percent")
end

function share_of_134()
	return unit(100 * as_shown(2^28 / 2e6) / peak_operations(), "percent")
end

-- Even if an SM does only half as many operations as we assume.
function operations_are_few()
	return flops(wide_saxpy()) < 0.05 * peak_operations() / 2
end

-- ---- The L2 and the CPU ---------------------------------------------------

function has_wide_in_l2()
	return has(saxpy, {variant="wide", precision="fp32", memory="l2"})
end

function largest_in_l2()
	return largest(saxpy, {variant="wide", precision="fp32", memory="l2"})
end

-- The largest arrays, with one core.
function large_loop(variant)
	return largest(host_saxpy, {variant=variant, precision="fp32", threads=1})
end

function small_loop(variant)
	return least(host_saxpy, {variant=variant, precision="fp32", threads=1}, "array_bytes")
end

-- How many times as fast as `scalar` is `simd`?
function gain_in_cache()
	return times(small_loop("simd"), small_loop("scalar"))
end

function gain_from_dram()
	return times(large_loop("simd"), large_loop("scalar"))
end

-- A launch with the smallest arrays, as several processes have timed it.
local at_launch = {experiment="timers", unit="ms", point="variant=launch array_bytes=4096"}

function least_found()
	return unit(processes(at_launch).least, "ms")
end

function most_found()
	return unit(processes(at_launch).most, "ms")
end

function processes_differ()
	return has(processes, at_launch) and same_gpu("processes", "timers")
		and least_found() > 1.02 * small("launch").ms
end

-- ---- What predictions are compared with ------------------------------------

function by_launch(bytes)
	return timers{variant="launch", array_bytes=bytes}.gbs
end

function again(bytes)
	return saxpy{variant="wide", precision="fp32", memory="l2", array_bytes=bytes}.gbs
end
