-- figure.lua - a figure that is drawn from an experiment's data.
--
--   ::: {.figure #fig-copy from="copy" alt="..."}
--   The caption.
--   :::
--
-- A page also shows the data as a table, and links to the CSV and the script. Figures of one
-- experiment share the table of the first. A table of counters holds several experiments, and
-- from="counters-stride" shows that of stride.
--
-- With the class .small a figure has no table, and with .half it takes half the width of a printed page. A
-- .drawing shows no data: from="stride-lanes" only names its script and the experiment that it goes with. One
-- that is .across shows several tables or machines and belongs to no edition. The lines of other machines are not
-- laid over one that is .alone.

local book = require("book")
local csv = require("csv")
local edition = require("edition")
local measured = require("measured")
local figure = { divisions = {} }

-- ---- Its data as a table ---------------------------------------------------------------

figure.units = { gbs = "GB/s", ns = "ns" } -- of the columns that have an interval

-- The columns worth reading: what was varied, then the bandwidth, the latency or both. Of a table
-- of counters, all columns that these rows have.
function figure.columns_of(t, rows)
	local shown = { table.unpack(t.varied) }
	for _, column in ipairs({ "gbs", "ns" }) do
		shown[#shown + 1] = t.columns[column] and column or nil
	end
	if #shown > #t.varied then
		shown[#shown + 1] = t.columns.status and "status" or nil
		return shown
	end
	return pandoc.List({ table.unpack(t.columns) }):filter(function(column)
		return pandoc.List(rows):find_if(function(row) return row[column] ~= "-" end) ~= nil
	end)
end

local function cell_of(row, column)
	local value = row[column]
	return type(value) == "number" and measured.said(measured.of(row, column)) or book.escape(tostring(value))
end

local function data_table(t, label, experiment)
	local rows = pandoc.List({ table.unpack(t.rows) }):filter(function(row)
		return not experiment or row.experiment == experiment
	end)
	local columns = figure.columns_of(t, rows)
	local parts = { ('<div class="data" tabindex="0" role="group" aria-label="Data of %s"><table><thead><tr>'):format(label) }
	local known = {} -- cells by column and value, since most values stand in many rows
	for _, column in ipairs(columns) do
		parts[#parts + 1] = ('<th scope="col">%s</th>'):format(book.escape(column))
			.. (figure.units[column] and '<th scope="col">95 % interval</th>' or "")
		known[column] = {}
	end
	parts[#parts + 1] = "</tr></thead><tbody>\n"
	for _, row in ipairs(rows) do
		parts[#parts + 1] = "<tr>"
		for _, column in ipairs(columns) do
			local value, low, high = row[column], csv.interval(row, figure.units[column])
			if low then
				parts[#parts + 1] = ("<td>%s</td><td>%s to %s</td>"):format(measured.brief(value, 4),
					measured.brief(low, 4), measured.brief(high, 4))
			else
				known[column][value] = known[column][value] or "<td>" .. cell_of(row, column) .. "</td>"
				parts[#parts + 1] = known[column][value]
			end
		end
		parts[#parts + 1] = "</tr>"
	end
	parts[#parts + 1] = "</tbody></table></div>"
	return table.concat(parts)
end

-- ---- The figure for each target ----------------------------------------------------------

local function read_svg(path, div)
	return book.read(path)
		or book.fail(div, "no figure %s: is there a figures/%s.gp?", path, path:match("([^/]+)%.svg$"))
end

-- A list of the other machines that have measured this table: figure.js lays the lines of one over the figure.
local function others_than(t)
	local others = pandoc.List()
	for machine in (book.read("build/tables.txt") or ""):gmatch("(%S+) " .. t.name .. "\n") do
		others:insert(machine ~= t.edition and ('<option value="%s">%s</option>'):format(machine,
			book.escape(edition.title_of(machine))) or nil)
	end
	return #others > 0 and ('<label class="others">Lay over <select><option value="">no other machine</option>%s</select></label>')
		:format(table.concat(others)) or ""
end

-- A drawing as HTML. A screen reader would read gnuplot's own title and description in place of ours, so they go.
-- A telephone shows the narrow drawing, which figure.js brings in from an address; its shape keeps room for it.
function figure.canvas(div, path, narrow, label, alt)
	local svg = read_svg(path, div):gsub("^.-(<svg)", "%1"):gsub("<title>.-</title>", ""):gsub("<desc>.-</desc>", "")
	local width, height = (book.read((path:gsub("svg$", "narrow.js"))) or ""):match('width="(%d+)" height="(%d+)"')
	return ('<div class="canvas" tabindex="0" role="group" aria-label="%s" data-narrow="%s"><div role="img" aria-label="%s"%s>%s</div></div>')
		:format(label, narrow, book.escape(alt), width and (' style="--narrow: %s/%s"'):format(width, height) or "", svg)
end

-- A figure in a page, between its raw beginning and its end, which is given.
local function on_page(f, path, folder, after)
	local canvas = figure.canvas(f.div, path, folder .. "figures/" .. f.from .. ".narrow.js", f.label, f.alt)
	return book.wrap(('<div class="plot%s" id="%s"><figure>%s<figcaption><p><span class="label">%s</span>%s</p>'):format(
		f.small and " small" or "", f.id, canvas, f.label, book.escape(f.whose)), f.div.content,
		"</figcaption></figure>" .. f.others .. after .. "</div>")
end

local first_of = {} -- by experiment, the figure that has its table

local function with_data(f, t, folder)
	local script = ('<a href="%sfigures/%s.gp">gnuplot script</a>'):format(folder, f.from)
	local csv_link = ('<a href="%sdata/%s.csv">CSV</a> '):format(folder, t.name)
	if f.drawing or f.small then
		return ('<p class="source">%s%s</p>'):format(f.small and csv_link or "", script)
	end
	local experiment = t.columns.experiment and f.from:match("%-(.+)$")
	local of = experiment and f.from or t.name
	local first = first_of[of]
	first_of[of] = first or f
	return ('<details class="source"><summary>Data of %s%s</summary><p>%s%s%s</details>'):format(f.label,
		t.quick and ", from a quick pass" or "", csv_link, script,
		first and (' <a href="#%s">table of %s</a></p>'):format(first.id, first.label)
			or "</p>" .. data_table(t, f.label, experiment))
end

-- The tables of a figure that shows several: by machine, or by name if all are of one machine.
local function data_across(f)
	local tables, machines = pandoc.List(), {}
	local line = ("\n" .. (book.read("build/across.txt") or "")):match("\n" .. f.from:gsub("%W", "%%%0") .. " ([^\n]+)") or ""
	for machine, name in line:gmatch("results/([^/]+)/([^.]+)%.csv") do
		tables:insert({ machine = machine, name = name })
		machines[#machines + (machines[#machines] == machine and 0 or 1)] = machine -- a machine's tables stand together
	end
	local links = tables:map(function(t)
		return ('<a href="%s/data/%s.csv">CSV: %s</a>'):format(t.machine, t.name,
			book.escape(#machines > 1 and edition.title_of(t.machine) or t.name))
	end)
	links:insert(('<a href="figures/%s.gp">gnuplot script</a>'):format(f.from))
	return ('<details class="source"><summary>Data of %s</summary><p>%s</p></details>'):format(f.label, table.concat(links, " "))
end

local function in_print(f, path)
	read_svg(path, f.div)
	local content = f.div.content
	local last = content[#content]
	if f.whose ~= "" and last and last.t == "Para" then
		last.content:extend(pandoc.Inlines(f.whose))
	elseif f.whose ~= "" then
		content:insert(pandoc.Para(pandoc.Inlines(f.whose)))
	end
	local plot = f.drawing and "plot.with(drawing: true)" or "plot"
	return book.wrap(book.call(plot, path, f.alt, book.label(f.id), f.label) .. "[", content, "]")
end

local function in_epub(f, path)
	read_svg(path, f.div)
	local blocks = pandoc.List({ pandoc.Plain({ pandoc.Image({ pandoc.Str(f.alt) }, path) }),
		book.raw(('<figcaption><p><span class="label">%s</span>%s</p>'):format(f.label, book.escape(f.whose))) })
	blocks:extend(f.div.content)
	return book.wrap(('<figure class="plot" id="%s">'):format(f.id), blocks, "</figcaption></figure>")
end

-- ---- What a chapter asks for ---------------------------------------------------------------

local kinds = { figure = true, drawing = true, small = true, half = true, across = true, alone = true }
local number = 0

function figure.divisions.figure(div)
	local f = { div = div, id = div.identifier, from = div.attributes.from, alt = div.attributes.alt, whose = "", others = "" }
	if not f.from then
		book.fail(div, 'figure %s has no from="experiment"', f.id)
	elseif not f.alt or f.alt == "" then
		book.fail(div, 'figure %s has no alt="what it shows"', f.id)
	end
	for _, class in ipairs(div.classes) do
		if not kinds[class] then
			book.fail(div, "figure %s: no figure is called '.%s'", f.id, class)
		end
		f[class] = true
	end
	number = number + 1
	f.label = book.number and ("Figure %d.%d"):format(book.number, number) or ("Figure %d"):format(number)
	if f.across then
		return on_page(f, "build/site/figures/" .. f.from .. ".svg", "", data_across(f))
	end
	-- copy-order.gp draws copy.csv.
	local t, why = csv.find(f.from:match("^[^-]+"), function(...) book.fail(div, ...) end)
	if not t then
		book.fail(div, "%s", why)
	end
	if not f.drawing and not f.alone and book.machine ~= "." and not book.apart then
		f.others = others_than(t)
	end
	if t.borrowed and book.machine ~= "." and not f.drawing then
		f.whose = (" Measured on %s, and not on the %s of this edition."):format(csv.machine(t.edition).name,
			csv.machine(book.machine).name)
	end
	if t.quick and not f.drawing then
		f.whose = f.whose .. " From a quick pass."
	end
	local path = ("%s/figures/%s.svg"):format(book.data_of, f.from)
	if book.target == "typst" then
		return in_print(f, "build/print/" .. (f.half and path:gsub("svg$", "half.svg") or path))
	elseif book.target == "epub" then
		return in_epub(f, "build/print/" .. path)
	end
	local folder = book.machine == "." and book.data_of .. "/" or ""
	return on_page(f, "build/site/" .. path, folder, with_data(f, t, folder))
end

return figure
