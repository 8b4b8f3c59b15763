-- glossary.lua - the first use of a term in a chapter becomes a link to its entry
-- in the glossary, with the entry's first sentence as a preview.
--
-- An entry is an item of a definition list whose term is a span with an id:
--
--   [Bank, bank conflict]{#bank}
--   :   Shared memory has 32 banks ...
--
-- Its terms stand between commas or "and"; regular plurals are known. The span may
-- say what else, or what instead, is to be linked:
--
--   [Row, DRAM bank]{#row as="DRAM bank, *row*"}
--
-- where *row* is linked in italics only, since it is an everyday word, too. A
-- capital that is not the first letter, as in SM, is one in the text as well.
--
-- Left alone are headings, links, code, figures, tables, quotations, and what a
-- chapter puts into a span without attributes: [*lanes*]{}.

local book = require("book")
local refs = require("refs")
local glossary = {}

-- The glossary's file among the chapters, and its page.
local function find_glossary()
	local stem = ("\n" .. (book.read("build/chapters.txt") or ""))
		:match("\n(%d+%-glossary)\t")
	if stem then
		return "chapters/" .. stem .. ".md", "glossary.html"
	end
end

-- The terms of an entry's span, between commas.
local function terms_of(span)
	return span.attributes.as
		or (pandoc.utils.stringify(span.content):gsub(" and ", ", "))
end

-- A term as it is written, and its plural.
local function numbers_of(term)
	local plural = term:find("[sxz]$") or term:find("[sc]h$")
	plural = plural and term .. "es"
		or term:find("[^aeiou]y$") and term:sub(1, -2) .. "ies"
		or term .. "s"
	return { term, plural }
end

-- The forms of an entry's terms: { text, exact, italic }.
local function forms_of(terms)
	local forms = {}
	for term in terms:gmatch("[^,]+") do
		local italic, word = term:match("^%s*(%*?)(.-)%*?%s*$")
		local exact = word:find("%u", 2) ~= nil
		for _, text in ipairs(numbers_of(word)) do
			forms[#forms + 1] = { text = exact and text or text:lower(),
				exact = exact, italic = italic ~= "" }
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

-- What chapters need of the glossary: a line for each entry, with its id, its terms
-- and its first sentence.
function glossary.lines(doc)
	local lines = {}
	each_entry(doc, function(span, definition)
		lines[#lines + 1] = table.concat({ span.identifier, terms_of(span),
			first_sentence(definition) }, "\t")
	end)
	return table.concat(lines, "\n")
end

-- The forms of those lines by their first word, longest first, each with its entry.
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
		table.sort(forms, function(a, b)
			if #a.text ~= #b.text then
				return #a.text > #b.text
			end
			return a.text < b.text
		end)
	end
	return index
end

-- ---- Searching a text -----------------------------------------------------------

-- The first form in a text that is not linked yet: from, to, form.
local function first_form(text, index, italic, linked)
	local lower = text:lower()
	for from, word in lower:gmatch("()([%w_-]+)") do
		for _, form in ipairs(index[word] or {}) do
			local to = from + #form.text - 1
			local found = (form.exact and text or lower):sub(from, to)
			if found == form.text and not text:find("^[%w_-]", to + 1)
				and (italic or not form.italic) and not linked[form.entry] then
				return from, to, form
			end
		end
	end
end

-- A run of words and spaces: its inlines, and what each is in the text.
local function new_run()
	return { inlines = pandoc.List(), texts = {} }
end

-- The bytes from..to of a run, as a run.
local function slice(run, from, to)
	local part, at = new_run(), 1
	for i, text in ipairs(run.texts) do
		local first, last = math.max(from, at), math.min(to, at + #text - 1)
		if first <= last then
			local whole = last - first + 1 == #text
			text = text:sub(first - at + 1, last - at + 1)
			part.inlines:insert(whole and run.inlines[i] or pandoc.Str(text))
			table.insert(part.texts, text)
		end
		at = at + #run.texts[i]
	end
	return part
end

-- The inlines with what state.link(inlines, entry) makes of first uses.
local function link_inlines(inlines, state, italic)
	local all, run = pandoc.List(), new_run()
	local function end_run()
		local text = table.concat(run.texts)
		local from, to, form = first_form(text, state.index, italic, state.linked)
		if not form then
			all:extend(run.inlines)
			run = new_run()
			return
		end
		state.linked[form.entry] = true
		all:extend(slice(run, 1, from - 1).inlines)
		all:extend(state.link(slice(run, from, to).inlines, form.entry))
		run = slice(run, to + 1, #text)
		end_run()
	end
	for _, inline in ipairs(inlines) do
		local kind = inline.t
		if kind == "Str" or kind == "Space" or kind == "SoftBreak" then
			run.inlines:insert(inline)
			table.insert(run.texts, kind == "Str" and inline.text or " ")
		else
			end_run()
			if kind == "Emph" or kind == "Strong" then
				inline.content = link_inlines(inline.content, state,
					italic or kind == "Emph")
			end
			all:insert(inline)
		end
	end
	end_run()
	return all
end

local function leave(element)
	return element, false
end

-- The divisions whose text is a figure's, or hidden until asked for.
local skipped = { figure = true }
local hidden = { answer = true, solution = true }

-- Blocks with what text() makes of paragraphs, and inner() of what is hidden and of
-- notes, which are beside the text.
local function walk(blocks, text, inner)
	return pandoc.Blocks(blocks):walk({ traverse = "topdown",
		Para = text, Plain = text, Note = inner,
		Header = leave, Table = leave, DefinitionList = leave,
		Div = function(div)
			local class = div.classes[1]
			local visit = skipped[class] and leave or hidden[class] and inner
			if visit then
				return visit(div)
			end
		end })
end

-- Links first uses: what is in sight comes first, then what is hidden until it is asked
-- for. In most paragraphs there are none, which is seen quickly.
local function link_blocks(blocks, state)
	local function text(block)
		if first_form(pandoc.utils.stringify(block), state.index, true, state.linked) then
			block.content = link_inlines(block.content, state, false)
			return block
		end
	end
	local function inner(element)
		element.content = walk(element.content, text, nil)
		return element, false
	end
	return walk(walk(blocks, text, leave), nil, inner)
end

-- ---- A chapter, and the glossary itself --------------------------------------------

local function link_to(page)
	return function(inlines, entry)
		if book.target == "epub" then
			return { pandoc.Link(inlines, page .. "#" .. entry.id) }
		end
		local all = pandoc.List({ pandoc.RawInline("html", ('<span class="term">'
			.. '<a href="%s#%s" aria-describedby="term-%s">'):format(page,
			entry.id, entry.id)) })
		all:extend(inlines)
		all:insert(pandoc.RawInline("html", ('</a><span class="from" '
			.. 'role="tooltip" id="term-%s">%s</span></span>'):format(entry.id,
			book.escape(entry.sentence))))
		return all
	end
end

local function link_chapter(doc, page)
	doc.blocks = link_blocks(doc.blocks, { linked = {}, link = link_to(page),
		index = index_of(book.read("build/terms.txt")
			or book.fail("", "no build/terms.txt: 'make site' would make it")) })
	return doc
end

-- The glossary's own words in italics are entries of it. What is wrong with an
-- entry is said when its own page is made.
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
				book.fail(code, "a live value in the first sentence of '%s', "
					.. "which other pages show: put it into the second", id)
			end
		end })
		for _, form in ipairs(forms_of(terms_of(span))) do
			local other = owner[form.text]
			if other and other ~= id then
				book.fail("{#" .. id, "'%s' is in two entries, '%s' and '%s': "
					.. 'say as="..." in one', form.text, other, id)
			end
			owner[form.text] = id
		end
	end)
	return doc:walk({
		DefinitionList = function(list)
			return list:walk({ Emph = function(emph)
				local text = pandoc.utils.stringify(emph)
				local id = owner[text] or owner[text:lower()]
				if not id then
					book.fail("*" .. text .. "*", "no entry of this glossary is "
						.. "called '%s'", text)
				end
				return book.target ~= "typst"
					and pandoc.Link({ emph }, "#" .. id) or nil
			end })
		end,
		Span = function(span)
			span.attributes.as = nil
			return span
		end,
	})
end

-- What stood in a span to be left alone.
function glossary.Span(span)
	return span.identifier == "" and #span.classes == 0
		and #span.attributes == 0 and span.content or nil
end

function glossary.Pandoc(doc)
	local path, page
	if book.number then
		path, page = find_glossary()
	end
	if path and book.file == path then
		return link_glossary(doc)
	elseif path and book.target ~= "typst" and (book.number or 0) > 0 then
		return link_chapter(doc, page)
	end
end

return glossary
