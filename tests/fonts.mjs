// Proves that pages have their fonts, and that hardly anything moves when these come late.
import { join } from "node:path";
import { end, others, visit } from "./browser.mjs";
import { ok, site } from "./judge.mjs";

const chapter = join(site, "nvidia-h200/vector.html");

// The serif of the text is the same from the first frame to the last, and the other fallbacks are as wide and as
// high as Plex, so that hardly anything moves when fonts come late.
const widths = [360, 390, 412, 768, 1280];
const files = ["index", "predictions", ...["timing", "vector", "pinned", "cluster", "ladder", "peers", "report"].map((each) => `nvidia-h200/${each}`)];
// Each template, and each width; tests/long/fonts.mjs has all files at all widths.
const some = [["index", [390]], ["predictions", [412]], ["nvidia-h200/cluster", [360, 768, 1280]], ["nvidia-h200/report", [412]]];
for (const [file, of] of others ? files.map((file) => [file, widths]) : some)
	await Promise.all(of.map((width) => visit(join(site, `${file}.html`), width, "light", async (page) => {
		let late = 0;
		await page.route("**/*.woff2", async (route) => {
			late += 1;
			await new Promise((done) => setTimeout(done, 300));
			await route.continue();
		});
		await page.addInitScript(() => {
			window.shift = 0;
			new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shift += entry.value))
				.observe({ type: "layout-shift", buffered: true });
		});
		await page.reload();
		await page.evaluate(() => document.fonts.ready);
		await page.waitForTimeout(200);
		const shift = await page.evaluate(() => window.shift);
		ok(late >= 4 && shift < 0.03, `${file}, ${width} px: fonts that come late shift the layout by less than 0.03`, `${late} late, ${shift}`);
	}, { isMobile: width < 500 })));
// Which fonts a browser used for the first element.
const fontsOf = async (page, selector) => {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("DOM.enable");
	await cdp.send("CSS.enable");
	const { nodeId } = await cdp.send("DOM.querySelector", { nodeId: (await cdp.send("DOM.getDocument", { depth: 0 })).root.nodeId, selector });
	const { fonts } = await cdp.send("CSS.getPlatformFontsForNode", { nodeId });
	if (!fonts.length)
		throw new Error(`${selector} uses no font`);
	return fonts.map((font) => font.familyName);
};
await visit(chapter, 1280, "light", async (page) => {
	await page.route("**/*.woff2", (route) => route.abort());
	await page.reload();
	await page.evaluate(() => document.fonts.ready);
	const faults = page.complaints.filter((each) => !/woff2|ERR_FAILED/.test(each));
	ok(faults.length === 0 && !(await fontsOf(page, "main p")).includes("IBM Plex Serif"), "a page without its fonts is shown in others, and its scripts have no fault", faults.join("\n"));
}, {}); // in a window of its own, which no other visit uses
for (const width of [360, 1280])
	await visit(join(site, "nvidia-h200/ladder.html"), width, "light", async (page) => {
		for (const part of ["h1", "main p"])
			ok((await fontsOf(page, part)).every((font) => font.startsWith("IBM Plex")), `${width} px: ${part} of a long page has the book's fonts from their files`,
				await fontsOf(page, part));
	});
await visit(chapter, 1280, "light", async (page) => {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
	const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
	ok(size === "36px", "a reader's own font size makes the text larger", size);
	await cdp.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
});
await end();
