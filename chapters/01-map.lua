-- 01-map.lua: the rows and conditions that Chapter 1 talks about.

-- ---- Places -----------------------------------------------------------------

function storage_of_an_sm(key)
	return unit(note("ladder", key), "B")
end

function registers_of_an_sm()
	return unit(4 * note("ladder", "registers_per_sm"), "B")
end

-- A neighbour answers sooner than the L2, but delivers less.
function neighbour_delivers_little()
	return ns("remote") < ns("l2") and gbs("remote") < gbs("l2")
end

-- ---- Bytes in flight --------------------------------------------------------

-- The rate of one thread that asks for four bytes, waits for them, and asks again.
function one_at_a_time()
	return unit(4 / rung("dram").ns, "GB/s")
end

function bytes_in_flight()
	return unit(as_shown(rung("dram").gbs) * as_shown(rung("dram").ns) / 1e6, "megabytes")
end

-- The threads that an SM has registers for, if each needs so many.
function threads_with(registers)
	return unit(note("ladder", "registers_per_sm") / registers, "")
end

-- As many threads as an SM holds, each with one int in flight.
function narrow_loads()
	return largest(inflight, {variant="int", loads=1}, "threads_per_sm")
end

function bytes_of_ints()
	return unit(narrow_loads().bytes_in_flight_per_sm, "B")
end

function share_by_the_law()
	return percent(narrow_loads().bytes_in_flight_per_sm / in_flight("dram"))
end

function ints_are_not_enough()
	return narrow_loads().bytes_in_flight_per_sm < 0.9 * in_flight("dram")
end

function ints_are_enough()
	return narrow_loads().bytes_in_flight_per_sm >= in_flight("dram")
end

function ints_are_nearly_enough()
	return not ints_are_not_enough() and not ints_are_enough()
end

-- ---- Arithmetic -------------------------------------------------------------

function operations_by_memory()
	return unit(note("saxpy", "peak_gbs") * 2 / 12, "GFLOP/s")
end

function balance()
	return unit(ratio(peak_operations(), note("saxpy", "peak_gbs")), "")
end

-- ---- What predictions are compared with ------------------------------------

-- Sectors per load of a warp whose lanes are eight floats apart.
function sectors_of_every_eighth()
	return sectors_by(8)
end

function ints_suffice()
	return ints_are_enough() and "yes" or "no"
end

-- A rung by its name in the text.
function read_from(place)
	return rung(place:lower())
end

-- The rate in GFLOP/s that the roofline allows, with so many operations per byte.
function allowed_at(intensity)
	local fed = unit(intensity * note("saxpy", "peak_gbs"), "GFLOP/s")
	return fed < peak_operations() and fed or peak_operations()
end
