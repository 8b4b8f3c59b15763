-- teach.lua - what only the page for teachers has, from the lists of chapters and labs.
--
--   ::: material       the chapters, with their slides, notes and handouts
--   ::: labs           the labs, with their chapters, what they need and their points
--   [vector]{.labs}    the labs that belong to a chapter, or a dash
--
-- A lab belongs to the chapter that the first criterion of its rubric says to read.

local book = require("book")
local csv = require("csv")
local edition = require("edition")
local teach = { divisions = {} }

local function link(path, text)
	return ('<a href="%s/%s">%s</a>'):format(book.data_of, path, text)
end

function teach.divisions.material()
	local rows = pandoc.List()
	for _, chapter in ipairs(edition.chapters()) do
		if chapter.number > 0 and chapter.page ~= "glossary" then
			rows:insert(book.row({ link(chapter.page .. ".html", ("%d. %s"):format(chapter.number, book.escape(chapter.title))),
				link(("slides/%s.pdf"):format(chapter.stem), "slides"), link(("notes/%s.pdf"):format(chapter.stem), "notes"),
				link(chapter.stem .. ".pdf", "handout") }))
		end
	end
	return book.table("Chapters", "material", { "Chapter", "To show", "To speak from", "To hand out" }, { table.concat(rows, "\n") })
end

-- The labs, each also with the page of its chapter, its points, and whether it needs a GPU.
local function labs(where)
	return edition.labs():map(function(lab)
		local folder = ("chapters/labs/%s/"):format(lab.name)
		lab.points, lab.on_gpu = 0, book.read(folder .. "starter.cu") ~= nil
		if not lab.on_gpu then
			book.lacks(folder .. "starter.cu")
		end
		for _, row in ipairs(csv.file(folder .. "rubric.csv", function(...) book.fail(where, ...) end).rows) do
			lab.points = lab.points + row.points
			lab.chapter = lab.chapter or row.read:match("^[%w-]*")
		end
		return lab
	end)
end

function teach.divisions.labs(div)
	local chapters = pandoc.List(edition.chapters())
	if #edition.labs() == 0 then
		return {}
	end
	local rows = labs(div):map(function(lab)
		local chapter = chapters:find_if(function(each) return each.page == lab.chapter end)
			or book.fail(div, "the first line of the rubric of the lab '%s' says to read no chapter", lab.name)
		return book.row({ link(lab.page .. ".html", book.escape((lab.title:gsub("^Lab: (%l?)", string.upper)))), ("<code>%s</code>"):format(lab.name),
			link(chapter.page .. ".html", "Chapter " .. chapter.number), lab.on_gpu and "a GPU" or "a CPU", ("%d"):format(lab.points) })
	end)
	return book.table("Labs", "material", { "Lab", "LAB=", "Belongs to", "Runs on", "Points" }, { table.concat(rows, "\n") })
end

function teach.Span(span)
	if span.classes[1] ~= "labs" then
		return nil
	end
	local chapter = pandoc.utils.stringify(span.content)
	local mine = labs(span):filter(function(lab) return lab.chapter == chapter end):map(function(lab)
		return link(lab.page .. ".html", ("<code>%s</code>"):format(lab.name))
	end)
	return pandoc.RawInline("html", #mine > 0 and table.concat(mine, ", ") or "–")
end

return teach
