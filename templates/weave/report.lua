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
-- the verdict is another machine's.
function report.claims(machine)
	local all = pandoc.List()
	for _, chapter in ipairs(edition.chapters()) do
		local path = ("build/claims/%s/%s.txt"):format(machine, chapter.page)
		local text = book.read(path) or book.fail("", "no %s: 'rm -r build/site' "
			.. "and 'make site' would make it", path)
		for id, state, editions, statement in
			text:gmatch("([^\t\n]*)\t([^\t\n]*)\t([^\t\n]*)\t([^\n]*)\n") do
			all:insert({ id = id, statement = statement, chapter = chapter,
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

local function verdicts()
	local claims = report.claims(book.machine)
	local counts = report.tally(claims)
	local said = {}
	for _, state in ipairs({ "holds", "fails", "unknown", "lacking" }) do
		if counts[state] > 0 then
			said[#said + 1] = counts[state] .. " " .. (state == "holds" and "hold"
				or state == "fails" and "do not hold"
				or state == "unknown" and "cannot be told" or "were not measured")
		end
	end
	local lines = { ("<p>Of %d claims %s.</p>"):format(#claims,
		#said > 1 and table.concat(said, ", ", 1, #said - 1) .. " and "
			.. said[#said] or tostring(said[1])), '<ul class="verdicts">' }
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
	return low and high and (low == high and low or low .. " to " .. high) or "–"
end

local function clock_of(t)
	return t.columns.sm_mhz and "sm_mhz" or "cpu_mhz"
end

local function cell(text, class)
	return ("<td%s>%s</td>"):format(class and ' class="' .. class .. '"' or "",
		book.escape(tostring(text)))
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

local function line(name, value)
	return ("<div><dt>%s</dt><dd>%s</dd></div>"):format(name, book.escape(value))
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
		lines[#lines + 1] = ('<tr><th scope="row"><a href="data/%s.csv">%s</a>'
			.. "%s</th>"):format(t.name, t.name, t.quick and " (quick)" or "")
			.. cell(#t.rows) .. cell(t.columns.status and count(t, "unsettled")
				or "–") .. cell(t.columns.status and count(t, "throttled") or "–")
			.. cell(few or "–") .. cell(words(low, high)) .. cell(sizes(t))
			.. cell(t.notes.date or "–") .. cell(t.notes.commit or "–") .. "</tr>"
	end
	if #tables == 0 then
		return pandoc.RawBlock("html", "<p>Nothing but the machine's own "
			.. "description was recorded.</p>")
	end
	local quick = {}
	for _, t in ipairs(tables) do
		quick[#quick + 1] = t.quick and t.name or nil
	end
	local keys = csv.machine(book.machine)
	local summary = { '<dl class="device">',
		line("Measurements", words(rows, rows)),
		line("Unsettled: interval over 0.5 %", words(unsettled, unsettled)),
		line("Throttled", words(throttled, throttled)),
		line("Fewest samples of a median", words(samples, samples)) }
	if clock.low then
		summary[#summary + 1] = line("SM clock while measuring", words(clock.low,
			clock.high) .. " MHz" .. (keys.sm_mhz and ", rated "
			.. words(keys.sm_mhz, keys.sm_mhz) or ""))
	end
	summary[#summary + 1] = line("Pass", #quick == 0 and "full"
		or #quick == #tables and "quick" or "quick for " .. book.list(quick))
	summary[#summary + 1] = line("Measured", all_of(tables, "date"))
	summary[#summary + 1] = line("Commit", all_of(tables, "commit"))
	summary[#summary + 1] = line("Seed", (all_of(tables, "options")
		:match("--seed=(%d+)") or "–"))
	summary[#summary + 1] = "</dl>"
	return pandoc.RawBlock("html", table.concat(summary, "\n")
		.. '<div class="wide" tabindex="0" role="group" aria-label="Measurements">'
		.. '<table class="measurements"><thead><tr><th scope="col">Data</th>'
		.. '<th scope="col">Rows</th><th scope="col">Unsettled</th>'
		.. '<th scope="col">Throttled</th><th scope="col">Samples, from</th>'
		.. '<th scope="col">Clock, MHz</th><th scope="col">Sizes</th>'
		.. '<th scope="col">Measured</th><th scope="col">Commit</th></tr></thead>'
		.. "<tbody>\n" .. table.concat(lines, "\n") .. "</tbody></table></div>")
end

-- ---- Figures -----------------------------------------------------------------------

local function figures(div)
	return book.wrap('<div class="figures">', div.content, "</div>")
end

local made = { figures = figures, verdicts = verdicts, measurements = measurements }

-- [this machine]{.name} is called by its name.
function report.Span(span)
	return span.classes[1] == "name"
		and { pandoc.Str(csv.machine(book.machine).name) } or nil
end

function report.Div(div)
	local make = made[div.classes[1]]
	return make and make(div) or nil
end

return report
