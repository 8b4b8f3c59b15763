-- claim.lua - a statement with a test becomes a line with a verdict.
--
--   ::: {.claim #V3 test='compare(...).wins >= 17' source="..."}
--   The statement.
--
--   ::: holds          shown where the test is true
--   ::: fails          shown where it is not
--
-- A claim must say something in both cases: a page is made for every machine.

local book = require("book")
local csv = require("csv")
local expression = require("expression")
local claim = {}

local words = {
	[true] = { class = "holds", verdict = "Holds" },
	[false] = { class = "fails", verdict = "Does not hold" },
}

-- The truth of a division's test; `mark` tells where it stands.
local function truth(div, mark)
	if not div.attributes.test then
		book.fail(mark, "'%s' without a test='...'", mark)
	end
	local result = expression.value(div.attributes.test, mark)
	if type(result) ~= "boolean" then
		book.fail(mark, "the test `%s` is neither true nor false",
			div.attributes.test)
	end
	return result
end

-- What is not shown has still to be counted, or the lines in later messages
-- would be wrong.
local function drop(blocks)
	pandoc.Div(blocks):walk({
		Code = function(code) book.pass("`" .. code.text .. "`") end,
		CodeBlock = function(block)
			book.pass(('region="%s"'):format(block.attributes.region))
			book.pass(('kernel="%s"'):format(block.attributes.kernel))
		end,
	})
end

-- The content of a division without its branches, which are the divisions in it
-- with one of the classes, and the branches by class. All must be there.
local function split(div, classes, mark)
	local rest, branches = pandoc.List(), {}
	for _, block in ipairs(div.content) do
		local class = block.t == "Div" and block.classes[1]
		if classes:includes(class) then
			branches[class] = block.content
		else
			rest:insert(block)
		end
	end
	for _, class in ipairs(classes) do
		if not branches[class] then
			book.fail(mark, "'%s' needs a '::: %s'", mark, class)
		end
	end
	return rest, branches
end

-- ::: {.if test='...'} ... ::: else ... Either may be what a machine shows.
local function if_else(div)
	local mark = "test='" .. (div.attributes.test or "")
	local holds = truth(div, mark)
	local shown, branches = split(div, pandoc.List({ "else" }), mark)
	book.pass(mark)
	drop(holds and branches["else"] or shown)
	return holds and shown or branches["else"]
end

function claim.Div(div)
	if div.classes:includes("if") then
		return if_else(div)
	elseif not div.classes:includes("claim") then
		return nil
	end
	local mark = ".claim #" .. div.identifier
	local holds = truth(div, mark)
	local test = div.attributes.test
	local data = csv.open(test:match("[%a_][%w_]*%s*%(%s*([%a_][%w_]*)")
		or test:match("[%a_][%w_]*"), function(message, ...)
		book.fail(mark, message, ...)
	end)
	local blocks, branches = split(div, pandoc.List({ "holds", "fails" }), mark)
	blocks:extend(branches[words[holds].class])
	drop(branches[words[not holds].class])
	local verdict = words[holds].verdict .. " on "
		.. csv.machine(data.edition).name
	if book.target == "typst" then
		return book.wrap(("#claim(%s, %s, %s)["):format(
			book.quote(div.identifier), book.quote(words[holds].class),
			book.quote(verdict)), blocks, "]")
	end
	return book.wrap(('<div class="claim %s" id="%s" role="group" aria-label="Claim %s">'
		.. '<p class="verdict"><span class="label">%s</span> %s</p>'):format(
		words[holds].class, div.identifier, div.identifier, div.identifier,
		book.escape(verdict)), blocks, "</div>")
end

return claim
