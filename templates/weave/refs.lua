-- refs.lua - links without words are given them, and every link leads to a page and a place
-- that exist.
--
--   [](#fig-copy)              Figure 3.1
--   [](#sec-tail)              Section 3.4
--   [](#ex-tail)               Exercise 3.2
--   [](#V3)                    claim V3
--   [](ladder.html)            Chapter 7
--   [](ladder.html#sec-tail)   Section 7.2, and so for exercises and claims
--
-- A link to another chapter or its section says the title when it is pointed at.

local book = require("book")
local edition = require("edition")
local refs = {}

local labels, titles = {}, {}

-- Notes what a figure, a section or a claim is called in links to it.
function refs.note(element, label)
	if labels[element.identifier] then
		book.fail(element, "'%s' is the id of %s already", element.identifier,
			labels[element.identifier])
	end
	labels[element.identifier] = label
end

-- Numbers figures and sections in the order of the text, as they are shown.
function refs.Pandoc(doc)
	local figures, sections, exercises = 0, 0, 0
	local chapter = book.number or 0
	doc:walk({
		Header = function(header)
			titles[header.identifier] = true
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
				if div.identifier == "" then
					book.fail(div, "a figure without an id, such as {.figure #fig-copy")
				end
				refs.note(div, book.number and ("Figure %d.%d"):format(chapter, figures)
					or ("Figure %d"):format(figures))
			elseif div.classes:includes("exercise") then
				exercises = exercises + 1
				if div.identifier ~= "" then
					refs.note(div, ("Exercise %d.%d"):format(chapter, exercises))
				end
			end
		end,
	})
end

-- Where the site has the page or the file that a relative link names, from its root.
local function path_of(target)
	local folder = book.out:match("^build/%w+/(.-)[^/]*$")
	return ((folder .. target):gsub("^[^/]+/%.%./", ""))
end

-- All of the site besides files: the pages and the printed documents, by path, each with its
-- chapter if it belongs to one.
local pages

local function find_pages()
	pages = { ["index.html"] = {}, ["machines.html"] = {}, ["compare.html"] = {}, ["claims.html"] = {}, ["predictions.html"] = {},
		["teach.html"] = {} }
	for _, lab in ipairs(edition.labs()) do
		for _, kind in ipairs({ "c", "cu" }) do
			local path = ("chapters/labs/%s/starter.%s"):format(lab.name, kind)
			local file = io.open(path)
			if file then
				file:close()
				pages["source/" .. path .. ".txt"] = {}
			end
		end
	end
	local known = edition.compared()
	known:insert(book.machine)
	for _, machine in ipairs(known) do
		for _, name in ipairs({ "report.html", "history.html", "roofline.html", "report.pdf", "ladder.pdf", "book.pdf", "book.epub" }) do
			pages[machine .. "/" .. name] = {}
		end
		for _, lab in ipairs(edition.labs()) do
			pages[machine .. "/" .. lab.page .. ".html"] = {}
		end
		for _, chapter in ipairs(edition.chapters()) do
			pages[machine .. "/" .. chapter.page .. ".html"] = chapter
			pages[machine .. "/" .. chapter.stem .. ".pdf"] = chapter.number > 0 and {} or nil
		end
	end
end

-- The words for a place of another chapter, or for its top, and its title if it has one. A lab's text has no numbers.
function refs.label_of(page, place)
	for _, lab in ipairs(edition.labs()) do
		local text = lab.page == page and book.read(("chapters/labs/%s/text.md"):format(lab.name)) or ""
		local title = ("\n" .. text):match("\n## ([^\n]*) {#" .. place:gsub("%-", "%%-") .. "}")
		if title then
			return lab.title, title
		end
	end
	for _, chapter in ipairs(edition.chapters()) do
		if chapter.page == page and place == "" then
			return "Chapter " .. chapter.number, chapter.title
		elseif chapter.page == page then
			local sections, exercises, in_code = 0, 0, false
			for line in (book.read("chapters/" .. chapter.stem .. ".md") or ""):gmatch("[^\n]+") do
				in_code = in_code ~= (line:find("^%s*```") ~= nil)
				local is_section = not in_code and line:find("^## ")
				local is_exercise = not in_code and line:find("^:+.*exercise")
				sections = sections + (is_section and 1 or 0)
				exercises = exercises + (is_exercise and 1 or 0)
				if line:match("#([%w-]+)[ }]") == place then
					if is_section then
						local title = pandoc.read(line).blocks[1].content
						return ("Section %d.%d"):format(chapter.number, sections), pandoc.utils.stringify(title)
					end
					return is_exercise and ("Exercise %d.%d"):format(chapter.number, exercises)
						or line:find("claim", 1, true) and "claim " .. place
				end
			end
		end
	end
end

local function check(target)
	if not pages then
		find_pages()
	end
	local path, place = path_of(target):match("^([^#]*)#?(.*)$")
	local page = pages[path]
	local file = not page and io.open("build/site/" .. path)
	if file then
		file:close()
	elseif not page then
		book.fail(target, "there is no page '%s': a link to a chapter is its name without the "
			.. "number, such as vector.html", target)
	elseif place ~= "" and (page.ids or "") ~= "" and not page.ids:find(" " .. place .. " ", 1, true) then
		book.fail(target, "nothing in chapters/%s.md is called '%s': give what is meant {#%s}",
			page.stem, place, place)
	end
	return page or {}
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

-- To a page of the site that this document has not.
local function to_site(link)
	if book.site == "" then
		return link.content
	end
	return pandoc.Link(link.content, book.site .. "/" .. path_of(link.target))
end

function refs.Link(link)
	local id = link.target:match("^#(.+)$")
	if not id and link.target ~= "" and not link.target:find("^%a[%w+.-]*:") then
		local page = book.out and check(link.target) or {} -- a list of terms is no page
		local name, place = link.target:match("([%w-]+)%.html#?(.*)$")
		if name and #link.content == 0 then
			local label, title = refs.label_of(name, place)
			link.content = pandoc.Inlines(label
				or book.fail("(" .. link.target .. ")", "no chapter has a place '%s'", link.target))
			link.title = title or ""
		end
		if book.target == "typst" and link.target:find("^[%w-]+%.html") then
			return in_print(name, place == "" and "top" or place, link.content)
		elseif book.target == "typst" or book.target == "epub" and not page.stem then
			return to_site(link)
		end
		return link
	end
	-- A link may also mean a place that is not shown on this machine.
	local found = not id or titles[id]
		or (" " .. book.source:gsub("[{}]", " ") .. " "):find("#" .. id .. " ", 1, true)
	if not id or #link.content > 0 and found then
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
