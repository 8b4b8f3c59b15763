-- strip.lua - the drawing of the book: the 32 lanes of a warp over the 32-byte
-- sectors that they touch.
--
-- A chapter asks for it in its metadata, in bytes:
--
--   strip: { bytes: 16, stride: 16, offset: 0 }
--   strip: { bytes: 4, stride: 4, offset: 0, reach: bus }
--   strip: { bytes: 4, reach: cluster }
--
-- Lane i asks for `bytes` bytes at offset + i * stride. A lane is a square, a
-- sector a box as wide as its bytes; what is moved in vain is hatched. Across the
-- bus the sectors are the host's, behind a wall with a narrow door. In a cluster
-- two blocks stand side by side, each over its own shared memory, and the lanes of
-- the one ask for the words of the other.

local book = require("book")
local strip = {}

local SECTOR, LANES, WIDTH = 32, 32, 704

-- Colours by role: names on a page, fixed in print.
local colours = { ink = "#1d1b18", bytes = "#0a6c74", vain = "#a83c12",
	rule = "#b8b0a2" }

local function colour(name)
	return book.target ~= "html" and colours[name]
		or ("var(--%s)"):format(name)
end

-- A rectangle as a piece of a path.
local function box(x, y, width, height)
	return ("M%.4g %gh%.4gv%gh-%.4gz"):format(x, y, width, height, width)
end

local function path(pieces, style)
	return ('<path d="%s" %s/>'):format(table.concat(pieces), style)
end

local function fill(name)
	return ('fill="%s"'):format(colour(name))
end

local function stroke(name)
	return ('fill="none" stroke="%s"'):format(colour(name))
end

local function svg(height, paths)
	return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 %d %d" '
		.. 'aria-hidden="true">%s</svg>'):format(WIDTH + 2, height,
		table.concat(paths))
end

-- The lines from lane i to what it asks for: straight down, or, where there is a
-- wall, through the door in it.
local function link(i, from, to, bottom, door)
	if not door then
		return ("M%.4g %gL%.4g %g"):format(from, WIDTH / LANES - 2, to, bottom)
	end
	local within = door.left + (i + 0.5) * (door.right - door.left) / LANES
	return ("M%.4g %gL%.4g %gV%gL%.4g %g"):format(from, WIDTH / LANES - 2,
		within, door.top, door.bottom, to, bottom)
end

-- The drawing and what it shows, in words.
local function over_sectors(bytes, stride, offset, bus)
	local bottom = bus and 96 or 62 -- where the sectors begin
	local door = bus and { top = 48, bottom = 66, left = WIDTH / 2 - 40,
		right = WIDTH / 2 + 40 }
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
		links[#links + 1] = link(i, i * lane + lane / 2,
			left + bytes * scale / 2, bottom, door)
		asked_for[#asked_for + 1] = box(left, bottom, bytes * scale, 16)
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
		sectors[#sectors + 1] = box(x, bottom, SECTOR * scale, 16)
		-- Hatched as a whole: the bytes that were asked for cover their part.
		for stripe = 0, touched[sector] and SECTOR * scale - 4 or -1, 4 do
			hatch[#hatch + 1] = ("M%.4g %dl4-16"):format(x + stripe, bottom + 16)
		end
	end
	local wall = {}
	if door then
		wall = { box(0, door.top, door.left, door.bottom - door.top),
			box(door.right, door.top, WIDTH - door.right, door.bottom - door.top) }
	end
	local asked = LANES * bytes
	local words = ("The 32 lanes of a warp, each asking for %d bytes%s, over the "
		.. "%d sectors of 32 bytes that they touch%s: %d of %d bytes are asked "
		.. "for."):format(bytes, bus and " across the bus" or "",
		moved // SECTOR, bus and " in the host’s memory" or "", asked, moved)
	return svg(bottom + 18, {
		asked < moved and path(hatch, stroke("vain")) or "",
		path(links, stroke("rule")),
		path(lanes, fill("bytes")),
		path(asked_for, fill("bytes")),
		path(sectors, stroke("ink")),
		bus and path(wall, stroke("ink")) or "",
	}), words
end

-- The same for two blocks of a cluster, the neighbour's lanes idle.
local function over_cluster(bytes)
	local bottom = 84 -- lower than elsewhere, or the lines would run together
	local half = WIDTH / 2 - 16
	local lane = half / LANES
	local right = WIDTH - half
	local ours, theirs, links, own, asked_for = {}, {}, {}, {}, {}
	for i = 0, LANES - 1 do
		ours[#ours + 1] = box(i * lane + 1, 1, lane - 2, lane - 2)
		theirs[#theirs + 1] = box(right + i * lane + 1, 1, lane - 2, lane - 2)
		links[#links + 1] = ("M%.4g %.4gL%.4g %d"):format(i * lane + lane / 2,
			lane + 1, right + i * lane + lane / 2, bottom)
		own[#own + 1] = box(i * lane, bottom, lane, 16)
		asked_for[#asked_for + 1] = box(right + i * lane, bottom, lane,
			16)
	end
	local words = ("The 32 lanes of a warp, each asking for %d bytes of the "
		.. "shared memory of the neighbouring block in its cluster: %d bytes "
		.. "cross from one SM to another."):format(bytes,
		LANES * bytes)
	return svg(bottom + 18, {
		path(links, stroke("rule")),
		path(ours, fill("bytes")),
		path(theirs, stroke("rule")),
		path(asked_for, fill("bytes")),
		path(own, stroke("ink")),
		path(asked_for, stroke("ink")),
	}), words
end

-- Puts the chapter's strip in front of its text.
function strip.Pandoc(doc)
	local asked = doc.meta.strip
	if not asked then
		return nil
	end
	local reach = asked.reach and pandoc.utils.stringify(asked.reach)
	if reach and reach ~= "bus" and reach ~= "cluster" then
		book.fail("strip:", "a strip's reach is bus or cluster, not '%s'", reach)
	end
	local function value(key)
		local number = tonumber(asked[key] and pandoc.utils.stringify(asked[key]))
		return math.tointeger(number) or book.fail("strip:", "a strip needs whole "
			.. (reach == "cluster" and "bytes" or "numbers bytes, stride, offset"))
	end
	local drawing, words
	if reach == "cluster" then
		drawing, words = over_cluster(value("bytes"))
	else
		drawing, words = over_sectors(value("bytes"), value("stride"),
			value("offset"), reach == "bus")
	end
	local block = book.target == "typst"
		and pandoc.RawBlock("typst", ("#strip(%s, %s)"):format(
			book.quote(drawing), book.quote(words)))
		or pandoc.RawBlock("html", ('<figure class="strip">%s<figcaption>%s'
			.. "</figcaption></figure>"):format(drawing, words))
	-- Behind the title, which is the first heading.
	local at = doc.blocks[1] and doc.blocks[1].t == "Header" and 2 or 1
	doc.blocks:insert(at, block)
	return doc
end

return strip
