-- lab.lua - what only the pages of labs have, from what bench/lab/try.sh found of a submission.
--
--   ::: {.lab of="title"}     which lab and which submission
--   ::: {.lab of="verdict"}   whether it is right, or what is wrong, and how fast it is
--   ::: {.lab of="figure"}    its bandwidth beside the book's
--   ::: {.lab of="points"}    the rubric, with what was reached
--   ::: {.lab of="next"}      which section to read next
--   ::: {.lab of="printed"}   what it printed
--   ::: {.lab of="how"}       the machine, and what the clock includes
--
-- and of a class, from what bench/lab/grade.sh found of all:
--
--   ::: {.class of="title"}     which lab
--   ::: {.class of="summary"}   how many submissions there are, how many are right, and their points
--   ::: {.class of="figure"}    how many reach which part of the measured limit
--   ::: {.class of="criteria"}  how many reach which criterion
--   ::: {.class of="faults"}    how many have which fault
--   ::: {.class of="names"}     who got what, if NAMES=1 asks for it
--
-- Nothing of this is printed, so it is HTML. The text of a lab, which is, has
--
--   ::: rubric                  the criteria, with what is asked and their points

local book = require("book")
local csv = require("csv")
local figure = require("figure")
local measured = require("measured")
local refs = require("refs")
local count, paragraph = measured.count, book.paragraph
local lab = { divisions = {} }

local parts = {}

-- The name of the submission, which is that of its folder.
local function name_of()
	return book.apart:match("([^/]+)/$")
end

-- A table that try.sh has made.
local function made(div, name)
	return csv.file(book.apart .. name, function(...) book.fail(div, ...) end)
end

-- A figure by its path from the page, without the ending.
local function drawing(div, path, alt, caption)
	local canvas = figure.canvas(div, book.out:match("^.*/") .. path .. ".svg", path .. ".narrow.js", "Figure", alt)
	return book.raw(('<div class="plot"><figure>%s<figcaption><p>%s</p></figcaption></figure></div>'):format(canvas, caption))
end

local function gbs(value)
	return measured.said(measured.new(value, "GB/s"))
end

-- Its number alone, with as many digits.
local function digits(value)
	return (measured.text(measured.new(value, "GB/s")))
end

function parts.title(div)
	local is = made(div, "result.csv").notes
	return pandoc.Header(1, pandoc.Inlines({ pandoc.Str("Lab "), pandoc.Code(tostring(is.lab)), pandoc.Str(": "),
		pandoc.Str(name_of()) }))
end

function parts.verdict(div)
	local result, points = made(div, "result.csv"), made(div, "points.csv")
	local sum, of = 0, 0
	for _, row in ipairs(points.rows) do
		sum, of = sum + row.points, of + row.of
	end
	local said = ("<b>%d of %d points.</b> "):format(sum, of)
	if result.notes.fault ~= "" then
		return paragraph("%sIt is not right: %s.", said, book.escape(tostring(result.notes.said)))
	end
	local yours = pandoc.List(result.rows):find_if(function(row) return row.kind == "yours" end)
	local is, width = points.notes, result.notes.load_bytes
	return paragraph("%sIt is right for every input that was tried, and moves %s. That is %.0f %% of what the book’s <code>%s</code> "
		.. "reaches, and %.0f %% of the measured limit, which is the bandwidth of <code>%s</code>.%s%s", said, gbs(yours.gbs),
		is.percent_of_best, is.best, is.percent_of_limit, is.limit,
		width > 0 and (" Its widest load brings %d bytes."):format(width) or "", is.noise_percent >= 10
		and (" The machine was busy meanwhile, so this is uncertain by %d %%."):format(is.noise_percent) or "")
end

