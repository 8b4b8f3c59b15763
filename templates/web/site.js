// site.js - what a page can do beyond being read: its theme, the section that is
// being read, keys, notes that stay in sight, and code that can be copied.
//
// It stands in the head, since the theme must be known before anything is drawn.
// All of a page's content is there without it.
"use strict";
const page = document.documentElement;

// An element with properties and children.
function make(name, properties, ...children) {
	const element = Object.assign(document.createElement(name), properties);
	element.append(...children);
	return element;
}

function all(selector) {
	return [...document.querySelectorAll(selector)];
}

// What a reader chose. A browser may forbid to remember, of files above all.
function recall(key) {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}
function remember(key, value) {
	try {
		localStorage.setItem(key, value);
	} catch {
		// Then it holds for this page.
	}
}

// ---- Theme ------------------------------------------------------------------------

const themes = ["auto", "light", "dark"];
let theme = themes.indexOf(recall("theme"));
theme = Math.max(theme, 0);
page.dataset.theme = themes[theme];

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

// Marks it in the contents, and lets the machine switch lead to it.
function followScroll() {
	const contents = document.getElementById("site-contents");
	const links = new Map(all("#site-contents a[href^='#']")
		.map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
	const sections = all("main section.level2[id]");
	const machines = all("#site-machines a");
	let current = null;

	function mark(section) {
		links.get(current?.id)?.removeAttribute("aria-current");
		current = section;
		const link = links.get(section?.id);
		link?.setAttribute("aria-current", "location");
		for (const machine of machines)
			machine.hash = section?.id ?? "";
		// Contents longer than the window follow; the page itself stays.
		if (link && contents.scrollHeight > contents.clientHeight)
			contents.scrollTop += link.getBoundingClientRect().top
				- contents.getBoundingClientRect().top - contents.clientHeight / 2;
	}
	function look() {
		const line = innerHeight / 3;
		let section = sections.findLast((s) => s.getBoundingClientRect().top < line) ?? null;
		// A last section may be too short to get there.
		if (section && innerHeight + scrollY >= page.scrollHeight - 2)
			section = sections.at(-1);
		if (section !== current)
			mark(section);
	}
	let waiting = false;
	addEventListener("scroll", () => {
		if (!waiting)
			requestAnimationFrame(() => {
				waiting = false;
				look();
			});
		waiting = true;
	}, { passive: true });
	look();
	contents?.addEventListener("click", (event) => {
		if (event.target.closest("a") && contents.matches(":popover-open"))
			contents.hidePopover();
	});
}

// ---- Keys -----------------------------------------------------------------------------

// Calls what a key stands for, but not where the key means something already: in a
// field, in a dialog, or in a box that scrolls sideways.
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

// The note of a number or a term is its child; the style sheet shows it. Here it is
// kept within the window, goes away on Escape, and opens on a first tap.
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
	function release(event) {
		event.target.closest?.(hosts)?.classList.remove("hushed");
	}
	addEventListener("mouseover", show);
	addEventListener("focusin", show);
	addEventListener("mouseout", release);
	addEventListener("focusout", release);
	addEventListener("keydown", (event) => {
		if (event.key === "Escape")
			for (const host of all(":is(.live, .term):is(:hover, :focus, :focus-within)"))
				host.classList.add("hushed");
	});
	// A finger cannot hover: its first tap on a term shows, its second follows.
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

// ---- Notes in the margin --------------------------------------------------------------------

// A note follows its paragraph. Where the window has a margin it stands there, level
// with its number, below the note before it and clear of figures; where it would not
// fit between them it stays below its paragraph.
function marginNotes() {
	const main = document.querySelector("main");
	const wide = matchMedia("(min-width: 84rem)");
	const gap = 12;
	function place() {
		const shown = all("main .sidenote").filter((note) => !note.closest("figcaption, td, th"));
		for (const note of shown)
			note.classList.toggle("beside", wide.matches);
		if (!wide.matches)
			return;
		for (const note of shown)
			note.style.setProperty("--rise", "0px");
		const figures = all("main .plot, main .strip").map((f) => f.getBoundingClientRect());
		let free = -Infinity;
		for (const [note, own, level] of shown.filter((note) => note.offsetParent)
			.map((note) => [note, note.getBoundingClientRect(),
				document.getElementById(note.dataset.of).getBoundingClientRect().top])) {
			const above = Math.max(free, ...figures.filter((f) => f.top < level).map((f) => f.bottom + gap));
			const below = Math.min(...figures.filter((f) => f.top >= level).map((f) => f.top - gap));
			const top = Math.max(above, Math.min(level, below - own.height));
			if (top + own.height > below) {
				note.classList.remove("beside");
				continue;
			}
			note.style.setProperty("--rise", `${top - own.top}px`);
			free = top + own.height + gap;
		}
	}
	if (main)
		new ResizeObserver(place).observe(main);
	wide.addEventListener("change", place);
}

// ---- Code, and what is wider than the window ---------------------------------------------------

function copyButtons() {
	for (const listing of all(".listing")) {
		const button = make("button", { type: "button", className: "copy", textContent: "Copy" });
		button.onclick = async () => {
			const code = listing.querySelector("code").cloneNode(true);
			for (const extra of code.querySelectorAll(".number, .gap"))
				extra.remove();
			let word = "Copied";
			try {
				await navigator.clipboard.writeText(code.textContent.replace(/\n*$/, "\n"));
			} catch {
				word = "Not allowed";
			}
			button.textContent = word;
			setTimeout(() => button.textContent = "Copy", 2000);
		};
		listing.querySelector("figcaption").append(button);
	}
}

// Once before the page is scrolled to what its address names, so that nothing moves
// after that.
function sayWhatScrolls() {
	const say = (box) => box.classList.toggle("wider", box.scrollWidth > box.clientWidth + 1);
	const watcher = new ResizeObserver((entries) => entries.forEach((entry) => say(entry.target)));
	for (const box of all(".wide, .listing pre")) {
		say(box);
		watcher.observe(box);
	}
}

// A face that comes late moves the text: then to what was asked for once more.
function stayThere() {
	let moved = false;
	for (const way of ["wheel", "touchmove", "keydown", "pointerdown"])
		addEventListener(way, () => moved = true, { once: true, passive: true });
	document.fonts.ready.then(() => moved || document.querySelector(":target")?.scrollIntoView());
}

addEventListener("DOMContentLoaded", () => {
	document.querySelector(".tools")?.append(themeButton());
	followScroll();
	notes();
	marginNotes();
	copyButtons();
	sayWhatScrolls();
	stayThere();
	addEventListener("keydown", pressed);
});
