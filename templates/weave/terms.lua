-- terms.lua - a filter of its own: the lines of the glossary that chapters need to link its terms.

package.path = PANDOC_SCRIPT_FILE:match("^(.*)/") .. "/?.lua;" .. package.path

local glossary = require("glossary")

return { { Pandoc = function(doc)
	return pandoc.Pandoc({ pandoc.RawBlock("plain", glossary.lines(doc)) })
end } }
