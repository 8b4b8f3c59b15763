-- expression.lua - the language of live values, of conditions, and of the names that
-- chapters give to both.
--
-- An expression is Lua. It sees the names of its chapter (names.lua), the tables of the
-- edition, and the functions below.
--
--   copy{variant="int4", memory="dram", array_bytes=2*GiB}.gbs
--       the row that matches; it must be exactly one
--   note("copy", "peak_gbs")           a "# key: value" line of the table
--   machine.sms                        a line of machine.csv
--   largest(copy, {variant="int"})     of the rows that match, the one with
--                                      the largest array
--   largest(copy, {...}, "threads")    the same by another column
--   least(latency, {...}, "ns")        the one with the least value in it
--   best(copy, {memory="dram"})        the row with the highest gbs or, where only
--                                      latencies were measured, the lowest ns
--   compare(copy, {variant="int4"}, {variant="int"}, {memory="dram"})
--       pairs the rows that differ in nothing else: wins, ties, losses, total;
--       the last is optional, and may be a function of the first row
--   has(dsm)                           was it measured?
--   has(histogram, {variant="remote"}) are there such rows? where may be added as
--                                      to compare; of columns that are none or
--                                      names that no experiment has it is an error
--   has(machine, {key="gpu"})          has the machine one?
--   same(a, b)                         equality; to == a measured value is never a
--                                      number or a word
--   abs(x), floor(x)
--   percent(x)                         a ratio as a percentage
--   link()                             what the link to the host signals each way,
--                                      in GB/s, where machine.csv knows it
--   nvlink()                           what the NVLinks of peer's first pair signal
--                                      each way, in GB/s; 0 where there are none
--   unit(x, "ns")                      a value with the unit that it has

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local names = require("names")
local expression = {}

-- Two medians closer than this are a tie, whatever their intervals say: the next
-- run of a program may be a percent off.
local TIE = 0.02

local function fail(message, ...)
	error(select("#", ...) > 0 and message:format(...) or message, 0)
end

-- The same where data are missing, which a claim survives.
local function missing(message, ...)
	error({ missing = select("#", ...) > 0 and message:format(...) or message }, 0)
end

-- The tables that the expression has read so far, in that order.
local used = {}

