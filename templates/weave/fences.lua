-- fences.lua - stops at a ':::' that is not closed, closes nothing or is no division to
-- pandoc, which would print the colons and lose what the division was to become.

local book = require("book")
local fences = {}

local function fail(fence, message)
	book.fail({ attributes = { line = fence.line } }, message, fence.text)
end

-- The fences that open a division, in the order of the file; those in code and in comments
-- are none.
local function openings()
	local all, open, line = {}, {}, 0
	local inside -- the code block or comment that the line is in
	for text in (book.source .. "\n"):gmatch("([^\n]*)\n") do
		line = line + 1
		local code = text:match("^%s*(```+)") or text:match("^%s*(~~~+)")
		if inside then
			local ends = code and code:find(inside.text, 1, true) == 1
			if ends or inside.text == "<!--" and text:find("-->", 1, true) then
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
		end
	end
	if inside then
		fail(inside, "this '%s' is not closed")
	elseif #open > 0 then
		fail(open[#open], "'%s' is not closed with ':::'")
	end
	return all
end

function fences.check(doc)
	local all, divisions = openings(), 0
	doc:walk({ traverse = "topdown", Div = function()
		divisions = divisions + 1
	end, Str = function(str)
		if str.text:find("^:::") and all[divisions + 1] then
			fail(all[divisions + 1], "'%s' is no division: leave a blank line above it, "
				.. "and look at its braces and quotes")
		end
	end })
end

return fences
