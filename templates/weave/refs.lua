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

-- A link in print: to a place of this PDF if it has that, else to the site's page.
local function in_print(page, id, content)
	local address = book.site ~= "" and ("%s/%s/%s.html%s"):format(book.site,
		book.machine, page, id == "top" and "" or "#" .. id) or ""
	local all = pandoc.List({ pandoc.RawInline("typst", ("#refer(%s, %s)["):format(
		book.quote(page .. ":" .. id), book.quote(address))) })
	all:extend(content)
	all:insert(pandoc.RawInline("typst", "]"))
	return all
end

function refs.Link(link)
	local id = link.target:match("^#(.+)$")
	local page, place = link.target:match("^([%w-]+)%.html#?(.*)$")
	if page and book.target == "typst" then
		return in_print(page, place == "" and "top" or place, link.content)
	end
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
		return in_print(book.page, id, { pandoc.Str(labels[id]) })
	end
	return pandoc.Link(labels[id], link.target)
end

return refs
