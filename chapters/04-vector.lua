-- 04-vector.lua: the rows and conditions that Chapter 4 talks about.

-- ---- Bytes in flight ------------------------------------------------------

function copied(variant)
	return largest_copy(variant).gbs
end

function sms()
	return note("copy", "sms")
end

function threads_per_sm()
	return note("copy", "threads_per_sm")
end

function registers_per_sm()
	return note("copy", "registers_per_sm")
end

function peak()
	return note("copy", "peak_gbs")
end

-- The bandwidth of a copy of smaller arrays.
function at_size(variant, bytes)
	return copy{variant=variant, memory="dram", array_bytes=bytes}.gbs
end

function of_peak(variant)
	return percent(copied(variant) / peak())
end

function unused()
	return percent(1 - copied("int4") / peak())
end

function all_threads()
	return sms() * threads_per_sm()
end

-- Little's law, if each thread has four bytes in flight all the time.
function rate_by_the_law()
	return unit(all_threads() * 4 / as_shown(ns("dram")), "GB/s")
end

-- A copy counts each byte twice, because it also writes it.
function rate_with_writes()
	return 2 * as_shown(rate_by_the_law())
end

-- The bus carries no more than its peak.
function predicted()
	return rate_with_writes() < peak() and rate_with_writes() or peak()
end

-- How long an iteration takes, by Little's law.
function trip_of_ints()
	return unit(all_threads() * 4 / (copied("int") / 2), "ns")
end

-- How many times as long as a single load from idle DRAM.
function slowed()
	return ratio(trip_of_ints(), ns("dram"))
end

function ints_per_thread(bytes)
	return bytes / 4 / all_threads()
end

function widened(bytes)
	return at_size("int4", bytes) / at_size("int", bytes)
end

function bus_is_full()
	return copied("int") >= 0.8 * peak()
end

-- Half of the threads that an SM has room for, with a float each.
function rate_of_half()
	return unit(sms() * 1024 * 4 / 700, "GB/s")
end

-- ---- What the GPU counted -------------------------------------------------

function counted(variant)
	return counters{experiment="copy", variant=variant, memory="dram"}
end

function instructions_of(variant)
	return percent(counted(variant).instructions / counted("int").instructions)
end

function sectors(variant)
	return counted(variant).sectors_per_load
end

function loads(variant)
	return counted(variant).load_requests
end

function loads_widen()
	return same(sectors("int2"), 2 * sectors("int"))
		and same(sectors("int4"), 4 * sectors("int"))
end

-- Has a variant about such a part of the instructions?
local function has_part(variant, part)
	return abs(counted(variant).instructions / counted("int").instructions - part) < 0.05
end

function instructions_shrink()
	return has_part("int2", 0.5) and has_part("int4", 0.25)
end

-- ---- Wide loads -----------------------------------------------------------

-- How often `int4` wins and loses against `int`, from 1 MiB on.
function cases()
	return compare(copy, {variant="int4"}, {variant="int"},
		function(row) return row.array_bytes >= 1*MiB end)
end

function wide_wins()
	return cases().wins >= 0.9 * cases().total
end

-- How a copy by `int2` ends that starts so many ints behind `from`.
function int2_from(ints)
	return note("copy", "int2_from_" .. ints)
end

function alignment_is_needed()
	return same(int2_from(0), "cudaSuccess") and not same(int2_from(1), "cudaSuccess")
		and same(int2_from(2), "cudaSuccess")
end

function structs_widen()
	return same(loads("unaligned"), loads("int4"))
end

function wide_gains_nothing()
	return not exceeds(copied("int4"), copied("int"))
end

function wide_gains()
	return not wide_gains_nothing()
end

function last_step_gains_nothing()
	return copied("int4") < 1.05 * copied("int2")
end

-- ---- Without the loop -----------------------------------------------------

-- A block of 128 threads moves an `int4` each.
function blocks_of_once()
	return unit(largest_copy("once").array_bytes, "") / (128 * 16)
end

-- Each block reads 2 KiB and writes them.
function started()
	return unit(copied("once") * 1000 / 4096, "")
end

-- The share of the gain of another variant over the loop that a variant has.
function gained(variant, of)
	local loop = copied("int4")
	return percent((copied(variant) - loop) / (copied(of) - loop))
end

function ticket_gains_all()
	return gained("ticket", "once") > 97
end

function no_loop_is_faster()
	return exceeds(copied("once"), copied("int4"))
end

function balance_helps()
	return no_loop_is_faster() and copied("ticket") > copied("int4")
end

-- Has `shuffled` more than such a part of what `ticket` gains?
local function shuffled_gains(part)
	local loop = copied("int4")
	return copied("shuffled") > loop + part * (copied("ticket") - loop)
end

function order_counts()
	return not shuffled_gains(0.3)
