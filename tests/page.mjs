// Proves in a real browser that the pages can be read: on a telephone and on a
// desk, by day and by night, by keyboard, and without a network.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(here, "package.json"));
const site = resolve(here, "../build/site");

let count = 0;
function ok(good, what, why = "") {
	count += 1;
	console.log(`${good ? "" : "not "}ok ${count} - ${what}`);
	if (!good) console.log(String(why).replace(/^/gm, "  # "));
}

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser",
	"/usr/bin/google-chrome"].find(existsSync);
if (!chromium || !existsSync(join(here, "node_modules"))) {
	console.log(`ok 1 - pages # SKIP no ${chromium ? "npm packages" : "Chromium"}`);
	console.log("1..1");
	process.exit(0);
}

const { chromium: driver } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

const pages = readdirSync(site, { recursive: true })
	.filter((file) => file.endsWith(".html") && !/^fleet(\.html$|\/)/.test(file))
	.map((file) => join(site, file));
// Of a fleet those of a made-up one: its page, and who is slow.
const fleet = mkdtempSync(join(tmpdir(), "fleet-"));
process.on("exit", () => rmSync(fleet, { recursive: true }));
execFileSync("bash", [join(here, "fleet/site.sh"), fleet], { stdio: ["ignore", "ignore", "pipe"] });
pages.push(join(fleet, "build/site/fleet.html"), join(fleet, "build/site/fleet/n0-gpu3.html"));

const browser = await driver.launch({
	executablePath: chromium,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update",
		"--disable-sync"],
});

async function open(file, width, theme, options = {}) {
	const page = await browser.newPage({
		viewport: { width, height: 900 }, colorScheme: theme, ...options,
	});
	page.complaints = [];
	page.on("console", (m) => m.type() === "error" && page.complaints.push(m.text()));
	page.on("pageerror", (e) => page.complaints.push(e.message));
	page.on("request", (r) => r.url().startsWith("file:")
		|| page.complaints.push(`asks for ${r.url()}`));
	page.on("requestfailed", (r) => page.complaints.push(`cannot get ${relative(site, r.url())}`));
	await page.goto(pathToFileURL(file).href);
	return page;
}

