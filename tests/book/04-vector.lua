-- 04-vector.lua: the names of the chapter of small books.

function copied(variant)
	return largest(copy, {variant=variant, memory="dram"}).gbs
end

function small_copy()
	return copy{variant="int4", memory="dram", array_bytes=4*KiB}
end

function peak()
	return note("copy", "peak_gbs")
end

function counted(variant)
	return counters{experiment="copy", variant=variant, memory="dram"}.sectors_per_load
end

function wide_wins()
	return copied("int4") > copied("int")
end

function by_ints(bytes)
	return copy{variant="int", memory="dram", array_bytes=bytes}.gbs
end
