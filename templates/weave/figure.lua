-- figure.lua - a figure drawn from an experiment's data.
--
--   ::: {.figure #fig-copy from="copy" alt="..."}
--   The caption.
--   :::
--
-- On a page it comes with its data as a table, its CSV and its script. With the
-- class .drawing it shows no data: from="stride-lanes" then only names the script
-- and the experiment that it goes with. With the class .small it comes without its
-- table, and with .across it is of no edition: it shows several tables or machines.
-- Figures of one experiment share the table of the first. A table of counters is of
-- several experiments: counters-stride shows what is of stride.

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local figure = {}

local number = 0
local tables = {} -- by experiment, the label and id of the figure with its table;
-- a table of counters by the figure's name, which names the experiment

-- The rows of the experiment, where there are several and the figure is of one.
local function rows_of(t, experiment)
	if not experiment then
		return t.rows
	end
	local rows = {}
	for _, row in ipairs(t.rows) do
		if row.experiment == experiment then
			rows[#rows + 1] = row
		end
	end
	return rows
end

local function has_any(rows, column)
	for _, row in ipairs(rows) do
		if row[column] ~= "-" then
			return true
		end
	end
end

-- The columns worth reading: what was varied, then the bandwidth, the latency or
-- both with their intervals; of what was counted, all that these rows have.
function figure.columns_of(t, rows)
	local shown = { table.unpack(t.varied) }
	for _, column in ipairs({ "gbs", "ns" }) do
		if t.columns[column] then
			shown[#shown + 1] = column
		end
	end
	if #shown > #t.varied then
		shown[#shown + 1] = t.columns.status and "status" or nil
		return shown
	end
	shown = {}
	for _, column in ipairs(t.columns) do
		if has_any(rows, column) then
			shown[#shown + 1] = column
		end
	end
	return shown
end

figure.units = { gbs = "GB/s", ns = "ns" }

-- A value as a table shows it.
local function cell_of(row, column)
	if type(row[column]) ~= "number" then
		return book.escape(tostring(row[column]))
	end
	local text, unit = measured.text(measured.of(row, column))
	return unit == "" and text or text .. " " .. unit
end

local function data_table(t, label, experiment)
	local shown = rows_of(t, experiment)
	local columns = figure.columns_of(t, shown)
	local rows = { ('<div class="data" tabindex="0" role="group" '
		.. 'aria-label="Data of %s"><table><thead><tr>'):format(label) }
	local known = {} -- cells by column and value: most values stand in many rows
	for _, column in ipairs(columns) do
		rows[#rows + 1] = ('<th scope="col">%s</th>%s'):format(
			book.escape(column), figure.units[column]
				and '<th scope="col">95 % interval</th>' or "")
		known[column] = {}
	end
	rows[#rows + 1] = "</tr></thead><tbody>\n"
	for _, row in ipairs(shown) do
		local cells = { "<tr>" }
		for _, column in ipairs(columns) do
			local value, low, high = row[column], nil, nil
			if figure.units[column] then
				low, high = csv.interval(row, figure.units[column])
			end
			if low then
				cells[#cells + 1] = ("<td>%s</td><td>%s to %s</td>"):format(
					measured.brief(value, 4), measured.brief(low, 4),
					measured.brief(high, 4))
			else
				local cell = known[column][value] or cell_of(row, column)
				known[column][value] = cell
				cells[#cells + 1] = "<td>" .. cell .. "</td>"
			end
		end
		cells[#cells + 1] = "</tr>"
		rows[#rows + 1] = table.concat(cells)
	end
	rows[#rows + 1] = "</tbody></table></div>"
	return table.concat(rows)
end

local function read_svg(path, div)
	return book.read(path)
		or book.fail(div, "no figure %s: is there a figures/%s.gp?", path,
			path:match("([^/]+)%.svg$"))
end

-- gnuplot says "Gnuplot" in a title and a description that would be read aloud
-- in place of our own text.
local function inline_svg(text)
	text = text:gsub("^.-(<svg)", "%1"):gsub("<title>.-</title>", "")
		:gsub("<desc>.-</desc>", "")
	return text
end

-- A figure that is of no edition.
local function across(div, label)
	local from = div.attributes.from
	local svg = inline_svg(read_svg("build/site/figures/" .. from .. ".svg", div))
	return book.wrap(('<div class="plot" id="%s"><figure><div class="canvas" '
		.. 'tabindex="0" role="group" aria-label="%s"><div role="img" '
		.. 'aria-label="%s">%s</div></div><figcaption><p><span class="label">%s'
		.. '</span></p>'):format(div.identifier, label,
		book.escape(div.attributes.alt), svg, label), div.content,
		('</figcaption></figure><p class="source"><a href="figures/%s.gp">'
		.. "gnuplot script</a></p></div>"):format(from))
end

local kinds = { figure = true, drawing = true, small = true, across = true }

function figure.Div(div)
	if not div.classes:includes("figure") then
		return nil
	end
	local from, alt, id = div.attributes.from, div.attributes.alt,
		div.identifier
	if not from then
		book.fail(div, 'figure %s has no from="experiment"', id)
	elseif not alt or alt == "" then
		book.fail(div, 'figure %s has no alt="what it shows"', id)
	end
	for _, class in ipairs(div.classes) do
		if not kinds[class] then
			book.fail(div, "figure %s: no figure is called '.%s'", id, class)
		end
	end
	number = number + 1
	local label = book.number and ("Figure %d.%d"):format(book.number, number)
		or ("Figure %d"):format(number)
	if div.classes:includes("across") then
		return across(div, label)
	end
	-- copy-order.gp draws copy.csv.
	local t = csv.open(from:match("^[^-]+"), function(message, ...)
		book.fail(div, message, ...)
	end)
	local own = ("%s/figures/%s.svg"):format(book.data_of, from)

	local drawing = div.classes:includes("drawing")
	local whose = not drawing and t.borrowed and book.machine ~= "." and (" Measured on %s: this "
		.. "machine has no such measurement."):format(
		csv.machine(t.edition).name) or ""
	if t.quick and not drawing then
		whose = whose .. " From a quick pass."
	end
	if book.target == "typst" then
		read_svg("build/print/" .. own, div)
		local last = div.content[#div.content]
		if whose ~= "" and last and last.t == "Para" then
			last.content:extend(pandoc.Inlines(whose))
		elseif whose ~= "" then
			div.content:insert(pandoc.Para(pandoc.Inlines(whose)))
		end
		return book.wrap(("#plot(%s, %s, %s, %s)["):format(
			book.quote("build/print/" .. own), book.quote(alt),
			book.quote(book.label(id)), book.quote(label)), div.content, "]")
	end
	if book.target == "epub" then
		read_svg("build/print/" .. own, div)
		local blocks = pandoc.List({ pandoc.Plain({ pandoc.Image({ pandoc.Str(alt) },
			"build/print/" .. own) }), pandoc.RawBlock("html",
			('<figcaption><p><span class="label">%s</span>%s</p>'):format(label,
			book.escape(whose))) })
		blocks:extend(div.content)
		return book.wrap(('<figure class="plot" id="%s">'):format(id), blocks,
			"</figcaption></figure>")
	end
	local svg = inline_svg(read_svg("build/site/" .. own, div))
	local up = book.machine == "." and book.data_of .. "/" or ""
	local small = div.classes:includes("small")
	local before = ('<div class="plot%s" id="%s"><figure><div class="canvas" '
		.. 'tabindex="0" role="group" aria-label="%s"><div role="img" '
		.. 'aria-label="%s">%s</div></div><figcaption><p><span class="label">%s'
		.. '</span>%s</p>'):format(small and " small" or "", id, label, book.escape(alt), svg, label,
		book.escape(whose))
	local script = ('<a href="%sfigures/%s.gp">gnuplot script</a>'):format(up,
		from)
	local after = '</figcaption></figure><p class="source">' .. script
		.. '</p></div>'
	if small then
		after = ('</figcaption></figure><p class="source"><a href="%sdata/%s.csv">'
			.. "CSV</a> %s</p></div>"):format(up, t.name, script)
	elseif not drawing then
		local experiment = t.columns.experiment and from:match("%-(.+)$")
		local of = experiment and from or t.name
		local first = tables[of]
		tables[of] = first or { label = label, id = id }
		after = ('</figcaption></figure><details class="source"><summary>Data '
			.. 'of %s%s</summary><p><a href="%sdata/%s.csv">CSV</a> %s%s'
			.. '</details></div>'):format(label,
			t.quick and ", from a quick pass" or "", up, t.name, script,
			first and (' <a href="#%s">table of %s</a></p>'):format(first.id,
			first.label) or "</p>" .. data_table(t, label, experiment))
	end
	return book.wrap(before, div.content, after)
end

return figure