function parts.figure(div)
	local result = made(div, "result.csv")
	if #result.rows == 0 then
		return {}
	end
	local rows = pandoc.List({ table.unpack(result.rows) }):map(function(row)
		local low, high = csv.interval(row, "GB/s")
		return book.row({ "<code>" .. row.variant .. "</code>", row.kind == "yours" and "this submission" or row.kind == "book"
			and "the book" or "a limit", gbs(row.gbs), ("%s to %s"):format(digits(low), digits(high)),
			measured.brief(row.samples, 4) })
	end)
	return { drawing(div, name_of() .. "/figure", "Bars of bandwidth, the submission's first; the table below has their values.",
		"Bandwidth of the submission (<code>yours</code>), of the book’s variants and of the limits, with 95 % intervals."),
		book.table("Bandwidths", "numbers", { "Variant", "Whose", "Bandwidth", "95 % interval", "Samples" },
			{ table.concat(rows, "\n") }) }
end

-- The result of a row, in words.
local function said_of(row, is_right)
	return not is_right and "–" or row.measure == "correct" and "yes" or row.measure == "load_bytes"
		and ("%d B"):format(row.reached) or ("%.0f %%"):format(row.reached)
end

function parts.points(div)
	local is_right = made(div, "result.csv").notes.fault == ""
	local rows = pandoc.List(made(div, "points.csv").rows):map(function(row)
		return book.row({ book.escape(row.criterion), said_of(row, is_right), ("%d of %d"):format(row.points, row.of) })
	end)
	return book.table("Points", "numbers", { "Criterion", "Reached", "Points" }, { table.concat(rows, "\n") })
end

-- The first criterion that was missed says what to read.
function parts.next(div)
	local missed = pandoc.List(made(div, "points.csv").rows):find_if(function(row) return row.points < row.of end)
	if not missed then
		return paragraph("There is nothing left to reach here.")
	end
	local page, place = missed.read:match("^([%w-]+)%.html#?(.*)$")
	local label, title = refs.label_of(page or "", place or "")
	if not label then
		book.fail(div, "the rubric says to read '%s', and there is no such place", missed.read)
	end
	local text = label .. (title and ", " .. book.escape(title) or "")
	return paragraph("To read next: %s.", book.site == "" and text
		or ('<a href="%s/%s/%s">%s</a>'):format(book.site, book.reference, missed.read, text))
end

function parts.printed()
	local text = book.read(book.apart .. "printed.txt") or ""
	return text == "" and {} or { pandoc.Header(2, pandoc.Inlines("What it printed"), { id = "printed" }),
		pandoc.CodeBlock(text) }
end

local function how_of_gpu(is)
	if is.plan then
		return paragraph("The GPU was %s. The plan has %s. The grader followed it, and the time is that from before the first "
			.. "step to after the last.", book.escape(tostring(is.gpu)), book.escape(tostring(is.plan)))
	end
	local counted = is.sectors_per_load and ("A request of a warp touched %s sectors per load%s, %s."):format(
		measured.brief(is.sectors_per_load, 3), is.sectors_per_store and (" and %s per store"):format(
		measured.brief(is.sectors_per_store, 3)) or "", is.sectors_mean)
		or "How many sectors a request touched could not be counted, because there is no ncu, or it may not read the counters."
	return paragraph("The GPU was %s. The kernel was compiled for it alone, and two of its events took the time. %s",
		book.escape(tostring(is.gpu)), counted)
end

function parts.how(div)
	local is = made(div, "result.csv").notes
	return is.gpu and how_of_gpu(is) or is.threads and paragraph("Your function ran in a process of its own, and was stopped "
		.. "whenever the clock did not run. The CPU was %s, and the function could have %s. Waking its process and "
		.. "noticing its end took %s µs, which is part of each time.", book.escape(tostring(is.cpu)),
		count(is.threads, "thread"), measured.brief(is.signal_us, 3)) or {}
end

-- ---- A class ---------------------------------------------------------------------------------

local of_class = {}

function of_class.title(div)
	return pandoc.Header(1, pandoc.Inlines({ pandoc.Str("Lab "), pandoc.Code(tostring(made(div, "grades.csv").notes.lab)),
		pandoc.Str(": the class") }))
end

