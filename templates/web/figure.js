// figure.js - a figure answers: which line is meant, and what was measured at a point.
//
// A figure on a page is an SVG that knows its axes (axes.gp), and its points, with what to say of each, come as a
// script once the mouse, a finger or a key reaches it (answers.awk).

// ---- Narrow drawings -----------------------------------------------------------------------------------

// A telephone shows a narrow drawing in place of the wide one. Both would make a page heavy, so the narrow one
// comes when it is needed: as a script, because a page that is a file may read nothing else. Such a script calls
// narrowDrawing. Nothing comes if it is not there.
const isNarrow = matchMedia("(max-width: 40rem)");

/* exported narrowDrawing */
function narrowDrawing(svg) {
	document.currentScript.brought = make("div", { innerHTML: svg }).firstElementChild;
}

/* exported measuredPoints */
function measuredPoints(points) {
	document.currentScript.brought = points;
}

function bring(src) {
	return new Promise((end) => {
		const script = make("script", { src, onload: () => end(script.brought), onerror: () => end() });
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

// ---- Points ------------------------------------------------------------------------------------------

// The points of a figure on its drawing, as { line, panel, x, y, left, said }: a bar goes from left to x.
function pointsOn(svg, points) {
	const panels = panelsOf(svg), lines = new Map([...svg.querySelectorAll("[id*=_plot_]")].map((line) => [line.id.split("_").at(-1), line]));
	return points.map(([plot, x, y, said, left]) => {
		const panel = Math.max(0, "abcdefgh".indexOf(plot.at(-1))), axes = panels[panel];
		return { plot, panel, said, line: lines.get(plot), x: axes.x.pixel(x), y: axes.y.pixel(y), left: axes.x.pixel(left ?? x) };
	});
}

// ---- Another machine -------------------------------------------------------------------------------------

// Lays the points of another machine over a figure, on the figure's own axes and clipped by them. Both figures are
// from one script, so their plots correspond. Returns the points that can be seen.
function laidOver(figure, svg, machine, theirs) {
	const panels = panelsOf(svg), over = drawn("g", { class: "over" }), all = pointsOn(svg, theirs);
	panels.forEach(({ x, y }, panel) => {
		const clip = drawn("clipPath", { id: `over-${figure}-${panel}` });
		clip.append(drawn("path", { d: `M${x.from},${y.from}H${x.to}V${y.to}H${x.from}` }));
		over.append(clip);
	});
	const seen = [...new Set(all.map((p) => p.plot))].flatMap((plot) => {
		const points = all.filter((p) => p.plot === plot), [{ line, panel }] = points, path = line?.querySelector("path"); // points alone have none
		const own = drawn("g", { "clip-path": `url(#over-${figure}-${panel})`, "data-of": line?.id ?? "" }), { x, y } = panels[panel];
		if (path)
			own.append(drawn("path", { "d": points.map((p, i) => `${i ? "L" : "M"}${p.x},${p.y}`).join(""),
				"stroke-dasharray": path.getAttribute("stroke-dasharray") ?? "none" }));
		own.append(...points.map((p) => drawn("circle", { cx: p.x, cy: p.y, r: 2.5 })));
		over.append(own);
		return points.map((p) => ({ ...p, line: own, said: `${machine}, ${p.said}` }))
			.filter((p) => x.inside(p.x) === p.x && y.inside(p.y) === p.y);
	});
	svg.querySelector("[id*=_plot_]").before(over);
	return seen;
}

// Brings the points of a machine that is chosen from the list of those that have measured what a figure shows.
function machineChoice(plot, list, choose) {
	list.onchange = async () => {
		const chosen = list.value, machine = list.selectedOptions[0].textContent;
		const points = chosen && await bring(`../${chosen}/${pointsFile(plot)}`);
		if (list.value === chosen)
			choose(chosen && { machine, points });
	};
}

// ---- Answers ---------------------------------------------------------------------------------------------

const pointsFile = (plot) => plot.querySelector(".canvas").dataset.narrow.replace("narrow", "points");

function answeringFigure(plot) {
	const canvas = plot.querySelector(".canvas");
	if (!canvas.querySelector("[id*=_plot_] :is(use, polygon)"))
		return;
	const note = make("div", { className: "point" }), said = make("p", { className: "said" });
	for (const each of [note, said])
		each.setAttribute("role", "status");
	canvas.after(note);
	let svg, points, ring, measured; // the drawing that is shown, its points on it, and all points once they have come
	let at = -1; // the point that is meant
	let other; // the machine that is laid over it

	// Turns to the drawing that the window shows now.
	async function turn() {
		plot.classList.remove("unseen");
		await bringDrawing(plot);
		const own = await (measured ??= bring(pointsFile(plot))) ?? [], shown = shownDrawing(plot);
		if (svg === shown)
			return;
		if (svg)
			hide();
		svg = shown;
		points = pointsOn(svg, own);
		ring = svg.querySelector(".ring") ?? svg.appendChild(drawn("circle", { class: "ring", r: 8 }));
		layOver();
	}
	function layOver() {
		svg.querySelector(".over")?.remove();
		if (!other)
			return said.textContent = "";
		if (!other.points)
			return said.textContent = `The points of ${other.machine} are missing.`;
		const seen = laidOver(plot.id, svg, other.machine, other.points), all = other.points.length;
		points.push(...seen);
		said.textContent = `Open circles: ${other.machine}.${all > seen.length ? ` Outside these axes: ${all - seen.length} of ${all} points.` : ""}`;
	}
	const list = plot.querySelector(".others select");
	if (list) {
		canvas.parentElement.querySelector("figcaption").append(said);
		machineChoice(plot, list, (chosen) => {
			if (svg)
				hide();
			other = chosen;
			svg = undefined;
			turn();
		});
	}

	// Fades all but a line, which has the same number in each panel, and that of another machine that corresponds to it.
	const numberOf = (line) => (line?.dataset.of ?? line?.id)?.match(/_plot_\d+/)?.[0];
	function light(line) {
		const number = numberOf(line);
		svg.classList.toggle("answering", Boolean(line));
		svg.querySelectorAll("[id*=_plot_], [data-of]").forEach((each) => each.classList.toggle("meant", each === line || number && numberOf(each) === number));
	}
	function hide() {
		at = -1;
		light(null);
		ring.removeAttribute("cx");
		note.textContent = "";
	}
	function show(i) {
		if (i === at)
			return;
		at = i;
		const { line, x, y, said } = points[i];
		light(line);
		ring.setAttribute("cx", x);
		ring.setAttribute("cy", y);
		note.textContent = said;
		const box = svg.getBoundingClientRect(), home = note.offsetParent.getBoundingClientRect();
		const scale = box.width / svg.viewBox.baseVal.width, room = Math.min(home.width, canvas.clientWidth) - note.offsetWidth;
		note.style.left = `${Math.max(0, Math.min(room, box.left - home.left + x * scale - note.offsetWidth / 2))}px`;
		note.style.top = `${y * scale + (y > 90 ? -note.offsetHeight - 14 : 16)}px`;
	}
	async function look({ target, clientX, clientY }) {
		if (plot.matches(".unseen")) // predict.js hides what a reader predicts first
			return;
		await turn();
		const named = target.closest("text")?.closest("[id*=_plot_]:has(path, use)");
		const p = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
		const far = points.map(({ x, y, left }) => Math.hypot(Math.max(0, left - p.x, p.x - x), y - p.y));
		const nearest = far.lastIndexOf(Math.min(...far)); // which was drawn on top
		if (!named && far[nearest] < 24)
			return show(nearest);
		hide();
		light(named);
	}
	canvas.addEventListener("pointermove", look);
	canvas.addEventListener("pointerdown", look);
	// An earlier turn may still wait for the points.
	async function leave() {
		if (measured)
			await turn();
		if (svg)
			hide();
	}
	canvas.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && leave());
	canvas.addEventListener("blur", leave);

	// Left and right go along a line, up and down to the other lines.
	canvas.addEventListener("keydown", async (event) => {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], jump = { ArrowUp: -1, ArrowDown: 1 }[event.key];
		if (event.key === "Escape")
			leave();
		if (!step && !jump || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
			return;
		event.preventDefault();
		await turn();
		const lines = [...new Set(points.map((p) => p.line))], now = points[Math.max(at, 0)];
		const line = lines.at((lines.indexOf(now.line) + (at < 0 ? 0 : jump ?? 0)) % lines.length);
		const along = points.filter((p) => p.line === line).toSorted((a, b) => Math.abs(a.x - now.x) - Math.abs(b.x - now.x));
		show(step && at >= 0 ? Math.max(0, Math.min(points.length - 1, at + step)) : points.indexOf(along[0]));
	});
}

document.addEventListener("DOMContentLoaded", () => {
	bringDrawings();
	all(".plot").forEach(answeringFigure);
});
