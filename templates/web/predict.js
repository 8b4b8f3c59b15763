// predict.js - a reader draws what a figure is going to show, before the answer does.
//
// A prediction that asks for a curve gets the axes of its figure, without what was measured:
//     <div class="predict" data-draw="fig-stride" data-curve="floats" data-points="1 2663 2650 2680;..." data-unit="GB/s">
// A point is a place on the x axis, what was measured there, and its interval. What a reader has drawn stays
// in this browser.

// ---- What has been predicted --------------------------------------------------------------

// By page and figure: { title, curve, unit, drawn: [[x, y], ...], off, answered }, where `off` is the factor by
// which the middle one of the points was wrong.
const predictions = JSON.parse(recall("predictions") ?? "{}");

function keep(place, prediction) {
	if (prediction)
		predictions[place] = prediction;
	else
		delete predictions[place];
	remember("predictions", JSON.stringify(predictions));
}

// How a page says a number: three digits, and thousands apart.
function said(value, unit) {
	const digits = Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));
	return digits + (unit && ` ${unit}`);
}

function middle(values) {
	const sorted = values.toSorted((a, b) => a - b);
	return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

// ---- Axes ----------------------------------------------------------------------------------

// An axis between two pixels, and back from a pixel to the value.
function axis(from, to, least, greatest, logarithmic) {
	const f = logarithmic ? Math.log : Number, back = logarithmic ? Math.exp : Number;
	return {
		pixel: (value) => from + (to - from) * (f(value) - f(least)) / (f(greatest) - f(least)),
		value: (pixel) => back(f(least) + (f(greatest) - f(least)) * (pixel - from) / (to - from)),
		from, to,
	};
}

// The axes of a figure, as axes.gp noted them.
function axesOf(svg) {
	const [left, right, bottom, top, x0, x1, y0, y1, logarithmic = ""] = svg.dataset.axes.trim().split(" ");
	const [a, b, c, d, ...ends] = [left, right, bottom, top, x0, x1, y0, y1].map(Number);
	return { x: axis(a, b, ends[0], ends[1], logarithmic.includes("x")), y: axis(c, d, ends[2], ends[3], logarithmic.includes("y")) };
}

// A copy of the figure in which what was measured, and what is written between its axes, comes later.
function emptyFigure(svg, axes) {
	const copy = svg.cloneNode(true);
	copy.removeAttribute("data-axes");
	for (const part of copy.querySelectorAll("[id]")) {
		if (/_plot_/.test(part.id))
			part.classList.add("later");
		part.removeAttribute("id");
	}
	for (const text of copy.querySelectorAll("text")) {
		const [x, y] = text.parentNode.getAttribute("transform").match(/[\d.-]+/g).map(Number);
		if (x > axes.x.from + 4 && x < axes.x.to + 30 && y < axes.y.from - 1 && y > axes.y.to + 4)
			text.classList.add("later");
	}
	return copy;
}

// ---- Words for the gap ------------------------------------------------------------------------

const factor = (a, b) => Math.max(a / b, b / a);

// The place where a curve bends most: the slope before it and the one behind it differ most.
function bend(points, axes) {
	const slope = ([xa, ya], [xb, yb]) => (axes.y.pixel(yb) - axes.y.pixel(ya)) / (axes.x.pixel(xb) - axes.x.pixel(xa));
	let most = 0, at = null;
	for (let i = 1; i + 1 < points.length; i++) {
		const turn = Math.abs(slope(points[i], points[i + 1]) - slope(points[i - 1], points[i]));
		if (turn > most)
			[most, at] = [turn, i];
	}
	return at;
}

function words(pairs, box, axes) {
	const times = (p) => `${said(factor(p.drawn, p.measured), "")} times too ${p.drawn > p.measured ? "high" : "low"} at ${said(p.x, "")}`;
	const right = pairs.filter((p) => factor(p.drawn, p.measured) < 1.1);
	const worst = pairs.reduce((a, b) => factor(b.drawn, b.measured) > factor(a.drawn, a.measured) ? b : a);
	const parts = [right.length === pairs.length ? "You were right everywhere, to within a tenth."
		: `You were ${times(worst)}${right.length ? `, and right at ${right.length} of ${pairs.length} places` : ""}.`];
	const own = bend(pairs.map((p) => [p.x, p.drawn]), axes), true_ = bend(pairs.map((p) => [p.x, p.measured]), axes);
	if (own !== null && true_ !== null && pairs.length > 3)
		parts.push(own === true_ ? "Your curve bends where the measured one does."
			: `Your curve bends at ${said(pairs[own].x, "")}, the measured one at ${said(pairs[true_].x, "")}.`);
	return parts.join(" ");
}

// ---- A box in which a curve is drawn -----------------------------------------------------------

const svgElement = (name, attributes) => {
	const element = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	return element;
};

function drawingBox(box) {
	const figure = document.getElementById(box.dataset.draw);
	const original = figure?.querySelector("svg[data-axes]");
	const { curve, unit } = box.dataset;
	const points = box.dataset.points.split(";").filter(Boolean).map((point) => point.split(" ").map(Number));
	if (!original || points.length < 2)
		return;
	const axes = axesOf(original), svg = emptyFigure(original, axes);
	const place = `${location.pathname.split("/").slice(-2).join("/")}#${box.dataset.draw}`;
	const label = figure.querySelector("figcaption .label").textContent;
	const values = new Map((predictions[place]?.drawn ?? []).filter(([x]) => points.some((p) => p[0] === x)));
	const past = []; // what undo goes back to
	let at = 0; // the place that keys move

	const line = svgElement("path", { class: "own line" }), marks = svgElement("g", { class: "own" });
	const guide = svgElement("path", { class: "guide" });
	svg.append(guide, line, marks);
	const plot = make("div", { className: "canvas", tabIndex: 0 }, svg);
	const hint = make("p", { className: "hint", id: `hint-${box.dataset.draw}`,
		textContent: `Draw ${curve} with the mouse or a finger. Keys: left and right choose a place, up and down set it.` });
	const told = make("p", { className: "told" });
	const undo = make("button", { type: "button", textContent: "Undo" });
	const clear = make("button", { type: "button", textContent: "Clear" });
	const show = make("button", { type: "button", className: "show", textContent: "Compare" });
	const answer = box.querySelector("details");
	for (const [name, value] of Object.entries({ role: "slider", "aria-label": `Your prediction of ${label}: ${curve}`,
		"aria-describedby": hint.id, "aria-orientation": "vertical" }))
		plot.setAttribute(name, value);
	told.setAttribute("role", "status");

	const height = (value) => Math.max(axes.y.to, Math.min(axes.y.from, axes.y.pixel(value)));
	function paint() {
		const drawn = points.filter(([x]) => values.has(x)).map(([x]) => [axes.x.pixel(x), height(values.get(x))]);
		line.setAttribute("d", drawn.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join(""));
		marks.replaceChildren(...drawn.map(([cx, cy]) => svgElement("circle", { cx, cy, r: 5 })));
		const x = axes.x.pixel(points[at][0]);
		guide.setAttribute("d", `M${x},${axes.y.from}V${axes.y.to}`);
		const value = values.get(points[at][0]);
		plot.setAttribute("aria-valuenow", value ?? 0);
		plot.setAttribute("aria-valuetext", `at ${said(points[at][0], "")}: ${value === undefined ? "nothing yet" : said(value, unit)}`);
		undo.disabled = past.length === 0;
		clear.disabled = values.size === 0;
		show.disabled = values.size < points.length;
	}
	function begin() { // of a change that can be undone
		past.push([...values]);
	}
	function changed() {
		keep(place, { ...predictions[place], title: `${document.querySelector("h1").textContent}: ${label}, ${curve}`, unit, drawn: [...values] });
		paint();
	}
	function restore(entries) {
		values.clear();
		entries.forEach(([x, y]) => values.set(x, y));
		box.classList.remove("compared");
		told.textContent = "";
		changed();
	}
	function compare() {
		const pairs = points.map(([x, measured]) => ({ x, measured, drawn: values.get(x) }));
		const off = middle(pairs.map((p) => factor(p.drawn, p.measured)));
		box.classList.add("compared");
		told.textContent = words(pairs, box, axes);
		predictions[place] ??= {};
		keep(place, { ...predictions[place], off: predictions[place].off ?? off, answered: predictions[place].answered ?? Date.now() });
		if (answer)
			answer.open = true;
	}

	// By pointer: a stroke sets each place that it passes.
	let last = null;
	function stroke(event) {
		const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
		const from = last ?? p;
		const near = points.map(([x], i) => ({ i, x, px: axes.x.pixel(x) }));
		const closest = near.reduce((a, b) => Math.abs(b.px - p.x) < Math.abs(a.px - p.x) ? b : a);
		const [a, b] = from.x < p.x ? [from, p] : [p, from];
		for (const { x, px } of near)
			if (px >= a.x && px <= b.x && a.x < b.x)
				values.set(x, axes.y.value(height(axes.y.value(a.y + (b.y - a.y) * (px - a.x) / (b.x - a.x)))));
		values.set(closest.x, axes.y.value(Math.max(axes.y.to, Math.min(axes.y.from, p.y))));
		at = closest.i;
		last = p;
		changed();
	}
	plot.addEventListener("pointerdown", (event) => {
		if (event.button || box.classList.contains("compared"))
			return;
		plot.setPointerCapture(event.pointerId);
		begin();
		stroke(event);
	});
	plot.addEventListener("pointermove", (event) => last && stroke(event));
	for (const end of ["pointerup", "pointercancel"])
		plot.addEventListener(end, () => last = null);

	// By keyboard: a step is a fiftieth of the axis.
	plot.addEventListener("keydown", (event) => {
		const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		const up = { ArrowUp: -1, ArrowDown: 1 }[event.key];
		if (!across && !up || event.ctrlKey || event.metaKey || event.altKey)
			return;
		event.preventDefault();
		if (across)
			at = Math.max(0, Math.min(points.length - 1, at + across));
		else if (!box.classList.contains("compared")) {
			const x = points[at][0], middleOf = (axes.y.from + axes.y.to) / 2;
			const now = values.has(x) ? height(values.get(x)) : middleOf;
			begin();
			values.set(x, axes.y.value(Math.max(axes.y.to, Math.min(axes.y.from, now + up * Math.abs(axes.y.from - axes.y.to) / 50))));
			changed();
		}
		paint();
	});
	undo.onclick = () => restore(past.pop());
	clear.onclick = () => {
		begin();
		restore([]);
	};
	show.onclick = compare;

	const drawing = make("div", { className: "drawing" }, hint, plot, make("div", { className: "controls" }, undo, clear, show), told);
	answer ? answer.before(drawing) : box.append(drawing);
	paint();
}

addEventListener("DOMContentLoaded", () => all("[data-draw]").forEach(drawingBox));
