-- csv.lua - the tables of an edition, read once each and checked.
--
-- A table has: name, notes (its "# key: value" lines), columns, rows (in file
-- order), varied (the columns before the first that was measured, which tell the
-- rows apart), time (the column of its time), quick (was it a quick pass?).
-- A row has its columns by name, numbers as numbers, and `line`, where it
-- stands in the file that was recorded.

local book = require("book")
local csv = {}
local tables = {}

-- The spread of each row of an experiment that several processes have measured, from processes.csv,
-- by unit and point; empty where nothing is recorded.
local spreads = {}

local SCHEMA = "1"

-- The first measured column of a table is one of these: rates, or latencies.
local measures = { bytes = true, ns = true }

-- These keys have values that look like numbers and are names.
local names = { commit = true, compute_capability = true, cuda = true, date = true, driver = true, driver_cuda = true,
	highest_name = true, identity = true, label = true, lowest_name = true, model = true, name = true, nvcc = true }

local function value_of(key, text)
	return not names[key] and tonumber(text) or text
end

-- `only` leaves out the rows that begin otherwise.
local function parse(name, path, text, fail, only)
	local t = { name = name, path = path, notes = {}, note_lines = {},
		columns = {}, rows = {}, varied = {} }
	if text:sub(-1) ~= "\n" then
		fail("%s: the last line is cut off: measure again", path)
	end
	-- In an edition the first line is its own, not the file's.
	local number = text:find("^# edition: ") and -1 or 0
	for line in text:gmatch("([^\n]*)\n") do
		number = number + 1
		local key, value = line:match("^# ([%w_]+): (.*)$")
		if key then
			t.notes[key] = value_of(key, value)
			t.note_lines[key] = number
		elseif #t.columns == 0 then
			for column in line:gmatch("[^,]+") do
				t.columns[#t.columns + 1] = column
				t.columns[column] = #t.columns
			end
		elseif not only or line:sub(1, #only) == only then
			local row, i = { line = number, table = t }, 0
			for field in (line .. ","):gmatch("([^,]*),") do
				i = i + 1
				if t.columns[i] then
					row[t.columns[i]] = value_of(row.key or t.columns[i], field)
				end
			end
			if i ~= #t.columns then
				fail("%s:%d: %d values for %d columns: measure again",
					path, number, i, #t.columns)
			end
			t.rows[#t.rows + 1] = row
		end
	end
	-- Tables that no edition has are made for one page, or by hand, and need not name their schema.
	if tostring(t.notes.schema or name == path and SCHEMA) ~= SCHEMA then
		fail("%s: schema %s, but this book reads schema %s: measure again",
			path, tostring(t.notes.schema), SCHEMA)
	end
	for _, column in ipairs(t.columns) do
		if measures[column] then
			break
		end
		t.varied[#t.varied + 1] = column
	end
	t.time = t.columns.ms and "ms" or "ns"
	t.quick = tostring(t.notes.options):find("--quick", 1, true) ~= nil
	-- The machine that measured these numbers: the reference machine where this one has none
	-- of its own.
	t.edition = t.notes.edition or book.machine
	t.borrowed = t.edition ~= book.machine
	return t
end

local function exists(path)
	local file = io.open(path)
	return file ~= nil and file:close()
end

-- Has the edition data of this name?
function csv.has_file(name)
	return exists(book.data .. name .. ".csv")
end

-- The target of make that makes a table. It is called like its script, if it has one.
local function target_of(name)
	return name == "history" and "record" or exists(("bench/run/%s.sh"):format(name)) and name or "measure"
end

-- Is there an experiment of this name, measured or not?
function csv.known(name)
	return exists("kernels/" .. name .. ".cu") or exists("kernels/" .. name .. ".c")
		or csv.has_file(name) or name == "machine" or name == "kernels"
		or target_of(name) ~= "measure"
end

-- The table of an experiment; nil and why where it was not measured. fail(message,
-- ...) is called when no experiment has that name.
function csv.find(name, fail)
	if type(name) ~= "string" or not name:find("^[%w_]+$") then
		fail("'%s' is no name of an experiment", tostring(name))
	end
	local path = book.data .. name .. ".csv"
	if not tables[path] then
		local text = book.read(path)
		if not text and not csv.known(name) then
			fail("no experiment '%s': no %s, no kernels/%s.cu or .c", name, path,
				name)
		elseif not text then
			book.look_for_results()
			local cure = ("'make %s'"):format(target_of(name))
			if name ~= "history" and (book.apart or book.results(book.data_of)):find("^results/") then
				cure = "on that machine " .. cure .. " and 'make record'"
			end
			return nil, ("no data of '%s': no %s; %s would make it"):format(name, path, cure)
		end
		tables[path] = parse(name, path, text, fail)
	end
	if book.own and tables[path].borrowed then
		return nil, ("%s has not measured '%s'"):format(book.machine, name)
	end
	return tables[path]
end

-- The table in a file that is none of an edition.
function csv.file(path, fail)
	return parse(path, path, book.read(path) or fail("there is no %s", path), fail)
end

-- Forgets what was read: of a hundred machines not all need be known at once.
function csv.forget()
	tables, spreads = {}, {}
end

-- The names of the machines that lent the tables that this machine has not, if any;
-- `dated`, with date and commit, for what has them on no other page.
function csv.lenders(dated)
	local seen, editions = {}, {}
	for _, t in pairs(tables) do
		if t.borrowed and not book.own and not seen[t.edition] then
			seen[t.edition] = true
			editions[#editions + 1] = t.edition
		end
	end
	table.sort(editions)
	for i, edition in ipairs(editions) do
		local machine = csv.machine(edition)
		editions[i] = dated and ("%s (%s, commit %s)"):format(machine.name, machine.date,
			machine.commit) or machine.name
	end
	return editions[1] and table.concat(editions, " and ")
end

-- The experiments that the page has read and that were measured in haste.
function csv.quick()
	local hasty = {}
	for _, t in pairs(tables) do
		if t.quick and not (book.own and t.borrowed) then
			hasty[#hasty + 1] = t.name
		end
	end
	return hasty
end

-- Two times, in ms or, where the unit is ns or cycles, in ns, as values of a row in the unit, the less
-- first.
local function in_unit(row, unit, least, most)
	if unit == "GB/s" then
		return row.bytes / most / 1e6, row.bytes / least / 1e6
	elseif unit == "cycles" then
		return least * row.cycles / row.ns, most * row.cycles / row.ns
	end
	return least, most
end

-- The column that a value of this unit was measured in; nil where it was not measured.
csv.measured_in = { ["GB/s"] = "ms", ms = "ms", ns = "ns", cycles = "ns" }

-- The two ends of the interval of a row's median, in the unit; nil where the row has none.
function csv.interval(row, unit)
	local time = csv.measured_in[unit]
	if time and row[time .. "_low"] then
		return in_unit(row, unit, row[time .. "_low"], row[time .. "_high"])
	end
end

-- Has that value settled, by the limit of is_settled() in bench/run/csv.awk?
function csv.is_settled(row, unit)
	local time = csv.measured_in[unit]
	local limit = tonumber(book.read("bench/run/csv.awk"):match("return half <= ([%d.]+)"))
	return math.max(row[time .. "_high"] - row[time], row[time] - row[time .. "_low"]) <= limit * row[time]
end

local function read_spreads(experiment)
	local path = book.data .. "processes.csv"
	local text = book.read(path)
	local found = {}
	if not text then
		book.look_for_results()
		return found
	end
	local t = parse("processes", path, text, error, experiment .. ",")
	for _, row in ipairs(t.rows) do
		found[row.unit .. " " .. row.point] = row
	end
	return found
end

-- The text that identifies a row, such as "variant=int4 memory=dram".
function csv.point(row)
	local point = {}
	for i, column in ipairs(row.table.varied) do
		point[i] = column .. "=" .. row[column]
	end
	return table.concat(point, " ")
end

-- The row of processes.csv about the time of a row in ms or ns: `processes`, `cards`, and the `least`,
-- `median` and `most` that they found. nil where none is recorded of the row's machine.
local function spread_of(row, time)
	local experiment = row.table.name
	spreads[experiment] = spreads[experiment] or read_spreads(experiment)
	local spread = spreads[experiment][time .. " " .. csv.point(row)]
	return spread and spread.table.edition == row.table.edition and spread or nil
end

-- The least and the most that several processes of the row's machine found, in the unit, and the
-- row of processes.csv.
function csv.spread(row, unit)
	local spread = spread_of(row, csv.measured_in[unit])
	if spread then
		local least, most = in_unit(row, unit, spread.least, spread.most)
		return least, most, spread
	end
end

-- Within which bounds another process would find the time of a row: the ends of its interval, or of
-- what several processes found if these are wider. Where nothing is recorded we expect one percent.
function csv.bounds(row)
	local time = row.table.time
	local value, spread = row[time], spread_of(row, time)
	local below, above = 0.99, 1.01
	if spread then
		below, above = spread.least / spread.median, spread.most / spread.median
	end
	return math.min(row[time .. "_low"], value * below), math.max(row[time .. "_high"], value * above)
end

-- The key,value table of a machine, as a plain table of its values.
local machines = {}

function csv.machine(machine)
	if machines[machine] then
		return machines[machine]
	end
	local text = book.read(book.folder_of(machine) .. "machine.csv")
	local is_node = not text -- it has no edition, and lends what is a node's
	text = text or book.read(book.results(machine) .. "/machine.csv")
	local keys = {}
	for key, value in (text or ""):gmatch("\n([%w_]+),([^\n]*)") do
		keys[key] = value_of(key, value)
	end
	keys.key = nil -- of the header
	keys.name = keys.gpu or keys.cpu or machine
	if is_node and keys.gpus then
		keys.name = ("a node of %d %ss"):format(keys.gpus, keys.name)
	end
	keys.commit = (text or ""):match("\n# commit: ([^\n]*)")
	machines[machine] = keys
	return keys
end

return csv
