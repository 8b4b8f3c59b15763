-- report.lua - what only the report on a machine has.
--
--   ::: verdicts        every claim of the book that the machine's own numbers tell
--                       of, on a line, with its verdict
--   ::: figures         figures side by side
--   ::: measurements    what was measured: rows, how many did not settle or were
--                       throttled, clocks, dates, options, and the data

local book = require("book")
local csv = require("csv")
local edition = require("edition")
local measured = require("measured")
local report = {}

-- ---- Claims --------------------------------------------------------------------

report.words = { holds = "holds", fails = "does not hold",
	unknown = "cannot be told", lacking = "not measured" }

-- The claims of an edition, in the order of the book. Their state is "lacking" where
-- the verdict is another machine's, who lends it.
function report.claims(machine)
	local all = pandoc.List()
	for _, chapter in ipairs(edition.chapters()) do
		local path = ("build/claims/%s/%s.txt"):format(machine, chapter.page)
		local text = book.read(path) or book.fail("", "no %s: 'rm -r build/site' "
			.. "and 'make site' would make it", path)
		for id, state, editions, statement in
			text:gmatch("([^\t\n]*)\t([^\t\n]*)\t([^\t\n]*)\t([^\n]*)\n") do
			all:insert({ id = id, statement = statement, chapter = chapter,
				verdict = state, lenders = editions,
				state = (editions == machine or editions == "" and state == "unknown")
					and state or "lacking" })
		end
	end
	return all
end

-- How many claims have which state.
function report.tally(claims)
	local counts = { holds = 0, fails = 0, unknown = 0, lacking = 0 }
	for _, claim in ipairs(claims) do
		counts[claim.state] = counts[claim.state] + 1
	end
	return counts
end

local function verdicts_in_print(claims, tally)
	local all = pandoc.List({ pandoc.Para(pandoc.Inlines(tally)),
		pandoc.RawBlock("typst", "#verdicts((") })
	for _, claim in ipairs(claims) do
		if claim.state ~= "lacking" then
			all:extend(book.wrap(("(%s, %s, %s, ["):format(book.quote(claim.id),
				book.quote(claim.state), book.quote(report.words[claim.state])),
				pandoc.read(claim.statement, "html").blocks, "]),"))
		end
	end
	all:insert(pandoc.RawBlock("typst", "))"))
	return all
end

