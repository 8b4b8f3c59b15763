-- aside.lua - what stands beside the text: notes in the margin, predictions with their answers,
-- exercises with their solutions, open questions, and what may be skipped.

local book = require("book")
local epub = require("epub")
local predict = require("predict")
local aside = { divisions = {} }

-- A footnote is to be read beside its line, not at the end. On a page it stands below its
-- paragraph, so that it breaks no sentence; site.js moves it into the margin where there is one.
function aside.Note(note)
	local inlines = pandoc.utils.blocks_to_inlines(note.content)
	if book.target == "html" then
		return pandoc.Span(inlines, { class = "sidenote" })
	elseif book.target == "typst" then
		inlines:insert(1, pandoc.RawInline("typst", "#sidenote["))
		inlines:insert(pandoc.RawInline("typst", "]"))
		return inlines
	end -- readers of EPUBs show notes in their own manner
end

local notes = 0

-- A paragraph, followed by the notes that are called in it.
function aside.Para(block)
	local found = pandoc.List()
	local text = block:walk({ Span = function(span)
		if span.classes[1] ~= "sidenote" then
			return nil
		end
		notes = notes + 1
		span.content:insert(1, pandoc.RawInline("html", ('<span class="ref" aria-hidden="true">%d</span> '):format(notes)))
		found:extend(book.wrap(('<div class="sidenote" role="note" data-of="note-%d">'):format(notes),
			{ pandoc.Plain(span.content) }, "</div>"))
		return pandoc.RawInline("html",
			('<span class="ref" id="note-%d"><span class="sr">Note </span>%d</span>'):format(notes, notes))
	end })
	if #found > 0 then
		found:insert(1, text)
		return found
	end
end

local labels = { predict = "Predict", answer = "Answer", exercise = "Exercise", solution = "Solution" }

-- A question, whose `inner` division is hidden until asked for. `typst` are the arguments of the
-- question's function in print, and `id` is its attribute on a page.
local function question(div, inner, label, number, typst, id)
	local class = div.classes[1]
	local shown, found = book.split(div, pandoc.List({ inner }))
	local hidden = found[inner] or book.fail(div, "this '::: %s' has no '::: %s' in it", class, inner)
	if #hidden == 0 then
		book.fail(div, "the '::: %s' of this '::: %s' is empty", inner, class)
	end
	if book.target == "typst" then
		local all = book.wrap("#" .. class .. typst .. "[", shown, "]")
		all:extend(book.wrap("#" .. inner .. "[", hidden, "]"))
		return all
	end
	if book.solutions == "none" then
		hidden = {}
	elseif book.target == "html" then
		hidden = book.wrap(("<details%s><summary>%s</summary>"):format(book.solutions == "inline" and " open" or "",
			labels[inner]), hidden, "</details>")
	elseif book.solutions == "inline" then
		hidden = book.wrap(('<p class="label">%s %s</p>'):format(labels[inner], number), hidden, "")
	else
		hidden = { epub.keep(labels[inner] .. " " .. number, hidden) }
	end
	shown:extend(hidden)
	return book.wrap(('<div class="%s"%s><p class="label">%s</p>'):format(class, id, label), shown, "</div>")
end

local predictions, exercises = 0, 0

function aside.divisions.predict(div)
	predictions = predictions + 1
	local asked = predict.asked(div)
	return question(div, "answer", labels.predict, predictions, asked, asked)
end

function aside.divisions.exercise(div)
	exercises = exercises + 1
	local number, id = ("%d.%d"):format(book.number, exercises), div.identifier
	local kind = div.attributes.kind
	return question(div, "solution", labels.exercise .. " " .. number .. (kind and " · " .. book.escape(kind) or ""), number,
		('("%s"%s%s)'):format(number, kind and ", kind: " .. book.quote(kind) or "",
			id ~= "" and ", place: " .. book.quote(book.label(id)) or ""),
		id ~= "" and (' id="%s"'):format(id) or "")
end

-- A box of open questions, each with the experiment that would decide it.
function aside.divisions.open(div)
	if book.target == "typst" then
		return book.wrap("#open[", div.content, "]")
	end
	return book.wrap('<div class="open"><p class="label">Open questions</p>', div.content, "</div>")
end

-- A side result under its title, hidden on a page until asked for.
function aside.divisions.fold(div)
	local title = div.attributes.title or book.fail(div, 'a "::: fold" needs a title="..."')
	if book.target == "typst" then
		return book.wrap(("#fold(%s)["):format(book.quote(title)), div.content, "]")
	elseif book.target == "html" then
		return book.wrap(('<details class="fold"><summary>%s</summary>'):format(book.escape(title)), div.content, "</details>")
	end
	return book.wrap(('<div class="fold"><p class="label">%s</p>'):format(book.escape(title)), div.content, "</div>")
end

return aside
