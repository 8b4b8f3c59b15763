-- results.lua - a filter that feeds mutated results to validate.sh, in a folder of their own,
-- $OUT. Each is good, or some lines say what is wrong with it; and what is good can be
-- woven.

package.path = "templates/weave/?.lua;tests/fuzz/?.lua;" .. package.path

local RUNS = tonumber(os.getenv("RUNS")) or 1500

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local mutate = require("mutate")
local read = mutate.read

local out = assert(os.getenv("OUT"))

local function finding(what, path)
	io.stderr:write(("%s: %s\n"):format(path, what))
	os.exit(1)
end

-- ---- The results ------------------------------------------------------------------

local names = { "copy", "machine", "kernels", "counters", "latency", "ladder", "dsm_latency", "host_saxpy" }
local texts = {}
for i, name in ipairs(names) do
	texts[i] = read("results/nvidia-h200/" .. name .. ".csv")
end
local paths, name_of = {}, {}
assert(os.execute(("mkdir -p '%s' && cd '%s' && mkdir $(seq %d)"):format(out, out, RUNS)))
for run = 1, RUNS do
	local i = mutate.random(#names)
	local path = ("%s/%d/%s.csv"):format(out, run, names[i])
	local file = assert(io.open(path, "wb"))
	file:write((mutate.text(texts[i], texts)))
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

book.machine, book.data_of, book.reference = "x", "x", "x"
local bad = 0
for _, path in ipairs(paths) do
	local name = name_of[path]
	if said[path] then
		bad = bad + 1
		if said[path] > 6 then
			finding(said[path] .. " lines", path)
		end
	else
		book.data = path:match("^.*/")
		csv.forget()
		-- As make has them.
		local text = "# edition: x\n" .. read(path)
		book.read = function() return text end
		local good, message = pcall(function()
			local t = csv.open(name, function(...) error(string.format(...), 0) end)
			for _, row in ipairs(t.rows) do
				for _, column in ipairs(t.columns) do
					measured.text(measured.of(row, column))
				end
				csv.interval(row, "GB/s")
			end
		end)
		if not good then
			finding("found good, but " .. tostring(message), path)
		end
	end
end
io.stderr:write(("%d results, %d of them bad\n"):format(RUNS, bad))
os.exit(0)
