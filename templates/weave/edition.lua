-- edition.lua - what a page says of its machine and of the other pages: the metadata that
-- page.html and forms.typ show, and the lists of machines and chapters.
--
--   ::: device      a card of facts about the machine
--   ::: chapters    the chapters of the edition; in the printed book, the chapters themselves

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local edition = { divisions = {} }

-- ---- Lists -------------------------------------------------------------------------------

-- The chapters in order, each { stem = "04-vector", page = "vector", number, title, ids = " sec-a V1 " }
function edition.chapters()
	local all = {}
	for stem, title, ids in (book.read("build/chapters.txt") or ""):gmatch("(%S+)\t([^\t\n]*)\t?([^\n]*)\n") do
		all[#all + 1] = { stem = stem, title = title, ids = ids, page = book.page_of(stem),
			number = tonumber(stem:match("^(%d+)")) }
	end
	return all
end

-- The labs, each { name = "copy", page = "lab-copy", title }
function edition.labs()
	local all = pandoc.List()
	for name, title in (book.read("build/labs.txt") or ""):gmatch("(%S+)\t([^\n]*)\n") do
		all:insert({ name = name, title = title, page = "lab-" .. name })
	end
	return all
end

-- The names of the machines that have an edition. A page that asks is made again for each new one.
function edition.machines()
	return book.words(book.read("build/machines.txt") or "")
end

-- The machines that pages set side by side, and offer to turn to: twelve at most.
function edition.compared()
	return book.words(book.read("build/compared.txt") or "")
end

-- The title of a page of no edition.
local function title_of_page(name)
	return (book.read(("chapters/%s.md"):format(name)) or ""):match("^# ([^\n]+)")
end

