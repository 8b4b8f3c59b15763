// Proves in a real browser that the pages can be read: on a telephone and on a
// desk, by day and by night, by keyboard, and without a network.
//
// `node page.mjs WORDS` runs only the visits with a test of these words, and of all pages sees only one.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath, pathToFileURL } from "node:url";
import { end, name, ok, only, pages, require, site, violations, visit } from "./browser.mjs";

const chapter = join(site, "nvidia-h200/vector.html");
const size = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
const styles = size(join(site, "site.css"));
const script = size(join(site, "site.js"));
const { HtmlValidate } = await import(pathToFileURL(require.resolve("html-validate")).href);
const validator = new HtmlValidate({
	extends: ["html-validate:standard"],
	rules: {
		// Pandoc's choices, which harm nobody.
		"no-trailing-whitespace": "off", "void-style": "off", "attr-quotes": "off",
		"long-title": "off", "no-inline-style": "off", "no-redundant-role": "off",
	},
});

// What is wrong with the page's figures and tables in a narrow window.
function narrowFaults() {
	const faults = [], shown = (element) => element.getClientRects().length > 0;
	// Of each plot of a drawing that has points or bars, how many. A key has a point, too.
	const points = (svg) => [...svg.querySelectorAll("g[id*=_plot_]")].map((plot) => {
		const uses = plot.querySelectorAll("use").length;
		return uses + plot.querySelectorAll("polygon").length - (uses && plot.querySelector("text") ? 1 : 0);
	}).filter(Boolean).join(" ");
	for (const plot of document.querySelectorAll(".plot")) {
		const fault = (what) => faults.push(`${plot.id}: ${what}`);
		const canvas = plot.querySelector(".canvas"), [wide, narrow] = canvas.querySelectorAll("svg");
		if (points(wide) !== points(narrow)) fault(`the wide drawing has ${points(wide)} points, the narrow one ${points(narrow)}`);
		const [names, narrowNames] = [wide, narrow].map((svg) => svg.querySelectorAll("g[id*=_plot_] text").length);
		if (names !== narrowNames) fault(`the wide drawing names ${names} plots, the narrow one ${narrowNames}`);
		if (!shown(canvas)) continue;
		if (shown(wide) || !shown(narrow)) fault("the wide drawing is shown");
		if (canvas.scrollWidth > canvas.clientWidth) fault("it scrolls sideways");
		const box = narrow.getBoundingClientRect();
		for (const text of narrow.querySelectorAll("text, tspan")) {
			const letters = parseFloat(getComputedStyle(text).fontSize) * narrow.getScreenCTM().a;
			if (text.firstChild?.nodeType === Node.TEXT_NODE && letters < 11.99) fault(`'${text.textContent}' is ${letters} px`);
		}
		for (const text of narrow.querySelectorAll("text")) {
			const { left, right, top, bottom } = text.getBoundingClientRect();
			if (right > left && (left < box.left - 1 || right > box.right + 1 || top < box.top - 2 || bottom > box.bottom + 2))
				fault(`'${text.textContent}' is cut off`);
		}
	}
	for (const table of document.querySelectorAll("table")) {
		const numbers = [...table.querySelectorAll("td .live, td:not(.prose, :has(*))")].filter((cell) => /^~?[\d.,]+( \S+)*$/.test(cell.firstChild?.data ?? ""));
		const sizes = new Set(numbers.map((cell) => getComputedStyle(cell).fontSize));
		if (sizes.size > 1) faults.push(`${table.closest("[id]").id}: numbers of ${[...sizes].join(" and ")}`);
	}
	return faults;
}

// ---- Every page ---------------------------------------------------------------------

