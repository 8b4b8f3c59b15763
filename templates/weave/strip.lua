-- strip.lua - the drawing of the book: the 32 lanes of a warp over the 32-byte sectors that they
-- touch.
--
-- A chapter asks for it in its metadata, in bytes:
--
--   strip: { bytes: 16, stride: 16, offset: 0 }
--   strip: { bytes: 4, stride: 4, offset: 0, reach: bus }
--   strip: { bytes: 4, reach: cluster }
--
-- Lane i asks for `bytes` bytes at offset + i * stride. A lane is a square, and a sector is a box
-- as wide as its bytes; bytes that are moved although no lane asked for them are hatched. Across
-- the bus the sectors are the host's, behind a wall with a narrow door. In a cluster two blocks
-- stand side by side, each over its own shared memory, and the lanes of one ask for words of the
-- other.

local book = require("book")
local strip = {}

local SECTOR, LANES, WIDTH = 32, 32, 704

-- A page has variables for its colours, and print has none.
local colours = { ink = "#1d1b18", bytes = "#0a6c74", vain = "#a83c12", rule = "#b8b0a2" }

local function colour(name)
	return book.target ~= "html" and colours[name] or ("var(--%s)"):format(name)
end

-- A rectangle, as a piece of a path.
local function box(x, y, width, height)
	return ("M%.4g %gh%.4gv%gh-%.4gz"):format(x, y, width, height, width)
end

local function fill(pieces, name)
	return ('<path d="%s" fill="%s"/>'):format(table.concat(pieces), colour(name))
end

local function stroke(pieces, name)
	return ('<path d="%s" fill="none" stroke="%s"/>'):format(table.concat(pieces), colour(name))
end

local function svg(height, paths)
	return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 %d %d" aria-hidden="true">%s</svg>'):format(WIDTH + 2,
		height, table.concat(paths))
end

-- The line from lane i to what it asks for: straight, or through the door in a wall.
local function link(i, from, to, bottom, door)
	local top = WIDTH / LANES - 2
	if not door then
		return ("M%.4g %gL%.4g %g"):format(from, top, to, bottom)
	end
	local within = door.left + (i + 0.5) * (door.right - door.left) / LANES
	return ("M%.4g %gL%.4g %gV%gL%.4g %g"):format(from, top, within, door.top, door.bottom, to, bottom)
end

-- The drawing for one block, and what it shows in words.
local function over_sectors(bytes, stride, offset, is_bus)
	local bottom = is_bus and 96 or 62 -- where the sectors begin
	local door = is_bus and { top = 48, bottom = 66, left = WIDTH / 2 - 40, right = WIDTH / 2 + 40 }
	local first = offset // SECTOR
	local last = (offset + (LANES - 1) * stride + bytes - 1) // SECTOR
	local scale = WIDTH / ((last - first + 1) * SECTOR) -- units per byte
	local lane = WIDTH / LANES
	local lanes, links, asked_for, sectors, hatch = {}, {}, {}, {}, {}
	local touched, moved = {}, 0
	for i = 0, LANES - 1 do
		local from = offset + i * stride
		local left = (from - first * SECTOR) * scale
		lanes[#lanes + 1] = box(i * lane + 2, 1, lane - 4, lane - 4)
		links[#links + 1] = link(i, i * lane + lane / 2, left + bytes * scale / 2, bottom, door)
		asked_for[#asked_for + 1] = box(left, bottom, bytes * scale, 16)
		for sector = from // SECTOR, (from + bytes - 1) // SECTOR do
			moved = moved + (touched[sector] and 0 or SECTOR)
			touched[sector] = true
		end
	end
	for sector = first, last do
		local x = (sector - first) * SECTOR * scale
		sectors[#sectors + 1] = box(x, bottom, SECTOR * scale, 16)
		-- A sector is hatched as a whole, and the bytes that were asked for cover their part.
		for stripe = 0, touched[sector] and SECTOR * scale - 4 or -1, 4 do
			hatch[#hatch + 1] = ("M%.4g %dl4-16"):format(x + stripe, bottom + 16)
		end
	end
	local asked = LANES * bytes
	local paths = { asked < moved and stroke(hatch, "vain") or "", stroke(links, "rule"), fill(lanes, "bytes"),
		fill(asked_for, "bytes"), stroke(sectors, "ink") }
	if door then
		paths[#paths + 1] = stroke({ box(0, door.top, door.left, door.bottom - door.top),
			box(door.right, door.top, WIDTH - door.right, door.bottom - door.top) }, "ink")
	end
	return svg(bottom + 18, paths), ("The 32 lanes of a warp, each asking for %d bytes%s, over the %d sectors of "
		.. "32 bytes that they touch%s: %d of %d bytes are asked for."):format(bytes, is_bus and " across the bus" or "",
		moved // SECTOR, is_bus and " in the host’s memory" or "", asked, moved)
end

-- The same for two blocks of a cluster. The lanes of the neighbour are idle.
local function over_cluster(bytes)
	local bottom = 84 -- lower than elsewhere, or the lines would run together
	local half = WIDTH / 2 - 16
	local lane, right = half / LANES, WIDTH - half
	local ours, theirs, links, own, asked_for = {}, {}, {}, {}, {}
	for i = 0, LANES - 1 do
		local x = i * lane
		ours[#ours + 1] = box(x + 1, 1, lane - 2, lane - 2)
		theirs[#theirs + 1] = box(right + x + 1, 1, lane - 2, lane - 2)
		links[#links + 1] = ("M%.4g %.4gL%.4g %d"):format(x + lane / 2, lane + 1, right + x + lane / 2, bottom)
		own[#own + 1] = box(x, bottom, lane, 16)
		asked_for[#asked_for + 1] = box(right + x, bottom, lane, 16)
	end
	return svg(bottom + 18, { stroke(links, "rule"), fill(ours, "bytes"), stroke(theirs, "rule"),
		fill(asked_for, "bytes"), stroke(own, "ink"), stroke(asked_for, "ink") }),
		("The 32 lanes of a warp, each asking for %d bytes of the shared memory of the neighbouring block in its "
			.. "cluster: %d bytes cross from one SM to another."):format(bytes, LANES * bytes)
end

-- Puts the chapter's strip behind its title.
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
		drawing, words = over_sectors(value("bytes"), value("stride"), value("offset"), reach == "bus")
	end
	local at = doc.blocks[1] and doc.blocks[1].t == "Header" and 2 or 1
	doc.blocks:insert(at, book.raw(book.target == "typst" and book.call("strip", drawing, words)
		or ('<figure class="strip">%s<figcaption>%s</figcaption></figure>'):format(drawing, words)))
	return doc
end

return strip
