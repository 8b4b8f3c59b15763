-- rows.lua - tables that show of a machine what was measured on it.
--
--   ::: rows           of the tables in it those rows that can be told: the first
--                      live value of a row decides, another becomes a dash
--   ::: headlines      the same for tables of three columns, what, measured and its
--                      limit, with a fourth, the share of the limit; these are the
--                      numbers by which machines are compared
--
-- Where no row is left, nothing is shown of the division.

local book = require("book")
local expression = require("expression")
local rows = {}

-- The first live value in a cell, as code; nil where there is none.
local function live_in(cell)
	local found
	pandoc.Div(cell):walk({ Code = function(code)
		found = found or code.text:find("^= ") and code or nil
	end })
	return found
end

-- The expression of a code, which is evaluated elsewhere.
function rows.expression(code)
	return code.text:match("^= (.*)$")
end

-- The rows of a table, in order: the cells as blocks, and the live values by column.
function rows.of(simple)
	local all = pandoc.List()
	for _, cells in ipairs(simple.rows) do
		local row = { cells = cells, live = {} }
		for i, cell in ipairs(cells) do
			row.live[i] = live_in(cell)
			row.first = row.first or row.live[i]
		end
		all:insert(row)
	end
	return all
end

-- Can a live value be told of this machine?
local function can_tell(code)
	local _, _, lacking = expression.try(rows.expression(code), code)
	return not lacking
end

local function dash()
	return { pandoc.Plain({ pandoc.Str("–") }) }
end

-- The share as one more cell: of the limit, if both can be told.
local function share(row)
	local value, limit = row.live[2], row.live[3]
	if not limit or not can_tell(limit) then
		return dash()
	end
	return { pandoc.Plain({ pandoc.Code(("= percent((%s) / (%s))"):format(
		rows.expression(value), rows.expression(limit)),
		pandoc.Attr("", {}, value.attributes)) }) }
end

-- A table of the rows that can be told; nil where that is none.
local function reduce(block, with_share)
	local simple = pandoc.utils.to_simple_table(block)
	local kept = pandoc.List()
	for _, row in ipairs(rows.of(simple)) do
		if with_share and not row.live[2] then
			book.fail("::: headlines", "a row of headlines needs a live value "
				.. "in its second column")
		end
		if not row.first or can_tell(row.first) then
			local cells = pandoc.List()
			for i, cell in ipairs(row.cells) do
				cells:insert(row.live[i] and not can_tell(row.live[i])
					and dash() or cell)
			end
			if with_share then
				cells:insert(share(row))
			end
			kept:insert(cells)
		end
	end
	if #kept == 0 then
		return nil
	end
	simple.rows = kept
	if with_share and kept:find_if(function(cells)
		return pandoc.utils.stringify(cells[3]) ~= "–"
	end) then
		simple.header:insert({ pandoc.Plain({ pandoc.Str("Share") }) })
		simple.aligns:insert("AlignRight")
	end
	if with_share and #simple.header == 3 then
		for _, list in ipairs({ simple.header, simple.aligns, table.unpack(kept) }) do
			for i = #list, 3, -1 do
				list:remove(i)
			end
		end
	end
	-- As wide as what is in them, in whatever way they were written.
	simple.widths = simple.aligns:map(function() return 0 end)
	return pandoc.utils.from_simple_table(simple)
end

function rows.Div(div)
	local class = div.classes[1]
	if class ~= "rows" and class ~= "headlines" then
		return nil
	end
	local all, left = pandoc.List(), false
	for _, block in ipairs(div.content) do
		if block.t == "Table" then
			local reduced = reduce(block, class == "headlines")
			left = left or reduced ~= nil
			all:insert(reduced)
		else
			all:insert(block)
		end
	end
	-- Tables of headlines are short and stand side by side.
	return left and (class == "headlines" and book.beside("side", all) or all) or {}
end

return rows
