-- slips.lua - stops at what pandoc takes for something else than the author meant, and
-- would print or lose in silence: a ':::' that is not closed or is no division, quotes,
-- code or emphasis that is not closed, a note, a link or a citation that is defined nowhere, an
-- attribute that nobody reads, a live value without its '= ', an image, HTML, TeX.

local book = require("book")
local expression = require("expression")
local slips = {}

local attributes = { along = true, alt = true, as = true, at = true, bytes = true, choices = true, curve = true, draw = true,
	from = true, guess = true, kind = true, needs = true, of = true, offset = true, panel = true, right = true, stride = true,
	test = true, title = true, unit = true, x = true }
local settings = { alone = true, strip = true, form = true, own = true, subtitle = true, ["in-print"] = true }
-- Marks that are left over from attributes, from markup that was not closed, and from tables.
local marks = { "{", "`", "%*%*", "%]%(", "%^%[", "^|" }
local units = { ["GB/s"] = true, ns = true, ms = true, MHz = true }
local spans = { name = true, label = true, ["if"] = true, ["else"] = true, each = true, tally = true, labs = true,
	slide = true, browser = true }

local function fail(fence, message)
	book.fail({ attributes = { line = fence.line } }, message, fence.text)
end

-- The fences that open a division, in the order of the file; those in code and in comments
-- are none. Of two sections with one id pandoc would name a line further down.
local function openings()
	local all, open, ids, line = {}, {}, {}, 0
	local in_head = book.source:find("^%-%-%-\n") -- before its second '---'
	local inside -- the code block or comment that the line is in
	for text in (book.source .. "\n"):gmatch("([^\n]*)\n") do
		line = line + 1
		if text:find("^<<<<<<< ") or text:find("^>>>>>>> ") then
			fail({ line = line, text = text }, "'%s': git left this merge to you")
		end
		local setting = in_head and text:match("^([%w-]+):")
		if setting and not settings[setting] then
			fail({ line = line, text = setting }, "nobody reads '%s:'; a chapter may have a 'strip:'")
		end
		in_head = in_head and (line == 1 or text ~= "---")
		local code = text:match("^%s*(```+)") or text:match("^%s*(~~~+)")
		if inside then
			local ends = code and code:find(inside.text, 1, true) == 1
			if ends and text:find("[^`~%s]") then
				break -- another listing opens before this one is closed
			elseif ends or inside.text == "<!--" and text:find("-->", 1, true) then
				inside = nil
			end
		elseif code or text:find("^<!%-%-") and not text:find("-->", 1, true) then
			inside = { line = line, text = code or "<!--" }
		elseif text:find("^%s*:::+%s*$") then
			if not table.remove(open) then
				fail({ line = line, text = ":::" }, "this '%s' closes nothing")
			end
		elseif text:find("^%s*:::") then
			all[#all + 1] = { line = line, text = text:match("%S.*") }
			open[#open + 1] = all[#all]
		elseif text:find("^#") then
			local id = text:match("{[^{}]*(#[^%s{}]+)[^{}]*}%s*$")
			if id and ids[id] then
				fail({ line = line, text = id }, "there is a section '%s' already")
			end
			ids[id or ""] = true
		end
	end
	if inside then
		fail(inside, "this '%s' is not closed")
	elseif #open > 0 then
		fail(open[#open], "'%s' is not closed with ':::'")
	end
	return all
end

-- Gives the fences that open divisions, each with its line, in the order of the file.
function slips.check(doc)
	local first = doc.blocks[1]
	if book.number and not (first and first.t == "Header" and first.level == 1) then
		book.fail("", "a chapter begins with its title, '# ' and a name")
	end
	local all, divisions, titles = openings(), 0, 0
	local known = {}
	for name in pairs(attributes) do
		known[#known + 1] = name
	end
	known = book.list(known)
	local function lost(raw)
		local is_text = raw.format == "html" and not raw.text:find("^<!%-%-")
		if book.number and (is_text or raw.format == "tex") then
			book.fail(raw.text, "'%s' would be lost in print: write Markdown", raw.text)
		end
	end
	-- A word, which is element i of these.
	local function look_at(text, inlines, i)
		if text:find("^:::") and all[divisions + 1] then
			fail(all[divisions + 1], "'%s' is no division: leave a blank line above it, "
				.. "and look at its braces and quotes")
		elseif text:find("%[%^[^%]]+%]") or text:find("%]%[") then
			book.fail(text, "'%s': what is called so is defined nowhere", text)
		end
		for _, mark in ipairs(marks) do
			if text:find(mark) then
				-- With the words behind it, since the mark alone may stand elsewhere, too.
				for j = i + 1, math.min(i + 4, #inlines) do
					local more = inlines[j].t == "Space" and " " or inlines[j].t == "Str" and inlines[j].text
					if not more then
						break
					end
					text = text .. more
				end
				book.fail(text, "'%s' would be printed as it is: look at its braces, close "
					.. "what is opened, and leave a blank line above a table", text)
			end
		end
	end
	doc:walk({ traverse = "topdown", Div = function(div)
		divisions = divisions + 1
		for name, value in pairs(div.attributes) do
			if value:find("^[\"']") and all[divisions] then
				fail(all[divisions], ("'%%s': the quote of %s is not closed"):format(name))
			elseif not attributes[name] and all[divisions] then
				fail(all[divisions], ("'%%s': nobody reads '%s'; there are %s"):format(name, known))
			end
		end
	end, Inlines = function(inlines)
		for i, inline in ipairs(inlines) do
			if inline.t == "Str" then
				look_at(inline.text, inlines, i)
			elseif inline.t == "Code" and inline.text:find("^= ") then
				local word = inlines[i + 2] and inlines[i + 1].t == "Space" and inlines[i + 2].text or ""
				if units[word:match("^[%a/]*")] then
					local text = ("`%s` %s"):format(inline.text, word)
					book.fail(text, "%s: a value shows its unit itself: leave it out behind it", text)
				end
			end
		end
	end, Header = function(header)
		titles = titles + (header.level == 1 and 1 or 0)
		if book.number and titles > 1 then
			local text = "# " .. pandoc.utils.stringify(header)
			book.fail(text, "'%s': a chapter has one title; its sections begin with '## '", text)
		end
	end, Link = function(link)
		if link.target == "" then
			book.fail("]()", "a link that leads nowhere: [](#fig-copy) leads to a figure")
		end
	end, Cite = function(cite)
		local text = "@" .. cite.citations[1].id
		book.fail(text, "'%s' would be printed as it is: write a link without words, such as "
			.. "[](#fig-copy), or '\\%s' if it is meant so", text, text)
	end, Code = function(code)
		if code.text:find("^=[%w_(]") or expression.is_query(code.text, code) then
			book.fail("`" .. code.text .. "`", "`%s`: a live value begins with '= '", code.text)
		end
	end, Span = function(span)
		local class = span.classes[1]
		if class and not spans[class] then
			book.fail("{." .. class, "nothing here is called '%s'", class)
		end
	end, Image = function(image)
		book.fail(image.src, "'%s' is no part of the site: draw it with gnuplot, as "
			.. "figures/copy.gp is, and show it with '::: {.figure'", image.src)
	end, RawBlock = lost, RawInline = lost })
	return all
end

return slips
