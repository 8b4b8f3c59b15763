// predict.js - a reader predicts a curve, a number or a choice before the answer tells it.
//
// predict.lua writes into a box what it asks for:
//     data-draw="fig-stride" data-panel="1" data-curve="the bandwidth of floats" data-along="stride" data-unit="GB/s"
//         data-points="1|1|2663|2660 to 2665;..."      x, x in words, what was measured there, its interval
//     data-guess="51.3" data-unit="GB/s" data-interval="51.2 to 51.4"
//     data-choices="faster|slower" data-right="slower"
// A curve is drawn on a copy of its figure, without what was measured. What a reader predicts stays in this
// browser.

// ---- What has been predicted ---------------------------------------------------------------

// By page and the box's id, which says what it asks: { drawn or guess, title, said, off, at }. `off` is the
// factor by which the first prediction that was compared was wrong, which a choice has not, and `at` is when.
const predictions = JSON.parse(recall("predictions") ?? "{}");

function keep(place, changes) {
	predictions[place] = { ...predictions[place], ...changes };
	remember("predictions", JSON.stringify(predictions));
}

// Notes how a prediction ended the first time, before the reader knew the answer.
function keepResult(place, title, said, off) {
	if (!predictions[place]?.at)
		keep(place, { title, said, off, at: Date.now() });
}

// A number as pages say it.
function rounded(value, unit = "") {
	const digits = Math.abs(value) < 1000 ? String(Number(value.toPrecision(3))) : Math.round(value).toLocaleString("en-US");
	return unit ? `${digits} ${unit}` : digits;
}

function factor(a, b) {
	return Math.max(a / b, b / a);
}

// What was measured, with its interval if it has one.
function measuredInWords(value, unit, interval) {
	return rounded(value, unit) + (interval ? `, 95 % interval ${interval}` : "");
}

function howFar(predicted, measured) {
	const times = factor(predicted, measured);
	return `${times < 1.1 ? `${rounded(100 * (times - 1))} %` : `${rounded(times)} times`} too ${predicted > measured ? "high" : "low"}`;
}

// ---- A curve -------------------------------------------------------------------------------------

// A copy of a figure. What was measured is to be seen only with the answer, for which axes.awk has marked it.
function emptied(figure) {
	const copy = figure.cloneNode(true);
	delete copy.dataset.axes;
	copy.classList.remove("narrow");
	for (const part of copy.querySelectorAll("[id]"))
		part.removeAttribute("id");
	return copy;
}

// The index of the place where a curve turns most, as it looks on the axes.
function bend(points, axes, key) {
	const slope = (a, b) => (axes.y.pixel(b[key]) - axes.y.pixel(a[key])) / (axes.x.pixel(b.x) - axes.x.pixel(a.x));
	const turns = points.map((p, i) => i && i + 1 < points.length
		? Math.abs(slope(p, points[i + 1]) - slope(points[i - 1], p)) : 0);
	return turns.indexOf(Math.max(...turns));
}

// The gap between the two curves in words. A point is close if the eye can hardly tell it from the measured one.
function gapInWords(points, axes, unit) {
	const isClose = (p) => Math.abs(axes.y.pixel(p.own) - axes.y.pixel(p.measured)) < Math.abs(axes.y.to - axes.y.from) / 25;
	const close = points.filter(isClose).length;
	const [worst] = points.toSorted((a, b) => factor(b.own, b.measured) - factor(a.own, a.measured));
	const gap = close === points.length ? "close everywhere"
		: `${howFar(worst.own, worst.measured)} at ${worst.place} (${measuredInWords(worst.measured, unit, worst.interval)})${close ? `, and close at ${close} of ${points.length} places` : ""}`;
	const [own, measured] = ["own", "measured"].map((key) => points[bend(points, axes, key)]);
	return `You were ${gap}.` + (points.length < 4 ? "" : own === measured ? ` Your curve bends where the measured one does, at ${own.place}.`
		: ` Your curve bends most at ${own.place}, the measured one at ${measured.place}.`);
}

