// figure.js - a figure answers: which line is meant, and what was measured at a point.
//
// A figure on a page is an SVG that knows its axes (axes.gp), and its data are a table of the page. So a point
// that the mouse, a finger or an arrow key reaches leads to the rows that were drawn there.

// A number as pages say it.
function rounded(value, unit = "") {
	const digits = Math.abs(value) < 1000 ? String(Number(value.toPrecision(3))) : Math.round(value).toLocaleString("en-US");
	return unit ? `${digits} ${unit}` : digits;
}

// ---- Narrow drawings -----------------------------------------------------------------------------------

// A telephone shows a narrow drawing in place of the wide one. Both would make a page heavy, so the narrow one
// comes when it is needed: as a script, because a page that is a file may read nothing else. Such a script calls
// narrowDrawing. Nothing comes if it is not there.
const isNarrow = matchMedia("(max-width: 40rem)");

/* exported narrowDrawing */
function narrowDrawing(svg) {
	document.currentScript.drawing = make("div", { innerHTML: svg }).firstElementChild;
}

function bring(src) {
	return new Promise((end) => {
		const script = make("script", { src, onload: () => end(script.drawing), onerror: () => end() });
		document.head.append(script);
	});
}

const asked = new WeakMap(); // what has been asked for, by figure
function bringDrawing(figure) {
	const canvas = figure.querySelector(".canvas");
	if (isNarrow.matches && canvas.dataset.narrow && !asked.has(figure))
		asked.set(figure, bring(canvas.dataset.narrow).then((drawing) => {
			drawing?.classList.add("narrow");
			canvas.firstElementChild.append(drawing ?? "");
		}));
	return asked.get(figure);
}

// Waits until an element comes near the window.
function nearing(element) {
	return new Promise((end) => new IntersectionObserver((entries, observer) => {
		if (entries.some((entry) => entry.isIntersecting)) {
			observer.disconnect();
			end();
		}
	}, { rootMargin: "100%" }).observe(element));
}

// Brings the drawings that come near, while the window is narrow.
function bringDrawings() {
	const begin = () => isNarrow.matches && all(".plot").forEach((plot) => nearing(plot).then(() => bringDrawing(plot)));
	isNarrow.addEventListener("change", begin);
	begin();
}

function shownDrawing(figure) {
	return isNarrow.matches && figure.querySelector("svg.narrow") || figure.querySelector("svg[data-axes]");
}

// ---- Axes --------------------------------------------------------------------------------------

// An axis that runs between two pixels.
function axis(from, to, least, most, isLogarithmic) {
	const [f, inverse] = isLogarithmic ? [Math.log, Math.exp] : [Number, Number];
	const share = (value) => (f(value) - f(least)) / (f(most) - f(least));
	return {
		from, to,
		pixel: (value) => from + (to - from) * share(value),
		value: (pixel) => inverse(f(least) + (f(most) - f(least)) * (pixel - from) / (to - from)),
		inside: (pixel) => Math.max(Math.min(from, to), Math.min(Math.max(from, to), pixel)),
	};
}

// The axes of each panel of a figure, as axes.gp noted them.
function panelsOf(svg) {
	return svg.dataset.axes.split(";").map((panel) => {
		const [left, right, bottom, top, x0, x1, y0, y1] = panel.split(" ").map(Number);
		const logarithmic = panel.split(" ")[8];
		return { x: axis(left, right, x0, x1, logarithmic.includes("x")), y: axis(bottom, top, y0, y1, logarithmic.includes("y")) };
	});
}

// An element of an SVG.
function drawn(name, attributes) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	return element;
}

// ---- Points and rows -----------------------------------------------------------------------------------

// Places on a line as { line, x, y, panel }, without those of the sample beside its name and those outside the axes.
function placesOn(line, places) {
	const panels = panelsOf(line.ownerSVGElement);
	const names = [...line.querySelectorAll("[transform] > text")].map((text) => placeOfMark(text.parentNode));
	return places.map(([x, y]) => ({ line, x, y,
		panel: panels.findIndex((axes) => axes.x.inside(x) === x && Math.abs(axes.y.inside(y) - y) < 1) }))
		.filter(({ x, y, panel }) => panel >= 0 && !names.some(([left, base]) => Math.abs(base - y) < 9 && Math.abs(left - x) < 60));
}

function placeOfMark(mark) {
	return mark.getAttribute("transform").match(/[\d.]+/g).map(Number);
}

