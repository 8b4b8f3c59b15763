-- measured.lua - numbers that know where they come from.
--
-- A measured value is a table { value, unit, counted, [ROWS] }. Its rows are all the rows of
-- CSV that it was made of; expressions cannot reach them. Arithmetic joins the rows. The
-- quotient of two values of one unit has no unit.
--
-- Strides, threads, registers and bytes are counted, and exact. What was timed, and what is
-- made of that, always shows three digits, even where it happens to be whole: an overfetch is
-- 1.00 among others of 1.33.

local book = require("book")
local measured = {}
local meta = {}
local ROWS = {}

-- The end of a column's name is its unit, as in `array_bytes` and `ms_low`.
local units = { gbs = "GB/s", bytes = "B", mhz = "MHz", ms = "ms", bits = "bit", ns = "ns", cycles = "cycles" }

local function unit_of(column)
	local name = column:gsub("_low$", ""):gsub("_high$", "")
	return units[name] or units[column:match("_(%a+)$")] or ""
end

function measured.is(x)
	return getmetatable(x) == meta
end

function measured.new(value, unit, rows, counted)
	return setmetatable({ value = value, unit = unit, counted = counted, [ROWS] = rows }, meta)
end

function measured.rows(x)
	return x[ROWS]
end

local function is_whole(x)
	return type(x) == "number" and x == math.floor(x)
end

-- Is a column counted, which means that all of its numbers are whole? A value that stands
-- alone has only itself to tell.
local function is_counted(row, column)
	local t = row.table
	if not t or not t.columns[column] then
		return is_whole(row[column])
	end
	t.counted = t.counted or {}
	if t.counted[column] == nil then
		t.counted[column] = true
		for _, each in ipairs(t.rows) do
			if type(each[column]) == "number" and not is_whole(each[column]) then
				t.counted[column] = false
			end
		end
	end
	return t.counted[column]
end

-- The value of a row's column; nil where there is no such column.
function measured.of(row, column)
	local value = row[column]
	return value ~= nil and measured.new(value, unit_of(column), { row }, is_counted(row, column)) or nil
end

local function parts(x)
	if measured.is(x) then
		return x.value, x.unit, x[ROWS], x.counted
	end
	return x, nil, {}, true
end

-- The rows of both lists, each once.
function measured.join(a, b)
	local rows = pandoc.List({ table.unpack(a) })
	rows:extend(b)
	return book.unique(rows)
end

-- An operator computes a value, and combines two units. A plain number has no unit (nil).
local function operator(compute, combine)
	return function(a, b)
		local x, x_unit, x_rows, x_counted = parts(a)
		local y, y_unit, y_rows, y_counted = parts(b)
		return measured.new(compute(x, y), combine(x_unit, y_unit), measured.join(x_rows, y_rows),
			x_counted and y_counted)
	end
end

local function same(x, y)
	if x and y and x ~= y then
		error("cannot add " .. x .. " and " .. y, 0)
	end
	return x or y
end

meta.__add = operator(function(x, y) return x + y end, same)
meta.__sub = operator(function(x, y) return x - y end, same)
meta.__mul = operator(function(x, y) return x * y end, function(x, y)
	return (x == nil or x == "") and y or (y == nil or y == "") and x or ""
end)
meta.__div = operator(function(x, y) return x / y end, function(x, y)
	return (y == nil or y == "") and x or ""
end)
meta.__unm = function(a) return measured.new(-a.value, a.unit, a[ROWS], a.counted) end
meta.__lt = function(a, b) return (parts(a)) < (parts(b)) end
meta.__le = function(a, b) return (parts(a)) <= (parts(b)) end

-- ---- How a value is written -----------------------------------------------

-- Three significant digits, or all before the point, with commas between thousands. A counted
-- whole number has no decimals.
local function digits(x, counted)
	local size, decimals = math.abs(x), 0
	if not counted or not is_whole(size) then
		decimals = size >= 100 and 0 or size >= 10 and 1 or size >= 1 and 2 or 3
	end
	local whole, rest = ("%." .. decimals .. "f"):format(x):match("^(-?%d+)(.*)$")
	local count
	repeat
		whole, count = whole:gsub("^(-?%d+)(%d%d%d)", "%1,%2")
	until count == 0
	return whole .. rest
end

local function scaled(x, names, factor, counted)
	local i = 1
	while names[i + 1] and math.abs(x) >= factor do
		x, i = x / factor, i + 1
	end
	return digits(x, counted), names[i]
end

-- How many: "1,234", or with a word "1,234 rows" and "1 row".
function measured.count(n, word)
	return digits(n, true) .. (word and " " .. word .. (n == 1 and "" or "s") or "")
end

-- A number with at most so many significant digits and never an exponent, for tables and for
-- the ends of intervals, which need more digits than prose does.
function measured.brief(x, significant)
	local text = ("%." .. significant .. "g"):format(x)
	return text:find("e", 1, true) and ("%.0f"):format(x) or text
end

-- The number and its unit, as two strings.
function measured.text(m)
	if type(m.value) == "string" then
		return m.value, ""
	elseif m.unit == "B" then
		return scaled(m.value, { "B", "KiB", "MiB", "GiB", "TiB" }, 1024, true)
	elseif m.unit == "ms" then
		return scaled(m.value * 1e6, { "ns", "µs", "ms", "s" }, 1000)
	elseif m.unit == "%" then
		return (("%.0f"):format(m.value):gsub("^%-0$", "0")), "%"
	end
	-- A clock in MHz is set, but a rate or a latency is measured.
	return digits(m.value, m.counted and m.unit ~= "GB/s" and m.unit ~= "ns"), m.unit
end

-- The number and its unit in one string.
function measured.said(m)
	local number, unit = measured.text(m)
	return unit == "" and number or number .. " " .. unit
end

return measured
