-- fleet.lua - pages about the GPUs of a fleet, from what bench/fleet/judge.sh found out.
--
--   ::: {.fleet of="summary"}    how many GPUs there are, and how many are slow
--   ::: {.fleet of="slow"}       those that are, each with what it misses
--   ::: {.fleet of="models"}     of each model the figure, the spread by experiment,
--                                and its GPUs
--   ::: {.fleet of="unjudged"}   GPUs with rows that were throttled, and those that were
--                                measured quickly or in part
--   ::: {.fleet of="left-out"}   folders with a fault
--   ::: {.fleet of="place"}      of one GPU: its experiments beside its model's
--   ::: {.fleet of="outliers"}   of one GPU: its rows that are slow or fast
--   ::: {.fleet of="headlines"}  of one GPU: the headlines of chapters/report.md
--   ::: {.fleet of="data"}       of one GPU: where its results are
--
-- In print there is no fleet, so all of it is HTML.

local book = require("book")
local measured = require("measured")
local fleet = {}

-- ---- What was found out ----------------------------------------------------------

-- The lines of a file, each as its fields.
local function lines_of(name, separator)
	local all = pandoc.List()
	local text = book.read("build/fleet/" .. name)
		or book.fail("::: {.fleet", "no build/fleet/%s: 'make fleet-page FLEET=folder' "
			.. "makes it", name)
	for line in text:gmatch("[^\n]+") do
		local fields = pandoc.List()
		for field in (line .. separator):gmatch("([^" .. separator .. "]*)" .. separator) do
			fields:insert(field)
		end
		all:insert(fields)
	end
	return all
end

-- What looks like a number in these is none: a folder may be 007 or 1e3.
local NAMES = { name = true, model = true, lowest_name = true, highest_name = true }

-- Fields by their names, numbers as numbers.
local function record(fields, names)
	local one, i = {}, 0
	for name in names:gmatch("%S+") do
		i = i + 1
		one[name] = not NAMES[name] and tonumber(fields[i]) or fields[i]
	end
	return one
end

local function records(name, names)
	return lines_of(name, ","):map(function(fields)
		return record(fields, names)
	end)
end

-- Each with its GPUs and the spread of its experiments; of a model of which nothing has
-- settled there is none.
local function all_models()
	local models, by = pandoc.List(), {}
	for _, gpu in ipairs(records("gpus.csv", "model name")) do
		if not by[gpu.model] then
			by[gpu.model] = { name = gpu.model, gpus = pandoc.List(), rows = pandoc.List() }
			models:insert(by[gpu.model])
		end
		by[gpu.model].gpus:insert(gpu.name)
	end
	for _, row in ipairs(records("spread.csv", "model experiment words unit median lowest "
		.. "lowest_name highest highest_name spread typical")) do
		by[row.model].rows:insert(row)
	end
	return models
end

local function named()
	local all = records("named.csv", "name model slow judged memory experiments experiment "
		.. "words unit value median off")
	all:sort(function(a, b)
		local x, y = math.abs(a.off), math.abs(b.off)
		return x > y or x == y and a.name < b.name
	end)
	return all
end

-- A row of fleet.csv.
local EXPERIMENT = "experiment rows settled unsettled throttled judged slow fast share words "
	.. "unit value median percent quick partial verdict"

-- ---- In words ----------------------------------------------------------------------

local function number(value, unit)
	if type(value) ~= "number" then
		return "–"
	end
	local text, its = measured.text(measured.new(value, unit))
	return its == "" and text or text .. " " .. its
end

-- A whole number, and what it counts.
local function whole(n)
	return (measured.text(measured.new(n, "", {}, true)))
end

local function count(n, what)
	return whole(n) .. " " .. what .. (n == 1 and "" or "s")
end

