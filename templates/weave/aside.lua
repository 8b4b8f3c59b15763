-- aside.lua - what stands beside the text: notes in the margin, predictions
-- with their answers, exercises with their solutions.

local book = require("book")
local aside = {}

local notes, exercises = 0, 0

-- A footnote is read beside its line, not at the end.
function aside.Note(note)
	local inlines = pandoc.utils.blocks_to_inlines(note.content)
	notes = notes + 1
	if book.target == "typst" then
		local all = pandoc.List({ pandoc.RawInline("typst", "#sidenote[") })
		all:extend(inlines)
		all:insert(pandoc.RawInline("typst", "]"))
		return all
	end
	local all = pandoc.List({ pandoc.RawInline("html", ('<span class="ref">'
		.. '<span class="sr">Note </span>%d</span><span class="sidenote" '
		.. 'role="note"><span class="ref" aria-hidden="true">%d</span> ')
		:format(notes, notes)) })
	all:extend(inlines)
	all:insert(pandoc.RawInline("html", "</span>"))
	return all
end

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
	end
	local label = labels[class]
	if class == "exercise" then
		exercises = exercises + 1
		label = ("Exercise %d.%d"):format(book.number, exercises)
	end

	local all = pandoc.List()
	if book.target == "typst" then
		local argument = class == "exercise"
			and ('("%d.%d")'):format(book.number, exercises) or ""
		all:extend(book.wrap("#" .. class .. argument .. "[", shown, "]"))
		all:extend(book.wrap("#" .. inner .. "[", kept, "]"))
		return all
	end
	all:insert(pandoc.RawBlock("html", ('<div class="%s"><p class="label">%s'
		.. "</p>"):format(class, label)))
	all:extend(shown)
	all:extend(book.wrap("<details><summary>" .. labels[inner] .. "</summary>",
		kept, "</details></div>"))
	return all
end

return aside