function of_class.summary(div)
	local rows = pandoc.List(made(div, "grades.csv").rows)
	local points = rows:map(function(row) return row.points end)
	points:sort()
	local right = rows:filter(function(row) return row.fault == "-" end)
	local noisy = right:filter(function(row) return row.noise_percent >= 10 end)
	return paragraph("%s; %d right for every input. Half of the class has %d points of %d or more, the best %d.%s",
		count(#rows, "submission"), #right, points[#points // 2 + 1], rows[1].of, points[#points],
		#noisy == 0 and "" or (" The machine was busy while it measured %d of them: "
		.. "grade on a machine of which you have the cores alone."):format(#noisy))
end

function of_class.figure(div)
	return drawing(div, "class", "Bars: how many submissions reach which part of the limit, in steps of a tenth.",
		"How many submissions reach which part of the measured limit. What is not right is not among them.")
end

function of_class.criteria(div)
	local order, reached, rows = pandoc.List(), {}, made(div, "grades.csv").rows
	for _, row in ipairs(rows) do
		for _, each in ipairs(made(div, row.student .. "/points.csv").rows) do
			if not reached[each.criterion] then
				order:insert(each)
				reached[each.criterion] = 0
			end
			reached[each.criterion] = reached[each.criterion] + (each.points == each.of and 1 or 0)
		end
	end
	return book.table("Criteria", "numbers", { "Criterion", "Points", "Submissions that reach it" }, { table.concat(order:map(
		function(each)
			return book.row({ book.escape(each.criterion), tostring(each.of), ("%d of %d"):format(reached[each.criterion], #rows) })
		end), "\n") })
end

local words = { no_op = "writes nothing", kept = "gives back an earlier result", race = "has a race",
	out_of_bounds = "goes out of bounds", wrote_input = "writes to its input", wrong = "is wrong for some input",
	ended_early = "ends its process", too_long = "takes too long", memory = "takes too much memory",
	forbidden = "asks the system for what a lab may not have", crashed = "crashes", not_compiled = "does not compile",
	not_loaded = "lacks the function", not_launched = "cannot be launched as it asks", too_fast = "is faster than is possible" }

function of_class.faults(div)
	local counts, faults = {}, pandoc.List()
	for _, row in ipairs(made(div, "grades.csv").rows) do
		if row.fault ~= "-" then
			faults:insert(not counts[row.fault] and row.fault or nil)
			counts[row.fault] = (counts[row.fault] or 0) + 1
		end
	end
	if #faults == 0 then
		return paragraph("Nothing: every submission is right.")
	end
	faults:sort(function(a, b) return counts[a] > counts[b] or counts[a] == counts[b] and a < b end)
	return book.table("Faults", "numbers", { "A submission", "How many" }, { table.concat(faults:map(function(fault)
		return book.row({ words[fault] or fault, tostring(counts[fault]) })
	end), "\n") })
end

function of_class.names(div)
	if os.getenv("NAMES") ~= "1" then
		return {}
	end
	local rows = pandoc.List(made(div, "grades.csv").rows):map(function(row)
		return book.row({ ('<a href="%s.html">%s</a>'):format(row.student:gsub(" ", "%%20"), row.student), ("%d of %d"):format(row.points, row.of),
			row.fault == "-" and gbs(row.gbs) or words[row.fault] or row.fault })
	end)
	return { pandoc.Header(2, pandoc.Inlines("Who got what"), { id = "names" }),
		book.table("Students", "numbers", { "Student", "Points", "Bandwidth" }, { table.concat(rows, "\n") }) }
end

-- ---- The text of a lab -------------------------------------------------------------------------

function lab.divisions.rubric(div)
	local lines = pandoc.List({ "| Criterion | At least | Points |", "|:-----|--:|--:|" })
	for _, row in ipairs(csv.file((book.file:gsub("text%.md$", "rubric.csv")), function(...) book.fail(div, ...) end).rows) do
		lines:insert(("| %s | %s | %s |"):format(row.criterion, row.measure == "correct" and "all of them"
			or row.at_least .. (row.measure == "load_bytes" and " bytes" or "\u{a0}%"), row.points))
	end
	return pandoc.read(table.concat(lines, "\n") .. "\n").blocks
end

-- ---- All -------------------------------------------------------------------------------------

function lab.divisions.class(div)
	return book.part(of_class, div)
end

function lab.divisions.lab(div)
	return book.part(parts, div)
end

return lab
