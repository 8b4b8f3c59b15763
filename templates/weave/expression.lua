-- expression.lua - the language of live values and conditions, and of the names that chapters
-- give to both.
--
-- An expression is Lua. It sees the names of its chapter (names.lua), the tables of the
-- edition, KiB, MiB, GiB, and these functions:
--
--   copy{variant="int4", memory="dram", array_bytes=2*GiB}.gbs
--       the row that matches; exactly one must
--   note("copy", "peak_gbs")           a "# key: value" line of the table
--   machine.sms                        a line of machine.csv
--   largest(copy, {variant="int"})     the row with the largest array among those that match
--   largest(copy, {...}, "threads")    the row with the largest value of another column; a last
--                                      argument as in compare chooses among the rows
--   least(latency, {...}, "ns")        the row with the least value of a column, likewise
--   best(copy, {memory="dram"})        the row with the highest gbs or, in a table that only has
--                                      latencies, with the lowest ns
--   compare(copy, {variant="int4"}, {variant="int"}, {memory="dram"})
--       pairs rows that differ in nothing else and counts wins, ties, losses and the total;
--       the last argument may be left out, or be a function of the first row
--   exceeds(a, b)                      is a more than b, and would another process find that, too?
--                                      Each is made of one row
--   has(dsm)                           was it measured?
--   has(histogram, {variant="remote"}, where) are there such rows? A column or an experiment
--                                      that does not exist is an error
--   has(machine, {key="gpu"})          has the machine one?
--   same(a, b)                         equality, because == never holds for a measured value
--   abs(x), floor(x)
--   percent(x)                         a ratio as a percentage
--   unit(x, "ns")                      the value with another unit
--   link()                             GB/s that the link to the host signals each way, if
--                                      machine.csv knows it
--   nvlink()                           GB/s that the NVLinks of peer's first pair signal each
--                                      way; 0 where there are none

local book = require("book")
local csv = require("csv")
local measured = require("measured")
local names = require("names")
local expression = {}

-- Stops the evaluation because the expression is wrong ...
local function fail(message, ...)
	error(message:format(...), 0)
end

-- ... or because data are missing, which a claim survives.
local function missing(message, ...)
	error({ missing = message:format(...) }, 0)
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

-- ---- Rows --------------------------------------------------------------------------

local function no_column(t, column)
	fail("%s has no column '%s'; its columns are %s", t.path, column, book.list({ table.unpack(t.columns) }))
end

