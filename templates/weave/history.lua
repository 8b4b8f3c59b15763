-- history.lua - what only the page on a machine's history has, from history.csv and levels.csv.
--
--   ::: {.history of="summary"}    how many recordings there are, and of which days
--   ::: {.history of="changes"}    the steps of the headline numbers, and changes of the card
--   ::: {.history of="numbers"}    a strip for each headline number, with a dot for each recording
--   ::: {.history of="data"}       links to both tables

local across = require("across")
local book = require("book")
local csv = require("csv")
local measured = require("measured")
local count, paragraph = measured.count, book.paragraph
local history = { divisions = {} }

-- ---- What is known ------------------------------------------------------------------------

-- The rows of the history, and of each recording and headline.
local function recorded()
	local t = csv.find("history", error)
	local rows, by = pandoc.List({ table.unpack(t and t.rows or {}) }), {}
	for _, row in ipairs(rows) do
		by[row.recording .. row.headline] = row
	end
	return rows, by
end

-- The title of a headline in the report, as HTML that leads there.
local function title_of(entry)
	return ('<a href="report.html#%s">%s</a>'):format(entry.id, book.html({ pandoc.Plain(entry.label) }))
end

local function levels_of_headlines()
	return csv.file(book.data .. "levels.csv", function(...) book.fail("::: {.history", ...) end).rows
end

-- Where one level ends and the next begins: each a { headline, kind, last and first, the rows on both sides, and
-- before and after, the levels }.
local function changes(by)
	local levels, all = levels_of_headlines(), pandoc.List()
	for i = 2, #levels do
		local before, after = levels[i - 1], levels[i]
		if after.began ~= "first" then
			all:insert({ headline = after.headline, kind = after.began, before = before.level, after = after.level,
				last = by[before.last .. after.headline], first = by[after.first .. after.headline] })
		end
	end
	return all
end

-- ---- In words -----------------------------------------------------------------------------

local parts = {}