// The points of a figure by lines.
function pointsOf(svg) {
	return [...svg.querySelectorAll("[id*=_plot_]")].flatMap((line) =>
		placesOn(line, [...line.querySelectorAll("use")].map(placeOfMark)).toSorted((a, b) => a.x - b.x));
}

// The pieces of a line that has no points, each a list of places. figure.awk writes them with M, L, h and v.
function piecesOf(line) {
	return [...line.querySelectorAll("path")].flatMap((path) => path.getAttribute("d").split("M").slice(1)).map((piece) => {
		let x, y;
		return placesOn(line, [...piece.matchAll(/([hv]?)([-\d.]+)(?:,([\d.]+))?/g)].map(([, along, a, b]) => {
			[x, y] = along === "h" ? [x + Number(a), y] : along === "v" ? [x, y + Number(a)] : [Number(a), Number(b)];
			return [x, y];
		}));
	}).filter((piece) => piece.length > 1);
}

// How a line looks: its mark, its colour and its dashes. It looks so in each panel and on each machine.
function lookOf(line) {
	return [["use", "xlink:href"], ["use", "color"], ["path", "stroke-dasharray"]].map(([part, name]) => line.querySelector(part)?.getAttribute(name)).join();
}

// What the key calls a line. The key may stand in another panel.
function nameOf(line) {
	const svg = line.ownerSVGElement, others = panelsOf(svg).length > 1 ? svg.querySelectorAll("[id*=_plot_]") : [];
	return [line, ...others].find((each) => each.querySelector("text") && lookOf(each) === lookOf(line))?.querySelector("text").textContent;
}

// What a cell says as a number: "2 GiB", "4,814", "~7.92".
const sizes = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
function numberIn(text) {
	const [, digits, size] = text.match(/^~?([\d,.]+(?:e[+-]\d+)?) ?([KMG]iB)?$/) ?? [];
	return digits ? Number(digits.replaceAll(",", "")) * (sizes[size] ?? 1) : NaN;
}

// The rows of a figure's data, each { cells, numbers, line in the CSV }. Figures of one table share that of the
// first.
function rowsOf(plot) {
	const source = plot.querySelector("table") ?? document.querySelector(plot.querySelector(".source a[href^='#']")?.hash || "none")?.querySelector("table");
	const heads = [...source?.querySelectorAll("th") ?? []].map((head) => head.textContent);
	return [...source?.tBodies[0].rows ?? []].map((row, i) => {
		const cells = [...row.cells].map((cell) => cell.textContent);
		return { heads, cells, numbers: cells.map(numberIn), line: Number(source.dataset.line) + i };
	});
}

const isTimed = (head) => head === "gbs" || head === "ns";

// What a row measured, in words: "int4, dram, 2 GiB: 3,980 GB/s, 95 % interval 3,967 to 3,992, ok; line 31 of the CSV".
function rowInWords({ heads, cells, line }) {
	const at = heads.findIndex(isTimed);
	return `${cells.slice(0, at).filter((cell) => cell !== "-").join(", ")}: ${cells[at]} ${heads[at] === "ns" ? "ns" : "GB/s"}, `
		+ `95 % interval ${cells[at + 1]}, ${cells.at(-1)}; line ${line} of the CSV`;
}

// A place on the x axis in words, as bytes if the axis is one of sizes. A power of two or a whole number is meant
// where one is as near as the drawing is exact.
function placeInWords(pixel, axis, isSize) {
	const drawn = axis.value(pixel);
	const value = [2 ** Math.round(Math.log2(drawn)), Math.round(drawn)].find((x) => Math.abs(axis.pixel(x) - pixel) < 0.6) ?? drawn;
	const unit = ["GiB", "MiB", "KiB"].find((name) => value >= sizes[name]);
	return isSize && unit ? `${rounded(value / sizes[unit])} ${unit}` : rounded(value);
}

