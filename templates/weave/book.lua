-- book.lua - what every pass knows: the page that is being made, the files it has read, how
-- to stop with an error, and how to write HTML or Typst.
--
-- start() fills in the fields below. Passes read them; only turn_to() changes the machine.

local book = {
	reads = {},   -- the paths that were read, which become prerequisites of the page
	lacking = {}, -- the paths that were not there, whose appearance makes the page again
}

-- Reads what weave.sh says of the page. Called once, before anything else.
function book.start(meta)
	local function text(key)
		return pandoc.utils.stringify(meta[key] or "")
	end
	book.target = text("target")           -- "html", "epub", "typst" or a filter that prints
	book.file = text("file")               -- the path of the chapter
	book.out = text("out")                 -- the path of what is made of it
	book.reference = text("reference")     -- the machine that lends results to others
	book.experiments = text("experiments") -- the names of all experiments, between spaces
	book.own = meta.own == true            -- does this page show no borrowed numbers?
	-- The folder of results of a machine that has no edition, such as a GPU of a fleet.
	book.apart = text("results") ~= "" and text("results") .. "/" or nil
	book.turn_to(text("machine"))
	local stem = book.file:match("([^/]+)%.md$")
	book.number = tonumber(stem:match("^(%d+)%-")) -- of the chapter; nil for other pages
	book.page = book.number and book.page_of(stem) or book.out:match("([^/]+)%.%w+$")
	book.site = text("site-url"):gsub("/$", "")
	book.source = book.read(book.file)
	-- The site and the EPUB keep their options in a file. Print has none here, because
	-- pdf.mjs decides where solutions go.
	local options = book.target ~= "typst" and not book.apart
		and book.read(("build/%s.txt"):format(book.target == "epub" and "epub" or "site"))
	book.solutions, book.course = (options or "appendix"):match("^(%a+) ?(.-)%s*$")
end

-- The name of a chapter's page: 04-vector.md becomes vector.html. The Makefile has the same
-- rule.
function book.page_of(stem)
	return stem:match("^%d+%-(.+)$")
end

-- Reads data of `machine` from now on. Pages of no edition have the machine "." and read the
-- data of the reference machine.
function book.turn_to(machine)
	book.machine = machine
	book.data_of = machine == "." and book.reference or machine
	book.data = book.folder_of(book.data_of)
end

-- The folder in which a machine's data lie.
function book.folder_of(machine)
	return machine == book.machine and book.apart or ("build/site/%s/data/"):format(machine)
end

-- The folder in which a machine's results lie.
function book.results(machine)
	local is_local = machine == "here" or machine:find("^gpu%d+$")
	return (is_local and "build/results/" or "results/") .. machine
end

-- A filter of its own, which prints the text that text_of() returns.
function book.prints(text_of)
	return { { Pandoc = function(doc)
		book.start(doc.meta)
		book.command = book.target
		return pandoc.Pandoc({ pandoc.RawBlock("plain", text_of()) })
	end } }
end

-- ---- Files -------------------------------------------------------------------------

-- The whole text of a file, which becomes a prerequisite of the page; nil if it cannot be read.
function book.read(path)
	local file = io.open(path, "rb")
	if not file then
		return nil
	end
	local text = file:read("a")
	file:close()
	book.reads[path] = true
	return text
end

-- Writes a file whole or not at all, and not if it holds the text already.
function book.write(path, text)
	local old = io.open(path, "rb")
	local is_new = not old or old:read("a") ~= text
	if old then
		old:close()
	end
	if not is_new then
		return
	end
	local file = assert(io.open(path .. ".tmp", "w"))
	assert(file:write(text))
	assert(file:close())
	assert(os.rename(path .. ".tmp", path))
end

-- Notes a file that is not there, so that make weaves the page again once it is.
function book.lacks(path)
	book.lacking[path] = true
end

-- Makes the folders of results prerequisites, so that a page that misses data is woven again
-- when some are recorded.
function book.look_for_results()
	book.reads[book.results(book.data_of)] = true
	book.reads[book.results(book.reference)] = true
end

