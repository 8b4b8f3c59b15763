-- certificate.lua - what only the certificate of a GPU has, from what bench/run/accept.sh found.
--
--   ::: verdict     whether it passes, by which criteria, what failed and what could not be judged
--   ::: criteria    each criterion with its value, interval, limit, margin and verdict

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local certificate = { divisions = {} }

-- The table of accept.sh.
local function judged(div)
	return csv.file(("build/accept/%s.csv"):format(book.machine), function(...) book.fail(div, ...) end)
end

-- The verb for each verdict on a GPU.
certificate.words = { pass = "passes", fail = "fails", cannot_be_told = "can neither pass nor fail" }

function certificate.divisions.verdict(div)
	local found = judged(div)
	local is = found.notes
	-- The names of the criteria with a verdict.
	local function those(verdict)
		return pandoc.List(found.rows):filter(function(row) return row.verdict == verdict end)
			:map(function(row) return row.name end)
	end
	local untold, failed = those("cannot_be_told"), those("fail")
	local origin = is.date and ("from measurements of %s by commit%s %s"):format(is.date,
		is.commit:find(",") and "s" or "", is.commit) or "without a measurement"
	local said = ("It was judged by %s, %s. Of %d criteria %d passed"):format(is.criteria, origin, #found.rows, #those("pass"))
	said = said .. (#failed > 0 and "; these failed: " .. table.concat(failed, ", ") or "")
		.. (#untold > 0 and "; not judged: " .. table.concat(untold, ", ") or "") .. "."
		.. (is.memory and (" But %s."):format(is.memory) or "")
	local which = is.gpu .. (is.label and (" (%s)"):format(is.label) or "")
	return pandoc.Para({ pandoc.Strong(pandoc.Inlines(("This %s %s."):format(which, certificate.words[is.verdict]))), pandoc.Space(),
		pandoc.Str(said) })
end

local heads = { "Criterion", "Verdict", "Measured", "95 % interval", "Limit", "Margin", "Source of the limit" }

local function cells_of(row)
	local function brief(value) return measured.brief(value, 5) end
	local is_known = type(row.value) == "number"
	return { row.name, row.verdict == "cannot_be_told" and "cannot be told: " .. row.why or row.verdict,
		is_known and brief(row.value) .. " " .. row.unit or "–",
		is_known and brief(row.low) .. " to " .. brief(row.high) or "–",
		(row.bound == "at_least" and "at least " or "at most ") .. brief(row.limit) .. " " .. row.unit,
		is_known and ("%+.1f %%"):format(row.margin_percent) or "–", row.source }
end

local function cells(texts)
	return pandoc.List(texts):map(function(text) return { pandoc.Plain({ pandoc.Str(text) }) } end)
end

function certificate.divisions.criteria(div)
	local aligns = pandoc.List(heads):map(function(_, i) return i > 2 and i < 7 and "AlignRight" or "AlignLeft" end)
	return pandoc.utils.from_simple_table(pandoc.SimpleTable({}, aligns, aligns:map(function() return 0 end), cells(heads),
		pandoc.List(judged(div).rows):map(function(row) return cells(cells_of(row)) end)))
end

return certificate
