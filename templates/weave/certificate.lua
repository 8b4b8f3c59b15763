-- certificate.lua - what only the certificate of a GPU has, from what bench/run/accept.sh found.
--
--   ::: verdict     whether it passes, by which criteria, what failed and what could not be judged
--   ::: criteria    each criterion with its value, interval, limit, margin and verdict, those that fail first
--   []{.label}      what the owner calls the GPU, in brackets, if that is known

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local certificate = { divisions = {} }

-- The table of accept.sh.
local function judged(div)
	return csv.file(("build/accept/%s.csv"):format(book.machine), function(...) book.fail(div, ...) end)
end

-- The reason why nothing could be told, if that is one for all criteria.
local function reason_for_all(found)
	local why = found.rows[1].why
	for _, row in ipairs(found.rows) do
		if row.verdict ~= "cannot_be_told" or row.why ~= why then
			return nil
		end
	end
	return why
end

-- The verb for each verdict on a GPU.
certificate.words = { pass = "passes", fail = "fails", cannot_be_told = "can neither pass nor fail" }

local states = { fail = "fails", cannot_be_told = "unknown", pass = "holds" }

-- Text in the colour of a verdict and behind its shape.
local function told(verdict, text)
	local inlines = pandoc.Inlines(text)
	if book.target == "typst" then
		inlines:insert(1, pandoc.RawInline("typst", ("#told(%s)["):format(book.quote(states[verdict]))))
		inlines:insert(pandoc.RawInline("typst", "]"))
		return inlines
	end
	return pandoc.Inlines({ pandoc.Span(inlines, { class = "told " .. states[verdict] }) })
end

function certificate.divisions.verdict(div)
	local found = judged(div)
	local is = found.notes
	-- The names of the criteria with a verdict.
	local function those(verdict)
		return pandoc.List(found.rows):filter(function(row) return row.verdict == verdict end)
			:map(function(row) return row.name end)
	end
	local untold, failed = those("cannot_be_told"), those("fail")
	local _, more = (is.commit or ""):gsub(",", "")
	local origin = is.date and ("from measurements of %s by %s"):format(is.date,
		more > 2 and more + 1 .. " commits" or more > 0 and "commits " .. is.commit or "commit " .. is.commit)
		or "without a measurement"
	local said = ("It was judged by %s, %s. Of %d criteria %d passed"):format(is.criteria, origin, #found.rows, #those("pass"))
	said = said .. (#failed > 0 and "; these failed: " .. table.concat(failed, ", ") or "")
		.. (#untold > 0 and "; not judged: " .. (reason_for_all(found) or table.concat(untold, ", ")) or "") .. "."
		.. (is.memory and (" But %s."):format(is.memory) or "")
	local which = is.gpu .. (is.label and (" (%s)"):format(is.label) or "")
	return { pandoc.Para(told(is.verdict, ("This %s %s."):format(which, certificate.words[is.verdict]))),
		pandoc.Para(pandoc.Inlines(said)) }
end

function certificate.Span(span)
	if span.classes[1] == "label" then
		local label = judged(span).notes.label
		return pandoc.Inlines(label and (" (%s)"):format(label) or {})
	end
end

local heads = { "Criterion", "Verdict", "Measured", "95 % interval", "Limit", "Margin", "Source of the limit" }

local widths = { 0.17, 0.12, 0.105, 0.15, 0.13, 0.085, 0.24 } -- in print, where a certificate is one page

local function cells_of(row, has_reason)
	local function brief(value) return measured.brief(value, 5) end
	local is_known = type(row.value) == "number"
	return { row.name, told(row.verdict, row.verdict == "cannot_be_told" and "cannot be told" .. (has_reason and ": " .. row.why or "") or row.verdict),
		is_known and brief(row.value) .. " " .. row.unit or "–",
		is_known and brief(row.low) .. " to " .. brief(row.high) or "–",
		(row.bound == "at_least" and "≥ " or "≤ ") .. brief(row.limit) .. " " .. row.unit,
		is_known and ("%+.1f %%"):format(row.margin_percent) or "–", row.source }
end

local function cells(all)
	return pandoc.List(all):map(function(each) return { pandoc.Plain(type(each) == "string" and { pandoc.Str(each) } or each) } end)
end

function certificate.divisions.criteria(div)
	local aligns = pandoc.List(heads):map(function(_, i) return i > 2 and i < 7 and "AlignRight" or "AlignLeft" end)
	local lines, has_reason = pandoc.List(), not reason_for_all(judged(div))
	for _, verdict in ipairs({ "fail", "cannot_be_told", "pass" }) do
		for _, row in ipairs(judged(div).rows) do
			lines:insert(row.verdict == verdict and cells(cells_of(row, has_reason)) or nil)
		end
	end
	return pandoc.utils.from_simple_table(pandoc.SimpleTable({}, aligns,
		book.target == "typst" and widths or aligns:map(function() return 0 end), cells(heads), lines))
end

return certificate
