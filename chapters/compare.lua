-- compare.lua: what others published numbers of, as we measure it.

function peak()
	return note("saxpy", "peak_gbs")
end

function article()
	return saxpy{variant="article", precision="fp32", memory="dram", array_bytes=80*MiB}
end

function floats_at(elements)
	return largest(offset, {precision="fp32", offset=elements}, "touched_bytes")
end

function floats_by(step)
	return largest(stride, {precision="fp32", stride=step}, "touched_bytes")
end

function mapped()
	return least(overlap, {variant="mapped", cycles=48}, "ms")
end