function askForCurve(box, place, parts) {
	const { draw, panel, curve, along, unit } = box.dataset;
	const figure = document.getElementById(draw);
	let svg, axes; // once the drawing is there
	const points = box.dataset.points.split(";").map((point) => {
		const [x, words, measured, interval] = point.split("|");
		return { x: Number(x), place: `${along} ${words}`.trim(), measured: Number(measured), interval, own: undefined };
	});
	for (const [x, own] of predictions[place]?.drawn ?? [])
		for (const point of points.filter((p) => p.x === x))
			point.own = own;
	const title = figure.querySelector(".label").textContent;
	const past = []; // what undo goes back to
	let at = 0; // the place that keys move

	const line = drawn("path", { class: "own line" }), dots = drawn("g", { class: "own" }), guide = drawn("path", { class: "guide" });
	const hint = make("p", { className: "hint", id: `hint-${draw}`,
		textContent: `Draw ${curve}. With keys, left and right choose a place, and up and down move the point.` });
	const plot = make("div", { className: "canvas", tabIndex: 0 });
	for (const [name, value] of Object.entries({ role: "slider", "aria-orientation": "vertical",
		"aria-label": `Your prediction for ${title}: ${curve}`, "aria-describedby": hint.id }))
		plot.setAttribute(name, value);
	const [undo, clear] = ["Undo", "Clear"].map((textContent) => make("button", { type: "button", textContent, disabled: true }));

	// A telephone draws on the narrow drawing, for which there is room before it comes.
	async function begin() {
		tell();
		if (isNarrow.matches) {
			plot.style.aspectRatio = figure.querySelector("[role=img]").style.getPropertyValue("--narrow");
			await nearing(plot);
			await bringDrawing(figure);
			plot.style.aspectRatio = "";
		}
		axes = panelsOf(shownDrawing(figure))[panel - 1];
		svg = emptied(shownDrawing(figure));
		svg.append(guide, line, dots);
		plot.append(svg);
		paint();
	}
	function paint() {
		const own = points.filter((p) => p.own !== undefined).map((p) => [axes.x.pixel(p.x), axes.y.pixel(p.own)]);
		line.setAttribute("d", own.map(([x, y], i) => `${i ? "L" : "M"}${x},${y}`).join(""));
		dots.replaceChildren(...own.map(([cx, cy]) => drawn("circle", { cx, cy, r: 5 })));
		guide.setAttribute("d", `M${axes.x.pixel(points[at].x)},${axes.y.from}V${axes.y.to}`);
		undo.disabled = past.length === 0;
		clear.disabled = own.length === 0;
		parts.compare.disabled = own.length < points.length;
		tell();
	}
	function tell() {
		const here = points[at];
		plot.setAttribute("aria-valuenow", here.own ?? 0);
		plot.setAttribute("aria-valuetext", `${here.place}: ${here.own === undefined ? "nothing yet" : rounded(here.own, unit)}`);
	}
	function changed() {
		keep(place, { drawn: points.filter((p) => p.own !== undefined).map((p) => [p.x, p.own]) });
		paint();
	}
	const remembered = () => past.push(points.map((p) => p.own));
	// A point at the foot of the axis is a pixel above it, because nothing is a number of times too low.
	const put = (point, pixel) => point.own = axes.y.value(Math.min(axes.y.inside(pixel), axes.y.from - 1));
	function restore(values) {
		points.forEach((p, i) => p.own = values[i]);
		box.classList.remove("compared");
		parts.told.textContent = "";
		changed();
	}
	undo.onclick = () => restore(past.pop());
	clear.onclick = () => {
		remembered();
		restore([]);
	};

	// A stroke sets each place that it passes, and the one that is nearest to it.
	let last = null;
	function stroke(event) {
		const now = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
		const [a, b] = last && last.x > now.x ? [now, last] : [last ?? now, now];
		const distance = (p) => Math.abs(axes.x.pixel(p.x) - now.x);
		points.forEach((point) => {
			const x = axes.x.pixel(point.x);
			if (x > a.x && x < b.x)
				put(point, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x));
		});
		at = points.indexOf(points.toSorted((p, q) => distance(p) - distance(q))[0]);
		put(points[at], now.y);
		last = now;
		changed();
	}
	plot.addEventListener("pointerdown", (event) => {
		if (!svg || event.button || box.matches(".compared"))
			return;
		plot.setPointerCapture(event.pointerId);
		remembered();
		stroke(event);
	});
	plot.addEventListener("pointermove", (event) => last && stroke(event));
	for (const end of ["pointerup", "pointercancel"])
		plot.addEventListener(end, () => last = null);

	// A key moves a point by a fiftieth of the axis.
	plot.addEventListener("keydown", (event) => {
		const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0, down = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
		if (!svg || !across && !down || event.ctrlKey || event.metaKey || event.altKey)
			return;
		event.preventDefault();
		at = Math.max(0, Math.min(points.length - 1, at + across));
		if (down && !box.matches(".compared")) {
			const point = points[at], height = axes.y.from - axes.y.to;
			remembered();
			put(point, (point.own === undefined ? axes.y.to + height / 2 : axes.y.pixel(point.own)) + down * height / 50);
			changed();
		}
		paint();
	});
	return {
		content: [hint, plot], buttons: [undo, clear], begin,
		result() {
			const off = points.map((p) => factor(p.own, p.measured)).toSorted((a, b) => a - b)[Math.floor(points.length / 2)];
			return [gapInWords(points, axes, unit), off];
		},
	};
}

// ---- A number, a choice ------------------------------------------------------------------------------

function askForNumber(box, place, parts) {
	const measured = Number(box.dataset.guess), { unit, interval } = box.dataset;
	const field = make("input", { type: "number", step: "any", min: "0", value: predictions[place]?.guess ?? "" });
	const check = () => parts.compare.disabled = !(Number(field.value) > 0);
	field.oninput = () => {
		keep(place, { guess: field.value });
		check();
	};
	return {
		content: [make("label", { className: "hint" }, "Your guess ", field, ` ${unit}`)], buttons: [], begin: check,
		result: () => [`You said ${rounded(Number(field.value), unit)}; the answer is ${measuredInWords(measured, unit, interval)}. You were ${howFar(Number(field.value), measured)}.`,
			factor(Number(field.value), measured)],
	};
}