-- A filter as messages show it.
local function describe(filter)
	local parts = {}
	for key, value in pairs(filter) do
		parts[#parts + 1] = ("%s=%s"):format(key, tostring(plain(value)))
	end
	table.sort(parts)
	return "{" .. table.concat(parts, ", ") .. "}"
end

-- The rows with a value in a column. A column is sorted by its values when it is first asked for.
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

-- The rows that match a filter and `where`, which may be nil, another filter, or a function of
-- a row.
local function matching(t, filter, where)
	local rows, values = t.rows, {}
	for _, each in ipairs({ filter, type(where) == "table" and where or nil }) do
		for column, value in pairs(each) do
			if not t.columns[column] then
				no_column(t, column)
			end
			local some = rows_with(t, column, plain(value))
			rows = #some < #rows and some or rows
			values[#values + 1] = { column = column, value = plain(value) }
		end
	end
	local found = {}
	for _, row in ipairs(rows) do
		local fits = true
		for _, each in ipairs(values) do
			fits = fits and row[each.column] == each.value
		end
		if fits and (type(where) ~= "function" or where(row)) then
			found[#found + 1] = row
		end
	end
	return found
end

local function only(t, rows, filter)
	if #rows > 1 then
		fail("%s has %d rows with %s where one is meant", t.path, #rows, describe(filter))
	end
	return rows[1]
end

local function no_rows(t, filter)
	missing("%s has no rows with %s", t.path, describe(filter))
end

-- A row as expressions see it: its columns are measured values.
local function row_view(row)
	return setmetatable({}, { row = row, __index = function(_, column)
		return measured.of(row, column) or no_column(row.table, column)
	end })
end

-- A value that stands alone on a line of a table.
local function value_of(t, key, value, line)
	return measured.of({ [key] = value, line = line, table = t }, key)
end

-- Expressions see a table as a view, and has() may ask for one that is not there, so its file
-- is only read when it is needed.
local name_of = setmetatable({}, { __mode = "k" })

local function name_of_table(view)
	return name_of[view] or fail("this function needs a table, such as copy")
end

local function raw(view)
	return open(name_of_table(view))
end

local function table_view(name)
	local view = setmetatable({}, {
		__call = function(_, filter)
			local t = open(name)
			filter = filter or {}
			return row_view(only(t, matching(t, filter), filter) or no_rows(t, filter))
		end,
		__index = function(_, key)
			fail("write %s{...}.%s", open(name).name, tostring(key))
		end,
	})
	name_of[view] = name
	return view
end

-- ---- Functions -----------------------------------------------------------------------

local functions = { KiB = 2 ^ 10, MiB = 2 ^ 20, GiB = 2 ^ 30 }

for _, name in ipairs({ "abs", "floor" }) do
	functions[name] = function(x)
		return measured.is(x)
			and measured.new(math[name](x.value), x.unit, measured.rows(x), x.counted or name == "floor")
			or math[name](x)
	end
end

function functions.note(name, key)
	local t = open(name)
	if t.notes[key] == nil then
		fail("%s has no note '# %s: ...'", t.path, key)
	end
	return value_of(t, key, t.notes[key], t.note_lines[key])
end

function functions.unit(x, name)
	return measured.new(x.value, name, measured.rows(x), x.counted)
end

function functions.percent(x)
	return measured.new(x.value * 100, "%", measured.rows(x))
end

function functions.has(view, filter, where)
	local t = note_use(csv.find(name_of_table(view), fail))
	return t ~= nil and #matching(t, filter or {}, where) > 0
end

-- All rows that match, for `make query`.
function functions.rows(view, filter)
	return matching(raw(view), filter)
end

function functions.same(a, b)
	return plain(a) == plain(b)
end

-- The first of the matching rows whose value of `column` is the highest (sign 1) or the lowest
-- (sign -1).
local function most(view, filter, column, sign, where)
	local t, found = raw(view), nil
	if not t.columns[column] then
		no_column(t, column)
	end
	for _, row in ipairs(matching(t, filter, where)) do
		if type(row[column]) ~= "number" then
			fail("%s:%d: %s is no number", t.path, row.line, column)
		elseif not found or sign * row[column] > sign * found[column] then
			found = row
		end
	end
	return row_view(found or no_rows(t, filter))
end

function functions.largest(view, filter, column, where)
	return most(view, filter, column or "array_bytes", 1, where)
end

function functions.least(view, filter, column, where)
	return most(view, filter, column, -1, where)
end

function functions.best(view, filter)
	local t = raw(view)
	if t.time == "ns" and t.columns.ns then
		return most(view, filter, "ns", -1)
	end
	return most(view, filter, "gbs", 1)
end

-- "wins" if the first of two rows took less time than the second, and so on. A tie is what another
-- process might turn round.
local function verdict(row, other)
	local low, high = csv.bounds(row)
	local others_low, others_high = csv.bounds(other)
	return high < others_low and "wins" or others_high < low and "losses" or "ties"
end

function functions.compare(view, a, b, where)
	local t, rows = raw(view), {}
	local counts = { wins = 0, ties = 0, losses = 0, total = 0 }
	for _, row in ipairs(matching(t, a, where)) do
		local filter = {}
		for _, column in ipairs(t.varied) do
			filter[column] = row[column]
		end
		for key, value in pairs(b) do
			filter[key] = value
		end
		local other = only(t, matching(t, filter), filter)
		if other then
			local result = verdict(row, other)
			counts[result] = counts[result] + 1
			counts.total = counts.total + 1
			rows[#rows + 1] = row
			rows[#rows + 1] = other
		end
	end
	if counts.total == 0 then
		missing("%s has no pairs of rows %s and %s", t.path, describe(a), describe(b))
	end
	for key, count in pairs(counts) do
		counts[key] = measured.new(count, "", rows, true)
	end
	return counts
end

-- Between which ends another process would find what is made of one row: a bandwidth, or in proportion to its time.
local function ends_of(x)
	local rows = measured.is(x) and measured.rows(x) or {}
	local row = rows[1]
	local time = #rows == 1 and csv.measured_in[x.unit] and row[row.table.time]
		or fail("exceeds() compares two times, latencies or bandwidths, each of one row")
	local low, high = csv.bounds(row)
	if x.unit == "GB/s" then
		low, high = time * time / high, time * time / low
	end
	return x.value * low / time, x.value * high / time
end

function functions.exceeds(a, b)
	local low = ends_of(a)
	local _, high = ends_of(b)
	return low > high
end

functions.machine = setmetatable({}, { __index = function(_, key)
	local t = open("machine")
	for _, row in ipairs(t.rows) do
		if row.key == key then
			return value_of(t, key, row.value, row.line)
		end
	end
	-- A machine without a GPU has no keys of one. But a key that the reference machine has not
	-- either is a slip of the pen.
	local stop = csv.machine(book.reference)[key] ~= nil and missing or fail
	stop("%s has no key '%s'", t.path, key)
end })
name_of[functions.machine] = "machine"

-- Gbit/s of a lane of PCIe by generation, less what the coding takes.
local lane = { 2.5 * 8 / 10, 5 * 8 / 10, 8 * 128 / 130, 16 * 128 / 130, 32 * 128 / 130 }

function functions.link()
	local generation, width = functions.machine.pcie_generation, functions.machine.pcie_width
	local rate = lane[generation.value] or missing("the speed of PCIe %s is not known here", tostring(generation.value))
	return measured.new(width.value * rate / 8, "GB/s",
		measured.join(measured.rows(generation), measured.rows(width)))
end

function functions.nvlink()
	local t = open("peer")
	local row = t.rows[1]
	local links = tostring(row.link):match("^NV(%d+)$") or 0
	return measured.new(links * (tonumber(t.notes.nvlink_gbs) or 0), "GB/s", { row })
end

names.start(functions, function(name) return csv.known(name) and table_view(name) or nil end)

-- ---- Evaluation ------------------------------------------------------------------------

-- An expression as a function. Stops the build if it is no Lua or has a name that nothing has;
-- `where` is the element that it stands in.
function expression.compile(code, where)
	-- For Lua a measured value never equals a number, and it would not say so.
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

-- Is this a query of a table or a name with its brackets, and no C code?
function expression.is_query(code, where)
	return code:find("^[%a_][%w_]*[({]") and load("return " .. code)
		and not names.unknown(code, names.scope(book.file_of(where)))
end

-- The value of an expression, and the tables that it has read. If this machine lacks some of the
-- data: nil, those tables, what is missing, in which name, and of which experiment. Stops the
-- build at any other error.
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
