-- poster.lua - what only the poster has. It exists in print alone.
--
--   ::: rungs    a table of a name and live values. Where a row has the first two, each stands
--                over a bar, on a logarithmic scale; other rows are left out
--   ::: rules    what the chapters list under "Rules", in their words

local book = require("book")
local edition = require("edition")
local expression = require("expression")
local measured = require("measured")
local rows = require("rows")
local poster = { divisions = {} }

-- The length of each number's bar, from 0.06 to 1, by the logarithms.
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

-- Cells of a table as an array of Typst.
local function array_of(cells)
	local all = pandoc.List()
	for _, cell in ipairs(cells) do
		all:extend(book.wrap("[", cell, "],"))
	end
	return all
end

function poster.divisions.rungs(div)
	local simple = pandoc.utils.to_simple_table(div.content[1])
	local told, latencies, bandwidths = pandoc.List(), pandoc.List(), pandoc.List()
	for _, row in ipairs(rows.of(simple)) do
		local latency, bandwidth = number_of(row.live[2]), number_of(row.live[3])
		if latency and bandwidth then
			told:insert(row)
			latencies:insert(latency)
			bandwidths:insert(bandwidth)
		end
	end
	latencies, bandwidths = lengths_of(latencies), lengths_of(bandwidths)
	local all = book.wrap("#rungs((", array_of(simple.header), "), (")
	for i, row in ipairs(told) do
		all:extend(book.wrap(("(lengths: (%.3f, %.3f), cells: ("):format(latencies[i], bandwidths[i]), array_of(row.cells), ")),"))
	end
	all:insert(book.raw("))"))
	return all
end

function poster.divisions.rules()
	local all = pandoc.List({ book.raw("#rules((") })
	for _, chapter in ipairs(edition.chapters()) do
		local inside = false
		for _, block in ipairs(book.blocks_of("chapters/" .. chapter.stem .. ".md")) do
			if block.t == "Header" then
				inside = block.identifier == "rules"
			elseif inside then
				-- Links within the chapter come from outside of it now.
				local rule = pandoc.Div(block):walk({ Link = function(link)
					link.target = link.target:gsub("^#", chapter.page .. ".html#")
					return link
				end })
				all:extend(book.wrap(("(%s, ["):format(book.quote(chapter.title)), { rule }, "]),"))
			end
		end
	end
	all:insert(book.raw("))"))
	return all
end

return poster
