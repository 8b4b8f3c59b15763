// site.js - what a page can do beyond being read: its theme, the section that is being read, keys,
// notes that stay in sight, and code that can be copied.
//
// It stands in the head, because the theme must be known before anything is drawn. All of a page's
// content is there without it.
"use strict";
const page = document.documentElement;

// A browser asks for a font when it first lays out text in it, which for a long page is late. There are none in a
// site that was made without the npm packages.
document.fonts.forEach((font) => font.family.includes("IBM Plex") && font.load().catch(() => { /* another font does */ }));

// An element with properties and children.
function make(name, properties, ...children) {
	const element = Object.assign(document.createElement(name), properties);
	element.append(...children);
	return element;
}

function all(selector) {
	return [...document.querySelectorAll(selector)];
}

// These remember what a reader chose. A browser may forbid that, above all for files; then a choice
// holds for this page.
function recall(key) {
	try { return localStorage.getItem(key); } catch { return null; }
}
function remember(key, value) {
	try { localStorage.setItem(key, value); } catch { /* nothing to do */ }
}

// ---- Theme ------------------------------------------------------------------------

const themes = ["auto", "light", "dark"];
let theme = Math.max(themes.indexOf(recall("theme")), 0);
page.dataset.theme = themes[theme];
page.classList.toggle("excerpt", window.name === "excerpt"); // of another page, in a preview

function themeButton() {
	const word = make("span", { textContent: themes[theme] });
	const button = make("button", { type: "button", className: "theme", title: "Light, dark, or as the system has it" },
		make("span", { className: "sr", textContent: "Theme: " }), word);
	button.onclick = () => {
		theme = (theme + 1) % themes.length;
		word.textContent = page.dataset.theme = themes[theme];
		remember("theme", themes[theme]);
	};
	return button;
}

// ---- The section that is being read ---------------------------------------------------

// Marks it in the contents, which keep it in sight, and lets the machine switch lead to it.
function followScroll() {
	const contents = document.getElementById("site-contents");
	const links = new Map(all("#site-contents a[href^='#']").map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
	const sections = all("main section.level2[id]");
	const machines = all("#site-machines li a");
	let current = null;

	// Contents that are longer than their box scroll to it, but the page itself stays.
	function reveal() {
		const link = links.get(current?.id) ?? contents?.querySelector("[aria-current=page]");
		if (link && contents.scrollHeight > contents.clientHeight)
			contents.scrollTop += link.getBoundingClientRect().top
				- contents.getBoundingClientRect().top - contents.clientHeight / 2;
	}
	function mark(section) {
		links.get(current?.id)?.removeAttribute("aria-current");
		current = section;
		links.get(section?.id)?.setAttribute("aria-current", "location");
		for (const machine of machines)
			machine.hash = section?.id ?? "";
		reveal();
	}
	function look() {
		const line = innerHeight / 3;
		let section = sections.findLast((s) => s.getBoundingClientRect().top < line) ?? null;
		// The last section may be too short to get there.
		if (section && innerHeight + scrollY >= page.scrollHeight - 2)
			section = sections.at(-1);
		if (section !== current)
			mark(section);
	}
	let waiting = false;
	addEventListener("scroll", () => {
		if (waiting)
			return;
		waiting = true;
		requestAnimationFrame(() => {
			waiting = false;
			look();
		});
	}, { passive: true });
	look();
	reveal();
	contents?.addEventListener("toggle", reveal);
	contents?.addEventListener("click", (event) => {
		if (event.target.closest("a") && contents.matches(":popover-open"))
			contents.hidePopover();
	});
}

// ---- Keys -----------------------------------------------------------------------------

// Calls what a key stands for, but not where the key means something already: in a field, in a dialog,
// or in a box that scrolls sideways.
const keys = {
	ArrowLeft: () => document.querySelector(".turn [rel=prev]")?.click(),
	ArrowRight: () => document.querySelector(".turn [rel=next]")?.click(),
};
function pressed(event) {
	const action = keys[event.key];
	if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
		|| document.querySelector("dialog[open], :popover-open")
		|| event.target.closest("input, textarea, select, [contenteditable]"))
		return;
	const box = event.target.closest("[tabindex]");
	if (event.key.startsWith("Arrow") && (event.shiftKey || box && box.scrollWidth > box.clientWidth))
		return;
	event.preventDefault();
	action();
}

