-- tables.lua - a table of a page stands in a box that scrolls where the table is wider than the
-- window. Its numbers are set in the face of code, and cells of words are not.
--
--   | [1 2 4 8]{.each as=step} | `= floats(step).gbs` |
--
-- is a row for each word of the list. `step` stands for the word in the values of the row, and in a
-- condition around the list, which may leave out some of the rows. Where the table says the list
-- in other words, these stand between commas: [Level 1, DRAM]{.each as=level of="l1 dram"}.

local book = require("book")
local tables = {}

-- ---- Rows that repeat ------------------------------------------------------------------------

-- The list that a row of cells is repeated for; nil where there is none.
local function list_in(cells)
	local list
	for _, cell in ipairs(cells) do
		pandoc.Div(cell):walk({ Span = function(span)
			list = list or span.classes[1] == "each" and span or nil
		end })
	end
	return list
end

-- The items of a list, each a { words, value }.
local function items_of(list)
	local items, text, of = pandoc.List(), pandoc.utils.stringify, list.attributes.of
	if of then
		local values = of:gmatch("%S+")
		for words in (text(list.content) .. ", "):gmatch("(.-), ") do
			items:insert({ words = pandoc.Inlines(words), value = values() })
		end
		return items
	end
	for _, word in ipairs(list.content) do
		if word.t ~= "Space" then
			items:insert({ words = { word }, value = text(word):gsub(",", "") })
		end
	end
	return items
end

-- A row for one item of its list.
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

-- A table with its repeated rows.
function tables.each(block)
	local simple = pandoc.utils.to_simple_table(block)
	local all, repeats = pandoc.List(), false
	for _, cells in ipairs(simple.rows) do
		local list = list_in(cells)
		if list then
			repeats = true
			local name = list.attributes.as
				or book.fail(list, "[...]{.each} has no as=, the name that stands for the item in its row")
			all:extend(items_of(list):map(function(item) return row_of(cells, name, item) end))
		else
			all:insert(cells)
		end
	end
	simple.rows = all
	return repeats and pandoc.utils.from_simple_table(simple) or nil
end

-- ---- A table on a page -------------------------------------------------------------------------

-- The text of inlines without code. A live value is raw by now, and no text either.
local function text_of(inlines)
	return table.concat(pandoc.List(inlines):map(function(inline)
		return inline.t == "Str" and inline.text or inline.t == "Space" and " "
			or inline.t ~= "Code" and inline.content and text_of(inline.content) or ""
	end))
end

-- Does a cell hold words? They are longer than units, or stand without a number.
local function is_prose(cell)
	local text = text_of(pandoc.utils.blocks_to_inlines(cell.contents))
	return text:find("%l%l%l%l") or text:find("%a") and not text:find("%f[%w]%d")
end

-- In print, the dashes below a table's head say how wide its columns are, unless all have the same
-- number: then columns are as wide as what they hold.
function tables.Table(block)
	if book.target == "typst" then
		local first = block.colspecs[1][2]
		if not block.colspecs:find_if(function(column) return column[2] ~= first end) then
			block.colspecs = block.colspecs:map(function(column) return { column[1] } end)
		end
		return block
	elseif book.target ~= "html" then
		return nil
	end
	for _, body in ipairs(block.bodies) do
		for _, row in ipairs(body.body) do
			for column, cell in ipairs(row.cells) do
				if is_prose(cell) then
					cell.classes = { "prose" }
					-- Words in two of three columns are too wide for a telephone, where the first stands above the others.
					block.classes = column == 2 and #row.cells == 3 and { "stacked" } or block.classes
				end
			end
		end
	end
	local open, close = book.wide("Table")
	return book.wrap(open, { block }, close)
end

return tables
