-- headlines.lua - a filter of its own for `make record`: adds the headlines of new results, those of
-- chapters/report.md, to the history of their machine. bench/README.md says what the columns are.
--
-- A number is added once: what was not measured again since the last recording has no new line.

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path

local book = require("book")
local across = require("across")
local csv = require("csv")
local live = require("live")
local measured = require("measured")

local head = "recording,date,commit,driver,cuda,identity,headline,unit,value,low,high,status"

-- Another table of the same day, if there is one.
local function of_the_day(name, t)
	local other = csv.has_file(name) and csv.find(name, error)
	return other and other.notes.date == t.notes.date and other or nil
end

-- The text that tells a device from another of its model: cards differ in the SMs that they have.
local function identity_of(t)
	if not t.notes.gpu then
		return t.notes.cores
	end
	local pairs_of, sum = of_the_day("sm_pairs", t), 0
	for _, row in ipairs(pairs_of and pairs_of.rows or {}) do
		sum = sum + row.cycles
	end
	return sum > 0 and ("%.3f"):format(sum / #pairs_of.rows) or nil
end

-- The fields of a headline behind the number of the recording.
local function fields_of(id, value)
	local row = measured.rows(value)[1]
	local t, low, high = row.table, live.interval(value)
	return pandoc.List({ t.notes.date or "-", t.notes.commit or "-",
		t.notes.gpu and of_the_day("machine", t) and csv.machine(book.machine).driver or "-",
		tostring(t.notes.cuda):match("runtime ([%d.]+)") or "-", identity_of(t) or "-", id, value.unit,
		("%.6g"):format(value.value), ("%.6g"):format(low), ("%.6g"):format(high), row.status })
end

-- The text that tells a measurement from others.
local function key_of(headline, date, commit, value)
	return ("%s %s %s %.6g"):format(headline, date, commit, value)
end

local function history()
	local lines, known, last = pandoc.List(), {}, 0
	if csv.has_file("history") then
		for _, row in ipairs(csv.find("history", error).rows) do
			known[key_of(row.headline, row.date, row.commit, row.value)] = true
			last = row.recording
		end
		lines:insert((book.read(book.data .. "history.csv"):gsub("\n$", "")))
	else
		local is = csv.machine(book.machine)
		lines:extend({ "# program: history", "# schema: 1" })
		lines:insert(is.gpu and "# gpu: " .. is.gpu)
		lines:extend({ "# cpu: " .. is.cpu, head })
	end
	for _, entry in ipairs(across.entries()) do
		local value = across.value_of(entry.value)
		local fields = value and fields_of(entry.id, value)
		if fields and not known[key_of(entry.id, fields[1], fields[2], value.value)] then
			lines:insert(last + 1 .. "," .. table.concat(fields, ","))
		end
	end
	return table.concat(lines, "\n")
end

return book.prints(history)
