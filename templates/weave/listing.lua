-- listing.lua - code quoted from the compiled source, by named region, and machine code quoted
-- from the disassembly that was recorded with the measurement.
--
--   ```{.cuda file="kernels/copy.cu" region="scalar"}
--   ```
--   ```{.sass kernel="copy_wide_int4" match="LDG|STG"}
--   ```
--
-- A region stands between the lines "//> name" and "//< name". Such lines are left out, and the
-- others keep their true numbers.

local book = require("book")
local listing = {}

-- Pandoc's names of the languages that it highlights. For pandoc "sass" is a language of style sheets.
local languages = { cuda = "cpp", c = "c", sass = "default" }

-- The runs of consecutive lines of a region: { { first = 12, lines... }, ... }
local function region_of(path, name, block)
	local text = book.read(path) or book.fail(block, "cannot read %s: is the path right, from the folder of the Makefile?", path)
	local runs, names, inside, closed, number = {}, {}, false, false, 0
	for line in text:gmatch("([^\n]*)\n") do
		number = number + 1
		local sign, label = line:match("^%s*//([<>]) ([%w_-]+)%s*$")
		names[#names + 1] = sign == ">" and label or nil
		if sign and label == name then
			inside = sign == ">"
			closed = closed or sign == "<"
		elseif inside and not sign then
			local run = runs[#runs]
			if not run or run.first + #run ~= number then
				run = { first = number }
				runs[#runs + 1] = run
			end
			run[#run + 1] = line
		end
	end
	if #runs == 0 then
		book.fail(block, "%s has no region '%s'; its regions are %s", path, name, book.list(names))
	elseif not closed then
		book.fail(block, "%s: the region '%s' is not closed by '//< %s'", path, name, name)
	end
	return runs
end

-- The lines of a kernel's disassembly that hold one of the words in `match`, "LDG|STG", each a run
-- of its own; the path; and the machine that lent it, if this one has none.
local function sass_of(kernel, match, block)
	local function path_of(machine)
		return ("%s/sass/%s.sass"):format(book.results(machine), kernel)
	end
	local path, lender = path_of(book.data_of), nil
	local text = book.read(path)
	if not text then
		book.look_for_results()
		path, lender = path_of(book.reference), book.reference
		text = book.read(path) or book.fail(block,
			"no disassembly of '%s': no %s; 'make measure' on a machine with a GPU makes it", kernel, path)
	end
	local runs, number = {}, 0
	for line in text:gmatch("([^\n]*)\n") do
		number = number + 1
		for word in match:gmatch("[^|]+") do
			if line:find(word, 1, true) and not line:find("^#") then
				runs[#runs + 1] = { first = number, (line:gsub("^(/%*%x+%*/)%s+", "%1  "):gsub("%s*;$", "")) }
				break
			end
		end
	end
	if #runs == 0 then
		book.fail(block, "%s has no line with %s", path, match)
	end
	return runs, path, lender
end

local function typst_of(runs, title, language)
	local parts = pandoc.List(runs):map(function(run)
		return ("(%d, %s)"):format(run.first, book.quote(table.concat(run, "\n")))
	end)
	return book.raw(("#listing(%s, %s, (%s,))"):format(book.quote(title), book.quote(language), table.concat(parts, ", ")))
end

-- Pandoc needs ten times as long for C++ as for C, so on a page CUDA is C with these words.
local words = { template = true, typename = true, namespace = true, bool = true, reinterpret_cast = true,
	static_cast = true, nullptr = true }
local grid = { threadIdx = true, blockIdx = true, blockDim = true, gridDim = true }

-- Pandoc highlights, and begin() is what each line begins with.
local function highlighted(code, language, begin)
	local html = book.html({ pandoc.CodeBlock(code, pandoc.Attr("", { language == "cpp" and "c" or language, "numberLines" })) })
	return (html:match("<code.->(.*)</code>")
		:gsub("__%l+__", '<span class="kw">%0</span>')
		:gsub("%f[%w_]%l[%l_]+%f[^%w_]", function(word)
			return words[word] and ('<span class="kw">%s</span>'):format(word)
		end)
		:gsub("%f[%w_](%l+%u%l+)(<span class=\"op\">%.</span>)([xyz])%f[^%w_]", function(name, dot, axis)
			return grid[name] and ('<span class="bu">%s</span>%s%s'):format(name, dot, axis)
		end)
		:gsub('<span id="[^"]*"><a href="[^"]*"[^>]*></a>', begin))
end

-- Code that is no part of the sources has neither a title nor numbers.
local function sketch_of(code, language)
	return book.raw(('<figure class="listing"><pre tabindex="0"><code>%s</code></pre></figure>')
		:format(highlighted(code, language, function() return '<span class="line">' end)))
end

-- The line numbers are ours, because pandoc's are links without a name and know no gap between runs.
local function html_of(runs, title, language, link)
	local parts = pandoc.List(runs):map(function(run)
		local number = run.first - 1
		return highlighted(table.concat(run, "\n"), language, function()
			number = number + 1
			return ('<span class="line"><span class="number" aria-hidden="true">%d</span>'):format(number)
		end)
	end)
	title = book.escape(title):gsub("`([^`]*)`", "<code>%1</code>")
	if book.target == "html" then
		title = title:gsub("^[^,]+", ('<a href="%s">%%0</a>'):format(link))
	end
	return book.raw(('<figure class="listing"><figcaption><span>%s</span></figcaption><pre tabindex="0"><code>%s</code></pre></figure>')
		:format(title, table.concat(parts, '\n<span class="gap"></span>')))
end

-- Keeps a few characters of code on one line, which would else break at a space or inside of an arrow, and lets a
-- path break behind its slashes. It is raw because pandoc would take the class of code for a language, and read all
-- languages that it knows to look for it.
function listing.Code(code)
	local text = book.escape(code.text)
	if book.target ~= "html" then
		return nil
	elseif #code.text < 16 and code.text:find("[ -]") then
		return pandoc.RawInline("html", '<code class="short">' .. text .. "</code>")
	elseif code.text:find("%w/%w") then
		return pandoc.RawInline("html", "<code>" .. text:gsub("(%w/)(%w)", "%1<wbr>%2") .. "</code>")
	end
end

function listing.CodeBlock(block)
	local a = block.attributes
	local runs, title, link
	if a.file and a.region then
		runs = region_of(a.file, a.region, block)
		local last = runs[#runs]
		link = (book.machine == "." and "" or "../") .. "source/" .. a.file .. ".txt"
		title = ("%s, lines %d to %d"):format(a.file, runs[1].first, last.first + #last - 1)
	elseif a.kernel and a.match then
		local path, lender
		runs, path, lender = sass_of(a.kernel, a.match, block)
		link = (lender and "../" .. lender .. "/" or "") .. "sass/" .. a.kernel .. ".txt"
		title = ("%s, lines with `%s`%s"):format(path, (a.match:gsub("|", "` or `")), lender and " (the reference machine's)" or "")
	elseif a.file or a.region or a.kernel or a.match or #block.text == 0 then
		book.fail(block, 'a listing needs file="..." and region="...", or kernel="..." and match="..."')
	end
	local language = languages[block.classes[1]] or block.classes[1] or ""
	if not runs then
		return book.target ~= "typst" and sketch_of(block.text, language) or nil
	end
	return (book.target == "typst" and typst_of or html_of)(runs, title, language, link)
end

return listing
