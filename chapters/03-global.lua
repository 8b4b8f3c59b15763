-- 03-global.lua: the rows and conditions that Chapter 3 talks about.

-- ---- Offsets --------------------------------------------------------------

-- The array that is too large for the L2, read so many elements late.
function floats_at(elements)
	return largest(offset, {precision="fp32", offset=elements}, "touched_bytes")
end

function doubles_at(elements)
	return largest(offset, {precision="fp64", offset=elements}, "touched_bytes")
end

-- The small array, which may stay in the L2.
function few_floats_at(elements)
	return least(offset, {precision="fp32", offset=elements}, "touched_bytes")
end

function few_doubles_at(elements)
	return least(offset, {precision="fp64", offset=elements}, "touched_bytes")
end

-- What is left of the bandwidth at offset 0.
function floats_keep_at(elements)
	return kept(floats_at(elements), floats_at(0))
end

function doubles_keep_at(elements)
	return kept(doubles_at(elements), doubles_at(0))
end

function few_floats_keep_at(elements)
	return kept(few_floats_at(elements), few_floats_at(0))
end

function few_doubles_keep_at(elements)
	return kept(few_doubles_at(elements), few_doubles_at(0))
end

function counted_at(elements)
	return counters{experiment="offset", precision="fp32", offset=elements}
end

-- The slowest of all offsets of an array, which is given by its row at one.
local function slowest(row)
	return least(offset, {precision=row.precision, touched_bytes=row.touched_bytes}, "gbs")
end

function slowest_keeps(row)
	return kept(slowest(row), row)
end

function slowest_loses(row)
	return lost(slowest(row), row)
end

function shared_sector_is_read_once()
	return counted_at(1).dram_read_bytes < 1.05 * counted_at(0).dram_read_bytes
end

function whole_sectors_cost()
	return doubles_at(8).gbs < 0.98 * doubles_at(0).gbs
		and floats_at(8).gbs < 0.98 * floats_at(0).gbs
end

function whole_lines_are_free()
	return floats_at(32).gbs > 0.98 * floats_at(0).gbs
		or doubles_at(32).gbs > 0.98 * doubles_at(0).gbs
end

function lines_matter()
	return whole_sectors_cost() and whole_lines_are_free()
end

function caches_help()
	return floats_at(1).gbs > 0.82 * floats_at(0).gbs
end

function only_sectors_cost_in_l2()
	return same(few_doubles_at(0).memory, "l2")
		and few_doubles_at(8).gbs > 0.98 * few_doubles_at(0).gbs
		and few_doubles_at(1).gbs < 0.98 * few_doubles_at(0).gbs
		and doubles_at(8).gbs < 0.98 * doubles_at(0).gbs
end

function offsets_cost_little()
	return slowest(floats_at(0)).gbs > 0.8 * floats_at(0).gbs
		and slowest(doubles_at(0)).gbs > 0.8 * doubles_at(0).gbs
end

function offsets_cost_nothing()
	return slowest(floats_at(0)).gbs >= 0.98 * floats_at(0).gbs
		and slowest(doubles_at(0)).gbs >= 0.98 * doubles_at(0).gbs
end

-- ---- Strides --------------------------------------------------------------

-- The array that is too large for the L2.
function floats_by(step)
	return largest(stride, {precision="fp32", stride=step}, "touched_bytes")
end

function doubles_by(step)
	return largest(stride, {precision="fp64", stride=step}, "touched_bytes")
end

local function few_floats_by(step)
	return least(stride, {precision="fp32", stride=step}, "touched_bytes")
end

-- What floats would reach if time followed the sectors.
function by_sectors(step)
	return unit(floats_by(1).gbs * sectors(floats_by(1)) / sectors(floats_by(step)), "GB/s")
end

function falls_further()
	return floats_by(32).gbs < 0.9 * floats_by(8).gbs
end

function falls_further_from_sixteen()
	return floats_by(32).gbs < 0.9 * floats_by(16).gbs
end

function drops_away()
	return time_follows_sectors() and falls_further()
end

-- What is left of the bandwidth at stride 1.
function floats_keep_by(step)
	return kept(floats_by(step), floats_by(1))
end

function doubles_keep_by(step)
	return kept(doubles_by(step), doubles_by(1))
end

-- What the GPU counted while it did that.
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

-- What the bus carried: bytes read as counted, and so many bytes written for each sector.
local function carried_with(bytes, row)
	local counted = counted_of(row)
	return row.gbs * ((counted.dram_read_bytes + unit(counted.store_sectors * bytes, "B"))
		/ (2 * counted.touched_bytes))
end

function carried(row)
	return carried_with(32, row)
end

function carried_in_pairs(row)
	return carried_with(64, row)
end

function first_stride_from_dram()
	return least(stride, {precision="fp32", memory="dram",
		touched_bytes=few_floats_by(1).touched_bytes}, "stride").stride
end

function time_follows_sectors()
	return floats_by(2).gbs > 0.6 * floats_by(1).gbs
		and floats_by(8).gbs < 0.35 * floats_by(1).gbs
end

function small_array_leaves_l2()
	return same(few_floats_by(1).memory, "l2") and same(few_floats_by(32).memory, "dram")
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

function one_core_doubles(step)
	return host_stride{precision="fp64", threads=1, stride=step}
end

function locality_counts()
	return one_core(16).gbs < 0.3 * one_core(1).gbs
		and floats_by(16).gbs < 0.3 * floats_by(1).gbs
end

function has_strides_between()
	return has(host_stride, {stride=20}) and has(host_stride, {stride=28})
end

-- ---- A matrix -------------------------------------------------------------

-- The largest matrix.
function transposed(variant)
	return largest(transpose, {variant=variant}, "n")
end

function small_naive()
	return least(transpose, {variant="naive"}, "n")
end

function counted(variant)
	return counters{experiment="transpose", variant=variant}
end

-- The time that an SM takes for so many turns a warp.
function time_of_turns(turns)
	local tiled = transposed("tiled")
	return unit(tiled.n * tiled.n * turns / 32 / note("transpose", "sms")
		/ tiled.sm_mhz / 1000, "ms")
end

function turns_share()
	return percent(time_of_turns(32) / transposed("tiled").ms)
end

function columns_are_better_read()
	return transposed("gather").gbs > 1.2 * transposed("naive").gbs
end

function naive_reads_back()
	return counted("naive").dram_read_bytes > 1.05 * counted("gather").dram_read_bytes
		and counted("naive").dram_write_bytes > 1.05 * counted("copy").dram_write_bytes
end

function dram_is_not_the_limit()
	return transposed("naive").gbs < 0.5 * transposed("copy").gbs
		and small_naive().gbs < 1.1 * transposed("naive").gbs
		and same(small_naive().memory, "l2")
end

function wide_beats_padded()
	return transposed("wide").gbs > 1.02 * transposed("padded").gbs
end

function a_tile_cures()
	return transposed("padded").gbs > 0.8 * transposed("copy").gbs
		and transposed("padded").gbs > 1.2 * transposed("gather").gbs
end

function strides_are_free_in_tiles()
	return transposed("tiled").gbs > 0.95 * transposed("padded").gbs
end