end

function ticket_needs_order()
	return balance_helps() and order_counts()
end

function only_balance_counts()
	return shuffled_gains(0.7)
end

-- Shuffled inside windows of a size, or without any: what is left of what ticket reaches in order.
function in_windows(size)
	return kept(tried("once", size, "variant=shuffled"),
		tried("once", "unchanged", "variant=ticket"))
end

-- The bytes that all threads copy at once, with an int4 each.
function copied_at_once()
	return unit(all_threads() * 16, "B")
end

function rows_like_neighbours()
	local most = 100 - in_windows("unchanged")
	return copied_at_once() >= 2*MiB
		and 100 - in_windows("mib_64") > 0.7 * most and 100 - in_windows("mib_2") < 0.3 * most
end

-- ---- Width, and both directions at once ------------------------------------

function width_is_not_needed()
	return wide_gains() and not exceeds(copied("once"), copied("ints4"))
end

function one_int_is_too_little()
	return exceeds(copied("int"), copied("ints1"))
end

-- The stream that writes so many of eight words.
function mixed(writes)
	return mix{variant="stream", writes=writes}
end

function mixed_of_peak(writes)
	return percent(mixed(writes).gbs / peak())
end

function pure_is_faster()
	return exceeds(mixed(0).gbs, mixed(4).gbs) and exceeds(mixed(8).gbs, mixed(4).gbs)
end

function writes_mix_worse()
	return exceeds(mixed(4).gbs, mixed(7).gbs) and exceeds(mixed(1).gbs, mixed(4).gbs)
end

-- ---- What wide loads cost -------------------------------------------------

local kernel = {int="copy_scalar", int4="copy_wide_int4",
	float="polynomial_map_float_24_255", float4="polynomial_map_float4_24_255"}

function registers(variant)
	return kernels{kernel=kernel[variant]}.registers
end

function registers_each()
	return registers_per_sm() / threads_per_sm()
end

-- Registers are handed out eight at a time.
local function handed_out(registers)
	return 8 * floor((registers + 7) / 8)
end

function given(variant)
	return handed_out(registers(variant))
end

function next_step()
	return handed_out(registers_each() + 1)
end

-- How many whole warps find registers in a quarter of an SM, which has a quarter of them.
function warps_left()
	return floor(registers_per_sm() / 4 / (32 * next_step()))
end

function threads_left()
	return 4 * 32 * warps_left()
end

function times_narrow()
	return 4 * threads_left() / threads_per_sm()
end

-- The faster of the two kernels that hold so many coefficients.
local function mapped(variant, coefficients)
	return best(polynomial, {variant=variant, coefficients=coefficients})
end

-- The kernel with 24 coefficients that has all the registers that it wants.
function roomy(variant)
	return least(polynomial, {variant=variant, coefficients=24}, "threads_per_sm")
end

local function narrow_wins(coefficients)
	return exceeds(mapped("float", coefficients).gbs, mapped("float4", coefficients).gbs)
end

-- With 18 coefficients or more `float4` has fewer threads than `float`, or spills more.
function narrow_loads_win()
	return narrow_wins(18) and narrow_wins(20) and narrow_wins(24) and narrow_wins(48)
end

-- ---- The CPU --------------------------------------------------------------

function one_core(variant)
	return largest(host_copy, {variant=variant, threads=1}).gbs
end

function in_the_l1(variant)
	return largest(host_copy, {variant=variant, threads=1, memory="l1"}).gbs
end

function half_is_enough()
	return not exceeds(one_core("int8"), one_core("int4"))
end

function core_limits_ints()
	return in_the_l1("int") < 1.1 * one_core("int")
end

function has_past()
	return has(host_copy, {variant="past", threads=1})
end

function past_is_ahead()
	return one_core("past") > 1.15 * one_core("int4")
end

-- ---- Exercises ------------------------------------------------------------

-- How much of what `int4` is ahead of `int` a change of `int` gains from DRAM.
function closed(exercise, version)
	local gain = 1 / tried_takes(exercise, version, "memory=dram") - 1
	return percent(gain / (copied("int4") / copied("int") - 1))
end

function four_are_not_enough()
	return not wide_gains_nothing()
		and closed("four", "grid_apart") < 95
end

function distance_is_to_blame()
	return four_are_not_enough()
		and closed("distance", "side_by_side") > 85
end

-- The share of its bandwidth that `once` keeps with such blocks, against blocks of 128 threads.
function blocks_keep(threads)
	return tried_keeps("blocks", "threads_" .. threads, "memory=dram")
end

-- Each block of 64 reads 1 KiB and writes it.
function small_started()
	return unit(tried("blocks", "threads_64", "memory=dram").gbs * 1000 / 2048, "")
end

function small_blocks_cost()
	return blocks_keep(64) < 95
end
