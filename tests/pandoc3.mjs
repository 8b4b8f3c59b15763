// Proves that a newer pandoc weaves the same pages: some of the reference machine's edition and of those of no
// edition, by the pandoc 3 that the PDFs are made with, but for four known differences. tests/long/pandoc3.mjs
// has it weave the others.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
const machine = "nvidia-h200";
const stems = (folder, pattern) => readdirSync(folder).map((name) => name.match(pattern)?.[1])
	.filter(Boolean).sort();
const chapters = stems("chapters", /^(\d+-.*)\.md$/);
// Lists for each page the text that it is made of, and its folder.
const pages = [...[...chapters, "report"].map((chapter) => [chapter, machine]),
	...["cover", "compare", "claims"].map((chapter) => [chapter, "."])]
	.filter(([chapter]) => /global|report|claims/.test(chapter) !== Boolean(process.env.OTHERS));

console.log(`1..${pages.length}`);
if (!existsSync("templates/node_modules")) {
	pages.forEach(([chapter], i) => console.log(`ok ${i + 1} - ${chapter} # SKIP no npm packages`));
	process.exit(0);
}
const require = createRequire(resolve("templates/package.json"));
const { convert, query } = await import(pathToFileURL(require.resolve("pandoc-wasm")).href);

// This pandoc sees a flat file system that holds what it is given: a slash in a
// path becomes two underscores, and the list of files that it writes is lost.
const flat = (path) => path.replaceAll("/", "__");
const weaver = {
	"page.html": readFileSync("templates/web/page.html", "utf8"),
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
	weaver[name] = readFileSync(`templates/weave/${name}`, "utf8");
weaver[flat("bench/README.md")] = readFileSync("bench/README.md", "utf8"); // says what columns mean
// Whether a name is an experiment's, the weaver asks by looking for its kernel.
for (const name of readdirSync("kernels")) weaver[`kernels__${name}`] = " ";
const experiments = ["machine", "kernels", "counters", "processes", "exercises", "mistakes", ...stems("kernels", /^(host_.*)\.c$/),
	...stems("kernels", /^(.*)\.cu$/)].join(" ");

// As weave.sh asks for it.
async function weave(chapter, folder, page) {
	const files = { ...weaver };
	const read = readFileSync(page.replace("build", "build/depend") + ".d", "utf8")
		.split("\n\n")[0].replaceAll("\\\n", " ").trim().split(/\s+/).slice(1);
	for (const path of read)
		if (statSync(path).isFile()) files[flat(path)] = readFileSync(path, "utf8");
	const number = Number(chapter.match(/^\d+/)?.[0] ?? 0);
	return convert({
		from: "markdown-implicit_figures", to: "html5", standalone: true, wrap: "none",
		template: "page.html", filters: ["flat.lua"], "section-divs": true,
		...number ? { "number-sections": true, "number-offset": [number - 1], toc: true, "toc-depth": 2 } : {},
		metadata: { target: "html", machine: folder, file: `chapters/${chapter}.md`, out: page,
			reference: machine, experiments, lang: "en-GB", "site-url": "" },
	}, readFileSync(`chapters/${chapter}.md`, "utf8"), files);
}

// Pandoc 3 gives the contents' links an id and sections their whole number, and rows of
// tables no class; no style sheet or script of ours asks for any of them. And it knows
// true, false and constexpr for keywords of C.
const known = (html) => html.replace(/ id="toc-[^"]*"/g, "")
	.replace(/ data-number="[0-9.]*"/g, "").replace(/<tr class="(?:header|odd|even)">/g, "<tr>")
	.replace(/<span class="kw">(true|false|constexpr)<\/span>/g, "$1").trim();

const version = await query({ query: "version" });
for (const [i, [chapter, folder]] of pages.entries()) {
	const name = chapter === "cover" ? "index" : chapter.replace(/^\d+-/, "");
	const page = `build/site/${folder === "." ? "" : `${folder}/`}${name}.html`;
	const result = await weave(chapter, folder, page);
	const ours = known(readFileSync(page, "utf8")).split("\n");
	const theirs = known(result.stdout ?? "").split("\n");
	const at = theirs.findIndex((line, j) => line !== ours[j]);
	const same = theirs.length === ours.length && at < 0;
	console.log(`${same ? "ok" : "not ok"} ${i + 1} - pandoc ${version} weaves the same ${page.replace("build/site/", "")}`);
	if (!same) {
		console.log(`  # ${result.stderr || `line ${at + 1}:`}`);
		console.log(`  # - ${ours[at]?.slice(0, 200)}\n  # + ${theirs[at]?.slice(0, 200)}`);
	}
}
