-- edition.lua - what a page says of its machine and of the other pages: the
-- metadata that the page template shows, the card of the device, and the list
-- of machines on the cover.

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

-- The chapters in order: { stem = "03-vector", page = "vector", title = ... }
local function chapters()
	local all = {}
	for _, line in ipairs(lines_of("build/chapters.txt")) do
		local stem, title = line:match("^(%S+)\t(.*)$")
		all[#all + 1] = { stem = stem, title = title,
			page = stem:match("%-([^-]*)$") or stem,
			number = tonumber(stem:match("^(%d+)")) }
	end
	return all
end

local function machines()
	local all = {}
	for machine in (book.read("build/machines.txt") or ""):gmatch("%S+") do
		all[#all + 1] = machine
	end
	return all
end

-- What a machine is called where it stands in a list.
local function title_of(machine)
	local keys = csv.machine(machine)
	return machine == "here" and "this machine (" .. keys.name .. ")"
		or keys.name
end

local function text_of(key, value)
	local m = measured.of({ [key] = value }, key)
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
	{ "pcie_generation", "PCIe generation" }, { "driver", "Driver" },
	{ "cpu", "CPU" }, { "cores", "CPU cores" }, { "os", "System" },
	{ "date", "Measured" },
}

local function device_card()
	local keys = csv.machine(book.machine)
	local rows = {}
	for _, line in ipairs(card) do
		local value = keys[line[1]]
		if value ~= nil then
			rows[#rows + 1] = ("<div><dt>%s</dt><dd>%s</dd></div>"):format(
				line[2], book.escape(type(value) == "number"
					and text_of(line[1], value) or value))
		end
	end
	return pandoc.RawBlock("html", '<dl class="device">'
		.. table.concat(rows, "\n") .. "</dl>")
end

local function machine_list()
	local rows = {}
	for _, machine in ipairs(machines()) do
		local keys = csv.machine(machine)
		local facts = {}
		for _, key in ipairs({ "peak_gbs", "memory_bytes", "sms", "cores" }) do
			local value = keys[key]
			if value and not (key == "cores" and keys.gpu) then
				facts[#facts + 1] = text_of(key, value)
					.. (key == "sms" and " SMs" or key == "cores" and " cores"
						or key == "peak_gbs" and " peak" or "")
			end
		end
		rows[#rows + 1] = ('<li><a href="%s/index.html">%s</a> <span>%s</span>'
			.. "</li>"):format(machine, book.escape(title_of(machine)),
			book.escape(table.concat(facts, ", ")))
	end
	return pandoc.RawBlock("html", '<ul class="machines">'
		.. table.concat(rows, "\n") .. "</ul>")
end

local function chapter_list()
	local rows = {}
	for _, chapter in ipairs(chapters()) do
		if chapter.page ~= "index" then
			rows[#rows + 1] = ('<li><span class="number">%d</span> <a href="%s'
				.. '.html">%s</a> <a class="pdf" href="%s.pdf">PDF</a></li>')
				:format(chapter.number, chapter.page,
					book.escape(chapter.title), chapter.page)
		end
	end
	return pandoc.RawBlock("html", '<ol class="chapters">'
		.. table.concat(rows, "\n") .. "</ol>")
end

-- Divisions that are filled in here.
edition.made = { device = device_card, machines = machine_list,
	chapters = chapter_list }

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
	local words = ("A quick pass: the numbers of %s were measured in haste and "
		.. "are less certain. "):format(book.list(names))
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

function edition.Pandoc(doc)
	doc.blocks = doc.blocks:walk({ Div = fill })

	say_quick(doc.blocks)

	local meta = doc.meta
	local page = book.out:match("([^/]+)%.%w+$")
	local title = doc.blocks[1] and doc.blocks[1].t == "Header"
		and doc.blocks[1].content or pandoc.Inlines("Bytes in Flight")
	meta.pagetitle = pandoc.utils.stringify(title)
	-- The contents of an edition are no chapter.
	meta.number = book.number ~= 0 and book.number and tostring(book.number)
	meta.page = page
	meta.root = book.machine == "." and "" or "../"
	if book.machine == "." then
		return doc
	end

	local keys = csv.machine(book.machine)
	meta["machine-name"] = keys.name
	meta["machine-title"] = title_of(book.machine)
	meta.date = tostring(keys.date)
	meta.commit = keys.commit
	local lender = csv.lender()
	meta["borrows-from"] = lender and csv.machine(lender).name
	if lender and book.target == "typst" then
		meta["machine-name"] = keys.name .. ", borrowing from "
			.. csv.machine(lender).name
	end
	local links = pandoc.List()
	for _, machine in ipairs(machines()) do
		links:insert(pandoc.MetaMap({
			name = pandoc.MetaString(title_of(machine)),
			href = pandoc.MetaString(("../%s/%s.html"):format(machine, page)),
			current = machine == book.machine,
		}))
	end
	meta.machines = pandoc.MetaList(links)
	local contents = pandoc.List()
	for _, chapter in ipairs(chapters()) do
		contents:insert(pandoc.MetaMap({
			name = pandoc.MetaString(chapter.title),
			href = pandoc.MetaString(chapter.page .. ".html"),
			current = chapter.page == page,
		}))
	end
	meta.chapters = pandoc.MetaList(contents)
	return doc
end

return edition
