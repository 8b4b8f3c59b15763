// Proves in a real browser that the pages can be read: on a telephone and on a
// desk, by day and by night, by keyboard, and without a network.
import { createRequire } from "node:module";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
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
	.filter((file) => file.endsWith(".html"))
	.map((file) => join(site, file));

const browser = await driver.launch({
	executablePath: chromium,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update",
		"--disable-sync"],
});

async function open(file, width, theme) {
	const page = await browser.newPage({
		viewport: { width, height: 900 }, colorScheme: theme,
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
			const page = await open(file, width, theme);
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
await browser.close();

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
