-- lead.lua - what print has to know of some text: a single line below a heading leads to what follows and stays
-- with that, or the heading would nearly be the last line of a page; and some sentences stand on slides.

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

-- A sentence that a slide shows below the code or the table before it, or on a slide of its own; and one on what only
-- a browser shows.
function lead.Span(span)
	if span.classes[1] == "browser" then
		return book.target == "html" and span.content or {}
	elseif span.classes[1] ~= "slide" then
		return nil
	elseif book.target == "typst" then
		span.content:insert(1, pandoc.RawInline("typst", "#shown["))
		span.content:insert(pandoc.RawInline("typst", "]"))
	end
	return span.content
end

return lead
