-- claim.lua - a statement with a test becomes a line with a verdict, and a condition chooses
-- which text is shown.
--
--   ::: {.claim #V3 test='compare(...).wins >= 17'}
--   The statement.
--
--   ::: holds          shown where the test is true, or says "holds"
--   ::: fails          shown where it is false, or says "fails"; ::: {.holds .fails} is shown for both
--   ::: stronger       shown where the test says "stronger": more than was claimed
--   ::: older          shown where it says "older": no longer so, because it was said of an older GPU
--   ::: unknown        shown where it says "unknown": nobody can tell, because the source gives no
--                      pattern, or because of the machine
--
--   ::: {.if test='...'}
--   Shown where the test is true.
--
--   ::: else           shown where it is not; may be left out
--
--   [In a line]{.if test='...'}[otherwise]{.else}    the same in a sentence; if the first cell of
--                      a table's row is one of these, it chooses the whole row
--
-- Each verdict that the test gives needs its branch, and a claim has at least two, because a page is
-- made for every machine. A claim also cannot be told where rows that the test asks for were not
-- measured, or where another expression, needs='...', is false; there '::: unknown' may be left
-- out, and a sentence of ours is shown.

local book = require("book")
local csv = require("csv")
local absent = require("absent")
local expression = require("expression")
local refs = require("refs")
local claim = {}

local verdicts = { holds = "Holds on", stronger = "Stronger than claimed on", older = "No longer so on",
	fails = "Does not hold on", unknown = "Cannot be told on" }

-- The divisions that are parts of another one, and which of them may be left out.
local parts = { claim = pandoc.List({ "holds", "stronger", "older", "fails", "unknown" }),
	["if"] = pandoc.List({ "else" }) }

-- ---- Conditions ------------------------------------------------------------------------

local function span_class(inline)
	return inline and inline.t == "Span" and inline.classes[1]
end

local function test_of(element)
	return element.attributes.test or book.fail(element, "'%s' has no test='...'", book.name_of(element))
end

-- The content of a claim or a condition without its parts, and the content of each part.
local function split(div)
	test_of(div)
	local rest, found = book.split(div, parts[div.classes[1]])
	local only = next(found)
	if div.classes[1] == "claim" and (not only or not next(found, only)) then
		book.fail(div, "'%s' needs a '::: %s', or a branch for another verdict", book.name_of(div),
			found.holds and "fails" or "holds")
	end
	return rest, found
end

-- The truth of a test, or its word for it if words are allowed; the tables that it has read and,
-- where the truth is nil because data are missing, what is missing, and of which experiment.
local function truth(code, element, words)
	local result, used, lacking, _, experiment = expression.try(code, element)
	if words and type(result) == "string" then
		if not words:includes(result) then
			book.fail(element, "the test `%s` says '%s', which is no verdict: there are %s", code, result, book.list(words))
		end
	elseif type(result) ~= "boolean" and not lacking then
		book.fail(element, "the test `%s` is neither true nor false", code)
	end
	return result, used, lacking, experiment
end

-- The truth of a condition; nil if an absent experiment decides it and neither branch is shown.
local function is_true(element)
	local test = test_of(element)
	local holds, _, lacking, experiment = truth(test, element)
	if absent.leave_out(element, experiment) then
		return nil
	elseif lacking then
		book.fail(element, "`%s`: %s; has(...) asks whether it is there", test, lacking)
	end
	return holds
end

-- Text that is not shown may speak of data that are not there, so it is not evaluated. But
-- this finds its slips, by compiling what is in it.
local function check(content)
	pandoc.Div(content):walk({ traverse = "topdown",
		Code = function(code)
			local text = code.text:match("^= (.*)$")
			if text then
				expression.compile(text, code)
			end
		end,
		Span = function(span)
			if span_class(span) == "if" then
				expression.compile(test_of(span), span)
			end
		end,
		Div = function(div)
			if parts[div.classes[1]] then
				split(div)
				expression.compile(div.attributes.test, div)
				expression.compile(div.attributes.needs or "true", div)
			end
		end })
end

-- ---- Blocks, sentences and rows that are chosen ---------------------------------------------

-- The claims and conditions inside of blocks, resolved.
local function resolve(blocks)
	return pandoc.Blocks(blocks):walk({ traverse = "topdown", Div = claim.Div, Inlines = claim.Inlines,
		Table = claim.Table })
end

-- The part that is shown, resolved, after a check of the other parts.
local function choose(found, class)
	for other, blocks in pairs(found) do
		if other ~= class then
			check(blocks)
		end
	end
	return resolve(found[class] or {})
end

local function condition(div)
	local rest, found = split(div)
	found["if"] = rest
	local holds = is_true(div)
	return choose(found, holds and "if" or holds == false and "else")
end

local function is_space(inline)
	return inline and (inline.t == "Space" or inline.t == "SoftBreak")
end

-- Adds an inline as if it had stood in the text behind the others: words join, and a space
-- follows no other space.
local function add(all, inline)
	local last = all[#all]
	if is_space(inline) and (not last or is_space(last)) then
		return
	elseif inline.t == "Str" and last and last.t == "Str" then
		all[#all] = pandoc.Str(last.text .. inline.text)
	else
		all:insert(inline)
	end
end

-- A sentence with its conditions resolved.
function claim.Inlines(inlines)
	local all, changed = pandoc.List(), false
	for i, inline in ipairs(inlines) do
		local class = span_class(inline)
		if class == "if" then
			changed = true
			local following = inlines[i + 1]
			local has_else = span_class(following) == "else"
			local branches = { [true] = inline.content, [false] = has_else and following.content or {} }
			local holds = is_true(inline)
			check({ pandoc.Plain(branches[not holds]) })
			local shown = pandoc.Inlines(holds ~= nil and branches[holds] or {})
			-- A sentence that has one of two parts makes no sense without both. Like a value that nobody
			-- has measured, the test then makes absent.lua leave the sentence out.
			if holds == nil and has_else then
				shown = pandoc.Inlines({ pandoc.Code("= " .. test_of(inline)) })
			end
			for _, each in ipairs(claim.Inlines(shown) or shown) do
				add(all, each)
			end
		elseif class == "else" and span_class(inlines[i - 1]) ~= "if" then
			book.fail(inline, "'[...]{.else}' must stand right behind a '[...]{.if test=...}'")
		elseif class ~= "else" then
			add(all, inline)
		end
	end
	if changed and is_space(all[#all]) then
		all:remove()
	end
	return changed and all or nil
end

-- Removes a paragraph of which nothing is shown.
function claim.Para(para)
	return #para.content == 0 and {} or nil
end

-- A condition that fills a cell may hide it.
local function is_shown(cell)
	local inlines = pandoc.utils.blocks_to_inlines(cell)
	return #inlines ~= 1 or span_class(inlines[1]) ~= "if" or is_true(inlines[1])
end

-- Takes a column out of a table. The others share its width.
local function remove_column(simple, column)
	local width = simple.widths:remove(column)
	simple.widths = simple.widths:map(function(each) return each / (1 - width) end)
	simple.aligns:remove(column)
	for _, cells in ipairs({ simple.header, table.unpack(simple.rows) }) do
		check(cells:remove(column))
	end
end

-- Removes the rows of a table whose first cell is a condition that is false, and the columns whose
-- head is one.
function claim.Table(block)
	local simple, changed = pandoc.utils.to_simple_table(block), false
	simple.rows = pandoc.List(simple.rows):filter(function(cells)
		local shown = is_shown(cells[1])
		changed = changed or not shown
		for _, cell in ipairs(shown and {} or cells) do
			check(cell)
		end
		return shown
	end)
	for column = #simple.header, 1, -1 do
		if not is_shown(simple.header[column]) then
			changed = true
			remove_column(simple, column)
		end
	end
	return changed and pandoc.utils.from_simple_table(simple) or nil
end

-- ---- Claims ------------------------------------------------------------------------------

-- One of the five verdicts, the tables that tell so, and what is lacking if that makes it unknown.
local function judge(div)
	local test, needs = div.attributes.test, div.attributes.needs
	if needs then
		local met, used, lacking = truth(needs, div)
		if not met then
			expression.compile(test, div)
			return "unknown", used, lacking or "it needs " .. needs
		end
	end
	local result, used, lacking = truth(test, div, parts.claim)
	if #used == 0 and not lacking then
		book.fail(div, "the test `%s` reads no table, so every machine would agree: ask for something measured", test)
	end
	local verdict = lacking and "unknown" or result == true and "holds" or result or "fails"
	return verdict, used, lacking
end

-- The first paragraph of a statement without links and notes, for lists of claims.
local function brief(blocks)
	local first = pandoc.Div({ blocks[1] }):walk({
		Note = function() return {} end,
		Link = function(link) return link.content end,
		SoftBreak = function() return pandoc.Space() end,
	})
	return pandoc.Plain(pandoc.utils.blocks_to_inlines(first.content))
end

-- The machines whose data a verdict rests on: this one or those that lend, each once and sorted.
local function machines_of(used)
	local machines = book.unique(pandoc.List({ table.unpack(used) }):map(function(t) return t.edition end))
	machines:sort()
	return machines
end

local noted = {} -- the claims of this page, each a line for report.lua

-- Writes them to build/claims.
function claim.write()
	local page = book.number and book.out:match("^build/site/(.+)%.html$")
	if page then
		book.write("build/claims/" .. page .. ".txt", table.concat(noted))
	end
end

local function statement(div)
	local rest, found = split(div)
	local id = div.identifier
	if not id:find("^%a+%d+%a?$") then
		book.fail(div, "'%s' needs a letter and a number, such as {.claim #M7", book.name_of(div))
	end
	refs.note(div, "claim " .. id)
	local state, used, lacking = judge(div)
	if not found[state] and not lacking then
		book.fail(div, "the test `%s` says '%s', but '%s' has no '::: %s'", div.attributes.test, state,
			book.name_of(div), state)
	elseif not found[state] then
		-- The folders of files mean nothing to a reader.
		found.unknown = { pandoc.Para(pandoc.Inlines("The data that would tell were not measured: "
			.. lacking:gsub("%S+/", "") .. ".")) }
	end
	local blocks, machines = resolve(rest), machines_of(used)
	local short = brief(blocks)
	noted[#noted + 1] = table.concat({ id, state, table.concat(machines, " "),
		(book.html({ short }):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")) }, "\t") .. "\n"
	blocks:extend(choose(found, state))
	local verdict = verdicts[state] .. " "
		.. (state == "unknown" and csv.machine(book.data_of).name
		or book.list(book.unique(machines:map(function(machine) return csv.machine(machine).name end))))
	if book.target == "typst" then
		local all = book.wrap(book.call("claim", id, book.label(id), state, verdict) .. "[", { short }, "][")
		all:extend(blocks)
		all:insert(book.raw("]"))
		return all
	end
	return book.wrap(('<div class="claim %s" id="%s" role="group" aria-label="Claim %s"><p class="verdict">'
		.. '<span class="label">%s</span> %s</p>'):format(state, id, id, id, book.escape(verdict)), blocks, "</div>")
end

-- Divisions are visited from outside in, because what a condition does not show must not be
-- evaluated. What this returns is done with.
function claim.Div(div)
	local class = div.classes[1]
	if parts[class] then
		return (class == "if" and condition or statement)(div), false
	end
end

return claim
