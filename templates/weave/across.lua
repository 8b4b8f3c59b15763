-- across.lua - tables of all machines side by side, each with its own numbers.
--
--   ::: {.across from="chapters/report.md"}   its tables of headlines, with a column
--                                             for each machine
--   ::: across            a table in it, in the same way; what others published of a
--                         row, by the name that its first cell has, comes first
--   ::: {.claims of="T"}  the claims with that letter, by machine, and by node that
--                         lends what editions show of them
--   ::: tally             how many claims hold, by machine
--   ::: {.machines of="copy l2"}   the machines, each with those headlines that it
--                                  has, at most four, and the fleet if it has a page

local book = require("book")
local csv = require("csv")
local edition = require("edition")
local expression = require("expression")
local live = require("live")
local measured = require("measured")
local report = require("report")
local rows = require("rows")
local across = {}

-- Calls visit(machine) for each machine, while expressions read its own data.
local function each_machine(visit)
	local own, machine = book.own, book.machine
	book.own = true
	for _, name in ipairs(edition.machines()) do
		book.turn_to(name)
		visit(name)
		csv.forget()
	end
	book.own = own
	book.turn_to(machine)
end

local function html(inlines)
	return (pandoc.write(pandoc.Pandoc({ pandoc.Plain(inlines) }), "html")
		:gsub("\n$", ""))
end

local function value_of(code)
	local value, _, lacking = expression.try(rows.expression(code), code)
	if not lacking and not measured.is(value) then
		book.fail(code, "`%s` was not measured: an expression needs a value from "
			.. "a table", rows.expression(code))
	end
	return not lacking and value or nil
end

-- ---- Rows of numbers, by machine -------------------------------------------------

-- What a row of a table asks for: its label, the name that this may have, and the
-- live values of what was measured and of its limit.
local function entry_of(row)
	local label = pandoc.utils.blocks_to_inlines(row.cells[1])
	local span = label[1] and label[1].t == "Span" and label[1]
	return { label = span and span.content or label,
		id = span and span.identifier or "", value = row.live[2],
		limit = row.live[3], cells = {} }
end

-- The tables of a list of blocks, as { title, entries }.
local function groups_of(blocks)
	local groups = pandoc.List()
	for _, block in ipairs(blocks) do
		if block.t == "Table" then
			local simple = pandoc.utils.to_simple_table(block)
			groups:insert({ title = pandoc.utils.blocks_to_inlines(
				simple.header[1]), entries = rows.of(simple):map(entry_of) })
		end
	end
	return groups
end

-- The tables of headlines of another page.
local function headlines_of(path)
	local groups = pandoc.List()
	book.blocks_of(path):walk({ Div = function(div)
		if div.classes:includes("headlines") then
			groups:extend(groups_of(div.content))
		end
	end })
	return groups
end

-- A machine's cell of an entry: the value, and under it its share of the limit.
local function cell_of(entry)
	local value = value_of(entry.value)
	if not value then
		return nil
	end
	local text = html({ live.show(value) })
	local limit = entry.limit and value_of(entry.limit)
	if limit then
		local share = measured.new(value.value / limit.value * 100, "%",
			measured.join(measured.rows(value), measured.rows(limit)))
		text = text .. ' <span class="share">' .. html({ live.show(share) })
			.. "</span>"
	end
	return text
end

-- What others published, by the name of a row.
local function published()
	local by_row = {}
	local text = book.read("chapters/published.csv") or ""
	for line in text:gmatch("[^\n]+") do
		local row, card, value, unit, limit, source = line:match(
			"^([%w_]+),([^,]+),([^,]+),([^,]*),([^,]*),([^,]+)$")
		if row and row ~= "row" then
			by_row[row] = by_row[row] or {}
			local share = tonumber(limit)
				and (" of %s"):format(limit) or ""
			table.insert(by_row[row], { card = card, source = source,
				value = value .. share .. (unit ~= "" and " " .. unit or "") })
		elseif not row and line:sub(1, 1) ~= "#" then
			book.fail("", "chapters/published.csv: cannot understand '%s'", line)
		end
	end
	return by_row
end