-- The blocks of another page, or of a part of its text. Their expressions know the names of
-- that page.
function book.blocks_of(path, part)
	local text = part or book.read(path) or book.fail("from=", "there is no %s to take this from", path)
	return pandoc.read(text, "markdown-implicit_figures").blocks:walk({
		SoftBreak = function() return pandoc.Space() end,
		Code = function(code)
			code.attributes["from-page"] = code.text:find("^= ") and path or nil
			return code
		end,
	})
end

-- ---- Places in the chapter, and errors -----------------------------------------------

local lines -- of the chapter

-- The place { line, column } behind the first `text` from a place on, or nil.
local function find(text, from)
	if not lines then
		lines = {}
		for line in (book.source .. "\n"):gmatch("([^\n]*)\n") do
			lines[#lines + 1] = line
		end
	end
	for number = from.line, #lines do
		local _, last = lines[number]:find(text, number == from.line and from.column or 1, true)
		if last then
			return { line = number, column = last + 1 }
		end
	end
end

-- Pandoc does not tell on which line an element stands, so we look for text that the element
-- must have there: one of these. Elements that no later pass needs to find have none.
local function marks_of(element)
	local a = element.attributes
	if element.t == "Code" then
		return element.text:find("^= ") and { "`" .. element.text .. "`" } or {}
	elseif element.t == "CodeBlock" then
		return { a.region and ('region="%s"'):format(a.region) or a.kernel and ('kernel="%s"'):format(a.kernel)
			or (a.file or a.match) and "```{" or nil }
	end
	return { "]{." .. element.classes[1] }
end

-- Notes in the attribute `line` where each element stands, for messages. Pandoc visits elements
-- in the order of the file, so of two that look the same the second one stands further down.
-- `fences` are the lines that open divisions.
function book.number_lines(doc, fences)
	local behind, divisions = {}, 0
	local function note(element)
		for _, mark in ipairs(marks_of(element)) do
			local place = find(mark, behind[mark] or { line = 1, column = 1 })
			if place then
				behind[mark] = place
				element.attributes.line = tostring(place.line)
				return element
			end
		end
	end
	local is_replaced = { ["if"] = true, ["else"] = true, each = true }
	return doc:walk({ traverse = "topdown", Code = note, CodeBlock = note,
		Div = function(div)
			divisions = divisions + 1
			if div.classes[1] and fences[divisions] then
				div.attributes.line = tostring(fences[divisions].line)
				return div
			end
		end,
		Span = function(span) return is_replaced[span.classes[1]] and note(span) or nil end })
end

-- The file in which an element stands: elements that were taken from another page know it.
function book.file_of(where)
	return type(where) ~= "string" and where.attributes["from-page"] or book.file
end

-- Stops the build with "file:line: message"; nothing is written, and the old page stays.
-- `where` is an element whose line was noted, or some text of the chapter. A question of
-- `make query` stands in no file, so the message begins with "query:".
function book.fail(where, message, ...)
	if select("#", ...) > 0 then
		message = message:format(...)
	end
	local line
	if type(where) ~= "string" then
		line = where.attributes.line
	else
		line = (find(where:match("^[^\n]*"), { line = 1, column = 1 }) or {}).line
	end
	local place = ("%s:%d"):format(book.file_of(where), line or 1)
	book.stop("%s: %s", not line and book.command or place, message)
end

-- Stops the build with a message that names its place itself.
function book.stop(message, ...)
	io.stderr:write(message:format(...), "\n")
	os.exit(1)
end

-- The blocks of the part that a division names in its attribute `of`: ::: {.fleet of="data"}.
function book.part(parts, div)
	local part = parts[div.attributes.of]
		or book.fail(div, '::: {.%s of="%s"}: there is no such part', div.classes[1], tostring(div.attributes.of))
	return part(div)
end

-- The items of a list, each once; key(item) tells which are the same.
function book.unique(list, key)
	local seen = {}
	return pandoc.List({ table.unpack(list) }):filter(function(item)
		local its = key and key(item) or item
		local is_new = not seen[its]
		seen[its] = true
		return is_new
	end)
end

-- The words of a text as a list.
function book.words(text)
	local all = pandoc.List()
	for word in text:gmatch("%S+") do
		all:insert(word)
	end
	return all
end

-- "a, b and c", for messages that list what there is. Sorts the names.
function book.list(names)
	table.sort(names)
	if #names < 2 then
		return names[1] or "none"
	end
	return table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

-- Splits a division: its content without the divisions of these classes, and the content of each of
-- those by class.
function book.split(div, classes)
	local rest, found = pandoc.List(), {}
	for _, block in ipairs(div.content) do
		if block.t == "Div" and classes:includes(block.classes[1]) then
			for _, class in ipairs(block.classes) do
				if found[class] then
					book.fail(block, "'%s' has a second '::: %s'", book.name_of(div), class)
				end
				found[class] = block.content
			end
		else
			rest:insert(block)
		end
	end
	return rest, found
end

-- The name of a division or a span in messages.
function book.name_of(element)
	return element.t == "Span" and "[...]{." .. element.classes[1] .. "}"
		or element.identifier == "" and "::: {." .. element.classes[1] .. "}"
		or "." .. element.classes[1] .. " #" .. element.identifier
end

-- ---- Writing HTML and Typst ------------------------------------------------------------

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

-- Text as HTML shows it.
function book.escape(text)
	return (text:gsub('[&<>"]', entities))
end

-- Text as a string of Typst.
function book.quote(text)
	return '"' .. text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

-- The call of a function of book.typ with strings as its arguments: #strip("...", "...")
function book.call(name, ...)
	return ("#%s(%s)"):format(name, table.concat(pandoc.List({ ... }):map(book.quote), ", "))
end

-- The name of an id of this page in a PDF, which may hold many pages.
function book.label(id)
	return book.page .. ":" .. id
end

-- Raw text in the language of the target: Typst in print, else HTML.
function book.raw(text)
	return pandoc.RawBlock(book.target == "typst" and "typst" or "html", text)
end

-- A paragraph of HTML.
function book.paragraph(text, ...)
	return book.raw("<p>" .. (select("#", ...) > 0 and text:format(...) or text) .. "</p>")
end

-- `blocks` between two pieces of raw text.
function book.wrap(before, blocks, after)
	local all = pandoc.List({ book.raw(before) })
	all:extend(blocks)
	all:insert(book.raw(after))
	return all
end

-- Blocks that stand side by side: in a division of that class or, in print, as the arguments
-- of the function of that name.
function book.beside(class, blocks)
	if book.target ~= "typst" then
		return book.wrap(('<div class="%s">'):format(class), blocks, "</div>")
	end
	local items = pandoc.List()
	for _, block in ipairs(blocks) do
		items:extend(book.wrap("[", { block }, "],"))
	end
	return book.wrap("#" .. class .. "(", items, ")")
end

-- A card of facts, each a { name, text }.
function book.card(facts)
	local in_print = book.target == "typst"
	local rows = pandoc.List(facts):map(function(fact)
		local what = fact[1]:gsub("(%d) %%", "%1\u{a0}%%")
		return in_print and ("(%s, %s),"):format(book.quote(what), book.quote(fact[2]))
			or ("<div><dt>%s</dt><dd>%s</dd></div>"):format(what, book.escape(fact[2]))
	end)
	return book.raw((in_print and "#card((%s))" or '<dl class="device">%s</dl>'):format(table.concat(rows, "\n")))
end

-- The beginning and the end of a box around what may be wider than the window: it scrolls, by
-- keyboard as well, and screen readers call it `label`. `class` may add one of its own.
function book.wide(label, class)
	return ('<div class="wide%s" tabindex="0" role="group" aria-label="%s">'):format(
		class and " " .. class or "", label), "</div>"
end

-- A row of a table, of HTML, whose first cell is its head.
function book.row(cells)
	return '<tr><th scope="row">' .. cells[1] .. "</th><td>" .. table.concat(cells, "</td><td>", 2) .. "</td></tr>"
end

-- A table in such a box. `heads` are the cells of its head, and each of `bodies` is some rows.
function book.table(label, class, heads, bodies, box)
	local open, close = book.wide(label, box)
	return book.raw(open .. ('<table class="%s"><thead><tr><th scope="col">'):format(class)
		.. table.concat(heads, '</th><th scope="col">') .. "</th></tr></thead>\n<tbody>"
		.. table.concat(bodies, "</tbody>\n<tbody>") .. "</tbody></table>" .. close)
end

-- Blocks as HTML in one string.
function book.html(blocks)
	return (pandoc.write(pandoc.Pandoc(blocks), "html"):gsub("\n$", ""))
end

return book