// ---- Where a number comes from, what a term means -----------------------------------------

// The note of a number or a term is its child, and the style sheet shows it. This keeps the note
// within the window, hides it on Escape, and opens it on a first tap.
function notes() {
	const hosts = ".live, .term";
	function show(event) {
		const host = event.target.closest?.(hosts);
		const note = host?.querySelector(".from");
		if (!note)
			return;
		note.style.setProperty("--shift", "0px");
		note.classList.remove("above");
		const box = note.getBoundingClientRect();
		const shift = Math.max(8 - box.left, Math.min(0, page.clientWidth - 8 - box.right));
		note.style.setProperty("--shift", `${shift}px`);
		note.classList.toggle("above", box.bottom > innerHeight && box.height < host.getBoundingClientRect().top - 60);
	}
	for (const begin of ["mouseover", "focusin"])
		addEventListener(begin, show);
	for (const end of ["mouseout", "focusout"])
		addEventListener(end, (event) => event.target.closest?.(hosts)?.classList.remove("hushed"));
	addEventListener("keydown", (event) => {
		if (event.key === "Escape")
			for (const host of all(":is(.live, .term):is(:hover, :focus, :focus-within)"))
				host.classList.add("hushed");
	});
	// A finger cannot hover, so its first tap on a term shows the note and its second follows the link.
	let tapped = null;
	addEventListener("click", (event) => {
		const host = event.target.closest(".term");
		if (host && host !== tapped && event.pointerType === "touch") {
			event.preventDefault();
			host.firstElementChild.focus();
		}
		tapped = host;
	});
}

// ---- The numbers of a paragraph by keyboard --------------------------------------------------

// Each number can have the focus, and a chapter has more than a hundred. So Tab stops once in a paragraph or
// a table, at the number that had the focus last, and the arrow keys lead from number to number.
function numberKeys() {
	const block = (number) => number.closest("table, p, li, dd, .sidenote") ?? number.parentElement;
	const numbersOf = (number) => [...block(number).querySelectorAll(".live")];
	function stopAt(number) {
		for (const other of numbersOf(number))
			other.tabIndex = other === number ? 0 : -1;
	}
	new Set(all(".live").map(block)).forEach((each) => stopAt(each.querySelector(".live")));
	addEventListener("focusin", (event) => event.target.matches(".live") && stopAt(event.target));
	addEventListener("keydown", (event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!step || !event.target.matches(".live") || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
			return;
		const numbers = numbersOf(event.target);
		event.preventDefault(); // no page is turned, even at the last number
		numbers[numbers.indexOf(event.target) + step]?.focus();
	});
}

// ---- What a reference leads to --------------------------------------------------------------