local function verdicts()
	local claims = report.claims(book.machine)
	local counts = report.tally(claims)
	local said, of = {}, {}
	for _, claim in ipairs(claims) do
		local title = claim.state == "lacking" and claim.chapter.title
		of[#of + 1] = title and title ~= of[#of] and title or nil
	end
	for _, state in ipairs({ "holds", "fails", "unknown", "lacking" }) do
		if counts[state] > 0 then
			local one = counts[state] == 1
			said[#said + 1] = counts[state] .. " " .. (
				state == "holds" and (one and "holds" or "hold")
				or state == "fails" and (one and "does not hold" or "do not hold")
				or state == "unknown" and "cannot be told"
				or (one and "was" or "were") .. " not measured ("
					.. table.concat(of, ", ") .. ")")
		end
	end
	local tally = ("Of %d claims %s."):format(#claims,
		#said > 1 and table.concat(said, ", ", 1, #said - 1) .. " and "
			.. said[#said] or tostring(said[1]))
	if book.target == "typst" then
		return #claims > 0 and verdicts_in_print(claims, tally) or {}
	end
	local lines = { "<p>" .. tally .. "</p>", '<ul class="verdicts">' }
	for _, claim in ipairs(claims) do
		lines[#lines + 1] = claim.state ~= "lacking" and ('<li class="%s"><span class="label">%s</span>'
			.. '<a href="%s.html#%s">%s</a> %s</li>'):format(claim.state, claim.id,
			claim.chapter.page, claim.id, report.words[claim.state],
			claim.statement) or nil
	end
	lines[#lines + 1] = "</ul>"
	if #lines == 3 then
		lines = { lines[1] }
	end
	lines[#lines + 1] = '<p><a href="../claims.html">All claims, on all machines</a></p>'
	return #claims > 0 and pandoc.RawBlock("html", table.concat(lines, "\n")) or {}
end

-- ---- Measurements ------------------------------------------------------------------

-- The experiments that the machine has measured itself.
local function own_tables()
	local all = {}
	for name in book.experiments:gmatch("%S+") do
		local t = csv.find(name, function() end)
		if t and name ~= "machine" then
			all[#all + 1] = t
		end
	end
	return all
end

-- Of a column of numbers the smallest and the largest above zero, in words.
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

local function words(low, high)
	local function number(x)
		return measured.text(measured.new(x, "", {}, true))
	end
	return not low and "–" or low == high and number(low)
		or number(low) .. " to " .. number(high)
end

local function count(t, status)
	local n = 0
	for _, row in ipairs(t.rows) do
		n = n + (row.status == status and 1 or 0)
	end
	return n
end

-- The options that are not the same everywhere, which are the sizes.
local function sizes(t)
	local low = tostring(t.notes.options):match("--min%-bytes=(%S+)")
	local high = tostring(t.notes.options):match("--max%-bytes=(%S+)")
	local all = low and high and (low == high and low or low .. " to " .. high) or "–"
	return (all:gsub("(%d)(%a)", "%1 %2"))
end

local function clock_of(t)
	return t.columns.sm_mhz and "sm_mhz" or "cpu_mhz"
end

-- The table, a line of cells each: the first names the data.
local heads = { "Data", "Rows", "Unsettled", "Throttled", "Samples, from",
	"Clock, MHz", "Sizes", "Measured", "Commit" }

local function table_of(lines)
	local all = {}
	if book.target == "typst" then
		for i, cells in ipairs({ heads, table.unpack(lines) }) do
			all[i] = "(" .. table.concat(pandoc.List(cells):map(book.quote), ", ") .. "),"
		end
		return pandoc.RawBlock("typst", "#measurements((" .. table.concat(all, "\n") .. "))")
	end
	for i, cells in ipairs(lines) do
		all[i] = ('<tr><th scope="row"><a href="data/%s.csv">%s</a>%s</th>'):format(
			cells[1]:match("^%S+"), cells[1]:match("^%S+"), cells[1]:match(" .*") or "")
		for j = 2, #cells do
			all[i] = all[i] .. "<td>" .. book.escape(cells[j]) .. "</td>"
		end
		all[i] = all[i] .. "</tr>"
	end
	return pandoc.RawBlock("html",
		'<div class="wide" tabindex="0" role="group" aria-label="Measurements">'
		.. '<table class="measurements"><thead><tr><th scope="col">'
		.. table.concat(heads, '</th><th scope="col">') .. "</th></tr></thead>"
		.. "<tbody>\n" .. table.concat(all, "\n") .. "</tbody></table></div>")
end

-- One value that many tables have, or all of them.
local function all_of(tables, key)
	local values, seen = {}, {}
	for _, t in ipairs(tables) do
		local value = t.notes[key]
		if value ~= nil and not seen[value] then
			seen[value] = true
			values[#values + 1] = tostring(value)
		end
	end
	return #values > 0 and book.list(values) or "not known"
end

local function measurements()
	local tables = own_tables()
	local rows, unsettled, throttled, samples = 0, 0, 0, nil
	local clock = {}
	local lines = {}
	for _, t in ipairs(tables) do
		local few = range(t, "samples")
		local low, high = range(t, clock_of(t))
		if t.columns.status then
			rows = rows + #t.rows
			unsettled = unsettled + count(t, "unsettled")
			throttled = throttled + count(t, "throttled")
			samples = math.min(samples or few or math.huge, few or math.huge)
			if t.columns.sm_mhz and low then
				clock.low = math.min(clock.low or low, low)
				clock.high = math.max(clock.high or high, high)
			end
		end
		lines[#lines + 1] = pandoc.List({ t.name .. (t.quick and " (quick)" or ""),
			#t.rows, t.columns.status and count(t, "unsettled") or "–",
			t.columns.status and count(t, "throttled") or "–", few or "–",
			words(low, high), sizes(t), t.notes.date or "–",
			t.notes.commit or "–" }):map(tostring)
	end
	if #tables == 0 then
		return pandoc.Para(pandoc.Inlines("Nothing but the machine's own "
			.. "description was recorded."))
	end
	local quick = {}
	for _, t in ipairs(tables) do
		quick[#quick + 1] = t.quick and t.name or nil
	end
	local keys = csv.machine(book.machine)
	local summary = { { "Measurements", words(rows, rows) },
		{ "Unsettled: interval over 0.5 %", words(unsettled, unsettled) },
		{ "Throttled", words(throttled, throttled) },
		{ "Fewest samples of a median", words(samples, samples) } }
	if clock.low then
		summary[#summary + 1] = { "SM clock while measuring", words(clock.low,
			clock.high) .. " MHz" .. (keys.sm_mhz and ", rated "
			.. words(keys.sm_mhz, keys.sm_mhz) or "") }
	end
	summary[#summary + 1] = { "Pass", #quick == 0 and "full"
		or #quick == #tables and "quick" or #quick > 3 and ("quick for %d of %d")
			:format(#quick, #tables) or "quick for " .. book.list(quick) }
	summary[#summary + 1] = { "Measured", all_of(tables, "date") }
	summary[#summary + 1] = { "Commit", all_of(tables, "commit") }
	summary[#summary + 1] = { "Seed", (all_of(tables, "options")
		:match("--seed=(%d+)") or "–") }
	return { book.card(summary), table_of(lines) }
end

-- ---- Figures -----------------------------------------------------------------------

local function figures(div)
	return book.beside("figures", div.content)
end

local made = { figures = figures, verdicts = verdicts, measurements = measurements }

-- [this machine]{.name} is called by its name; a GPU of a fleet by that of its folder,
-- since others are of its model.
function report.Span(span)
	return span.classes[1] == "name" and { pandoc.Str(book.apart and book.machine
		or csv.machine(book.machine).name) } or nil
end

function report.Div(div)
	local make = made[div.classes[1]]
	return make and make(div) or nil
end

return report
