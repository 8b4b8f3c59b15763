-- report.lua - what only the report on a machine has.
--
--   ::: verdicts        every claim of the book that the machine's own numbers tell of, on a
--                       line, with its verdict
--   ::: figures         of the figures in it, side by side, those whose experiment was measured
--   ::: measurements    what was measured: rows, how many did not settle or were throttled,
--                       clocks, dates, options, and the data
--   ::: data            on a page, links to the files for programs beside it

local book = require("book")
local csv = require("csv")
local edition = require("edition")
local measured = require("measured")
local report = { divisions = {} }

-- ---- Claims --------------------------------------------------------------------------------

report.words = { holds = "holds", stronger = "stronger than claimed", older = "no longer so",
	fails = "does not hold", unknown = "cannot be told", lacking = "not measured" }
report.states = { "holds", "stronger", "older", "fails", "unknown", "lacking" }

-- The claims of an edition in the order of the book, as claim.lua has noted them. Where another
-- machine's numbers gave the verdict, the state is "lacking".
function report.claims(machine)
	local all = pandoc.List()
	for _, chapter in ipairs(edition.chapters()) do
		local path = ("build/claims/%s/%s.txt"):format(machine, chapter.page)
		local text = book.read(path)
			or book.fail("", "no %s: 'rm -r build/site' and 'make site' would make it", path)
		for id, verdict, lenders, statement in text:gmatch("([^\t\n]*)\t([^\t\n]*)\t([^\t\n]*)\t([^\n]*)\n") do
			local is_own = lenders == machine or lenders == "" and verdict == "unknown"
			all:insert({ id = id, statement = statement, chapter = chapter, verdict = verdict, lenders = lenders,
				state = is_own and verdict or "lacking" })
		end
	end
	return all
end

-- The number of claims of each state.
function report.tally(claims)
	local counts = {}
	for _, state in ipairs(report.states) do
		counts[state] = 0
	end
	for _, claim in ipairs(claims) do
		counts[claim.state] = counts[claim.state] + 1
	end
	return counts
end

