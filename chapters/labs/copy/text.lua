-- text.lua - the rows that the lab `copy` talks about.

-- The largest arrays that one core copied.
function one_core(variant)
	return largest(host_copy, {variant=variant, threads=1})
end

function has_past()
	return has(host_copy, {variant="past", threads=1})
end

-- So many times as fast as a copy of one int at a time is the best of them.
function best_gain()
	local best = largest(host_copy, {variant="memcpy", threads=1})
	if has_past() and one_core("past").gbs > best.gbs then
		best = one_core("past")
	end
	return best.gbs / one_core("int").gbs
end