-- "variant=once memory=dram array_bytes=2147483648" as "once, dram, 2 GiB": sizes and
-- words speak for themselves, other numbers need their names.
local function point(words)
	local said = {}
	for name, value in words:gmatch("([%w_]+)=(%S+)") do
		said[#said + 1] = not tonumber(value) and value
			or name:find("_bytes$") and number(tonumber(value), "B")
			or name:gsub("_", " ") .. " " .. (value:find("%.") and value or whole(tonumber(value)))
	end
	return table.concat(said, ", ")
end

-- How far from the median, which is of the unit's better or worse side.
local function off(percent)
	local size = math.abs(percent)
	return ("%s %% %s"):format(size < 10 and ("%.1f"):format(size) or ("%.0f"):format(size),
		percent < 0 and "below" or "above")
end

local function gpu_link(name)
	return ('<a href="fleet/%s.html">%s</a>'):format(name, name)
end

local function who(name, is_slow)
	return ('<span class="who%s">%s</span>'):format(is_slow and " slow" or "", gpu_link(name))
end

-- What a named GPU misses, in one sentence.
local function missing(gpu)
	local where = {}
	for name in gpu.experiments:gmatch("%S+") do
		where[#where + 1] = name
	end
	return ("%s (%s) %s, %s the model’s median of %s. %s of %s that were judged %s slow%s, in %s.")
		:format(gpu.experiment, point(gpu.words), number(gpu.value, gpu.unit), off(gpu.off),
		number(gpu.median, gpu.unit), whole(gpu.slow), count(gpu.judged, "row"),
		gpu.slow == 1 and "is" or "are", gpu.memory == "dram" and ", all of them DRAM" or "",
		book.list(where))
end

local function html(text)
	return pandoc.RawBlock("html", text)
end

local function paragraph(text)
	return html("<p>" .. text .. "</p>")
end

-- A table that may be wider than the page. The second column is text.
local function table_of(label, heads, rows)
	local lines = { ('<div class="wide" tabindex="0" role="group" aria-label="%s">'
		.. '<table class="numbers"><thead><tr>'):format(label) }
	for _, head in ipairs(heads) do
		lines[#lines + 1] = '<th scope="col">' .. head .. "</th>"
	end
	lines[#lines + 1] = "</tr></thead><tbody>"
	for _, cells in ipairs(rows) do
		lines[#lines + 1] = '<tr><th scope="row">' .. cells[1] .. "</th><td>"
			.. table.concat(cells, "</td><td>", 2) .. "</td></tr>"
	end
	lines[#lines + 1] = "</tbody></table></div>"
	return html(table.concat(lines, "\n"))
end

-- ---- The fleet -------------------------------------------------------------------------

-- How many GPUs are of models that can be judged?
local FEW = 5

local function judged()
	local n = 0
	for _, model in ipairs(all_models()) do
		n = n + (#model.gpus >= FEW and #model.gpus or 0)
	end
	return n
end

local function summary()
	local all, said = 0, {}
	for _, model in ipairs(all_models()) do
		all = all + #model.gpus
		said[#said + 1] = ("%d %s"):format(#model.gpus, model.name)
	end
	local slow, out = #named(), #lines_of("left_out.txt", "\t")
	local less = #lines_of("less.csv", ",")
	return pandoc.Para(pandoc.Inlines(("%s: %s. %s%s%s"):format(
		count(all, "GPU"), table.concat(said, ", "),
		judged() == 0 and "Too few of a model to tell whether one is slow."
			or slow == 0 and "None is slow." or slow == 1 and "One is slow." or slow .. " are slow.",
		less == 0 and "" or (" %d %s measured quickly or in part."):format(less,
			less == 1 and "was" or "were"),
		out == 0 and "" or (" %s left out, since %s a fault."):format(
			out == 1 and "One folder is" or out .. " folders are",
			out == 1 and "it has" or "they have"))))
end

-- A list that is too long to read is in the CSV.
local MOST = 100

local function list_of(items, class)
	local shown = pandoc.List()
	for i = 1, math.min(#items, MOST) do
		shown:insert("<li>" .. items[i] .. "</li>")
	end
	local all = pandoc.List({ html(('<ul class="%s">\n%s\n</ul>'):format(class,
		table.concat(shown, "\n"))) })
	if #items > MOST then
		all:insert(paragraph(('And %d more: see <a href="fleet.csv">the CSV</a>.'):format(#items - MOST)))
	end
	return all
end

local function slow()
	local all = named()
	return judged() == 0 and paragraph("That takes five GPUs of a model.")
		or #all == 0 and paragraph("None: no GPU is slower than its model’s spread explains.")
		or list_of(all:map(function(gpu)
			return ("%s, %s: %s"):format(gpu_link(gpu.name), gpu.model, missing(gpu))
		end), "slow")
end

-- A model's figure, and the spread of its experiments.
local function spread_of(model, place, is_slow)
	return pandoc.List({
		pandoc.Div({ pandoc.Para(pandoc.Inlines("A line for each experiment, "
			.. "a dot for each GPU: the speed of its rows on the average, as a part of the "
			.. "median of all " .. model.name .. ". What moves a GPU to the left costs it "
			.. "bandwidth or adds latency.")) }, { id = "fig-model-" .. place,
			class = "figure across", from = "fleet-" .. place,
			alt = ("Dots along a line for each experiment: GPUs by their speed as a part of "
				.. "the median of their model, %s. Slow ones lie to the left, marked "
				.. "with a diamond and a name."):format(model.name) }),
		table_of("Spread of " .. model.name, { "Experiment", "Headline point",
			"Median", "Lowest", "Highest", "Spread", "Usual row" },
			model.rows:map(function(row)
				return { row.experiment, point(row.words), number(row.median, row.unit),
					number(row.lowest, row.unit) .. who(row.lowest_name, is_slow[row.lowest_name]),
					number(row.highest, row.unit) .. who(row.highest_name, is_slow[row.highest_name]),
					("%.1f %%"):format(row.spread), ("%.1f %%"):format(row.typical) }
			end)) })
end

-- What a model's GPUs have that is not the same for all, although it may make them slow.
local function differences(model)
	local of = { driver = pandoc.List(), commit = pandoc.List() }
	for _, fields in ipairs(lines_of("versions.txt", "\t")) do
		if fields[1] == model.name then
			of[fields[2]]:insert(("%s (%s)"):format(book.escape(fields[3]),
				count(tonumber(fields[4]), "GPU")))
		end
	end
	local said = pandoc.List()
	if #of.driver > 1 then
		said:insert(paragraph("Their drivers differ: " .. book.list(of.driver) .. "."))
	end
	if #of.commit > 1 then
		said:insert(paragraph("The programs that measured them differ in their commit: "
			.. book.list(of.commit) .. "."))
	end
	return said
end

local function models()
	local blocks, is_slow = pandoc.List(), {}
	for _, gpu in ipairs(named()) do
		is_slow[gpu.name] = true
	end
	for place, model in ipairs(all_models()) do
		blocks:insert(pandoc.Header(2, pandoc.Inlines(("%s, %s"):format(model.name,
			count(#model.gpus, "GPU"))), { id = "model-" .. place }))
		blocks:extend(differences(model))
		if #model.gpus < FEW then
			blocks:insert(paragraph("Too few to tell who is slow: that takes five."))
		end
		if #model.rows == 0 then
			blocks:insert(paragraph("No row of this model has settled, so there is nothing to compare."))
		else
			blocks:extend(spread_of(model, place, is_slow))
		end
		blocks:insert(html(("<details><summary>%s, a report each</summary>"):format(
			count(#model.gpus, "GPU"))))
		blocks:insert(html('<ul class="gpus">\n' .. table.concat(model.gpus:map(function(name)
			return ("<li>%s%s</li>"):format(gpu_link(name), is_slow[name] and " slow" or "")
		end), "\n") .. "\n</ul></details>"))
	end
	return blocks
end

-- GPUs with rows that were throttled, and those that lack what others of their model
-- have.
local function unjudged()
	local gpus, by = pandoc.List(), {}
	local rows, unsettled = 0, 0
	for _, row in ipairs(records("fleet.csv", "name model " .. EXPERIMENT)) do
		if row.name ~= "name" then
			local gpu = by[row.name]
			if not gpu then
				gpu = { name = row.name, throttled = 0, among = {}, lacking = {} }
				by[row.name] = gpu
				gpus:insert(gpu)
			end
			rows, unsettled = rows + row.rows, unsettled + row.unsettled
			gpu.throttled = gpu.throttled + row.throttled
			if row.throttled > 0 then
				table.insert(gpu.among, row.experiment)
			elseif row.verdict == "lacking" then
				table.insert(gpu.lacking, row.experiment)
			end
		end
	end
	local throttled = gpus:filter(function(gpu) return gpu.throttled > 0 end)
	local lacking = gpus:filter(function(gpu) return #gpu.lacking > 0 end)
	throttled:sort(function(a, b)
		return a.throttled > b.throttled or a.throttled == b.throttled and a.name < b.name
	end)
	local blocks = pandoc.List({ paragraph(("Of %s %s did not settle to within half a percent.%s")
		:format(count(rows, "row"), whole(unsettled), #throttled == 0 and " None was throttled."
			or " While these were measured, the clock was held down:")) })
	if #throttled > 0 then
		blocks:extend(list_of(throttled:map(function(gpu)
			return ("%s: %s throttled, in %s"):format(gpu_link(gpu.name),
				count(gpu.throttled, "row"), #gpu.among > 5 and count(#gpu.among, "experiment")
					or book.list(gpu.among))
		end), "throttled"))
	end
	if #lacking > 0 then
		blocks:insert(paragraph("These lack what others of their model have:"))
		blocks:extend(list_of(lacking:map(function(gpu)
			return ("%s: %s"):format(gpu_link(gpu.name), book.list(gpu.lacking))
		end), "lacks"))
	end
	local less = lines_of("less.csv", ",")
	if #less > 0 then
		blocks:insert(paragraph("These were measured quickly or in part, so that their numbers "
			.. "are less certain, or fewer:"))
		blocks:extend(list_of(less:map(function(fields)
			return gpu_link(fields[1]) .. ": " .. fields[2]
		end), "less"))
	end
	return blocks
end

local function left_out()
	local all = lines_of("left_out.txt", "\t")
	return #all == 0 and paragraph("No folder: all results are sound.")
		or list_of(all:map(function(fields)
			return ("<b>%s</b>: %s"):format(book.escape(fields[1]), book.escape(fields[2]))
		end), "left-out")
end

-- ---- One GPU ------------------------------------------------------------------------------

-- What is known of it, by kind: lists of fields.
local function facts()
	local by = { experiment = pandoc.List(), outlier = pandoc.List() }
	for _, fields in ipairs(lines_of("gpu/" .. book.machine, ",")) do
		local kind = fields:remove(1)
		if by[kind] then
			by[kind]:insert(fields)
		else
			by[kind] = fields
		end
	end
	return by
end

local verdicts = { slow = "slow", fast = "fast", ok = "as the others", throttled = "throttled",
	not_judged = "cannot be told", lacking = "not measured" }

-- Some rows may be out where too few are for a verdict.
local function verdict_of(row)
	return row.verdict == "ok" and row.slow + row.fast > 0 and "few rows off"
		or verdicts[row.verdict]
end

-- "288: 180 slow, 3 unsettled".
local function rows_of(row)
	local said = { row.quick == "yes" and "quick" or nil }
	for _, kind in ipairs({ "slow", "fast", "unsettled", "throttled" }) do
		if row[kind] > 0 then
			said[#said + 1] = row[kind] .. " " .. kind
		end
	end
	return row.rows .. (#said > 0 and ": " or "") .. table.concat(said, ", ")
end

local function place()
	local known = facts()
	local blocks = pandoc.List()
	if known.named then
		local fields = known.named
		local gpu = record(fields, "slow judged memory experiments experiment words unit value "
			.. "median off")
		blocks:insert(paragraph("Slow: " .. missing(gpu)))
	end
	blocks:insert(paragraph(("One of %s in %s. %s"):format(
		whole(tonumber(known.model[2])) .. " " .. book.escape(known.model[1]),
		'<a href="../fleet.html">the fleet</a>',
		#known.experiment == 0 and "None of them has measured an experiment."
			or "Beside each headline stands the median of its model.")
		.. (known.partial and " Only some experiments were asked for." or "")))
	if #known.experiment == 0 then
		return blocks
	end
	blocks:insert(table_of("Experiments", { "Experiment", "Headline point", "Measured", "Median",
		"of it", "Lowest to highest", "Rows", "Verdict" },
		known.experiment:map(function(fields)
			local row = record(fields, EXPERIMENT .. " lowest highest status")
			local rough = row.status ~= "ok" and type(row.value) == "number" and "~" or ""
			return { row.experiment, point(row.words), rough .. number(row.value, row.unit),
				number(row.median, row.unit),
				type(row.percent) == "number" and ("%.1f %%"):format(row.percent) or "–",
				type(row.lowest) == "number" and number(row.lowest, row.unit):gsub(" .*", "") .. " to "
					.. number(row.highest, row.unit) or "–",
				rows_of(row), ('<span class="%s">%s</span>'):format(row.verdict, verdict_of(row)) }
		end)))
	return blocks
end

local function outliers()
	local all = facts().outlier
	if tonumber(facts().model[2]) < FEW then
		return paragraph("Nobody can tell: that takes five GPUs of its model.")
	end
	if #all == 0 then
		return paragraph("None of its rows is beyond what its interval and the spread of its "
			.. "model explain.")
	end
	return { paragraph("Of each experiment those that are furthest off, four at most."), table_of("Outliers", { "Experiment", "Point", "Measured", "Median", "Off", "Verdict" },
		all:map(function(fields)
			local row = record(fields, "name experiment words memory unit value median off verdict")
			return { row.experiment, point(row.words), number(row.value, row.unit),
				number(row.median, row.unit), off(row.off), row.verdict }
		end)) }
end

-- Only that part is read: the rest takes half as long again.
local function headlines()
	local path = "chapters/report.md"
	local part = (book.read(path) or ""):match("\n(::: headlines\n.-\n:::\n)")
		or book.fail("::: {.fleet", "%s has no ::: headlines", path)
	return book.blocks_of(path, part)
end

-- All that it has measured, as fleet.sh packs it.
local function data()
	return paragraph(('<a href="%s.tar.gz">Its results</a>: a CSV for each experiment, with '
		.. "the 95 %% interval of each median."):format(book.machine))
end

local made = { data = data, summary = summary, slow = slow, models = models, unjudged = unjudged,
	["left-out"] = left_out, place = place, outliers = outliers, headlines = headlines }

function fleet.Div(div)
	if div.classes[1] ~= "fleet" then
		return nil
	end
	local make = made[div.attributes.of or ""]
		or book.fail(div, '::: {.fleet of="%s"}: there is no such part', tostring(div.attributes.of))
	return make()
end

return fleet
