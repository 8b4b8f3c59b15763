-- query.lua - a filter of its own, for `make query`: the rows that $Q asks a table for, or
-- what it stands for in a chapter, as text.

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local figure = require("figure")
local live = require("live")
local measured = require("measured")

-- A row as cells: its line, and what figures show of it, with intervals.
local function cells_of(row, columns)
	local cells = { tostring(row.line) }
	for _, column in ipairs(columns) do
		local low, high = csv.interval(row, figure.units[column])
		local value = row[column]
		cells[#cells + 1] = type(value) == "number" and measured.brief(value, 12) or tostring(value)
		cells[#cells + 1] = figure.units[column] and (low and measured.brief(low, 5) .. " to "
			.. measured.brief(high, 5) or "-")
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
	local columns = figure.columns_of(t, rows)
	local heads = { "line" }
	for _, column in ipairs(columns) do
		heads[#heads + 1] = column
		heads[#heads + 1] = figure.units[column] and "95 % interval"
	end
	local lines = { heads }
	for _, row in ipairs(rows) do
		lines[#lines + 1] = cells_of(row, columns)
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
