-- tables.lua - a table of a page stands in a box that scrolls where it is wider than
-- the window, by keyboard too.

local book = require("book")
local tables = {}

function tables.Table(block)
	return book.target == "html" and book.wrap('<div class="wide" tabindex="0" '
		.. 'role="group" aria-label="Table">', { block }, "</div>") or nil
end

return tables
