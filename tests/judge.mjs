// The suites in browsers share this: where the site is, how results are told, and how to find
// faults of a page as it is shown.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const site = resolve(here, "../build/site");
// A regular expression: run only the visits with a test that matches it.
export const only = process.argv[2] && new RegExp(process.argv[2]);

let count = 0;
export function ok(good, what, why = "") {
	count += 1;
	console.log(`${good ? "" : "not "}ok ${count} - ${what}`);
	if (!good) console.log(String(why).replace(/^/gm, "  # "));
}
export const plan = () => console.log(`1..${count}`);

/* global bringDrawing */

// ---- Within a page ------------------------------------------------------------------

// How many notes in the margin overlap something.
export function overlappingNotes() {
	const rects = (selector) => [...document.querySelectorAll(selector)]
		.map((e) => e.getBoundingClientRect()).filter((r) => r.height > 0);
	const beside = rects("main .sidenote:not(.below, figcaption *, td *, th *)");
	const others = [...rects("main .plot, main .strip"), ...beside];
	return beside.filter((note) => note.right > innerWidth || others.some((other) => other !== note
		&& note.left < other.right && other.left < note.right && note.top < other.bottom - 1 && other.top < note.bottom - 1)).length;
}

// The faults of the page's figures and tables in a narrow window.
export async function narrowFaults() {
	await Promise.all([...document.querySelectorAll(".plot")].map(bringDrawing));
	const faults = [], shown = (element) => element.getClientRects().length > 0;
	// Counts the points or bars of each plot of a drawing that has any.
	const points = (svg) => [...svg.querySelectorAll("g[id*=_plot_]")].map((plot) => plot.querySelectorAll("use, polygon").length).filter(Boolean).join(" ");
	for (const plot of document.querySelectorAll(".plot")) {
		const fault = (what) => faults.push(`${plot.id}: ${what}`);
		const canvas = plot.querySelector(".canvas"), [wide, narrow] = canvas.querySelectorAll("svg");
		if (!narrow) {
			fault("it has no narrow drawing");
			continue;
		}
		if (points(wide) !== points(narrow)) fault(`the wide drawing has ${points(wide)} points, the narrow one ${points(narrow)}`);
		const [names, narrowNames] = [wide, narrow].map((svg) => svg.querySelectorAll("g[id*=_plot_] text").length);
		// A narrow drawing may break a name into several lines, but leaves out none.
		if (narrowNames < names) fault(`the wide drawing names ${names} plots, the narrow one ${narrowNames}`);
		if (!shown(canvas)) continue;
		if (shown(wide) || !shown(narrow)) fault("the wide drawing is shown");
		if (canvas.scrollWidth > canvas.clientWidth) fault("it scrolls sideways");
		for (const text of narrow.querySelectorAll("text, tspan")) {
			const letters = parseFloat(getComputedStyle(text).fontSize) * narrow.getScreenCTM().a;
			if (text.firstChild?.nodeType === Node.TEXT_NODE && letters < 11.99) fault(`'${text.textContent}' is ${letters} px`);
		}
		// The edge of the drawing is that of the window. Labels are placed by Chromium's letters, which are the narrowest.
		const least = navigator.userAgent.includes("Chrome/") ? 3 : 0;
		const box = narrow.getBoundingClientRect();
		const words = [...narrow.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]).filter(([, r]) => r.width);
		for (const [what, a] of words) {
			if (Math.min(a.left - box.left, box.right - a.right) < least) fault(`'${what}' touches the edge of the window`);
			const next = words.find(([, b]) => Math.abs(a.top - b.top) < 1 && b.left > a.left && b.left - a.right < 5);
			if (next) fault(`'${what}' runs into '${next[0]}'`);
		}
	}
	for (const table of document.querySelectorAll("table")) {
		const numbers = [...table.querySelectorAll("td .live, td:not(.prose, :has(*))")].filter((cell) => /^~?[\d.,]+( \S+)*$/.test(cell.firstChild?.data ?? ""));
		const sizes = new Set(numbers.map((cell) => getComputedStyle(cell).fontSize));
		const fault = (what) => faults.push(`${table.closest("[id]").id}: ${what}`);
		if (sizes.size > 1) fault(`numbers of ${[...sizes].join(" and ")}`);
		const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.cells.length > 1);
		for (let i = 0; i < rows[0]?.cells.length; i++)
			if (rows.every((row) => row.cells[i]?.textContent.trim() === "–")) fault(`column ${i + 1} has nothing but dashes`);
		const box = table.closest(".wide, .data, .across");
		if (box?.scrollWidth > box?.clientWidth && rows.some((row) => getComputedStyle(row.cells[0]).position !== "sticky")) fault("its first column scrolls away");
	}
	return faults;
}

// Finds unreadable parts of the drawings that the window shows: words that are cut off or lie on
// each other, and lines, but for guides as pale as the grid, that leave a logarithmic axis below.
export function unreadable() {
	const faults = [];
	for (const svg of [...document.querySelectorAll(".plot .canvas svg")].filter((svg) => svg.getClientRects().length)) {
		const fault = (what) => faults.push(`${svg.closest(".plot").id}: ${what}`), box = svg.getBoundingClientRect();
		const tails = getComputedStyle(svg).overflow === "visible" ? 4 : 1;
		const words = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]).filter(([, r]) => r.width);
		words.forEach(([what, a], i) => {
			if (a.left < box.left - 1 || a.right > box.right + 1 || a.top < box.top - 2 || a.bottom > box.bottom + tails) fault(`'${what}' is cut off`);
			for (const [other, b] of words.slice(i + 1)) {
				const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
				if (across > 1 && down > 0.4 * Math.min(a.height, b.height)) fault(`'${what}' lies on '${other}'`);
			}
		});
		const places = [...svg.querySelectorAll("[id*=_plot_] path:not([stroke='var(--rule)'])")].flatMap((path) => [...path.getAttribute("d").matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [x, y]));
		for (const panel of svg.dataset.axes.split(";")) {
			const [left, right, bottom, , , , , , logarithmic] = panel.split(" ");
			if (logarithmic?.includes("y") && places.some(([x, y]) => x > +left && x < +right && Math.abs(y - bottom) < 0.2)) fault("a line leaves its axes below");
		}
	}
	return faults;
}
