-- text.lua - the rows that the lab `strided` talks about.

-- The copies of arrays of 1 GiB, or of the largest that were measured.
function copied(variant)
	return largest(copy, {variant=variant})
end

function gain_of_width()
	return copied("once").gbs / copied("int").gbs
end

-- The share of the bandwidth at a stride of 1 float, in DRAM, that a stride of 32 keeps.
local function at_stride(step)
	return largest(stride, {precision="fp32", memory="dram", stride=step}, "touched_bytes").gbs
end

function part_at_32()
	return at_stride(32) / at_stride(1)
end
