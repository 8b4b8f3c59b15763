-- criteria.lua - a filter of its own for `make criteria`: what a GPU of this model must reach, from the
-- results of one that is trusted. bench/run/accept.awk judges by them.
--
-- A limit lies beyond the worst that several processes have found, by as much as that is from the best.
-- If their medians are normal and there are six, another one is beyond it in 8 of 1000 cases.
-- But few cards say little of the next: seventeen recordings of H200s, in which two kinds of memory can
-- be told, differ by up to 1.6 % in bandwidths and 5 % in latencies. So it lies at least 2 % beyond
-- for bandwidths and 4 % for latencies. Where nobody has recorded the spread, it is 5 % from the
-- recorded value. What did not settle, was throttled, or shared the GPU is left out.

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local measured = require("measured")

-- The values that are demanded, and their theoretical peaks, by the names of chapters/report.lua and names.lua.
-- The latency of the L2 is missing, because it depends on where the lines lie.
local wanted = {
	{ "Copy of DRAM with 16 bytes per load", 'copied("once")', "peak()" },
	{ "Copy of DRAM by cudaMemcpy", 'copied("memcpy")', "peak()" },
	{ "Read of DRAM", 'gbs("dram")', "peak()" },
	{ "Add of doubles in DRAM", 'doubles("add")', "peak()" },
	{ "Triad of doubles in DRAM", 'doubles("triad")', "peak()" },
	{ "Transpose of floats in DRAM", 'turned("wide").gbs', "peak()" },
	{ "Read of the L2", 'gbs("l2")' },
	{ "Read of the L1", 'gbs("l1")', 'banks("l1")' },
	{ "Read of shared memory", 'gbs("shared")', 'banks("shared")' },
	{ "Latency of DRAM", 'ns("dram")' },
	{ "Latency of the L1", 'ns("l1")' },
	{ "Latency of shared memory", 'ns("shared")' },
	{ "Copy to the GPU from pinned memory", 'bus("pinned", "to_device")', "link()" },
	{ "Copy to the host into pinned memory", 'bus("pinned", "to_host")', "link()" },
}

local clocks -- for which the driver has rated the GPU

-- A line of the table; nil where this machine has not measured it.
local function criterion(name, text, theory)
	local function try(code) return expression.try(code, pandoc.Code("= " .. code)) end
	local value = try(text)
	if not value then
		return nil
	end
	local row = measured.rows(value)[1]
	clocks = row.table.notes.clocks
	local is_rate = value.unit == "GB/s"
	if row.status == "throttled" or not csv.is_settled(row, value.unit) or row.table.notes.other_processes then
		io.stderr:write(("criteria: left out: %s: it did not settle, was throttled, or shared the GPU\n"):format(name))
		return nil
	end
	local least, most, spread = csv.spread(row, value.unit)
	local limit, source
	if spread then
		-- The recorded value may come from yet another process.
		least, most = math.min(least, value.value), math.max(most, value.value)
		local slack = math.max(is_rate and 0.02 or 0.04, most / least - 1)
		limit = is_rate and least / (1 + slack) or most * (1 + slack)
		source = ("recorded spread of %d processes on %s"):format(spread.processes, measured.count(spread.cards, "GPU"))
	else
		limit = value.value * (is_rate and 0.95 or 1.05)
		source = "one recording and 5 %"
	end
	local peak = theory and try(theory)
	if peak then
		source = ("%s; %.0f %% of the peak"):format(source, 100 * limit / peak.value)
	end
	return table.concat({ name, row.table.name, value.unit, csv.point(row), is_rate and "at_least" or "at_most",
		measured.brief(limit, 5), tostring(row.sm_mhz), source }, ",")
end

local function criteria()
	local lines, is = pandoc.List(), csv.machine(book.machine)
	for _, each in ipairs(wanted) do
		lines:insert(criterion(table.unpack(each)))
	end
	if #lines == 0 then
		book.stop('criteria: %s has none of the numbers: make measure ONLY="copy ladder saxpy transpose transfer"',
			book.apart)
	end
	local notes = pandoc.List()
	for _, key in ipairs({ "gpu", "clocks", "ecc", "power_limit_watts", "date", "commit" }) do
		local value = key == "clocks" and clocks or is[key]
		notes:insert(value and ("# %s: %s"):format(key, value))
	end
	notes:insert("name,experiment,unit,point,bound,limit,sm_mhz,source")
	notes:extend(lines)
	return table.concat(notes, "\n")
end

return book.prints(criteria)
