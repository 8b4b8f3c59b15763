-- lead.lua - a single line below a heading that leads to what follows. In print it stays with that, or
-- the heading would nearly be the last line of a page.

local book = require("book")
local lead = {}

local function leads(block, before)
	return before and before.t == "Header" and block.t == "Para" and #pandoc.utils.stringify(block) < 70
end

function lead.Blocks(blocks)
	if book.target ~= "typst" then
		return nil
	end
	local all = pandoc.List()
	for i, block in ipairs(blocks) do
		all:extend(leads(block, blocks[i - 1]) and book.wrap("#lead[", { block }, "]") or { block })
	end
	return all
end

return lead