// For each point of a panel the row that was drawn there. It may show something that is computed from its rows, such as
// shares; then hardly any numbers of the rows lie on its points, and none is named. Of several rows that lie on a
// point, one is named if it alone is like the other rows of the line.
function rowsDrawn(points, rows, axes) {
	const isNear = (number, axis, pixel) => Math.abs(axis.pixel(number) - pixel) < 0.6;
	const found = points.map(({ x, y }) => rows.filter(({ heads, numbers }) =>
		numbers.some((number, i) => isTimed(heads[i]) && isNear(number, axes.y, y))
		&& numbers.some((number, i) => !isTimed(heads[i]) && isNear(number, axes.x, x))));
	if (found.filter((some) => some.length > 0).length < 0.9 * points.length)
		return [];
	return found.map((some, i) => {
		const others = found.filter((each, j) => each.length === 1 && points[j].line === points[i].line).flat();
		const alike = some.filter((row) => others.length > 1 && row.cells.every((cell, column) =>
			row.heads.slice(column).every((head) => !isTimed(head)) || others.some((other) => other.cells[column] !== others[0].cells[column])
			|| cell === others[0].cells[column]));
		return some.length === 1 ? some[0] : alike.length === 1 ? alike[0] : undefined;
	});
}

// ---- Another machine -------------------------------------------------------------------------------------

// Lays the lines of another machine's drawing over a figure, on the figure's own axes and clipped by them. Both
// drawings are from one script, so their panels correspond. Returns the points that can be seen, as pointsOf
// does, and how many there are in all.
function laidOver(figure, svg, { machine, drawing }) {
	const panels = panelsOf(svg), theirs = panelsOf(drawing), points = pointsOf(drawing);
	const over = drawn("g", { class: "over" }), seen = [];
	panels.forEach(({ x, y }, panel) => {
		const clip = drawn("clipPath", { id: `over-${figure}-${panel}` });
		clip.append(drawn("path", { d: `M${x.from},${y.from}H${x.to}V${y.to}H${x.from}` }));
		over.append(clip);
	});
	for (const line of drawing.querySelectorAll("[id*=_plot_]")) {
		const marks = points.filter((p) => p.line === line), path = line.querySelector("path"); // points alone have none
		const pieces = marks.length ? [marks] : piecesOf(line), panel = pieces[0]?.[0].panel;
		if (!panels[panel])
			continue;
		const own = drawn("g", { "clip-path": `url(#over-${figure}-${panel})` }), { x, y } = panels[panel];
		for (const piece of pieces) {
			const all = piece.map((p) => ({ panel, machine, line: own, name: nameOf(line), look: lookOf(line),
				x: x.pixel(theirs[panel].x.value(p.x)), y: y.pixel(theirs[panel].y.value(p.y)) }));
			if (path)
				own.append(drawn("path", { "d": all.map((p, i) => `${i ? "L" : "M"}${p.x},${p.y}`).join(""),
					"stroke-dasharray": path.getAttribute("stroke-dasharray") ?? "none" }));
			if (marks.length) {
				own.append(...all.map((p) => drawn("circle", { cx: p.x, cy: p.y, r: 2.5 })));
				seen.push(...all.filter((p) => x.inside(p.x) === p.x && y.inside(p.y) === p.y));
			}
		}
		over.append(own);
	}
	svg.querySelector("[id*=_plot_]").before(over);
	return [seen, points.length];
}

// Fills the list of machines whose lines can be laid over a figure: those that have measured what it shows.
function machineChoice(plot, choose) {
	const list = plot.querySelector(".others select");
	const links = new Map(all("#site-machines a").map((link) => [link.pathname.split("/").at(-2), link.textContent]));
	for (const machine of plot.dataset.others.split(" "))
		list.append(make("option", { value: machine, textContent: links.get(machine) }));
	list.onchange = async () => {
		const chosen = list.value, machine = list.selectedOptions[0].textContent;
		const drawing = chosen && await bring(`../${chosen}/${plot.querySelector(".canvas").dataset.narrow}`);
		if (list.value === chosen)
			choose(chosen && { machine, drawing });
	};
}

// ---- Answers ---------------------------------------------------------------------------------------------

