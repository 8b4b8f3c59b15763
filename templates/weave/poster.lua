-- poster.lua - what only the poster has.
--
--   ::: rungs    a table of a name and live values: where there are the first two,
--                each stands over a bar, on a logarithmic scale; rows that cannot be
--                told are left out
--   ::: rules    what the chapters list under "Rules", in their words

local book = require("book")
local edition = require("edition")
local expression = require("expression")
local measured = require("measured")
local rows = require("rows")
local poster = {}

-- Where each of a column's numbers lies between none and the largest, of their
-- logarithms; the smallest is not nothing.
local function lengths_of(column)
	local low, high = math.huge, 0
	for _, x in ipairs(column) do
		low, high = math.min(low, x), math.max(high, x)
	end
	return column:map(function(x)
		return 0.06 + 0.94 * math.log(x / low) / math.max(math.log(high / low), 1e-9)
	end)
end

local function number_of(code)
	local value, _, lacking = expression.try(rows.expression(code), code)
	return not lacking and measured.is(value) and value.value or nil
end

local function rungs(div)
	local told, columns = pandoc.List(), { pandoc.List(), pandoc.List() }
	for _, row in ipairs(rows.of(pandoc.utils.to_simple_table(div.content[1]))) do
		local latency, bandwidth = number_of(row.live[2]), number_of(row.live[3])
		if latency and bandwidth then
			told:insert(row)
			columns[1]:insert(latency)
			columns[2]:insert(bandwidth)
		end
	end
	local latencies, bandwidths = lengths_of(columns[1]), lengths_of(columns[2])
	local all = pandoc.List()
	local function add(text, blocks)
		all:insert(pandoc.RawBlock("typst", text))
		all:extend(blocks or {})
	end
	add("#rungs((")
	for _, cell in ipairs(pandoc.utils.to_simple_table(div.content[1]).header) do
		add("[", cell)
		add("],")
	end
	add("), (")
	for i, row in ipairs(told) do
		add(("(lengths: (%.3f, %.3f), cells: ("):format(latencies[i], bandwidths[i]))
		for _, cell in ipairs(row.cells) do
			add("[", cell)
			add("],")
		end
		add(")),")
	end
	add("))")
	return all
end

-- Links within a chapter, as they are outside of it.
local function links_from(chapter)
	return { Link = function(link)
		link.target = link.target:gsub("^#", chapter.page .. ".html#")
		return link
	end }
end

local function rules()
	local all = pandoc.List({ pandoc.RawBlock("typst", "#rules((") })
	for _, chapter in ipairs(edition.chapters()) do
		local path, inside = "chapters/" .. chapter.stem .. ".md", false
		local blocks = book.blocks_of(path)
		for _, block in ipairs(blocks) do
			if block.t == "Header" then
				inside = block.identifier == "rules"
			elseif inside then
				all:extend(book.wrap(("(%s, ["):format(book.quote(chapter.title)),
					{ pandoc.Div(block):walk(links_from(chapter)) }, "]),"))
			end
		end
	end
	all:insert(pandoc.RawBlock("typst", "))"))
	return all
end

local made = { rungs = rungs, rules = rules }

function poster.Div(div)
	local make = book.target == "typst" and made[div.classes[1]]
	return make and make(div) or nil
end

return poster
