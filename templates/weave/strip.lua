-- strip.lua - the drawing of the book: the 32 lanes of a warp over the 32-byte sectors that they
-- touch.
--
-- A chapter asks for it in its metadata, in bytes:
--
--   strip: { bytes: 16, stride: 16, offset: 0 }
--   strip: { bytes: 4, stride: 4, offset: 0, reach: bus }
--   strip: { bytes: 4, reach: cluster }
--
-- A page may also have a strip in its text, whose numbers readers can change (web/strip.js). It begins
-- with those that the division gives, and print has none:
--
--   ::: {.strip bytes=4 stride=8 offset=0}
--   What to try.
--   :::
--
-- Lane i asks for `bytes` bytes at offset + i * stride. A lane is a square, and a sector is a box
-- as wide as its bytes; bytes that are moved although no lane asked for them are hatched. Across
-- the bus the sectors are the host's, behind a wall with a narrow door. In a cluster two blocks
-- stand side by side, each over its own shared memory, and the lanes of one ask for words of the
-- other.

local book = require("book")
local strip = { divisions = {} }

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

-- A path of n pieces: piece(0), piece(1) ...
local function path(n, piece)
	local all = {}
	for i = 0, n - 1 do
		all[#all + 1] = piece(i)
	end
	return table.concat(all)
end

local function fill(pieces, name)
	return ('<path d="%s" fill="%s"/>'):format(pieces, colour(name))
end

local function stroke(pieces, name)
	return ('<path d="%s" fill="none" stroke="%s"/>'):format(pieces, colour(name))
end

local function svg(height, paths)
	return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 %d %d" aria-hidden="true">%s</svg>'):format(WIDTH + 2,
		height, table.concat(paths))
end

-- The drawing for one block, and what it shows in words. Across the bus the lines to the sectors lead
-- through a door in a wall.
local function over_sectors(bytes, stride, offset, is_bus)
	local bottom = is_bus and 96 or 62 -- where the sectors begin
	local first = offset // SECTOR
	local sectors = (offset + (LANES - 1) * stride + bytes - 1) // SECTOR - first + 1
	local lane, scale = WIDTH / LANES, WIDTH / (sectors * SECTOR) -- units per lane and per byte
	local touched, moved = {}, 0
	for i = 0, LANES - 1 do
		local from = offset + i * stride
		for sector = from // SECTOR, (from + bytes - 1) // SECTOR do
			moved = moved + (touched[sector] and 0 or SECTOR)
			touched[sector] = true
		end
	end
	local wall = { top = 48, bottom = 66, left = WIDTH / 2 - 40, right = WIDTH / 2 + 40 }
	local function left_of(i)
		return (offset + i * stride - first * SECTOR) * scale
	end
	local function link(i)
		local from, to, top = i * lane + lane / 2, left_of(i) + bytes * scale / 2, lane - 2
		local within = wall.left + (i + 0.5) * (wall.right - wall.left) / LANES
		return is_bus and ("M%.4g %gL%.4g %gV%gL%.4g %g"):format(from, top, within, wall.top, wall.bottom, to, bottom)
			or ("M%.4g %gL%.4g %g"):format(from, top, to, bottom)
	end
	-- A sector is hatched as a whole, and the bytes that were asked for cover their part.
	local function hatch(i)
		return path(touched[first + i] and (SECTOR * scale - 4) // 4 + 1 or 0, function(stripe)
			return ("M%.4g %dl4-16"):format(i * SECTOR * scale + 4 * stripe, bottom + 16)
		end)
	end
	local asked = LANES * bytes
	return svg(bottom + 18, { asked < moved and stroke(path(sectors, hatch), "vain") or "", stroke(path(LANES, link), "rule"),
		fill(path(LANES, function(i) return box(i * lane + 2, 1, lane - 4, lane - 4) end), "bytes"),
		fill(path(LANES, function(i) return box(left_of(i), bottom, bytes * scale, 16) end), "bytes"),
		stroke(path(sectors, function(i)
			return touched[first + i] and box(i * SECTOR * scale, bottom, SECTOR * scale, 16) or ""
		end), "ink"),
		is_bus and stroke(box(0, wall.top, wall.left, wall.bottom - wall.top)
			.. box(wall.right, wall.top, WIDTH - wall.right, wall.bottom - wall.top), "ink") or "" }),
		("32 threads (squares) ask %sfor %d bytes each, and memory moves the %d sectors of 32 bytes (boxes) in which these "
			.. "lie: %d of %d bytes are wanted."):format(is_bus and "the host, behind the bus (a narrow door), " or "", bytes,
			moved // SECTOR, asked, moved)
end

-- The drawing for two blocks of a cluster. The lanes of the neighbour are idle.
local function over_cluster(bytes)
	local bottom = 84 -- lower than elsewhere, or the lines would run together
	local half = WIDTH / 2 - 16
	local lane, right = half / LANES, WIDTH - half
	-- The lanes of a block, and the words of its shared memory.
	local function lanes(left)
		return path(LANES, function(i) return box(left + i * lane + 1, 1, lane - 2, lane - 2) end)
	end
	local function words(left)
		return path(LANES, function(i) return box(left + i * lane, bottom, lane, 16) end)
	end
	local links = path(LANES, function(i)
		local x = i * lane + lane / 2
		return ("M%.4g %.4gL%.4g %d"):format(x, lane + 1, right + x, bottom)
	end)
	return svg(bottom + 18, { stroke(links, "rule"), fill(lanes(0), "bytes"), stroke(lanes(right), "rule"),
		fill(words(right), "bytes"), stroke(words(0), "ink"), stroke(words(right), "ink") }),
		("32 threads (squares) ask for %d bytes each, which lie in the shared memory of the neighbouring block in their "
			.. "cluster: %d bytes cross from one SM to another."):format(bytes, LANES * bytes)
end

local function figure(class, drawing, words)
	return ('<figure class="%s">%s<figcaption>%s</figcaption></figure>'):format(class, drawing, words)
end

function strip.divisions.strip(div)
	if book.target ~= "html" then
		return {}
	end
	local function value(key)
		return math.tointeger(tonumber(div.attributes[key]))
			or book.fail(div, "a strip to play with needs whole numbers bytes, stride, offset")
	end
	local bytes, stride, offset = value("bytes"), value("stride"), value("offset")
	return book.wrap(('<div class="play" data-bytes="%d" data-stride="%d" data-offset="%d">'):format(bytes, stride, offset)
		.. figure("strip", over_sectors(bytes, stride, offset)), div.content, "</div>")
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
		or figure("strip", drawing, words)))
	return doc
end

return strip