local function note_use(t)
	if t and not used[t] then
		used[t] = true
		used[#used + 1] = t
	end
	return t
end

local function open(name)
	local t, why = csv.find(name, fail)
	return note_use(t) or error({ missing = why, experiment = name }, 0)
end

local function plain(value)
	return measured.is(value) and value.value or value
end

local function describe(filter)
	local parts = {}
	for key, value in pairs(filter) do
		parts[#parts + 1] = ("%s=%s"):format(key, tostring(plain(value)))
	end
	table.sort(parts)
	return "{" .. table.concat(parts, ", ") .. "}"
end

-- The values of a filter, plain, once the table is known to have its columns.
local function wanted(t, filter)
	local values = {}
	for key, value in pairs(filter) do
		if not t.columns[key] then
			fail("%s has no column '%s'; its columns are %s", t.path, key,
				book.list({ table.unpack(t.columns) }))
		end
		values[key] = plain(value)
	end
	return values
end

local function fits(row, values)
	for key, value in pairs(values) do
		if row[key] ~= value then
			return false
		end
	end
	return true
end

-- The rows with a value in a column, by which they are sorted when that is first asked.
local function rows_with(t, column, value)
	t.by = t.by or {}
	if not t.by[column] then
		local by = {}
		for _, row in ipairs(t.rows) do
			local key = row[column]
			by[key] = by[key] or {}
			table.insert(by[key], row)
		end
		t.by[column] = by
	end
	return t.by[column][value] or {}
end

-- The rows that match the filter and, if there is one, where: a filter, too, or a
-- function of a row.
local function matching(t, filter, where)
	local values = wanted(t, filter)
	local more = type(where) == "table" and wanted(t, where) or {}
	local rows, found = t.rows, {}
	for column, value in pairs(values) do
		local some = rows_with(t, column, value)
		rows = #some < #rows and some or rows
	end
	for _, row in ipairs(rows) do
		if fits(row, values) and fits(row, more)
			and (type(where) ~= "function" or where(row)) then
			found[#found + 1] = row
		end
	end
	return found
end

-- A row as expressions see it: a column that is none is an error.
local function row_view(row)
	return setmetatable({}, {
		row = row,
		__index = function(_, column)
			local value = measured.of(row, column)
			return value or fail("%s has no column '%s'; its columns are %s",
				row.table.path, column,
				book.list({ table.unpack(row.table.columns) }))
		end,
	})
end

-- Tables as expressions see them, and back. They are opened when they are asked,
-- since has() may be asked of one that is not there.
local name_of = setmetatable({}, { __mode = "k" })

local function name_of_table(view)
	return name_of[view] or fail("this needs a table, such as copy")
end

local function raw(view)
	return open(name_of_table(view))
end

local function table_view(name)
	local view = setmetatable({}, {
		__call = function(_, filter)
			local t = open(name)
			local found = matching(t, filter or {})
			if #found == 0 then
				missing("%s has no rows with %s", t.path, describe(filter or {}))
			elseif #found > 1 then
				fail("%s has %d rows with %s where one is meant", t.path, #found,
					describe(filter or {}))
			end
			return row_view(found[1])
		end,
		__index = function(_, key)
			fail("write %s{...}.%s", open(name).name, tostring(key))
		end,
	})
	name_of[view] = name
	return view
end

local functions = {
	KiB = 2 ^ 10, MiB = 2 ^ 20, GiB = 2 ^ 30,
}

for _, name in ipairs({ "abs", "floor" }) do
	functions[name] = function(x)
		return measured.is(x)
			and measured.new(math[name](x.value), x.unit, measured.rows(x),
				x.counted or name == "floor")
			or math[name](x)
	end
end

function functions.note(name, key)
	local t = open(name)
	local value = t.notes[key]
	if value == nil then
		fail("%s has no note '# %s: ...'", t.path, key)
	end
	local one = { [key] = value, line = t.note_lines[key], table = t }
	return measured.of(one, key)
end

function functions.unit(x, unit)
	if not measured.is(x) then
		fail("unit() of something not measured")
	elseif type(unit) ~= "string" then
		fail("unit() without a unit")
	end
	return measured.new(x.value, unit, measured.rows(x), x.counted)
end

function functions.has(view, filter, where)
	local t = note_use(csv.find(name_of_table(view), fail))
	return t ~= nil and #matching(t, filter or {}, where) > 0
end

-- All that match, for `make query`.
function functions.rows(view, filter)
	return matching(raw(view), filter)
end

function functions.same(a, b)
	return plain(a) == plain(b)
end

function functions.percent(x)
	if not measured.is(x) then
		fail("percent() of something not measured")
	end
	return measured.new(x.value * 100, "%", measured.rows(x))
end

-- Of the rows that match, the one whose value of `column` is most, which is the
-- highest (sign 1) or the lowest (-1); the first, if several have it.
local function most(view, filter, column, sign)
	local t, found = raw(view), nil
	wanted(t, { [column] = true })
	for _, row in ipairs(matching(t, filter)) do
		if type(row[column]) ~= "number" then
			fail("%s:%d: %s is no number", t.path, row.line, column)
		elseif not found or sign * row[column] > sign * found[column] then
			found = row
		end
	end
	if not found then
		missing("%s has no rows with %s", t.path, describe(filter))
	end
	return row_view(found)
end

function functions.largest(view, filter, column)
	return most(view, filter, column or "array_bytes", 1)
end

function functions.least(view, filter, column)
	return most(view, filter, column or fail("least() of which column?"), -1)
end

function functions.best(view, filter)
	if raw(view).time == "ns" and raw(view).columns.ns then
		return most(view, filter, "ns", -1)
	end
	return most(view, filter, "gbs", 1)
end

function functions.compare(view, a, b, where)
	local t = raw(view)
	local counts = { wins = 0, ties = 0, losses = 0, total = 0 }
	local rows = {}
	for _, row in ipairs(matching(t, a, where)) do
		local other = {}
		for _, column in ipairs(t.varied) do
			other[column] = row[column]
		end
		for key, value in pairs(b) do
			other[key] = value
		end
		local pair = matching(t, other)
		if #pair > 1 then
			fail("%s has %d rows with %s where one is meant", t.path, #pair,
				describe(other))
		elseif #pair == 1 then
			local time, low, high = t.time, t.time .. "_low", t.time .. "_high"
			local ratio = pair[1][time] / row[time]
			local apart = row[high] < pair[1][low] or pair[1][high] < row[low]
			local verdict = (not apart or math.abs(ratio - 1) <= TIE) and "ties"
				or ratio > 1 and "wins" or "losses"
			counts[verdict] = counts[verdict] + 1
			counts.total = counts.total + 1
			rows[#rows + 1] = row
			rows[#rows + 1] = pair[1]
		end
	end
	if counts.total == 0 then
		missing("%s has no pairs of rows %s and %s", t.path, describe(a),
			describe(b))
	end
	for key, count in pairs(counts) do
		counts[key] = measured.new(count, "", rows, true)
	end
	return counts
end

local machine_view = setmetatable({}, {
	__index = function(_, key)
		local t = open("machine")
		for _, row in ipairs(t.rows) do
			if row.key == key then
				local one = { [key] = row.value, line = row.line, table = t }
				return measured.of(one, key)
			end
		end
		-- A machine without a GPU says nothing of one; what the reference
		-- machine does not say either is a slip of the pen.
		local known = csv.machine(book.reference)[key] ~= nil
		local stop = known and missing or fail
		stop("%s has no key '%s'", t.path, key)
	end,
})
name_of[machine_view] = "machine"

-- Of a lane of PCIe, by generation: Gbit/s, less what the coding takes.
local lane = { 2.5 * 8 / 10, 5 * 8 / 10, 8 * 128 / 130, 16 * 128 / 130,
	32 * 128 / 130 }

function functions.link()
	local generation = machine_view.pcie_generation
	local rate = lane[generation.value]
		or missing("PCIe %s is not known here", tostring(generation.value))
	local width = machine_view.pcie_width
	return measured.new(width.value * rate / 8, "GB/s",
		measured.join(measured.rows(generation), measured.rows(width)))
end

-- What all NVLinks between the first two GPUs of `peer` signal each way; 0 where
-- there are none, or their speed is not known.
function functions.nvlink()
	local t = open("peer")
	local row = t.rows[1]
	local links = tostring(row.link):match("^NV(%d+)$") or 0
	return measured.new(links * (tonumber(t.notes.nvlink_gbs) or 0), "GB/s",
		{ row })
end

-- What all names see: the functions, and a view of each table.
functions.machine = machine_view
names.start(functions, function(name)
	return csv.known(name) and table_view(name) or nil
end)

-- An expression as a function. The build stops if it is none, or has a name that nothing
-- has; `where` tells where it stands.
function expression.compile(code, where)
	-- To Lua a measured value never equals a number, and it does not say so.
	if code:find("[=~]=") and not code:find("function", 1, true) then
		book.fail(where, "`%s`: write same(a, b), not a == b", code)
	end
	local scope = names.scope(book.file_of(where))
	local chunk, message = load("return " .. code, "=expression", "t", scope)
	message = message and message:gsub("^expression:1: ", "") or names.unknown(code, scope)
	if message then
		book.fail(where, "cannot understand `%s`: %s", code, message)
	end
	return chunk
end

-- Is it a query of a table, or a name with its brackets, and no C code?
function expression.is_query(code, where)
	return code:find("^[%a_][%w_]*[({]") and load("return " .. code)
		and not names.unknown(code, names.scope(book.file_of(where)))
end

-- The value of an expression and the tables that it has read; or nil, those, and
-- what is missing, in which name, and of which experiment, where this machine has not all
-- the data. A name alone is its value.
function expression.try(code, where)
	local chunk = expression.compile(code, where)
	used = {}
	local good, result, at = names.call(chunk)
	local number = good and measured.is(result) and result.value
	if type(number) == "number" and (number ~= number or math.abs(number) == math.huge) then
		book.fail(where, "`%s` gives %s, which is no number", code, tostring(number))
	elseif good then
		return result, used
	elseif type(result) == "table" and result.missing then
		return nil, used, result.missing, at, result.experiment
	end
	book.fail(where, "`%s`: %s%s", code, at, (tostring(result):gsub("^%S+%.lua:%d+: ", "")))
end

-- The value of an expression whose data must be there.
function expression.value(code, where)
	local value, _, lacking, at = expression.try(code, where)
	if lacking then
		book.fail(where, "`%s`: %s%s", code, at, lacking)
	end
	return value
end

return expression
