-- across.lua - tables of all machines side by side, each with its own numbers.
--
--   ::: {.across from="chapters/report.md"}   its tables of headlines, with a column for each
--                                             machine
--   ::: across            the same of a table in it; what others published of a row, by the name
--                         that its first cell has, comes first
--   ::: {.claims of="T"}  the claims with that letter, by machine, and by node that lends what
--                         editions show of them
--   ::: tally             how many claims hold, by machine
--   ::: {.machines of="copy l2"}   the machines, each with those of these headlines that it has,
--                                  at most four, and the fleet if it has a page
--   ::: {.overview of="copy l2"}   every machine on a line, with these headlines and what it lacks
--
-- If there are more than twelve machines, only the overview and the tally have them all.

local book = require("book")
local csv = require("csv")
local edition = require("edition")
local expression = require("expression")
local live = require("live")
local measured = require("measured")
local report = require("report")
local rows = require("rows")
local across = { divisions = {} }

-- Calls visit(machine) for each of these machines, while expressions read only its own data.
local function each_of(machines, visit)
	local own, machine = book.own, book.machine
	book.own = true
	for _, name in ipairs(machines) do
		book.turn_to(name)
		visit(name)
		csv.forget()
	end
	book.own = own
	book.turn_to(machine)
end

local function html(inlines)
	return book.html({ pandoc.Plain(inlines) })
end

local function link_to(machine, page, title)
	return ('<a href="%s/%s.html">%s</a>'):format(machine, page, book.escape(title or edition.title_of(machine)))
end

-- The heads of a table's columns: the first ones, and the machines, which lead to a page of each.
local function heads(first, page, machines)
	local all = pandoc.List(first)
	all:extend(machines:map(function(machine) return link_to(machine, page) end))
	return all
end

-- The machines that stand side by side. Those without a GPU come last, since they have a number in few rows, and a
-- telephone shows little more than the first columns.
local function gpus_first()
	local with, without = pandoc.List(), pandoc.List()
	for _, machine in ipairs(edition.compared()) do
		(csv.machine(machine).gpu and with or without):insert(machine)
	end
	return with .. without
end

-- ---- Headlines: numbers of a machine and their share of a limit ----------------------------------

-- Reads a row of a table: its label, the name that the label may have, and the live values of the
-- measurement and of its limit.
local function entry_of(row)
	local label = pandoc.utils.blocks_to_inlines(row.cells[1])
	local span = label[1] and label[1].t == "Span" and label[1]
	return { label = span and span.content or label, id = span and span.identifier or "", value = row.live[2],
		limit = row.live[3], cells = {} }
end

-- The tables in a list of blocks, each a { title, entries }.
local function groups_of(blocks)
	return pandoc.List(blocks):filter(function(block) return block.t == "Table" end):map(function(block)
		local simple = pandoc.utils.to_simple_table(block)
		return { title = pandoc.utils.blocks_to_inlines(simple.header[1]), entries = rows.of(simple):map(entry_of) }
	end)
end

-- The tables of headlines of another page, each a { title, entries }.
function across.headlines(path)
	local groups = pandoc.List()
	book.blocks_of(path):walk({ Div = function(div)
		if div.classes:includes("headlines") then
			groups:extend(groups_of(div.content))
		end
	end })
	return groups
end

-- The headlines of the report in one list.
function across.entries()
	local all = pandoc.List()
	for _, group in ipairs(across.headlines("chapters/report.md")) do
		all:extend(group.entries)
	end
	return all
end

-- The measured value of a code; nil where it cannot be told of this machine.
function across.value_of(code)
	local text = rows.expression(code)
	local value, _, lacking = expression.try(text, code)
	if not lacking and not measured.is(value) then
		book.fail(code, "`%s` was not measured: an expression needs a value from a table", text)
	end
	return not lacking and value or nil
end

-- A machine's cell of an entry: the value, and its share of the limit, or `no_share` in its place. Nil where it has
-- no value.
local function cell_of(entry, no_share)
	local value = across.value_of(entry.value)
	if not value then
		return nil
	end
	local text = html({ live.show(value) })
	local limit = entry.limit and across.value_of(entry.limit)
	if not limit then
		return text .. (no_share or "")
	end
	local share = measured.new(value.value / limit.value * 100, "%",
		measured.join(measured.rows(value), measured.rows(limit)))
	return text .. ' <span class="share">' .. html({ live.show(share) }) .. "</span>"
end

