-- roofline.lua: the values that the page of the roofline shows.

-- Operations per second of a unit and a format.
function rate(variant, format)
	return unit(flops(peaks{variant=variant, precision=format}) / 1000, "TFLOP/s")
end
