-- text.lua - the rows that the lab `histogram` talks about.

-- 256 bins and uniform values.
function counted(variant)
	return host_histogram{variant=variant, bins=256, input="uniform"}
end

-- Values per second.
function values_of(variant)
	return unit(counted(variant).gbs / 4 * 1000, "million")
end

function cores()
	return counted("private").threads
end

function gain()
	return counted("private").gbs / counted("one").gbs
end
