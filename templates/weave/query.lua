-- query.lua - a filter of its own for `make query`: prints the rows of a table that $Q asks for, or
-- what $Q stands for in a chapter.

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
		local value, low, high = row[column], csv.interval(row, figure.units[column])
		cells[#cells + 1] = type(value) == "number" and measured.brief(value, 12) or tostring(value)
		cells[#cells + 1] = figure.units[column]
			and (low and measured.brief(low, 5) .. " to " .. measured.brief(high, 5) or "-")
	end
	return cells
end

-- Lines of cells, with columns as wide as what is in them.
local function aligned(lines)
	local widths = {}
	for _, cells in ipairs(lines) do
		for i, cell in ipairs(cells) do
			widths[i] = math.max(widths[i] or 0, #cell)
		end
	end
	return table.concat(lines:map(function(cells)
		for i, cell in ipairs(cells) do
			cells[i] = (" "):rep(widths[i] - #cell) .. cell
		end
		return table.concat(cells, "  ")
	end), "\n")
end

local function table_of(rows)
	if #rows == 0 then
		return "no rows"
	end
	local columns = figure.columns_of(rows[1].table, rows)
	local heads = { "line" }
	for _, column in ipairs(columns) do
		heads[#heads + 1] = column
		heads[#heads + 1] = figure.units[column] and "95 % interval"
	end
	local lines = pandoc.List({ heads })
	for _, row in ipairs(rows) do
		lines:insert(cells_of(row, columns))
	end
	return rows[1].table.path .. "\n" .. aligned(lines)
end

-- The answer to the question $Q, as text.
local function answer()
	local question = os.getenv("Q")
	local view, filter = question:match("^%s*([%w_]+)%s*(%b{})%s*$")
	local value = expression.value(view and ("rows(%s, %s)"):format(view, filter) or question, pandoc.Code(question))
	if measured.is(value) then
		local number, unit = measured.text(value)
		return ("%s %s\n%s"):format(number, unit, live.provenance(value))
	elseif view then
		return table_of(value)
	elseif type(value) == "table" then
		local row = (getmetatable(value) or {}).row
		return row and table_of({ row }) or "no value, no row: name a column"
	end
	return tostring(value)
end

return book.prints(answer)
