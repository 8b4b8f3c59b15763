-- history.lua: the conditions of the page on a machine's history.

-- Are there two recordings or more?
function is_series()
	return has(history) and largest(history, {}, "recording").recording > 1
end
