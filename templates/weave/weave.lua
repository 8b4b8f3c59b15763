-- weave.lua - the one filter of the book. Each pass is a file of its own; their order stands at
-- the end of this one.

-- The version is taken apart as text, because asking for its parts ends the pandoc that runs in Node.
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
local lead = require("lead")
local refs = require("refs")
local glossary = require("glossary")
local strip = require("strip")
local front = require("front")
local rows = require("rows")
local report = require("report")
local certificate = require("certificate")
local history = require("history")
local lab = require("lab")
local teach = require("teach")
local across = require("across")
local fleet = require("fleet")
local poster = require("poster")
local data = require("data")
local edition = require("edition")
local epub = require("epub")

local function start(doc)
	book.start(doc.meta)
	return book.number_lines(doc, slips.check(doc))
end

-- Writes the prerequisites of the page for make. Each is a target as well, so that make does
-- not stop when one of them is gone.
local function finish()
	if book.apart then
		return -- fleet.sh knows which GPUs have changed, and make need not read a thousand lists
	end
	local paths = {}
	for path in pairs(book.reads) do
		paths[#paths + 1] = path
	end
	table.sort(paths)
	local lines = { book.out .. ": " .. table.concat(paths, " \\\n  ") .. "\n", table.concat(paths, ":\n") .. ":\n" }
	for path in pairs(book.lacking) do
		lines[#lines + 1] = ("%s: $(if $(wildcard %s),appeared)\n.PHONY: appeared\n"):format(book.out, path)
	end
	book.write(book.out:gsub("^build/", "build/depend/") .. ".d", table.concat(lines, "\n"))
	claim.write()
	data.write()
end

-- The pass that replaces divisions: `made` has a function for each class.
local function divisions(made)
	return { Div = function(div)
		local make = made[div.classes[1]]
		return make and make(div) or nil
	end }
end

-- Stops at a division that no pass has replaced.
local function leftover(div)
	for _, class in ipairs(div.classes) do
		book.fail(div, "nothing here is called '%s'", class)
	end
end

return {
	{ Pandoc = start },
	{ Pandoc = strip.Pandoc },
	{ Table = tables.each },
	-- Conditions come first and from outside in, so that text for other machines asks for no
	-- data of theirs.
	{ traverse = "topdown", Div = claim.Div, Inlines = claim.Inlines, Table = claim.Table },
	{ Para = claim.Para },
	{ Pandoc = absent.Pandoc },
	-- Until here a line of a paragraph was a line of the file.
	{ SoftBreak = function() return pandoc.Space() end },
	divisions(fleet.divisions), -- makes divisions that later passes replace
	{ Div = rows.Div },
	divisions(report.divisions),
	divisions(certificate.divisions),
	divisions(history.divisions),
	divisions(lab.divisions),
	divisions(teach.divisions),
	divisions(across.divisions),
	divisions(poster.divisions),
	divisions(strip.divisions),
	divisions(front.divisions),
	{ Pandoc = across.Pandoc },
	{ Pandoc = data.Pandoc }, -- reads tables while their values are code
	{ Pandoc = refs.Pandoc }, -- numbers what is left
	{ Pandoc = glossary.Pandoc },
	{ Code = function(element) return live.Code(element) or listing.Code(element) end,
		Span = function(element) return report.Span(element) or certificate.Span(element) or front.Span(element) or teach.Span(element)
			or glossary.Span(element) or lead.Span(element) end,
		CodeBlock = listing.CodeBlock, Link = refs.Link, Note = aside.Note },
	divisions(figure.divisions),
	divisions(aside.divisions),
	{ Para = aside.Para, Plain = aside.Para, Table = tables.Table },
	{ Blocks = lead.Blocks },
	divisions(edition.divisions),
	{ Div = leftover },
	{ Pandoc = edition.Pandoc },
	{ Pandoc = epub.Pandoc },
	{ Pandoc = finish },
}
