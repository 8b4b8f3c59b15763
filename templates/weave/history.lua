-- history.lua - what only the page on a machine's history has, from history.csv and levels.csv.
--
--   ::: {.history of="summary"}    how many recordings there are, and of which days
--   ::: {.history of="changes"}    the steps of the headline numbers, and changes of the card
--   ::: {.history of="data"}       links to both tables

local across = require("across")
local book = require("book")
local csv = require("csv")
local measured = require("measured")
local history = { divisions = {} }

-- ---- What is known ------------------------------------------------------------------------

local function count(n, what)
	return ("%d %s%s"):format(n, what, n == 1 and "" or "s")
end

-- The rows of the history, and of each recording and headline.
local function recorded()
	local t = csv.find("history", error)
	local rows, by = pandoc.List({ table.unpack(t and t.rows or {}) }), {}
	for _, row in ipairs(rows) do
		by[row.recording .. row.headline] = row
	end
	return rows, by
end

-- What the report calls each headline, as HTML that leads there.
local function titles_of_headlines()
	local titles = {}
	for _, group in ipairs(across.headlines("chapters/report.md")) do
		for _, entry in ipairs(group.entries) do
			titles[entry.id] = ('<a href="report.html#%s">%s</a>'):format(entry.id, book.html({ pandoc.Plain(entry.label) }))
		end
	end
	return titles
end

-- Where one level ends and the next begins: each a { headline, kind, last and first, the rows on both sides, and
-- before and after, the levels }.
local function changes(by)
	local levels = csv.file(book.data .. "levels.csv", function(...) book.fail("::: {.history", ...) end).rows
	local all = pandoc.List()
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

local function paragraph(text, ...)
	return pandoc.Para(pandoc.Inlines(text:format(...)))
end

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

-- What else is not as it was, such as "driver 570.86 to 580.159".
local function differences(before, after)
	local said = pandoc.List()
	for _, key in ipairs({ "commit", "driver", "cuda" }) do
		local was, is = tostring(before[key]), tostring(after[key])
		said:insert(was ~= is and ("%s %s to %s"):format(key == "cuda" and "CUDA" or key, was, is) or nil)
	end
	return #said > 0 and table.concat(said, ", ") or "–"
end

local function steps_of(all)
	local steps = all:filter(function(change) return change.kind == "step" end)
	if #steps == 0 then
		return paragraph("No number has stepped.")
	end
	local titles = titles_of_headlines()
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
	return #said > 0 and paragraph("%s", table.concat(said, " ")) or nil
end

function parts.changes()
	local rows, by = recorded()
	local all = changes(by)
	return pandoc.List({ steps_of(all), cards_of(all, rows) })
end

function parts.data()
	return book.raw('<p>As tables: <a href="data/history.csv">each number of each recording</a>, and '
		.. '<a href="data/levels.csv">the levels between the steps</a>.</p>')
end

function history.divisions.history(div)
	return book.part(parts, div)
end

return history
