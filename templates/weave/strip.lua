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

-- A rectangle as a piece of a path.
local function box(x, y, width, height)
	return ("M%.4g %gh%.4gv%gh-%.4gz"):format(x, y, width, height, width)
end

-- The drawing and what it shows, in words.
function strip.draw(bytes, stride, offset)
	local first = offset // SECTOR
	local last = (offset + (LANES - 1) * stride + bytes - 1) // SECTOR
	local scale = WIDTH / ((last - first + 1) * SECTOR) -- units a byte
	local lane = WIDTH / LANES
	local lanes, links, asked_for, sectors, hatch = {}, {}, {}, {}, {}
	local touched = {}
	for i = 0, LANES - 1 do
		local from = offset + i * stride
		local left = (from - first * SECTOR) * scale
		lanes[#lanes + 1] = box(i * lane + 2, 1, lane - 4, lane - 4)
		links[#links + 1] = ("M%.4g %gL%.4g 62"):format(i * lane + lane / 2,
			lane - 2, left + bytes * scale / 2)
		asked_for[#asked_for + 1] = box(left, 62, bytes * scale, 16)
		for sector = from // SECTOR, (from + bytes - 1) // SECTOR do
			touched[sector] = true
		end
	end
	local moved = 0
	for _ in pairs(touched) do
		moved = moved + SECTOR
	end
	for sector = first, last do
		local x = (sector - first) * SECTOR * scale
		sectors[#sectors + 1] = box(x, 62, SECTOR * scale, 16)
		-- Hatched as a whole: the bytes that were asked for cover their part.
		for stripe = 0, touched[sector] and SECTOR * scale - 4 or -1, 4 do
			hatch[#hatch + 1] = ("M%.4g 78l4-16"):format(x + stripe)
		end
	end
	local asked = LANES * bytes
	local words = ("The 32 lanes of a warp, each asking for %d bytes, over the "
		.. "%d sectors of 32 bytes that they touch: %d of %d bytes are asked "
		.. "for."):format(bytes, moved // SECTOR, asked, moved)
	local function path(pieces, style)
		return ('<path d="%s" %s/>'):format(table.concat(pieces), style)
	end
	local function stroke(name)
		return ('fill="none" stroke="%s"'):format(colour(name))
	end
	return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 %d 80" '
		.. 'aria-hidden="true">%s</svg>'):format(WIDTH + 2,
		(asked < moved and path(hatch, stroke("vain")) or "")
		.. path(links, stroke("rule"))
		.. path(lanes, ('fill="%s"'):format(colour("bytes")))
		.. path(asked_for, ('fill="%s"'):format(colour("bytes")))
		.. path(sectors, stroke("ink"))), words
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
		or pandoc.RawBlock("html", ('<figure class="strip">%s<figcaption>%s'
			.. "</figcaption></figure>"):format(svg, words))
	-- Behind the title, which is the first heading.
	local at = doc.blocks[1] and doc.blocks[1].t == "Header" and 2 or 1
	doc.blocks:insert(at, block)
	return doc
end

return strip
