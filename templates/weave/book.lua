-- book.lua - what every pass knows: the edition, the file being woven, the
-- files it has read, and how to stop.

local book = { reads = {}, lacking = {} }

-- Called once, with the document's metadata.
function book.start(meta)
	local text = pandoc.utils.stringify
	book.target = text(meta.target)    -- "html", "epub" or "typst"
	book.file = text(meta.file)        -- the chapter's path
	book.out = text(meta.out)          -- what will be made of it
	book.reference = text(meta.reference) -- the machine that lends to others
	book.experiments = text(meta.experiments or "") -- the names of all
	book.own = meta.own == true -- are other machines' numbers left out?
	-- The results of a machine that is no edition: a GPU of a fleet.
	book.apart = text(meta.results or "") ~= "" and text(meta.results) .. "/" or nil
	book.turn_to(text(meta.machine))
	local stem = book.file:match("([^/]+)%.md$")
	book.number = tonumber(stem:match("^(%d+)%-"))
	book.page = book.number and book.page_of(stem) or book.out:match("([^/]+)%.%w+$")
	book.site = text(meta["site-url"] or ""):gsub("/$", "")
	book.source = book.read(book.file)
	-- What make was told of the site or the EPUB; print is told by pdf.mjs.
	local told = book.target ~= "typst" and not book.apart
		and book.read(("build/%s.txt"):format(book.target == "epub" and "epub" or "site"))
	book.solutions, book.course = (told or "appendix"):match("^(%a+) ?(.-)%s*$")
end

-- The name of a chapter's page: 03-vector.md is vector.html. The Makefile has the same
-- rule.
function book.page_of(stem)
	return stem:match("^%d+%-(.+)$")
end

-- The file in which an element or a text stands: elements of another page know it.
function book.file_of(where)
	return type(where) ~= "string" and where.attributes["from-page"] or book.file
end

-- Makes a machine, an edition's name, the one whose data are read; "." is that of
-- pages that are of no edition, and reads the reference machine's.
function book.turn_to(machine)
	book.machine = machine
	book.data_of = machine == "." and book.reference or machine
	book.data = book.folder_of(book.data_of)
end

-- Where a machine's data lie.
function book.folder_of(machine)
	return machine == book.machine and book.apart
		or ("build/site/%s/data/"):format(machine)
end

-- The whole text of a file, which becomes a prerequisite of the page. Nil and
-- a message if it cannot be read.
function book.read(path)
	local file, message = io.open(path, "rb")
	if not file then
		return nil, message
	end
	local text = file:read("a")
	file:close()
	book.reads[path] = true
	return text
end

-- A file that is not there: once it is, the page is to be made again.
function book.lacks(path)
	book.lacking[path] = true
end

-- Makes the folders from which data would come prerequisites of the page: it is
-- to be made again once a file that it missed is there.
function book.look_for_results()
	book.reads[book.results(book.data_of)] = true
	book.reads[book.results(book.reference)] = true
end

-- The folder of a machine's results.
function book.results(machine)
	local is_local = machine == "here" or machine:find("^gpu%d+$")
	return (is_local and "build/results/" or "results/") .. machine
end

-- The number of the line that byte `at` of the chapter is on, by halving.
local function line_at(at)
	if not book.line_ends then
		book.line_ends = {}
		for place in book.source:gmatch("()\n") do
			table.insert(book.line_ends, place)
		end
	end
	local low, high = 1, #book.line_ends + 1
	while low < high do
		local middle = (low + high) // 2
		if book.line_ends[middle] < at then
			low = middle + 1
		else
			high = middle
		end
	end
	return low
end

-- The line of the chapter on which `text` stands, from a place on, and the place
-- behind it; nil where it does not.
local function find(text, from)
	local at, last = book.source:find(text, from, true)
	if at then
		return line_at(at), last + 1
	end
end

-- What tells in the source where an element stands that a later pass replaces: one of
-- these; nil for all others.
local function marks_of(element)
	local a = element.attributes
	if element.t == "Code" then
		return element.text:find("^= ") and { "`" .. element.text .. "`" }
	elseif element.t == "CodeBlock" then
		local mark = a.region and ('region="%s"'):format(a.region)
			or a.kernel and ('kernel="%s"'):format(a.kernel)
			or (a.file or a.match) and "```{"
		return mark and { mark }
	else
		return { "]{." .. element.classes[1] }
	end
