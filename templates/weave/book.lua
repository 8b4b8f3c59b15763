-- book.lua - what every pass knows: the edition, the file being woven, the
-- files it has read, and how to stop.

local book = { reads = {} }

-- Called once, with the document's metadata.
function book.start(meta)
	local text = pandoc.utils.stringify
	book.machine = text(meta.machine)  -- an edition's name; "." for the cover
	book.target = text(meta.target)    -- "html" or "typst"
	book.file = text(meta.file)        -- the chapter's path
	book.out = text(meta.out)          -- what will be made of it
	book.data_of = book.machine == "." and text(meta.reference) or book.machine
	book.data = "build/site/" .. book.data_of .. "/data/"
	book.number = tonumber(book.file:match("(%d+)%-[^/]*$"))
	book.source = book.read(book.file)
	book.seen = {}
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

-- The line of the chapter on which `text` stands. Passes meet the elements in
-- the order of the file, so the nth time they ask they mean the nth place.
local function line_of(text)
	local from = 1
	local wanted = (book.seen[text] or 0) + 1
	local at
	for _ = 1, wanted do
		local found, last = book.source:find(text, from, true)
		if not found then
			break
		end
		at, from = found, last + 1
	end
	if not at then
		return 1
	end
	local _, newlines = book.source:sub(1, at):gsub("\n", "")
	return newlines + 1
end

-- Notes that an element whose source contains `text` has been dealt with.
function book.pass(text)
	book.seen[text] = (book.seen[text] or 0) + 1
end

-- Stops the build: nothing is written, the old page stays. `text` is part of
-- the chapter that tells where.
function book.fail(text, message, ...)
	if select("#", ...) > 0 then
		message = message:format(...)
	end
	io.stderr:write(("%s:%d: %s\n"):format(book.file, line_of(text), message))
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
function book.escape(text)
	return (text:gsub("[&<>\"]", {
		["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;",
	}))
end

-- A string as Typst writes it.
function book.quote(text)
	return '"' .. text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

-- `blocks` between two pieces of raw output.
function book.wrap(before, blocks, after)
	local format = book.target
	local all = pandoc.List({ pandoc.RawBlock(format, before) })
	all:extend(blocks)
	all:insert(pandoc.RawBlock(format, after))
	return all
end

return book
