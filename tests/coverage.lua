-- coverage.lua - notes which lines of the filters run. It stands in the place of the first
-- line of a filter, a comment, and adds to $LUA_RAN those lines of $LUA_CODE that run and
-- are not there yet, as "file:line".

local missing, at = {}, {} -- the lines, and how many files lack one of that number
for key in io.lines(os.getenv("LUA_CODE")) do
	missing[key] = true
end
for key in io.lines(os.getenv("LUA_RAN")) do
	missing[key] = nil
end
for key in pairs(missing) do
	local number = tonumber(key:match("%d+$"))
	at[number] = (at[number] or 0) + 1
end
local ran = assert(io.open(os.getenv("LUA_RAN"), "a"))
ran:setvbuf("line") -- however the filter ends

local function line(_, number)
	if not at[number] then return end -- at once: this is called for every line
	local key = debug.getinfo(2, "S").short_src:match("[^/]*$") .. ":" .. number
	if missing[key] then
		missing[key] = nil
		at[number] = at[number] > 1 and at[number] - 1 or nil
		ran:write(key, "\n")
	end
end

-- There is one hook, and an expression sets its own, to be cut off after a number of steps.
-- Lua counts those of a hook as well, but looks up outside of one alone: at a prime, or a
-- loop that is in step with the hook would never be met there.
local set = debug.sethook
function debug.sethook(hook, _, count)
	set(function(event, number)
		if event == "line" then
			return line(event, number)
		end
		hook()
	end, "l", count and count + 7)
end
debug.sethook()
