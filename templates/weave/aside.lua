-- aside.lua - what stands beside the text: notes in the margin, predictions
-- with their answers, exercises with their solutions.

local book = require("book")
local epub = require("epub")
local aside = {}

local notes, predictions, exercises = 0, 0, 0

-- A footnote is read beside its line, not at the end. On a page it stands below its
-- paragraph, so that it breaks no sentence; where there is a margin, site.js moves it
-- there.
function aside.Note(note)
	local inlines = pandoc.utils.blocks_to_inlines(note.content)
	if book.target == "typst" then
		local all = pandoc.List({ pandoc.RawInline("typst", "#sidenote[") })
		all:extend(inlines)
		all:insert(pandoc.RawInline("typst", "]"))
		return all
	elseif book.target == "epub" then
		return nil -- readers have a way of their own to show it
	end
	return pandoc.Span(inlines, { class = "sidenote" })
end

-- A paragraph and behind it the notes that are called in it.
local function with_notes(block)
	local found = pandoc.List()
	local text = block:walk({ Span = function(span)
		if span.classes[1] ~= "sidenote" then
			return nil
		end
		notes = notes + 1
		local mark = ('<span class="ref"%s>%s%d</span>')
		found:insert(pandoc.RawBlock("html", ('<div class="sidenote" role="note" '
			.. 'data-of="note-%d">'):format(notes)))
		span.content:insert(1, pandoc.RawInline("html", mark:format(
			' aria-hidden="true"', "", notes) .. " "))
		found:insert(pandoc.Plain(span.content))
		found:insert(pandoc.RawBlock("html", "</div>"))
		return pandoc.RawInline("html", mark:format((' id="note-%d"'):format(notes),
			'<span class="sr">Note </span>', notes))
	end })
	if #found > 0 then
		found:insert(1, text)
		return found
	end
end

aside.Para, aside.Plain = with_notes, with_notes

-- Outer division -> the division in it that is hidden until asked for.
local hidden = { predict = "answer", exercise = "solution" }
local labels = { predict = "Predict", answer = "Answer",
	exercise = "Exercise", solution = "Solution" }

function aside.Div(div)
	local class = div.classes[1]
	local inner = hidden[class]
	if not inner then
		return nil
	end
	local shown, kept = pandoc.List(), nil
	for _, block in ipairs(div.content) do
		if block.t == "Div" and block.classes:includes(inner) then
			kept = block.content
		else
			shown:insert(block)
		end
	end
	if not kept then
		book.fail(div, "'::: %s' without a '::: %s' in it", class, inner)
	elseif #kept == 0 then
		book.fail(div, "the '::: %s' of this '::: %s' is empty", inner, class)
	end
	local label, of = labels[class]
	local id, place = "", nil
	if class == "exercise" then
		exercises = exercises + 1
		of = ("%d.%d"):format(book.number, exercises)
		label = label .. " " .. of
		id = div.identifier ~= "" and (' id="%s"'):format(div.identifier) or ""
		place = div.identifier ~= "" and ", place: " .. book.quote(book.label(div.identifier)) or ""
	else
		predictions = predictions + 1
		of = predictions
	end

	local all = pandoc.List()
	if book.target == "typst" then
		local argument = class == "exercise"
			and ('("%d.%d"%s)'):format(book.number, exercises, place) or ""
		all:extend(book.wrap("#" .. class .. argument .. "[", shown, "]"))
		all:extend(book.wrap("#" .. inner .. "[", kept, "]"))
		return all
	end
	all:insert(pandoc.RawBlock("html", ('<div class="%s"%s><p class="label">%s'
		.. "</p>"):format(class, id, label)))
	all:extend(shown)
	if book.solutions == "none" then
		kept = {}
	elseif book.target == "epub" and book.solutions == "inline" then
		kept = book.wrap(('<p class="label">%s %s</p>'):format(labels[inner], of), kept, "")
	elseif book.target == "epub" then
		kept = { epub.keep(labels[inner] .. " " .. of, kept) }
	else
		kept = book.wrap(("<details%s><summary>%s</summary>"):format(
			book.solutions == "inline" and " open" or "", labels[inner]), kept, "</details>")
	end
	all:extend(kept)
	all:insert(pandoc.RawBlock("html", "</div>"))
	return all
end

return aside
