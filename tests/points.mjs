// Proves of figures in pages that each point says what was measured, and in which line of the CSV.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { end, few, fleetPages, name, others, pages, visit } from "./browser.mjs";
import { ok, only, site } from "./judge.mjs";

/* global bringDrawing, shownDrawing */

// Points with the mouse at each mark and each bar of all figures of a page. Returns of each where it is and what is
// said, and of each name of a line which lines fade.
async function askFigures() {
	const asked = [], names = [];
	for (const plot of document.querySelectorAll(".plot")) {
		await bringDrawing(plot);
		plot.classList.remove("unseen");
		const svg = shownDrawing(plot), lines = [...svg.querySelectorAll("[id*=_plot_]:has(use, path, polygon)")];
		const pointAt = async (element, x, y) => {
			element.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
			await new Promise((end) => setTimeout(end));
		};
		if (lines.some((line) => line.querySelector("use, polygon"))) {
			await pointAt(svg, 0, 0);
			for (let i = 0; i < 200 && !svg.querySelector(".ring"); i++) await new Promise((end) => setTimeout(end, 10));
		}
		for (const line of lines) {
			// In a key a mark stands behind its name, and is the last that is drawn.
			const marks = [...line.querySelectorAll("use")], text = line.querySelector("text");
			if (marks.length && text?.compareDocumentPosition(marks[0]) & Node.DOCUMENT_POSITION_FOLLOWING) marks.pop();
			const places = marks.map((mark) => mark.getAttribute("transform").match(/[\d.]+/g).slice(0, 2).map(Number));
			for (const bar of line.querySelectorAll("polygon")) {
				const [xs, ys] = [0, 1].map((odd) => [...new Set(bar.getAttribute("points").match(/[\d.]+/g).map(Number).filter((_, i) => i % 2 === odd))]);
				if (xs.length < 3 && ys.length < 3) places.push([Math.max(...xs), (ys[0] + ys.at(-1)) / 2, 0.5]);
			}
			for (const [x, y, within = 0] of places) {
				const at = new DOMPoint(x - within, y).matrixTransform(svg.getScreenCTM()), ring = svg.querySelector(".ring");
				await pointAt(svg, at.x, at.y);
				asked.push({ figure: plot.id, line: line.id, said: plot.querySelector(".point")?.textContent ?? "",
					off: Math.hypot(ring?.getAttribute("cx") - x, ring?.getAttribute("cy") - y) });
			}
		}
		// Only a drawing of a chapter answers nothing.
		if (!asked.some(({ figure }) => figure === plot.id) && (plot.querySelector(".source [href$=csv]") || !/site.(here|nvidia-)/.test(location.pathname)))
			asked.push({ figure: plot.id, said: "no points" });
		// Bars have their names beside the axis, and a line with no marks may be a model.
		const number = (line) => line.id.match(/_plot_(\d+)/)[1], named = (line) => line.querySelector("text");
		const curves = lines.filter((line) => line.querySelector("path") && line.querySelector("use"));
		if (new Set(curves.map(number)).size > 1)
			names.push(...curves.filter((line) => !lines.some((each) => number(each) === number(line) && named(each))).map((line) => `${line.id} has no name`));
		if (new Set(lines.filter(named).map(number)).size > 1)
			for (const line of lines.filter(named)) {
				await pointAt(named(line), 0, 0);
				const wrong = lines.filter((each) => (getComputedStyle(each).opacity < 1) === (number(each) === number(line)));
				names.push(wrong.length ? `${named(line).textContent} of ${line.id}: ${wrong.map((each) => each.id)}` : "");
			}
	}
	return [asked, names];
}

const csvs = new Map();
function csv(path) {
	if (!csvs.has(path)) csvs.set(path, readFileSync(path, "utf8").replace(/^# edition.*\n/, "").split("\n"));
	return csvs.get(path);
}
// Lists for each unit the columns that are shown in it, and the factor of their numbers.
const columnsOf = { "GB/s": [["gbs", 1]], ns: [["ns", 1], ["ms", 1e6]], "µs": [["ms", 1e3]], ms: [["ms", 1]], cycles: [["cycles", 1]] };
let answered = 0, fading = 0;
// Pages of another edition, and most on a telephone, are for tests/long/points.mjs.
const isOther = (file, width) => /nvidia-h100./.test(file) || file.includes("fleet") || width === 360 && !few.test(file);
for (const width of [1280, 360])
	for (const file of [...pages, ...others ? fleetPages() : []].filter((file) => isOther(file, width) === others))
		await visit(file, width, "light", async (page) => {
			const [asked, names] = await page.evaluate(askFigures);
			const wrong = asked.filter(({ said, off }) => {
				if (!(off < 1)) return true;
				const [, first, line, table] = said.match(/^(\w[^,:]*).*: [\d,.]+ \S+.*; line (\d+) of (\S+)$/) ?? [];
				if (!line) return !/^-?[\d,.]+ \S+.*; computed from \w+\.csv$/.test(said);
				// A table of many machines is named by its folder, and what others published by its own.
				const path = table === "published.csv" ? `chapters/${table}` : table.includes("/") ? `${/^(here|gpu\d+)\//.test(table) ? "build/" : ""}results/${table}` : join("build/site", relative(site, file), "../data", table);
				const rows = csv(join(site, "../..", path)), row = rows[line - 1]?.split(",") ?? [];
				const heads = rows.find((each) => !each.startsWith("#")).split(","), [, number, unit] = said.match(/([\d,.]+) (\S+), 95 % interval/) ?? [];
				const fits = ([column, factor]) => Math.abs(number.replaceAll(",", "") / row[heads.indexOf(column)] / factor - 1) < 0.006;
				return first.replace(/^level /, "") !== row[0] || unit && !columnsOf[unit]?.some(fits);
			});
			ok(wrong.length === 0, `${name(file)}: at ${width} px each point and each bar of its figures says what was measured, and in which line of the CSV`,
				`${wrong.length} of ${asked.length} do not:\n${wrong.slice(0, 9).map((each) => JSON.stringify(each)).join("\n")}`);
			ok(names.every((each) => !each), `${name(file)}: at ${width} px each curve has a name, and it fades the others`, names.filter(Boolean).join("\n"));
			answered += asked.length;
			fading += names.length;
		});
if (!only || answered)
	ok(answered > 3000 && fading > 200, "figures have many points and names", `${answered} points, ${fading} names`);
await end();
