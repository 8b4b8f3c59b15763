-- fleet.lua - pages about the GPUs of a fleet, from what bench/fleet/judge.sh found out.
--
--   ::: {.fleet of="summary"}    how many GPUs there are, and how many are slow
--   ::: {.fleet of="slow"}       those that are slow, each with what it misses
--   ::: {.fleet of="criteria"}   what the criteria of their models say of the GPUs
--   ::: {.fleet of="changes"}    what has changed since an earlier run, if one was named
--   ::: {.fleet of="history"}    how numbers have changed over the runs, if there are earlier ones
--   ::: {.fleet of="models"}     of each model the figure, the spread by experiment, and its GPUs
--   ::: {.fleet of="unjudged"}   GPUs with rows that were throttled, and those that were measured
--                                quickly or in part
--   ::: {.fleet of="left-out"}   folders with a fault
--   ::: {.fleet of="place"}      of one GPU: its experiments beside its model's
--   ::: {.fleet of="outliers"}   of one GPU: its rows that are slow or fast
--   ::: {.fleet of="headlines"}  of one GPU: the headlines of chapters/report.md
--   ::: {.fleet of="data"}       of one GPU: where its results are
--
-- A fleet is not printed, so all of this is HTML.

local book = require("book")
local certificate = require("certificate")
local csv = require("csv")
local history = require("history")
local measured = require("measured")
local count, paragraph = measured.count, book.paragraph
local fleet = { divisions = {} }

local MOST = 100 -- a list that is longer than this is cut, and the CSV has the rest

-- ---- What was found out ----------------------------------------------------------------------

local function fail(...)
	book.fail("::: {.fleet", ...)
end

-- The lines of a file, each as its fields, which have tabs between them.
local function lines_of(name)
	local all = pandoc.List()
	local text = book.read("build/fleet/" .. name)
		or fail("no build/fleet/%s: 'make fleet-page FLEET=folder' makes it", name)
	for line in text:gmatch("[^\n]+") do
		local fields = pandoc.List()
		for field in (line .. "\t"):gmatch("([^\t]*)\t") do
			fields:insert(field)
		end
		all:insert(fields)
	end
	return all
end

local function rows_in(name)
	return pandoc.List(csv.file(("build/fleet/%s.csv"):format(name), fail).rows)
end

-- The models, each with its GPUs and the spread of its experiments. A model of which no row has
-- settled has no spread.
local function all_models()
	local models, by_name = pandoc.List(), {}
	for _, gpu in ipairs(rows_in("gpus")) do
		if not by_name[gpu.model] then
			by_name[gpu.model] = { name = gpu.model, gpus = pandoc.List(), rows = pandoc.List(),
				is_judged = gpu.others ~= "not_judged" }
			models:insert(by_name[gpu.model])
		end
		by_name[gpu.model].gpus:insert(gpu.name)
	end
	for _, row in ipairs(rows_in("spread")) do
		by_name[row.model].rows:insert(row)
	end
	return models
end

-- The GPUs that are slow, the worst first.
local function named()
	local all = rows_in("named")
	all:sort(function(a, b)
		local x, y = math.abs(a.off), math.abs(b.off)
		return x > y or x == y and a.name < b.name
	end)
	return all
end

-- ---- In words ----------------------------------------------------------------------------------

local function number(value, unit)
	return type(value) == "number" and measured.said(measured.new(value, unit)) or "–"
end

local function percent(x)
	return type(x) == "number" and ("%.1f %%"):format(x) or "–"
end