end

-- Spans that later passes replace.
local forms = { ["if"] = true, ["else"] = true, each = true }

-- Notes in the attribute `line` where such an element stands, for messages.
-- Elements are met in the order of the file, so of two that look the same the
-- second is the one that stands below. `fences` are those that open divisions.
function book.number_lines(doc, fences)
	local behind, divisions = {}, 0
	local function note(element)
		for _, mark in ipairs(marks_of(element) or {}) do
			local line, last = find(mark, behind[mark] or 1)
			if line then
				behind[mark] = last
				element.attributes.line = tostring(line)
				return element
			end
		end
	end
	return doc:walk({ traverse = "topdown", Code = note, CodeBlock = note,
		Div = function(div)
			divisions = divisions + 1
			if div.classes[1] and fences[divisions] then
				div.attributes.line = tostring(fences[divisions].line)
				return div
			end
		end, Span = function(span)
			return forms[span.classes[1]] and note(span) or nil
		end })
end

-- The blocks of another page, whose expressions know its names.
function book.blocks_of(path, part)
	local text = part or book.read(path) or book.fail("from=", "no %s", path)
	return pandoc.read(text, "markdown-implicit_figures").blocks:walk({
		SoftBreak = function() return pandoc.Space() end,
		Code = function(code)
			code.attributes["from-page"] = code.text:find("^= ") and path or nil
			return code
		end,
	})
end

-- Stops the build: nothing is written, the old page stays. `where` is an element
-- whose line was noted, or text of the chapter that tells where.
function book.fail(where, message, ...)
	if select("#", ...) > 0 then
		message = message:format(...)
	end
	local line
	if type(where) == "string" then
		line = find(where, 1)
	else
		line = where.attributes.line
	end
	book.stop("%s:%d: %s", book.file_of(where), line or 1, message)
end

-- The same, where the message tells where.
function book.stop(message, ...)
	io.stderr:write(message:format(...), "\n")
	os.exit(1)
end

-- "a, b and c", for messages that list what there is.
function book.list(names)
	table.sort(names)
	if #names < 2 then
		return names[1] or "none"
	end
	return table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

-- Text made safe for HTML.
local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

function book.escape(text)
	return (text:gsub('[&<>"]', entities))
end

-- A string as Typst writes it.
function book.quote(text)
	return '"' .. text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

-- What an id of this page is called in a PDF, which may hold many pages.
function book.label(id)
	return book.page .. ":" .. id
end

-- A card of facts: { name, text } each.
function book.card(facts)
	local rows = {}
	for i, fact in ipairs(facts) do
		rows[i] = book.target == "typst"
			and ("(%s, %s),"):format(book.quote(fact[1]), book.quote(fact[2]))
			or ("<div><dt>%s</dt><dd>%s</dd></div>"):format(fact[1],
				book.escape(fact[2]))
	end
	local text = table.concat(rows, "\n")
	return book.target == "typst" and pandoc.RawBlock("typst", "#card((" .. text .. "))")
		or pandoc.RawBlock("html", '<dl class="device">' .. text .. "</dl>")
end

-- `blocks` between two pieces of raw output.
function book.wrap(before, blocks, after)
	local format = book.target == "typst" and "typst" or "html"
	local all = pandoc.List({ pandoc.RawBlock(format, before) })
	all:extend(blocks)
	all:insert(pandoc.RawBlock(format, after))
	return all
end

-- Blocks that stand side by side, in a division of that class; in print they are the
-- arguments of a function.
function book.beside(class, blocks)
	if book.target ~= "typst" then
		return book.wrap(('<div class="%s">'):format(class), blocks, "</div>")
	end
	local all = pandoc.List({ pandoc.RawBlock("typst", "#" .. class .. "(") })
	for _, block in ipairs(blocks) do
		all:extend(book.wrap("[", { block }, "],"))
	end
	all:insert(pandoc.RawBlock("typst", ")"))
	return all
end

return book