for (const file of pages) {
	const name = relative(site, file);
	for (const width of [360, 1280, 1500])
		for (const theme of ["light", "dark"]) {
			// What axe is put in by, the page's policy forbids.
			const page = await open(file, width, theme, { bypassCSP: true });
			const where = `${name}, ${width} px, ${theme}`;
			const wider = await page.evaluate(() =>
				document.documentElement.scrollWidth - document.documentElement.clientWidth);
			ok(wider <= 0, `${where}: no sideways scroll`, `${wider} px too wide`);
			ok(page.complaints.length === 0, `${where}: loads, from files alone`,
				page.complaints.join("\n"));
			await page.addScriptTag({ path: axe });
			const found = await page.evaluate(async () => (await axe.run(document, {
				runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
			})).violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3)
				.map((n) => n.html.slice(0, 120)).join(" | ")}`));
			ok(found.length === 0, `${where}: axe finds nothing`, found.join("\n"));
			await page.close();
		}
}

const chapter = join(site, "nvidia-h200/vector.html");
{
	const colours = {};
	for (const theme of ["light", "dark"]) {
		const page = await open(chapter, 1280, theme);
		colours[theme] = await page.evaluate(() => [...document
			.querySelectorAll("#fig-copy svg [stroke], #fig-copy svg [fill]")]
			.map((e) => getComputedStyle(e).stroke + getComputedStyle(e).fill).join());
		await page.close();
	}
	ok(colours.light.length > 0 && colours.light !== colours.dark,
		"figures follow the theme", "the same colours in both");
}
// On a telephone what counts in a table is in sight before it is scrolled.
for (const [file, cells] of [["claims.html", ".claims td:nth-child(3)"],
	["nvidia-h200/report.html", ".side td"]]) {
	const page = await open(join(site, file), 360, "light");
	const hidden = await page.evaluate((cells) => [...document.querySelectorAll(cells)]
		.filter((cell) => cell.getBoundingClientRect().right > document.documentElement.clientWidth)
		.map((cell) => cell.textContent), cells);
	ok(hidden.length === 0, `${file}: on a telephone ${cells} is in sight`, hidden.join("\n"));
	await page.close();
}
{
	const page = await open(chapter, 1280, "light");
	const live = page.locator("main p > .live").first();
	const from = live.locator(".from");
	ok(!await from.isVisible(), "where a number comes from is not in the way");
	await live.focus();
	ok(await from.isVisible(), "a number that has the focus says where it comes from");
	ok(/\.csv.*Measured on NVIDIA H200/.test(await from.textContent()),
		"it names file and machine", await from.textContent());
	const term = page.locator("main p .term a").first();
	const meaning = page.locator("main p .term .from").first();
	ok(!await meaning.isVisible(), "what a term means is not in the way");
	await term.focus();
	ok(await meaning.isVisible(), "a term that has the focus says what it means");
	await page.mouse.move(0, 0);
	await term.blur();
	await term.hover();
	ok(await meaning.isVisible(), "and so does one that is pointed at");
	const href = await term.getAttribute("href");
	await term.click();
	await page.waitForLoadState();
	ok(page.url().endsWith(href) && await page.evaluate(() =>
		document.querySelector(":target") !== null), "and it leads to its entry", page.url());
	await page.goBack();
	const broken = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")]
		.map((a) => a.getAttribute("href"))
		.filter((href) => !document.getElementById(decodeURIComponent(href.slice(1)))));
	ok(broken.length === 0, "links within the page lead somewhere", broken.join("\n"));
	await page.close();
}
for (const file of pages.filter((file) => file.includes("nvidia-h200"))) {
	const text = readFileSync(file, "utf8");
	const unknown = [...text.matchAll(/<div class="claim unknown" id="([^"]*)"/g)].map((m) => m[1]);
	ok(unknown.length === 0, `${relative(site, file)}: the reference machine can tell of every claim`,
		unknown.join(", "));
}
for (const file of pages) {
	const page = await open(file, 1280, "light");
	const links = await page.evaluate(() => [...document.querySelectorAll("a[href]")]
		.map((a) => a.href).filter((href) => href.startsWith("file:")));
	ok(page.complaints.length === 0, `${relative(site, file)}: its policy lets it have all it asks for`,
		page.complaints.join("\n"));
	await page.close();
	const dead = links.filter((href) => !existsSync(fileURLToPath(href.replace(/#.*/, ""))));
	ok(dead.length === 0, `${relative(site, file)}: links to other files lead somewhere`,
		dead.map((href) => relative(site, fileURLToPath(href))).join("\n"));
}
{
	const page = await open(chapter, 1280, "light");
	const words = await page.evaluate(() => document.querySelector("#fig-copy [role=img]")
		?.getAttribute("aria-label") ?? "");
	ok(words.length > 40, "the figure says in words what it shows", words);
	await page.locator("#fig-copy details summary").click();
	const rows = await page.locator("#fig-copy tbody tr").count();
	ok(rows > 50, "the figure's data can be opened as a table", `${rows} rows`);
	await page.close();
}

// ---- What the script adds -----------------------------------------------------------

{
	const page = await open(chapter, 1280, "dark");
	const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	const dark = await paper();
	await page.locator(".theme").click();
	const light = await paper();
	ok(light !== dark, "the theme button makes a dark page light", light);
	await page.reload();
	ok(await paper() === light, "and it stays so");
	await page.locator(".theme").click();
	ok(await paper() === dark, "then dark");
	await page.emulateMedia({ media: "print" });
	ok(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme) === "light",
		"paper is always light");
	await page.close();
}
for (const name of ["compare", "claims", "nvidia-h200/vector"]) {
	const page = await open(join(site, `${name}.html`), 1280, "light");
	const paper = await page.pdf({ preferCSSPageSize: true });
	const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(paper.toString("latin1")) ?? [];
	ok(width > 0 && Number(width) > Number(height) === !name.includes("/"),
		`${name} is printed ${name.includes("/") ? "upright" : "across"}`, `${width} by ${height} points`);
	await page.close();
}
{
	const page = await open(`${chapter}`, 1280, "light");
	ok(await page.locator("#site-contents [aria-current=location]").count() === 0,
		"above the first section none is marked");
	await page.locator("#sec-wide").evaluate((section) => section.scrollIntoView());
	await page.waitForTimeout(200);
	ok(await page.locator("#site-contents [aria-current=location]").getAttribute("href") === "#sec-wide",
		"the contents mark the section that is being read");
	const before = await page.evaluate(() => scrollY);
	await page.locator(".to-machines").click();
	ok(await page.locator("#site-machines").isVisible() && await page.evaluate(() => scrollY) === before,
		"the machine switch opens, and nothing moves");
	const hrefs = await page.locator("#site-machines a").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
	ok(hrefs.length > 0 && hrefs.every((href) => /\/vector\.html#sec-wide$/.test(href)),
		"it leads to the same section of the same chapter", hrefs.join("\n"));
	await page.keyboard.press("Escape");
	await page.keyboard.press("ArrowRight");
	await page.waitForURL(/pinned\.html/);
	await page.keyboard.press("ArrowLeft");
	await page.waitForURL(/vector\.html/);
	ok(true, "the arrow keys turn the page");
	await page.locator(".data").first().evaluate((box) => box.closest("details").open = true);
	await page.locator(".find").click();
	await page.keyboard.press("ArrowLeft");
	await page.waitForTimeout(200);
	ok(/vector\.html/.test(page.url()), "but not while one types");
	await page.close();
}
{
	const page = await open(chapter, 1280, "light");
	const asked = [];
	page.on("request", (request) => request.url().endsWith(".js") && asked.push(request.url()));
	await page.keyboard.press("/");
	await page.locator("dialog.search [type=search]").fill("pinned mem");
	await page.locator(".results a").first().waitFor();
	ok(asked.length === 2, "search loads its library and its index when it is asked for", asked.join("\n"));
	const heads = await page.locator(".results h2").allTextContents();
	ok(heads.includes("Pinned and mapped memory"), "results are grouped by chapter", heads.join());
	ok(await page.locator(".results a mark").count() > 0, "with what was found marked in its context");
	await page.keyboard.press("ArrowDown");
	ok(await page.evaluate(() => document.activeElement.matches(".results a")), "arrow keys go to the results");
	await page.locator("dialog.search [type=search]").fill("grid-stride loop everyone writes");
	await page.waitForFunction(() => /^1 section/.test(document.querySelector(".said").textContent));
	await page.keyboard.press("Enter");
	await page.waitForURL(/#sec-scalar/);
	ok(!await page.locator("dialog.search").isVisible(), "Enter leads to the section", page.url());
	ok(page.complaints.length === 0, "and nothing fails", page.complaints.join("\n"));
	await page.close();
}
{
	const page = await open(chapter, 1280, "light");
	const dialog = page.locator("dialog.search");
	const shown = () => dialog.isVisible();
	const appears = (what) => what.waitFor({ timeout: 5000 }).then(() => true, () => false);
	const close = async () => {
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
	};
	await page.keyboard.press("Control+k");
	ok(await appears(dialog), "Ctrl K opens the search, too");
	await page.locator("dialog.search [type=search]").fill("throttled samples");
	ok(await appears(page.locator(".results a[href*='report.html#']").first()), "which finds what the report says");
	await page.locator("dialog.search [type=checkbox]").uncheck();
	await close();
	await page.keyboard.press("/");
	ok(!await shown(), "the key / can be switched off");
	await page.reload();
	await page.keyboard.press("/");
	ok(!await shown(), "and stays so");
	await page.keyboard.press("Control+k");
	await page.locator("dialog.search [type=checkbox]").check();
	await close();
	await page.keyboard.press("/");
	ok(await appears(dialog), "until it is switched on");
	await page.close();
}
{
	const page = await open(chapter, 1280, "light", { bypassCSP: true });
	await page.keyboard.press("/");
	await page.locator("dialog.search [type=search]").fill("memory");
	await page.locator(".results a").first().waitFor();
	await page.addScriptTag({ path: axe });
	const found = await page.evaluate(async () => (await axe.run("dialog")).violations.map((v) => v.id));
	ok(found.length === 0, "axe finds nothing in the search", found.join());
	await page.close();
}
{
	const context = await browser.newContext({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
	const page = await context.newPage();
	await page.goto(pathToFileURL(chapter).href);
	const inside = (note) => note.evaluate((e) => {
		const box = e.getBoundingClientRect();
		return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
	});
	const term = page.locator("main p .term").first();
	await term.locator("a").tap();
	ok(await inside(term.locator(".from")) && /vector/.test(page.url()),
		"a tap on a term shows what it means, within the window");
	await term.locator("a").tap();
	await page.waitForURL(/glossary\.html/);
	ok(true, "and a second one leads to its entry");
	await page.goBack();
	const live = page.locator("main p > .live").first();
	await live.tap();
	ok(await inside(live.locator(".from")), "a tap on a number shows where it is from, within the window");
	await page.locator(".to-contents").tap();
	ok(await page.locator("#site-contents").isVisible(), "the contents open from the top bar");
	await context.close();
}
for (const width of [820, 1344, 1500]) {
	const page = await open(chapter, width, "light");
	const outside = [];
	for (const host of await page.locator("main :is(.live, .term)").all()) {
		if (!await host.isVisible())
			continue;
		await host.hover();
		const wrong = await host.locator(".from").evaluate((e) => {
			const box = e.getBoundingClientRect();
			return box.left < 0 || box.right > document.documentElement.clientWidth ? e.textContent : "";
		});
		if (wrong)
			outside.push(wrong);
	}
	ok(outside.length === 0, `${width} px: what values and terms say stays within the window`, outside.join("\n"));
	await page.close();
}
for (const file of pages.filter((file) => file.includes("nvidia-h200"))) {
	const page = await open(file, 1500, "light");
	await page.waitForTimeout(100);
	const wrong = await page.evaluate(() => {
		const rects = (selector) => [...document.querySelectorAll(selector)]
			.map((e) => e.getBoundingClientRect()).filter((r) => r.height > 0);
		const beside = rects("main .sidenote.beside");
		const others = [...rects("main .plot, main .strip"), ...beside];
		return beside.filter((note) => note.right > innerWidth || others.some((other) => other !== note
			&& note.left < other.right && other.left < note.right && note.top < other.bottom - 1 && other.top < note.bottom - 1)).length;
	});
	ok(wrong === 0, `${relative(site, file)}: notes in the margin overlap nothing`, `${wrong} do`);
	ok(await page.evaluate(() => [...document.querySelectorAll("p .sidenote")].length) === 0,
		`${relative(site, file)}: no note breaks a sentence`);
	await page.close();
}
{
	const page = await open(chapter, 1280, "light");
	await page.evaluate(() => Object.defineProperty(navigator, "clipboard",
		{ value: { writeText: async (text) => { window.copied = text; } } }));
	await page.locator(".listing .copy").first().click();
	const copied = await page.evaluate(() => window.copied);
	ok(/^extern "C" __global__ void copy_scalar\(.*\n\{\n {4}size_t first/.test(copied),
		"a listing is copied as it was written, without numbers", copied);
	await page.close();
}
{
	const page = await open(chapter, 360, "light", { javaScriptEnabled: false });
	ok(!await page.locator(".theme, .find, .copy").count(), "without scripts there are no buttons that do nothing");
	await page.locator(".to-contents").click();
	ok(await page.locator("#site-contents").isVisible(), "and the contents open all the same");
	await page.close();
}
await browser.close();

// ---- What it weighs, compressed -------------------------------------------------------

const size = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
const styles = size(join(site, "site.css"));
for (const file of pages.filter((file) => /nvidia-h200.(?!report)/.test(file)))
	ok(size(file) + styles <= 60000, `${relative(site, file)}: at most 60 kB with its styles`, size(file) + styles);
for (const file of pages.filter((file) => /nvidia-h200.report|site.(compare|claims|index)\.html/.test(file)))
	ok(size(file) + styles <= 150000, `${relative(site, file)}: at most 150 kB with its styles`, size(file) + styles);
const scripts = size(join(site, "site.js")) + size(join(site, "minisearch.js"));
ok(scripts <= 12000, "scripts: at most 12 kB", scripts);
const fonts = readdirSync(join(site, "fonts")).reduce((sum, font) => sum + readFileSync(join(site, "fonts", font)).length, 0);
ok(fonts <= 120000, "fonts: at most 120 kB", fonts);

const { HtmlValidate } = await import(pathToFileURL(require.resolve("html-validate")).href);
const validator = new HtmlValidate({
	extends: ["html-validate:standard"],
	rules: {
		// Pandoc's choices, which harm nobody.
		"no-trailing-whitespace": "off", "void-style": "off", "attr-quotes": "off",
		"long-title": "off", "no-inline-style": "off", "no-redundant-role": "off",
	},
});
for (const file of pages) {
	const report = await validator.validateFile(file);
	ok(report.valid, `${relative(site, file)}: valid HTML`, report.results.flatMap((r) =>
		r.messages.map((m) => `${m.line}:${m.column} ${m.ruleId}: ${m.message}`))
		.slice(0, 12).join("\n"));
}
console.log(`1..${count}`);
