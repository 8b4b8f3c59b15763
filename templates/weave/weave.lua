-- weave.lua - the one filter of the book; the passes stand at its end, a file
-- each.

-- As text: to ask the version for its parts ends the pandoc that runs in Node.
local major, minor = tostring(PANDOC_VERSION):match("^(%d+)%.(%d+)")
if major * 1000 + minor < 2017 then
	io.stderr:write(("site: pandoc %s is too old: install 2.17 or newer from https://pandoc.org/installing.html; 'make measure' needs none\n")
		:format(tostring(PANDOC_VERSION)))
	os.exit(1)
end

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path

local book = require("book")
local slips = require("slips")
local live = require("live")
local absent = require("absent")
local claim = require("claim")
local listing = require("listing")
local figure = require("figure")
local aside = require("aside")
local tables = require("tables")
local refs = require("refs")
local glossary = require("glossary")
local strip = require("strip")
local rows = require("rows")
local report = require("report")
local across = require("across")
local fleet = require("fleet")
local poster = require("poster")
local edition = require("edition")
local epub = require("epub")

local function start(doc)
	book.start(doc.meta)
	return book.number_lines(doc, slips.check(doc))
end

-- Every file that was read is a prerequisite of the page; as a target it may
-- vanish without stopping make.
local function finish()
	-- fleet.sh knows which GPUs have changed; make is not to read a thousand lists.
	if book.apart then
		return
	end
	local paths = {}
	for path in pairs(book.reads) do
		paths[#paths + 1] = path
	end
	table.sort(paths)
	local stem = book.out:gsub("^build/", "build/depend/")
	-- Whole or not at all: make reads it whatever it is asked to do.
	local file = assert(io.open(stem .. ".d.tmp", "w"))
	assert(file:write(book.out, ": ", table.concat(paths, " \\\n  "), "\n\n", table.concat(paths, ":\n"), ":\n"))
	for path in pairs(book.lacking) do
		assert(file:write(("%s: $(if $(wildcard %s),appeared)\n.PHONY: appeared\n"):format(book.out, path)))
	end
	assert(file:close())
	assert(os.rename(stem .. ".d.tmp", stem .. ".d"))
	claim.write()
end

-- One look at each is enough for both.
local function span(element)
	return report.Span(element) or glossary.Span(element)
end

local function code(element)
	return live.Code(element) or listing.Code(element)
end

-- A division that no pass has taken has a name that none knows.
local function leftover(div)
	for _, class in ipairs(div.classes) do
		if not edition.made[class] then
			book.fail(div, "nothing here is called '%s'", class)
		end
	end
end

return {
	{ Pandoc = start },
	{ Pandoc = strip.Pandoc },
	{ Table = tables.each },
	-- First, so that the text for other machines asks for no data of theirs; from
	-- outside in, for the same reason.
	{ traverse = "topdown", Div = claim.Div, Inlines = claim.Inlines,
		Table = claim.Table },
	{ Para = claim.Para },
	{ Pandoc = absent.Pandoc },
	-- A line of the file is no line of the page.
	{ SoftBreak = function() return pandoc.Space() end },
	{ Div = fleet.Div }, -- makes divisions that later passes take
	{ Div = rows.Div },
	{ Div = report.Div },
	{ Div = across.Div },
	{ Div = poster.Div },
	{ Pandoc = across.Pandoc },
	{ Pandoc = refs.Pandoc }, -- numbers what is left
	{ Pandoc = glossary.Pandoc },
	{ Code = code, CodeBlock = listing.CodeBlock, Link = refs.Link,
		Span = span },
	{ Div = figure.Div },
	{ Div = aside.Div, Note = aside.Note },
	{ Para = aside.Para, Plain = aside.Plain, Table = tables.Table },
	{ Div = leftover },
	{ Pandoc = edition.Pandoc },
	{ Pandoc = epub.Pandoc },
	{ Pandoc = finish },
}
