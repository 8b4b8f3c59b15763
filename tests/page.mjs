// Proves in a real browser that the pages can be read: on a telephone and on a
// desk, by day and by night, by keyboard, and without a network.
//
// `node page.mjs WORDS` runs only the visits with a test of these words, and of all pages sees only one.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browser, end, few, fleetPages, name, others, pages, require, violations, visit } from "./browser.mjs";
import { narrowFaults, ok, only, overlappingNotes, site, unreadable } from "./judge.mjs";

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

// ---- Every page ---------------------------------------------------------------------

// One of each kind; tests/long/page.mjs shows axe all of them.
const kinds = /^(index|compare|claims|teach|fleet|fleet\/n0-gpu3|nvidia-h200\/(index|vector|glossary|report|history|roofline))\.html$/;
// Pages of another edition are for tests/long/other_pages.mjs, before which their PDFs are made, too.
for (const file of only ? [chapter] : [...pages, ...fleetPages()].filter((file) => /nvidia-h100./.test(file) === others))
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
		const overlapping = await page.evaluate(overlappingNotes);
		says(overlapping === 0, "notes in the margin overlap nothing", `${overlapping} do`);
		says(await page.locator("p .sidenote").count() === 0, "no note breaks a sentence");
		const links = await page.evaluate(() => [...document.querySelectorAll("a[href]")]
			.map((a) => a.href).filter((href) => href.startsWith("file:")));
		const dead = links.filter((href) => !existsSync(fileURLToPath(href.replace(/#.*/, ""))));
		says(dead.length === 0, "links to other files lead somewhere",
			dead.map((href) => relative(site, fileURLToPath(href))).join("\n"));
		const wide = await page.evaluate(unreadable);
		says(wide.length === 0, "words of figures are whole and apart, and no line leaves its axes below", wide.join("\n"));
		await page.emulateMedia({ colorScheme: "light" });
		for (const width of [1500, 1280, 360]) {
			await page.setViewportSize({ width, height: 900 });
			const wider = await page.evaluate((boxes) => [...document.querySelectorAll(boxes)]
				.filter((box) => box.scrollWidth > box.clientWidth).map((box) => `${box.className || "page"}: ${box.scrollWidth} > ${box.clientWidth}`),
			width > 360 ? "html, .listing pre" : "html");
			says(wider.length === 0, `no sideways scroll at ${width} px`, wider.join("\n"));
		}
		// A box that scrolls says so a frame after the window has become narrow.
		const before = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
			done(document.querySelector("main").offsetHeight)))));
		const faults = await page.evaluate(narrowFaults);
		const narrow = await page.evaluate(unreadable);
		says(narrow.length === 0, "on a telephone the words of figures are whole and apart, and no line leaves its axes below", narrow.join("\n"));
		const after = await page.evaluate(() => document.querySelector("main").offsetHeight);
		says(before === after, "narrow drawings move nothing when they come", `${before} px, then ${after}`);
		says(faults.length === 0, "on a telephone figures are drawn narrow, legible and whole, and tables keep their first column, numbers of one size, and no column of dashes", faults.join("\n"));
		await judge("narrow and light");
		says(page.complaints.length === 0, "it loads from files alone, and its policy lets it have all it asks for",
			page.complaints.join("\n"));
		const report = await validator.validateFile(file);
		says(report.valid, "valid HTML", report.results.flatMap((r) => r.messages.map((m) =>
			`${m.line}:${m.column} ${m.ruleId}: ${m.message}`)).slice(0, 12).join("\n"));
		if (file.startsWith(join(site, "nvidia-h200"))) {
			const unknown = [...readFileSync(file, "utf8").matchAll(/<div class="claim unknown" id="([^"]*)"/g)].map((m) => m[1]);
			// P1's source names no stride, and no kernel of V6 is short of registers.
			const more = unknown.filter((id) => !["P1", "V6"].includes(id));
			says(more.length === 0, "the reference machine can tell of every other claim", more.join(", "));
		}
		if (file.startsWith(site)) {
			const all = size(file) + styles + script;
			says(all <= 75000, "at most 75 kB with its style and script, compressed", all);
		}
	});
