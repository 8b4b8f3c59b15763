// Proves that other browsers than Chromium show the pages as they should: Firefox and WebKit. Each template and each
// thing that scripts do is tried once. Left out is what WebDriver cannot do in both: to print, to be a telephone
// with touch, to let fonts come late, to do without scripts. Left out are also the pages of the fleet and the one for
// addresses that lead nowhere, which this suite does not build; they have the templates' style sheet and no script of their own.
import { join } from "node:path";
import { narrowFaults, ok, only, overlappingNotes, plan, site, unreadable } from "./judge.mjs";
import { firefox, webkit } from "./webdriver.mjs";

async function tryPages(browser) {
	async function visit(file, width, act) {
		if (only && !only.test(String(act))) return;
		const says = (good, what, why) => ok(good, `${browser.name}: ${what}`, why);
		try {
			await browser.open(join(site, file), width);
			await act(browser, says);
			const complaints = await browser.complaints();
			says(!complaints, `${file}, ${width} px: the browser complains of nothing`, complaints);
		} catch (fault) {
			says(false, `${file}, ${width} px: can be tried`, fault.stack);
		}
	}

	// ---- Each template ------------------------------------------------------------------

	// The first page comes slowly. If another one were opened before its fonts have come, Firefox would call them faulty.
	await browser.open(join(site, "index.html"), 1500);
	await browser.run(async () => { await document.fonts.ready; });
	for (const file of ["index", "compare", "claims", "predictions", "nvidia-h200/index", "nvidia-h200/vector", "nvidia-h200/report", "nvidia-h200/glossary",
		"machines", "teach", "nvidia-h200/roofline", "nvidia-h200/history", "nvidia-h200/lab-copy"])
		for (const width of [1500, 360])
			await visit(`${file}.html`, width, async (page, says) => {
				const fonts = await page.run(async () => (await document.fonts.ready, [...document.fonts])
					.filter((font) => font.family.includes("IBM Plex")).map((font) => font.status));
				says(fonts.includes("loaded") && !fonts.includes("error"), `${file}, ${width} px: its fonts come from files`, fonts.join());
				const [dark, wider] = await page.run(() => [getComputedStyle(document.documentElement).backgroundColor,
					document.documentElement.scrollWidth - document.documentElement.clientWidth]);
				says(/^rgb\(\d\d, \d\d, \d\d\)$/.test(dark), `${file}, ${width} px: it is dark where the system is`, dark);
				says(wider <= 0, `${file}, ${width} px: no sideways scroll`, `${wider} px too wide`);
				const faults = width === 360 ? [...await page.run(narrowFaults), ...await page.run(unreadable)] : [];
				says(faults.length === 0, `${file}, ${width} px: figures are drawn narrow, legible and whole, and tables keep their first column`, faults.join("\n"));
				const overlapping = await page.run(overlappingNotes);
				says(overlapping === 0, `${file}, ${width} px: notes in the margin overlap nothing`, `${overlapping} do`);
			});

	// ---- What scripts do ----------------------------------------------------------------

	await visit("nvidia-h200/vector.html", 1280, async (page, says) => {
		const paper = () => page.run(() => getComputedStyle(document.documentElement).backgroundColor);
		const dark = await paper();
		await page.click(".theme");
		const light = await paper();
		says(light !== dark, "the theme button makes a dark page light", light);
		await page.command("Refresh");
		says(await paper() === light, "a theme that was chosen stays");
		await page.click(".theme");
		await page.click(".theme");
		says(await paper() === dark, "the theme button leads back to the system's theme");
	});
	await visit("nvidia-h200/vector.html", 1280, async (page, says) => {
		await page.press("/");
		says(await page.until(() => document.querySelector("dialog.search")?.open), "the key / opens the search");
		await page.press(..."stride 8");
		says(await page.until(() => /global\.html#sec-stride$/.test(document.querySelector(".results a")?.href)),
			"search finds a table by what was varied in it", await page.text(".results"));
		await page.press("Escape");
		says(!await page.isSeen("dialog.search"), "one Escape closes the search, whatever was typed");
		await page.press("Control+k");
		says(await page.until(() => document.querySelector("dialog.search")?.open), "Ctrl K opens the search");
		await page.press(..."throttled samples");
		await page.until(() => /report\.html#/.test(document.querySelector(".results a")?.href));
		await page.press("Enter");
		says(await page.until(() => /report\.html#/.test(location.href)), "Enter leads to what was found", await page.run(() => location.href));
	});
	await visit("nvidia-h200/vector.html", 1280, async (page, says) => {
		const line = await page.run(() => {
			const style = getComputedStyle(document.querySelector("main p .term a"));
			return `${style.textDecorationLine} ${style.textDecorationStyle}`;
		});
		says(line === "underline dotted", "a term has a dotted line", line);
		await page.click(".to-machines");
		says(await page.isSeen("#site-machines"), "the machine switch opens");
		await page.press("Escape");
		says(!await page.isSeen("#site-machines"), "Escape closes the machine switch");
		await page.click(".listing .copy");
		says(await page.until(() => document.querySelector(".listing .copy").textContent === "Copied"), "a listing can be copied", await page.text(".listing .copy"));
		const live = "main p > .live";
		await page.point(await page.place(live));
		says(await page.isSeen(`${live} .from`), "a number that is pointed at says where it is from");
		await page.press("Escape");
		says(!await page.isSeen(`${live} .from`), "Escape hides where a number comes from");
		await page.command("SetWindowRect", { width: 1280, height: 450 });
		await page.until(() => innerHeight < 500);
		await page.run(() => document.querySelector("#sec-host").scrollIntoView({ behavior: "instant" }));
		says(await page.until(() => document.querySelector("#site-contents [href='#sec-host'][aria-current=location]")), "the contents mark the section that is being read");
		const [scrolled, inside] = await page.run(() => {
			const contents = document.querySelector("#site-contents"), box = contents.getBoundingClientRect(), link = contents.querySelector("[href='#sec-host']").getBoundingClientRect();
			return [contents.scrollTop, link.top >= box.top && link.bottom <= box.bottom];
		});
		says(scrolled > 0 && inside, "contents that scroll show the section that is being read", scrolled);
		await page.press("ArrowRight");
		says(await page.until(() => location.href.includes("pinned.html")), "an arrow key turns the page");
	});
	await visit("nvidia-h200/vector.html", 360, async (page, says) => {
		await page.click(".to-contents");
		says(await page.isSeen("#site-contents"), "the contents open from the top bar");
	});
	await visit("nvidia-h200/async.html", 1280, async (page, says) => {
		const appears = () => page.until(() => !document.querySelector(".preview").hidden);
		const here = "main p a[href^='#sec-']", heading = await page.run((link) => `${document.querySelector(link).hash} h2`, here);
		await page.point(await page.place(here));
		says(await appears() && (await page.text(".preview")).includes(await page.text(heading)),
			"a reference shows what it leads to", await page.text(".preview"));
		await page.press("Escape");
		says(!await page.isSeen(".preview"), "Escape hides a preview");
		await page.point(await page.place("main p a[href='global.html#sec-tile']"));
		says(await appears() && (await page.text(".preview")).endsWith(": The tile"), "a reference to another chapter shows the title of what it leads to", await page.text(".preview"));
		await page.command("SwitchToFrame", { id: 0 });
		const top = () => page.run(() => document.querySelector("#sec-tile").getBoundingClientRect().top);
		says(await page.until(() => Math.abs(document.querySelector("#sec-tile").getBoundingClientRect().top - 30) < 30), "it shows how that begins", await top());
		await page.command("SwitchToFrame", { id: null });
	});
	await visit("machines.html", 1280, async (page, says) => {
		const machines = () => page.run(() => [...document.querySelectorAll(".overview tbody th")].map((name) => name.textContent)), button = ".overview thead button";
		await page.click(button);
		const first = await machines();
		await page.click(button);
		says(first.length > 1 && (await machines()).join() === [...first].reverse().join(), "the table of machines is sorted by name, and the other way round", first.join());
		await page.click(".filter input");
		await page.press(..."h200");
		const called = first.filter((machine) => /h200/i.test(machine)).length;
		says(called && called < first.length && (await page.text(".filter output")) === `${called} of ${first.length}`, "words show the machines that are called so", await page.text(".filter output"));
	});
	await visit("nvidia-h200/vector.html", 1280, async (page, says) => {
		const note = () => page.text("#fig-copy .point");
		await page.run(() => document.querySelector("#fig-copy .canvas").focus());
		await page.press("ArrowRight", "ArrowRight");
		await page.until(() => document.querySelector("#fig-copy .point").textContent.includes("128 KiB"));
		const said = await note(), place = await page.place("#fig-copy .ring");
		says(/^int2, dram, 128 KiB: [\d.]+ GB\/s, 95 % interval .* line \d+ of copy.csv$/.test(said), "arrow keys lead from point to point of a figure", said);
		const faint = () => page.run(() => [...document.querySelectorAll("#fig-copy [id*=_plot_]")].filter((line) => getComputedStyle(line).opacity < 1).length);
		says(await faint() > 0, "the lines beside the chosen one fade");
		await page.press("Escape");
		says(await page.until(() => !document.querySelector("#fig-copy .point").textContent) && await faint() === 0, "Escape leaves the figure as it was");
		await page.point(place);
		await page.until(() => document.querySelector("#fig-copy .point").textContent);
		// The point of another line may lie as near.
		says(/^int2?, dram, 128 KiB: [\d.]+ GB\/s, 95 % interval .* line \d+ of copy.csv$/.test(await note()), "a point that is pointed at says what was measured", await note());
	});
	await visit("nvidia-h200/vector.html", 1280, async (page, says) => {
		await page.click("#fig-copy .reveal");
		const name = "#fig-copy [id*=_plot_]:has(path, use) text";
		await page.point(await page.place(name));
		says(await page.until((name) => {
			const lines = [...document.querySelectorAll("#fig-copy [id*=_plot_]")], meant = document.querySelector(name).closest("[id*=_plot_]");
			return getComputedStyle(meant).opacity === "1" && lines.some((line) => getComputedStyle(line).opacity < 1);
		}, name), "a name of a line fades the others");
		const numbers = () => page.run(() => {
			const block = [...document.querySelectorAll("main p")].find((each) => !each.closest("details") && each.querySelectorAll(".live").length > 2), all = [...block.querySelectorAll(".live")];
			if (!all.includes(document.activeElement)) all[0].focus();
			return [all.filter((number) => number.tabIndex === 0).length, all.indexOf(document.activeElement)].join();
		});
		const first = await numbers();
		await page.press("ArrowRight");
		says(first === "1,0" && await numbers() === "1,1", "the numbers of a paragraph are one stop for Tab, with arrow keys inside", `${first}; ${await numbers()}`);
	});
	await visit("index.html", 1280, async (page, says) => {
		const said = () => page.text(".play .said");
		await page.run(() => document.querySelector(".play input").focus());
		const before = await said();
		await page.press("ArrowRight", "ArrowRight");
		says(await said() !== before, "arrow keys change a strip", before);
		await page.point(await page.place(".play input"), await page.place(".play input", 0.01));
		says(/^4 sectors, 0 of 128/.test(await said()), "dragging changes a strip", await said());
	});
	await visit("nvidia-h200/global.html", 1280, async (page, says) => {
		const box = "[data-draw=fig-stride]", dots = () => page.run((box) => document.querySelectorAll(`${box} .own circle`).length, box);
		const [undo, compare] = [1, 3].map((place) => `${box} .controls button:nth-child(${place})`);
		const at = (across) => page.place(`${box} .asked svg`, across, 0.3);
		await page.point(await at(0.08), await at(0.6));
		says(await dots() === 4, "a stroke sets the places that it passes", await dots());
		await page.click(undo);
		says(await dots() === 0, "undo takes a stroke back");
		await page.point(await at(0.08), await at(0.99));
		const value = () => page.run((box) => document.querySelector(`${box} [role=slider]`).getAttribute("aria-valuetext"), box);
		await page.run((box) => document.querySelector(`${box} [role=slider]`).focus(), box);
		const before = await value();
		await page.press("ArrowUp");
		says(await value() !== before && /^stride 32: [\d,]+ GB\/s$/.test(before), "a key moves a point", before);
		await page.run((undo) => document.querySelector(undo).focus(), undo);
		await page.press("Enter");
		says(await value() === before, "undo takes a key's step back by key", await value());
		says(await page.run(() => getComputedStyle(document.querySelector("#fig-stride .later")).opacity === "0"), "a figure hides what was measured until it is compared");
		await page.click(compare);
		says(await page.until(() => getComputedStyle(document.querySelector("#fig-stride .later")).opacity === "1"), "comparing shows it");
		const told = await page.text(`${box} .told`);
		says(/^You were [\d.]+ times too high at stride \d+.*bend/.test(told) && await page.isSeen(`${box} g.later`)
			&& await page.isSeen(`${box} details > p`), "comparing shows what was measured, the gap in words and the answer", told);
		await page.open(join(site, "predictions.html"), 1280);
		says((await page.text("#predictions")).includes(told), "a page lists all predictions", await page.text("#predictions"));
		await page.run(() => localStorage.predictions = JSON.stringify({ earlier: { off: 4, title: "Here", said: "Said.", at: 1 }, later: { off: 2, title: "Here", said: "Said.", at: 2 } }));
		await page.command("Refresh");
		const spots = await page.run(() => [...document.querySelectorAll("#predictions circle")].map((spot) => spot.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })));
		says(spots.length === 2 && spots[0].width > 5 && spots[0].x < spots[1].x && spots[0].y < spots[1].y, "a chart shows how far off each prediction was", JSON.stringify(spots));
	});
	await visit("nvidia-h200/global.html", 1280, async (page, says) => {
		const box = "[data-choices]";
		await page.run((box) => document.querySelector(`${box} input`).focus(), box);
		await page.press(" ", "ArrowRight");
		says(await page.run((box) => [...document.querySelectorAll(`${box} input`)].at(-1).checked, box), "an arrow key picks another choice");
		await page.run((box) => document.querySelector(`${box} .controls button`).focus(), box);
		await page.press("Enter");
		const told = await page.text(`${box} .told`);
		says(/^You (were right|said)/.test(told), "a choice is compared by keys", told);
		await page.open(join(site, "predictions.html"), 1280);
		says((await page.text("#predictions li:last-child")).endsWith(told) && await page.run(() => Object.values(JSON.parse(decodeURIComponent(
			document.querySelector("#predictions a[download]").href.replace(/^[^,]*,/, "")))).some((each) => each.guess)), "the page of predictions lists a choice, and offers it as a file");
		await page.run(() => document.querySelector("#predictions button").focus());
		await page.press("Enter");
		says(await page.until(() => document.querySelector("#predictions").textContent.includes("nothing to show")), "predictions are forgotten by keys");
	});
	await visit("nvidia-h200/vector.html", 1280, async (page, says) => {
		await page.run(() => {
			const list = document.querySelector("#fig-copy select");
			list.selectedIndex = 1;
			list.dispatchEvent(new Event("change"));
		});
		says(await page.until(() => document.querySelectorAll("#fig-copy .over circle").length > 40), "another machine is laid over a figure");
	});
	await visit("nvidia-h200/vector.html", 1280, async (page, says) => {
		await page.click("[data-guess] input");
		await page.press("1", "0");
		await page.click("[data-guess] .controls button");
		says(/^You said 10 GB\/s/.test(await page.text("[data-guess] .told")), "a number is compared with what was measured", await page.text("[data-guess] .told"));
		const on = (across) => page.place("[data-guess] .scale svg", across, 0.4);
		await page.point(await on(0.3), await on(0.5));
		const now = await page.run(() => [document.querySelector("[data-guess] input").value, ...[...document.querySelectorAll("[data-guess] .scale circle")].map((dot) => dot.getAttribute("class"))].join());
		says(now === "100,answer,own", "a number is put on a scale, where the answer stands, too", now);
	});
}

for (const begin of [firefox, webkit]) {
	const browser = await begin();
	if (browser) {
		await tryPages(browser);
		await browser.end();
	} else
		ok(true, `${begin.name} # SKIP not installed`);
}
plan();
