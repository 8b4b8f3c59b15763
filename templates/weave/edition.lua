-- edition.lua - what a page says of its machine and of the other pages: the
-- metadata that the page template shows, the card of the device, and the lists of
-- machines and chapters.

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local edition = {}

local function lines_of(path)
	local lines = {}
	for line in (book.read(path) or ""):gmatch("[^\n]+") do
		lines[#lines + 1] = line
	end
	return lines
end

-- The chapters in order: { stem = "03-vector", page = "vector", title = ..., ids = " sec-a V1 " }
function edition.chapters()
	local all = {}
	for _, line in ipairs(lines_of("build/chapters.txt")) do
		local stem, title, ids = line:match("^(%S+)\t([^\t]*)\t?(.*)$")
		all[#all + 1] = { stem = stem, title = title, ids = ids,
			page = book.page_of(stem),
			number = tonumber(stem:match("^(%d+)")) }
	end
	return all
end

function edition.machines()
	local all = {}
	for machine in (book.read("build/machines.txt") or ""):gmatch("%S+") do
		all[#all + 1] = machine
	end
	return all
end

-- What a machine is called where it stands in a list: two of a name are told apart.
local namesakes = {}

function edition.title_of(machine)
	local name = csv.machine(machine).name
	if not next(namesakes) then
		for _, each in ipairs(edition.machines()) do
			local called = csv.machine(each).name
			namesakes[called] = (namesakes[called] or 0) + 1
		end
	end
	local gpu = machine:match("^gpu(%d+)$")
	if (" " .. (book.read("build/foreign.txt") or ""):gsub("\n", " ")):find(" " .. machine .. " ", 1, true) then
		return name .. " (not this machine)"
	end
	return machine == "here" and "this machine (" .. name .. ")"
		or gpu and ("GPU %s of this machine (%s)"):format(gpu, name)
		or (namesakes[name] or 1) > 1 and ("%s (%s)"):format(name, machine)
		or name
end

local function text_of(key, value)
	local m = measured.of({ [key] = value }, key)
	m.unit = key:find("_bytes") and "B" or m.unit
	local number, unit = measured.text(m)
	return unit == "" and number or number .. " " .. unit
end

-- Key of machine.csv -> how the card says it.
local card = {
	{ "gpu", "GPU" }, { "compute_capability", "Compute capability" },
	{ "sms", "Streaming multiprocessors" }, { "sm_mhz", "SM clock, highest" },
	{ "memory_bytes", "Memory" }, { "memory_mhz", "Memory clock" },
	{ "bus_bits", "Memory bus" }, { "peak_gbs", "Peak bandwidth" },
	{ "l2_bytes", "L2 cache" }, { "shared_bytes_per_sm", "Shared memory an SM" },
	{ "ecc", "ECC" }, { "pcie_generation", "PCIe generation" },
	{ "pcie_width", "PCIe lanes" }, { "driver", "Driver" },
	{ "nvcc", "CUDA compiler" },
	{ "cpu", "CPU" }, { "cores", "CPU cores" }, { "os", "System" },
	{ "date", "Measured" },
}

local function device_card()
	local keys = csv.machine(book.machine)
	local rows = {}
	for _, line in ipairs(card) do
		local value = keys[line[1]]
		if line[1] == "ecc" and value then
			value = value == 0 and "off" or "on"
		end
		if value ~= nil then
			rows[#rows + 1] = { line[2], type(value) == "number"
				and text_of(line[1], value) or value }
		end
	end
	return book.card(rows)
end

-- In the printed book the chapters themselves, and what stands behind them.
local function whole_book()
	local parts = { body = {}, back = {} }
	for _, chapter in ipairs(edition.chapters()) do
		table.insert(chapter.page == "glossary" and parts.back or parts.body,
			('#include "%s.typ"'):format(chapter.stem))
	end
	return pandoc.RawBlock("typst", ("#chapters[\n%s\n][\n%s\n]"):format(
		table.concat(parts.body, "\n"), table.concat(parts.back, "\n")))
end

local function chapter_list()
	local rows = {}
	if book.target == "epub" then
		return {} -- the book has its contents
	elseif book.target == "typst" then
		return book.page == "book" and whole_book() or {}
	end
	for _, chapter in ipairs(edition.chapters()) do
		if chapter.page ~= "index" then
			rows[#rows + 1] = ('<li><span class="number">%d</span> <a href="%s'
				.. '.html">%s</a> <a class="pdf" href="%s.pdf">PDF</a></li>')
				:format(chapter.number, chapter.page,
					book.escape(chapter.title), chapter.stem)
		end
	end
	rows[#rows + 1] = ('<li><span class="number">–</span> <a href="report.html">'
		.. 'Report: %s in a few pages</a> <a class="pdf" href="report.pdf">PDF</a></li>')
		:format(book.escape(csv.machine(book.machine).name))
	rows[#rows + 1] = '<li><span class="number">–</span> The whole book '
		.. '<a class="pdf" href="book.epub">EPUB</a> <a class="pdf" href="book.pdf">PDF</a></li>'
	rows[#rows + 1] = '<li><span class="number">–</span> A poster: the memory ladder and the '
		.. 'rules <a class="pdf" href="ladder.pdf">PDF</a></li>'
	return pandoc.RawBlock("html", '<ol class="chapters">'
		.. table.concat(rows, "\n") .. "</ol>")
end

-- Divisions that are filled in here.
edition.made = { device = device_card, chapters = chapter_list }

local function fill(div)
	local make = edition.made[div.classes[1]]
	return make and make() or nil
end

-- What was measured in haste is not to pass for more, behind the title.
local function say_quick(blocks)
	local names = csv.quick()
	if #names == 0 then
		return
	end
	local words = ("A quick pass: the numbers of %s were measured in haste, "
		.. "at fewer and smaller sizes, and are less certain. "):format(book.list(names))
	local cure = pandoc.Inlines({ pandoc.Code("make measure"),
		pandoc.Str(" measures with care.") })
	local said = pandoc.Plain(pandoc.Inlines(words) .. cure)
	local at = blocks[1] and blocks[1].t == "Header" and 2 or 1
	local format, before, after = "html", '<p class="notice">', "</p>"
	if book.target == "typst" then
		format, before, after = "typst", "#notice[", "]"
	end
	blocks:insert(at, pandoc.RawBlock(format, after))
	blocks:insert(at, said)
	blocks:insert(at, pandoc.RawBlock(format, before))
end

-- What a page says of itself where it is linked to: its first paragraph, with the
-- values in it as they are shown.
local function description_of(blocks)
	for _, block in ipairs(blocks) do
		if block.t == "Para" then
			local text = pandoc.utils.stringify(block:walk({ RawInline = function(raw)
				return pandoc.Str((raw.text:gsub('<span class="from".*', "")
					:gsub("<[^>]*>", "")))
			end }))
			return #text > 200 and text:sub(1, 200):match("^.*[.?!]%f[%s]") or text
		end
	end
end

-- In print the ids of all pages stand in one document. The page's title is its top,
-- and may be another one than on the site.
local function name_places(doc)
	local is_title = true
	doc.blocks = doc.blocks:walk({ Header = function(header)
		if is_title and header.level == 1 then
			is_title = false
			header.identifier = "top"
			header.content = doc.meta["in-print"] or header.content
		end
		header.identifier = book.label(header.identifier)
		return header
	end, Span = function(span)
		if span.identifier ~= "" then
			span.identifier = book.label(span.identifier)
			return span
		end
	end })
end

-- Metadata that stand in attributes of a page: pandoc leaves quotes as they are.
local function attribute(text)
	return book.target == "html" and pandoc.RawInline("html", book.escape(text)) or text
end

function edition.Pandoc(doc)
	doc.blocks = doc.blocks:walk({ Div = fill })

	say_quick(doc.blocks)

	local meta = doc.meta
	local page = book.page
	local title = doc.blocks[1] and doc.blocks[1].t == "Header"
		and doc.blocks[1].content or pandoc.Inlines("Bytes in Flight")
	meta.pagetitle = attribute(pandoc.utils.stringify(title))
	-- The contents of an edition are no chapter.
	meta.number = book.number and book.number > 0
		and not (book.target == "typst" and page == "glossary")
		and tostring(book.number) or nil
	meta.page = page
	meta.course = book.course ~= "" and book.course or nil
	meta.solutions = book.solutions
	meta.root = ("../"):rep(select(2, book.out:gsub("^build/site/", ""):gsub("/", "")))
	local description = description_of(doc.blocks)
	meta.description = description and attribute(description)
	local site = (meta["site-url"] and pandoc.utils.stringify(meta["site-url"]) or "")
		:gsub("/$", "")
	meta["site-url"] = site
	meta.address = site ~= "" and page ~= "404" and site .. "/"
		.. book.out:gsub("^build/site/", ""):gsub("index%.html$", "") or nil
	-- It is shown wherever the page that was asked for would have been.
	if page == "404" then
		meta.root = site .. "/"
	end
	-- What is of no edition has no neighbours in one. The pages of a fleet look like
	-- reports.
	if book.apart or page == "fleet" then
		meta.page = "report fleet"
	end
	if book.machine == "." or book.apart then
		return doc
	end

	local keys = csv.machine(book.machine)
	meta["machine-name"] = attribute(keys.name)
	meta["machine-title"] = edition.title_of(book.machine)
	meta.date = tostring(keys.date)
	meta.commit = keys.commit
	local lenders = csv.lenders()
	meta["borrows-from"] = lenders
	if book.target == "typst" then
		if lenders then
			meta["machine-name"] = keys.name .. ", borrowing from " .. csv.lenders(true)
		end
		name_places(doc)
		local has_page = page == "report" or (book.number or 0) > 0
		meta.address = site ~= "" and pandoc.RawInline("typst", book.quote(
			("%s/%s/%s"):format(site, book.machine, has_page and page .. ".html" or "")))
			or nil
		return doc
	end
	meta.pdf = (meta.number or page == "report") and book.file:match("([^/]+)%.md$")
		or nil
	local links = pandoc.List()
	for _, machine in ipairs(edition.machines()) do
		links:insert(pandoc.MetaMap({
			name = pandoc.MetaString(edition.title_of(machine)),
			href = pandoc.MetaString(("../%s/%s.html"):format(machine, page)),
			current = machine == book.machine,
		}))
	end
	meta.machines = pandoc.MetaList(links)
	local contents, turn = pandoc.List(), pandoc.List()
	local all = edition.chapters()
	for i, chapter in ipairs(all) do
		for _, way in ipairs(chapter.page == page and {
			{ "Previous", "prev", all[i - 1] }, { "Next", "next", all[i + 1] } } or {}) do
			local word, rel, other = table.unpack(way)
			if other then
				turn:insert(pandoc.MetaMap({
					word = pandoc.MetaString(word), rel = pandoc.MetaString(rel),
					name = pandoc.MetaString(other.title),
					href = pandoc.MetaString(other.page .. ".html"),
				}))
			end
		end
		contents:insert(pandoc.MetaMap({
			name = pandoc.MetaString(chapter.title),
			href = pandoc.MetaString(chapter.page .. ".html"),
			current = chapter.page == page,
		}))
	end
	meta.chapters = pandoc.MetaList(contents)
	meta.turn = #turn > 0 and pandoc.MetaList(turn) or nil
	return doc
end

return edition
