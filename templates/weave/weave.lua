-- weave.lua - the one filter of the book; the passes stand at its end, a file
-- each.

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path

local book = require("book")
local csv = require("csv")
local live = require("live")
local claim = require("claim")
local listing = require("listing")
local figure = require("figure")
local aside = require("aside")
local refs = require("refs")
local strip = require("strip")
local edition = require("edition")

local function start(doc)
	book.start(doc.meta)
	book.reference = pandoc.utils.stringify(doc.meta.reference)
	refs.collect(doc)
end

-- Every file that was read is a prerequisite of the page; as a target it may
-- vanish without stopping make.
local function finish()
	local paths = {}
	for path in pairs(book.reads) do
		paths[#paths + 1] = path
	end
	table.sort(paths)
	local stem = book.out:gsub("^build/", "build/depend/")
	local file = assert(io.open(stem .. ".d", "w"))
	file:write(book.out, ": ", table.concat(paths, " \\\n  "), "\n\n")
	for _, path in ipairs(paths) do
		-- A figure or a table is made, by its own rule.
		if not path:find("^build/") then
			file:write(path, ":\n")
		end
	end
	file:close()
end

return {
	{ Pandoc = start },
	{ Pandoc = strip.Pandoc },
	-- First, so that the text for other machines asks for no data of theirs.
	{ Div = claim.Div },
	{ Code = live.Code, CodeBlock = listing.CodeBlock, Link = refs.Link },
	{ Div = figure.Div },
	{ Div = aside.Div, Note = aside.Note },
	{ Pandoc = edition.Pandoc },
	{ Pandoc = finish },
}
