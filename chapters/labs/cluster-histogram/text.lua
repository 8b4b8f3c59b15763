-- text.lua - the rows that the lab `cluster-histogram` talks about.

-- 65,536 bins and uniform values, in the smallest cluster that has room for the bins.
function counted(variant)
	return least(histogram, {variant=variant, bins=65536, input="uniform"}, "cluster_size")
end

function is_counted(variant)
	return has(histogram, {variant=variant, bins=65536, input="uniform"})
end

function has_clusters()
	return is_counted("remote") and is_counted("owner")
end

-- Values per second.
function values_of(variant)
	return unit(counted(variant).gbs / 4 * 1000, "million")
end

function gain()
	return counted("owner").gbs / counted("global").gbs
end
