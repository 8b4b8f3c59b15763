// predict.js - a reader predicts a curve, a number or a choice before the answer tells it.
//
// predict.lua writes into a box what it asks for:
//     data-draw="fig-stride" data-panel="1" data-curve="the bandwidth of floats" data-unit="GB/s"
//         data-points="1|stride 1|2663|2660 to 2665;..."      x, x in words, what was measured there, its interval
//     data-guess="51.3" data-unit="GB/s" data-interval="51.2 to 51.4"
//     data-choices="faster|slower" data-right="slower"
// A curve is drawn on a copy of its figure, without what was measured. What a reader predicts stays in this
// browser.

// ---- What has been predicted ---------------------------------------------------------------

// By page and the box's id, which says what it asks: { drawn or guess, seen, title, machine, said, off, right, at }.
// `off` is the factor by which the first prediction that was compared was wrong, or `right` whether the choice was
// right, and `at` is when.
const predictions = JSON.parse(recall("predictions") ?? "{}");

function keep(place, changes) {
	predictions[place] = { ...predictions[place], ...changes };
	remember("predictions", JSON.stringify(predictions));
}

// Notes how a prediction ended the first time, before the reader knew the answer.
function keepResult(place, result) {
	if (!predictions[place]?.at)
		keep(place, { ...result, machine: page.dataset.machine, at: Date.now() });
}

// A number as pages say it.
function rounded(value, unit = "") {
	const digits = Math.abs(value) < 1000 ? String(Number(value.toPrecision(3))) : Math.round(value).toLocaleString("en-US");
	return unit ? `${digits} ${unit}` : digits;
}

function factor(a, b) {
	return Math.max(a / b, b / a);
}

// The measured value and the ends of its interval, if it has one, with as many digits as it takes to tell them apart.
function withInterval(value, interval) {
	if (!interval)
		return [rounded(value)];
	for (let digits = 2; ; digits++) {
		const places = Math.max(0, digits - Math.floor(Math.log10(value)));
		const [middle, low, high] = [value, ...interval.split(" to ").map(Number)].map((each) =>
			each.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places }));
		if (low !== high || digits > 4)
			return [middle, `${low} to ${high}`];
	}
}

function measuredInWords(value, unit, interval) {
	const [words, ends] = withInterval(value, interval);
	return `${words} ${unit}`.trim() + (ends ? `, 95 % interval ${ends}` : "");
}

function timesInWords(times) {
	return times < 1.1 ? `${rounded(100 * (times - 1))} %` : `${rounded(times)} times`;
}

function howFar(predicted, measured) {
	return `${timesInWords(factor(predicted, measured))} too ${predicted > measured ? "high" : "low"}`;
}

// ---- A curve -------------------------------------------------------------------------------------

// A copy of a figure. What was measured is to be seen only with the answer, for which axes.awk has marked it.
function emptied(figure) {
	const copy = figure.cloneNode(true);
	delete copy.dataset.axes;
	copy.classList.remove("narrow", "answering");
	copy.querySelectorAll(".over, .ring").forEach((part) => part.remove());
	for (const part of copy.querySelectorAll("[id]"))
		part.removeAttribute("id");
	return copy;
}

// The figure's measured points stay hidden until it is compared, the answer is opened, a link leads to the figure, or
// its reader wants to see it.
function hideMeasured(figure, answer, place) {
	if (answer.open || predictions[place]?.seen)
		return;
	const canvas = figure.querySelector(".canvas");
	const show = () => {
		figure.classList.remove("unseen");
		keep(place, { seen: true });
	};
	const showLinked = () => location.hash === `#${figure.id}` && show();
	canvas.append(make("button", { type: "button", className: "reveal", textContent: "Show what was measured", onclick() {
		show();
		canvas.focus();
	} }));
	figure.classList.add("unseen");
	answer.addEventListener("toggle", show);
	addEventListener("hashchange", showLinked);
	showLinked();
}

// A distance on an axis that the eye can hardly see: 1/25 of it.
const hardlySeen = (axis) => Math.abs(axis.to - axis.from) / 25;

