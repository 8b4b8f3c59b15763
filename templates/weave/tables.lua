-- tables.lua - a table of a page stands in a box that scrolls where it is wider than
-- the window, by keyboard too. Its numbers are in the face of code; a cell of words is
-- not, but for the names in it.
--
--   | [1 2 4 8]{.each as=step} | `= floats(step).gbs` |
--
-- is a row for each word of the list, which `step` is in the values of the row, and in a
-- test around the list, by which some of the rows may be left out. Where the
-- table says it in other words, [Level 1, DRAM]{.each as=level of="l1 dram"}, they stand
-- between commas.

local book = require("book")
local tables = {}

-- The text of inlines, without what is code. A live value is raw by now, which is no
-- text.
local function text_of(inlines)
	local parts = {}
	for _, inline in ipairs(inlines) do
		parts[#parts + 1] = inline.t == "Str" and inline.text
			or inline.t == "Space" and " "
			or inline.t ~= "Code" and inline.content and text_of(inline.content) or ""
	end
	return table.concat(parts)
end

-- Words are longer than units.
local function is_prose(cell)
	local text = text_of(pandoc.utils.blocks_to_inlines(cell.contents))
	return text:find("%l%l%l%l") or text:find("%a") and not text:find("%f[%w]%d")
end

local function mark_prose(rows)
	for _, row in ipairs(rows) do
		for _, cell in ipairs(row.cells) do
			if is_prose(cell) then
				cell.classes = { "prose" }
			end
		end
	end
end

-- The list that a row of cells is repeated over; nil where there is none.
local function list_in(cells)
	local list
	for _, cell in ipairs(cells) do
		pandoc.Div(cell):walk({ Span = function(span)
			list = list or span.classes[1] == "each" and span or nil
		end })
	end
	return list
end

-- What a list holds: { words, value } each.
local function items_of(list)
	local items = pandoc.List()
	local text, of = pandoc.utils.stringify, list.attributes.of
	for _, word in ipairs(of and {} or list.content) do
		if word.t ~= "Space" then
			items:insert({ words = { word }, value = text(word):gsub(",", "") })
		end
	end
	local values = (of or ""):gmatch("%S+")
	for words in (of and text(list.content) .. ", " or ""):gmatch("(.-), ") do
		items:insert({ words = pandoc.Inlines(words), value = values() })
	end
	return items
end

-- A row with one item of its list.
local function row_of(cells, name, item)
	local value = tonumber(item.value) and item.value or ("%q"):format(item.value)
	local function put(code)
		return (code:gsub("%f[%w_]" .. name .. "%f[^%w_]", value))
	end
	return pandoc.List(cells):map(function(cell)
		return pandoc.Div(cell):walk({
			Span = function(span)
				span.attributes.test = span.attributes.test and put(span.attributes.test)
				return span.classes[1] == "each" and item.words or span
			end,
			Code = function(code)
				code.text = code.text:gsub("^= .*", put)
				return code
			end,
		}).content
	end)
end

function tables.each(block)
	local simple = pandoc.utils.to_simple_table(block)
	local all, repeats = pandoc.List(), false
	for _, cells in ipairs(simple.rows) do
		local list = list_in(cells)
		if not list then
			all:insert(cells)
		else
			repeats = true
			local name = list.attributes.as
				or book.fail(list, "[...]{.each} without as=, the name of what it is in the row")
			for _, item in ipairs(items_of(list)) do
				all:insert(row_of(cells, name, item))
			end
		end
	end
	simple.rows = all
	return repeats and pandoc.utils.from_simple_table(simple) or nil
end

function tables.Table(block)
	if book.target ~= "html" then
		return nil
	end
	for _, body in ipairs(block.bodies) do
		mark_prose(body.body)
	end
	return book.wrap('<div class="wide" tabindex="0" role="group" aria-label="Table">',
		{ block }, "</div>")
end

return tables
