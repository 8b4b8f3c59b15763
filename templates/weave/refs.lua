-- refs.lua - [](#fig-copy) becomes "Figure 3.1", [](#sec-tail) "Section 3.4".

local book = require("book")
local refs = {}

local labels = {}

-- Numbers figures and sections in the order of the text, as they are shown.
function refs.Pandoc(doc)
	local figures, sections = 0, { 0, 0, 0 }
	local chapter = book.number or 0
	doc:walk({
		Header = function(header)
			if header.level == 2 then
				sections[1] = sections[1] + 1
				labels[header.identifier] = ("Section %d.%d"):format(chapter,
					sections[1])
			end
		end,
	})
	doc:walk({
		Div = function(div)
			if div.classes:includes("figure") then
				figures = figures + 1
				labels[div.identifier] = book.number
					and ("Figure %d.%d"):format(chapter, figures)
					or ("Figure %d"):format(figures)
			elseif div.classes:includes("claim") then
				labels[div.identifier] = "claim " .. div.identifier
			end
		end,
	})
end

function refs.Link(link)
	local id = link.target:match("^#(.+)$")
	if not id or #link.content > 0 then
		return nil
	end
	if not labels[id] then
		local known = {}
		for label in pairs(labels) do
			known[#known + 1] = label
		end
		book.fail("(#" .. id .. ")", "nothing here is called '%s'; there are %s",
			id, book.list(known))
	end
	if book.target == "typst" then
		return pandoc.RawInline("typst", ("#link(<%s>)[%s]"):format(id,
			labels[id]))
	end
	return pandoc.Link(labels[id], link.target)
end

return refs
