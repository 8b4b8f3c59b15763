-- report.lua: the rows that the report talks about.

-- The smallest arrays, timed in one of the ways.
function small(way)
	return least(timers, {variant=way}, "array_bytes")
end

function copied(variant)
	return largest(copy, {variant=variant, memory="dram"})
end

function doubles(variant)
	return largest(saxpy, {variant=variant, precision="fp64", memory="dram"})
end

function transposed()
	return largest(transpose, {variant="wide"}, "n")
end

function peak(experiment)
	return note(experiment, "peak_gbs")
end

-- 128 bytes a cycle in each SM.
function banks(level)
	return unit(128 * note("ladder", "sms") * rung(level).sm_mhz / 1000, "GB/s")
end

-- Pairs in clusters of two.
function in_pairs()
	return dsm(eight_in_flight{variant="load", pattern="pair", cluster_size=2})
end

function pinned(direction)
	return largest(transfer, {variant="pinned", direction=direction})
end

function mapped(direction)
	return largest(transfer, {variant="mapped", direction=direction})
end

function pageable(direction)
	return largest(transfer, {variant="pageable", direction=direction})
end

function all_cores()
	return note("host_copy", "cores")
end

function memcpy(threads)
	return largest(host_copy, {variant="memcpy", threads=threads})
end

function saxpy_on_all_cores()
	return largest(host_saxpy, {variant="simd", precision="fp64",
		threads=note("host_saxpy", "cores")})
end

function smallest_set()
	return least(host_latency, {variant="random"}, "working_set_bytes")
end

function largest_set()
	return largest(host_latency, {variant="random"}, "working_set_bytes")
end