// The place where a curve bends most, as it looks on the axes. A straight curve has none, which is undefined. It is null
// for a curve that turns little by little, or at several places by about as much.
function bend(points, axes, key) {
	const spots = points.map((p) => ({ p, x: axes.x.pixel(p.x), y: axes.y.pixel(p[key]) }));
	const bulge = (spot, a, b) => Math.abs(spot.y - a.y - (b.y - a.y) * (spot.x - a.x) / (b.x - a.x)); // from a line
	if (spots.every((spot) => bulge(spot, spots[0], spots.at(-1)) < hardlySeen(axes.y)))
		return undefined;
	const [most, second] = spots.slice(1, -1).map((spot, i) => ({ p: spot.p, bulge: bulge(spot, spots[i], spots[i + 2]) }))
		.toSorted((a, b) => b.bulge - a.bulge);
	return most.bulge < Math.max(hardlySeen(axes.y), 1.1 * second.bulge) ? null : most.p;
}

function bendsInWords(own, measured) {
	if (own === measured)
		return own ? `Your curve bends where the measured one does, at ${own.place}.` : own === null ? "Neither curve has a single bend." : "Both curves are straight.";
	const words = (place) => place ? `bends most at ${place.place}` : place === null ? "has no single bend" : "is straight";
	return `Your curve ${words(own)}, the measured one ${words(measured)}.`;
}

// The gap between the two curves in words.
function gapInWords(points, axes, unit) {
	const isClose = (p) => Math.abs(axes.y.pixel(p.own) - axes.y.pixel(p.measured)) < hardlySeen(axes.y);
	const close = points.filter(isClose).length;
	const [worst] = points.toSorted((a, b) => factor(b.own, b.measured) - factor(a.own, a.measured));
	const gap = close === points.length ? "close everywhere"
		: `${howFar(worst.own, worst.measured)} at ${worst.place} (${measuredInWords(worst.measured, unit, worst.interval)})${close ? `, and close at ${close} of ${points.length} places` : ""}`;
	return `You were ${gap}.` + (points.length < 4 ? "" : ` ${bendsInWords(...["own", "measured"].map((key) => bend(points, axes, key)))}`);
}

// Each place with what was predicted and what was measured there.
function tableOf(points, unit) {
	const row = (name, cells) => make("tr", {}, ...cells.map((cell) => make(name, {}, cell)));
	const interval = points.some((p) => p.interval) ? ["95 % interval"] : [];
	return make("table", {}, make("thead", {}, row("th", ["At", "You", `Measured${unit && `, ${unit}`}`, ...interval])),
		make("tbody", {}, ...points.map((p) => row("td", [p.place, rounded(p.own), ...withInterval(p.measured, p.interval)]))));
}

function askForCurve(box, place, parts) {
	const { draw, panel, curve, unit } = box.dataset;
	const figure = document.getElementById(draw);
	let svg, axes; // once the drawing is there
	const points = box.dataset.points.split(";").map((point) => {
		const [x, words, measured, interval] = point.split("|");
		return { x: Number(x), place: words, measured: Number(measured), interval, own: undefined };
	});
	for (const [x, own] of predictions[place]?.drawn ?? [])
		for (const point of points.filter((p) => p.x === x))
			point.own = own;
	const title = figure.querySelector(".label").textContent;
	const past = []; // what undo goes back to
	let at = 0; // the place that keys move

	const line = drawn("path", { class: "own line" }), dots = drawn("g", { class: "own" }), guide = drawn("path", { class: "guide" });
	const hint = make("p", { className: "hint", id: `hint-${draw}` }, `Draw ${curve}.`, make("span", { className: "keys",
		textContent: " With keys, left and right choose a place, and up and down move the point." }));
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
			return { said: gapInWords(points, axes, unit), off, table: tableOf(points, unit) };
		},
	};
}

// ---- A number, a choice ------------------------------------------------------------------------------

