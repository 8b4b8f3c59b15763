-- names.lua - what several chapters call by the same name.

-- The part of a row's bandwidth that another one keeps, and what it has lost of it.
function kept(row, of)
	return percent(row.gbs / of.gbs)
end

function lost(row, of)
	return percent(1 - row.gbs / of.gbs)
end

-- Rounded to a step, as a page shows it, so that readers who add up what they see get what we get.
function rounded(x, step)
	return floor(x / step + 0.5) * step
end

-- A number as the page shows it, so that a product agrees with the factors beside it.
function as_shown(x)
	local step = 1
	while x > 0 and x < 100 * step do
		step = step / 10
	end
	return rounded(x, step)
end

-- The quotient that readers get from the two numbers that they see.
function ratio(x, y)
	return as_shown(x) / as_shown(y)
end

-- The verdict on what was said of an older GPU, which no newer one can refute.
function still(is_so)
	return is_so and "holds" or "older"
end

-- How many times as fast a row is.
function times(row, of)
	return ratio(row.gbs, of.gbs)
end

-- ---- Rows ---------------------------------------------------------------------------------

-- The largest copy, SAXPY by 16 bytes per load, matrix and transfer of their kind.
function largest_copy(variant)
	return largest(copy, {variant=variant, memory="dram"})
end

function wide_saxpy()
	return largest(saxpy, {variant="wide", precision="fp32", memory="dram"})
end

function turned(variant)
	return largest(transpose, {variant=variant}, "n")
end

function largest_transfer(variant, direction)
	return largest(transfer, {variant=variant, direction=direction})
end

-- The article's own kernel and arrays.
function article(precision)
	return saxpy{variant="article", precision=precision or "fp32", memory="dram", array_bytes=80*MiB}
end

-- The arrays that are too large for the L2, read so many floats late, or with such a stride.
function floats_at(elements)
	return largest(offset, {precision="fp32", offset=elements}, "touched_bytes")
end

function floats_by(step)
	return largest(stride, {precision="fp32", stride=step}, "touched_bytes")
end

-- The sectors that the GPU counted for a warp of floats with such a stride.
function sectors_by(step)
	return counters{experiment="stride", precision="fp32", stride=step}.sectors_per_load
end

-- Mapped memory with so many rounds for each int, at its best.
function best_mapped(rounds)
	return least(overlap, {variant="mapped", cycles=rounds}, "ms")
end

-- The largest set of a CPU's core, from a line to any other ("random") or to the next one ("sequential").
function from_host(variant)
	return largest(host_latency, {variant=variant}, "working_set_bytes").ns
end

-- Were two experiments measured on GPUs of one model?
function same_gpu(one, other)
	return same(note(one, "gpu"), note(other, "gpu"))
end

-- A filter of dsm, which among loads chooses those with eight in flight.
function eight_in_flight(filter)
	if filter.variant == "load" then
		filter.loads = 8
	end
	return filter
end

-- Pairs in clusters of two.
function in_twos(variant)
	return dsm(eight_in_flight{variant=variant, pattern="pair", cluster_size=2})
end

-- A version of a program that an exercise has changed, with the largest arrays; `where` chooses rows
-- by a part of their points, such as "memory=dram".
function tried(exercise, version, where)
	return largest(exercises, {exercise=exercise, version=version}, "bytes", function(row)
		return not where or (row.point .. " "):find(where .. " ", 1, true)
	end)
end

-- The same beside the program as it is: what part of its bandwidth it keeps, and how many times as long
-- it takes.
function tried_keeps(exercise, version, where)
	return kept(tried(exercise, version, where), tried(exercise, "unchanged", where))
end

function tried_takes(exercise, version, where)
	return tried(exercise, version, where).ms / tried(exercise, "unchanged", where).ms
end

-- ---- The memory ladder ----------------------------------------------------

function rung(level)
	return ladder{level=level}
end

function has_rung(level)
	return has(ladder, {level=level})
end

function ns(level)
	return rung(level).ns
end

function gbs(level)
	return rung(level).gbs
end

-- The best rate at which all SMs read the L2, each a private part.
function own_reads()
	return best(l2, {variant="read", sharing="private"}).gbs
end

-- The best that loads read from DRAM.
function best_read()
	return best(inflight, {}).gbs
end

-- Operations per second of a row of saxpy.
function flops(row)
	return unit(row.operations / row.ms / 1e6, "GFLOP/s")
end

-- Each SM does 128 multiply-adds in a cycle, and each of them is two operations.
function peak_operations()
	return unit(note("saxpy", "sms") * 128 * 2 * wide_saxpy().sm_mhz / 1000, "GFLOP/s")
end

function cycles(row)
	return unit(row.cycles, "")
end

function ticks(level)
	return cycles(rung(level))
end

-- Bytes that an SM gets in a cycle.
function per_cycle(level)
	local row = rung(level)
	return unit(row.gbs * 1000 / (note("ladder", "sms") * row.sm_mhz), "")
end

-- Bytes that it must have in flight for that.
function in_flight(level)
	return unit(as_shown(gbs(level)) * as_shown(ns(level)) / note("ladder", "sms"), "B")
end

function has_pj()
	return has(energy)
end

-- Picojoules that a byte from there takes, beyond those of a GPU that only waits.
function pj(level)
	return unit(energy{level=level}.pj_above_waiting, "pJ")
end
