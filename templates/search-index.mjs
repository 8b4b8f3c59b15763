// search-index.mjs OUT PAGE... - the text of pages by section, for search.js:
// [[page, chapter, [[id, title, text], ...]], ...]
//
// What a section says is searched: text, captions, code, claims. The data below a
// figure, where numbers come from and drawings are not.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " ", "&amp;": "&" };

function textOf(html) {
	return html.replace(/<\/?(?:p|div|li|td|th|pre|h\d|dt|dd|figcaption|figure|tr|summary|br)\b[^>]*>/g, " ")
		.replace(/<[^>]*>/g, "")
		.replace(/&(?:#39|\w+);/g, (entity) => entities[entity] ?? entity)
		.replace(/\s+/g, " ").trim();
}

// Outermost last: a table of data is taken out with all that it holds.
function proseOf(html) {
	return html.replace(/<svg[\s\S]*?<\/svg>/g, "")
		.replace(/<div class="data"[\s\S]*?<\/table><\/div>/g, "")
		.replace(/<span class="from"[\s\S]*?<\/span>/g, "")
		.replace(/<span class="(?:ref|number|sr)"[^>]*>(?:<span class="sr">.*?<\/span>)?[^<]*<\/span>/g, "");
}

function sectionsOf(html) {
	const main = html.match(/<main\b[^>]*>([\s\S]*)<\/main>/)?.[1] ?? "";
	const parts = proseOf(main).split(/<section id="([^"]*)" class="level[12][^>]*>/);
	let chapter = "";
	const sections = [];
	// What precedes the first section, then an id and a text for each.
	for (let i = 1; i < parts.length; i += 2) {
		const [, heading, rest] = parts[i + 1].match(/^\s*<h\d[^>]*>([\s\S]*?)<\/h\d>([\s\S]*)$/) ?? [null, "", parts[i + 1]];
		const title = textOf(heading.replace(/<span class="header-section-number">(.*?)<\/span>/, i === 1 ? "" : "$1 "));
		chapter ||= title;
		sections.push([i === 1 ? "" : parts[i], title, textOf(rest)]);
	}
	return [chapter, sections];
}

const [out, ...pages] = process.argv.slice(2);
const index = pages.map((file) => [basename(file), ...sectionsOf(readFileSync(file, "utf8"))]);
writeFileSync(`${out}.tmp`, `var searchIndex = ${JSON.stringify(index).replace(/\]\],\[/g, "]],\n[")};\n`);
renameSync(`${out}.tmp`, out);