// A logarithmic scale on which a number is put by pointer, and on which the answer is shown beside it. It begins and ends
// at the same numbers whatever the answer is, as long as that lies between them.
function numberScale(measured, unit, put) {
	const width = isNarrow.matches ? 340 : 680, least = unit ? 1 : 0.01;
	const x = axis(30, width - 30, Math.min(least, measured / 2), Math.max(1e4 * least, measured * 2), true);
	const svg = drawn("svg", { "viewBox": `0 0 ${width} 78`, "aria-hidden": true }); // the field is for keys and screen readers
	const mark = (value, words, y, attributes) => svg.append(drawn("circle", { cx: x.pixel(value), cy: 34, r: 6, ...attributes }),
		Object.assign(drawn("text", { "x": x.pixel(value), y, "text-anchor": "middle", ...attributes }), { textContent: words }));
	function show(guess, isCompared) {
		svg.replaceChildren(drawn("path", { class: "guide", d: `M${x.from},34H${x.to}` }));
		for (let tick = least; x.inside(x.pixel(tick)) === x.pixel(tick); tick *= 10)
			svg.append(drawn("path", { class: "guide", d: `M${x.pixel(tick)},29v10` }),
				Object.assign(drawn("text", { "x": x.pixel(tick), "y": 56, "text-anchor": "middle" }), { textContent: rounded(tick) }));
		if (isCompared)
			mark(measured, "measured", 74, { class: "answer" });
		if (guess > 0)
			mark(Math.max(x.value(x.from), Math.min(guess, x.value(x.to))), "you", 18, { class: "own" });
	}
	const canvas = make("div", { className: "canvas scale" }, svg);
	const point = ({ clientX }) => put(Number(x.value(x.inside(new DOMPoint(clientX, 0).matrixTransform(svg.getScreenCTM().inverse()).x)).toPrecision(2)));
	canvas.addEventListener("pointerdown", (event) => {
		canvas.setPointerCapture(event.pointerId);
		point(event);
	});
	canvas.addEventListener("pointermove", (event) => event.buttons && point(event));
	return { canvas, show };
}

function askForNumber(box, place, parts) {
	const measured = Number(box.dataset.guess), { unit, interval } = box.dataset;
	const field = make("input", { type: "number", step: "any", min: "0", value: predictions[place]?.guess ?? "" });
	const scale = numberScale(measured, unit, (value) => {
		field.value = value;
		field.oninput();
	});
	function check() {
		parts.compare.disabled = !(Number(field.value) > 0);
		scale.show(Number(field.value), box.matches(".compared"));
	}
	field.oninput = () => {
		keep(place, { guess: field.value });
		check();
	};
	return {
		content: [make("label", { className: "hint" }, "Your guess ", field, ` ${unit}`), scale.canvas], buttons: [], begin: check, tell: check,
		result: () => ({ off: factor(Number(field.value), measured),
			said: `You said ${rounded(Number(field.value), unit)}; the answer is ${measuredInWords(measured, unit, interval)}. You were ${howFar(Number(field.value), measured)}.` }),
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
		result: () => ({ right: chosen() === right, said: chosen() === right ? "You were right." : `You said ${chosen()}; the answer is ${right}.` }) };
}

// ---- Boxes ---------------------------------------------------------------------------------------------

function predictionBox(box) {
	const ask = box.dataset.draw ? askForCurve : box.dataset.guess ? askForNumber : askForChoice;
	const place = placeOf(box.id);
	const compare = make("button", { type: "button", textContent: "Compare", disabled: true });
	const told = make("p", { className: "told" }), values = make("div", { className: "values" });
	const answer = box.querySelector("details");
	told.setAttribute("role", "status");
	const asked = ask(box, place, { compare, told });
	compare.onclick = () => {
		const { table, ...result } = asked.result();
		box.classList.add("compared");
		told.textContent = result.said;
		asked.tell?.();
		values.replaceChildren(table ?? "");
		keepResult(place, { ...result, title: [document.querySelector("h1"), box.closest("section").querySelector("h2")]
			.map((heading) => heading.lastChild.textContent).join(": ") });
		answer.open = true;
	};
	answer.before(make("div", { className: "asked" }, ...asked.content,
		make("div", { className: "controls" }, ...asked.buttons, compare), told, values));
	asked.begin();
	if (box.dataset.draw)
		hideMeasured(document.getElementById(box.dataset.draw), answer, place);
}

// ---- The page of all predictions -------------------------------------------------------------------------

