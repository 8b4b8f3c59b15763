// Proves that a newer pandoc weaves the same page: the chapter once more, by the
// pandoc 3 that the PDFs are made with, but for two known differences.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
const chapter = "chapters/03-vector.md";
const page = "build/site/nvidia-h200/vector.html";

console.log("1..1");
if (!existsSync("templates/node_modules")) {
	console.log("ok 1 - pandoc 3 # SKIP no npm packages");
	process.exit(0);
}
const require = createRequire(resolve("templates/package.json"));
const { convert, query } = await import(pathToFileURL(require.resolve("pandoc-wasm")).href);

// This pandoc sees a flat file system that holds what it is given: a slash in a
// path becomes two underscores, and the list of files that it writes is lost.
const flat = (path) => path.replaceAll("/", "__");
const files = {
	"page.html": readFileSync("templates/page.html", "utf8"),
	"flat.lua": `local open = io.open
		io.open = function(path, mode)
			if mode == "w" then
				local yes = function() return true end
				return { write = yes, close = yes }
			end
			return open((path:gsub("/", "__")), mode)
		end
		os.rename = function() return true end
		PANDOC_SCRIPT_FILE = "./weave.lua"
		return dofile("weave.lua")`,
};
for (const name of readdirSync("templates/weave"))
	files[name] = readFileSync(`templates/weave/${name}`, "utf8");
const read = readFileSync("build/depend/site/nvidia-h200/vector.html.d", "utf8")
	.split("\n\n")[0].replaceAll("\\\n", " ").trim().split(/\s+/).slice(1);
for (const path of read) files[flat(path)] = readFileSync(path, "utf8");

const result = await convert({
	from: "markdown-implicit_figures", to: "html5", standalone: true, wrap: "none",
	template: "page.html", filters: ["flat.lua"], "section-divs": true,
	"number-sections": true, "number-offset": [2], toc: true, "toc-depth": 2,
	metadata: { target: "html", machine: "nvidia-h200", file: chapter, out: page,
		reference: "nvidia-h200", lang: "en-GB" },
}, readFileSync(chapter, "utf8"), files);

// Pandoc 3 gives the contents' links an id and sections their whole number.
const known = (html) => html.replace(/ id="toc-[^"]*"/g, "")
	.replace(/ data-number="[0-9.]*"/g, "").trim();
const ours = known(readFileSync(page, "utf8")).split("\n");
const theirs = known(result.stdout ?? "").split("\n");
const at = theirs.findIndex((line, i) => line !== ours[i]);
const version = await query({ query: "version" });
if (theirs.length === ours.length && at < 0) {
	console.log(`ok 1 - pandoc ${version} weaves the same page`);
} else {
	console.log(`not ok 1 - pandoc ${version} weaves the same page`);
	console.log(`  # ${result.stderr || `line ${at + 1}:`}`);
	console.log(`  # - ${ours[at]?.slice(0, 200)}\n  # + ${theirs[at]?.slice(0, 200)}`);
}
