-- names.lua - what several chapters call by the same name.

-- The part of a row's bandwidth that another one keeps, and what it has lost of it.
function kept(row, of)
	return percent(row.gbs / of.gbs)
end

function lost(row, of)
	return percent(1 - row.gbs / of.gbs)
end

-- A large number as the page shows it, so that a product agrees with the factors beside it.
function as_shown(x)
	return x < 100 and x or floor(x + 0.5)
end

-- The verdict on what was said of an older GPU, which no newer one can refute.
function still(is_so)
	return is_so and "holds" or "older"
end

-- How many times as fast a row is.
function times(row, of)
	return row.gbs / of.gbs
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

-- What a program does as an exercise changes it, in the version of that name, with the largest arrays;
-- `where` chooses rows by a part of their points, such as "memory=dram".
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

function cycles(row)
	return unit(row.cycles, "")
end

-- Bytes that an SM gets in a cycle.
function per_cycle(level)
	local row = rung(level)
	return unit(row.gbs * 1000 / (note("ladder", "sms") * row.sm_mhz), "")
end

-- Bytes that it must have in flight for that.
function in_flight(level)
	return unit(rung(level).gbs * rung(level).ns / note("ladder", "sms"), "B")
end

function has_pj()
	return has(energy)
end

-- Picojoules that a byte from there takes, beyond those of a GPU that only waits.
function pj(level)
	return unit(energy{level=level}.pj_above_waiting, "pJ")
end
