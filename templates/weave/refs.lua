-- refs.lua - links without words are given them.
--
--   [](#fig-copy)              Figure 3.1
--   [](#sec-tail)              Section 3.4
--   [](#ex-tail)               Exercise 3.2
--   [](#V3)                    claim V3
--   [](ladder.html)            Chapter 6
--   [](ladder.html#sec-tail)   Section 6.2, and so for exercises and claims

local book = require("book")
local edition = require("edition")
local refs = {}

local labels = {}

-- A claim is no division any more when places are numbered.
function refs.note_claim(id)
	labels[id] = "claim " .. id
end

-- Numbers figures and sections in the order of the text, as they are shown.
function refs.Pandoc(doc)
	local figures, sections, exercises = 0, 0, 0
	local chapter = book.number or 0
	doc:walk({
		Header = function(header)
			if header.level == 2 then
				sections = sections + 1
				labels[header.identifier] = ("Section %d.%d"):format(chapter, sections)
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
			elseif div.classes:includes("exercise") then
				exercises = exercises + 1
				labels[div.identifier] = ("Exercise %d.%d"):format(chapter, exercises)
			end
		end,
	})
end

-- What a place of another chapter is called; its top, where there is no place.
local function label_of(page, place)
	for _, chapter in ipairs(edition.chapters()) do
		if chapter.page == page and place == "" then
			return "Chapter " .. chapter.number
		elseif chapter.page == page then
			local sections, exercises = 0, 0
			for line in (book.read("chapters/" .. chapter.stem .. ".md") or ""):gmatch("[^\n]+") do
				local is_section, is_exercise = line:find("^## "), line:find("^:+ {?%.?exercise")
				sections = sections + (is_section and 1 or 0)
				exercises = exercises + (is_exercise and 1 or 0)
				if (line:match("#([%w-]+)[ }]")) == place then
					return is_section and ("Section %d.%d"):format(chapter.number, sections)
						or is_exercise and ("Exercise %d.%d"):format(chapter.number, exercises)
						or "claim " .. place
				end
			end
		end
	end
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
	local page, place = link.target:match("([%w-]+)%.html#?(.*)$")
	if page and #link.content == 0 then
		link.content = pandoc.Inlines(label_of(page, place)
			or book.fail("(" .. link.target .. ")", "no chapter has a place '%s'", link.target))
	end
	if page and book.target == "typst" then
		return in_print(page, place == "" and "top" or place, link.content)
	end
	if not id or #link.content > 0 then
		return link
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