// How far off each was, in the order in which they were compared.
function progress(compared) {
	const width = isNarrow.matches ? 360 : 720;
	const x = axis(90, width - 10, 0, compared.length + 1), y = axis(190, 20, 1, 10, true);
	const svg = drawn("svg", { viewBox: `0 0 ${width} 230`, role: "img",
		"aria-label": "How many times too high or too low your predictions were, in the order in which you made them" });
	const text = (words, attributes) => svg.append(Object.assign(drawn("text", attributes), { textContent: words }));
	for (const [times, words] of [[1, "right"], [2, "2 times"], [5, "5 times"], [10, "10 or more"]]) {
		svg.append(drawn("path", { class: "guide", d: `M${x.from},${y.pixel(times)}H${x.to}` }));
		text(words, { "x": x.from - 8, "y": y.pixel(times) + 4, "text-anchor": "end" });
	}
	text("first", { x: x.pixel(1), y: 216, "text-anchor": "middle" });
	if (compared.length > 1)
		text("last", { x: x.pixel(compared.length), y: 216, "text-anchor": "middle" });
	const spots = compared.map((off, i) => [x.pixel(i + 1), y.pixel(Math.min(off, 10))]);
	svg.append(drawn("path", { class: "own line", d: spots.map(([cx, cy], i) => `${i ? "L" : "M"}${cx},${cy}`).join("") }),
		...spots.map(([cx, cy]) => drawn("circle", { class: "own", cx, cy, r: 5 })));
	return make("div", { className: "canvas" }, svg);
}

// Whether the later half of the predictions came closer than the earlier one. Chance alone puts one half ahead of the
// other, so it takes a rank test (Mann and Whitney's, at 5 %), and four predictions in each half.
function trendInWords(off) {
	const half = Math.floor(off.length / 2), early = off.slice(0, half), late = off.slice(-half);
	if (half < 4)
		return `It takes eight curves and numbers to tell whether you are getting better; so far you have compared ${off.length}.`;
	const middle = (values) => timesInWords(values.toSorted((a, b) => a - b)[Math.ceil(half / 2) - 1]);
	const ahead = early.flatMap((a) => late.map((b) => Math.sign(a - b))).reduce((sum, sign) => sum + sign, 0) / 2;
	const verdict = Math.abs(ahead) < 1.96 * half * Math.sqrt((2 * half + 1) / 12) ? "There is no clear trend"
		: ahead > 0 ? "You are getting better" : "You are getting worse";
	return `${verdict}: half of the earlier predictions were at most ${middle(early)} too high or too low, half of the later ones ${middle(late)}.`;
}

function choicesInWords(right) {
	return right.length ? ` Choices are right or wrong, and not by how much, so the chart leaves them out: ${right.filter(Boolean).length} of ${right.length} were right.` : "";
}

function predictionsPage(list) {
	const compared = Object.entries(predictions).filter(([, p]) => p.at).toSorted(([, a], [, b]) => a.at - b.at);
	if (compared.length === 0)
		return;
	const off = compared.flatMap(([, p]) => p.off ?? []), right = compared.flatMap(([, p]) => p.right ?? []);
	const save = make("a", { download: "predictions.json", textContent: "Save as a file",
		href: `data:application/json,${encodeURIComponent(JSON.stringify(predictions, null, "\t"))}` });
	const forget = make("button", { type: "button", textContent: "Forget them all", onclick() {
		remember("predictions", "{}");
		location.reload();
	} });
	list.replaceChildren(make("p", { textContent: trendInWords(off) + choicesInWords(right) }), ...off.length > 1 ? [progress(off)] : [],
		make("ol", {}, ...compared.map(([place, p]) => make("li", {}, make("a", { href: place, textContent: p.title }), `${p.machine ? ` on ${p.machine}` : ""}: ${p.said}`))),
		make("p", { className: "controls" }, save, forget));
}

const placeOf = (id) => `${location.pathname.split("/").slice(-2).join("/")}#${id}`;

document.addEventListener("DOMContentLoaded", () => {
	const boxes = all("[data-draw], [data-guess], [data-choices]");
	// Forget predictions that this page no longer asks for. A page without answers asks nothing.
	for (const place of Object.keys(predictions).filter((each) => boxes.length && each.startsWith(placeOf("")) && !document.getElementById(each.replace(/.*#/, ""))))
		delete predictions[place];
	boxes.forEach(predictionBox);
	const list = document.getElementById("predictions");
	if (list)
		predictionsPage(list);
});
