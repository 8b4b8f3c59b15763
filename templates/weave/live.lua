-- live.lua - `= expression` in a chapter becomes its value on this machine,
-- with where it came from.

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local epub = require("epub")
local measured = require("measured")
local live = {}

local count = 0

-- What is timed may not have settled; what was asked for, as a size, is exact.
local function is_timed(value)
	return value.unit ~= "" and value.unit ~= "B"
end

-- "copy.csv, line 118: median of 20 samples, 95 % interval 4281.1 to 4292.4 GB/s.
-- Measured on NVIDIA H200, 2026-11-21, commit 41eeafcc26b0."
function live.provenance(value)
	local rows = measured.rows(value)
	local t, row = rows[1].table, rows[1]
	local text = t.name .. ".csv"
	local names = {}
	for _, each in ipairs(rows) do
		if each.table.name ~= t.name and not names[each.table.name] then
			names[each.table.name] = true
			text = text .. ", " .. each.table.name .. ".csv"
		end
	end
	if #rows > 1 then
		text = text .. (", %d rows"):format(#rows)
	else
		text = text .. (", line %d"):format(row.line)
	end
	local low, high = csv.interval(row, value.unit)
	if #rows == 1 and low then
		local unit, factor = value.unit, 1
		if unit == "ms" then
			unit, factor = "µs", 1e3
		end
		text = text .. (": median of %d samples, 95 %% interval %s to %s %s")
			:format(row.samples, measured.brief(low * factor, 5),
				measured.brief(high * factor, 5), unit)
	end
	if is_timed(value) and row.status and row.status ~= "ok" and #rows == 1 then
		text = text .. ", " .. row.status .. (row.status == "unsettled"
			and ": the interval is wider than half a percent" or "")
	end
	local quick = false
	for _, each in ipairs(rows) do
		quick = quick or each.table.quick
	end
	local whose = csv.machine(t.edition).name
	return ("%s. Measured on %s%s%s%s."):format(text, whose,
		t.notes.date and ", " .. t.notes.date or "",
		t.notes.commit and ", commit " .. t.notes.commit or "",
		quick and ", in a quick pass" or "")
end

local function borrowed(rows)
	for _, row in ipairs(rows) do
		if row.table.borrowed and book.machine ~= "." then
			return true
		end
	end
	return false
end

-- The inline that shows a measured value.
function live.show(value)
	local number, unit = measured.text(value)
	local text = unit == "" and number or number .. " " .. unit
	-- A value that did not settle is not shown as if it had.
	local rows = measured.rows(value)
	for _, row in ipairs(rows) do
		if is_timed(value) and row.status and row.status ~= "ok"
			and #rows == 1 then
			text = "~" .. text
		end
	end
	local from = live.provenance(value)
	local theirs = borrowed(rows)
	count = count + 1
	if book.target == "typst" then
		return pandoc.RawInline("typst", ("#live(%s, borrowed: %s)")
			:format(book.quote(text), tostring(theirs)))
	elseif book.target == "epub" then
		return epub.value(text, from, theirs)
	end
	return pandoc.RawInline("html", ('<span class="live%s" tabindex="0" '
		.. 'aria-describedby="from-%d" data-value="%s">%s<span class="from" '
		.. 'role="tooltip" id="from-%d">%s</span></span>'):format(
		(theirs and " borrowed" or "")
			.. (type(value.value) == "string" and " name" or ""), count,
		book.escape(tostring(value.value)), book.escape(text), count,
		book.escape(from)))
end

function live.Code(code)
	local text = code.text:match("^= (.*)$")
	if not text then
		return nil
	end
	local value = expression.value(text, code)
	if not measured.is(value) then
		book.fail(code, "`%s` gives %s, which was not measured: an "
			.. "expression needs a value from a table", text,
			type(value) == "table" and "a row: name a column" or
			tostring(value))
	end
	return live.show(value)
end

return live
