-- glossary.lua - the first use of a term on a page becomes a link to its entry in the glossary,
-- with the entry's first sentence as a preview.
--
-- An entry is an item of a definition list whose term is a span with an id:
--
--   [Bank, bank conflict]{#bank}
--   :   Shared memory has 32 banks ...
--
-- Its terms stand between commas or "and"; regular plurals are known. The span may say what else,
-- or what instead, is to be linked:
--
--   [Row, DRAM bank]{#row as="DRAM bank, *row*"}
--
-- Here *row* is linked only where it is in italics, since it is an everyday word, too. A capital
-- that is not the first letter, as in SM, must be one in the text as well.
--
-- Headings, links, code, figures, tables and quotations are left alone, and so is what a chapter
-- puts into a span without attributes: [*lanes*]{}.

local book = require("book")
local refs = require("refs")
local glossary = {}

-- ---- Entries -------------------------------------------------------------------------------

-- The terms of an entry's span, between commas.
local function terms_of(span)
	return span.attributes.as or (pandoc.utils.stringify(span.content):gsub(" and ", ", "))
end

local function plural_of(term)
	return (term:find("[sxz]$") or term:find("[sc]h$")) and term .. "es"
		or term:find("[^aeiou]y$") and term:sub(1, -2) .. "ies"
		or term .. "s"
end

-- The forms of an entry's terms, each a { text, exact, italic }.
local function forms_of(terms)
	local forms = {}
	for term in terms:gmatch("[^,]+") do
		local star, word = term:match("^%s*(%*?)(.-)%*?%s*$")
		local exact = word:find("%u", 2) ~= nil
		for _, text in ipairs({ word, plural_of(word) }) do
			forms[#forms + 1] = { text = exact and text or text:lower(), exact = exact, italic = star ~= "" }
		end
	end
	return forms
end

-- Calls visit(span, definition) for each entry of a document.
local function each_entry(doc, visit)
	doc:walk({ DefinitionList = function(list)
		for _, item in ipairs(list.content) do
			local span = item[1][1]
			if span.t == "Span" and span.identifier ~= "" then
				visit(span, item[2][1])
			end
		end
	end })
end

local function first_sentence(blocks)
	local text = pandoc.utils.stringify(blocks[1]:walk({ Link = refs.Link }))
	return text:match("^.-[.?!]%f[%s\0]") or text
end

-- The text of build/terms.txt, which is all that other pages need of the glossary: a line for each entry,
-- with its id, its terms and its first sentence.
function glossary.lines(doc)
	local lines = {}
	each_entry(doc, function(span, definition)
		lines[#lines + 1] = table.concat({ span.identifier, terms_of(span), first_sentence(definition) }, "\t")
	end)
	return table.concat(lines, "\n")
end

-- The forms in those lines by their first word, the longest first.
local function index_of(lines)
	local index = {}
	for id, terms, sentence in lines:gmatch("([^\t\n]*)\t([^\t\n]*)\t([^\n]*)") do
		local entry = { id = id, sentence = sentence }
		for _, form in ipairs(forms_of(terms)) do
			form.entry = entry
			local word = form.text:lower():match("^[%w_-]*")
			index[word] = index[word] or {}
			table.insert(index[word], form)
		end
	end
	for _, forms in pairs(index) do
		table.sort(forms, function(a, b) return #a.text > #b.text or #a.text == #b.text and a.text < b.text end)
	end
	return index
end

-- ---- A page -------------------------------------------------------------------------------

local index, page -- the forms, and the page of the glossary
local linked = {} -- the entries that are linked already

-- The first form in a text whose entry is not linked yet: from, to, form.
local function first_form(text, italic)
	local lower = text:lower()
	for from, word in lower:gmatch("()([%w_-]+)") do
		for _, form in ipairs(index[word] or {}) do
			local to = from + #form.text - 1
			if (form.exact and text or lower):sub(from, to) == form.text and not text:find("^[%w_-]", to + 1)
				and (italic or not form.italic) and not linked[form.entry] then
				return from, to, form
			end
		end
	end
end

local function link_to(inlines, entry)
	if book.target == "typst" then
		inlines:insert(1, pandoc.RawInline("typst", ("#term(%s)["):format(book.quote("glossary:" .. entry.id))))
		inlines:insert(pandoc.RawInline("typst", "]"))
		return inlines
	elseif book.target == "epub" then
		return { pandoc.Link(inlines, page .. "#" .. entry.id) }
	end
	inlines:insert(1, pandoc.RawInline("html", ('<span class="term"><a href="%s#%s" aria-describedby="term-%s">'):format(
		page, entry.id, entry.id)))
	inlines:insert(pandoc.RawInline("html", ('</a><span class="from" role="tooltip" id="term-%s">%s</span></span>'):format(
		entry.id, book.escape(entry.sentence))))
	return inlines
end

-- The text of a word or a space; nil for other inlines.
local function text_of(inline)
	return inline.t == "Str" and inline.text or (inline.t == "Space" or inline.t == "SoftBreak") and " " or nil
end

-- The bytes from..to of a run of words and spaces, as inlines.
local function slice(run, from, to)
	local part, at = pandoc.List(), 1
	for _, inline in ipairs(run) do
		local text = text_of(inline)
		local first, last = math.max(from - at + 1, 1), math.min(to - at + 1, #text)
		if first <= last then
			part:insert(last - first + 1 == #text and inline or pandoc.Str(text:sub(first, last)))
		end
		at = at + #text
	end
	return part
end

-- A run of words and spaces with its first uses linked.
local function link_run(run, italic)
	local text = table.concat(run:map(text_of))
	local from, to, form = first_form(text, italic)
	if not form then
		return run
	end
	linked[form.entry] = true
	local all = slice(run, 1, from - 1)
	all:extend(link_to(slice(run, from, to), form.entry))
	all:extend(link_run(slice(run, to + 1, #text), italic))
	return all
end

local function link_inlines(inlines, italic)
	local all, run = pandoc.List(), pandoc.List()
	for _, inline in ipairs(inlines) do
		if text_of(inline) then
			run:insert(inline)
		else
			all:extend(link_run(run, italic))
			run = pandoc.List()
			if inline.t == "Emph" or inline.t == "Strong" then
				inline.content = link_inlines(inline.content, italic or inline.t == "Emph")
			end
			all:insert(inline)
		end
	end
	all:extend(link_run(run, italic))
	return all
end

-- In most paragraphs no term is used for the first time, which a look at the text tells quickly.
local function link_text(block)
	if first_form(pandoc.utils.stringify(block), true) then
		block.content = link_inlines(block.content, false)
		return block
	end
end

local function leave(element)
	return element, false
end

local is_hidden = { answer = true, solution = true } -- until a reader asks for it

-- Blocks with what text() makes of paragraphs, and inner() of hidden divisions and of notes, which
-- stand beside the text.
local function walk(blocks, text, inner)
	return pandoc.Blocks(blocks):walk({ traverse = "topdown", Para = text, Plain = text, Note = inner,
		Header = leave, Table = leave, DefinitionList = leave,
		Div = function(div)
			if div.classes[1] == "figure" then
				return div, false
			elseif is_hidden[div.classes[1]] and inner then
				return inner(div)
			end
		end })
end

-- Links the terms in sight first, and then those in what is hidden.
local function link_page(doc)
	index = index_of(book.read("build/terms.txt") or book.fail("", "no build/terms.txt: 'make site' would make it"))
	doc.blocks = walk(walk(doc.blocks, link_text, leave), nil, function(element)
		element.content = walk(element.content, link_text, nil)
		return element, false
	end)
	return doc
end

-- ---- The glossary itself -----------------------------------------------------------------------

-- Links the glossary's own words in italics, which are entries of it, and finds what is wrong with
-- an entry.
local function link_glossary(doc)
	local owner, ids = {}, {}
	each_entry(doc, function(span, definition)
		local id = span.identifier
		if ids[id] then
			book.fail("{#" .. id, "there are two entries '%s'", id)
		end
		ids[id] = true
		local sentence = first_sentence(definition)
		definition[1]:walk({ Code = function(code)
			if code.text:find("^= ") and sentence:find(code.text, 1, true) then
				book.fail(code, "a live value in the first sentence of '%s', which other pages show: put it into the second", id)
			end
		end })
		for _, form in ipairs(forms_of(terms_of(span))) do
			local other = owner[form.text]
			if other and other ~= id then
				book.fail("{#" .. id, "'%s' is in two entries, '%s' and '%s': say as=\"...\" in one", form.text, other, id)
			end
			owner[form.text] = id
		end
	end)
	return doc:walk({
		DefinitionList = function(list)
			return list:walk({ Emph = function(emph)
				local text = pandoc.utils.stringify(emph)
				local id = owner[text] or owner[text:lower()]
					or book.fail("*" .. text .. "*", "no entry of this glossary is called '%s'", text)
				return book.target == "typst" and link_to(pandoc.Inlines({ emph }), { id = id })
					or pandoc.Link({ emph }, "#" .. id)
			end })
		end,
		Span = function(span)
			span.attributes.as = nil
			return span
		end,
	})
end

-- A span without attributes has done its duty once the terms are linked.
function glossary.Span(span)
	return span.identifier == "" and #span.classes == 0 and #span.attributes == 0 and span.content or nil
end

function glossary.Pandoc(doc)
	local stem = ("\n" .. (book.read("build/chapters.txt") or "")):match("\n(%d+%-glossary)\t")
	if not stem or book.apart then -- a GPU of a fleet has no edition
		return nil
	elseif book.file == "chapters/" .. stem .. ".md" then
		return link_glossary(doc)
	end
	page = (book.machine == "." and book.data_of .. "/" or "") .. book.page_of(stem) .. ".html"
	return link_page(doc)
end

return glossary
