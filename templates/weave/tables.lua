-- tables.lua - a table of a page stands in a box that scrolls where it is wider than
-- the window, by keyboard too. Its numbers are in the face of code; a cell of words is
-- not, but for the names in it.

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