local function published_cell(facts)
	local parts = {}
	for i, fact in ipairs(facts or {}) do
		local following = facts[i + 1]
		local source = not (following and following.source == fact.source)
			and (" <cite>%s</cite>"):format(book.escape(fact.source)) or ""
		parts[#parts + 1] = ('<span class="fact">%s: <b>%s</b>%s</span>')
			:format(book.escape(fact.card), book.escape(fact.value), source)
	end
	return #parts > 0 and table.concat(parts, " ") or "–"
end

local function head(machine, page, title)
	return ('<th scope="col"><a href="%s/%s.html">%s</a></th>'):format(machine, page,
		book.escape(title))
end

-- The heads of the machines' columns.
local function heads(page)
	local all = {}
	for _, machine in ipairs(edition.machines()) do
		all[#all + 1] = head(machine, page, edition.title_of(machine))
	end
	return table.concat(all)
end

local function scrolling(name, class, lines)
	return pandoc.RawBlock("html", ('<div class="wide across" tabindex="0" '
		.. 'role="group" aria-label="%s"><table class="%s">'):format(name, class)
		.. table.concat(lines, "\n") .. "</table></div>")
end

local function side_by_side(groups, name, facts)
	local machines = edition.machines()
	each_machine(function(machine)
		for _, group in ipairs(groups) do
			for _, entry in ipairs(group.entries) do
				local cell = cell_of(entry)
				entry.cells[machine] = cell
				entry.told = entry.told or cell ~= nil
			end
		end
	end)
	local lines = { '<thead><tr><th scope="col">What</th>'
		.. (facts and '<th scope="col">Published</th>' or "")
		.. heads("report") .. "</tr></thead>" }
	for _, group in ipairs(groups) do
		local body = {}
		for _, entry in ipairs(group.entries) do
			if entry.told or facts and facts[entry.id] then
				local cells = {}
				for _, machine in ipairs(machines) do
					cells[#cells + 1] = "<td>" .. (entry.cells[machine] or "–")
						.. "</td>"
				end
				body[#body + 1] = '<tr><th scope="row">' .. html(entry.label)
					.. "</th>" .. (facts and '<td class="published">'
					.. published_cell(facts[entry.id]) .. "</td>" or "")
					.. table.concat(cells) .. "</tr>"
			end
		end
		if #body > 0 then
			local title = facts and "" or ('<tr class="group"><th scope="rowgroup"'
				.. ' colspan="%d"><span>%s</span></th></tr>\n'):format(
				#machines + 1, html(group.title))
			lines[#lines + 1] = "<tbody>" .. title .. table.concat(body, "\n")
				.. "</tbody>"
		end
	end
	return scrolling(name, "numbers", lines)
end

local function numbers(div)
	local from = div.attributes.from
	if from then
		return side_by_side(headlines_of(from), "Machines side by side")
	end
	local groups = groups_of(div.content)
	local facts, known = published(), {}
	for _, group in ipairs(groups) do
		for _, entry in ipairs(group.entries) do
			known[entry.id] = true
		end
	end
	for name in pairs(facts) do
		if not known[name] then
			book.fail("::: across", "chapters/published.csv speaks of '%s', which "
				.. "no row here is called", name)
		end
	end
	return side_by_side(groups, "Published and measured", facts)
end

-- ---- Claims, by machine ------------------------------------------------------------

local claims -- machine -> its claims; and the same by number

local function read_claims()
	claims = {}
	for _, machine in ipairs(edition.machines()) do
		local of = report.claims(machine)
		claims[machine] = of
		for _, claim in ipairs(of) do
			of[claim.id] = claim
		end
	end
	return claims
end

-- The claims of all machines in the order of the book: which are asked may depend
-- on the machine.
local function all_claims()
	local of = claims or read_claims()
	local all, seen = pandoc.List(), {}
	for _, chapter in ipairs(edition.chapters()) do
		for _, machine in ipairs(edition.machines()) do
			for _, claim in ipairs(of[machine]) do
				if claim.chapter.stem == chapter.stem and not seen[claim.id] then
					seen[claim.id] = true
					all:insert(claim)
				end
			end
		end
	end
	return all, of
end

local listed -- those that stand on this page, by number; nil where it lists none

-- Who lends the verdict of some claims and has no edition to show it.
local function nodes_of(asked)
	local nodes, seen = pandoc.List(), {}
	for _, machine in ipairs(edition.machines()) do
		seen[machine] = true
	end
	for _, claim in ipairs(asked) do
		for name in claim.lenders:gmatch("%S+") do
			if not seen[name] then
				seen[name] = true
				nodes:insert(name)
			end
		end
	end
	return nodes
end

local function verdict_cell(state, machine, claim)
	return ('<td class="%s"><a href="%s/%s.html#%s">%s</a></td>'):format(state, machine,
		claim.chapter.page, claim.id, report.words[state])
end

local function claims_by_machine(div)
	local letter = div.attributes.of
		or book.fail(div, "::: claims without of=\"a letter\"")
	listed = listed or {}
	local all, of = all_claims()
	local reference = of[book.reference] and book.reference
		or edition.machines()[1]
	local function wanted(claim)
		return claim.id:match("^%a+") == letter
	end
	local nodes = nodes_of((of[reference] or pandoc.List()):filter(wanted))
	local lines = { '<thead><tr><th scope="col">Claim</th><th scope="col">It says</th>'
		.. table.concat(nodes:map(function(node)
			return head(reference, "index", csv.machine(node).name)
		end)) .. heads("index") .. "</tr></thead><tbody>" }
	for _, claim in ipairs(all:filter(wanted)) do
		listed[claim.id] = true
		local cells = {}
		for _, node in ipairs(nodes) do
			local its = of[reference][claim.id]
			local lent = its and (" " .. its.lenders .. " "):find(" " .. node .. " ", 1, true)
			cells[#cells + 1] = verdict_cell(lent and its.verdict or "lacking", reference, claim)
		end
		for _, machine in ipairs(edition.machines()) do
			local its = of[machine][claim.id]
			cells[#cells + 1] = its and verdict_cell(its.state, machine, claim)
				or '<td class="lacking">not asked</td>'
		end
		lines[#lines + 1] = ('<tr><th scope="row" id="%s">%s</th><td>%s <a '
			.. 'class="chapter" href="%s/%s.html#%s">Chapter %d</a></td>')
			:format(claim.id, claim.id, claim.statement, reference,
			claim.chapter.page, claim.id, claim.chapter.number)
			.. table.concat(cells) .. "</tr>"
	end
	if #lines == 1 then
		return {}
	end
	lines[#lines + 1] = "</tbody>"
	local blocks = pandoc.List(div.content)
	blocks:insert(scrolling("Claims with " .. letter, "claims", lines))
	return blocks
end

-- Each claim has to stand on the page.
local function check_claims()
	for _, claim in ipairs((all_claims())) do
		if not listed[claim.id] then
			book.fail("::: {.claims", "claim %s of chapters/%s.md is in no table here: "
				.. 'add one with \'::: {.claims of="%s"}\' and a line of its own, \':::\'',
				claim.id, claim.chapter.stem, claim.id:match("^%a+"))
		end
	end
end

local function tally()
	local _, of = all_claims()
	local lines = { '<thead><tr><th scope="col">Machine</th>' }
	local states = { "holds", "fails", "unknown", "lacking" }
	for _, title in ipairs({ "Hold", "Do not hold", "Cannot be told",
		"Not measured" }) do
		lines[#lines + 1] = ('<th scope="col">%s</th>'):format(title)
	end
	lines[#lines + 1] = "</tr></thead><tbody>"
	for _, machine in ipairs(edition.machines()) do
		local counts, cells = report.tally(of[machine]), {}
		for _, state in ipairs(states) do
			cells[#cells + 1] = ("<td>%d</td>"):format(counts[state])
		end
		lines[#lines + 1] = ('<tr><th scope="row"><a href="%s/index.html">%s</a>'
			.. "</th>%s</tr>"):format(machine, book.escape(
			edition.title_of(machine)), table.concat(cells))
	end
	lines[#lines + 1] = "</tbody>"
	return scrolling("Claims by machine", "tally", lines)
end

-- ---- The machines, each with a few numbers -------------------------------------------

local function machines(div)
	local entries = {}
	for _, group in ipairs(headlines_of("chapters/report.md")) do
		for _, entry in ipairs(group.entries) do
			entries[entry.id] = entry
		end
	end
	local lines = { '<ul class="machines">' }
	each_machine(function(machine)
		local shown = {}
		for id in (div.attributes.of or ""):gmatch("%S+") do
			local entry = entries[id] or book.fail(div, "no headline of "
				.. "chapters/report.md is called '%s'", id)
			local cell = #shown < 4 and cell_of(entry)
			if cell then
				shown[#shown + 1] = ("<div><dt>%s</dt><dd>%s</dd></div>"):format(
					html(entry.label), cell)
			end
		end
		lines[#lines + 1] = ('<li><h3><a href="%s/index.html">%s</a></h3>'
			.. '<p><a href="%s/report.html">Report<span class="sr"> on %s</span>'
			.. "</a></p>%s</li>"):format(machine, book.escape(
			edition.title_of(machine)), machine, book.escape(
			edition.title_of(machine)), #shown > 0 and "<dl>"
			.. table.concat(shown) .. "</dl>" or "")
	end)
	if (book.read("build/fleet_page.txt") or ""):find("%S") then
		lines[#lines + 1] = '<li><h3><a href="fleet.html">A fleet of GPUs</a></h3>'
			.. "<p>Each GPU beside the others of its model.</p></li>"
	end
	lines[#lines + 1] = "</ul>"
	return pandoc.RawBlock("html", table.concat(lines, "\n"))
end

local made = { across = numbers, claims = claims_by_machine, tally = tally,
	machines = machines }

function across.Div(div)
	local make = made[div.classes[1]]
	return make and make(div) or nil
end

-- Behind all divisions.
function across.Pandoc()
	if listed then
		check_claims()
	end
end

return across