// A pointer that rests on a reference, or the focus, shows a small copy of what it leads to on this page: a
// figure with its caption, or the head and the first paragraph of a section, an exercise or a claim. A page that is a
// file cannot read another one, but can frame it.
function previews() {
	for (const link of all("main a[title]")) {
		link.ariaDescription = link.dataset.title = link.title;
		link.removeAttribute("title"); // a browser would show it over the preview
	}
	const box = make("div", { className: "preview", hidden: true });
	box.setAttribute("aria-hidden", "true"); // a screen reader would read it twice
	document.body.append(box);
	let timer;
	const soon = (act) => {
		clearTimeout(timer);
		timer = setTimeout(act, 250);
	};
	const hide = () => {
		clearTimeout(timer);
		box.hidden = true;
	};
	function show(link) {
		const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
		const title = link.dataset.title;
		const parts = title ? [make("h2", { textContent: `${link.textContent}: ${title}` }),
			make("iframe", { src: link.href, name: "excerpt", title, inert: true })] : target?.matches(".plot") ? [target.firstElementChild]
			: [...target?.children ?? []].filter((part) => part.matches("h2, h3, p")).slice(0, 2);
		const place = parts[0]?.getBoundingClientRect();
		const middle = place && (place.top + place.bottom) / 2;
		if (!place || middle > 0 && middle < innerHeight)
			return hide(); // there is nothing to show, or it is in sight
		box.replaceChildren(...parts.map((part) => title ? part : part.cloneNode(true)));
		for (const extra of box.querySelectorAll(".from, .ref, .sidenote, .reveal"))
			extra.remove();
		for (const part of box.querySelectorAll("[id], [tabindex], [href]"))
			for (const name of ["id", "tabindex", "href"])
				part.removeAttribute(name);
		box.style.maxHeight = "";
		box.hidden = false;
		const at = link.getClientRects()[0];
		const above = at.top - 66, below = innerHeight - at.bottom - 14;
		const isAbove = box.offsetHeight > below && above > below;
		box.style.maxHeight = `${isAbove ? above : below}px`;
		box.style.top = `${isAbove ? at.top - 6 - box.offsetHeight : at.bottom + 6}px`;
		box.style.left = `${Math.max(8, Math.min(at.left, page.clientWidth - box.offsetWidth - 8))}px`;
	}
	// A figure's narrow drawing, where the window has one, is there when the preview is.
	function reference(event) {
		const link = event.target.closest?.("main a:is([href^='#'], [data-title])");
		const target = link && document.getElementById(link.hash.slice(1));
		if (target?.matches(".plot"))
			bringDrawing(target);
		return link;
	}
	addEventListener("pointerover", (event) => {
		const link = reference(event);
		if (link && event.pointerType !== "touch")
			soon(() => show(link));
		else if (box.contains(event.target))
			clearTimeout(timer);
		else
			soon(hide);
	});
	addEventListener("focusin", (event) => {
		const link = reference(event);
		soon(link?.matches(":focus-visible") ? () => show(link) : hide);
	});
	addEventListener("keydown", (event) => event.key === "Escape" && hide());
	addEventListener("click", hide);
	addEventListener("scroll", () => box.hidden = true, { passive: true });
}

// ---- Notes in the margin --------------------------------------------------------------------

// A note follows its paragraph. Where the window has a margin the note stands there, level with its
// number, below the note before it and clear of figures. Where it does not fit between them it stays
// below its paragraph.
function marginNotes() {
	const main = document.querySelector("main");
	const wide = matchMedia("(min-width: 84rem) and (scripting: enabled)");
	const gap = 12;
	const box = (element) => element.getBoundingClientRect();
	function place() {
		if (!wide.matches)
			return; // the style sheet puts all notes below their paragraphs
		const shown = all("main .sidenote").filter((note) => !note.closest("figcaption, td, th"));
		for (const note of shown) {
			note.classList.remove("below");
			note.style.removeProperty("--rise");
		}
		const figures = all("main .plot, main .strip").map(box);
		let free = -Infinity;
		// All places are read before any note moves.
		for (const [note, own, level] of shown.filter((note) => note.offsetParent)
			.map((note) => [note, box(note), box(document.getElementById(note.dataset.of)).top])) {
			const above = Math.max(free, ...figures.filter((f) => f.top < level).map((f) => f.bottom + gap));
			const below = Math.min(...figures.filter((f) => f.top >= level).map((f) => f.top - gap));
			const top = Math.max(above, Math.min(level, below - own.height));
			const fits = top + own.height <= below;
			note.classList.toggle("below", !fits);
			if (fits) {
				note.style.setProperty("--rise", `${top - own.top}px`);
				free = top + own.height + gap;
			}
		}
	}
	if (main)
		new ResizeObserver(place).observe(main);
	wide.addEventListener("change", place);
}

// ---- Code, and what is wider than the window ---------------------------------------------------

function copyButtons() {
	for (const caption of all(".listing > figcaption")) {
		const button = make("button", { type: "button", className: "copy", textContent: "Copy" });
		button.onclick = async () => {
			const code = caption.nextElementSibling.cloneNode(true);
			code.querySelectorAll(".number, .gap").forEach((extra) => extra.remove());
			try {
				await navigator.clipboard.writeText(code.textContent.replace(/\n*$/, "\n"));
				button.textContent = "Copied";
			} catch {
				button.textContent = "Not allowed";
			}
			setTimeout(() => button.textContent = "Copy", 2000);
		};
		caption.append(button);
	}
}