// One of each kind; tests/long/page.mjs shows axe all of them.
const kinds = /^(index|compare|claims|fleet|fleet\/n0-gpu3|nvidia-h200\/(index|vector|glossary|report))\.html$/;
for (const file of only ? [chapter] : pages)
	await visit(file, 1500, "dark", async (page) => {
		const says = (good, what, why) => ok(good, `${name(file)}: ${what}`, why);
		const judge = async (how) => {
			if (!kinds.test(name(file))) return;
			const found = await violations(page);
			says(!found, `axe finds nothing, ${how}`, found);
		};
		await judge("wide and dark");
		// Notes come to the margin with the first frame.
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		const overlapping = await page.evaluate(() => {
			const rects = (selector) => [...document.querySelectorAll(selector)]
				.map((e) => e.getBoundingClientRect()).filter((r) => r.height > 0);
			const beside = rects("main .sidenote.beside");
			const others = [...rects("main .plot, main .strip"), ...beside];
			return beside.filter((note) => note.right > innerWidth || others.some((other) => other !== note
				&& note.left < other.right && other.left < note.right && note.top < other.bottom - 1 && other.top < note.bottom - 1)).length;
		});
		says(overlapping === 0, "notes in the margin overlap nothing", `${overlapping} do`);
		says(await page.locator("p .sidenote").count() === 0, "no note breaks a sentence");
		const links = await page.evaluate(() => [...document.querySelectorAll("a[href]")]
			.map((a) => a.href).filter((href) => href.startsWith("file:")));
		const dead = links.filter((href) => !existsSync(fileURLToPath(href.replace(/#.*/, ""))));
		says(dead.length === 0, "links to other files lead somewhere",
			dead.map((href) => relative(site, fileURLToPath(href))).join("\n"));
		await page.emulateMedia({ colorScheme: "light" });
		for (const width of [1500, 1280, 360]) {
			await page.setViewportSize({ width, height: 900 });
			const wider = await page.evaluate(() =>
				document.documentElement.scrollWidth - document.documentElement.clientWidth);
			says(wider <= 0, `no sideways scroll at ${width} px`, `${wider} px too wide`);
		}
		const faults = await page.evaluate(narrowFaults);
		says(faults.length === 0, "on a telephone figures are drawn narrow, legible and whole, and numbers in tables have one size", faults.join("\n"));
		await judge("narrow and light");
		says(page.complaints.length === 0, "it loads from files alone, and its policy lets it have all it asks for",
			page.complaints.join("\n"));
		const report = await validator.validateFile(file);
		says(report.valid, "valid HTML", report.results.flatMap((r) => r.messages.map((m) =>
			`${m.line}:${m.column} ${m.ruleId}: ${m.message}`)).slice(0, 12).join("\n"));
		if (file.startsWith(join(site, "nvidia-h200"))) {
			const unknown = [...readFileSync(file, "utf8").matchAll(/<div class="claim unknown" id="([^"]*)"/g)].map((m) => m[1]);
			// P1's source names no stride, and no kernel of V6 is short of registers.
			const others = unknown.filter((id) => !["P1", "V6"].includes(id));
			says(others.length === 0, "the reference machine can tell of every other claim", others.join(", "));
		}
		if (file.startsWith(site)) {
			const most = /nvidia-h200.(?!report)/.test(file) ? 75000 : 150000, all = size(file) + styles + script;
			says(all <= most, `at most ${most / 1000} kB with its style and script, compressed`, all);
		}
	});
const scripts = size(join(site, "site.js")) + size(join(site, "minisearch.js"));
ok(scripts <= 12000, "the scripts have at most 12 kB, compressed", scripts);
const fonts = readdirSync(join(site, "fonts")).reduce((sum, font) => sum + readFileSync(join(site, "fonts", font)).length, 0);
ok(fonts <= 120000, "the fonts have at most 120 kB", fonts);

// ---- Figures, values, terms and tables ----------------------------------------------

// On a telephone what counts in a table is in sight before it is scrolled.
for (const [file, cells] of [["claims.html", ".claims td:nth-child(3)"], ["nvidia-h200/report.html", ".side td"],
	["compare.html", ".numbers :is(th, .published) + td .live"]])
	await visit(join(site, file), 360, "light", async (page) => {
		const hidden = await page.evaluate((cells) => [...document.querySelectorAll(cells)]
			.filter((cell) => cell.getBoundingClientRect().right > document.documentElement.clientWidth)
			.map((cell) => cell.textContent), cells);
		ok(hidden.length === 0, `${file}: on a telephone ${cells} is in sight`, hidden.join("\n"));
	});
await visit(chapter, 360, "light", async (page) => {
	const [letters, left] = await page.evaluate(() => {
		const table = document.querySelector(".wide.wider"), first = table.querySelector("td:first-child");
		const before = first.getBoundingClientRect().left;
		table.scrollLeft = 40;
		return [getComputedStyle(document.querySelector(".listing pre")).fontSize, table.scrollLeft > 0 && first.getBoundingClientRect().left - before];
	});
	ok(letters === "12px", "on a telephone listings have letters of 12 px", letters);
	ok(left === 0, "on a telephone the first column of a table stays in sight", left);
	await page.emulateMedia({ media: "print" });
	ok(await page.locator(".plot svg:not(.narrow)").first().isVisible() && !await page.locator(".plot .narrow").first().isVisible(),
		"paper has the wide drawings, however narrow it is");
});
await visit(chapter, 1280, "light", async (page) => {
	const colours = () => page.evaluate(() => [...document.querySelectorAll("#fig-copy svg [stroke], #fig-copy svg [fill]")]
		.map((e) => getComputedStyle(e).stroke + getComputedStyle(e).fill).join());
	const light = await colours();
	await page.emulateMedia({ colorScheme: "dark" });
	ok(light && light !== await colours(), "figures follow the theme", "the same colours in both");
	const words = await page.evaluate(() => document.querySelector("#fig-copy [role=img]")?.getAttribute("aria-label") ?? "");
	ok(words.length > 40, "a figure says in words what it shows", words);
	await page.locator("#fig-copy details summary").click();
	const rows = await page.locator("#fig-copy tbody tr").count();
	ok(rows > 50, "a figure's data can be opened as a table", `${rows} rows`);
	const live = page.locator("main p > .live").first();
	const from = live.locator(".from");
	ok(!await from.isVisible(), "where a number comes from is hidden at first");
	await live.focus();
	ok(await from.isVisible() && /\.csv.*Measured on NVIDIA H200/.test(await from.textContent()),
		"a number that has the focus says from which file and machine it comes", await from.textContent());
	await page.keyboard.press("Escape");
	ok(!await from.isVisible(), "Escape hides where a number comes from");
	const term = page.locator("main p .term a").first();
	const meaning = page.locator("main p .term .from").first();
	ok(!await meaning.isVisible(), "what a term means is hidden at first");
	await term.focus();
	ok(await meaning.isVisible(), "a term that has the focus says what it means");
	await page.mouse.move(0, 0);
	await term.blur();
	await term.hover();
	ok(await meaning.isVisible(), "a term that is pointed at says what it means");
	const broken = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")]
		.map((a) => a.getAttribute("href"))
		.filter((href) => !document.getElementById(decodeURIComponent(href.slice(1)))));
	ok(broken.length === 0, "links within a page lead somewhere", broken.join("\n"));
	const href = await term.getAttribute("href");
	await term.click();
	await page.waitForLoadState();
	ok(page.url().endsWith(href) && await page.locator(":target").count() === 1, "a term leads to its entry", page.url());
});
await visit(chapter, 1500, "light", async (page) => {
	for (const width of [1500, 1344, 820]) {
		await page.setViewportSize({ width, height: 900 });
		const [shown, outside] = await page.evaluate(() => {
			const boxes = [...document.querySelectorAll("main :is(.live, .term)")].map((host) => {
				(host.matches(".live") ? host : host.querySelector("a")).focus();
				return [host.textContent, host.querySelector(".from").getBoundingClientRect()];
			}).filter(([, box]) => box.width > 0);
			return [boxes.length, boxes.filter(([, box]) =>
				box.left < 0 || box.right > document.documentElement.clientWidth).map(([text]) => text)];
		});
		ok(shown > 50 && outside.length === 0, `${width} px: what values and terms say stays within the window`, [shown, ...outside].join("\n"));
	}
});

// ---- What the script adds -----------------------------------------------------------

await visit(chapter, 1280, "dark", async (page) => {
	const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	ok(await page.getByRole("button", { name: "Theme: auto" }).count() === 1,
		"a screen reader hears what the theme button is for");
	const dark = await paper();
	await page.locator(".theme").click();
	const light = await paper();
	ok(light !== dark, "the theme button makes a dark page light", light);
	await page.reload();
	ok(await paper() === light, "a theme that was chosen stays");
	await page.locator(".theme").click();
	ok(await paper() === dark, "the theme button makes a light page dark");
	await page.emulateMedia({ media: "print" });
	ok(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme) === "light",
		"paper is always light");
});
for (const file of ["compare", "claims", "nvidia-h200/vector"])
	await visit(join(site, `${file}.html`), 1280, "light", async (page) => {
		const paper = await page.pdf({ preferCSSPageSize: true });
		const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(paper.toString("latin1")) ?? [];
		ok(width > 0 && Number(width) > Number(height) === !file.includes("/"),
			`${file} is printed ${file.includes("/") ? "upright" : "across"}`, `${width} by ${height} points`);
	});
await visit(chapter, 1280, "light", async (page) => {
	const marked = page.locator("#site-contents [aria-current=location]");
	ok(await marked.count() === 0, "above the first section the contents mark none");
	await page.locator("#sec-wide").evaluate((section) => section.scrollIntoView());
	await page.locator("#site-contents [href='#sec-wide'][aria-current=location]").waitFor({ state: "attached" });
	ok(await marked.count() === 1, "the contents mark the section that is being read");
	const before = await page.evaluate(() => scrollY);
	await page.locator(".to-machines").click();
	ok(await page.locator("#site-machines").isVisible() && await page.evaluate(() => scrollY) === before,
		"the machine switch opens, and nothing moves");
	const hrefs = await page.locator("#site-machines a").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
	ok(hrefs.length > 0 && hrefs.every((href) => /\/vector\.html#sec-wide$/.test(href)),
		"the machine switch leads to the same section of the same chapter", hrefs.join("\n"));
	await page.keyboard.press("Escape");
	for (const key of ["Alt+ArrowRight", "Control+ArrowRight", "Shift+ArrowRight"])
		await page.keyboard.press(key);
	await page.waitForTimeout(200);
	ok(/vector\.html/.test(page.url()), "a browser's own keys turn no page");
	await page.keyboard.press("ArrowRight");
	await page.waitForURL(/pinned\.html/);
	await page.keyboard.press("ArrowLeft");
	await page.waitForURL(/vector\.html/);
	ok(true, "the arrow keys turn the page");
	await page.locator(".find").click();
	await page.keyboard.press("ArrowLeft");
	await page.waitForTimeout(200);
	ok(/vector\.html/.test(page.url()), "the arrow keys turn no page while one types");
	await page.keyboard.press("Escape");
	await page.evaluate(() => Object.defineProperty(navigator, "clipboard",
		{ value: { writeText: async (text) => { window.copied = text; } } }));
	await page.locator(".listing .copy").first().click();
	const copied = await page.evaluate(() => window.copied);
	ok(/^extern "C" __global__ void copy_scalar\(.*\n\{\n {4}size_t first/.test(copied),
		"a listing is copied as it was written, without numbers", copied);
});
await visit(chapter, 1280, "light", async (page) => {
	const dialog = page.locator("dialog.search"), words = dialog.locator("[type=search]");
	const key = dialog.locator("[type=checkbox]"), asked = [];
	const appears = (what) => what.waitFor({ timeout: 5000 }).then(() => true, () => false);
	const close = async () => {
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
	};
	page.on("request", (request) => request.url().endsWith(".js") && asked.push(request.url()));
	await page.keyboard.press("/");
	const title = await page.locator("#site-contents a[href='pinned.html']").textContent();
	await words.fill(title.slice(0, -2));
	await page.locator(".results a").first().waitFor();
	ok(asked.length === 2, "search loads its library and its index when it is asked for", asked.join("\n"));
	const found = await violations(page, "dialog");
	ok(!found, "axe finds nothing in the search", found);
	const heads = await page.locator(".results h2").allTextContents();
	ok(heads.some((head) => title.endsWith(head)), "results are grouped by chapter", heads.join());
	ok(await page.locator(".results a mark").count() > 0, "what was found is marked in its context");
	await page.keyboard.press("ArrowDown");
	ok(await page.evaluate(() => document.activeElement.matches(".results a")), "arrow keys go to the results");
	for (let results = await page.locator(".results a").count(); results > 0; results--)
		await page.keyboard.press("ArrowDown");
	ok(page.complaints.length === 0 && await page.evaluate(() => document.activeElement === [...document.querySelectorAll(".results a")].at(-1)),
		"arrow keys stay within the results", page.complaints.join("\n"));
	await words.fill(await page.locator("#sec-scalar h2").evaluate((heading) => heading.lastChild.textContent));
	await page.locator(".results a").first().and(page.locator("[href$='#sec-scalar']")).waitFor();
	await page.keyboard.press("Enter");
	await page.waitForURL(/#sec-scalar/);
	ok(!await dialog.isVisible(), "Enter leads to the section that was found", page.url());
	await page.keyboard.press("Control+k");
	ok(await appears(dialog), "Ctrl K opens the search, too");
	await words.fill("throttled samples");
	ok(await appears(page.locator(".results a[href*='report.html#']").first()), "search finds what the report says");
	await key.uncheck();
	await close();
	await page.keyboard.press("/");
	ok(!await dialog.isVisible(), "the key / can be switched off");
	await page.reload();
	await page.keyboard.press("/");
	ok(!await dialog.isVisible(), "the key / stays switched off");
	await page.keyboard.press("Control+k");
	await key.check();
	await close();
	await page.keyboard.press("/");
	ok(await appears(dialog), "the key / can be switched on again");
	ok(page.complaints.length === 0, "searching makes the browser complain of nothing", page.complaints.join("\n"));
});
await visit(chapter, 360, "light", async (page) => {
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
	ok(true, "a second tap on a term leads to its entry");
	await page.goBack();
	const live = page.locator("main p > .live").first();
	await live.tap();
	ok(await inside(live.locator(".from")), "a tap on a number shows where it is from, within the window");
	await page.locator(".to-contents").tap();
	ok(await page.locator("#site-contents").isVisible(), "the contents open from the top bar");
}, { hasTouch: true, isMobile: true });
await visit(chapter, 360, "light", async (page) => {
	ok(!await page.locator(".theme, .find, .copy").count(), "without scripts there are no buttons that do nothing");
	await page.locator(".to-contents").click();
	ok(await page.locator("#site-contents").isVisible(), "without scripts the contents open all the same");
}, { javaScriptEnabled: false });
await end();
