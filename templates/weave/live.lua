-- live.lua - `= expression` in a chapter becomes its value on this machine, together with where
-- the value comes from.

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local epub = require("epub")
local measured = require("measured")
local live = {}

local count = 0 -- of the values on the page

-- The ends of the interval of a value, in its unit; nil where it was not measured itself but computed.
local column_of = { ["GB/s"] = "gbs", ms = "ms", ns = "ns", cycles = "cycles" }

function live.interval(value)
	local rows = measured.rows(value)
	if #rows == 1 and rows[1][column_of[value.unit]] == value.value then
		return csv.interval(rows[1], value.unit)
	end
end

-- Why a value is rough, such as "unsettled"; nil if it is not. What was asked for, such as a
-- size, is exact however its row ended, and what is made of several rows has no status. A row may have
-- two intervals and one status, so a value may have settled though the other one has not.
function live.rough(value)
	local rows = measured.rows(value)
	local is_timed = value.unit ~= "" and value.unit ~= "B"
	local status = is_timed and #rows == 1 and rows[1].status or "ok"
	local has_settled = status == "unsettled" and rows[1].ms_low and rows[1].ns_low and live.interval(value)
		and csv.is_settled(rows[1], value.unit)
	return status ~= "ok" and not has_settled and status or nil
end

-- The unit in which a page says an interval, and how many of it make one of the value's.
function live.unit_of(value)
	if value.unit == "ms" then
		return "µs", 1e3
	end
	return value.unit, 1
end

-- Two values in words, such as "51.2 to 51.4".
function live.from_to(low, high, factor)
	return measured.brief(low * factor, 5) .. " to " .. measured.brief(high * factor, 5)
end

-- "copy.csv, line 118: median of 20 samples, 95 % interval 4281.1 to 4292.4 GB/s. Measured on
-- NVIDIA H200, 2026-11-21, commit 41eeafcc26b0."
function live.provenance(value)
	local rows = measured.rows(value)
	local t, row = rows[1].table, rows[1]
	local tables = book.unique(pandoc.List({ table.unpack(rows) }):map(function(each) return each.table end))
	local text = table.concat(book.unique(tables:map(function(each) return each.name .. ".csv" end)), ", ") .. (#rows > 1 and (", %d rows"):format(#rows) or (", line %d"):format(row.line))
	local low, high = live.interval(value)
	if low then
		local unit, factor = live.unit_of(value)
		text = text .. (": median of %d samples, 95 %% interval %s %s"):format(row.samples,
			live.from_to(low, high, factor), unit)
		local least, most, spread = csv.spread(row, value.unit)
		if spread then
			-- A table that was recorded later is not of these processes.
			local other = (value.value < least or value.value > most) and " other" or ""
			text = text .. ("; %d%s processes%s found %s"):format(spread.processes, other,
				spread.cards > 1 and (" on %d cards"):format(spread.cards) or "", live.from_to(least, most, factor))
		end
	end
	local status = live.rough(value)
	if status then
		text = text .. ", " .. status .. (status == "unsettled" and ": the interval reaches farther than half a percent" or "")
	end
	return ("%s. Measured on %s%s%s%s."):format(text, csv.machine(t.edition).name,
		t.notes.date and ", " .. t.notes.date or "", t.notes.commit and ", commit " .. t.notes.commit or "",
		tables:find_if(function(each) return each.quick end) and ", in a quick pass" or "")
end

-- The note on a number at the end of a PDF, for Typst: the ends of the interval, in the unit that is shown, and
-- the tables with their lines: ("1.22–1.25", "timers 41") or ("", "copy 118, 131").
local per_ms = { ns = 1e6, ["µs"] = 1e3, ms = 1, s = 1e-3 }

local function origin_of(value)
	local low, high = live.interval(value)
	local _, shown = measured.text(value)
	local factor = value.unit == "ms" and per_ms[shown] or 1
	local ends = low and measured.brief(low * factor, 5) .. "–" .. measured.brief(high * factor, 5) or ""
	local rows = book.unique(measured.rows(value), function(row) return row.table.name .. row.line end)
	local names = book.unique(rows:map(function(row) return row.table.name end))
	local place = #rows > 3 and ("%s, %d rows"):format(table.concat(names, ", "), #rows)
		or table.concat(names:map(function(name)
			local lines = rows:filter(function(row) return row.table.name == name end):map(function(row) return row.line end)
			lines:sort()
			return name .. " " .. table.concat(lines, ", ")
		end), ", ")
	return ("(%s, %s)"):format(book.quote(ends), book.quote(place))
end

-- The text that shows a measured value. A rough one has a "~" before it.
function live.text(value)
	return (live.rough(value) and "~" or "") .. measured.said(value)
end

-- The inline that shows it.
function live.show(value)
	local text = live.text(value)
	local from = live.provenance(value)
	local theirs = book.machine ~= "." and pandoc.List(measured.rows(value)):find_if(function(row)
		return row.table.borrowed
	end) ~= nil
	count = count + 1
	if book.target == "typst" then
		local origin = type(value.value) == "number" and ", from: " .. origin_of(value) or ""
		return pandoc.RawInline("typst", ("#live(%s, borrowed: %s%s)"):format(book.quote(text), tostring(theirs), origin))
	elseif book.target == "epub" then
		return epub.value(text, from, theirs)
	end
	-- Versions of Lua disagree about whether a whole number ends in ".0".
	local plain = type(value.value) == "number" and ("%.14g"):format(value.value) or tostring(value.value)
	return pandoc.RawInline("html", ('<span class="live%s%s" tabindex="0" aria-describedby="from-%d" data-value="%s">'
		.. '%s<span class="from" role="tooltip" id="from-%d">%s</span></span>'):format(theirs and " borrowed" or "",
		type(value.value) == "string" and " name" or "", count, book.escape(plain),
		book.escape(text), count, book.escape(from)))
end

-- The measured value of a code. Stops if the expression gives something else.
function live.value(code)
	local text = code.text:match("^= (.*)$")
	local value = expression.value(text, code)
	if not measured.is(value) then
		book.fail(code, "`%s` gives %s, which was not measured: an expression needs a value from a table", text,
			type(value) == "table" and "a row: name a column" or tostring(value))
	end
	return value
end

function live.Code(code)
	if code.text:find("^= ") then
		return live.show(live.value(code))
	end
end

return live
