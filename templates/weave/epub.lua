-- epub.lua - what is different where all chapters are one document that is read a
-- screen at a time: what a page shows when it is asked for stands at the end of its
-- chapter, with links there and back.

local book = require("book")
local epub = {}

local kept, sources, known = pandoc.List(), pandoc.List(), {}

-- Keeps an answer or a solution, and returns what stands in its place.
function epub.keep(title, blocks)
	local n = tostring(#kept + 1)
	kept:insert({ n = n, blocks = blocks, title = title })
	return pandoc.Para({ pandoc.Link({ pandoc.Str(title) }, "#kept-" .. n, "",
		pandoc.Attr("asked-" .. n)) })
end

-- A measured value: readers show what its link leads to, and where they do not it is
-- a place to go to. Values of one origin share it.
function epub.value(text, from, theirs)
	if not known[from] then
		sources:insert(from)
		known[from] = "from-" .. #sources
	end
	-- Pairs have an order, keys have none.
	return pandoc.Link({ pandoc.Str(text) }, "#" .. known[from], "",
		pandoc.Attr("", { "live", theirs and "borrowed" or nil },
			{ { "epub:type", "noteref" }, { "role", "doc-noteref" } }))
end

local function appendix(id, title)
	return pandoc.Header(2, title, pandoc.Attr(id, { "unnumbered" }))
end

local function append(blocks)
	if #kept > 0 then
		blocks:insert(appendix("kept", "Answers and solutions"))
	end
	for _, each in ipairs(kept) do
		local all = pandoc.List({ pandoc.Para({ pandoc.Link({ pandoc.Str(each.title) },
			"#asked-" .. each.n, "", pandoc.Attr("", { "label" })) }) })
		all:extend(each.blocks)
		blocks:insert(pandoc.Div(all, pandoc.Attr("kept-" .. each.n, { "solution" })))
	end
	if #sources > 0 then
		blocks:insert(appendix("origins", "Where the numbers are from"))
	end
	for i, from in ipairs(sources) do
		blocks:extend(book.wrap(('<aside id="from-%d" epub:type="footnote" '
			.. 'role="doc-footnote">'):format(i), { pandoc.Para(from) }, "</aside>"))
	end
end

-- Names are those of a chapter, so that of all chapters none is there twice. Its own
-- is that of its title.
local function with_names(doc, page)
	local function named(element)
		if element.identifier ~= "" then
			element.identifier = page .. "-" .. element.identifier
			return element
		end
	end
	local function header(element)
		if book.number == 0 then
			element.classes:insert("unnumbered")
		end
		return named(element) or element
	end
	local function raw(element)
		element.text = element.text:gsub('(%f[%w]id=")', "%1" .. page .. "-")
		return element
	end
	return doc:walk({ Header = header, Div = named, Span = named, RawBlock = raw,
		RawInline = raw, Link = function(link)
			local other, id = link.target:match("^([%w_]*)%.?h?t?m?l?#(.+)$")
			if id then
				link.target = ("#%s-%s"):format(other == "" and page or other, id)
			else
				link.target = link.target:gsub("^([%w_]+)%.html$", "#%1")
			end
			return named(link) or link
		end })
end

function epub.Pandoc(doc)
	if book.target ~= "epub" then
		return nil
	end
	append(doc.blocks)
	local page = book.out:match("([^/]+)%.%w+$")
	doc = with_names(doc, page)
	local title = doc.blocks[1]
	title.identifier = page
	doc.blocks[1] = title
	return doc
end

return epub