-- "variant=once memory=dram array_bytes=2147483648" as "once, dram, 2 GiB". Sizes and words speak
-- for themselves, and other numbers need their names.
local function point(words)
	local said = {}
	for name, value in words:gmatch("([%w_]+)=(%S+)") do
		said[#said + 1] = not tonumber(value) and value
			or name:find("_bytes$") and number(tonumber(value), "B")
			or name:gsub("_", " ") .. " " .. (value:find("%.") and value or count(tonumber(value)))
	end
	return table.concat(said, ", ")
end

-- The distance from the median in words.
local function off(x)
	local size = math.abs(x)
	return ((size < 10 and "%.1f" or "%.0f") .. " %% %s"):format(size, x < 0 and "below" or "above")
end

-- A set of the first fields of a file's lines, each with the second.
local function map_of(name)
	local found = {}
	for _, fields in ipairs(lines_of(name)) do
		found[fields[1]] = fields[2] or true
	end
	return found
end

local reports, labels -- by names of GPUs

local function gpu_link(name)
	reports = reports or map_of("reports.txt")
	return reports[name] and ('<a href="fleet/%s.html">%s</a>'):format(name, name) or name
end

-- The same with what its owner calls it.
local function gpu_name(name)
	labels = labels or map_of("labels.txt")
	return gpu_link(name) .. (labels[name] and (" (%s)"):format(book.escape(labels[name])) or "")
end

-- One sentence about what a slow GPU misses.
local function missing(gpu)
	return ("%s (%s) %s, %s the model’s median of %s. %s of %s that were judged %s slow%s, in %s."):format(
		gpu.experiment, point(gpu.words), number(gpu.value, gpu.unit), off(gpu.off), number(gpu.median, gpu.unit),
		count(gpu.slow), count(gpu.judged, "row"), gpu.slow == 1 and "is" or "are",
		gpu.memory == "dram" and ", all of them DRAM" or "", book.list(book.words(gpu.experiments)))
end

-- An introduction and a list of a class, each item as item(value) says it, cut where it is too long to
-- read. Nothing where there are no values.
local function list_of(values, class, item, intro)
	if #values == 0 then
		return {}
	end
	local lines = {}
	for i = 1, math.min(#values, MOST) do
		lines[i] = "<li>" .. item(values[i]) .. "</li>"
	end
	local all = pandoc.List({ intro and paragraph(intro) })
	all:insert(book.raw(('<ul class="%s">\n%s\n</ul>'):format(class, table.concat(lines, "\n"))))
	if #values > MOST then
		all:insert(paragraph('And %d more: see <a href="fleet.csv">the CSV</a>.', #values - MOST))
	end
	return all
end

-- A table, with a row for each list of cells.
local function table_of(label, heads, rows)
	return book.table(label, "numbers", heads, { table.concat(rows:map(book.row), "\n") })
end

-- ---- The fleet ---------------------------------------------------------------------------------

local parts = {}

-- The GPUs by the verdict that the criteria give them.
local function by_criteria()
	local by = { pass = pandoc.List(), fail = pandoc.List(), cannot_be_told = pandoc.List(), all = pandoc.List() }
	for _, fields in ipairs(lines_of("criteria.txt")) do
		local gpu = { name = fields[1], reason = fields[3] }
		by.all:insert(gpu)
		by[fields[2]]:insert(gpu)
	end
	return by
end

-- "9 pass, 1 fails, 2 cannot be told", the good ones first.
local function verdicts_of(by)
	local said = {}
	for _, of in ipairs({ { "pass", "passes", "pass" }, { "fail", "fails", "fail" },
		{ "cannot_be_told", "cannot be told", "cannot be told" } }) do
		local verdict, one, many = table.unpack(of)
		local n = #by[verdict]
		said[#said + 1] = n > 0 and ("%s %s"):format(count(n), n == 1 and one or many) or nil
	end
	return table.concat(said, ", ")
end

local function can_judge()
	return all_models():find_if(function(model) return model.is_judged end) ~= nil
end

function parts.summary()
	local all, said = 0, {}
	for _, model in ipairs(all_models()) do
		all = all + #model.gpus
		said[#said + 1] = ("%d %s"):format(#model.gpus, model.name)
	end
	local slow, out, less, by = #named(), #lines_of("left_out.txt"), #rows_in("less"), by_criteria()
	return pandoc.Para(pandoc.Inlines(("%s: %s. %s%s%s%s"):format(count(all, "GPU"), table.concat(said, ", "),
		not can_judge() and "Too few of a model to tell whether one is slow."
			or slow == 0 and "None is slow." or slow == 1 and "One is slow." or slow .. " are slow.",
		#by.all == 0 and "" or (" By the criteria of their models: %s."):format(verdicts_of(by)),
		less == 0 and "" or (" %d %s measured quickly or in part."):format(less, less == 1 and "was" or "were"),
		out == 0 and "" or out == 1 and " One folder is left out, since it has a fault."
			or (" %d folders are left out, since they have a fault."):format(out))))
end

function parts.slow()
	local all = named()
	if not can_judge() then
		return paragraph('That takes five GPUs of a model. Fewer are judged by <a href="#criteria">their criteria</a> alone.')
	elseif #all == 0 then
		return paragraph("None: no GPU is slower than its model’s spread explains.")
	end
	return list_of(all, "slow", function(gpu)
		return ("%s, %s: %s"):format(gpu_name(gpu.name), gpu.model, missing(gpu))
	end)
end

-- A list in which GPUs of which the same is said share an item.
local function list_by_reason(gpus, class, intro)
	local reasons, names = pandoc.List(), {}
	for _, gpu in ipairs(gpus) do
		if not names[gpu.reason] then
			names[gpu.reason] = pandoc.List()
			reasons:insert(gpu.reason)
		end
		names[gpu.reason]:insert(gpu_name(gpu.name))
	end
	return list_of(reasons, class, function(reason)
		local all = names[reason]
		return ("%s: %s"):format(#all <= 20 and book.list(all) or count(#all, "GPU"), book.escape(reason))
	end, intro)
end

function parts.criteria()
	local by = by_criteria()
	if #by.all == 0 then
		return paragraph("There is no GPU to judge.")
	end
	local blocks = pandoc.List({ paragraph("Of %s: %s.", count(#by.all, "GPU"), verdicts_of(by)) })
	blocks:extend(list_by_reason(by.fail, "slow", #by.fail > 0 and "What fails:"))
	blocks:extend(list_by_reason(by.cannot_be_told, "untold", "What cannot be told, and so does not pass:"))
	return blocks
end

local changes = { { "changed", "changed" }, { "gone", "gone" }, { "replaced", "replaced by another model" },
	{ "cannot_be_told", "cannot be told" }, { "host_changed", "changed in the host alone" }, { "new", "new" },
	{ "same", "unchanged" } }

function parts.changes()
	if not book.read("build/fleet/changes.txt") then
		return {}
	end
	local by, all, said = {}, lines_of("changes.txt"), {}
	for _, fields in ipairs(all) do
		local name, verdict, _, reason = table.unpack(fields)
		by[verdict] = by[verdict] or pandoc.List()
		by[verdict]:insert({ name = name, reason = reason })
	end
	for _, of in ipairs(changes) do
		said[#said + 1] = by[of[1]] and ("%s %s"):format(count(#by[of[1]]), of[2]) or nil
	end
	local since = lines_of("since")[1][1]:match("[^/]*$")
	local blocks = pandoc.List({ pandoc.Header(2, pandoc.Inlines("Changes since " .. since), { id = "changes" }),
		paragraph("Of %s: %s.", count(#all, "GPU"), table.concat(said, ", ")) })
	if by.changed or by.host_changed then
		blocks:insert(paragraph("Percentages say by how much an experiment is faster or slower on the average:"))
	end
	for _, of in ipairs(changes) do
		if by[of[1]] and of[1] ~= "same" then
			blocks:extend(list_by_reason(by[of[1]], of[1] == "changed" and "slow" or of[1]))
		end
	end
	return blocks
end

function parts.history()
	if not book.read("build/fleet/history.csv") then
		return {}
	end
	local over = rows_in("runs")[1]
	local by, series = {}, pandoc.List()
	for _, row in ipairs(rows_in("history")) do
		if not by[row.headline] then
			by[row.headline] = { rows = pandoc.List(), levels = pandoc.List(), steps = pandoc.List() }
			series:insert(by[row.headline])
		end
		by[row.headline].rows:insert(row)
	end
	for _, level in ipairs(rows_in("levels")) do
		local its = by[level.headline]
		if level.began == "step" then
			local at = its.rows:find_if(function(row) return row.recording == level.first end)
			its.steps:insert(("%+.1f %% on %s"):format(100 * (level.level / its.levels[#its.levels].level - 1), at.date))
		end
		its.levels:insert(level)
	end
	return pandoc.List({ pandoc.Header(2, pandoc.Inlines("Over " .. over.runs .. " runs"), { id = "history" }),
		paragraph("From %s to %s, %s were measured more than once. Below are those that have stepped to another level, and ten "
			.. "others that changed most since the first run. A dot is a run, and an upright line a step.",
			over.first, over.last, count(over.numbers, "number")),
		table_of("Numbers over the runs", { "GPU", "Experiment", "Runs 1–" .. over.runs, "Edges", "First", "Newest", "Change", "Steps" },
			series:map(function(its)
				local name, experiment = its.rows[1].headline:match("(.*)/(.*)")
				local was, is = its.rows[1], its.rows[#its.rows]
				local strip, edges = history.cells(its.rows, its.levels, over.runs)
				return { gpu_name(name), experiment, strip, edges, number(was.value, was.unit), number(is.value, is.unit),
					("%+.1f %%"):format(100 * (is.value / was.value - 1)), #its.steps > 0 and table.concat(its.steps, ", ") or "–" }
			end)) })
end

-- A model's figure, and the spread of its experiments.
local function spread_of(model, place, is_slow)
	local function who(name)
		return ('<span class="who%s">%s</span>'):format(is_slow[name] and " slow" or "", gpu_link(name))
	end
	local caption = "A line for each experiment, a dot for each GPU: the speed of its rows on the average, as a part of "
		.. "the median of all " .. model.name .. ". What moves a GPU to the left costs it bandwidth or adds latency."
	local alt = ("Dots along a line for each experiment: GPUs by their speed as a part of the median of their model, "
		.. "%s. Slow ones lie to the left, marked with a diamond and a name."):format(model.name)
	return {
		pandoc.Div({ pandoc.Para(pandoc.Inlines(caption)) },
			{ id = "fig-model-" .. place, class = "figure across", from = "fleet-" .. place, alt = alt }),
		table_of("Spread of " .. model.name,
			{ "Experiment", "Headline point", "Median", "Lowest", "Highest", "Spread", "Usual row" },
			model.rows:map(function(row)
				return { row.experiment, point(row.words), number(row.median, row.unit),
					number(row.lowest, row.unit) .. who(row.lowest_name),
					number(row.highest, row.unit) .. who(row.highest_name), percent(row.spread), percent(row.typical) }
			end)) }
end

-- Tells what is not the same for all GPUs of a model and may make some slow.
local function differences(model)
	local said = pandoc.List()
	for _, of in ipairs({ { "driver", "Their drivers differ: %s." },
		{ "commit", "The programs that measured them differ in their commit: %s." } }) do
		local key, sentence = table.unpack(of)
		local versions = {}
		for _, fields in ipairs(lines_of("versions.txt")) do
			local its, what, version, gpus = table.unpack(fields)
			versions[#versions + 1] = its == model.name and what == key
				and ("%s (%s)"):format(book.escape(version), count(tonumber(gpus), "GPU")) or nil
		end
		said:insert(#versions > 1 and paragraph(sentence, book.list(versions)) or nil)
	end
	return said
end

function parts.models()
	local blocks, is_slow = pandoc.List(), {}
	local is_each = #lines_of("reports.txt") == #rows_in("gpus")
	for _, gpu in ipairs(named()) do
		is_slow[gpu.name] = true
	end
	for place, model in ipairs(all_models()) do
		local gpus = count(#model.gpus, "GPU")
		blocks:insert(pandoc.Header(2, pandoc.Inlines(model.name .. ", " .. gpus), { id = "model-" .. place }))
		blocks:extend(differences(model))
		if not model.is_judged then
			blocks:insert(paragraph('Too few to tell who is slow: that takes five. <a href="#criteria">Their criteria</a> judge them.'))
		end
		blocks:extend(#model.rows > 0 and spread_of(model, place, is_slow)
			or { paragraph("No row of this model has settled, so there is nothing to compare.") })
		blocks:insert(book.raw("<details><summary>" .. gpus .. (is_each and ", a report each" or "") .. "</summary>"))
		blocks:insert(book.raw('<ul class="gpus">\n' .. table.concat(model.gpus:map(function(name)
			return ("<li>%s%s</li>"):format(gpu_name(name), is_slow[name] and " slow" or "")
		end), "\n") .. "\n</ul></details>"))
	end
	return blocks
end

function parts.unjudged()
	local gpus, by_name, rows, unsettled = pandoc.List(), {}, 0, 0
	for _, row in ipairs(rows_in("fleet")) do
		if not by_name[row.name] then
			by_name[row.name] = { name = row.name, throttled = 0, among = {}, lacking = {} }
			gpus:insert(by_name[row.name])
		end
		local gpu = by_name[row.name]
		rows, unsettled = rows + row.rows, unsettled + row.unsettled
		gpu.throttled = gpu.throttled + row.throttled
		if row.throttled > 0 then
			table.insert(gpu.among, row.experiment)
		elseif row.verdict == "lacking" then
			table.insert(gpu.lacking, row.experiment)
		end
	end
	local throttled = gpus:filter(function(gpu) return gpu.throttled > 0 end)
	local lacking = gpus:filter(function(gpu) return #gpu.lacking > 0 end)
	throttled:sort(function(a, b)
		return a.throttled > b.throttled or a.throttled == b.throttled and a.name < b.name
	end)
	local blocks = pandoc.List({ paragraph("Of %s %s did not settle to within half a percent.%s", count(rows, "row"),
		count(unsettled), #throttled == 0 and " None was throttled."
			or " While these were measured, the clock was held down:") })
	blocks:extend(list_of(throttled, "throttled", function(gpu)
		return ("%s: %s throttled, in %s"):format(gpu_link(gpu.name), count(gpu.throttled, "row"),
			#gpu.among > 5 and count(#gpu.among, "experiment") or book.list(gpu.among))
	end))
	blocks:extend(list_of(lacking, "lacks", function(gpu)
		return gpu_link(gpu.name) .. ": " .. book.list(gpu.lacking)
	end, "These lack what others of their model have:"))
	blocks:extend(list_of(rows_in("less"), "less", function(row)
		return gpu_link(row.name) .. ": " .. row.how
	end, "These were measured quickly or in part, so that their numbers are less certain, or fewer:"))
	return blocks
end

parts["left-out"] = function()
	local all = lines_of("left_out.txt")
	return #all == 0 and paragraph("No folder: all results are sound.")
		or list_of(all, "left-out", function(fields)
			return ("<b>%s</b>: %s"):format(book.escape(fields[1]), book.escape(fields[2]))
		end)
end

-- ---- One GPU -----------------------------------------------------------------------------------

-- All that is known of the GPU: notes on the whole, and rows of experiments.
local function facts()
	return csv.file(("build/fleet/gpu/%s.csv"):format(book.machine), fail)
end

local verdicts = { slow = "slow", fast = "fast", ok = "as the others", throttled = "throttled",
	not_judged = "cannot be told", lacking = "not measured" }

-- "288: 180 slow, 3 unsettled".
local function rows_of(row)
	local said = { row.quick == "yes" and "quick" or nil }
	for _, kind in ipairs({ "slow", "fast", "unsettled", "throttled" }) do
		said[#said + 1] = row[kind] > 0 and row[kind] .. " " .. kind or nil
	end
	return row.rows .. (#said > 0 and ": " or "") .. table.concat(said, ", ")
end

-- The cells of an experiment. Some of its rows may be off where they are too few for a verdict.
local function experiment_of(row)
	local rough = row.status ~= "ok" and type(row.value) == "number" and "~" or ""
	local verdict = row.verdict == "ok" and row.slow + row.fast > 0 and "few rows off" or verdicts[row.verdict]
	return { row.experiment, point(row.point), rough .. number(row.value, row.unit), number(row.median, row.unit),
		percent(row.percent), type(row.lowest) == "number"
			and number(row.lowest, row.unit):gsub(" .*", "") .. " to " .. number(row.highest, row.unit) or "–",
		rows_of(row), ('<span class="%s">%s</span>'):format(row.verdict, verdict) }
end

function parts.place()
	local known = facts().notes
	local experiments = pandoc.List(facts().rows)
	local its = named():find_if(function(gpu) return gpu.name == book.machine end)
	local blocks = pandoc.List({ its and paragraph("Slow: " .. missing(its)) })
	blocks:insert(paragraph('One of %s %s in <a href="../fleet.html">the fleet</a>. %s%s', count(known.gpus),
		book.escape(known.model), #experiments == 0 and "None of them has measured an experiment."
			or "Beside each headline stands the median of its model.",
		known.partial and " Only some experiments were asked for." or ""))
	blocks:insert(known.label and paragraph("Its owner calls it %s.", book.escape(known.label)) or nil)
	blocks:insert(known.criteria and paragraph("By the criteria of its model it %s: %s.", certificate.words[known.criteria],
		book.escape(known.reason)) or nil)
	blocks:insert(#experiments > 0 and table_of("Experiments", { "Experiment", "Headline point", "Measured", "Median",
		"of it", "Lowest to highest", "Rows", "Verdict" }, experiments:map(experiment_of)) or nil)
	return blocks
end

function parts.outliers()
	local rows = rows_in(("gpu/%s-outliers"):format(book.machine))
	if facts().notes.others == "not_judged" then
		return paragraph("Nobody can tell: that takes five GPUs of its model.")
	elseif #rows == 0 then
		return paragraph("None of its rows is beyond what its interval and the spread of its model explain.")
	end
	return { paragraph("Of each experiment those that are furthest off, four at most."),
		table_of("Outliers", { "Experiment", "Point", "Measured", "Median", "Off", "Verdict" },
			rows:map(function(row)
				return { row.experiment, point(row.words), number(row.value, row.unit), number(row.median, row.unit),
					off(row.off), row.verdict }
			end)) }
end

-- Only this part of the report's chapter is read, because the rest would take half as long again.
function parts.headlines()
	local path = "chapters/report.md"
	local part = (book.read(path) or ""):match("\n(::: headlines\n.-\n:::\n)")
		or book.fail("::: {.fleet", "%s has no ::: headlines", path)
	return book.blocks_of(path, part)
end

function parts.data()
	return paragraph('<a href="%s.tar.gz">Its results</a>: a CSV for each experiment, with the 95 %% interval of each median.',
		book.machine)
end

function fleet.divisions.fleet(div)
	return book.part(parts, div)
end

return fleet
