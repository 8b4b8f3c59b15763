-- listing.lua - code quoted from the compiled source, by named region, and
-- machine code quoted from the disassembly recorded with the measurement.
--
--   ```{.cuda file="kernels/copy.cu" region="scalar"}
--   ```
--   ```{.sass kernel="copy_wide_int4" match="LDG|STG"}
--   ```
--
-- A region stands between the lines "//> name" and "//< name". These lines are
-- left out, and the others keep their true numbers.

local book = require("book")
local listing = {}

-- What they are highlighted as. To pandoc "sass" is a kind of style sheet.
local languages = { cuda = "cpp", c = "c", sass = "default" }

local function lines_of(path, block)
	local text = book.read(path)
	if not text then
		book.fail(block, "cannot read %s", path)
	end
	local lines = {}
	for line in (text .. (text:sub(-1) == "\n" and "" or "\n"))
		:gmatch("([^\n]*)\n") do
		lines[#lines + 1] = line
	end
	return lines
end

-- The runs of consecutive lines of a region: { { first = 12, lines... }, ... }
local function region_of(path, name, block)
	local runs, names, inside, closed = {}, {}, false, false
	for number, line in ipairs(lines_of(path, block)) do
		local sign, label = line:match("^%s*//([<>]) ([%w_-]+)%s*$")
		if sign == ">" then
			names[#names + 1] = label
		end
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
		book.fail(block, "%s has no region '%s'; its regions are %s", path, name,
			book.list(names))
	elseif not closed then
		book.fail(block, "%s: the region '%s' is not closed by '//< %s'", path,
			name, name)
	end
	return runs
end

-- The lines of a kernel's disassembly that hold one of `match`, "LDG|STG", each
-- its own run since they are not neighbours.
local function sass_of(kernel, match, block)
	local edition
	local path = ("%s/sass/%s.sass"):format(book.results(book.data_of), kernel)
	local text = book.read(path)
	if not text then
		book.look_for_results()
		path = ("%s/sass/%s.sass"):format(book.results(book.reference), kernel)
		text = book.read(path)
		edition = book.reference
	end
	if not text then
		book.fail(block, "no disassembly of '%s': no %s; 'make measure' on a "
			.. "machine with a GPU makes it", kernel, path)
	end
	local runs, number = {}, 0
	for line in text:gmatch("([^\n]*)\n") do
		number = number + 1
		for word in match:gmatch("[^|]+") do
			if line:find(word, 1, true) and not line:find("^#") then
				runs[#runs + 1] = { first = number,
					(line:gsub("^(/%*%x+%*/)%s+", "%1  "):gsub("%s*;$", "")) }
				break
			end
		end
	end
	if #runs == 0 then
		book.fail(block, "%s has no line with %s", path, match)
	end
	return runs, path, edition
end

local function typst_of(runs, title, language)
	local parts = {}
	for _, run in ipairs(runs) do
		parts[#parts + 1] = ("(%d, %s)"):format(run.first,
			book.quote(table.concat(run, "\n")))
	end
	return pandoc.RawBlock("typst", ("#listing(%s, %s, (%s,))"):format(
		book.quote(title), book.quote(language), table.concat(parts, ", ")))
end

-- C++ takes pandoc ten times as long as C: on a page CUDA is C, with these words.
local words = { template = true, typename = true, namespace = true, bool = true,
	reinterpret_cast = true, static_cast = true, nullptr = true }
local grid = { threadIdx = true, blockIdx = true, blockDim = true, gridDim = true }

-- Pandoc highlights; the numbers are ours, since a run of lines that was left
-- out is a gap in them, and pandoc's are links without a name.
local function html_of(runs, title, language, link)
	local parts = {}
	for _, run in ipairs(runs) do
		local number = run.first - 1
		local block = pandoc.CodeBlock(table.concat(run, "\n"),
			pandoc.Attr("", { language == "cpp" and "c" or language, "numberLines" }))
		local html = pandoc.write(pandoc.Pandoc({ block }), "html")
		parts[#parts + 1] = html:match("<code.->(.*)</code>")
			:gsub("__%l+__", '<span class="kw">%0</span>')
			:gsub("%f[%w_]%l[%l_]+%f[^%w_]", function(word)
				return words[word] and ('<span class="kw">%s</span>'):format(word)
			end)
			:gsub("%f[%w_](%l+%u%l+)(<span class=\"op\">%.</span>)([xyz])%f[^%w_]",
				function(name, dot, axis)
					return grid[name] and ('<span class="bu">%s</span>%s%s'):format(
						name, dot, axis)
				end)
			:gsub('<span id="[^"]*"><a href="[^"]*"[^>]*></a>', function()
				number = number + 1
				return ('<span class="line"><span class="number" aria-hidden='
					.. '"true">%d</span>'):format(number)
			end)
	end
	title = book.escape(title):gsub("`([^`]*)`", "<code>%1</code>")
	if book.target == "html" then
		title = title:gsub("^[^,]+", ('<a href="%s">%%0</a>'):format(link))
	end
	return pandoc.RawBlock("html", ('<figure class="listing"><figcaption><span>%s'
		.. '</span></figcaption><pre tabindex="0"><code>%s</code></pre></figure>')
		:format(title, table.concat(parts, '\n<span class="gap"></span>')))
end

-- A few characters of code stay on one line. Raw, since pandoc takes the class of code
-- for a language, and reads all that it knows to look for it.
function listing.Code(code)
	if book.target == "html" and #code.text < 12 and code.text:find(" ") then
		return pandoc.RawInline("html", '<code class="short">' .. book.escape(code.text)
			.. "</code>")
	end
end

function listing.CodeBlock(block)
	local a = block.attributes
	local runs, title, link
	if a.file and a.region then
		runs = region_of(a.file, a.region, block)
		local last = runs[#runs]
		link = (book.machine == "." and "" or "../") .. "source/" .. a.file .. ".txt"
		title = ("%s, lines %d to %d"):format(a.file, runs[1].first,
			last.first + #last - 1)
	elseif a.kernel and a.match then
		local path, edition
		runs, path, edition = sass_of(a.kernel, a.match, block)
		link = (edition and "../" .. edition .. "/" or "") .. "sass/" .. a.kernel .. ".txt"
		title = ("%s, lines with `%s`%s"):format(path,
			(a.match:gsub("|", "` or `")),
			edition and " (the reference machine's)" or "")
	elseif a.file or a.region or a.kernel or a.match or #block.text == 0 then
		book.fail(block, 'a listing needs file="..." and region="...", '
			.. 'or kernel="..." and match="..."')
	else
		return nil
	end
	local language = languages[block.classes[1]] or block.classes[1] or ""
	return (book.target == "typst" and typst_of or html_of)(runs, title,
		language, link)
end

return listing
