-- csv.lua - the tables of an edition, read once each and checked.
--
-- A table has: name, notes (its "# key: value" lines), columns, rows (in file
-- order), varied (the columns before `bytes`, which tell the rows apart).
-- A row has its columns by name, numbers as numbers, and `line`, where it
-- stands in the file that was recorded.

local book = require("book")
local csv = {}
local tables = {}

local SCHEMA = "1"

local function parse(name, path, text, fail)
	local t = { name = name, path = path, notes = {}, columns = {}, rows = {},
		varied = {} }
	local number = -1 -- the first line is the edition's, not the file's
	for line in text:gmatch("([^\n]*)\n") do
		number = number + 1
		local key, value = line:match("^# ([%w_]+): (.*)$")
		if key then
			t.notes[key] = tonumber(value) or value
		elseif #t.columns == 0 then
			for column in line:gmatch("[^,]+") do
				t.columns[#t.columns + 1] = column
				t.columns[column] = #t.columns
			end
		else
			local row, i = { line = number, table = t }, 0
			for field in (line .. ","):gmatch("([^,]*),") do
				i = i + 1
				if t.columns[i] then
					row[t.columns[i]] = tonumber(field) or field
				end
			end
			if i ~= #t.columns then
				fail("%s:%d: %d values for %d columns: measure again",
					path, number, i, #t.columns)
			end
			t.rows[#t.rows + 1] = row
		end
	end
	if tostring(t.notes.schema) ~= SCHEMA then
		fail("%s: schema %s, but this book reads schema %s: measure again",
			path, tostring(t.notes.schema), SCHEMA)
	end
	for _, column in ipairs(t.columns) do
		if column == "bytes" then
			break
		end
		t.varied[#t.varied + 1] = column
	end
	-- Whose numbers these are: the reference machine's where this machine
	-- has none of its own.
	t.edition = t.notes.edition
	t.borrowed = t.edition ~= book.machine
	return t
end

-- The table of an experiment. fail(message, ...) is called when there is none.
function csv.open(name, fail)
	if not tables[name] then
		local path = book.data .. name .. ".csv"
		local text = book.read(path)
		if not text then
			fail("no experiment '%s': no %s; 'make measure' would make it",
				name, path)
		end
		tables[name] = parse(name, path, text, fail)
	end
	return tables[name]
end

-- The key,value table of a machine, as a plain table of its values.
function csv.machine(machine)
	local text = book.read("build/site/" .. machine .. "/data/machine.csv")
	local keys = {}
	for key, value in (text or ""):gmatch("\n([%w_]+),([^\n]*)") do
		keys[key] = tonumber(value) or value
	end
	keys.name = keys.gpu or keys.cpu or machine
	keys.commit = (text or ""):match("\n# commit: ([^\n]*)")
	return keys
end

return csv
