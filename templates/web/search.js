
// search.js - search in an edition. assets.sh puts this behind site.js where MiniSearch is installed.
// That library and the edition's index are loaded when they are first asked for, as scripts, because a
// page that was opened as a file may load nothing else.
let search = null;

function load(address) {
	return new Promise((onload, onerror) => document.head.append(make("script", { src: address, onload, onerror })));
}

// searchIndex: [[page, chapter, [[id, title, text, data], ...]], ...]
function index() {
	const fields = ["title", "chapter", "text", "data"];
	const engine = new MiniSearch({ fields, storeFields: fields,
		// A number is one word, with its point or commas.
		tokenize: (text) => text.match(/(?:\d[.,](?=\d)|[^\p{Z}\p{P}\s])+/gu) ?? [],
		// Who asks for 8 does not mean 80.
		searchOptions: { prefix: (term) => !/^\d/.test(term), fuzzy: (term) => term.length > 4 && !/^\d/.test(term) && 0.15,
			combineWith: "AND", boost: { title: 4, chapter: 2, data: 0.5 } } });
	for (const [file, chapter, sections] of searchIndex)
		engine.addAll(sections.map(([id, title, text, data]) => ({ id: file + (id && `#${id}`), title, chapter, text, data })));
	return engine;
}

// Sections that have the words as they were typed, or whose id is one of them, come before others. Exercises, labs and
// the front page come behind them.
function ranked(engine, words) {
	return engine.search(words, { boostDocument: (id, term, { title, text }) =>
		(`${title} ${text}`.toLowerCase().includes(words.toLowerCase()) ? 5 : 1) * (id.endsWith(`#sec-${term}`) ? 1.5 : 1) / (/exercises$|^lab-|^\.\./.test(id) ? 10 : 1) });
}

// Some words around the first place of what was typed, or else of a term that was found, with all terms marked.
function excerpt(text, typed, terms) {
	const found = new RegExp(`(${terms.sort((a, b) => b.length - a.length)
		.map((term) => term.replace(/\W/g, "\\$&").replace(/^\d.*/, "(?<![\\d.,])$&(?![.,]?\\d)")).join("|")})`, "i");
	const whole = text.toLowerCase().indexOf(typed.toLowerCase());
	const at = Math.max(whole < 0 ? text.search(found) : whole, 0);
	const from = at < 60 ? 0 : text.indexOf(" ", at - 60) + 1;
	const part = text.slice(from, from + 180).replace(/\s\S*$/, "");
	return make("span", { className: "excerpt" }, from ? "… " : "",
		...part.split(found).map((piece, i) => i % 2 ? make("mark", {}, piece) : piece), " …");
}

function searchDialog() {
	const field = make("input", { type: "search", autocomplete: "off", spellcheck: false });
	const said = make("p", { className: "said" });
	said.setAttribute("role", "status");
	const results = make("div", { className: "results" });
	const key = make("input", { type: "checkbox", checked: page.dataset.slash === "true", onchange: () => {
		slash(key.checked);
		remember("slash", key.checked);
	} });
	const dialog = make("dialog", { className: "search" },
		make("form", { method: "dialog" },
			make("label", {}, make("span", { textContent: "Search this edition" }), field),
			make("button", { textContent: "Close" })),
		said, results, make("label", { className: "key" }, key, "The key / opens this, as Ctrl K does"));
	dialog.setAttribute("aria-label", "Search");
	document.body.append(dialog);
	const folder = page.dataset.search;
	const ready = Promise.all(["minisearch.js", "search-index.js"].map((file, i) =>
		load((i ? folder : page.dataset.root) + file))).then(index);

	async function show() {
		const words = field.value.trim();
		const engine = await ready.catch(() => null);
		if (!engine)
			said.textContent = "The index is missing: make site builds it.";
		if (!engine || words !== field.value.trim())
			return;
		const found = words ? ranked(engine, words).slice(0, 40) : [];
		said.textContent = words ? `${found.length || "No"} section${found.length === 1 ? "" : "s"}` : "";
		const groups = new Map();
		for (const hit of found)
			groups.set(hit.chapter, [...groups.get(hit.chapter) ?? [], hit]);
		results.replaceChildren(...[...groups].flatMap(([chapter, hits]) => [
			make("h2", { textContent: chapter }),
			make("ul", {}, ...hits.map((hit) => make("li", {},
				make("a", { href: folder + hit.id }, make("b", { textContent: hit.title }),
					excerpt(`${hit.text} ${hit.data}`, words, Object.keys(hit.match))))))]));
	}
	field.oninput = show;
	// Up and down go through the field and the results, Enter follows, and Escape closes at once: a browser
	// may only clear the field first.
	dialog.addEventListener("keydown", (event) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const links = [field, ...results.querySelectorAll("a")];
		if (step) {
			event.preventDefault();
			links[Math.max(0, Math.min(links.length - 1, links.indexOf(document.activeElement) + step))].focus();
		} else if (event.key === "Enter" && document.activeElement === field) {
			event.preventDefault();
			links[1]?.click();
		} else if (event.key === "Escape") {
			event.preventDefault();
			dialog.close();
		}
	});
	dialog.addEventListener("click", (event) => {
		if (event.target === dialog || event.target.closest("a"))
			dialog.close();
	});
	return () => {
		dialog.open || dialog.showModal();
		field.select();
	};
}

// A key without Ctrl can be in the way of people who speak to their computer, so it can be switched off.
const openSearch = () => (search ??= searchDialog())();
function slash(on) {
	keys["/"] = on ? openSearch : undefined;
	page.dataset.slash = on;
}
slash(recall("slash") !== "false");

addEventListener("keydown", (event) => {
	if ((event.ctrlKey || event.metaKey) && event.key === "k") {
		event.preventDefault();
		openSearch();
	}
});
document.addEventListener("DOMContentLoaded", () => {
	const button = make("button", { type: "button", className: "find", onclick: openSearch, title: "Search this edition: Ctrl K" }, "Search");
	document.querySelector(".theme")?.before(button);
});
