-- mutate.lua - reads text and changes it at random, the same in every run.

local mutate = {}

function mutate.read(path)
	local file = assert(io.open(path, "rb"))
	local text = file:read("a")
	file:close()
	return text
end

-- Park and Miller's generator: math.random is another one in every Lua.
local state = 1
function mutate.random(most)
	state = state * 48271 % 2147483647
	return state % most + 1
end
local random = mutate.random

local nasty = { "", "\r", "\0", "\xff", "\n", ",", ",,", "nan", "-nan", "inf", "-1", "1e999", "e+999", ("9"):rep(400), "0x10", "1e3",
	"# schema: 2\n", "# options: x\n", "key,value\n", "%s", "%", "<b>", "'", '"', "{}", "nil", "..", "()",
	"(", "}", "=", "==", "not ", " and ", "function(r) return r.n end", "#", "-", "/0", "//0", "%0", "&", "_ENV",
	"_G", "self", ":rep(3e8)", "copy", "machine", "latency", "has(", "goto x", "--[[", "\xef\xbb\xbf" }

-- The text with up to three changes, some of them from other pieces of its kind.
function mutate.text(text, pieces)
	for _ = 1, random(3) do
		local from = random(#text + 1)
		local to = from - 1 + random(12) - 1
		local piece = random(3) == 1 and nasty[random(#nasty)] or random(3) == 1 and ""
			or random(2) == 1 and string.char(random(256) - 1)
		if not piece then -- a part of another one
			local other = pieces[random(#pieces)]
			local at = random(#other + 1)
			piece = other:sub(at, at + random(40))
		end
		text = text:sub(1, from - 1) .. piece .. text:sub(to + 1)
	end
	return text
end

return mutate
