-- weave.lua - a filter that feeds mutated tables and expressions to csv.lua and
-- expression.lua: each gives a value or one clear message, soon, in little memory, and
-- reads no other file. The mutations are the same in every run.

package.path = "templates/weave/?.lua;tests/fuzz/?.lua;" .. package.path

local RUNS = 4000 -- of each kind
local MOST_SECONDS, MOST_KB = 2, 200000

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local mutate = require("mutate")
local random, mutated, read = mutate.random, mutate.text, mutate.read

-- ---- What is mutated ------------------------------------------------------------

local texts = {}
for _, name in ipairs({ "copy", "latency", "machine" }) do
	texts[name] = read("tests/weave/" .. name .. ".csv")
end

-- Those of the book, and what a foe would try.
local expressions = { 'copy{variant="int4"}.gbs', 'note("copy", "peak_gbs")', "machine.sms",
	'("x"):rep(3e8)', '("x").rep("x", 3e8)', '(function() local s = "x" for i = 1, 28 do s = s .. s end return s end)()',
	"(function() while true do end end)()", "(function() local t = {} for i = 1, 1e9 do t[i] = {} end end)()",
	"(function() local t = {} for i = 1, 1e9 do t[i] = {" .. ("nil,"):rep(200) .. "} end end)()",
	"(function() local function f() return 1 + f() end return f() end)()", "(function() ::a:: goto a end)()",
	"has(copy, {}, function(r) repeat until false end)", "has(copy, {}, function(r) r.table.rows = {} end)",
	"(function() machine.sms = {} return machine.sms end)()", "machine.sms.rows[1].table.rows", ("("):rep(300),
	("- "):rep(10000) .. "1", ("{"):rep(10000), '("%99999d"):format(1)', 'getmetatable("").__index', "coroutine.wrap(link)()",
	'_ENV["../../../secret"]{}', 'note("../../../secret", "key")', 'has(_ENV["/etc/passwd"])',
	'("%s"):format(1)', '(("a"):rep(30)):find(("a*"):rep(30) .. "b")', "io.open('/etc/passwd')",
	"os.execute('true')", "require('os')", "load('return 1')()", "debug.sethook()",
	"(function(...) return ... end)(table.unpack({}))", "(function() error({ missing = 1 }) end)()",
	"floor(0/0)", "least(copy, {}, {})", "note(nil, nil)", "unit(copy{}.gbs, {})", "percent({})" }
for _, chapter in ipairs({ "02-global", "03-vector", "06-ladder" }) do
	local text = read("chapters/" .. chapter .. ".md")
	for code in text:gmatch("`= ([^`\n]+)`") do
		expressions[#expressions + 1] = code
	end
	for code in text:gmatch("test='([^'\n]+)'") do
		expressions[#expressions + 1] = code
	end
end

-- ---- What is watched ------------------------------------------------------------

local shown -- the input that is being tried
local function finding(what)
	io.stderr:write(("%s: %s\n"):format(what, tostring(shown)))
	os.exit(1)
end

-- The filters may look for an edition's tables and for kernels; nothing else.
local function no_access(what)
	return function() finding("asks for " .. what) end
end
book.data, book.machine, book.data_of, book.reference = "build/site/here/data/", "here", "here", "here"
book.read = function(path)
	local name = path:match("^build/site/here/data/([%w_]+)%.csv$")
	if not name then
		finding("reads " .. path)
	end
	return texts[name]
end
local open = io.open
io.open = function(path)
	if not path:match("^kernels/[%w_]+%.cu?$") then
		finding("opens " .. path)
	end
	return open(path)
end
for _, name in ipairs({ "execute", "getenv", "remove", "rename", "tmpname" }) do
	os[name] = no_access("os." .. name)
end
io.popen, dofile, loadfile = no_access("io.popen"), no_access("dofile"), no_access("loadfile")

-- The one way to stop, as a value.
book.fail = function(_, message, ...)
	if select("#", ...) > 0 then
		message = message:format(...)
	end
	error({ message = message }, 0)
end

local counts = { value = 0, message = 0 }

local function try(code)
	if collectgarbage("count") > MOST_KB / 4 then -- what others have left
		collectgarbage()
	end
	local start = os.clock()
	local good, result = pcall(expression.try, code, "somewhere")
	debug.sethook() -- after an error, too
	if collectgarbage("count") > MOST_KB then
		collectgarbage()
		finding("takes much memory")
	end
	if os.clock() - start > MOST_SECONDS then
		finding("takes long")
	end
	if not good then
		if type(result) ~= "table" or not result.message then
			finding("error, and no message: " .. tostring(result))
		end
		if result.message:find("%.lua:%d") then
			finding("a message for us, not for the author: " .. result.message)
		end
	end
	local kind = good and "value" or "message"
	counts[kind] = counts[kind] + 1
end

local pristine = {}
local names = { "copy", "latency", "machine" }
for i, name in ipairs(names) do
	pristine[i] = texts[name]
end

for _, code in ipairs(expressions) do
	shown = code
	try(code)
end
for _ = 1, RUNS do
	shown = mutated(expressions[random(#expressions)], expressions)
	try(shown)
end
for _ = 1, RUNS do
	local i = random(#names)
	texts[names[i]] = mutated(pristine[i], pristine)
	shown = texts[names[i]]
	csv.forget()
	try(i == 3 and "machine.sms" or names[i] .. '{variant="int"}.' .. (i == 1 and "gbs" or "ns"))
	try(i == 3 and "link()" or "best(" .. names[i] .. ", {})")
	if i == 1 then
		try('compare(copy, {variant="int4"}, {variant="int"}).wins')
	end
	texts[names[i]] = pristine[i]
	csv.forget()
end
io.stderr:write(("%d values, %d messages\n"):format(counts.value, counts.message))
os.exit(0)
