-- compare.lua: what others published numbers of, as we measure it.

function peak()
	return note("saxpy", "peak_gbs")
end

function article()
	return saxpy{variant="article", precision="fp32", memory="dram", array_bytes=80*MiB}
end

function mapped()
	return least(overlap, {variant="mapped", cycles=48}, "ms")
end