function answeringFigure(plot) {
	const canvas = plot.querySelector(".canvas");
	if (!canvas.querySelector("[id*=_plot_] use"))
		return;
	const note = make("div", { className: "point" }), said = make("p", { className: "said" });
	for (const each of [note, said])
		each.setAttribute("role", "status");
	canvas.after(note);
	let svg, panels, points, ring, areNamed; // of the drawing that is shown; their rows are named once they are asked for
	let at = -1; // the point that is meant
	let other; // the machine that is laid over it

	// Turns to the drawing that the window shows now.
	function turn() {
		const shown = shownDrawing(plot);
		if (svg === shown)
			return;
		if (svg)
			hide();
		svg = shown;
		panels = panelsOf(svg);
		points = pointsOf(svg);
		ring = svg.querySelector(".ring") ?? svg.appendChild(drawn("circle", { class: "ring", r: 8 }));
		areNamed = false;
		layOver();
	}
	function layOver() {
		svg.querySelector(".over")?.remove();
		if (!other)
			return said.textContent = "";
		if (!other.drawing)
			return said.textContent = `The drawing of ${other.machine} is missing.`;
		const [seen, all] = laidOver(plot.id, svg, other);
		points.push(...seen);
		said.textContent = `Grey: ${other.machine}.${all > seen.length ? ` Outside these axes: ${all - seen.length} of ${all} points.` : ""}`;
	}
	function nameRows() {
		const rows = rowsOf(plot);
		panels.forEach((axes, i) => {
			const own = points.filter((p) => p.panel === i && !p.machine);
			rowsDrawn(own, rows, axes).forEach((row, j) => own[j].row = row);
		});
		areNamed = true;
	}
	if (plot.dataset.others) {
		canvas.parentElement.querySelector("figcaption").append(said);
		machineChoice(plot, (chosen) => {
			if (svg)
				hide();
			other = chosen;
			svg = undefined;
			turn();
		});
	}

	function light(line) {
		svg.classList.toggle("answering", Boolean(line));
		svg.querySelector(".meant")?.classList.remove("meant");
		line?.classList.add("meant");
	}
	function hide() {
		at = -1;
		light(null);
		ring.removeAttribute("cx");
		note.textContent = "";
	}
	// What the figure's own point at a place is of, in words, if one that looks alike stands there: "int, dram".
	function ownInWords({ panel, look, x }) {
		const row = points.find((p) => p.row && p.panel === panel && Math.abs(p.x - x) < 1 && lookOf(p.line) === look)?.row;
		return row?.cells.slice(0, row.heads.findIndex(isTimed)).filter((cell, i) => isNaN(row.numbers[i]) && cell !== "-").join(", ");
	}
	function show(i) {
		if (i === at)
			return;
		at = i;
		if (!areNamed)
			nameRows();
		const point = points[i], { line, x, y, panel, row, machine } = point;
		light(line);
		ring.setAttribute("cx", x);
		ring.setAttribute("cy", y);
		const name = machine ? point.name ?? ownInWords(point) : nameOf(line), isSize = /\d [KMG]iB/.test(svg.textContent);
		const place = placeInWords(x, panels[panel].x, isSize), value = rounded(panels[panel].y.value(y));
		note.textContent = row ? rowInWords(row) : `${[machine, name, place].filter(Boolean).join(", ")}: ${machine ? "about " : ""}${value}`;
		const box = svg.getBoundingClientRect(), home = note.offsetParent.getBoundingClientRect();
		const scale = box.width / svg.viewBox.baseVal.width, room = Math.min(home.width, canvas.clientWidth) - note.offsetWidth;
		note.style.left = `${Math.max(0, Math.min(room, box.left - home.left + x * scale - note.offsetWidth / 2))}px`;
		note.style.top = `${y * scale + (y > 90 ? -note.offsetHeight - 14 : 16)}px`;
	}
	function look(event) {
		turn();
		const named = event.target.closest("text")?.closest("[id*=_plot_]");
		const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
		const far = points.map(({ x, y }) => Math.hypot(x - p.x, y - p.y));
		const nearest = far.indexOf(Math.min(...far));
		if (!named && far[nearest] < 24)
			return show(nearest);
		hide();
		light(named);
	}
	canvas.addEventListener("pointermove", look);
	canvas.addEventListener("pointerdown", look);
	canvas.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && svg && hide());
	canvas.addEventListener("blur", () => svg && hide());

	// Left and right go along a line, up and down to the other lines.
	canvas.addEventListener("keydown", (event) => {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], jump = { ArrowUp: -1, ArrowDown: 1 }[event.key];
		if (event.key === "Escape" && svg)
			hide();
		if (!step && !jump || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
			return;
		event.preventDefault();
		turn();
		const lines = [...new Set(points.map((p) => p.line))], now = points[Math.max(at, 0)];
		const line = lines.at((lines.indexOf(now.line) + (at < 0 ? 0 : jump ?? 0)) % lines.length);
		const along = points.filter((p) => p.line === line).toSorted((a, b) => Math.abs(a.x - now.x) - Math.abs(b.x - now.x));
		show(step && at >= 0 ? Math.max(0, Math.min(points.length - 1, at + step)) : points.indexOf(along[0]));
	});
}

addEventListener("DOMContentLoaded", () => {
	bringDrawings();
	all(".plot").forEach(answeringFigure);
});
