-- text.lua - the rows that the lab `transpose` talks about.

-- The largest matrix that was measured.
function transposed(variant)
	return largest(transpose, {variant=variant, memory="dram"})
end

function gain()
	return transposed("wide").gbs / transposed("naive").gbs
end