-- "Of 40 claims 30 hold, 7 do not hold and 3 were not measured (Neighbours)."
local function summary_of(claims)
	local counts = report.tally(claims)
	local titles = book.unique(claims:filter(function(claim) return claim.state == "lacking" end)
		:map(function(claim) return claim.chapter.title end))
	local function words(state, one)
		return state == "holds" and (one and "holds" or "hold")
			or state == "fails" and (one and "does not hold" or "do not hold")
			or state == "unknown" and "cannot be told"
			or (state == "stronger" or state == "older") and (one and "is " or "are ") .. report.words[state]
			or (one and "was" or "were") .. " not measured (" .. table.concat(titles, ", ") .. ")"
	end
	local said = {}
	for _, state in ipairs(report.states) do
		said[#said + 1] = counts[state] > 0 and counts[state] .. " " .. words(state, counts[state] == 1) or nil
	end
	return ("Of %d claims %s."):format(#claims, #said > 1
		and table.concat(said, ", ", 1, #said - 1) .. " and " .. said[#said] or tostring(said[1]))
end

function report.divisions.verdicts()
	local claims = report.claims(book.machine)
	local told = claims:filter(function(claim) return claim.state ~= "lacking" end)
	local summary = summary_of(claims)
	if #claims == 0 then
		return {}
	elseif book.target == "typst" then
		local all = pandoc.List({ pandoc.Para(pandoc.Inlines(summary)), book.raw("#verdicts((") })
		for _, claim in ipairs(told) do
			all:extend(book.wrap(("(%s, %s, %s, ["):format(book.quote(claim.id), book.quote(claim.state),
				book.quote(report.words[claim.state])), pandoc.read(claim.statement, "html").blocks, "]),"))
		end
		all:insert(book.raw("))"))
		return all
	end
	local list = table.concat(told:map(function(claim)
		return ('<li class="%s"><span class="label">%s</span><a href="%s.html#%s">%s</a> %s</li>\n'):format(claim.state,
			claim.id, claim.chapter.page, claim.id, report.words[claim.state], claim.statement)
	end))
	return book.raw(("<p>%s</p>\n"):format(summary) .. (#told > 0 and '<ul class="verdicts">\n' .. list .. "</ul>\n" or "")
		.. '<p><a href="../claims.html">All claims, on all machines</a></p>')
end

-- ---- Measurements --------------------------------------------------------------------------

-- The tables that the machine has measured itself.
function report.tables()
	local all = pandoc.List()
	for _, name in ipairs(book.words(book.experiments)) do
		all:insert((csv.find(name, function() end)))
	end
	return all
end

-- The least and the largest number above zero in a column, if there is one.
local function range(t, column)
	local low, high
	for _, row in ipairs(t.rows) do
		local value = row[column]
		if type(value) == "number" and value > 0 then
			low = math.min(low or value, value)
			high = math.max(high or value, value)
		end
	end
	return low, high
end

local function number(x)
	return (measured.text(measured.new(x, "", {}, true)))
end

local function from_to(low, high)
	return not low and "–" or low == high and number(low) or number(low) .. " to " .. number(high)
end

local function count(t, status)
	return #pandoc.List({ table.unpack(t.rows) }):filter(function(row) return row.status == status end)
end

-- The sizes that were measured: of a program's options, only these differ.
local function sizes(t)
	local options = tostring(t.notes.options)
	local low, high = options:match("--min%-bytes=(%S+)"), options:match("--max%-bytes=(%S+)")
	local all = low and high and (low == high and low or low .. " to " .. high)
	return all and all:gsub("(%d)(%a)", "%1 %2")
end

-- A summary of a table; rows have a status where something was timed.
local function record_of(t)
	local has_status = t.columns.status ~= nil
	local clock = t.columns.sm_mhz and "sm_mhz" or "cpu_mhz"
	local low, high = range(t, clock)
	return { name = t.name, quick = t.quick, rows = #t.rows, unsettled = has_status and count(t, "unsettled") or nil,
		throttled = has_status and count(t, "throttled") or nil, fewest_samples = range(t, "samples"),
		clock = low and clock, clock_low = low, clock_high = high, sizes = sizes(t), date = t.notes.date, commit = t.notes.commit }
end

-- A table with a line of cells for each experiment.
local heads = { "Data", "Rows", "Unsettled", "Throttled", "Fewest samples", "Clock, MHz", "Sizes", "Measured", "Commit" }

local function table_of(records)
	local lines = records:map(function(r)
		return pandoc.List({ r.name .. (r.quick and " (quick)" or ""), number(r.rows), r.unsettled and number(r.unsettled) or "–",
			r.throttled and number(r.throttled) or "–", r.fewest_samples and number(r.fewest_samples) or "–", from_to(r.clock_low, r.clock_high), r.sizes or "–", r.date or "–", r.commit or "–" })
			:map(tostring)
	end)
	if book.target == "typst" then
		lines:insert(1, pandoc.List(heads))
		return book.raw("#measurements((" .. table.concat(lines:map(function(cells)
			return "(" .. table.concat(cells:map(book.quote), ", ") .. "),"
		end), "\n") .. "))")
	end
	return book.table("Measurements", "measurements", heads, { table.concat(lines:map(function(cells)
		cells = cells:map(function(cell) return (book.escape(cell):gsub("(%d) (%a)", "%1&nbsp;%2")) end)
		cells[1] = cells[1]:gsub("^%S+", '<a href="data/%0.csv">%0</a>')
		return book.row(cells)
	end), "\n") })
end

-- The different values of a note of these tables, in words.
local function all_of(tables, key)
	local values = book.unique(tables:filter(function(t) return t.notes[key] ~= nil end)
		:map(function(t) return tostring(t.notes[key]) end))
	return #values > 0 and book.list(values) or "not known"
end

local function pass_of(tables)
	local quick = tables:filter(function(t) return t.quick end):map(function(t) return t.name end)
	return #quick == 0 and "full" or #quick == #tables and "quick"
		or "quick for " .. (#quick > 3 and ("%d of %d"):format(#quick, #tables) or book.list(quick))
end

-- The state of the GPU after each experiment, and of its memory so far, as the driver told it: each
-- a { what, value }.
local function state_of(tables)
	local facts, is = pandoc.List(), csv.machine(book.machine)
	local notes = { rows = tables:map(function(t) return t.notes end) }
	local function after(key, what, unit, limit)
		local low, high = range(notes, key)
		if low then
			facts:insert({ what .. ", after each experiment", from_to(low, high) .. " " .. unit
				.. (limit and ", limit " .. number(limit) or "") })
		end
	end
	after("memory_clock_mhz", "Memory clock", "MHz")
	after("gpu_celsius", "GPU", "°C")
	after("memory_celsius", "Memory", "°C")
	after("power_watts", "Power", "W", is.power_limit_watts)
	if is.ecc_uncorrected then
		facts:insert({ "Memory errors so far", is.ecc_uncorrected > 0 and "some not corrected"
			or is.ecc_corrected == 1 and "all corrected" or "none" })
	end
	if is.remapped_rows then
		facts:insert({ "Memory rows replaced", number(is.remapped_rows) })
	end
	return facts
end

-- A record of each table that was measured, and all facts, each a { what, text }.
function report.measurements()
	local tables = report.tables():filter(function(t) return t.name ~= "machine" and t.name ~= "history" end)
	local records = tables:map(record_of)
	local rows, unsettled, throttled, samples, low, high = 0, 0, 0, math.huge, math.huge, 0
	for _, r in ipairs(records:filter(function(r) return r.unsettled end)) do
		rows, unsettled, throttled = rows + r.rows, unsettled + r.unsettled, throttled + r.throttled
		samples = math.min(samples, r.fewest_samples or math.huge)
		if r.clock == "sm_mhz" then
			low, high = math.min(low, r.clock_low), math.max(high, r.clock_high)
		end
	end
	local rated = csv.machine(book.machine).sm_mhz
	local facts = pandoc.List({ { "Measurements", number(rows) }, { "Unsettled: interval over 0.5 %", number(unsettled) },
		{ "Throttled: 10 % below rated clock", number(throttled) }, { "Fewest samples of a median", samples < math.huge and number(samples) or "–" } })
	if high > 0 then
		facts:insert({ "SM clock while measuring",
			from_to(low, high) .. " MHz" .. (rated and ", rated " .. number(rated) or "") })
	end
	facts:extend(state_of(tables))
	facts:extend({ { "Pass, full or quick", pass_of(tables) }, { "All dates", all_of(tables, "date") },
		{ "Commit", all_of(tables, "commit") },
		{ "Seed of random data", all_of(tables, "options"):match("--seed=(%d+)") or "–" } })
	return facts, records
end

function report.divisions.measurements()
	local facts, records = report.measurements()
	if #records == 0 then
		return pandoc.Para(pandoc.Inlines("Nothing but the machine's own description was recorded."))
	end
	return { book.card(facts), table_of(records) }
end

-- Links to what data.lua writes.
function report.divisions.data()
	return book.target == "html" and book.raw(
		'<p>The <a href="roofline.html">roofline of this machine</a> shows what memory and arithmetic allow, '
		.. 'and its <a href="history.html">history</a> how the headline numbers have changed. Programs can read <a href="report.json">the numbers of this page</a> as JSON, <a href="report.prom">its headlines</a> '
		.. 'with Prometheus, and <a href="datapackage.json">what each column of its tables means</a> as a data package.</p>') or {}
end

-- ---- The rest ------------------------------------------------------------------------------

function report.divisions.figures(div)
	return book.beside("figures", div.content:filter(function(figure)
		return csv.find(figure.attributes.from, error)
	end))
end

-- [this machine]{.name} becomes the machine's name. A GPU of a fleet is called by its folder,
-- because others are of its model.
function report.Span(span)
	return span.classes[1] == "name"
		and { pandoc.Str(book.apart and book.machine or csv.machine(book.machine).name) } or nil
end

return report
