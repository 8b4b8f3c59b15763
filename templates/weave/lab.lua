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
-- Nothing of this is printed, so it is HTML.

local book = require("book")
local csv = require("csv")
local edition = require("edition")
local measured = require("measured")
local refs = require("refs")
local lab = { divisions = {} }

local parts = {}

-- A table that try.sh has made.
local function made(div, name)
	return csv.file(book.apart .. name, function(...) book.fail(div, ...) end)
end

local function paragraph(text, ...)
	return book.raw("<p>" .. text:format(...) .. "</p>")
end

local function gbs(value)
	return measured.said(measured.new(value, "GB/s"))
end

-- The best variant of a kind by its bandwidth; of limits, the slowest.
local function best(result, kind)
	local found
	for _, row in ipairs(result.rows) do
		if row.kind == kind and (not found or (row.gbs > found.gbs) == (kind ~= "limit")) then
			found = row
		end
	end
	return found
end

function parts.title(div)
	local is = made(div, "result.csv").notes
	return pandoc.Header(1, pandoc.Inlines({ pandoc.Str("Lab "), pandoc.Code(tostring(is.lab)), pandoc.Str(": "),
		pandoc.Str(book.apart:match("([^/]+)/$")) }))
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
	local yours, theirs, limit = best(result, "yours"), best(result, "book"), best(result, "limit")
	local width = result.notes.load_bytes
	return paragraph("%sIt is right for every input that was tried, and moves %s: %.0f %% of what the book’s <code>%s</code> "
		.. "reaches, and %.0f %% of the measured limit, which is the bandwidth of <code>%s</code>.%s", said, gbs(yours.gbs),
		100 * yours.gbs / theirs.gbs, theirs.variant, 100 * yours.gbs / limit.gbs, limit.variant,
		width > 0 and (" Its widest load brings %d bytes."):format(width) or "")
end

function parts.figure(div)
	local result = made(div, "result.csv")
	if #result.rows == 0 then
		return {}
	end
	local svg = book.read(book.apart .. "figure.svg"):gsub("^.-(<svg)", "%1")
	local rows = pandoc.List({ table.unpack(result.rows) }):map(function(row)
		local low, high = csv.interval(row, "GB/s")
		return book.row({ "<code>" .. row.variant .. "</code>", row.kind == "yours" and "this submission" or row.kind == "book"
			and "the book" or "a limit", gbs(row.gbs), ("%s to %s"):format(measured.brief(low, 4), measured.brief(high, 4)),
			measured.brief(row.samples, 4) })
	end)
	return { book.raw(('<div class="plot"><figure><div class="canvas"><div role="img" aria-label="%s">%s</div></div>'
		.. '<figcaption><p>Bandwidth of the submission (<code>yours</code>), of the book’s variants and of the limits, '
		.. 'with 95 %% intervals.</p></figcaption></figure></div>'):format(
		"Bars of bandwidth, the submission's first; the table below has their values.", svg)),
		book.table("Bandwidths", "numbers", { "Variant", "Whose", "Bandwidth", "95 % interval", "Samples" },
			{ table.concat(rows, "\n") }) }
end

-- What was reached, in words.
local function reached(row, is_right)
	return not is_right and "–" or row.measure == "correct" and "yes" or row.measure == "load_bytes"
		and ("%d B"):format(row.reached) or ("%.0f %%"):format(row.reached)
end

function parts.points(div)
	local is_right = made(div, "result.csv").notes.fault == ""
	local rows = pandoc.List(made(div, "points.csv").rows):map(function(row)
		return book.row({ book.escape(row.criterion), reached(row, is_right), ("%d of %d"):format(row.points, row.of) })
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
	local machine = edition.machines():includes("here") and "here" or book.reference
	return paragraph('To read next: <a href="../../site/%s/%s">%s%s</a>.', machine, missed.read, label,
		title and ", " .. book.escape(title) or "")
end

function parts.printed(div)
	local text = book.read(book.apart .. "printed.txt") or ""
	return text == "" and {} or { pandoc.Header(2, pandoc.Inlines("What it printed"), { id = "printed" }),
		pandoc.CodeBlock(text) }
end

function parts.how(div)
	local is = made(div, "result.csv").notes
	return is.threads and paragraph("The CPU was %s, and the function could have %d thread%s. Waking its process and noticing "
		.. "its end took %s µs, which is part of each time.", book.escape(tostring(is.cpu)), is.threads,
		is.threads == 1 and "" or "s", measured.brief(is.signal_us, 3)) or {}
end

function lab.divisions.lab(div)
	local make = parts[div.attributes.of] or book.fail(div, "no part of a lab's page is called '%s'", div.attributes.of or "")
	return make(div)
end

return lab