// Marks boxes that scroll, once before the page is scrolled to what its address names, so that nothing
// moves after that. All boxes are measured before any is marked, because a mark has the page laid out anew.
function sayWhatScrolls() {
	function say(boxes) {
		for (const [box, wider, taller] of boxes.map((box) =>
			[box, box.scrollWidth > box.clientWidth + 1, box.scrollHeight > box.clientHeight + 1])) {
			box.classList.toggle("wider", wider);
			box.classList.toggle("taller", taller);
		}
	}
	const watcher = new ResizeObserver((entries) => say(entries.map((entry) => entry.target)));
	const boxes = all(".wide, .data, .listing pre");
	say(boxes.filter((box) => !box.closest("details:not([open])"))); // the watcher hears of the others when they open
	boxes.forEach((box) => watcher.observe(box));
}

// Lets the table of all machines be sorted by a column, and shows those machines alone whose name has some words.
function sortAndFilter() {
	const table = document.querySelector(".overview");
	if (!table)
		return;
	const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
	const value = (row, i) => Number(row.cells[i].querySelector("[data-value]")?.dataset.value ?? NaN);
	const words = (row, i) => row.cells[i].textContent;
	const sort = (i, sign) => rows.sort((a, b) => {
		const x = value(a, i), y = value(b, i);
		// Values that were not measured come last, either way.
		return isNaN(x) && isNaN(y) ? sign * words(a, i).localeCompare(words(b, i), "en", { numeric: true })
			: isNaN(x) - isNaN(y) || sign * (x - y);
	});
	heads.forEach((head, i) => {
		const button = make("button", { type: "button" }, ...head.childNodes);
		button.onclick = () => {
			const order = head.ariaSort === "descending" ? "ascending" : head.ariaSort === "ascending" ? "descending"
				: rows.some((row) => value(row, i)) ? "descending" : "ascending";
			heads.forEach((each) => each.removeAttribute("aria-sort"));
			head.setAttribute("aria-sort", order);
			body.append(...sort(i, order === "ascending" ? 1 : -1));
		};
		head.append(button);
	});
	const field = make("input", { type: "search" }), count = make("output", {});
	field.oninput = () => {
		const wanted = field.value.toLowerCase().split(/\s+/);
		for (const row of rows) {
			const called = words(row, 0).toLowerCase();
			row.hidden = !wanted.every((word) => called.includes(word));
		}
		count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
	};
	field.oninput();
	table.parentElement.before(make("p", { className: "filter" }, make("label", {}, "Show only ", field), " ", count));
}

// A font that comes late moves the text, so the page goes to what its address names once more, unless
// the reader has gone elsewhere.
function stayThere() {
	let moved = false;
	for (const way of ["wheel", "touchmove", "keydown", "pointerdown"])
		addEventListener(way, () => moved = true, { once: true, passive: true });
	document.fonts.ready.then(() => moved || document.querySelector(":target")?.scrollIntoView());
}

// On paper the answers stand at the end, each below the name of its question. Those that a page shows
// from the beginning stay where they are.
function answersAtEnd() {
	const answers = all(":is(.predict, .exercise) > details:not([open])");
	let end = null, homes = [];
	all(".predict > .label").forEach((label, i) => label.dataset.number = i + 1);
	addEventListener("beforeprint", () => {
		if (end || !answers.length)
			return;
		end = make("section", { className: "answers" }, make("h2", { textContent: "Answers and solutions" }));
		homes = answers.map((answer) => [answer.parentNode, answer, answer.nextSibling]);
		for (const [box, answer] of homes)
			end.append(box.querySelector(".label").cloneNode(true), answer);
		document.querySelector("main").append(end);
	});
	addEventListener("afterprint", () => {
		for (const [box, answer, next] of homes.splice(0))
			box.insertBefore(answer, next);
		end?.remove();
		end = null;
	});
}

// The document hears of this event before the window does. So all scripts first add to the page what they have to,
// and then it is measured once: each measurement after a change would have the browser lay out the page anew.
document.addEventListener("DOMContentLoaded", () => {
	document.querySelector(".tools")?.append(themeButton());
	for (const begin of [notes, numberKeys, previews, copyButtons, sortAndFilter, answersAtEnd])
		begin();
	addEventListener("keydown", pressed);
});
addEventListener("DOMContentLoaded", () => {
	for (const begin of [followScroll, stayThere, sayWhatScrolls, marginNotes])
		begin();
});
