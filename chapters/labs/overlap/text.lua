-- text.lua - the rows that the lab `overlap` talks about.

-- As many rounds as the lab's kernel computes, with four ints per thread.
function timed(variant)
	return overlap{variant=variant, unroll=4, cycles=512}
end

function is_timed()
	return has(overlap, {variant="stages", unroll=4, cycles=512})
end

-- Copies in both directions at once, and how long they take for these bytes.
function pinned_both()
	return largest_transfer("pinned", "both").gbs
end

function copying()
	return unit(timed("sequential").bytes / pinned_both() / 1e6, "ms")
end

function part_left()
	return copying() / timed("sequential").ms
end

function gain()
	return times(timed("stages"), timed("sequential"))
end

-- The time that the smallest copy takes, and the bytes that a large one would move in that time.
local function smallest_copy()
	return least(transfer, {variant="pinned", direction="to_device"}, "array_bytes")
end

function start()
	return smallest_copy().ms
end

function moved_meanwhile()
	return unit(smallest_copy().ms * largest_transfer("pinned", "to_device").gbs * 1e6, "B")
end
