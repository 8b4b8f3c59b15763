-- strip.lua - the drawing of the book: the 32 lanes of a warp over the 32-byte
-- sectors that they touch.
--
-- A chapter asks for it in its metadata, in bytes:
--
--   strip: { bytes: 16, stride: 16, offset: 0 }
--
-- Lane i asks for `bytes` bytes at offset + i * stride. A lane is a square, a
-- sector a box as wide as its bytes; what is moved in vain is hatched.

local book = require("book")
local strip = {}

local SECTOR, LANES, WIDTH = 32, 32, 704

-- Colours by role: names on a page, fixed in print.
local colours = { ink = "#1d1b18", bytes = "#0a6c74", vain = "#a83c12",
	rule = "#b8b0a2" }

local function colour(name)
	return book.target == "typst" and colours[name]
		or ("var(--%s)"):format(name)
end

-- The drawing and what it shows, in words.
function strip.draw(bytes, stride, offset)
	local first = offset // SECTOR
	local last = (offset + (LANES - 1) * stride + bytes - 1) // SECTOR
	local sectors = last - first + 1
	local scale = WIDTH / (sectors * SECTOR) -- units a byte
	local lane = WIDTH / LANES
	local parts = {}
	local function add(...)
		parts[#parts + 1] = string.format(...)
	end

	local asked = 0
	local wanted = {} -- sector -> the pieces of it that a lane asked for
	for i = 0, LANES - 1 do
		local from = offset + i * stride
		local x = i * lane
		local left = (from - first * SECTOR) * scale
		add('<rect x="%.1f" y="1" width="%.1f" height="%.1f" fill="%s"/>',
			x + 2, lane - 4, lane - 4, colour("bytes"))
		add('<path d="M%.1f %.1fL%.1f 62" stroke="%s" stroke-width="1" '
			.. 'fill="none"/>', x + lane / 2, lane - 2, left + bytes * scale / 2,
			colour("rule"))
		add('<rect x="%.2f" y="62" width="%.2f" height="16" fill="%s"/>', left,
			bytes * scale, colour("bytes"))
		asked = asked + bytes
		for b = from, from + bytes - 1 do
			wanted[b // SECTOR] = true
		end
	end
	local touched = 0
	for s = first, last do
		local x = (s - first) * SECTOR * scale
		if wanted[s] then
			touched = touched + 1
		end
		add('<rect x="%.2f" y="62" width="%.2f" height="16" fill="none" '
			.. 'stroke="%s" stroke-width="1"/>', x, SECTOR * scale,
			colour("ink"))
	end
	-- Bytes moved in vain: behind the rest, so that only they show it.
	local hatch = {}
	for x = 0, WIDTH + 16, 4 do
		hatch[#hatch + 1] = ("M%d 78l16 -16"):format(x - 16)
	end
	local vain = asked < touched * SECTOR
	local svg = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 %d 80" '
		.. 'role="img" aria-label="%s">%s%s</svg>'):format(WIDTH + 2, "%s",
		vain and ('<path d="%s" stroke="%s" stroke-width="1" fill="none"/>')
			:format(table.concat(hatch), colour("vain")) or "",
		table.concat(parts))
	local words = ("The 32 lanes of a warp, each asking for %d bytes, over the "
		.. "%d sectors of 32 bytes that they touch: %d of %d bytes were asked "
		.. "for."):format(bytes, touched, asked, touched * SECTOR)
	return svg:format(words), words
end

-- Puts the chapter's strip in front of its text.
function strip.Pandoc(doc)
	local asked = doc.meta.strip
	if not asked then
		return nil
	end
	local function value(key)
		return math.tointeger(tonumber(pandoc.utils.stringify(asked[key])))
			or book.fail("strip:", "strip needs whole numbers bytes, stride, "
				.. "offset")
	end
	local svg, words = strip.draw(value("bytes"), value("stride"),
		value("offset"))
	local block = book.target == "typst"
		and pandoc.RawBlock("typst", ("#strip(%s, %s)"):format(book.quote(svg),
			book.quote(words)))
		or pandoc.RawBlock("html", '<div class="strip">' .. svg .. "</div>")
	-- Behind the title, which is the first heading.
	local at = doc.blocks[1] and doc.blocks[1].t == "Header" and 2 or 1
	doc.blocks:insert(at, block)
	return doc
end

return strip
