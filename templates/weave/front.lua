-- front.lua - what only the front page of the site has.
--
--   ::: opening       what one sees first: text, and a figure beside it
--   ::: commands      how to measure one's own machine, and what these commands do. If make knows the
--                     REPO_URL they begin with a clone of it.
--   ::: questions     the chapters; a definition list gives the question of each by its page
--   [fails older]{.tally of="T G"}   how many claims with these letters have one of these verdicts on
--                                    the reference machine; [all]{.tally of="T G"}, how many there are

local book = require("book")
local edition = require("edition")
local report = require("report")
local front = { divisions = {} }

function front.divisions.opening(div)
	return book.wrap('<div class="opening">', div.content, "</div>")
end

function front.divisions.commands(div)
	local url = (book.read("build/repo.txt") or ""):match("%S+")
	-- git names the folder of a clone in the same way.
	local folder = url and url:gsub("/+$", ""):gsub("%.git$", ""):match("[^/]+$")
	local commands = pandoc.List(url and { "git clone " .. url, ("cd %s && make setup all"):format(folder) }
		or { "make setup all" })
	local address = url and ('<p class="address">Repository: <a href="%s">%s</a></p>'):format(book.escape(url),
		book.escape((url:gsub("^%a+://", ""))))
	return book.wrap(('<div class="commands"><figure class="listing"><figcaption>%s</figcaption><pre><code>%s'
		.. "</code></pre></figure>%s"):format(url and "Measure your GPU" or "Measure your GPU, in a copy of the book’s sources",
		table.concat(commands:map(function(line) return "<span>" .. book.escape(line) .. "\n</span>" end)), address or ""),
		div.content, "</div>")
end

function front.divisions.questions(div)
	local asked = {}
	div:walk({ DefinitionList = function(list)
		for _, item in ipairs(list.content) do
			asked[pandoc.utils.stringify(item[1])] = book.html({ pandoc.Plain(pandoc.utils.blocks_to_inlines(item[2][1])) })
		end
	end })
	local lines = {}
	for _, chapter in ipairs(edition.chapters()) do
		if chapter.number > 0 then
			local folder, title = book.data_of, book.escape(chapter.title)
			lines[#lines + 1] = ('<li><span class="number">%d</span> <div><a href="%s/%s.html">%s</a><p>%s</p></div> '
				.. '<a class="pdf" href="%s/%s.pdf">PDF<span class="sr"> of %s</span></a></li>'):format(chapter.number, folder,
				chapter.page, title, asked[chapter.page] or "", folder, chapter.stem, title)
		end
	end
	return book.raw('<ol class="chapters questions">' .. table.concat(lines, "\n") .. "</ol>")
end

function front.Span(span)
	if span.classes[1] ~= "tally" then
		return nil
	end
	local letters, verdicts = book.words(span.attributes.of), book.words(pandoc.utils.stringify(span.content))
	local counted = report.claims(book.data_of):filter(function(claim)
		return letters:includes(claim.id:match("^%a+")) and (verdicts[1] == "all" or verdicts:includes(claim.verdict))
	end)
	return pandoc.Str(tostring(#counted))
end

return front