function askForChoice(box, place, parts) {
	const { right } = box.dataset;
	const options = box.dataset.choices.split("|").map((words) => make("input", { type: "radio", name: place, value: words,
		checked: predictions[place]?.guess === words }));
	const chosen = () => options.find((option) => option.checked)?.value;
	const check = () => parts.compare.disabled = !chosen();
	const group = make("fieldset", { className: "hint" }, make("legend", { className: "sr", textContent: "Your guess" }),
		...options.map((option) => make("label", {}, option, ` ${option.value}`)));
	group.onchange = () => {
		keep(place, { guess: chosen() });
		check();
	};
	return { content: [group], buttons: [], begin: check,
		result: () => [chosen() === right ? "You were right." : `You said ${chosen()}; the answer is ${right}.`] };
}

// ---- Boxes ---------------------------------------------------------------------------------------------

function predictionBox(box) {
	const ask = box.dataset.draw ? askForCurve : box.dataset.guess ? askForNumber : askForChoice;
	const place = placeOf(box.id);
	const compare = make("button", { type: "button", textContent: "Compare", disabled: true });
	const told = make("p", { className: "told" });
	const answer = box.querySelector("details");
	told.setAttribute("role", "status");
	const asked = ask(box, place, { compare, told });
	compare.onclick = () => {
		const [words, off] = asked.result();
		box.classList.add("compared");
		told.textContent = words;
		keepResult(place, [document.querySelector("h1"), box.closest("section").querySelector("h2")]
			.map((heading) => heading.lastChild.textContent).join(": "), words, off);
		answer.open = true;
	};
	answer.before(make("div", { className: "asked" }, ...asked.content,
		make("div", { className: "controls" }, ...asked.buttons, compare), told));
	asked.begin();
}

// ---- The page of all predictions -------------------------------------------------------------------------

// How far off each was, in the order in which they were compared.
function progress(compared) {
	const x = axis(56, 700, 0, compared.length + 1), y = axis(190, 20, 1, 10, true);
	const svg = drawn("svg", { viewBox: "0 0 720 230", role: "img",
		"aria-label": "How many times too high or too low your predictions were, in the order in which you made them" });
	const text = (words, attributes) => svg.append(Object.assign(drawn("text", attributes), { textContent: words }));
	for (const [times, words] of [[1, "right"], [2, "2 times"], [5, "5 times"], [10, "10 or more"]]) {
		svg.append(drawn("path", { class: "guide", d: `M${x.from},${y.pixel(times)}H${x.to}` }));
		text(words, { x: x.from, y: y.pixel(times) - 4 });
	}
	text("first", { x: x.pixel(1), y: 216, "text-anchor": "middle" });
	text("last", { x: x.pixel(compared.length), y: 216, "text-anchor": "middle" });
	const spots = compared.map((p, i) => [x.pixel(i + 1), y.pixel(Math.min(p.off, 10))]);
	svg.append(drawn("path", { class: "own line", d: spots.map(([cx, cy], i) => `${i ? "L" : "M"}${cx},${cy}`).join("") }),
		...spots.map(([cx, cy]) => drawn("circle", { class: "own", cx, cy, r: 5 })));
	return make("div", { className: "canvas" }, svg);
}

function predictionsPage(list) {
	const compared = Object.entries(predictions).filter(([, p]) => p.at).toSorted(([, a], [, b]) => a.at - b.at);
	if (compared.length === 0)
		return;
	const off = compared.map(([, p]) => p).filter((p) => p.off);
	const save = make("a", { download: "predictions.json", textContent: "Save as a file",
		href: `data:application/json,${encodeURIComponent(JSON.stringify(predictions, null, "\t"))}` });
	const forget = make("button", { type: "button", textContent: "Forget them all", onclick() {
		remember("predictions", "{}");
		location.reload();
	} });
	list.replaceChildren(...off.length > 1 ? [progress(off)] : [],
		make("ol", {}, ...compared.map(([place, p]) => make("li", {}, make("a", { href: place, textContent: p.title }), ` ${p.said}`))),
		make("p", { className: "controls" }, save, forget));
}

const placeOf = (id) => `${location.pathname.split("/").slice(-2).join("/")}#${id}`;

addEventListener("DOMContentLoaded", () => {
	const boxes = all("[data-draw], [data-guess], [data-choices]");
	// What this page no longer asks is forgotten. A page without answers asks nothing.
	for (const place of Object.keys(predictions).filter((each) => boxes.length && each.startsWith(placeOf("")) && !document.getElementById(each.replace(/.*#/, ""))))
		delete predictions[place];
	boxes.forEach(predictionBox);
	const list = document.getElementById("predictions");
	if (list)
		predictionsPage(list);
});
