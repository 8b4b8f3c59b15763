-- names.lua - what chapters call the values and conditions that they speak of.
--
-- chapters/03-global.lua holds the names of chapters/03-global.md, as Lua functions; names that
-- several chapters use are in chapters/names.lua. A name is evaluated each time it is used.

local book = require("book")
local names = {}

local base -- what every file of names sees: the functions and tables of expression.lua
local scopes = {} -- the names of each file, by its path
local inside -- the name that is being evaluated and where it is defined, for messages

-- A message about a name that nobody has, with the names that begin like it, or else with all names.
local function advice(name, scope)
	local all, near = {}, {}
	local function look_at(other)
		near[#near + 1] = other:sub(1, 3) == name:sub(1, 3) and other or nil
	end
	while scope do
		for other in pairs(scope) do
			all[#all + 1] = scope ~= base and other or nil
			look_at(other)
		end
		scope = getmetatable(scope).outer
	end
	book.experiments:gsub("%S+", look_at)
	return ("'%s' is neither a name nor an experiment (kernels/%s.cu or .c); %s"):format(name, name,
		#near > 0 and "did you mean " .. book.list(near) .. "?" or "the names are " .. book.list(all))
end

-- Sets what every file of names sees: `functions`, and the tables, as view(name) shows them.
function names.start(functions, view)
	base = setmetatable(functions, { __index = function(_, name) return view(name) end })
end

-- A function that leaves its name in `inside` if it stops with an error.
local function watched(name, value)
	local info = debug.getinfo(value, "S")
	local at = ("%s, %s:%d: "):format(name, info.short_src, info.linedefined)
	return function(...)
		local outer = inside
		inside = at
		local result = value(...)
		if result == nil then
			error("it gives nothing: is its 'return' missing?", 0)
		end
		inside = outer
		return result
	end
end

-- The names of a file, on top of those of an outer scope.
local function read(path, outer)
	local scope = setmetatable({}, { outer = outer, __index = outer })
	local text = book.read(path)
	if not text then
		book.lacks(path)
		return scope
	end
	local chunk, message = load(text, "@" .. path, "t", setmetatable({}, {
		__newindex = function(_, name, value)
			if scope[name] ~= nil then
				error(("'%s' is a table, a function or a name already: choose another"):format(name), 2)
			end
			scope[name] = type(value) == "function" and watched(name, value) or value
		end,
		__index = function(_, name)
			local value = scope[name]
			return value ~= nil and value or error(advice(name, scope), 0)
		end }))
	local good = chunk
	if chunk then
		good, message = pcall(chunk)
	end
	if not good then
		message = type(message) == "table" and message.missing or message
		book.stop("%s", message:find(path, 1, true) and message
			or ("%s: %s; every name there should be a function"):format(path, message))
	end
	return scope
end

-- The names that a chapter's text sees.
function names.scope(file)
	local path = file:gsub("%.md$", ".lua")
	scopes.all = scopes.all or read("chapters/names.lua", base)
	scopes[path] = scopes[path] or read(path, scopes.all)
	return scopes[path]
end

local words = { ["and"] = true, ["or"] = true, ["not"] = true, ["true"] = true, ["false"] = true, ["nil"] = true }

-- A message about the first name in an expression that nobody has; nil if there is none. Nothing is
-- evaluated, so this finds slips in text that is not shown as well.
function names.unknown(code, scope)
	if code:find("function", 1, true) then
		return nil
	end
	for before, name, behind in code:gsub('"[^"]*"', '""'):gmatch("([.]?)%f[%w_]([%a_][%w_]*)%s*(=?)") do
		if before == "" and behind == "" and not words[name] and scope[name] == nil then
			return advice(name, scope)
		end
	end
end

-- Evaluates a function or, if it returns another function, that one. Returns true and the value;
-- or false, the error, and the name in which it happened.
function names.call(chunk)
	inside = ""
	local good, result = pcall(function()
		local value = chunk()
		if type(value) == "function" then
			value = value()
		end
		return value
	end)
	return good, result, inside
end

return names
