-- claim.lua - a statement with a test becomes a line with a verdict, and text that
-- depends on a test is chosen.
--
--   ::: {.claim #V3 test='compare(...).wins >= 17'}
--   The statement.
--
--   ::: holds          shown where the test is true
--   ::: fails          shown where it is not; ::: {.holds .fails} is both
--   ::: unknown        shown where it cannot be told; a sentence of ours if left out
--
--   ::: {.if test='...'}
--   Shown where the test is true.
--
--   ::: else           shown where it is not; may be left out
--
--   [In a line]{.if test='...'}[otherwise]{.else}    the same in a sentence;
--                      a row of a table that begins with one goes with it
--
-- A claim must say something in both cases: a page is made for every machine. It
-- cannot be told where rows that the test asks for were not measured, or where
-- needs='...', another expression, is false.

local book = require("book")
local csv = require("csv")
local absent = require("absent")
local expression = require("expression")
local refs = require("refs")
local claim = {}

local verdicts = { holds = "Holds on", fails = "Does not hold on",
	unknown = "Cannot be told on" }

-- The divisions that are parts of another, and those that may be left out.
local parts = { claim = pandoc.List({ "holds", "fails", "unknown" }),
	["if"] = pandoc.List({ "else" }) }
local optional = { unknown = true, ["else"] = true }

-- The class of a part of a sentence.
local function class_of(inline)
	return inline and inline.t == "Span" and inline.classes[1]
end

local function kind_of(div)
	return parts[div.classes[1]] and div.classes[1]
end

-- What a claim or an if is called in messages.
local function name_of(div)
	return div.t == "Span" and "[...]{." .. div.classes[1] .. "}"
		or div.identifier == "" and "::: {." .. div.classes[1] .. "}"
		or ".claim #" .. div.identifier
end

local function test_of(element)
	return element.attributes.test
		or book.fail(element, "'%s' without a test='...'", name_of(element))
end

-- The content of a division without its parts, and these by class.
local function split(div)
	local known = parts[kind_of(div)]
	test_of(div)
	local rest, found = pandoc.List(), {}
	for _, block in ipairs(div.content) do
		local class = block.t == "Div" and block.classes[1]
		if not known:includes(class) then
			rest:insert(block)
		end
		for _, each in ipairs(known:includes(class) and block.classes or {}) do
			if found[each] then
				book.fail(block, "'%s' has a second '::: %s'", name_of(div), each)
			end
			found[each] = block.content
		end
	end
	for _, class in ipairs(known) do
		if not found[class] and not optional[class] then
			book.fail(div, "'%s' needs a '::: %s'", name_of(div), class)
		end
	end
	return rest, found
end

-- The truth of a test, the tables that it has read and, where it is nil, why it
-- cannot be told.
local function truth(code, div)
	local result, used, lacking, _, experiment = expression.try(code, div)
	if type(result) ~= "boolean" and not lacking then
		book.fail(div, "the test `%s` is neither true nor false", code)
	end
	return result, used, lacking, experiment
end

-- What is not shown may speak of data that are not there, so nothing in it is
-- evaluated; but it is to be read as what it is.
local unseen = {
	traverse = "topdown",
	Code = function(code)
		local text = code.text:match("^= (.*)$")
		if text then
			expression.compile(text, code)
		end
	end,
	Span = function(span)
		if class_of(span) == "if" then
			expression.compile(test_of(span), span)
		end
	end,
	Div = function(div)
		if kind_of(div) then
			split(div)
			expression.compile(div.attributes.test, div)
			expression.compile(div.attributes.needs or "true", div)
		end
	end,
}

-- Of the parts of a division, the blocks of one, and no more than a look at the
-- others.
local function choose(found, class)
	for other, blocks in pairs(found) do
		if other ~= class then
			pandoc.Div(blocks):walk(unseen)
		end
	end
	return found[class] or pandoc.List()
end

-- Blocks with their own claims and ifs dealt with.
local function resolve(blocks)
	return pandoc.Blocks(blocks):walk({ traverse = "topdown", Div = claim.Div,
		Inlines = claim.Inlines, Table = claim.Table })
end

-- The truth of an if; nil where neither branch is to be shown.
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

local function if_else(div)
	local rest, found = split(div)
	found["if"] = rest
	local holds = is_true(div)
	return resolve(choose(found, holds and "if" or holds == false and "else"))
end

local function is_space(inline)
	return inline.t == "Space" or inline.t == "SoftBreak"
end

-- Adds an inline to others as if it had stood behind them in the text.
local function add(all, inline)
	local last = all[#all]
	if is_space(inline) and (not last or is_space(last)) then
		return -- nothing is shown between the two
	elseif inline.t == "Str" and last and last.t == "Str" then
		all[#all] = pandoc.Str(last.text .. inline.text)
	else
		all:insert(inline)
	end
end

-- The same in a sentence: what is shown of [...]{.if test='...'}[...]{.else}.
function claim.Inlines(inlines)
	local all, changed = pandoc.List(), false
	for i, inline in ipairs(inlines) do
		local class = class_of(inline)
		if class == "if" then
			changed = true
			local other = inlines[i + 1]
			local shown = inline.content
			local hidden = class_of(other) == "else" and other.content or pandoc.List()
			local holds = is_true(inline)
			if holds == nil then
				shown = pandoc.List()
			elseif not holds then
				shown, hidden = hidden, shown
			end
			pandoc.Span(hidden):walk(unseen)
			for _, each in ipairs(claim.Inlines(shown) or shown) do
				add(all, each)
			end
		elseif class == "else" and class_of(inlines[i - 1]) ~= "if" then
			book.fail(inline, "'[...]{.else}' not behind a '[...]{.if test=...}'")
		elseif class ~= "else" then
			add(all, inline)
		end
	end
	if changed and #all > 0 and is_space(all[#all]) then
		all:remove()
	end
	return changed and all or nil
end

-- A paragraph of which nothing is shown is none.
function claim.Para(para)
	return #para.content == 0 and {} or nil
end

-- A table without the rows whose first cell is an if that is not shown.
function claim.Table(block)
	local simple = pandoc.utils.to_simple_table(block)
	local kept = pandoc.List(simple.rows):filter(function(cells)
		local inlines = pandoc.utils.blocks_to_inlines(cells[1])
		local shown = #inlines ~= 1 or class_of(inlines[1]) ~= "if" or is_true(inlines[1])
		for _, cell in ipairs(shown and {} or cells) do
			pandoc.Div(cell):walk(unseen)
		end
		return shown
	end)
	if #kept < #simple.rows then
		simple.rows = kept
		return pandoc.utils.from_simple_table(simple)
	end
end

-- "holds", "fails" or "unknown", the tables that tell so, and why it is unknown.
local function judge(div)
	local test, needs = div.attributes.test, div.attributes.needs
	if needs then
		local met, used, lacking = truth(needs, div)
		if not met then
			expression.compile(test, div)
			return "unknown", used, lacking or "it needs " .. needs
		end
	end
	local holds, used, lacking = truth(test, div)
	if #used == 0 and not lacking then
		book.fail(div, "the test `%s` reads no table", test)
	end
	return lacking and "unknown" or holds and "holds" or "fails", used, lacking
end

-- What pages that list claims are told of this one's: the claims in their order,
-- each as a line of number, verdict, editions whose data tell, and statement.
local made = {}

-- A statement in a line, without notes, which say where it is from.
local function brief(blocks)
	local first = pandoc.Div({ blocks[1] }):walk({
		Note = function() return {} end,
		Link = function(link) return link.content end,
		SoftBreak = function() return pandoc.Space() end,
	})
	return pandoc.Plain(pandoc.utils.blocks_to_inlines(first.content))
end

local function line_of(blocks)
	local html = pandoc.write(pandoc.Pandoc({ brief(blocks) }), "html")
	return (html:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

local function note_claim(div, state, used, statement)
	local editions, seen = {}, {}
	for _, t in ipairs(used) do
		if not seen[t.edition] then
			seen[t.edition] = true
			editions[#editions + 1] = t.edition
		end
	end
	table.sort(editions)
	made[#made + 1] = table.concat({ div.identifier, state,
		table.concat(editions, " "), line_of(statement) }, "\t") .. "\n"
end

-- Writes them to build/claims, if they are not what stands there.
function claim.write()
	local path = book.out:match("^build/site/(.+)%.html$")
	if not path or not book.number then
		return
	end
	path = "build/claims/" .. path .. ".txt"
	local text = table.concat(made)
	local old = io.open(path, "rb")
	local same = old and old:read("a") == text
	if old then
		old:close()
	end
	if not same then
		local file = assert(io.open(path .. ".tmp", "w"))
		assert(file:write(text))
		assert(file:close())
		assert(os.rename(path .. ".tmp", path))
	end
end

-- The machines whose numbers a verdict is of: this one's, or the lender's.
local function whose(used)
	local names = {}
	for _, t in ipairs(used) do
		local name = csv.machine(t.edition).name
		if not names[name] then
			names[name] = true
			names[#names + 1] = name
		end
	end
	return book.list(names)
end

local function statement(div)
	local rest, found = split(div)
	if not div.identifier:find("^%a+%d+%a?$") then
		book.fail(div, "'%s' needs a letter and a number, such as {.claim #M7", name_of(div))
	end
	refs.note(div, "claim " .. div.identifier)
	local state, used, lacking = judge(div)
	if state == "unknown" and not found.unknown then
		-- Files without their folder, which is no business of a reader's.
		found.unknown = pandoc.List({ pandoc.Para(pandoc.Inlines(
			"The data that would tell were not measured: "
			.. lacking:gsub("%S+/", "") .. ".")) })
	end
	local blocks = resolve(rest)
	note_claim(div, state, used, blocks)
	local short = brief(blocks)
	blocks:extend(resolve(choose(found, state)))
	local verdict = verdicts[state] .. " " .. (state == "unknown"
		and csv.machine(book.data_of).name or whose(used))
	if book.target == "typst" then
		local said = book.wrap(("#claim(%s, %s, %s, %s)["):format(
			book.quote(div.identifier), book.quote(book.label(div.identifier)),
			book.quote(state), book.quote(verdict)), { short }, "][")
		said:extend(blocks)
		said:insert(pandoc.RawBlock("typst", "]"))
		return said
	end
	return book.wrap(('<div class="claim %s" id="%s" role="group" aria-label="Claim %s">'
		.. '<p class="verdict"><span class="label">%s</span> %s</p>'):format(
		state, div.identifier, div.identifier, div.identifier,
		book.escape(verdict)), blocks, "</div>")
end

-- Outermost first: what an if does not show is not to be evaluated. What comes
-- back is done with.
function claim.Div(div)
	local kind = kind_of(div)
	if kind then
		return (kind == "if" and if_else or statement)(div), false
	end
end

return claim
