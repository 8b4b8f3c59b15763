-- data.lua - what the report on a machine says, for programs, in files beside the page.
--
--   report.json        what the page shows, and each number with its interval and its origin
--   report.prom        its headlines, in the format of OpenMetrics and of Prometheus's node exporter
--   datapackage.json   what the columns of the machine's own tables mean, as a data package
--   data/*.plain.csv   the tables of that package, which are the machine's own without their notes
--
-- They are made from the tables that other passes have left in the page, so whatever the page shows
-- they have, from the same rows. "Data for programs" in bench/README.md describes them.

local book = require("book")
local csv = require("csv")
local live = require("live")
local measured = require("measured")
local report = require("report")
local rows = require("rows")
local data = {}

-- ---- JSON ----------------------------------------------------------------------------------

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\" }

-- A value as JSON, the keys of its objects sorted. A table with nothing in it is an object.
local function json(value, indent)
	if type(value) == "number" then
		return ("%.14g"):format(value)
	elseif type(value) == "string" then
		return '"' .. value:gsub('[%c"\\]', function(c) return escapes[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
	elseif type(value) ~= "table" then
		return tostring(value)
	end
	local inner, parts = indent .. "\t", pandoc.List()
	for _, each in ipairs(value) do
		parts:insert(json(each, inner))
	end
	if #parts > 0 then
		return "[" .. inner .. table.concat(parts, "," .. inner) .. indent .. "]"
	end
	for key, each in pairs(value) do
		parts:insert(json(key, "") .. ": " .. json(each, inner))
	end
	parts:sort()
	return "{" .. inner .. table.concat(parts, "," .. inner) .. indent .. "}"
end

local function write(name, text)
	book.write(book.out:gsub("report%.html$", name), text .. "\n")
end

-- ---- The report ----------------------------------------------------------------------------

-- A heading or a label as a key: "Bytes per cycle, per SM" becomes bytes_per_cycle_per_sm.
local function key_of(text)
	return (text:lower():gsub(":.*", ""):gsub("[^%w]+", "_"):gsub("_$", ""))
end

local function number_of(code)
	local value = live.value(code)
	local number = { value = value.value, unit = value.unit, shown = live.text(value), from = live.provenance(value) }
	number.low, number.high = live.interval(value)
	if number.low then
		number.samples, number.settled = measured.rows(value)[1].samples, true
	end
	-- A number without an interval, such as an energy, may have been throttled.
	if live.rough(value) then
		number.settled = false
	end
	return number
end

-- The rows of a table by their names, or else by what their first cells say.
local function rows_of(block, found)
	local simple = pandoc.utils.to_simple_table(block)
	local heads = simple.header:map(pandoc.utils.stringify)
	for _, row in ipairs(rows.of(simple)) do
		local title = pandoc.utils.stringify(row.cells[1])
		local label = pandoc.utils.blocks_to_inlines(row.cells[1])[1]
		local id = label.t == "Span" and label.identifier or ""
		local entry = { title = title, group = heads[1] }
		for i, code in pairs(row.live) do
			entry[key_of(heads[i])] = number_of(code)
		end
		found[id ~= "" and id or key_of(title)] = entry
	end
end

local sections -- rows by section and name, once they are known

-- Reads the tables of the page by its sections, before their values become text.
function data.Pandoc(doc)
	if book.page ~= "report" or book.target ~= "html" or book.apart then
		return
	end
	local section
	sections = {}
	for _, block in ipairs(doc.blocks) do
		if block.t == "Header" then
			section = block.identifier
		elseif block.t == "Table" then
			sections[section] = sections[section] or {}
			rows_of(block, sections[section])
		end
	end
end

-- The rates of the arithmetic units that the roofline's page shows: by unit and format, from peaks.csv.
local function arithmetic()
	local found, t = {}, csv.find("peaks", function() end)
	for _, row in ipairs(t and t.rows or {}) do
		local function rate(ms) return row.operations / ms / 1e9 end
		found[row.variant .. "_" .. row.precision] = { unit = "TFLOP/s", value = rate(row.ms), low = rate(row.ms_high),
			high = rate(row.ms_low), samples = row.samples, settled = row.status == "ok",
			from = ("peaks.csv, line %d"):format(row.line) }
	end
	return found
end

local function write_report()
	local facts, tables = report.measurements()
	local all = { schema = 1, edition = book.machine, machine = csv.machine(book.machine), claims = {}, tables = {}, summary = {} }
	all.arithmetic = arithmetic()
	for name, found in pairs(sections) do
		all[name] = found
	end
	for _, claim in ipairs(report.claims(book.machine)) do
		all.claims[claim.id] = { statement = pandoc.utils.stringify(pandoc.read(claim.statement, "html")),
			chapter = claim.chapter.page, verdict = report.words[claim.state] }
	end
	for _, fact in ipairs(facts) do
		all.summary[fact[1]] = fact[2]
	end
	for _, each in ipairs(tables) do
		all.tables[each.name] = each
	end
	write("report.json", json(all, "\n"))
end

-- ---- Metrics -------------------------------------------------------------------------------

-- Prometheus wants base units.
local bases = { ["GB/s"] = { "bytes_per_second", 1e9 }, ms = { "seconds", 1e-3 }, ns = { "seconds", 1e-9 } }

-- The series of a headline, and what they are.
local series = { measured = "median of the samples", low = "low end of its 95 % interval",
	high = "high end of its 95 % interval", limit = "theoretical limit" }

local function labels(pairs_of)
	return "{" .. table.concat(pandoc.List(pairs_of):map(function(pair)
		return ('%s="%s"'):format(pair[1], tostring(pair[2] or ""):gsub('[\\"]', "\\%0"))
	end), ",") .. "}"
end

local function write_metrics()
	local families, is = {}, csv.machine(book.machine)
	local function add(name, unit, help, sample_labels, value)
		name = "bytes_in_flight_" .. name .. (unit and "_" .. unit or "")
		families[name] = families[name] or pandoc.List({ ("# TYPE %s gauge%s\n# HELP %s %s."):format(name,
			unit and ("\n# UNIT %s %s"):format(name, unit) or "", name, help) })
		families[name]:insert(("%s%s %.14g"):format(name, labels(sample_labels), value))
	end
	add("report_info", nil, "What was measured", { { "machine", book.machine }, { "name", is.name },
		{ "driver", is.driver }, { "date", is.date }, { "commit", is.commit } }, 1)
	for id, headline in pairs(sections.headlines or {}) do
		local its = { { "machine", book.machine }, { "headline", id } }
		local found = headline.measured
		local values = { measured = found.value, low = found.low, high = found.high,
			limit = headline.limit and headline.limit.value }
		local base = bases[found.unit] or book.stop("chapters/report.md: the headline '%s' is in '%s', "
			.. "which templates/weave/data.lua cannot give in a base unit", id, found.unit)
		for name, value in pairs(values) do
			add(name, base[1], "Headlines of the report, the " .. series[name], its, value * base[2])
		end
		if found.low then
			add("settled", nil, "1 if the interval is within half a percent of the median and nothing was throttled", its,
				found.settled and 1 or 0)
		end
	end
	for id, rate in pairs(arithmetic()) do
		local unit, format = id:match("(.*)_(.*)")
		add("arithmetic", "operations_per_second", "What a unit of arithmetic reaches, a multiply-add as two operations",
			{ { "machine", book.machine }, { "unit", unit }, { "format", format } }, rate.value * 1e12)
	end
	local texts = pandoc.List()
	for _, lines in pairs(families) do
		local head = lines:remove(1)
		lines:sort()
		texts:insert(head .. "\n" .. table.concat(lines, "\n"))
	end
	texts:sort()
	write("report.prom", table.concat(texts, "\n") .. "\n# EOF")
end

-- ---- Tables --------------------------------------------------------------------------------

-- The meanings of the columns in bench/README.md: by name a list of { meaning, unit }.
local function dictionary()
	local path, meanings = "bench/README.md", {}
	local text = book.read(path) or book.stop("%s is missing, which says what columns mean", path)
	for names, rest in text:gsub("\n## Data for programs.*", ""):gmatch("\n| (`[^|]*) |([^\n]*) |") do
		local unit, meaning = rest:match("^(.-)|(.*)$")
		for name in names:gmatch("`([%w_]+)`") do
			meanings[name] = meanings[name] or pandoc.List()
			meanings[name]:insert({ meaning = (meaning or rest):match("^%s*(.*)"),
				unit = unit and unit:match("[^%s,]+") }) -- "GB/s, of 1e9 B" is GB/s
		end
	end
	return meanings
end

-- The type of what is in a column, in which "-" means that there is nothing.
local function type_of(t, column)
	local kind
	for _, row in ipairs(t.rows) do
		local its = math.type(row[column]) -- "integer" or "float"; nil of text
		if its ~= "integer" and row[column] ~= "-" then
			kind = its and "number" or "string"
		end
		if kind == "string" then
			return kind
		end
		kind = kind or its
	end
	return kind or "string"
end

local function field_of(t, column, meanings)
	local known = meanings[column] or pandoc.List()
	-- A name may mean something else in one of the tables.
	local entry = known:find_if(function(each) return each.meaning:find("in " .. t.name .. ".csv:", 1, true) end)
		or known:find_if(function(each) return not each.meaning:find("^in [%w_]+%.csv") end) or {}
	local kind = type_of(t, column)
	local unit = entry.unit or kind ~= "string" and measured.of({ [column] = 0 }, column).unit or ""
	return { name = column, type = kind, description = entry.meaning, unit = unit ~= "" and unit or nil }
end

-- Readers of data packages differ in whether they know of comments, so the package has tables
-- without the notes, which its description has instead.
local function write_plain(t)
	local text = ("\n" .. book.read(t.path)):gsub("\n#[^\n]*", ""):sub(2)
	book.write(t.path:gsub("%.csv$", ".plain.csv"), text)
end

local function write_package()
	local meanings, is = dictionary(), csv.machine(book.machine)
	local newest = ""
	for _, t in ipairs(report.tables()) do
		newest = t.notes.date and tostring(t.notes.date) > newest and tostring(t.notes.date) or newest
	end
	write("datapackage.json", json({ profile = "tabular-data-package", name = book.machine,
		title = "Bytes in Flight on " .. is.name, homepage = book.site ~= "" and book.site or nil,
		version = newest, created = newest .. "T00:00:00Z", -- of the newest table
		licenses = { { name = "other-pd", title = "Measurements are facts and free to use" } },
		description = "How the memory of this machine behaves: a table for each experiment.",
		resources = report.tables():map(function(t)
			write_plain(t)
			return { profile = "tabular-data-resource", name = t.name, path = ("data/%s.plain.csv"):format(t.name),
				format = "csv", mediatype = "text/csv", encoding = "utf-8", dialect = { delimiter = "," }, notes = t.notes,
				schema = { missingValues = { "", "-" }, fields = pandoc.List({ table.unpack(t.columns) }):map(function(column)
					return field_of(t, column, meanings)
				end) } }
		end) }, "\n"))
end

-- Writes the files once the page is complete.
function data.write()
	if sections then
		write_report()
		write_metrics()
		write_package()
	end
end

return data
