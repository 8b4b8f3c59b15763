-- absent.lua - an experiment that no machine here has measured breaks no page: what needs
-- its data is left out, and the author is told so.
--
-- That is a sentence, which is a line of the chapter; a row of a table; a figure; what a
-- condition on them chooses; a prediction or an exercise with one of these. A section that
-- loses its figure goes when nothing else in it was measured, and so do sentences that
-- refer to it.

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local absent = {}

local missed = {} -- experiments, once the author knows
local gone = {} -- the ids of what is left out

-- Says once for each experiment that something is left out.
local function leave_out(element, experiment)
	if not missed[experiment] and book.target == "html" then
		io.stderr:write(("%s:%s: left out of the edition of %s: what needs '%s', which no machine here has measured\n")
			:format(book.file_of(element), element.attributes.line or 1, book.machine, experiment))
	end
	missed[experiment] = true
end

-- Is there an experiment that this edition has no data of? What a machine itself has not
-- measured is no business of ours, nor are pages of no edition.
local any

function absent.any()
	if any == nil then
		any = false
		local is_edition = not book.own and not book.apart and book.machine ~= "."
		for name in (is_edition and book.experiments or ""):gmatch("%S+") do
			any = any or not csv.has_file(name)
		end
	end
	return any
end

-- The same of a lacking that expression.try gave, which is then left out.
function absent.leave_out(element, experiment)
	if experiment and absent.any() then
		leave_out(element, experiment)
		return true
	end
end

-- Does something in it need an experiment that is absent, or refer to what is left out?
local function is_lacking(element)
	local lacks = false
	local function look(at, experiment)
		if experiment then
			leave_out(at, experiment)
			lacks = true
		end
	end
	element:walk({
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

local whole = { figure = true, predict = true, exercise = true }

-- Notes what is in blocks that are left out.
local function forget(blocks)
	pandoc.Div(blocks):walk({ Header = function(header) gone[header.identifier] = true end,
		Div = function(div) gone[div.identifier] = true end })
end

-- From the largest parts to the smallest, and the lists that these leave.
local passes = {
	{ Div = function(div)
		if whole[div.classes[1]] and is_lacking(pandoc.Div(div)) then
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

-- How many figures are in it, and how many values and claims?
local function count(blocks)
	local figures, others = 0, 0
	pandoc.Div(blocks):walk({
		Code = function(code) others = others + (code.text:find("^= ") and 1 or 0) end,
		Div = function(div) figures = figures + (div.classes:includes("figure") and 1 or 0) end,
		RawBlock = function(raw)
			others = others + (raw.text:find('class="claim ', 1, true) and 1
				or raw.text:find("#claim(", 1, true) and 1 or 0)
		end,
	})
	return figures, others
end

-- Twice: what refers to a section that is left out may stand before it.
function absent.Pandoc(doc)
	if not absent.any() then
		return nil
	end
	for _ = 1, 2 do
		local all, section = pandoc.List(), pandoc.List()
		local function finish()
			local reduced = reduce(section)
			local figures, others = count(reduced)
			if figures + others == 0 and count(section) > 0 and #all > 0 then
				forget(section)
			else
				all:extend(reduced)
			end
			section = pandoc.List()
		end
		for _, block in ipairs(doc.blocks) do
			if block.t == "Header" and block.level == 2 then
				finish()
			end
			section:insert(block)
		end
		finish()
		doc.blocks = all
	end
	return doc
end

return absent