-- A table of groups with a column for each machine that has a number in it. `facts`, if there are any,
-- are what others published of an entry.
local function side_by_side(groups, name, facts)
	local has_any = {}
	each_of(edition.compared(), function(machine)
		for _, group in ipairs(groups) do
			for _, entry in ipairs(group.entries) do
				entry.cells[machine] = cell_of(entry, ' <span class="share"></span>') -- keeps room for those of others
				has_any[machine] = has_any[machine] or entry.cells[machine]
			end
		end
	end)
	local machines = gpus_first():filter(function(machine) return has_any[machine] end)
	local bodies = {}
	for _, group in ipairs(groups) do
		local body = {}
		for _, entry in ipairs(group.entries) do
			if next(entry.cells) or facts and facts[entry.id] then
				body[#body + 1] = '<tr><th scope="row">' .. html(entry.label) .. "</th>"
					.. (facts and '<td class="published">' .. (facts[entry.id] or "–") .. "</td>" or "")
					.. table.concat(machines:map(function(machine)
						return "<td>" .. (entry.cells[machine] or "–") .. "</td>"
					end)) .. "</tr>"
			end
		end
		local title = ('<tr class="group"><th scope="rowgroup" colspan="%d"><span>%s</span></th></tr>\n'):format(
			#machines + 1, html(group.title))
		bodies[#bodies + 1] = #body > 0 and (facts and "" or title) .. table.concat(body, "\n") or nil
	end
	return book.table(name, "numbers", heads({ "What", facts and "Published" or nil }, "report", machines), bodies, "across")
end

-- Reads what others published: for each row that they speak of, its cell.
local function published()
	local by_row = {}
	for line in (book.read("chapters/published.csv") or ""):gmatch("[^\n]+") do
		local row, card, value, unit, limit, source =
			line:match("^([%w_]+),([^,]+),([^,]+),([^,]*),([^,]*),([^,]+)$")
		if row and row ~= "row" then
			by_row[row] = by_row[row] or {}
			table.insert(by_row[row], { source = source, text = ("%s: <b>%s%s%s</b>"):format(book.escape(card),
				book.escape(value), tonumber(limit) and " of " .. limit or "", unit ~= "" and " " .. book.escape(unit) or "") })
		elseif not row and line:sub(1, 1) ~= "#" then
			book.fail("", "chapters/published.csv: cannot understand '%s'", line)
		end
	end
	for row, facts in pairs(by_row) do
		for i, fact in ipairs(facts) do
			local is_last = not facts[i + 1] or facts[i + 1].source ~= fact.source
			facts[i] = ('<span class="fact">%s%s</span>'):format(fact.text,
				is_last and (" <cite>%s</cite>"):format(book.escape(fact.source)) or "")
		end
		by_row[row] = table.concat(facts, " ")
	end
	return by_row
end

function across.divisions.across(div)
	if div.attributes.from then
		return side_by_side(across.headlines(div.attributes.from), "Machines side by side")
	end
	local groups, facts, known = groups_of(div.content), published(), {}
	for _, group in ipairs(groups) do
		for _, entry in ipairs(group.entries) do
			known[entry.id] = true
		end
	end
	for name in pairs(facts) do
		if not known[name] then
			book.fail("::: across", "chapters/published.csv speaks of '%s', which no row here is called", name)
		end
	end
	return side_by_side(groups, "Published and measured", facts)
end

-- The headlines that a division names in its attribute.
local function entries_of(div)
	local entries = across.entries()
	return book.words(div.attributes.of or ""):map(function(id)
		return entries:find_if(function(entry) return entry.id == id end)
			or book.fail(div, "no headline of chapters/report.md is called '%s'", id)
	end)
end

function across.divisions.machines(div)
	local entries, lines = entries_of(div), { '<ul class="machine-list">' }
	each_of(edition.compared(), function(machine)
		local shown = {}
		for _, entry in ipairs(entries) do
			local cell = #shown < 4 and cell_of(entry)
			shown[#shown + 1] = cell and ("<div><dt>%s</dt><dd>%s</dd></div>"):format(html(entry.label), cell) or nil
		end
		lines[#lines + 1] = ('<li><h3>%s</h3><p><a href="%s/report.html">Report<span class="sr"> on %s</span></a></p>%s</li>')
			:format(link_to(machine, "index"), machine, book.escape(edition.title_of(machine)),
			#shown > 0 and "<dl>" .. table.concat(shown) .. "</dl>" or "")
	end)
	if (book.read("build/fleet_page.txt") or ""):find("%S") then
		lines[#lines + 1] = '<li><h3><a href="fleet.html">A fleet of GPUs</a></h3>'
			.. "<p>Each GPU beside the others of its model.</p></li>"
	end
	lines[#lines + 1] = "</ul>"
	return book.raw(table.concat(lines, "\n"))
end

-- The experiments of which each machine has no table, as words, and how many; and the machines without an edition.
local function missing_by_machine()
	local has, lenders = {}, pandoc.List()
	for machine, name in (book.read("build/measured.txt") or ""):gmatch("(%S+) (%S+)\n") do
		has[machine .. " " .. name] = true
		lenders:insert(machine)
	end
	lenders = book.unique(lenders):filter(function(machine) return not edition.machines():includes(machine) end)
	return lenders, function(machine)
		local all = book.words(book.experiments):filter(function(name) return name ~= "history" end)
		local missing = all:filter(function(name) return not has[machine .. " " .. name] end)
		return #missing > 4 and ("%d of %d"):format(#missing, #all) or book.list(missing):gsub("^none$", "nothing"), #missing
	end
end

function across.divisions.overview(div)
	local entries, lines = entries_of(div), pandoc.List()
	local lenders, missing_of = missing_by_machine()
	local function add_line(machine, name, cell, date)
		local cells = pandoc.List({ name })
		cells:extend(entries:map(function(entry) return cell(entry) or "–" end))
		local words, count = missing_of(machine)
		cells:extend({ date, ('<span data-value="%d">%s</span>'):format(count, words) })
		lines:insert(book.row(cells))
	end
	each_of(edition.machines(), function(machine)
		add_line(machine, link_to(machine, "index"), cell_of,
			('<a href="%s/report.html">%s</a>'):format(machine, tostring(csv.machine(machine).date)))
	end)
	for _, node in ipairs(lenders) do
		add_line(node, book.escape(edition.title_of(node)), function() end, tostring(csv.machine(node).date))
	end
	local columns = pandoc.List({ "Machine" })
	columns:extend(entries:map(function(entry) return html(entry.label) end))
	columns:extend({ "Report of", "Tables missing" })
	return book.table("All machines", "numbers overview", columns, { table.concat(lines, "\n") }, "across")
end

-- ---- Claims, by machine ----------------------------------------------------------------------

local claims -- the claims of each machine, as a list and by number
local in_order -- the claims of all machines, each once, in the order of the book
local listed -- the claims in the tables of this page, by number; nil where it has no such table

local function read_claims()
	if claims then
		return
	end
	claims, in_order = {}, pandoc.List()
	for _, machine in ipairs(edition.machines()) do
		claims[machine] = report.claims(machine)
		for _, claim in ipairs(claims[machine]) do
			claims[machine][claim.id] = claim
		end
	end
	-- The claims that a chapter makes may depend on the machine.
	for _, chapter in ipairs(edition.chapters()) do
		for _, machine in ipairs(edition.machines()) do
			in_order:extend(claims[machine]:filter(function(claim) return claim.chapter.stem == chapter.stem end))
		end
	end
	in_order = book.unique(in_order, function(claim) return claim.id end)
end

-- The machines that lend the verdict of some claims, and have no edition to show it.
local function nodes_of(asked)
	local lenders = table.concat(asked:map(function(claim) return claim.lenders end), " ")
	return book.unique(book.words(lenders)):filter(function(name) return not edition.machines():includes(name) end)
end

function across.divisions.claims(div)
	local letter = div.attributes.of or book.fail(div, "'::: claims' needs the letter of its claims: {.claims of='T'}")
	read_claims()
	listed = listed or {}
	local machines = edition.compared()
	local reference = claims[book.reference] and book.reference or machines[1]
	local function is_wanted(claim)
		return claim.id:match("^%a+") == letter
	end
	local function verdict_cell(state, machine, claim)
		return ('<td class="%s"><a href="%s/%s.html#%s">%s</a></td>'):format(state, machine, claim.chapter.page, claim.id,
			report.words[state])
	end
	local nodes = nodes_of((claims[reference] or pandoc.List()):filter(is_wanted))
	local lines = in_order:filter(is_wanted):map(function(claim)
		listed[claim.id] = true
		local cells = nodes:map(function(node)
			local its = claims[reference][claim.id]
			local is_lent = its and book.words(its.lenders):includes(node)
			return verdict_cell(is_lent and its.verdict or "lacking", reference, claim)
		end)
		cells:extend(machines:map(function(machine)
			local its = claims[machine][claim.id]
			return its and verdict_cell(its.state, machine, claim) or '<td class="lacking">not asked</td>'
		end))
		return ('<tr><th scope="row" id="%s">%s</th><td>%s <a class="chapter" href="%s/%s.html#%s">Chapter %d</a></td>%s</tr>')
			:format(claim.id, claim.id, claim.statement, reference, claim.chapter.page, claim.id, claim.chapter.number,
			table.concat(cells))
	end)
	if #lines == 0 then
		return {}
	end
	local blocks = pandoc.List(div.content)
	local first = pandoc.List({ "Claim", "It says" })
	first:extend(nodes:map(function(node) return link_to(reference, "index", csv.machine(node).name) end))
	blocks:insert(book.table("Claims with " .. letter, "claims stacked", heads(first, "index", machines), { table.concat(lines, "\n") }, "across"))
	return blocks
end

function across.divisions.tally()
	read_claims()
	local lines = edition.machines():map(function(machine)
		local counts = report.tally(claims[machine])
		local cells = pandoc.List(report.states):map(function(state) return counts[state] end)
		cells:insert(1, link_to(machine, "index"))
		return book.row(cells)
	end)
	return book.table("Claims by machine", "tally stacked", { "Machine", "Hold", "Stronger than claimed", "No longer so",
		"Do not hold", "Cannot be told", "Not measured" },
		{ table.concat(lines, "\n") }, "across")
end

-- On a page that lists claims each claim must stand. Comes after all divisions.
function across.Pandoc()
	for _, claim in ipairs(listed and in_order or {}) do
		if not listed[claim.id] then
			book.fail("::: {.claims", "claim %s of chapters/%s.md is in no table here: add one with "
				.. '\'::: {.claims of="%s"}\' and a line of its own, \':::\'', claim.id, claim.chapter.stem,
				claim.id:match("^%a+"))
		end
	end
end

return across
