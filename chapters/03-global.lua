-- 03-global.lua: the rows and conditions that Chapter 3 talks about.

-- ---- Offsets --------------------------------------------------------------

-- The array that is too large for the L2, read so many elements late.
function doubles_at(elements)
	return largest(offset, {precision="fp64", offset=elements}, "touched_bytes")
end

-- The share of the bandwidth at offset 0 that floats keep.
function floats_keep_at(elements)
	return kept(floats_at(elements), floats_at(0))
end

function counted_at(elements)
	return counters{experiment="offset", precision="fp32", offset=elements}
end

-- The slowest of all offsets of an array, which is given by its row at one.
local function slowest(row)
	return least(offset, {precision=row.precision, touched_bytes=row.touched_bytes}, "gbs")
end

-- The share that floats or doubles keep at their slowest offset, whichever is less.
function worst()
	local floats = kept(slowest(floats_at(0)), floats_at(0))
	local doubles = kept(slowest(doubles_at(0)), doubles_at(0))
	return floats < doubles and floats or doubles
end

function shared_sector_is_read_once()
	return counted_at(1).dram_read_bytes < 1.05 * counted_at(0).dram_read_bytes
end

function whole_sectors_cost()
	return exceeds(doubles_at(0).gbs, doubles_at(8).gbs)
		and exceeds(floats_at(0).gbs, floats_at(8).gbs)
end

function whole_lines_are_free()
	return lost(floats_at(32), floats_at(0)) < 0.5 * lost(floats_at(8), floats_at(0))
end

-- Does a second line of a warp bring the L2 requests, but an offset of a whole line none?
function lines_ask_more()
	if not lines_matter() or not same_gpu("counters", "offset") then
		return false
	end
	local aligned = counted_at(0).l2_requests
	return counted_at(1).l2_requests > 4 / 3 * aligned and counted_at(8).l2_requests > 4 / 3 * aligned
		and counted_at(31).l2_requests > 4 / 3 * aligned and counted_at(32).l2_requests < 1.02 * aligned
end

function lines_matter()
	return whole_sectors_cost() and whole_lines_are_free()
end

function caches_help()
	return floats_at(1).gbs > 0.82 * floats_at(0).gbs
end

function misalignment_ruins()
	return still(floats_at(1).gbs < 0.2 * floats_at(0).gbs)
end

function offsets_cost_little()
	return worst() > 80
end

function offsets_cost_nothing()
	return worst() >= 98
end

-- ---- Strides --------------------------------------------------------------

-- The bandwidth that floats would reach if time followed the sectors.
function by_sectors(step)
	return unit(floats_by(1).gbs * sectors(floats_by(1)) / sectors(floats_by(step)), "GB/s")
end

-- The share of the bandwidth at stride 1 that floats keep.
function floats_keep_by(step)
	return kept(floats_by(step), floats_by(1))
end

-- The counters of the GPU for the same accesses.
local function counted_of(row)
	return counters{experiment="stride", precision=row.precision, stride=row.stride}
end

function sectors(row)
	return counted_of(row).sectors_per_load
end

-- Bytes read from DRAM for each byte that was asked for.
function read_per_byte(step)
	local counted = counted_of(floats_by(step))
	return counted.dram_read_bytes / counted.touched_bytes
end

-- The bytes that DRAM moved for each byte of effective bandwidth. Reads are what was counted. Writes are
-- the sectors of stores, because the counter of writes misses those still in the L2 at the end.
function moved_per_byte(step)
	local counted = counted_of(floats_by(step))
	return (counted.dram_read_bytes + unit(counted.store_sectors * 32, "B"))
		/ (2 * counted.touched_bytes)
end

function carried(step)
	return floats_by(step).gbs * moved_per_byte(step)
end

-- The share of the peak that DRAM carried.
function busy(step)
	return percent(carried(step) / note("stride", "peak_gbs"))
end

-- A kernel at an offset: as it is (unchanged), or one that only reads or only writes.
local function moved_by(version, by)
	return tried("offset", version, ("precision=fp32 memory=dram offset=%d"):format(by))
end

function keeps_at(version, by)
	return kept(moved_by(version, by), moved_by(version, 0))
end

-- One float late, a kernel that only writes loses much, and others do not.
function writers_lose_most()
	return keeps_at("only_reads", 1) > 97 and keeps_at("only_writes", 1) < 85
		and keeps_at("unchanged", 1) > 85
end

-- Versions of the kernel: `only_reads`, `only_writes`, and `whole_pairs` and `runs_of_256`, whose
-- strides count pairs of sectors and runs of 256 bytes.
local function changed(version, step)
	return tried("dram", version, ("precision=fp32 memory=dram stride=%d"):format(step))
end

-- One pair of every `step`, against all of them.
function pairs_keep(step)
	return kept(changed("whole_pairs", step), changed("whole_pairs", 1))
end

function runs_keep(step)
	return kept(changed("runs_of_256", step), changed("runs_of_256", 1))
end

function long_runs_bear_gaps()
	return has(exercises, {exercise="dram", version="runs_of_256"}) and runs_keep(8) > 90 and pairs_keep(8) < 70
end

-- How many times as long stride 32 takes as stride 16.
function slower_from_16(version)
	return ratio(changed(version, 32).ms, changed(version, 16).ms)
