-- epub.lua - what is different in an EPUB, where all chapters are one document that is read a
-- screen at a time: answers and the origins of numbers stand at the end of their chapter, with
-- links there and back.

local book = require("book")
local epub = {}

local kept, sources, known = pandoc.List(), pandoc.List(), {}

-- Keeps an answer or a solution for the end, and returns what stands in its place.
function epub.keep(title, blocks)
	local n = tostring(#kept + 1)
	kept:insert({ n = n, blocks = blocks, title = title })
	return pandoc.Para({ pandoc.Link({ pandoc.Str(title) }, "#kept-" .. n, "", pandoc.Attr("asked-" .. n)) })
end

-- A measured value as a link to where it comes from. Some readers show that in place, others go
-- there. Values of one origin share it.
function epub.value(text, from, theirs)
	if not known[from] then
		sources:insert(from)
		known[from] = "from-" .. #sources
	end
	-- The attributes are pairs, since those with keys have no fixed order.
	return pandoc.Link({ pandoc.Str(text) }, "#" .. known[from], "",
		pandoc.Attr("", { "live", theirs and "borrowed" or nil }, { { "epub:type", "noteref" }, { "role", "doc-noteref" } }))
end

local function append(blocks)
	local function heading(id, title)
		blocks:insert(pandoc.Header(2, title, pandoc.Attr(id, { "unnumbered" })))
	end
	if #kept > 0 then
		heading("kept", "Answers and solutions")
	end
	for _, each in ipairs(kept) do
		local all = pandoc.List({ pandoc.Para({ pandoc.Link({ pandoc.Str(each.title) }, "#asked-" .. each.n, "",
			pandoc.Attr("", { "label" })) }) })
		all:extend(each.blocks)
		blocks:insert(pandoc.Div(all, pandoc.Attr("kept-" .. each.n, { "solution" })))
	end
	if #sources > 0 then
		heading("origins", "Where the numbers are from")
	end
	for i, from in ipairs(sources) do
		blocks:extend(book.wrap(('<aside id="from-%d" epub:type="footnote" role="doc-footnote">'):format(i),
			{ pandoc.Para(from) }, "</aside>"))
	end
end

-- Puts the name of the page before each id and in each link, because ids of several chapters may
-- be the same.
local function with_names(doc, page)
	local function named(element)
		if element.identifier ~= "" then
			element.identifier = page .. "-" .. element.identifier
		end
		return element
	end
	local function raw(element)
		element.text = element.text:gsub('(%f[%w]id=")', "%1" .. page .. "-")
		return element
	end
	return doc:walk({ Div = named, Span = named, RawBlock = raw, RawInline = raw,
		Header = function(header)
			if book.number == 0 then
				header.classes:insert("unnumbered")
			end
			return named(header)
		end,
		Link = function(link)
			local other, id = link.target:match("^([%w-]*)%.?h?t?m?l?#(.+)$")
			if id then
				link.target = ("#%s-%s"):format(other == "" and page or other, id)
			else
				link.target = link.target:gsub("^([%w-]+)%.html$", "#%1")
			end
			return named(link)
		end })
end

function epub.Pandoc(doc)
	if book.target ~= "epub" then
		return nil
	end
	append(doc.blocks)
	doc = with_names(doc, book.page)
	-- The chapter itself is linked to by the name of its page.
	local title = doc.blocks[1]
	title.identifier = book.page
	doc.blocks[1] = title
	return doc
end

return epub