// A telephone loads this much: for the first view, and for all of a page. Drawings and points are data, which come as scripts
// because a page that is a file may read nothing else. The rest is code, with the search, which comes if one searches.
for (const file of pages.filter((file) => /nvidia-h200.\w+\.html$|site.index\.html$/.test(file) && few.test(file) !== others))
	await visit(file, 390, "light", async (page) => {
		const asked = new Set();
		page.on("request", (request) => asked.add(fileURLToPath(request.url().replace(/[?#].*/, ""))));
		const bytes = (kind, of) => [...asked].filter((each) => kind.test(each)).reduce((sum, each) => sum + of(each), 0);
		const loaded = () => page.evaluate(() => document.fonts.ready).then(() => page.waitForTimeout(200));
		await page.reload();
		await loaded();
		for (const [what, most, is] of [["HTML, style and scripts", 75000, bytes(/\.(html|css|js)$/, size)], ["scripts", 20000, bytes(/\.js$/, size)],
			["fonts", 100000, bytes(/\.woff2$/, (font) => readFileSync(font).length)]])
			ok(is > 0 && is <= most, `${name(file)}: what a telephone first shows has at most ${most / 1000} kB of ${what}`, is);
		await page.evaluate(async () => {
			for (const plot of document.querySelectorAll(".plot, .predict")) {
				plot.scrollIntoView({ behavior: "instant" });
				await new Promise((done) => setTimeout(done, 50));
			}
		});
		await loaded();
		const [brought, figures] = [[...asked].filter((each) => each.endsWith(".narrow.js")).length, await page.locator(".plot").count()];
		ok(brought === figures && bytes(/\.(html|css|js)$/, size) <= 90000, `${name(file)}: all that a telephone shows has at most 90 kB of HTML, style and scripts`,
			`${bytes(/\.(html|css|js)$/, size)} with ${brought} of ${figures} drawings`);
		await page.evaluate(() => document.querySelectorAll(".plot").forEach((plot) => {
			plot.classList.remove("unseen");
			plot.querySelector(".canvas").dispatchEvent(new PointerEvent("pointermove"));
		}));
		await page.keyboard.press("Control+k");
		await page.getByRole("searchbox").fill("warp");
		await page.locator("dialog .results a").first().waitFor();
		const runs = /(?<!\.narrow|\.points|search-index)\.js$/;
		ok([...asked].some((each) => each.endsWith(".points.js")) === figures > 0 && bytes(runs, size) <= 20000, `${name(file)}: all scripts that run have at most 20 kB, whatever is asked of its figures and its search`,
			[bytes(runs, size), ...[...asked].filter((each) => runs.test(each))].join("\n"));
	}, { isMobile: true });
if (others) {
	await end();
	process.exit();
}
// A page whose scripts measure it after each change is laid out once for each, and comes late. The browser's trace says
// which layouts a script has asked for. The first of them is needed anyway.
for (const width of [390, 1280, 1500])
	for (const file of ["index", "nvidia-h200/global", "nvidia-h200/report"])
		await visit(join(site, `${file}.html`), width, "light", async (page) => {
			await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline.stack"] });
			await page.reload();
			await page.evaluate(() => document.fonts.ready);
			await page.waitForTimeout(100);
			// The trace shows this one.
			await page.evaluate(() => {
				document.body.style.padding = "1px";
				return document.body.offsetHeight;
			});
			const layouts = JSON.parse(await browser.stopTracing()).traceEvents.filter((each) => each.name === "Layout" && each.args.beginData.stackTrace);
			const asked = layouts.map((each) => each.args.beginData.stackTrace.find((call) => /site\.js$/.test(call.url))).filter(Boolean);
			ok(layouts.length > asked.length && asked.length <= 3, `${file}, ${width} px: scripts have the page laid out at most three times while it comes`,
				`${asked.length} of ${layouts.length}: ${asked.map((call) => `column ${call.columnNumber}`).join()}`);
		}, { isMobile: width < 500 });

// ---- Figures, values, terms and tables ----------------------------------------------

// Numbers that one compares stand above each other.
await visit(join(site, "compare.html"), 1280, "light", async (page) => {
	const ends = await page.evaluate(() => [...document.querySelectorAll(".across .numbers tr > :is(th, .published) + td > .live")].map((value) => Math.round(value.getBoundingClientRect().right)));
	ok(ends.length > 20 && new Set(ends).size < 4, "compare.html: numbers end below each other", ends);
});

// Each row has its first number where a telephone shows it, though a machine without a GPU has few.
await visit(join(site, "compare.html"), 360, "light", async (page) => {
	const [rows, empty] = await page.evaluate(() => {
		const rows = [...document.querySelectorAll(".across .numbers tr:has(td)")];
		return [rows.length, rows.filter((row) => !row.querySelector("th + .published + td .live, th + td .live")).map((row) => row.cells[0].textContent)];
	});
	ok(rows > 30 && empty.length < 5, "compare.html: machines that have measured little come last", [rows, ...empty].join("\n"));
	const sources = await page.evaluate(() => [...document.querySelectorAll(".plot")].map((plot) => [plot.id, plot.querySelectorAll(".source [href$='.csv']").length, plot.querySelectorAll(".source [href$='.gp']").length]));
	ok(sources.length === 4 && sources.every(([, tables, scripts]) => tables > 1 && scripts === 1), "compare.html: each figure leads to the tables of its machines and to its script", sources.join("; "));
});

// The table of all machines is of use where there are a hundred of them. One has not measured the number.
await visit(join(site, "machines.html"), 360, "light", async (page) => {
	await page.addInitScript(() => document.addEventListener("DOMContentLoaded", () => {
		const body = document.querySelector(".overview tbody");
		const first = body.rows[0];
		body.replaceChildren(...Array.from({ length: 100 }, (_, i) => {
			const row = first.cloneNode(true);
			row.cells[0].textContent = `Made-up GPU ${i}`;
			row.cells[1].innerHTML = i === 50 ? "–" : `<span class="live" data-value="${i * 37 % 101}"></span>`;
			return row;
		}));
	}));
	await page.reload();
	const shown = () => page.evaluate(() => [...document.querySelectorAll(".overview tbody tr:not([hidden]) th")]
		.map((name) => Number(name.textContent.match(/\d+$/))).join(" "));
	const inOrder = (sign) => [...Array(100).keys()].filter((i) => i !== 50).sort((a, b) => sign * (a * 37 % 101 - b * 37 % 101)).concat(50).join(" ");
	const heads = page.locator(".overview thead button");
	await heads.nth(1).click();
	ok(await shown() === inOrder(-1), "machines.html: a column sorts a hundred machines, the largest first", await shown());
	await heads.nth(1).press("Enter");
	ok(await shown() === inOrder(1), "machines.html: a second click sorts the smallest first, and the machine without a number still last", await shown());
	await heads.nth(0).click();
	ok((await shown()).startsWith("0 1 2 3 4 5 6 7 8 9 10 11 "), "machines.html: machines are sorted by name, and by the numbers in it", await shown());
	await page.locator(".filter input").fill("gpu 99");
	ok(await shown() === "99" && await page.locator(".filter output").textContent() === "1 of 100",
		"machines.html: words show the machines that are called so, and their number", await shown());
	const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	ok(over <= 0, "machines.html: a hundred machines do not make the page scroll sideways", over);
}, {});

// Where a reader predicts a curve, its figure tells nothing yet.
for (const width of [360, 1280])
	for (const file of ["peers", "cluster"])
		await visit(join(site, `nvidia-h200/${file}.html`), width, "light", async (page) => {
			const faults = await page.evaluate(async () => {
				await Promise.all([...document.querySelectorAll(".plot")].map(bringDrawing));
				return [...document.querySelectorAll(".unseen")].flatMap((plot) => {
					const button = plot.querySelector(".reveal").getBoundingClientRect();
					return [...[...plot.querySelectorAll("svg text")].filter((text) => {
						const r = text.getBoundingClientRect();
						return getComputedStyle(text).opacity !== "0" && !text.closest(".later") && r.width && r.left < button.right && r.right > button.left && r.top < button.bottom && r.bottom > button.top;
					}).map((text) => `${plot.id}: the button covers '${text.textContent}'`),
					...[...plot.querySelectorAll("figcaption .sidenote")].filter((note) => getComputedStyle(note).opacity !== "0").map(() => `${plot.id}: a note of its caption shows`),
					...getComputedStyle(plot.querySelector("figcaption > p"), "::after").content.includes("comes with") ? [] : [`${plot.id}: nothing says where its caption is`]];
				});
			});
			ok(faults.length === 0, `${file} at ${width} px: the button of a hidden figure covers no words, and its caption says that it comes later`, faults.join("\n"));
		});

// Claims do not scroll either, nor does a table that nearly fits.
for (const [file, width] of [["claims.html", 360], ["claims.html", 768], ["compare.html", 768], ["nvidia-h200/report.html", 360], ["nvidia-h100/report.html", 360]])
	await visit(join(site, file), width, "light", async (page) => {
		const over = await page.evaluate(() => [...document.querySelectorAll(".across, .side .wide")]
			.filter((box) => box.scrollWidth > box.clientWidth && (box.querySelector(".claims") || box.scrollWidth < box.clientWidth + 20)).map((box) => `${box.scrollWidth} > ${box.clientWidth}`));
		ok(over.length === 0, `${file}: claims, and what nearly fits into ${width} px, do not scroll`, over.join("\n"));
	});

await visit(join(site, "nvidia-h200/report.html"), 1280, "light", async (page) => {
	const bare = await page.evaluate(() => [...document.querySelectorAll(".measurements td")].slice(0, -2).map((cell) => cell.textContent).filter((text) => /^\d{4,}$/.test(text)));
	ok(bare.length === 0, "report.html: numbers of what was measured have commas", bare.join(" "));
	const small = await page.evaluate(() => [...document.querySelectorAll(".plot svg text")]
		.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a).filter((letters) => letters < 11.99));
	ok(small.length === 0, "report.html: letters of figures that stand beside each other have 12 px", small);
});

// On a telephone what counts in a table is in sight before it is scrolled.
for (const [file, cells, width = 360] of [["claims.html", ".claims td:nth-child(3)"], ["claims.html", ".tally td:last-child"],
	["nvidia-h200/report.html", ".side td"], ["nvidia-h200/report.html", ".measurements td:last-child", 768],
	["nvidia-h200/async.html", "#sec-mistakes td:last-child .live"], ["compare.html", ".numbers :is(th, .published) + td .live"]])
	await visit(join(site, file), width, "light", async (page) => {
		const [all, hidden] = await page.evaluate((cells) => [document.querySelectorAll(cells).length, [...document.querySelectorAll(cells)]
			.filter((cell) => cell.getBoundingClientRect().right > document.documentElement.clientWidth)
			.map((cell) => cell.textContent)], cells);
		ok(all > 0 && hidden.length === 0, `${file}: at ${width} px ${cells} is in sight`, hidden.join("\n"));
	});
await visit(chapter, 360, "light", async (page) => {
	const [letters, left] = await page.evaluate(() => {
		const table = document.querySelector(".wide.wider"), first = table.querySelector("td:first-child");
		const before = first.getBoundingClientRect().left;
		table.scrollLeft = 40;
		return [getComputedStyle(document.querySelector(".listing pre")).fontSize, table.scrollLeft > 0 && first.getBoundingClientRect().left - before];
	});
	ok(letters === "12px", "on a telephone listings have letters of 12 px", letters);
	const room = await page.evaluate(() => getComputedStyle(document.querySelector(".listing pre.wider:has(.number)"), "::before").paddingLeft);
	ok(parseFloat(room) > 4, "in a listing with numbers the hint keeps clear of the rule at its left", room);
	const hints = await page.evaluate(() => new Promise((done) => {
		const data = document.querySelector(".plot .data");
		data.closest("details").open = true;
		setTimeout(() => done(getComputedStyle(data, "::before").content), 200);
	}));
	ok(/down.*sideways/.test(hints), "the data of a figure say where they scroll", hints);
	ok(left === 0, "on a telephone the first column of a table stays in sight", left);
	await page.emulateMedia({ media: "print" });
	ok(await page.locator(".plot svg:not(.narrow)").first().isVisible() && !await page.locator(".plot .narrow").first().isVisible(),
		"paper has the wide drawings, however narrow it is");
});
await visit(join(site, "index.html"), 360, "light", async (page) => {
	await page.locator(".plot .narrow").waitFor();
	// A browser draws the first pattern of a name, but not if it is in a drawing that is hidden.
	const seen = await page.evaluate(() => [...document.querySelectorAll(".plot .narrow [fill*='url(']")]
		.map((bar) => document.querySelector(bar.getAttribute("fill").match(/#\w+/)[0]).closest("svg").classList.contains("narrow")));
	ok(seen.length && seen.every(Boolean), "on a telephone the wasted bytes of Figure 1 are hatched", seen.join());
});
await visit(chapter, 360, "light", async (page) => {
	const lines = await page.evaluate(() => [...document.querySelectorAll(".others + .source summary")]
		.map((summary) => summary.getBoundingClientRect().height / parseFloat(getComputedStyle(summary).lineHeight)));
	ok(lines.length && Math.max(...lines) < 2, "on a telephone a figure's data and the list of machines do not squeeze each other", lines.join());
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
	const inTable = page.locator("main td .live:visible").first(), line = (number) => number.evaluate((each) => getComputedStyle(each).borderBottomColor);
	const bare = await line(inTable);
	await inTable.hover();
	ok(bare === "rgba(0, 0, 0, 0)" && await line(inTable) === await line(live), "a number in a table has its line while it is pointed at", `${bare}, ${await line(inTable)}`);
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

// ---- The front page, and strips to play with ------------------------------------------

// Where elements end, in pixels from the top of the page.
const ends = (page, ...selectors) => page.evaluate((selectors) => selectors.map((selector) =>
	[selector, Math.round(document.querySelector(selector).getBoundingClientRect().bottom)]), selectors);
for (const [width, ...parts] of [[1280, "#fig-ways svg"], [360]])
	for (const javaScriptEnabled of [true, false])
		await visit(join(site, "index.html"), width, "light", async (page) => {
			const how = `${width} px${javaScriptEnabled ? "" : ", without scripts"}`;
			const below = async () => (await ends(page, "h1 + p", ".opening > p:first-child", ".opening [href$='map.html']", ".commands", ".opening [href='claims.html']", ...parts))
				.filter(([, end]) => end > 800).join("\n");
			ok(!await below(), `${how}: the front page begins with what, why and where to click`, await below());
			const [box, text] = await page.evaluate(() => [".commands pre", ".commands"].map((part) => document.querySelector(part).getBoundingClientRect().right));
			ok(box <= text, `${how}: the commands stay within the page's margin`, `${box} px, not ${text}`);
			// front.lua writes this if make knows the REPO_URL.
			await page.locator(".commands code").evaluate((code) => {
				code.innerHTML = "<span>git clone https://git.example.org/team-of-readers/book\n</span><span>cd book &amp;&amp; make setup all\n</span>";
				code.closest("figure").insertAdjacentHTML("afterend", '<p class="address">Repository: <a href="#">git.example.org/team-of-readers/book</a></p>');
			});
			ok(!await below(), `${how}: the front page begins with all of that even if it shows the address of the repository`, await below());
		}, { javaScriptEnabled });
await visit(join(site, "index.html"), 360, "light", async (page) => {
	await page.locator(".top").getByRole("link", { name: "Chapters" }).tap();
	await page.waitForTimeout(200);
	const top = await page.locator("#chapters").evaluate((section) => section.getBoundingClientRect().top);
	ok(top >= 0 && top < 200, "the bar at the top of the front page leads to the chapters", `${top} px from the top`);
}, { hasTouch: true, isMobile: true });
// The drawing and the words of a strip.
const strip = (page) => page.evaluate(() => [...document.querySelectorAll(".play :is(path, figcaption)")]
	.map((part) => part.getAttribute("d") ?? part.textContent).join("\n"));
await visit(join(site, "index.html"), 1280, "light", async (page) => {
	const bare = await browser.newPage({ javaScriptEnabled: false });
	await bare.goto(page.url());
	const drawn = await strip(bare);
	ok(drawn.length > 500 && await bare.locator(".play :is(input, .said)").count() === 0, "without scripts a strip is a drawing", drawn);
	ok(await strip(page) === drawn, "a strip to play with begins as it is drawn without scripts", `${drawn}\n${await strip(page)}`);
	await bare.close();
	const said = page.locator(".play .said");
	const set = (stride, offset, width) => page.evaluate((values) => [...document.querySelectorAll(".play input")].forEach((input, i) => {
		input.value = values[i];
		input.dispatchEvent(new Event("input"));
	}), [stride, offset, width]);
	const [head, ...rows] = readFileSync(join(site, "../../results/nvidia-h200/counters.csv"), "utf8").trim().split("\n")
		.filter((line) => !line.startsWith("#")).map((line) => line.split(","));
	const wrong = [];
	let counted = 0;
	for (const cells of rows) {
		const row = Object.fromEntries(head.map((column, i) => [column, cells[i]]));
		if (!["offset", "stride"].includes(row.experiment)) continue;
		const double = row.precision === "fp64";
		await set(...row.experiment === "stride" ? [row.stride, 0] : [1, row.offset], double ? 1 : 0);
		const sectors = Number(row.sectors_per_load), moved = 32 * sectors, asked = double ? 256 : 128;
		const expected = `${sectors} sectors, ${moved - asked} of ${moved.toLocaleString("en")} bytes wasted`;
		counted += 1;
		if (await said.textContent() !== expected) wrong.push(`${cells.slice(0, 2)}: ${await said.textContent()}, not ${expected}`);
	}
	ok(counted > 90 && wrong.length === 0, "a strip touches as many sectors as the GPU counted, at every offset and stride", [counted, ...wrong].join("\n"));
	const slider = page.getByRole("slider", { name: "Stride" });
	await set(7, 0, 0);
	await slider.focus();
	await page.keyboard.press("ArrowRight");
	ok(/^32 sectors/.test(await said.textContent()) && await slider.getAttribute("aria-valuetext") === "8 elements",
		"the arrow keys change a strip's stride", await said.textContent());
	const box = await slider.boundingBox();
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
	await page.mouse.down();
	await page.mouse.move(box.x + 1, box.y + box.height / 2, { steps: 4 });
	await page.mouse.up();
	ok(/^4 sectors, 0 of 128/.test(await said.textContent()), "dragging changes a strip's stride", await said.textContent());
	await set(32, 32, 2);
	const found = await violations(page, ".play");
	ok(!found && page.complaints.length === 0, "axe finds nothing in a strip that was changed", found + page.complaints);
});

// ---- Keys and contents ----------------------------------------------------------------

await visit(chapter, 1280, "light", async (page) => {
	const several = await page.evaluate(() => [...document.querySelectorAll("main p, main table")]
		.map((block) => [...block.querySelectorAll(".live")].filter((live) => live.closest("table, p") === block))
		.filter((numbers) => numbers.length > 2)
		.map((numbers) => numbers.filter((number) => number.tabIndex === 0).length));
	ok(several.length > 5 && several.every((stops) => stops === 1), "the numbers of a paragraph are one stop for Tab", several.join());
	const numbers = page.locator("main p:has(.live ~ .live ~ .live):visible").first().locator(".live");
	const focused = () => numbers.evaluateAll((all) => all.indexOf(document.activeElement));
	await numbers.last().focus();
	await page.keyboard.press("ArrowRight");
	await page.waitForTimeout(200);
	ok(/vector\.html/.test(page.url()), "arrow keys turn no page from a number", page.url());
	await numbers.first().focus();
	const seen = [];
	for (const key of ["ArrowLeft", "ArrowRight", "ArrowRight", "ArrowLeft"]) {
		await page.keyboard.press(key);
		seen.push(await focused());
	}
	ok(seen.join() === "0,1,2,1", "the arrow keys lead from number to number", seen.join());
	ok(await numbers.nth(1).locator(".from").isVisible(), "a number that the arrow keys lead to says where it is from");
	await page.keyboard.press("Tab");
	ok(await focused() === -1, "Tab leaves the numbers of a paragraph");
	await page.keyboard.press("Shift+Tab");
	ok(await focused() === 1, "Tab comes back to the number that had the focus", await focused());
});
for (const [width, open] of [[1280, false], [360, true]])
	await visit(join(site, "nvidia-h200/peers.html"), width, "light", async (page) => {
		await page.setViewportSize({ width, height: 320 });
		await page.reload();
		if (open)
			await page.locator(".to-contents").click();
		const seen = (current) => page.locator(`#site-contents [aria-current=${current}]`).evaluate((link) => {
			const box = link.getBoundingClientRect(), around = link.closest("nav").getBoundingClientRect();
			return box.height > 0 && box.top >= around.top && box.bottom <= around.bottom;
		});
		await page.waitForTimeout(100);
		ok(await seen("page"), `${width} px: contents that scroll show the page that is being read`);
		await page.locator("#sec-sum").evaluate((section) => section.scrollIntoView());
		await page.locator("#site-contents [href='#sec-sum'][aria-current]").waitFor({ state: "attached" });
		ok(await seen("location"), `${width} px: contents that scroll show the section that is being read`);
	});
await visit(chapter, 1280, "light", async (page) => {
	const turn = await page.locator(".turn a").evaluateAll((links) => links.map((a) => a.innerText.replace(/\s+/, ": ")));
	const titles = await page.locator("#site-contents .book > li > a").allTextContents();
	const here = await page.locator("#site-contents .book > li > a").evaluateAll((links) => links.findIndex((a) => a.matches("[aria-current]")));
	ok(turn.join("; ") === `Previous: ${titles[here - 1]}; Next: ${titles[here + 1]}`, "the previous and the next chapter have their titles", turn.join("; "));
	ok(titles.at(-1) === "Your predictions", "the contents end with the page of predictions", titles.join());
});
await visit(join(site, "nvidia-h200/glossary.html"), 1280, "light", async (page) => {
	await page.keyboard.press("ArrowRight");
	await page.waitForURL(/predictions\.html$/);
	ok(await page.locator("#site-contents [aria-current=page]").textContent() === "Your predictions", "behind the last chapter comes the page of predictions");
	await page.keyboard.press("ArrowLeft");
	await page.waitForURL(/nvidia-h200\/glossary\.html$/);
	ok(true, "from the page of predictions one comes back to the last chapter");
});

// ---- References ---------------------------------------------------------------------

await visit(join(site, "nvidia-h200/cluster.html"), 1280, "light", async (page) => {
	const preview = page.locator(".preview");
	const link = (to) => page.locator(`main p a[href='#${to}']:visible`).last();
	// Puts the link at the foot of the window, where a figure below it is out of sight, and the pointer on it.
	const point = async (to, height = 850) => {
		await page.mouse.move(2, 400);
		await link(to).evaluate((a, height) => scrollBy({ top: a.getBoundingClientRect().top - height, behavior: "instant" }), height);
		await page.waitForTimeout(300);
		await link(to).hover();
		await page.waitForTimeout(400);
	};
	for (const [to, selector] of [["sec-door", "h2, p"], ["D1", ".verdict"], ["fig-latency", "figcaption p"], ["ex-tpc", ".label"]]) {
		await point(to);
		const text = await page.locator(`#${to}`).locator(selector).first().evaluate((e) => e.textContent);
		ok(await preview.isVisible() && (await preview.textContent()).includes(text), `a reference shows what it leads to: ${to}`, await preview.textContent());
	}
	await point("fig-latency");
	const inside = () => preview.evaluate((box) => {
		const at = box.getBoundingClientRect();
		return at.width > 0 && at.left >= 0 && at.right <= innerWidth && at.top >= 0 && at.bottom <= innerHeight;
	});
	ok(await preview.locator("svg").count() > 0 && await inside(), "a preview of a figure draws it, within the window");
	ok(await preview.locator("[id], [tabindex], [href], .from").count() === 0, "a preview has nothing that could have the focus, and no id twice");
	await preview.hover();
	await page.waitForTimeout(400);
	ok(await preview.isVisible(), "a preview stays while the pointer is on it");
	await page.keyboard.press("Escape");
	ok(!await preview.isVisible(), "Escape hides a preview");
	await page.mouse.move(2, 400);
	await page.keyboard.press("Shift+Tab");
	await link("sec-door").focus();
	await page.waitForTimeout(400);
	ok(await preview.isVisible(), "a reference that has the focus shows what it leads to");
	const found = await violations(page, ".preview");
	ok(!found, "axe finds nothing in a preview", found);
	await page.locator("#sec-door").evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
	await page.waitForTimeout(100);
	ok(!await preview.isVisible(), "a preview goes when the page scrolls");
	await point("fig-latency", 200);
	ok(!await preview.isVisible(), "a figure that is in sight has no preview");
});
await visit(join(site, "nvidia-h200/async.html"), 1280, "light", async (page) => {
	const preview = page.locator(".preview"), link = page.locator("main p a[href='global.html#sec-tile']:visible").first();
	await page.keyboard.press("Tab");
	await link.focus();
	await page.waitForTimeout(400);
	ok(await preview.textContent() === `${await link.textContent()}: The tile` && await preview.isVisible(), "a reference to another chapter that has the focus shows the title of what it leads to", await preview.textContent());
	const section = page.frameLocator(".preview iframe").locator("#sec-tile");
	await section.waitFor();
	await page.waitForTimeout(300);
	const top = await section.evaluate((e) => e.getBoundingClientRect().top);
	ok(top >= 0 && top < 60, "the preview of another chapter shows how the section begins", `${top} px from the top`);
	const found = await violations(page, ".preview");
	ok(!found, "axe finds nothing in the preview of another chapter", found);
	await page.keyboard.press("Escape");
	ok(!await preview.isVisible(), "Escape hides the preview of another chapter");
	await link.hover();
	await page.waitForTimeout(400);
	ok(await preview.isVisible() && await link.evaluate((a) => !a.title && a.ariaDescription === "The tile"), "a pointer shows the preview of another chapter, too, and the browser shows no title over it");
});
await visit(join(site, "nvidia-h200/cluster.html"), 360, "light", async (page) => {
	const link = page.locator("main p a[href='#sec-door']:visible").first();
	const preview = page.locator(".preview");
	await link.scrollIntoViewIfNeeded();
	await link.dispatchEvent("pointerover", { bubbles: true, pointerType: "touch" });
	await page.waitForTimeout(400);
	ok(!await preview.isVisible(), "a finger that rests on a reference shows no preview");
	await link.tap();
	await page.waitForTimeout(400);
	ok(!await preview.isVisible() && /#sec-door$/.test(page.url()), "a tap on a reference follows it and shows no preview", page.url());
}, { hasTouch: true, isMobile: true });
await visit(join(site, "nvidia-h200/cluster.html"), 360, "light", async (page) => {
	const far = page.locator("main p a[href='#fig-latency']:visible").last();
	await page.locator("#fig-latency").evaluate((plot) => document.querySelector("main").append(plot));
	await far.evaluate((link) => link.scrollIntoView({ block: "end", behavior: "instant" }));
	await page.waitForTimeout(300);
	const came = await page.locator("#fig-latency .narrow").count();
	await far.hover();
	await page.locator(".preview").waitFor();
	ok(came === 0 && await page.locator(".preview .narrow:visible").count() === 1 && await page.locator(".preview svg:visible").count() === 1,
		"a preview in a narrow window shows the narrow drawing, even of a figure that is far away", came);
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
await visit(chapter, 1280, "light", async (page) => {
	const names = () => page.evaluate(() => [...document.querySelectorAll("main .label, main summary")].map((element) => element.textContent));
	const tell = (event) => page.evaluate((name) => void dispatchEvent(new Event(name)), event);
	const text = () => page.evaluate(() => [...document.querySelectorAll("main p, main li, main td")].map((element) => element.textContent).join("\n"));
	const before = await names(), whole = await text();
	await tell("beforeprint");
	await page.emulateMedia({ media: "print" });
	const printed = await names(), exercise = "Exercise 4.6 · GPU, easy";
	const number = await page.evaluate(() => getComputedStyle(document.querySelector(".predict > .label"), "::after").content);
	ok(printed.lastIndexOf(exercise) - printed.indexOf(exercise) > 12 && /^Exercise 4.6.*,Solution$/.test(printed.slice(-2).join()) && number.includes("1"),
		"on paper answers stand at the end, below the names of their questions", printed.join("\n"));
	ok(await page.evaluate(() => getComputedStyle(document.querySelector("td .live")).borderBottomStyle) === "none",
		"on paper a number in a table has no line");
	await tell("afterprint");
	ok((await names()).join() === before.join() && await text() === whole, "after printing each answer is where it was");
});
for (const file of ["compare", "claims", "nvidia-h200/vector"])
	await visit(join(site, `${file}.html`), 1280, "light", async (page) => {
		const paper = await page.pdf({ preferCSSPageSize: true });
		const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(paper.toString("latin1")) ?? [];
		ok(width > 0 && Number(width) > Number(height) === !file.includes("/"),
			`${file} is printed ${file.includes("/") ? "upright" : "across"}`, `${width} by ${height} points`);
	});
await visit(join(site, "index.html"), 1280, "light", async (page) => {
	const sheets = async () => (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
	const whole = await sheets();
	await page.addStyleTag({ content: "footer { display: none }" });
	ok(whole > 1 && await sheets() === whole, "the foot of the front page takes no sheet of its own", `${whole} and ${await sheets()}`);
});
await visit(chapter, 1280, "light", async (page) => {
	const marked = page.locator("#site-contents [aria-current=location]");
	ok(await marked.count() === 0, "above the first section the contents mark none");
	await page.locator("#sec-wide").evaluate((section) => section.scrollIntoView());
	await page.locator("#site-contents [href='#sec-wide'][aria-current=location]").waitFor({ state: "attached" });
	ok(await marked.count() === 1, "the contents mark the section that is being read");
	const before = await page.evaluate(() => scrollY);
	const menu = await page.locator(".to-machines").evaluate((button) => [button.innerText.replace(/\s+/, " "), getComputedStyle(button, "::after").borderTopWidth]);
	ok(menu[0] === "Machine NVIDIA H200" && parseFloat(menu[1]) > 3, "the machine switch says what it is, and has a triangle as a menu has", menu.join());
	await page.locator(".to-machines").click();
	ok(await page.locator("#site-machines").isVisible() && await page.evaluate(() => scrollY) === before,
		"the machine switch opens, and nothing moves");
	const hrefs = await page.locator("#site-machines a:not([href$='/machines.html'])").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
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
	const first = async (asked) => {
		await words.fill(asked);
		await page.evaluate(() => new Promise(requestAnimationFrame));
		return page.locator(".results a").first().getAttribute("href", { timeout: 5000 }).catch(() => "nothing");
	};
	ok(/global\.html#sec-stride$/.test(await first("stride 8")), "search finds a table by what was varied in it", await first("stride 8"));
	const context = await page.locator(".results .excerpt").first().textContent();
	ok(/stride 8/i.test(context), "a result shows the words as they were typed", context);
	// A page where a number is discussed comes before labs that quote it, and before the front page.
	const largest = await page.evaluate(() => window.searchIndex.find(([file]) => file === "vector.html")[2].find(([id]) => id === "sec-once")?.[2].match(/([\d,]{5,}) GB\/s/)?.[1]);
	ok(!/^lab-|index\.html/.test(await first(largest)) && await page.locator(".results a[href*='lab-'], .results a[href*='../index']").count() > 0,
		"search shows a number's labs and the front page behind the pages that discuss it", `${largest}: ${await first(largest)}`);
	const sum = /\bfp32 .* gbs (?:[\d.,]+ )*([\d,]+\.\d)/.exec(await page.evaluate(() =>
		window.searchIndex.find(([file]) => file === "global.html")[2].find(([id]) => id === "sec-stride")[3]))[1];
	ok(/global\.html#sec-stride$/.test(await first(`stride ${sum}`)), "search finds a table by a number in it", `${sum}: ${await first(`stride ${sum}`)}`);
	await first("8");
	const marks = await page.locator(".results .excerpt").evaluateAll((excerpts) => excerpts.flatMap((excerpt) =>
		excerpt.innerHTML.match(/[\d.,]*<mark>.*?<\/mark>(?:[.,]?\d)*/) ?? []));
	ok(marks.length > 5 && marks.every((mark) => mark === "<mark>8</mark>"), "who asks for 8 does not get 82 or 48", marks.join());
	const exercises = page.locator(".results a[href$='#exercises']");
	ok(!/exercises$/.test(await first("padding")) && await exercises.count() > 0, "search shows exercises behind the text", await first("padding"));
	ok(await first("front page") && /^Front page/.test(await page.locator(".results").textContent()), "search knows the front page",
		await page.locator(".results").textContent());
	const front = await page.locator(".results a").first().evaluate((link) => link.href.replace(/#.*/, ""));
	ok(front === pathToFileURL(join(site, "index.html")).href, "search leads to the front page", front);
	await words.fill("stride");
	await page.keyboard.press("Escape");
	ok(!await dialog.isVisible(), "one Escape closes the search, whatever was typed");
	await page.waitForFunction(() => !document.activeElement.closest("dialog")); // which gives the focus back
	await page.keyboard.press("/");
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
	await page.locator("#fig-copy .reveal").tap();
	const point = page.locator("#fig-copy .narrow [id*=_plot_] use").last();
	await point.waitFor();
	const at = await point.evaluate((mark) => {
		mark.scrollIntoView({ block: "center" });
		return mark.getBoundingClientRect();
	});
	await page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
	const said = page.locator("#fig-copy .point");
	ok(await inside(said) && /line \d+ of copy.csv/.test(await said.textContent()), "a tap on a point of a figure says what was measured there, within the window",
		await said.textContent());
	await page.locator(".to-contents").tap();
	ok(await page.locator("#site-contents").isVisible(), "the contents open from the top bar");
}, { hasTouch: true, isMobile: true });
await visit(chapter, 360, "light", async (page) => {
	ok(!await page.locator(".theme, .find, .copy").count(), "without scripts there are no buttons that do nothing");
	ok(await page.locator("main .live:not([tabindex='0'])").count() === 0, "without scripts each number is a stop for Tab");
	ok(await page.locator("#fig-copy svg").isVisible() && await page.locator("#fig-copy .canvas").evaluate((canvas) => canvas.scrollWidth > canvas.clientWidth),
		"without scripts a telephone shows the wide drawing, which scrolls");
	await page.locator(".to-contents").click();
	ok(await page.locator("#site-contents").isVisible(), "without scripts the contents open all the same");
}, { javaScriptEnabled: false });

/* global axis, bend, bendsInWords, bringDrawing, keep, panelsOf, placeOf, predictions, shownDrawing */

// ---- Figures that answer ------------------------------------------------------------------

// tests/points.mjs asks each point of each figure.
await visit(chapter, 1280, "light", async (page) => {
	const plot = page.locator("#fig-copy"), note = plot.locator(".point"), canvas = plot.locator(".canvas");
	const faint = () => plot.locator("[id*=_plot_]").evaluateAll((lines) => lines.filter((line) => getComputedStyle(line).opacity < 1).length);
	await canvas.focus();
	const press = async (key) => {
		const before = await note.textContent();
		await page.keyboard.press(key);
		await page.waitForFunction((before) => document.querySelector("#fig-copy .point").textContent !== before, before);
		return note.textContent();
	};
	const first = await press("ArrowRight"), second = await press("ArrowRight"), third = await press("ArrowDown");
	ok(/^int2, dram, 64 KiB: [\d.]+ GB\/s, 95 % interval [\d.]+ to [\d.]+, \w+; line \d+ of copy.csv$/.test(first)
		&& second.startsWith("int2, dram, 128 KiB") && /128 KiB: /.test(third) && third !== second,
		"arrow keys go along a line of a figure and to the next, and each point says what was measured", [first, second, third].join("\n"));
	ok(await faint() === await plot.locator("[id*=_plot_]").count() - 1, "the lines beside the chosen one fade", await faint());
	await press("Escape");
	ok(await note.textContent() === "" && await faint() === 0 && /vector/.test(page.url()), "Escape leaves the figure as it was, and no key turned the page");
});

// ---- Another machine over a figure ---------------------------------------------------------

if (!only || only.test("another machine")) {
	const two = mkdtempSync(join(tmpdir(), "machines-"));
	execFileSync("bash", [fileURLToPath(new URL("editions/site.sh", import.meta.url)), two], { stdio: ["ignore", "ignore", "pipe"] });
	const file = join(two, "build/site/nvidia-h200/vector.html");
	// The pixels of the other machine's rows on the axes of a figure, and where its points are drawn.
	const rows = readFileSync(join(two, "results/made-up/copy.csv"), "utf8").split("\n").map((line) => line.split(","))
		.filter(([variant]) => /^(int4?|int2|struct)$/.test(variant)).map((row) => [Number(row[2]), Number(row[8])]);
	const strays = (rows) => {
		const svg = [...document.querySelectorAll("#fig-copy svg")].find((each) => each.getClientRects().length), [{ x, y }] = panelsOf(svg);
		const circles = [...svg.querySelectorAll(".over circle")].map((c) => [Number(c.getAttribute("cx")), Number(c.getAttribute("cy"))]);
		return [circles.length, circles.filter(([cx, cy]) => !rows.some(([bytes, gbs]) => Math.hypot(x.pixel(bytes) - cx, y.pixel(gbs) - cy) < 1)).length];
	};
	for (const width of [1280, 360])
		await visit(file, width, "light", async (page) => {
			const plot = page.locator("#fig-copy"), list = plot.getByRole("combobox", { name: "Lay over" }), said = plot.locator(".said");
			await page.evaluate(() => location.hash = "#sec-claims"); // a section that is being read changes the links of the machines
			await page.reload();
			await list.focus();
			await page.keyboard.press("ArrowDown");
			ok(await list.evaluate((each) => each.selectedOptions[0].textContent) === "Made-up GPU", `at ${width} px an arrow key chooses another machine`);
			await plot.locator(".over").waitFor();
			const before = await plot.locator("[id*=_plot_] use").count();
			const [many, wrong] = await page.evaluate(strays, rows);
			ok(many > 40 && wrong === 0, `at ${width} px another machine's points lie on the figure's own axes`, `${wrong} of ${many} do not`);
			const [, outside, all] = (await said.textContent()).match(/^Open circles: Made-up GPU\. Outside these axes: (\d+) of (\d+) points\.$/) ?? [];
			const hidden = await plot.locator(".over circle").evaluateAll((circles) => circles.filter((circle) => {
				circle.scrollIntoView({ block: "center" });
				const { left, right, top, bottom } = circle.getBoundingClientRect();
				return !document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(circle);
			}).length);
			ok(outside > 0 && Number(all) === many && hidden === Number(outside), "what lies outside of the axes is clipped, and said to be there", `${await said.textContent()}; ${hidden} are hidden`);
			await plot.locator(".canvas").focus();
			await page.keyboard.press("ArrowRight");
			await page.keyboard.press("ArrowUp");
			await page.waitForFunction(() => document.querySelector("#fig-copy .point").textContent.startsWith("Made"));
			const note = await plot.locator(".point").textContent();
			ok(/^Made-up GPU, \w+, \w+, 64 KiB: [\d.]+ GB\/s, 95 % interval [\d.]+ to [\d.]+, \w+; line \d+ of copy.csv$/.test(note), "keys reach the points of another machine, which say whose they are", note);
			const lit = await plot.locator(".answering .meant").evaluateAll((lines) => lines.map((line) => line.dataset.of ?? line.id));
			ok(lit.length === 2 && lit[0] === lit[1], "a line of another machine and the book's line of the same kind stand out together", lit.join());
			const found = await violations(page, "#fig-copy");
			ok(!found, "axe finds nothing in a figure with another machine over it", found);
			await plot.locator("summary").click();
			ok(await plot.locator(".data").isVisible(), "the data of a figure can be opened beside the list of machines");
			await list.selectOption("no other machine");
			ok(await plot.locator(".over").count() === 0 && await said.textContent() === "" && await plot.locator("[id*=_plot_] use").count() === before, "another machine can be taken away again", await said.textContent());
			if (width > 360) return;
			rmSync(join(two, "build/site/made-up/figures/copy.points.js"));
			await list.selectOption("Made-up GPU");
			await page.waitForFunction(() => document.querySelector("#fig-copy .said").textContent);
			ok(await said.textContent() === "The points of Made-up GPU are missing.", "the points of another machine that are missing are said to be", await said.textContent());
		});
	rmSync(two, { recursive: true });
}
// Nodes have no edition. What figures of Chapter 9 show of another node is compared with its tables.
const results = join(site, "../../results");
function rowsOf(node, table) {
	const [heads, ...rows] = readFileSync(join(results, node, `${table}.csv`), "utf8").trim().split("\n").filter((line) => !line.startsWith("#"))
		.map((line) => line.split(","));
	return rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, isNaN(row[i]) ? row[i] : Number(row[i])])));
}
// The points of each figure, as panel, place on the x axis, and place on the y axis or the bar's name.
const pointsOf = {
	"fig-peer": (node) => rowsOf(node, "peer").filter(({ from, to }) => from === 0 && to === 1)
		.map(({ direction, array_bytes, gbs }) => [direction === "both" ? 1 : 0, array_bytes, gbs]),
	"fig-pairs": (node) => rowsOf(node, "peer").filter(({ variant, direction, array_bytes }) => `${variant} ${direction} ${array_bytes}` === `copy one_way ${2 ** 30}`)
		.map(({ from, to, gbs }) => [0, gbs, `GPU ${from} to ${to}`]),
	"fig-all": (node) => rowsOf(node, "transfer_all").filter(({ first }) => first === 0).map(({ gpus, gbs }) => [0, gpus, gbs]),
};
const nodes = readdirSync(results).filter((node) => existsSync(join(results, node, "peer.csv")));
for (const edition of ["nvidia-h200", "nvidia-h100"])
	await visit(join(site, `${edition}/peers.html`), 1280, "light", async (page) => {
		const [, lender] = readFileSync(join(site, `${edition}/data/peer.csv`), "utf8").match(/^# edition: (\S+)/), others = nodes.filter((node) => node !== lender);
		for (const [figure, measured] of Object.entries(pointsOf)) {
			const plot = page.locator(`#${figure}`), list = plot.getByRole("combobox", { name: "Lay over" }), faults = [];
			const offered = await list.locator("option").evaluateAll((options) => options.map((option) => option.value).filter(Boolean));
			ok(others.length > 1 && offered.join() === others.join(), `${edition}: ${figure} offers each other node`, offered.join());
			for (const node of offered) {
				await list.selectOption(node);
				faults.push(...await list.evaluate((each) => {
					const pen = document.createElement("canvas").getContext("2d"), name = each.selectedOptions[0].textContent;
					pen.font = getComputedStyle(each).font;
					return pen.measureText(name).width + 15 < each.clientWidth ? [] : [`${name} is cut off`];
				}));
				const said = `Open circles: ${await list.locator(":checked").textContent()}.`;
				await page.waitForFunction(([figure, said]) => document.querySelector(`#${figure} .said`).textContent.startsWith(said), [figure, said]);
				faults.push(...await plot.evaluate((plot, [node, rows]) => {
					const svg = shownDrawing(plot), panels = panelsOf(svg), middle = (element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2;
					const bars = new Map([...svg.querySelectorAll("text")].map((text) => [text.textContent.trim(), middle(text)]));
					const circles = [...svg.querySelectorAll(".over circle")];
					const astray = rows.filter(([panel, x, y]) => !circles.some((c) => Math.abs(c.getAttribute("cx") - panels[panel].x.pixel(x)) < 1
						&& (bars.has(y) ? Math.abs(middle(c) - bars.get(y)) < 6 : Math.abs(c.getAttribute("cy") - panels[panel].y.pixel(y)) < 1)));
					return circles.length === rows.length && !astray.length ? [] : [`${node}: ${circles.length} points of ${rows.length}; not there: ${astray.join("; ")}`];
				}, [node, measured(node)]));
			}
			ok(offered.length > 0 && faults.length === 0, `${edition}: another machine's points lie on ${figure} as they stand in its table, below its whole name`, faults.join("\n"));
		}
	});

// ---- Predictions -----------------------------------------------------------------------

// Draws a stroke through the measured points of each box. What is read there is what was measured, but for a pixel.
async function drawsWhatWasMeasured(page) {
	const astray = [];
	for (const box of await page.locator("[data-draw]").all()) {
		const plot = box.getByRole("slider");
		await plot.evaluate((each) => each.scrollIntoView({ block: "center", behavior: "instant" }));
		await plot.locator("svg").waitFor();
		const places = await box.evaluate((each) => {
			const { x, y } = panelsOf(shownDrawing(document.getElementById(each.dataset.draw)))[each.dataset.panel - 1];
			const toWindow = each.querySelector(".canvas svg").getScreenCTM();
			return each.dataset.points.split(";").map((point) => point.split("|").map(Number)).map(([at, , measured]) => {
				const place = new DOMPoint(x.pixel(at), y.pixel(measured)).matrixTransform(toWindow);
				return [place.x, place.y];
			});
		});
		await page.mouse.move(...places[0]);
		await page.mouse.down();
		for (const place of places.slice(1)) await page.mouse.move(...place);
		await page.mouse.up();
		astray.push(...await box.evaluate((each) => {
			const { y } = panelsOf(shownDrawing(document.getElementById(each.dataset.draw)))[each.dataset.panel - 1], read = new Map(predictions[placeOf(each.id)].drawn);
			const off = each.dataset.points.split(";").map((point) => point.split("|").map(Number)).map(([at, , measured]) => Math.abs(y.pixel(read.get(at)) - y.pixel(measured)));
			each.querySelector(".controls button:last-child").click();
			const told = each.querySelector(".told").textContent;
			return off.every((pixels) => pixels < 1) && told.startsWith("You were close everywhere.") ? [] : [`${each.dataset.draw}: ${off.join()} px. ${told}`];
		}));
	}
	ok(astray.length === 0, `${name(fileURLToPath(page.url()))}, ${page.viewportSize().width} px: a stroke through the measured points is read within a pixel`, astray.join("\n"));
}
await visit(join(site, "nvidia-h200/global.html"), 360, "light", async (page) => {
	const box = page.locator("[data-draw=fig-stride]"), drawing = box.locator(".canvas svg");
	const height = () => box.evaluate((each) => each.offsetHeight);
	const [before, early] = [await height(), await drawing.count()];
	await box.scrollIntoViewIfNeeded();
	await drawing.waitFor();
	ok(early === 0 && before === await height(), "a telephone gets a drawing to draw on when the box comes near, and it moves nothing", `${early}, ${before}, ${await height()}`);
	ok(/^0 0 390 /.test(await drawing.getAttribute("viewBox")), "on a telephone one draws on the narrow drawing", await drawing.getAttribute("viewBox"));
	await drawsWhatWasMeasured(page);
});

for (const file of pages.filter((file) => /nvidia-h200.(?!index|glossary|report|history|roofline)\w+\.html$/.test(file)))
	await visit(file, 1280, "light", async (page) => {
		// The boxes' points and axes agree with what gnuplot has drawn.
		const [drawn, others, astray] = await page.evaluate(() => {
			const boxes = [...document.querySelectorAll("[data-draw]")];
			return [boxes.length, document.querySelectorAll("[data-guess], [data-choices]").length, boxes.flatMap((box) => {
				const svg = document.querySelector(`#${box.dataset.draw} svg`), { x, y } = panelsOf(svg)[box.dataset.panel - 1];
				// The marks of a figure and, for what has none, the lines between its corners.
				const marks = [...svg.querySelectorAll("[id*=_plot_] use")].map((mark) => mark.getAttribute("transform").match(/[\d.]+/g).slice(0, 2).map(Number));
				const lines = [...svg.querySelectorAll("[id*=_plot_] path")].filter((path) => !path.closest("[id*=_plot_]").querySelector("use"));
				const isDrawn = (at) => marks.some((mark) => Math.hypot(mark[0] - at[0], mark[1] - at[1]) < 1)
					|| lines.some((line) => line.isPointInStroke(Object.assign(svg.createSVGPoint(), { x: at[0], y: at[1] })));
				return box.dataset.points.split(";").map((point) => point.split("|")).filter(([at, , measured]) => {
					const wanted = [x.pixel(Number(at)), y.pixel(Number(measured))];
					const back = [x.value(wanted[0]) - at, y.value(wanted[1]) - measured];
					return !isDrawn(wanted) || Math.abs(back[0]) > 1e-9 * at + 1e-9 || Math.abs(back[1]) > 1e-9 * measured;
				}).map(([, words]) => `${box.dataset.draw} at ${words}`);
			})];
		});
		ok(drawn >= 2 && others >= 1, `${name(file)}: a reader predicts two curves or more, and a number or a choice`, `${drawn} and ${others}`);
		ok(astray.length === 0, `${name(file)}: each point that a drawing is compared with lies on the figure`, astray.join("\n"));
		await drawsWhatWasMeasured(page);
		const bare = await page.evaluate(() => [...document.querySelectorAll("[data-draw]")].flatMap((box) => [box.dataset.unit,
			...box.dataset.points.split(";").map((point) => point.split("|")[1])].filter((words) => /^([\d,./]+|billion)$/.test(words)).map((words) => `${box.dataset.draw}: ${words}`)));
		ok(bare.length === 0, `${name(file)}: places and values of a curve say what they count`, bare.join("\n"));
		// Counted values have no interval, and neither has a model.
		const unsure = await page.evaluate(() => [...document.querySelectorAll("[data-draw]:not([data-draw=fig-counters], [data-draw=fig-roof])")]
			.filter((box) => box.dataset.points.split(";").some((point) => point.endsWith("|"))).map((box) => box.dataset.draw));
		ok(unsure.length === 0, `${name(file)}: each point that was measured has its interval`, unsure.join());
	});
await visit(join(site, "nvidia-h200/global.html"), 1280, "light", async (page) => {
	const box = page.locator("[data-draw=fig-stride]"), plot = box.getByRole("slider"), dots = box.locator(".own circle");
	const press = async (name) => await box.getByRole("button", { name }).click();
	const measured = box.locator("g.later").first();
	await plot.scrollIntoViewIfNeeded();
	const area = await plot.locator("svg").boundingBox();
	const stroke = async (from, to, height) => {
		await page.mouse.move(area.x + from * area.width, area.y + height * area.height);
		await page.mouse.down();
		await page.mouse.move(area.x + to * area.width, area.y + height * area.height);
		await page.mouse.up();
	};
	await stroke(0.08, 0.6, 0.3);
	ok(await dots.count() === 4 && await box.getByRole("button", { name: "Compare" }).isDisabled(),
		"a stroke sets the places that it passes, and half a curve is not compared", await dots.count());
	await press("Undo");
	ok(await dots.count() === 0 && await box.getByRole("button", { name: "Undo" }).isDisabled(), "undo takes a stroke back, once");
	await stroke(0.08, 0.99, 0.3);
	await plot.focus();
	const said = () => plot.getAttribute("aria-valuetext");
	const before = await said();
	await page.keyboard.press("ArrowUp");
	ok(await said() !== before && /^stride 32: [\d,]+ GB\/s$/.test(before), "a key moves a point, and its value is said", before);
	await page.keyboard.press("ArrowLeft");
	ok(/^stride 16: /.test(await said()) && /global/.test(page.url()), "a key chooses another place, and turns no page", await said());
	ok(!await measured.isVisible() && !await box.locator("details > p").first().isVisible(), "what was measured is hidden at first");
	const found = await violations(page, "[data-draw=fig-stride]");
	ok(!found, "axe finds nothing in a box that is drawn in", found);
	await press("Compare");
	const told = await box.getByRole("status").textContent();
	ok(/^You were [\d.]+ times too high at stride \d+ \([\d,.]+ GB\/s, 95 % interval [\d,.]+ to [\d,.]+\).*\. Your curve is straight, the measured one has no single bend\.$/.test(told)
		&& await measured.isVisible() && await box.locator("details > p").first().isVisible(), "comparing shows what was measured, the gap in words and the answer", told);
	const values = await box.locator(".values tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
	const places = (number) => number.split(".")[1]?.length ?? 0;
	const odd = values.filter(([at, own, middle, ends]) => {
		const [low, high] = ends.split(" to "), number = (text) => Number(text.replaceAll(",", ""));
		return !/^stride \d+$/.test(at) || !number(own) || !(number(low) <= number(middle) && number(middle) <= number(high) && low !== high)
			|| places(low) !== places(middle) || places(high) !== places(middle) || /\d{4}/.test(`${middle} ${ends}`);
	});
	ok(values.length === 6 && odd.length === 0, "comparing shows the value and the interval at each place, with as many digits and with commas", odd.join("\n"));
	const guess = page.locator("[data-choices]");
	await guess.getByRole("radio").first().check();
	await guess.getByRole("button", { name: "Compare" }).click();
	const chosen = await guess.getByRole("status").textContent();
	ok(/^You (were right|said)/.test(chosen), "a choice is compared, too");
	await guess.getByRole("radio").last().check();
	await guess.getByRole("button", { name: "Compare" }).click();
	await page.reload();
	ok(await dots.count() === 6, "a drawing stays in the browser");
	await page.goto(pathToFileURL(join(site, "predictions.html")).href);
	const list = page.locator("#predictions");
	const listed = await list.textContent();
	ok(listed.includes(told) && listed.includes(chosen) && await list.locator("li").count() === 2, "a page lists all predictions as they were at first", listed);
	const saved = await list.getByRole("link", { name: "Save" }).getAttribute("href");
	ok(Object.keys(JSON.parse(decodeURIComponent(saved.replace(/^[^,]*,/, "")))).length === 2, "predictions can be saved");
	await list.getByRole("link").first().click();
	await page.waitForURL(/global/);
	ok(/global\.html#predict-[\w-]+$/.test(page.url()) && await page.locator(":target").count() === 1, "a prediction leads to its box", page.url());
	await page.goBack();
	await list.getByRole("button", { name: "Forget" }).click();
	await page.waitForFunction(() => document.querySelector("#predictions")?.textContent.includes("nothing to show"));
	ok(true, "predictions can be forgotten");
	// A page knows its predictions by what it asks, and forgets what it asks no more.
	await page.goto(pathToFileURL(join(site, "nvidia-h200/global.html")).href);
	await guess.getByRole("radio").first().check();
	const [kept, after] = await page.evaluate(() => {
		const mine = Object.keys(predictions)[0], other = "nvidia-h200/vector.html#predict-1";
		const old = mine.replace(/#.*/, "#predict-1");
		keep(old, { guess: "7" });
		keep(other, { guess: "7" });
		return [[mine, other].join(), old];
	});
	await page.reload();
	await guess.getByRole("radio").last().check();
	const left = await page.evaluate(() => Object.keys(JSON.parse(localStorage.predictions)).join());
	ok(left === kept && /#predict-(?!\d)/.test(left), "a page knows a prediction by what it asks, and forgets what it asks no more", `${left}, not ${after}`);
});
await visit(join(site, "nvidia-h200/global.html"), 1280, "light", async (page) => {
	// Keys alone: to draw, to undo, to clear and to compare.
	const box = page.locator("[data-draw=fig-stride]"), dots = () => box.locator(".own circle").count(), focused = () => page.evaluate(() => document.activeElement.textContent);
	const press = async (...names) => {
		for (const each of names) await page.keyboard.press(each);
	};
	const draw = async (places) => {
		await box.getByRole("slider").focus();
		await press(...Array(6).fill("ArrowLeft"));
		for (let place = 0; place < places; place++) await press("ArrowUp", "ArrowRight");
	};
	await box.locator(".canvas svg").waitFor();
	await draw(2);
	await press("Tab");
	const undo = await focused();
	await press("Enter");
	ok(undo === "Undo" && await dots() === 1, "a point is taken back by keys", `${undo}, ${await dots()}`);
	await press("Tab");
	const clear = await focused();
	await press("Space");
	ok(clear === "Clear" && await dots() === 0, "a curve is cleared by keys", `${clear}, ${await dots()}`);
	await draw(6);
	await press("Tab", "Tab", "Tab");
	const compare = await focused();
	await press("Enter");
	ok(compare === "Compare" && /^You were /.test(await box.getByRole("status").textContent()) && await box.locator(".values").isVisible(), "a curve is compared by keys", `${compare}, ${await dots()}`);
	await press("Shift+Tab", "Shift+Tab", "Enter");
	ok(await box.getByRole("status").textContent() === "" && !await box.locator(".values").isVisible() && !await box.locator("g.later").first().isVisible(), "undo hides again what was measured");
});
await visit(join(site, "nvidia-h200/vector.html"), 1280, "light", async (page) => {
	const box = page.locator("[data-guess]");
	await box.getByRole("spinbutton").focus();
	for (const each of ["1", "0", "ArrowUp", "Tab", "Enter"]) await page.keyboard.press(each);
	ok(/^You said 11 GB\/s; the answer is/.test(await box.getByRole("status").textContent()), "a number is typed and compared by keys", await box.getByRole("status").textContent());
	await page.locator(".to-machines").focus();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	ok(await page.locator("#site-machines").isVisible() && await page.evaluate(() => document.activeElement.matches("#site-machines a")), "the machine switch opens by keys, and Tab leads into it");
	await page.keyboard.press("Escape");
	ok(!await page.locator("#site-machines").isVisible(), "Escape closes the machine switch");
});
// On a telephone the axes of a box come late, when their figure may show more than its own lines.
await visit(join(site, "nvidia-h200/vector.html"), 360, "light", async (page) => {
	const figure = page.locator("#fig-copy");
	await figure.getByRole("combobox", { name: "Lay over" }).selectOption("nvidia-h100");
	await figure.locator(".over circle").first().waitFor({ state: "attached" });
	const axes = page.locator("[data-draw=fig-copy] .asked svg");
	await page.locator("[data-draw=fig-copy]").scrollIntoViewIfNeeded();
	await axes.waitFor();
	ok(await axes.locator(".over, .ring").count() === 0, "the axes to draw on are empty even if another machine was laid over their figure");
}, { isMobile: true, hasTouch: true });
// A finger draws as a mouse does, and the page stays where it is.
await visit(join(site, "nvidia-h200/global.html"), 360, "light", async (page) => {
	const box = page.locator("[data-draw=fig-stride]"), plot = box.getByRole("slider");
	ok(!await box.getByText("With keys").isVisible() && await box.getByText("Draw").isVisible(), "nothing is said of keys where there is only a finger");
	await plot.scrollIntoViewIfNeeded();
	await plot.locator("svg").waitFor();
	await plot.evaluate((each) => each.scrollIntoView({ block: "center", behavior: "instant" }));
	const area = await plot.locator("svg").boundingBox(), cdp = await page.context().newCDPSession(page), before = await page.evaluate(() => scrollY);
	const touch = (type, ...touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
	const at = (x, y) => ({ x: area.x + x * area.width, y: area.y + y * area.height });
	const tap = async (name) => {
		const { x, y } = await box.getByRole("button", { name }).boundingBox();
		await touch("touchStart", { x: x + 20, y: y + 15 });
		await touch("touchEnd");
		await page.waitForTimeout(200); // until it is a click
	};
	await touch("touchStart", at(0.05, 0.2));
	for (let step = 1; step < 10; step++) await touch("touchMove", at(0.05 + 0.1 * step, 0.2 + 0.06 * step));
	await page.waitForTimeout(200); // a finger that rests, and does not fling
	await touch("touchMove", at(0.96, 0.75));
	await touch("touchEnd");
	ok(await box.locator(".own circle").count() === 6 && await page.evaluate(() => scrollY) === before, "a finger draws a curve, and the page stays", await box.locator(".own circle").count());
	await tap("Compare");
	ok(/^You were /.test(await box.getByRole("status").textContent()), "a tap compares a curve", await box.getByRole("status").textContent());
	await tap("Clear");
	ok(await box.locator(".own circle").count() === 0, "a tap clears a curve");
}, { hasTouch: true, isMobile: true });
await visit(join(site, "index.html"), 360, "light", async (page) => {
	const slider = page.getByRole("slider", { name: "Stride" }), said = page.locator(".play .said"), before = await said.textContent();
	await slider.scrollIntoViewIfNeeded();
	const { x, y, width, height } = await slider.boundingBox();
	await page.touchscreen.tap(x + width / 2, y + height / 2);
	ok(await said.textContent() !== before, "a finger changes a strip", before);
}, { hasTouch: true, isMobile: true });
await visit(join(site, "nvidia-h200/global.html"), 1280, "light", async (page) => {
	// Keys alone: to pick a choice, to compare it, to save and to forget.
	const guess = page.locator("[data-choices]"), told = guess.getByRole("status");
	const press = async (...names) => {
		for (const each of names) await page.keyboard.press(each);
	};
	const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.value);
	await guess.getByRole("radio").first().focus();
	await press("Space", "ArrowRight");
	const right = await guess.getAttribute("data-right");
	ok(await guess.getByRole("radio").last().isChecked() && /global/.test(page.url()), "an arrow key picks another choice, and turns no page", await focused());
	if (await focused() !== right) await press("ArrowLeft");
	await press("Tab", "Enter");
	ok(await told.textContent() === "You were right." && await guess.locator("details").getAttribute("open") === "", "a choice is compared by keys", await told.textContent());
	await page.goto(pathToFileURL(join(site, "predictions.html")).href);
	const tabTo = async (words) => {
		for (let tabs = 0; tabs < 40 && await focused() !== words; tabs++) await press("Tab");
		return await focused() === words;
	};
	const reached = await tabTo("Save as a file");
	const [file] = await Promise.all([page.waitForEvent("download", { timeout: 5000 }).catch(() => null), press("Enter")]);
	const saved = file && readFileSync(await file.path(), "utf8");
	ok(reached && file?.suggestedFilename() === "predictions.json" && Object.values(JSON.parse(saved))[0].guess === right, "predictions are saved by keys, into a file", `${reached} ${saved}`);
	const found = await violations(page, "main");
	ok(!found, "axe finds nothing in a list of predictions", found);
	ok(await tabTo("Forget them all"), "Tab leads to what forgets predictions", await focused());
	await press("Enter");
	await page.waitForFunction(() => document.querySelector("#predictions")?.textContent.includes("nothing to show"));
	ok(await page.evaluate(() => localStorage.predictions) === "{}", "predictions are forgotten by keys");
});
for (const width of [1280, 360])
	await visit(join(site, "predictions.html"), width, "light", async (page) => {
		const told = page.locator("#predictions > p").first();
		const show = async (...offs) => {
			// The last to be compared is the first that was kept.
			await page.evaluate((offs) => localStorage.predictions = JSON.stringify(Object.fromEntries(offs.map((off, i) => [`nvidia-h${i % 2 ? 1 : 2}00/global.html#predict-${i}`, {
				...typeof off === "number" ? { off } : { right: off }, title: "Global memory: Here", said: `Said ${i}.`, machine: `NVIDIA H${i % 2 ? 1 : 2}00`, at: i + 1 }]).reverse())), offs);
			await page.reload();
		};
		await show(25, 10, 2, true, 1, false);
		const [spots, lines, wide] = await page.evaluate(() => [[...document.querySelectorAll("#predictions circle")].map((c) => [Number(c.getAttribute("cx")), Number(c.getAttribute("cy"))]),
			Object.fromEntries([...document.querySelectorAll("#predictions .guide")].map((line) => [line.nextSibling.textContent, Number(line.getAttribute("d").match(/,([\d.]+)/)[1])])),
			document.querySelector("#predictions svg").getBoundingClientRect().width / document.querySelector("#predictions svg").viewBox.baseVal.width]);
		ok(spots.map(([, y]) => Object.keys(lines).find((name) => Math.abs(lines[name] - y) < 0.01)).join() === "10 or more,10 or more,2 times,right"
			&& spots.every(([x], i) => !i || x > spots[i - 1][0]) && lines.right > lines["5 times"], `${width} px: the chart shows how far off each was, in the order in which they were compared`, JSON.stringify([spots, lines]));
		ok(14 * wide >= 12, `${width} px: the words of the chart can be read`, wide);
		ok(await told.textContent() === "It takes eight curves and numbers to tell whether you are getting better; so far you have compared 4. Choices are right or wrong, and not by how much, so the chart leaves them out: 1 of 2 were right.",
			`${width} px: a few predictions show no trend, and choices are counted`, await told.textContent());
		const entries = await page.locator("#predictions li").allTextContents();
		ok(entries.slice(0, 2).join() === "Global memory: Here on NVIDIA H200: Said 0.,Global memory: Here on NVIDIA H100: Said 1.", `${width} px: each prediction names its machine`, entries.join("\n"));
		await show(25);
		ok(await told.textContent() === "It takes eight curves and numbers to tell whether you are getting better; so far you have compared 1.", `${width} px: a single prediction shows no trend`, await told.textContent());
		for (const [words, ...offs] of [["You are getting better: half of the earlier predictions were at most 4 times too high or too low, half of the later ones 5 %.", 3, 4, 5, 6, 1.05, 1.05, 1.05, 2],
			["You are getting worse: half of the earlier predictions were at most 5 % too high or too low, half of the later ones 4 times.", 1.05, 1.05, 1.05, 2, 3, 4, 5, 6],
			["There is no clear trend: half of the earlier predictions were at most 2 times too high or too low, half of the later ones 3 times.", 1.5, 2, 7, 9, 1.2, 3, 4, 5]]) {
			await show(...offs);
			ok(await told.textContent() === words, `${width} px: ${words.replace(/:.*/, "")}, it is said`, await told.textContent());
		}
		const found = await violations(page, "main");
		ok(!found, `${width} px: axe finds nothing in the chart`, found);
	});
await visit(join(site, "predictions.html"), 1280, "light", async (page) => {
	ok(/nothing to show.*needs JavaScript/s.test(await page.locator("#predictions").textContent()) && await page.locator("button:visible, select:visible, a[download]").count() === 0,
		"without scripts the page of predictions says what it needs, and has nothing that does nothing");
	ok(await page.locator("#site-contents").isVisible() && await page.locator(".turn a").count() === 1, "without scripts the page of predictions leads to the book");
}, { javaScriptEnabled: false });
for (const width of [1280, 360])
	await visit(join(site, "nvidia-h200/global.html"), width, "light", async (page) => {
		const seen = (figure) => page.locator(`#${figure} .later`).evaluateAll((parts) => parts.every((part) => getComputedStyle(part).opacity === "1"));
		const figures = await page.locator("[data-draw]").evaluateAll((boxes) => boxes.map((box) => box.dataset.draw));
		const [offset, stride] = figures.map((id) => page.locator(`#${id}`));
		const hidden = async () => (await Promise.all(figures.map(seen))).map((each) => !each).join();
		ok(figures.length === 3 && await hidden() === "true,true,true", `${width} px: the figures that boxes ask for hide what was measured`, await hidden());
		await offset.scrollIntoViewIfNeeded();
		await offset.locator(".canvas").hover({ position: { x: 200, y: 80 } });
		await page.waitForTimeout(300);
		ok(await offset.locator(".point").textContent() === "" && await hidden() === "true,true,true", `${width} px: who points at a hidden figure is told nothing`);
		const found = await violations(page, "#fig-offset");
		ok(!found && (await offset.locator("[role=img]").getAttribute("aria-label")).length > 40, `${width} px: a hidden figure is described, and axe finds nothing in it`, found);
		await page.emulateMedia({ media: "print" });
		ok(await hidden() === "false,false,false" && !await offset.locator(".reveal").isVisible(), `${width} px: paper shows what was measured`, await hidden());
		await page.emulateMedia({ media: null });
		await page.waitForTimeout(100); // what scrolls says so again
		const height = () => page.evaluate(() => document.querySelector("main").offsetHeight);
		const before = await height();
		await offset.getByRole("button", { name: "Show what was measured" }).focus();
		await page.keyboard.press("Enter");
		ok(await hidden() === "false,true,true" && await height() === before && await page.evaluate(() => document.activeElement.closest("#fig-offset .canvas") !== null),
			`${width} px: a button shows what the figure measured, and nothing moves`, `${await hidden()}, ${before} px, ${await height()} px`);
		await page.evaluate(() => location.hash = "#fig-stride");
		await page.waitForFunction(() => !document.querySelector("#fig-stride.unseen"));
		ok(await seen("fig-stride") && await height() === before, `${width} px: a link to a hidden figure shows what it measured`, await hidden());
		await page.locator("[data-draw=fig-counters] summary").click();
		await page.waitForFunction(() => !document.querySelector(".unseen"));
		ok(await hidden() === "false,false,false" && !await stride.locator(".reveal").isVisible(), `${width} px: opening the answer shows what the figure measured`, await hidden());
		await page.evaluate(() => history.replaceState(null, "", location.pathname));
		await page.reload();
		ok(await hidden() === "false,false,false", `${width} px: what was seen stays in sight`, await hidden());
	});
await visit(join(site, "nvidia-h200/global.html"), 1280, "light", async (page) => {
	const found = await page.evaluate(() => {
		const axes = { x: axis(0, 100, 0, 10), y: axis(100, 0, 0, 10) };
		const words = (own, measured) => {
			const points = own.map((y, x) => ({ x, own: y, measured: measured[x], place: `place ${x}` }));
			return bendsInWords(bend(points, axes, "own"), bend(points, axes, "measured"));
		};
		return [words([3, 3, 3, 3, 3], [1, 2, 3, 4, 5]), words([0, 5, 5, 5, 5], [0, 1, 2, 3.1, 4]), words([5, 5, 5, 5, 5], [0, 0, 0, 3, 6]), words([0, 0, 0, 1, 2], [9, 9, 9, 8, 7]),
			words([0, 5, 5, 5, 10], [0, 2.6, 4.6, 6, 6.8, 7]), words([0, 0, 0, 3, 6, 9], [0, 2.6, 4.6, 6, 6.8, 7])];
	});
	ok(found.join("\n") === ["Both curves are straight.", "Your curve bends most at place 1, the measured one is straight.",
		"Your curve is straight, the measured one bends most at place 2.", "Your curve bends where the measured one does, at place 2.", "Neither curve has a single bend.",
			"Your curve bends most at place 2, the measured one has no single bend."].join("\n"), "a curve bends where it turns most, and a straight one, or one that turns little by little or in several places, nowhere", found.join("\n"));
});
await visit(join(site, "nvidia-h200/vector.html"), 1280, "light", async (page) => {
	const drawing = page.locator("[data-draw=fig-copy]");
	await drawing.getByRole("slider").scrollIntoViewIfNeeded();
	const area = await drawing.locator(".asked svg").boundingBox();
	await page.mouse.move(area.x + 0.05 * area.width, area.y + area.height - 2);
	await page.mouse.down();
	await page.mouse.move(area.x + 0.99 * area.width, area.y + area.height - 2);
	await page.mouse.up();
	await drawing.getByRole("button", { name: "Compare" }).click();
	ok(/^You were [\d,.]+ times too low at/.test(await drawing.getByRole("status").textContent()), "a curve at the foot of its axes is a number of times too low",
		await drawing.getByRole("status").textContent());
	const box = page.locator("[data-guess]"), scale = box.locator(".scale"), mark = (kind) => scale.locator(`circle.${kind}`);
	// A number is put on the scale, or typed and then shown there.
	await scale.evaluate((each) => each.scrollIntoView({ block: "center", behavior: "instant" }));
	const place = await scale.boundingBox(), dotAt = (kind) => mark(kind).evaluate((dot) => dot.getBoundingClientRect().x + dot.getBoundingClientRect().width / 2);
	await page.mouse.move(place.x + 0.3 * place.width, place.y + 30);
	await page.mouse.down();
	await page.mouse.move(place.x + 0.5 * place.width, place.y + 30, { steps: 4 });
	await page.mouse.up();
	ok(await box.getByRole("spinbutton").inputValue() === "100" && Math.abs(await dotAt("own") - place.x - 0.5 * place.width) < 2 && !await mark("answer").count(),
		"a number is put on a scale, and the answer is not on it yet", await box.getByRole("spinbutton").inputValue());
	await box.getByRole("spinbutton").fill("10");
	await box.getByRole("button", { name: "Compare" }).click();
	const [own, answer, right] = [await dotAt("own"), await dotAt("answer"), Number(await box.getAttribute("data-guess"))], decade = place.width * 620 / 680 / 4;
	ok(Math.abs((answer - own) / decade - Math.log10(right / 10)) < 0.02, "a number and its answer stand on the scale as far apart as they are", `${(answer - own) / decade} decades`);
	const found = await violations(page, ".asked");
	ok(!found, "axe finds nothing in a scale with an answer", found);
	const told = await box.getByRole("status").textContent();
	ok(/^You said 10 GB\/s; the answer is [\d.]+ GB\/s, 95 % interval [\d.]+ to [\d.]+\. You were [\d.]+ times too low\.$/.test(told), "a number is compared with what was measured", told);
});
await visit(join(site, "nvidia-h200/global.html"), 1280, "light", async (page) => {
	ok(!await page.locator(".asked, .predict input").count() && await page.locator(".predict details").count() > 3, "without scripts a prediction is a question with an answer");
	ok(await page.locator(".others").count() > 3 && !await page.locator(".others:visible").count(), "without scripts no machine can be laid over a figure, and no list says so");
	ok(await page.locator("#fig-stride .later").first().isVisible() && !await page.locator(".unseen, .reveal").count(), "without scripts no figure hides what was measured");
	await page.locator("[data-choices] summary").focus();
	await page.keyboard.press("Enter");
	ok(await page.locator("[data-choices] details > p").first().isVisible(), "without scripts a key opens the answer of a choice");
	const link = page.locator("main p a[href^='#sec-']:visible").first(), href = await link.getAttribute("href");
	await link.hover();
	ok(!await page.locator(".preview").count(), "without scripts a reference shows no preview");
	await link.click();
	ok(page.url().endsWith(href), "without scripts a reference leads to its section", page.url());
	await page.locator(".to-machines").click();
	const machines = await page.locator("#site-machines a:not([href$='/machines.html'])").evaluateAll((links) => links.map((each) => each.getAttribute("href")));
	ok(await page.locator("#site-machines").isVisible() && machines.length > 1 && machines.every((each) => each.endsWith("/global.html")), "without scripts the machine switch opens, and leads to the same chapter", machines.join());
}, { javaScriptEnabled: false });
await end();
