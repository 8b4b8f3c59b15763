-- query.lua - a filter of its own, for `make query`: the rows that $Q asks a table for, or
-- what it stands for in a chapter, as text.

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local live = require("live")
local measured = require("measured")

local units = { gbs = "GB/s", ns = "ns" }

-- What tells rows apart, and rates and latencies with their intervals; all columns where
-- there are none of these.
local function heads_of(t)
	if not t.columns.gbs and not t.columns.ns then
		return { "line", table.unpack(t.columns) }
	end
	local heads = { "line", table.unpack(t.varied) }
	for _, column in ipairs({ "gbs", "ns" }) do
		if t.columns[column] then
			heads[#heads + 1] = column
			heads[#heads + 1] = "95 % interval"
		end
	end
	return heads
end

local function cells_of(row, heads)
	local cells = {}
	for i, head in ipairs(heads) do
		local low, high = csv.interval(row, units[heads[i - 1]])
		cells[i] = low and head == "95 % interval"
			and measured.brief(low, 5) .. " to " .. measured.brief(high, 5)
			or type(row[head]) == "number" and measured.brief(row[head], 12) or tostring(row[head] or "-")
	end
	return cells
end

-- Lines of cells, the columns as wide as what is in them.
local function aligned(lines)
	local widths = {}
	for _, cells in ipairs(lines) do
		for i, cell in ipairs(cells) do
			widths[i] = math.max(widths[i] or 0, #cell)
		end
	end
	for n, cells in ipairs(lines) do
		for i, cell in ipairs(cells) do
			cells[i] = (" "):rep(widths[i] - #cell) .. cell
		end
		lines[n] = table.concat(cells, "  ")
	end
	return table.concat(lines, "\n")
end

local function table_of(rows)
	if #rows == 0 then
		return "no rows"
	end
	local t = rows[1].table
	local heads = heads_of(t)
	local lines = { heads }
	for _, row in ipairs(rows) do
		lines[#lines + 1] = cells_of(row, heads)
	end
	return t.path .. "\n" .. aligned(lines)
end

local function answer(doc)
	book.start(doc.meta)
	local asked = os.getenv("Q")
	local view, filter = asked:match("^%s*([%w_]+)%s*(%b{})%s*$")
	local value = expression.value(view and ("rows(%s, %s)"):format(view, filter) or asked,
		pandoc.Code(asked))
	local row = type(value) == "table" and not measured.is(value) and (getmetatable(value) or {}).row
	local text
	if measured.is(value) then
		local number, unit = measured.text(value)
		text = ("%s %s\n%s"):format(number, unit, live.provenance(value))
	elseif row then
		text = table_of({ row })
	elseif view then
		text = table_of(value)
	elseif type(value) == "table" then
		text = "no value, no row: name a column"
	else
		text = tostring(value)
	end
	return pandoc.Pandoc({ pandoc.RawBlock("plain", text) })
end

return { { Pandoc = answer } }