-- The title of a machine, with the name of its folder unless that begins as the model does: nvidia-h200, or
-- nvidia-h200-x4 for a node. So machines of one model are told apart, and nobody has to know of the others.
function edition.title_of(machine)
	local name, model = csv.machine(machine).name, csv.machine(machine).gpu
	local called = (name:find("^a node of") and machine:gsub("%-x%d+$", "") or machine) .. "-"
	local is_called_so = ((model or name):lower():gsub("[^a-z0-9]+", "-") .. "-"):sub(1, #called) == called
	local gpu = machine:match("^gpu(%d+)$")
	return book.words(book.read("build/foreign.txt") or ""):includes(machine) and name .. " (not this machine)"
		or machine == "here" and "this machine (" .. name .. ")"
		or gpu and ("GPU %s of this machine (%s)"):format(gpu, name)
		or is_called_so and name or ("%s (%s)"):format(name, machine)
end

-- ---- Divisions ---------------------------------------------------------------------------

-- Keys of machine.csv, and what the card calls them.
local card = {
	{ "gpu", "GPU" }, { "compute_capability", "Compute capability" }, { "sms", "Streaming multiprocessors" },
	{ "sm_mhz", "SM clock, rated" }, { "memory_bytes", "Memory" }, { "memory_mhz", "Memory clock" },
	{ "bus_bits", "Memory bus" }, { "peak_gbs", "Peak bandwidth" }, { "l2_bytes", "L2 cache" },
	{ "shared_bytes_per_sm", "Shared memory per SM" }, { "ecc", "ECC" }, { "pcie_generation", "PCIe generation" },
	{ "pcie_width", "PCIe lanes" }, { "driver", "Driver" }, { "nvcc", "CUDA compiler" }, { "cpu", "CPU" },
	{ "cores", "CPU cores" }, { "os", "System" }, { "date", "Measured" },
}

local function fact_of(key, value)
	if key == "ecc" then
		return value == 0 and "off" or "on"
	elseif type(value) ~= "number" then
		return value
	end
	local m = measured.of({ [key] = value }, key)
	m.unit = key:find("_bytes") and "B" or m.unit
	return measured.said(m)
end

-- A certificate names the dates and commits of what it judged, which may differ from those of machine.csv.
local function has_own_dates() return book.file == "chapters/certificate.md" end

function edition.divisions.device()
	local keys, facts = csv.machine(book.machine), {}
	for _, line in ipairs(card) do
		local key, words = table.unpack(line)
		local is_shown = keys[key] ~= nil and not (key == "date" and has_own_dates())
		facts[#facts + 1] = is_shown and { words, fact_of(key, keys[key]) } or nil
	end
	return book.card(facts)
end

local function whole_book()
	local body, back = {}, {}
	for _, chapter in ipairs(edition.chapters()) do
		table.insert(chapter.page == "glossary" and back or body, ('#include "%s.typ"'):format(chapter.stem))
	end
	return book.raw(("#chapters[\n%s\n][\n%s\n]"):format(table.concat(body, "\n"), table.concat(back, "\n")))
end

function edition.divisions.chapters()
	if book.target ~= "html" then
		return book.page == "book" and whole_book() or {} -- print and EPUB have their contents
	end
	local rows = {}
	local function row(number, text, ...)
		rows[#rows + 1] = ('<li><span class="number">%s</span> %s</li>'):format(number, text:format(...))
	end
	for _, chapter in ipairs(edition.chapters()) do
		if chapter.page ~= "index" then
			row(chapter.number, '<a href="%s.html">%s</a> <a class="pdf" href="%s.pdf">PDF</a>', chapter.page,
				book.escape(chapter.title), chapter.stem)
		end
	end
	for _, lab in ipairs(edition.labs()) do
		row("–", '<a href="%s.html">%s</a>', lab.page, book.escape(lab.title))
	end
	for _, page in ipairs({ "predictions", "teach" }) do
		local title = title_of_page(page)
		if title then
			row("–", '<a href="../%s.html">%s</a>', page, book.escape(title))
		end
	end
	row("–", '<a href="report.html">Report: %s in a few pages</a> <a class="pdf" href="report.pdf">PDF</a>',
		book.escape(csv.machine(book.machine).name))
	row("–", '<a href="roofline.html">Roofline: what memory and arithmetic allow</a>')
	row("–", '<a href="history.html">History: what has changed since the first recording</a>')
	row("–", 'The whole book <a class="pdf" href="book.epub">EPUB</a> <a class="pdf" href="book.pdf">PDF</a>')
	row("–", 'A poster: the memory ladder and the rules of all chapters <a class="pdf" href="ladder.pdf">PDF</a>')
	return book.raw('<ol class="chapters">' .. table.concat(rows, "\n") .. "</ol>")
end

-- ---- Metadata ----------------------------------------------------------------------------

-- Puts a notice behind the title of a page with numbers that were measured in haste, so that
-- they do not pass for more.
local function say_quick(blocks)
	local names = csv.quick()
	if #names == 0 then
		return
	end
	local words = pandoc.Inlines(("A quick pass: the numbers of %s were measured in haste, at fewer and smaller "
		.. "sizes, and are less certain. "):format(book.list(names)))
	words:extend({ pandoc.Code("make measure"), pandoc.Str(" measures with care.") })
	local in_print = book.target == "typst"
	local notice = book.wrap(in_print and "#notice[" or '<p class="notice">', { pandoc.Plain(words) },
		in_print and "]" or "</p>")
	local at = blocks[1] and blocks[1].t == "Header" and 2 or 1
	for i, block in ipairs(notice) do
		blocks:insert(at + i - 1, block)
	end
end

-- A description of the page for links to it: its first paragraph, with values as they are shown.
local function description_of(blocks)
	local first = blocks:find_if(function(block) return block.t == "Para" end)
	if first then
		local text = pandoc.utils.stringify(first:walk({ RawInline = function(raw)
			return pandoc.Str((raw.text:gsub('<span class="from".*', ""):gsub("<[^>]*>", "")))
		end }))
		return #text > 200 and text:sub(1, 200):match("^.*[.?!]%f[%s]") or text
	end
end

-- Names the ids of a page after the page, because a PDF may hold all pages. The page's title is
-- its top, and may be another one than on the site.
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
		span.identifier = span.identifier ~= "" and book.label(span.identifier) or ""
		return span
	end })
end

-- Text that page.html puts into attributes: pandoc would leave its quotes as they are.
local function attribute(text)
	return book.target == "html" and pandoc.RawInline("html", book.escape(text)) or text
end

-- A map of strings for the template, where `current` is the page that is being read.
local function entry(fields, current)
	local map = { current = current }
	for key, text in pairs(fields) do
		map[key] = pandoc.MetaString(text)
	end
	return pandoc.MetaMap(map)
end

-- The same page on other machines.
local function list_machines(meta)
	local offered = edition.compared()
	if not offered:includes(book.machine) then
		offered:insert(1, book.machine)
	end
	meta.machines = pandoc.MetaList(offered:map(function(machine)
		return entry({ name = edition.title_of(machine), href = ("../%s/%s.html"):format(machine, book.page) },
			machine == book.machine)
	end))
end

-- The contents of the book, previous and next. All editions share the page of predictions, from which one comes
-- back to the reference machine's edition.
local function list_pages(meta)
	local page, all, folder = book.page, pandoc.List(edition.chapters()), book.machine == "." and book.reference .. "/" or ""
	local title = title_of_page("predictions")
	all:insert(title and { title = title, page = "predictions" })
	local function href_of(each)
		return (each.number and folder or meta.root) .. each.page .. ".html"
	end
	meta.contents = (book.number or 0) > 0 or page == "predictions"
	meta.chapters = pandoc.MetaList(all:map(function(each)
		return entry({ name = each.title, href = href_of(each) }, each.page == page)
	end))
	local _, here = all:find_if(function(chapter) return chapter.page == page end)
	local turn = pandoc.List()
	for _, way in ipairs(here and { { "Previous", "prev", all[here - 1] }, { "Next", "next", all[here + 1] } } or {}) do
		local word, rel, other = table.unpack(way)
		turn:insert(other and entry({ word = word, rel = rel, name = other.title, href = href_of(other) }))
	end
	meta.turn = #turn > 0 and pandoc.MetaList(turn) or nil
end

function edition.Pandoc(doc)
	say_quick(doc.blocks)
	local meta, page, in_print = doc.meta, book.page, book.target == "typst"
	local path = book.out:gsub("^build/site/", "")
	local first = doc.blocks[1]
	meta.pagetitle = attribute(first and first.t == "Header" and pandoc.utils.stringify(first.content) or "Bytes in Flight")
	local has_number = (book.number or 0) > 0 and not (in_print and page == "glossary")
	meta.number = has_number and tostring(book.number) or nil
	meta.course = book.course ~= "" and book.course or nil
	meta.solutions = book.solutions
	meta.version = (book.read("build/version.txt") or ""):match("[^\n]+")
	local description = description_of(doc.blocks)
	meta.description = description and attribute(description)
	meta["site-url"] = book.site
	meta.address = book.site ~= "" and page ~= "404" and book.site .. "/" .. path:gsub("index%.html$", "") or nil
	-- The page 404 is shown at any address. The pages of a fleet look like reports. An edition's first page
	-- is an index as well.
	-- A certificate, which is not published, leads to the site beside it. A lab's page is mailed, so it has its style in
	-- itself and leads to the book only at SITE_URL. Its fonts are the system's.
	if meta.alone then
		local style = book.read("build/site/site.css") or book.stop("%s: there is no build/site/site.css: 'make site' makes it", book.file)
		meta.alone = pandoc.RawInline("html", (style:gsub("@font%-face[^\n]*url%(fonts/[^\n]*\n", "")))
	end
	local depth = select(2, path:gsub("^build/", ""):gsub("/", ""))
	meta.root = page == "404" and book.site .. "/" or ("../"):rep(depth) .. (path:find("^build/") and "site/" or "")
	meta.page = (book.apart or page == "fleet") and "report fleet"
		or page == "history" and "report" or page == "index" and book.machine == "." and "front" or page
	meta.front = meta.page == "front"
	if page == "predictions" then
		list_pages(meta)
	end
	if book.machine == "." or book.apart and not in_print then
		return doc
	end

	local keys = csv.machine(book.machine)
	meta["machine-name"] = attribute(keys.name)
	meta["machine-title"] = edition.title_of(book.machine)
	if not has_own_dates() then
		meta.date, meta.commit = tostring(keys.date), keys.commit
	end
	meta["borrows-from"] = csv.lenders(in_print)
	if in_print then
		name_places(doc)
		local has_page = page == "report" or (book.number or 0) > 0
		meta.address = book.site ~= "" and not book.apart and pandoc.RawInline("typst", book.quote(("%s/%s/%s"):format(book.site,
			book.machine, has_page and page .. ".html" or ""))) or nil
		return doc
	end
	meta.pdf = (has_number or page == "report") and book.file:match("([^/]+)%.md$") or nil
	list_machines(meta)
	list_pages(meta)
	return doc
end

return edition
