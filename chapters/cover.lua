-- cover.lua: what the front page of the site shows of the reference machine.

-- The loop that everyone writes first.
function first_loop()
	return largest(copy, {variant="int", memory="dram"})
end

-- What the GPU counted for a warp of floats.
function counted(step)
	return counters{experiment="stride", precision="fp32", stride=step}.sectors_per_load
end
