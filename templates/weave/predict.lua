-- predict.lua - what a prediction asks the reader for: a curve, a number or a choice.
--
--   ::: {.predict draw="fig-stride" curve="the bandwidth of floats" at="1 2 8 32" as=step of="floats_by(step).gbs"}
--   ::: {.predict guess="floats_keep_at(1)"}
--   ::: {.predict choices="faster, as fast, slower" right=how_gather_compares}
--
-- A curve is drawn on the axes of that figure of the chapter, and compared with the values at these places of
-- its x axis. They are numbers or, where the axis has sizes, such as 4*KiB. `along` says in words what the
-- places are: along=stride as in "at stride 8", along="N bins" as in "at 256 bins". `panel=2` says that the curve
-- belongs into the second panel of the figure, and `unit` what is counted if the values have no unit of their own.
-- Values that are in proportion to what was measured, such as half of a bandwidth, take its interval by `from`, which
-- gives what was measured at each place.
-- If the places are words, such as L1 and L2, `x` gives where they lie.
-- `right` is a name that stands for one of the choices.
--
-- On a page, predict.js reads all this from data- attributes. In print, where answers are left out, a box has
-- the empty axes, and says which curve to draw. What shows too much there is marked by axes.awk.

local book = require("book")
local expression = require("expression")
local live = require("live")
local measured = require("measured")
local predict = {}

-- A number as the script reads it.
local function plain(number)
	return ("%.9g"):format(number)
end

-- The value of an expression; nothing if it was not measured on this machine.
local function given(code, div)
	local value, _, lacking = expression.try(code, div)
	if not lacking and not measured.is(value) then
		book.fail(div, "`%s` was not measured", code)
	end
	return value
end

-- A measured value, its unit and its interval, such as "51.2 to 51.4", which is that of `from` in proportion.
local function value_of(code, div, from)
	local value = given(code, div)
	local its = value and from and given(from, div) or value
	if not its then
		return nil
	end
	local low, high = live.interval(its)
	local unit, factor = live.unit_of(value)
	return value.value * factor, unit, low and live.from_to(low, high, factor * value.value / its.value) or ""
end

-- ---- A curve ---------------------------------------------------------------------------------------

-- The name of the script of a figure of this page.
local function script_of(div)
	local id = div.attributes.draw:gsub("%W", "%%%0")
	return book.source:match("#" .. id .. ' from="([^"]+)"')
		or book.fail(div, 'draw="%s": this page has no such figure', div.attributes.draw)
end

-- A place in words, such as "stride 8", "1,024 bins" or "4 KiB".
local function words_of(place, along)
	local words = place:gsub("*", " "):gsub("^%d+$", function(number)
		return measured.said(measured.new(tonumber(number), "", {}, true))
	end)
	if along:find("%f[%w]N%f[%W]") then
		return (along:gsub("%f[%w]N%f[%W]", words))
	end
	return along == "" and words or along .. " " .. words
end

-- The points, each x|in words|value|interval, and the unit of the values.
local function points_of(div)
	local a, points, unit = div.attributes, pandoc.List(), nil
	for place in a.at:gmatch("%S+") do
		local function there(code)
			return (code:gsub("%f[%w_]" .. a.as .. "%f[^%w_]", (place:gsub("%%", "%%%%"))))
		end
		local value, its, interval = value_of(there(a.of), div, a.from and there(a.from))
		local x = value and (a.x and value_of(there(a.x), div) or not a.x and expression.compile(place, div)())
		if x then
			unit = its
			points:insert(("%s|%s|%s|%s"):format(plain(x), book.escape(words_of(place, a.along or "")), plain(value), interval))
		end
	end
	return points, unit
end

local kinds = {}

function kinds.draw(div)
	local a = div.attributes
	if not (a.curve and a.at and a.as and a.of) then
		book.fail(div, 'draw="%s" needs curve=, at=, as= and of= as well', a.draw)
	end
	local path = ("%s/figures/%s.svg"):format(book.data_of, script_of(div))
	if book.target == "typst" then
		path = "build/print/" .. path
		return book.read(path) and ("(axes: %s, curve: %s)"):format(book.quote(path), book.quote(a.curve)) or ""
	end
	local points, unit = points_of(div)
	return #points > 1 and (' data-draw="%s" data-panel="%s" data-curve="%s" data-points="%s" data-unit="%s"'):format(
		a.draw, a.panel or 1, book.escape(a.curve), table.concat(points, ";"), a.unit or unit) or ""
end

-- ---- A number, a choice ------------------------------------------------------------------------------

function kinds.guess(div)
	local value, unit, interval = value_of(div.attributes.guess, div)
	return value and book.target == "html"
		and (' data-guess="%s" data-unit="%s" data-interval="%s"'):format(plain(value), unit, interval) or ""
end

function kinds.choices(div)
	local a = div.attributes
	local right = expression.try(a.right or book.fail(div, "choices= needs right="), div)
	right = measured.is(right) and measured.said(right) or right
	local choices = pandoc.List()
	for choice in (a.choices .. ","):gmatch("%s*([^,]+),") do
		choices:insert(choice)
	end
	if right and not choices:includes(right) then
		book.fail(div, "`%s` gives '%s', which is none of the choices", a.right, tostring(right))
	end
	return right and book.target == "html"
		and (' data-choices="%s" data-right="%s"'):format(book.escape(table.concat(choices, "|")), book.escape(right)) or ""
end

-- The attributes of a box on a page, or the arguments of its function in print. An EPUB has none, and neither
-- has a page without answers, since the attributes tell them. The id says what is asked, and a browser
-- remembers a prediction by it, so it stays the same when boxes are added.
function predict.asked(div)
	local a = div.attributes
	for kind, write in pairs(kinds) do
		if a[kind] and book.target ~= "epub" and book.solutions ~= "none" then
			local question = table.concat({ "predict", a.draw or a.guess or a.right, a.of }, "-"):gsub("%W+", "-"):gsub("%-$", "")
			return (book.target == "html" and (' id="%s"'):format(question) or "") .. write(div)
		end
	end
	return ""
end

return predict