function parts.summary()
	local rows = recorded()
	local first, last = rows[1], rows[#rows]
	if not first then
		return paragraph("This machine has no history yet: its results were not recorded.")
	elseif last.recording == 1 then
		return paragraph("There is one recording so far, of %s, with %s. One recording cannot tell what has changed.",
			first.date, count(#rows, "number"))
	end
	return paragraph("There are %d recordings, from %s to %s.", last.recording, first.date, last.date)
end

-- Other things that have changed, such as "driver 570.86 to 580.159".
local function differences(before, after)
	local said = pandoc.List()
	for _, key in ipairs({ "commit", "driver", "cuda" }) do
		local was, is = tostring(before[key]), tostring(after[key])
		said:insert(was ~= is and ("%s %s to %s"):format(key == "cuda" and "CUDA" or key, was, is) or nil)
	end
	return #said > 0 and table.concat(said, ", ") or "–"
end

-- The most recordings that a number has of one card.
local function longest_series()
	local longest, n = 0, 0
	for _, level in ipairs(levels_of_headlines()) do
		n = (level.began == "step" and n or 0) + level.recordings
		longest = math.max(longest, n)
	end
	return longest
end

local NEEDED = 13 -- recordings of a card, for the rule of steps.awk

local function steps_of(all)
	local steps = all:filter(function(change) return change.kind == "step" end)
	local longest = longest_series()
	if #steps == 0 then
		return paragraph(longest < NEEDED and ("A step cannot be told yet: that takes %d recordings of one card, "
			.. "and there are at most %d."):format(NEEDED, longest) or "No number has stepped.")
	end
	local titles = {}
	for _, entry in ipairs(across.entries()) do
		titles[entry.id] = title_of(entry)
	end
	local function size(change) return math.abs(math.log(change.after / change.before)) end
	steps:sort(function(a, b) return size(a) > size(b) end)
	return book.table("Steps", "numbers", { "Number", "Step", "Before", "After", "Since recording", "What else changed" },
		{ table.concat(steps:map(function(change)
			local function said(level) return measured.said(measured.new(level, change.first.unit)) end
			return book.row({ titles[change.headline] or book.escape(change.headline),
				("%+.1f %%"):format(100 * (change.after / change.before - 1)), said(change.before), said(change.after),
				("%d, %s"):format(change.first.recording, change.first.date), differences(change.last, change.first) })
		end), "\n") })
end

-- The recordings of these rows, such as "recordings 1 to 14, 17 and 20".
local function recordings_of(some)
	local numbers = book.unique(some:map(function(row) return row.recording end))
	numbers:sort()
	local ranges = pandoc.List()
	for i, n in ipairs(numbers) do
		if n - 1 == numbers[i - 1] then
			ranges[#ranges].last = n
		else
			ranges:insert({ first = n, last = n })
		end
	end
	return (#numbers == 1 and "recording " or "recordings ") .. table.concat(ranges:map(function(range)
		return ("%d"):format(range.first) .. (range.last == range.first and ""
			or (range.last > range.first + 1 and " to %d" or ", %d"):format(range.last))
	end), ", "):gsub(", ([%d to]+)$", " and %1")
end

local function is_of_cpu(row) return row.cuda == "-" end

local function cards_of(all, rows)
	local others = all:filter(function(change) return change.kind == "card" end):map(function(change) return change.first end)
	local cpus, cards = others:filter(is_of_cpu), others:filter(function(row) return not is_of_cpu(row) end)
	local unknown = rows:filter(function(row) return not is_of_cpu(row) and row.identity == "-" end)
	local said = pandoc.List()
	said:insert(#cards > 0 and ("Another card begins with %s."):format(recordings_of(cards)) or nil)
	said:insert(#cpus > 0 and ("Other cores of the CPU begin with %s."):format(recordings_of(cpus)) or nil)
	said:insert(#unknown > 0 and ("Nothing tells which card was measured in %s."):format(recordings_of(unknown)) or nil)
	return #said > 0 and paragraph(table.concat(said, " ")) or nil
end

function parts.changes()
	local rows, by = recorded()
	local all = changes(by)
	return pandoc.List({ steps_of(all), cards_of(all, rows) })
end

-- ---- The strips ----------------------------------------------------------------------------

local WIDTH, HEIGHT = 160, 28

-- How far above and below the median a strip reaches, in percent: at least 1, so that noise looks as small as it is.
local function edge_of(rows, median)
	local off = 0
	for _, row in ipairs(rows) do
		off = math.max(off, 100 * math.abs(row.value / median - 1))
	end
	local edge = 1
	for _, wider in ipairs({ 2, 5, 10, 20, 50, 100, 200, 500, 1000 }) do
		edge = off > edge and wider or edge
	end
	return edge
end

local function median_of(rows)
	local values = rows:map(function(row) return row.value end)
	values:sort()
	return (values[(#values + 1) // 2] + values[#values // 2 + 1]) / 2
end

-- The strip of a headline with these rows and levels, among so many recordings. A mouse shows its title.
local function strip_of(rows, levels, recordings, median, edge, title)
	local function x(recording) return 4 + (WIDTH - 8) * (recording - 0.5) / recordings end
	local function y(value) return HEIGHT / 2 - (HEIGHT / 2 - 3) * math.max(-1, math.min(1, 100 * (value / median - 1) / edge)) end
	local drawn = { dots = "", crosses = "", levels = "", step = "", card = "" }
	local function draw(what, path, ...) drawn[what] = drawn[what] .. path:format(...) end
	for _, row in ipairs(rows) do
		if row.status == "throttled" then
			draw("crosses", "M%.4g %.4gl6 6m0-6l-6 6", x(row.recording) - 3, y(row.value) - 3)
		else
			draw("dots", "M%.4g %.4gh0", x(row.recording), y(row.value))
		end
	end
	for _, level in ipairs(levels) do
		draw("levels", "M%.4g %.4gH%.4g", x(level.first - 0.5), y(level.level), x(level.last + 0.5))
		if level.began ~= "first" then
			draw(level.began, "M%.4g 0v%d", x(level.first - 0.5), HEIGHT)
		end
	end
	local paths = pandoc.List({ "levels", "card", "step", "dots", "crosses" }):map(function(what)
		return drawn[what] ~= "" and ('<path class="%s" d="%s"/>'):format(what, drawn[what]) or ""
	end)
	return ('<svg class="history" viewBox="0 0 %d %d" preserveAspectRatio="none" aria-hidden="true">%s%s</svg>'):format(WIDTH,
		HEIGHT, title and "<title>" .. book.escape(title) .. "</title>" or "", table.concat(paths))
end

-- Two cells about a number with these rows and levels: its strip, and how far that reaches.
function history.cells(rows, levels, recordings, title)
	local median = median_of(rows)
	local edge = edge_of(rows, median)
	return strip_of(rows, levels, recordings, median, edge, title), ("± %d %%"):format(edge)
end

local function strips_of(group, rows, levels)
	local recordings = rows[#rows].recording
	local lines = pandoc.List()
	for _, entry in ipairs(group.entries) do
		local function is_of_entry(row) return row.headline == entry.id end
		local own = rows:filter(is_of_entry)
		if #own > 0 then
			local newest = own[#own]
			local values = own:map(function(row)
				return ("%d, %s: %s"):format(row.recording, row.date, measured.said(measured.new(row.value, row.unit)))
			end)
			local strip, edges = history.cells(own, levels:filter(is_of_entry), recordings, table.concat(values, "\n"))
			lines:insert(book.row({ title_of(entry), strip, edges, measured.said(measured.new(newest.value, newest.unit)) }))
		end
	end
	local title = book.html({ pandoc.Plain(group.title) })
	return #lines > 0 and book.table(pandoc.utils.stringify(group.title), "numbers",
		{ title, "Recordings 1–" .. recordings, "Edges", "Newest" }, { table.concat(lines, "\n") }) or nil
end

function parts.numbers()
	local rows, levels = recorded(), pandoc.List({ table.unpack(levels_of_headlines()) })
	local tables = pandoc.List()
	for _, group in ipairs(across.headlines("chapters/report.md")) do
		tables:insert(strips_of(group, rows, levels))
	end
	return book.beside("side", tables)
end

function parts.data()
	return book.raw('<p>As tables: <a href="data/history.csv">each number of each recording</a>, and '
		.. '<a href="data/levels.csv">the levels between the steps</a>.</p>')
end

function history.divisions.history(div)
	return book.part(parts, div)
end

return history
