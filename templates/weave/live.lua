-- live.lua - `= expression` in a chapter becomes its value on this machine, together with where
-- the value comes from.

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local epub = require("epub")
local measured = require("measured")
local live = {}

local count = 0 -- of the values on the page

-- Why a value is rough, such as "unsettled"; nil if it is not. What was asked for, such as a
-- size, is exact however its row ended, and what is made of several rows has no status.
local function rough(value)
	local rows = measured.rows(value)
	local is_timed = value.unit ~= "" and value.unit ~= "B"
	return is_timed and #rows == 1 and rows[1].status ~= "ok" and rows[1].status or nil
end

-- "copy.csv, line 118: median of 20 samples, 95 % interval 4281.1 to 4292.4 GB/s. Measured on
-- NVIDIA H200, 2026-11-21, commit 41eeafcc26b0."
function live.provenance(value)
	local rows = measured.rows(value)
	local t, row = rows[1].table, rows[1]
	local tables = book.unique(pandoc.List({ table.unpack(rows) }):map(function(each) return each.table end))
	local text = table.concat(book.unique(tables:map(function(each) return each.name .. ".csv" end)), ", ") .. (#rows > 1 and (", %d rows"):format(#rows) or (", line %d"):format(row.line))
	local low, high = csv.interval(row, value.unit)
	if #rows == 1 and low then
		local unit, factor = value.unit, 1
		if unit == "ms" then
			unit, factor = "µs", 1e3
		end
		local function from_to(least, most)
			return measured.brief(least * factor, 5) .. " to " .. measured.brief(most * factor, 5)
		end
		text = text .. (": median of %d samples, 95 %% interval %s %s"):format(row.samples, from_to(low, high), unit)
		local least, most, spread = csv.spread(row, value.unit)
		if spread then
			text = text .. ("; %d processes%s found %s"):format(spread.processes,
				spread.cards > 1 and (" on %d cards"):format(spread.cards) or "", from_to(least, most))
		end
	end
	local status = rough(value)
	if status then
		text = text .. ", " .. status .. (status == "unsettled" and ": the interval is wider than half a percent" or "")
	end
	return ("%s. Measured on %s%s%s%s."):format(text, csv.machine(t.edition).name,
		t.notes.date and ", " .. t.notes.date or "", t.notes.commit and ", commit " .. t.notes.commit or "",
		tables:find_if(function(each) return each.quick end) and ", in a quick pass" or "")
end

-- The inline that shows a measured value. A rough one has a "~" before it.
function live.show(value)
	local text = (rough(value) and "~" or "") .. measured.said(value)
	local from = live.provenance(value)
	local theirs = book.machine ~= "." and pandoc.List(measured.rows(value)):find_if(function(row)
		return row.table.borrowed
	end) ~= nil
	count = count + 1
	if book.target == "typst" then
		return pandoc.RawInline("typst", ("#live(%s, borrowed: %s)"):format(book.quote(text), tostring(theirs)))
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
