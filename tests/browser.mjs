// The suites in Chromium share this: the site's pages, and how to open and judge one.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { here, only, plan, site } from "./judge.mjs";

export const require = createRequire(join(here, "package.json"));

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (!executablePath || !existsSync(join(here, "node_modules"))) {
	console.log(`ok 1 - pages # SKIP no ${executablePath ? "npm packages" : "Chromium"}\n1..1`);
	process.exit(0);
}

export const pages = readdirSync(site, { recursive: true })
	.filter((file) => file.endsWith(".html") && !/^fleet(\.html$|\/)/.test(file))
	.map((file) => join(site, file));
// The pages of a made-up fleet: its own, and that of a slow GPU.
export function fleetPages() {
	if (only) return [];
	const fleet = mkdtempSync(join(tmpdir(), "fleet-"));
	process.on("exit", () => rmSync(fleet, { recursive: true }));
	execFileSync("bash", [join(here, "fleet/site.sh"), fleet], { stdio: ["ignore", "ignore", "pipe"] });
	return [join(fleet, "build/site/fleet.html"), join(fleet, "build/site/fleet/n0-gpu3.html")];
}
// Some tests see a few pages, and leave the others to suites in tests/long/.
export const few = /(index|vector|cluster|report)\.html$/;
export const others = Boolean(process.env.OTHERS);
export const name = (file) => relative(site, file).replace(/.*build.site./, "");

export const browser = await require("playwright-core").chromium.launch({
	executablePath,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function open(options) {
	const page = await browser.newPage(options);
	page.on("console", (m) => m.type() === "error" && page.complaints.push(m.text()));
	page.on("pageerror", (e) => page.complaints.push(e.message));
	page.on("request", (r) => /^(file|about):/.test(r.url()) || page.complaints.push(`asks for ${r.url()}`));
	page.on("requestfailed", (r) => page.complaints.push(`cannot get ${relative(site, r.url())}`));
	page.complaints = [];
	return page;
}

// Shows a page in a window of this width and theme, and does what `act` says. The window is the same one for all
// visits, since a new one takes longer than most of them, unless a visit has options of its own.
let window;
export async function visit(file, width, theme, act, options) {
	if (only && !only.test(String(act))) return;
	const page = options ? await open(options) : window ??= await open();
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ colorScheme: theme, media: null });
	page.complaints = [];
	await page.goto(pathToFileURL(file).href);
	await act(page);
	if (options) return page.close();
	await page.evaluate(() => localStorage.clear());
	await page.mouse.move(0, 0);
	await page.goto("about:blank");
}

// The faults that axe finds on the page, or in a part of it. A page's policy forbids script tags.
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
export async function violations(page, part = "html") {
	await page.evaluate(axe);
	const found = await page.evaluate(async (part) => (await axe.run(part, {
		preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	})).violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`), part);
	return found.join("\n");
}

export async function end() {
	await browser.close();
	plan();
}
