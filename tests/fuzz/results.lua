-- results.lua - a filter that changes results at random, the same in every run, and feeds them to
-- validate.sh, each in a folder of its own below $OUT. Each is good, or some lines say what is wrong with
-- it; and what is good can be woven.

package.path = "templates/weave/?.lua;" .. package.path

local RUNS = tonumber(os.getenv("RUNS")) or 1500

local book = require("book")
local csv = require("csv")
local measured = require("measured")

local out = assert(os.getenv("OUT"))

local function read(path)
	local file = assert(io.open(path, "rb"))
	local text = file:read("a")
	file:close()
	return text
end

local function finding(what, path)
	io.stderr:write(("%s: %s\n"):format(path, what))
	os.exit(1)
end

-- Park and Miller's generator: math.random is another one in every Lua.
local state = 1
local function random(most)
	state = state * 48271 % 2147483647
	return state % most + 1
end

-- ---- The results ------------------------------------------------------------------

local nasty = { "", "\r", "\0", "\xff", "\n", ",", ",,", "nan", "-nan", "inf", "-1", "1e999", "e+999", ("9"):rep(400), "0x10", "1e3",
	"# schema: 2\n", "# options: x\n", "key,value\n", "%s", "%", "<b>", "'", '"', "..", "(", "=", "#", "-", "&", "\xef\xbb\xbf" }
local names = { "copy", "machine", "kernels", "counters", "latency", "ladder", "dsm_latency", "host_saxpy", "history" }
local texts = {}
for i, name in ipairs(names) do
	texts[i] = read("results/nvidia-h200/" .. name .. ".csv")
end

-- The text with up to three changes, some of them from other results.
local function mutated(text)
	for _ = 1, random(3) do
		local from = random(#text + 1)
		local to = from - 1 + random(12) - 1
		local piece = random(3) == 1 and nasty[random(#nasty)] or random(3) == 1 and ""
			or random(2) == 1 and string.char(random(256) - 1)
		if not piece then
			local other = texts[random(#texts)]
			local at = random(#other + 1)
			piece = other:sub(at, at + random(40))
		end
		text = text:sub(1, from - 1) .. piece .. text:sub(to + 1)
	end
	return text
end

local paths, name_of = {}, {}
assert(os.execute(("mkdir -p '%s' && cd '%s' && mkdir $(seq %d)"):format(out, out, RUNS)))
for run = 1, RUNS do
	local i = random(#names)
	local path = ("%s/%d/%s.csv"):format(out, run, names[i])
	local file = assert(io.open(path, "wb"))
	file:write(mutated(texts[i]))
	file:close()
	paths[run], name_of[path] = path, names[i]
end

-- ---- What is said of them -----------------------------------------------------------

os.execute(("timeout 60 bash bench/run/validate.sh '%s'/*/*.csv 2> '%s/said'; echo $? > '%s/status'"):format(out, out, out))
if read(out .. "/status") ~= "1\n" then
	finding("status " .. read(out .. "/status"), "validate.sh")
end
local said = {}
for line in io.lines(out .. "/said") do
	local path, rest = line:match("^([^:]*)(.*)$")
	if not name_of[path] then
		finding("a line of no file", line)
	elseif not (rest:find("^:%d+: .+: .+") or rest:find("^: and %d+ more$") or rest:find("^: it is empty")) then
		finding("not where, what and cure", line)
	elseif #line > 400 + #path or line:find("[^ -~]") then
		finding("no line to be read", line)
	end
	said[path] = (said[path] or 0) + 1
end

-- ---- Those that are good --------------------------------------------------------------

local function weave(name)
	local t = csv.find(name, function(...) error(string.format(...), 0) end)
	for _, row in ipairs(t.rows) do
		for _, column in ipairs(t.columns) do
			measured.text(measured.of(row, column))
		end
		csv.interval(row, "GB/s")
	end
end

book.machine, book.data_of, book.reference = "x", "x", "x"
local bad = 0
for _, path in ipairs(paths) do
	if said[path] then
		bad = bad + 1
		if said[path] > 6 then
			finding(said[path] .. " lines", path)
		end
	else
		book.data = path:match("^.*/")
		csv.forget()
		local text = "# edition: x\n" .. read(path) -- as make has them
		book.read = function() return text end
		local good, message = pcall(weave, name_of[path])
		if not good then
			finding("found good, but " .. tostring(message), path)
		end
	end
end
io.stderr:write(("%d results, %d of them bad\n"):format(RUNS, bad))
os.exit(0)