end

function distance_costs_time()
	return only_reads_double()
		and slower_from_16("only_reads") < 1.25 and slower_from_16("unchanged") > 1.4
		and pairs_keep(2) < 80
end

function writes_want_neighbours()
	return slower_from_16("only_writes") > 0.95 * slower_from_16("unchanged")
end

function time_follows_sectors()
	return floats_by(2).gbs > 0.6 * floats_by(1).gbs
		and floats_by(8).gbs < 0.35 * floats_by(1).gbs
end

function large_strides_ruin()
	return floats_by(32).gbs < 0.2 * floats_by(1).gbs
		and floats_by(2).gbs > 0.4 * floats_by(1).gbs
end

function sectors_come_in_pairs()
	return counted_of(floats_by(16)).dram_read_bytes
		> 1.5 * counted_of(floats_by(8)).dram_read_bytes
end

function sectors_leave_one_by_one()
	return counted_of(floats_by(16)).dram_write_bytes
		< 1.2 * counted_of(floats_by(8)).dram_write_bytes
end

function only_reads_double()
	return sectors_come_in_pairs() and sectors_leave_one_by_one()
end

-- ---- The CPU --------------------------------------------------------------

function one_core(step)
	return host_stride{precision="fp32", threads=1, stride=step}
end

-- At stride 4, four times as many lines cost little time, and twice as wide numbers go faster by the same
-- loop, so memory could deliver more.
function core_fetches_more()
	return kept(one_core(4), one_core(1)) > 75
		and host_stride{precision="fp64", threads=1, stride=1}.gbs > 1.2 * one_core(1).gbs
end

function far_lines_are_slower()
	return one_core(32).gbs < 0.5 * one_core(16).gbs
end

-- Doubles 160 bytes apart come sooner than those 128 bytes apart.
function distance_is_not_all()
	local function doubles(step)
		return host_stride{precision="fp64", threads=1, stride=step}.gbs
	end
	return has(host_stride, {precision="fp64", threads=1, stride=20}) and doubles(20) > 1.1 * doubles(16)
end

function locality_counts()
	return one_core(16).gbs < 0.3 * one_core(1).gbs
		and floats_by(16).gbs < 0.3 * floats_by(1).gbs
end

-- ---- A matrix -------------------------------------------------------------

function small_naive()
	return least(transpose, {variant="naive"}, "n")
end

-- How many times as fast one kernel is as another, and what it keeps of the other's bandwidth.
function over(variant, other)
	return times(turned(variant), turned(other))
end

function keeps_of(variant, other)
	return kept(turned(variant), turned(other))
end

-- The time that an SM takes for so many turns a warp.
function time_of_turns(turns)
	local tiled = turned("tiled")
	return unit(tiled.n * tiled.n * turns / 32 / note("transpose", "sms")
		/ tiled.sm_mhz / 1000, "ms")
end

function turns_share(variant, turns)
	return percent(time_of_turns(turns) / turned(variant).ms)
end

function columns_are_better_read()
	return turned("gather").gbs > 1.2 * turned("naive").gbs
end

function dram_is_not_the_limit()
	return turned("naive").gbs < 0.5 * turned("copy").gbs
		and small_naive().gbs < 1.1 * turned("naive").gbs
		and same(small_naive().memory, "l2")
end

function a_tile_cures()
	return turned("padded").gbs > 0.8 * turned("copy").gbs
		and turned("padded").gbs > 1.2 * turned("gather").gbs
end

function wide_is_best()
	return a_tile_cures() and exceeds(turned("wide").gbs, turned("padded").gbs)
end

function strides_are_free_in_tiles()
	return turned("tiled").gbs > 0.95 * turned("padded").gbs
end

-- ---- Exercises ------------------------------------------------------------

local function at_offset(offset)
	return tried("offsets", "up_to_64", ("precision=fp32 memory=dram offset=%d"):format(offset))
end

-- The share of another offset's bandwidth that an offset reaches.
function by_offset(offset, other)
	return kept(at_offset(offset), at_offset(other))
end

function offsets_repeat()
	return abs(by_offset(40, 8) - 100) < 2
end

function small_conflicts_hide()
	return tried_keeps("padding", "tile_34") > 97 and tried_keeps("padding", "tile_36") > 97
end

function time_of_two_visits(where)
	return percent(tried_takes("visits", "four_rows", where))
end

function visits_are_the_cause()
	return time_of_two_visits("memory=l2") < 33
		and time_of_two_visits("memory=dram n=16384") > 33
end

local function hinted(stride, version)
	return tried("pairs", version or "granularity_32",
		("precision=fp32 memory=dram stride=%d"):format(stride))
end

function faster_by_the_hint()
	return percent(hinted(16).gbs / hinted(16, "unchanged").gbs - 1)
end

function hint_is_heard()
	return faster_by_the_hint() > 5
		and abs(kept(hinted(8), hinted(8, "unchanged")) - 100) < 3
end

-- ---- What predictions are compared with ------------------------------------

function tiled_is_near()
	local tiled, gathered, copied = turned("tiled").gbs, turned("gather").gbs, turned("copy").gbs
	return copied / tiled < tiled / gathered and "the copy" or "gather"
end
