-- absent.lua - an experiment that no machine here has measured breaks no page: what needs its
-- data is left out, and the author is told so.
--
-- It leaves out a sentence, which is a line of the chapter; a row of a table; a figure; a listing; the
-- text that a condition on the data chooses; or a prediction or an exercise with one of these. A
-- section that loses its figure goes as well if nothing else in it was measured, and so do the
-- sentences that refer to it.

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local absent = {}

local missed = {} -- the experiments of which the author knows
local gone = {} -- the ids of what is left out

-- Tells the author once for each experiment that something is left out.
local function tell(element, experiment)
	if not missed[experiment] and book.target == "html" then
		io.stderr:write(("%s:%s: left out of the edition of %s: what needs '%s', which no machine here has measured\n")
			:format(book.file_of(element), element.attributes.line or 1, book.machine, experiment))
	end
	missed[experiment] = true
end

-- Does this edition lack the data of an experiment? A page that shows only a machine's own numbers,
-- or is of no edition, copes with that itself.
local any
local function is_incomplete()
	if any == nil then
		any = false
		local is_edition = not book.own and not book.apart and book.machine ~= "."
		for name in (is_edition and book.experiments or ""):gmatch("%S+") do
			any = any or not csv.has_file(name)
		end
	end
	return any
end

-- Is an element to be left out because of this experiment, which expression.try found missing?
function absent.leave_out(element, experiment)
	if experiment and is_incomplete() then
		tell(element, experiment)
		return true
	end
end

-- Do blocks or inlines need an absent experiment, or refer to what is left out?
local function is_lacking(content)
	local lacks = false
	local function look(at, experiment)
		if experiment then
			tell(at, experiment)
			lacks = true
		end
	end
	content:walk({
		Code = function(code)
			local live = code.text:match("^= (.*)$")
			look(code, live and select(5, expression.try(live, code)))
		end,
		CodeBlock = function(block)
			local experiment = (block.attributes.kernel or ""):match("^%a+")
			look(block, experiment and csv.known(experiment) and not csv.has_file(experiment) and experiment)
		end,
		Div = function(div)
			local from = div.classes:includes("figure") and (div.attributes.from or ""):match("^[^-]+")
			look(div, from and csv.known(from) and not csv.find(from, error) and from)
		end,
		Link = function(link)
			lacks = lacks or gone[link.target:match("^#(.+)$")] ~= nil
		end,
	})
	return lacks
end

-- Notes the ids in blocks that are left out.
local function forget(blocks)
	pandoc.Div(blocks):walk({ Header = function(header) gone[header.identifier] = true end,
		Div = function(div) gone[div.identifier] = true end })
end

local function without_sentences(block)
	local all, sentence = pandoc.List(), pandoc.List()
	local function finish()
		if not is_lacking(pandoc.Span(sentence)) then
			all:extend(#all > 0 and { pandoc.SoftBreak() } or {})
			all:extend(sentence)
		end
		sentence = pandoc.List()
	end
	for _, inline in ipairs(block.content) do
		if inline.t == "SoftBreak" then
			finish()
		else
			sentence:insert(inline)
		end
	end
	finish()
	block.content = all
	return #all > 0 and block or {}
end

local function without_rows(block)
	local simple = pandoc.utils.to_simple_table(block)
	simple.rows = pandoc.List(simple.rows):filter(function(cells)
		return not pandoc.List(cells):find_if(function(cell) return is_lacking(pandoc.Div(cell)) end)
	end)
	return #simple.rows > 0 and pandoc.utils.from_simple_table(simple) or {}
end

local function without_items(list)
	list.content = list.content:filter(function(item) return #item > 0 end)
	return #list.content > 0 and list or {}
end

local is_whole = { figure = true, predict = true, exercise = true }

-- The passes go from the largest parts to the smallest, and end with the lists that these leave.
local passes = {
	{ Div = function(div)
		if is_whole[div.classes[1]] and is_lacking(pandoc.Div(div)) then
			forget({ div })
			return {}
		end
	end },
	{ Table = without_rows, CodeBlock = function(block)
		return is_lacking(pandoc.Div(block)) and {} or nil
	end },
	{ Para = without_sentences, Plain = without_sentences },
	{ BulletList = without_items, OrderedList = without_items,
		Note = function(note) return #note.content == 0 and {} or nil end },
}

local function reduce(blocks)
	blocks = pandoc.Blocks(blocks)
	for _, pass in ipairs(passes) do
		blocks = blocks:walk(pass)
	end
	return blocks
end

-- The number of figures in blocks, and that of values and claims.
local function count(blocks)
	local figures, others = 0, 0
	pandoc.Div(blocks):walk({
		Code = function(code) others = others + (code.text:find("^= ") and 1 or 0) end,
		Div = function(div) figures = figures + (div.classes:includes("figure") and 1 or 0) end,
		RawBlock = function(raw)
			local is_claim = raw.text:find('class="claim ', 1, true) or raw.text:find("#claim(", 1, true)
			others = others + (is_claim and 1 or 0)
		end,
	})
	return figures, others
end

-- The sections of a document, each a list of blocks.
local function sections_of(blocks)
	local sections = { pandoc.List() }
	for _, block in ipairs(blocks) do
		if block.t == "Header" and block.level == 2 then
			sections[#sections + 1] = pandoc.List()
		end
		sections[#sections]:insert(block)
	end
	return sections
end

function absent.Pandoc(doc)
	if not is_incomplete() then
		return nil
	end
	for _ = 1, 2 do -- twice, because what refers to a section may stand before it
		local all = pandoc.List()
		for _, section in ipairs(sections_of(doc.blocks)) do
			local reduced = reduce(section)
			local figures, others = count(reduced)
			if figures + others == 0 and count(section) > 0 and #all > 0 then
				forget(section)
			else
				all:extend(reduced)
			end
		end
		doc.blocks = all
	end
	return doc
end

return absent
