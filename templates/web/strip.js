
// strip.js - a strip to play with: 32 lanes over the sectors that they touch. Sliders change its numbers,
// and drawing, caption and count follow. assets.sh puts this behind site.js. Without it the page shows the
// drawing of weave/strip.lua, which this draws again in the same way.

// The distinct sectors of 32 bytes that the lanes of a warp touch.
function sectorsOf(bytes, stride, offset) {
	const touched = new Set();
	for (let i = 0; i < 32; i++)
		for (let s = Math.floor((offset + i * stride) / 32); s <= Math.floor((offset + i * stride + bytes - 1) / 32); s++)
			touched.add(s);
	return touched;
}

function drawStrip(bytes, stride, offset, touched) {
	const width = 704, lane = width / 32, bottom = 62;
	const first = Math.min(...touched), count = Math.max(...touched) - first + 1, scale = width / (count * 32);
	const short = (x) => +x.toPrecision(4);
	const box = (x, y, w, h) => `M${short(x)} ${y}h${short(w)}v${short(h)}h-${short(w)}z`;
	const left = (i) => (offset + i * stride - first * 32) * scale;
	const lanes = (piece) => [...Array(32).keys()].map(piece).join("");
	const sectors = (piece) => [...touched].map((s) => piece((s - first) * 32 * scale)).join("");
	const hatch = (x) => {
		let lines = "";
		for (let at = 0; at <= 32 * scale - 4; at += 4)
			lines += `M${short(x + at)} ${bottom + 16}l4-16`;
		return lines;
	};
	const outline = (x) => box(x, bottom, 32 * scale, 16);
	const path = (d, fill, stroke = "none") => `<path d="${d}" fill="${fill}" stroke="${stroke}"/>`;
	// A sector far from its neighbours is too narrow for hatches and an outline.
	const narrow = 32 * scale < 8;
	const waste = narrow ? path(sectors(outline), "var(--vain)") : path(sectors(hatch), "none", "var(--vain)");
	return (32 * touched.size > 32 * bytes ? waste : "")
		+ path(lanes((i) => `M${short(i * lane + lane / 2)} ${lane - 2}L${short(left(i) + bytes * scale / 2)} ${bottom}`), "none", "var(--rule)")
		+ path(lanes((i) => box(i * lane + 2, 1, lane - 4, lane - 4)), "var(--bytes)")
		+ path(lanes((i) => box(left(i), bottom, bytes * scale, 16)), "var(--bytes)")
		+ (narrow ? "" : path(sectors(outline), "none", "var(--ink)"));
}

function playStrip(strip) {
	const svg = strip.querySelector("svg"), caption = strip.querySelector("figcaption");
	const types = ["a float", "a double", "an int4"];
	const start = strip.dataset, elements = (n) => `${n} element${n === 1 ? "" : "s"}`;
	const thousands = (n) => n.toLocaleString("en");
	const said = make("p", { className: "said" });
	said.setAttribute("role", "status");
	function slider(name, min, max, value, say) {
		const field = make("input", { type: "range", min, max, value, oninput: show });
		const says = make("b", { ariaHidden: "true" });
		return { field, label: make("label", {}, make("span", { textContent: name }), says, field), show() {
			says.textContent = say(field.valueAsNumber);
			field.setAttribute("aria-valuetext", says.textContent);
		} };
	}
	const width = slider("Width", 0, 2, Math.log2(start.bytes / 4), (n) => `${4 << n} bytes, ${types[n]}`);
	const stride = slider("Stride", 1, 32, start.stride / start.bytes, elements);
	const offset = slider("Offset", 0, 32, start.offset / start.bytes, elements);
	const parts = [stride, offset, width];
	function show() {
		const bytes = 4 << width.field.valueAsNumber;
		const numbers = [bytes, bytes * stride.field.valueAsNumber, bytes * offset.field.valueAsNumber];
		const touched = sectorsOf(...numbers), asked = 32 * bytes, moved = 32 * touched.size;
		svg.innerHTML = drawStrip(...numbers, touched);
		parts.forEach((part) => part.show());
		said.textContent = `${touched.size} sectors, ${moved - asked} of ${thousands(moved)} bytes wasted`;
		caption.textContent = `32 threads (squares) ask for ${bytes} bytes each, and memory moves the ${touched.size} sectors`
			+ ` of 32 bytes (boxes) in which these lie: ${asked} of ${thousands(moved)} bytes are wanted.`;
	}
	const sliders = make("div", { className: "sliders" }, ...parts.map((part) => part.label));
	sliders.setAttribute("role", "group");
	sliders.setAttribute("aria-label", "Change the strip");
	caption.before(make("p", { className: "label", textContent: "Drag these, or use the arrow keys" }), sliders, said);
	show();
}

document.addEventListener("DOMContentLoaded", () => all(".play").forEach(playStrip));
