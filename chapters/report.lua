-- report.lua: the values that the report shows.

-- The smallest arrays, timed in one of the ways.
function small(way)
	return least(timers, {variant=way}, "array_bytes").ms
end

function copied(variant)
	return largest_copy(variant).gbs
end

function doubles(variant)
	return largest(saxpy, {variant=variant, precision="fp64", memory="dram"}).gbs
end

-- The theoretical peak of DRAM.
function peak()
	local one = has(copy) and "copy" or has(saxpy) and "saxpy" or has(transpose) and "transpose" or "ladder"
	return note(one, "peak_gbs")
end

-- The rate of the largest copies across the bus.
function bus(variant, direction)
	return largest_transfer(variant, direction).gbs
end

-- 128 bytes per cycle in each SM.
function banks(level)
	return unit(128 * note("ladder", "sms") * rung(level).sm_mhz / 1000, "GB/s")
end

function memcpy(threads)
	return largest(host_copy, {variant="memcpy", threads=threads}).gbs
end

function add_on_all()
	return largest(host_saxpy, {variant="simd", precision="fp64",
		threads=note("host_saxpy", "cores")}).gbs
end

function near_set()
	return least(host_latency, {variant="random"}, "working_set_bytes").ns
end
