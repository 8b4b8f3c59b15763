// Drives Firefox and WebKit as Debian has them, because Playwright drives only builds of its own. Both obey the
// commands of the W3C's WebDriver. WebKit's driver takes them over HTTP. Firefox's is not in Debian, but it only
// passes them on to Firefox, which listens at a socket of its own, called Marionette.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const keys = { Enter: "\uE007", Control: "\uE009", Escape: "\uE00C", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014" };

// A test controls either browser by way of `command(name, parameters)`.
class Browser {
	constructor(name, command, end) {
		Object.assign(this, { name, command, end });
	}
	async open(file, width) {
		await this.command("SetWindowRect", { width, height: 900 });
		await this.command("Navigate", { url: pathToFileURL(file).href });
		await this.run(() => {
			window.complaints = [];
			addEventListener("error", (event) => window.complaints.push(event.message));
			addEventListener("unhandledrejection", (event) => window.complaints.push(String(event.reason)));
			addEventListener("securitypolicyviolation", (event) => window.complaints.push(`asks for ${event.blockedURI}`));
		});
	}
	// The complaints of the page since it was opened.
	complaints() {
		return this.run(() => window.complaints?.join("\n"));
	}
	// Calls a function in the page. What it promises is waited for.
	async run(act, ...args) {
		const [value, fault] = await this.command("ExecuteAsyncScript", { args, script: `const [...args] = arguments, done = args.pop();
			Promise.resolve().then(() => (${act})(...args)).then((value) => done([value]), (fault) => done([null, String(fault)]));` });
		if (fault)
			throw new Error(`${fault} in ${act}`);
		return value;
	}
	// Whether a function in the page says yes within five seconds.
	async until(act, ...args) {
		for (let tries = 0; tries < 100; tries++) {
			if (await this.run(act, ...args).catch(() => false)) // while a page is left, nothing can be called
				return true;
			await wait(50);
		}
		return false;
	}
	text(selector) {
		return this.run((selector) => document.querySelector(selector)?.textContent ?? "", selector);
	}
	isSeen(selector) {
		return this.run((selector) => Boolean(document.querySelector(selector)?.getClientRects().length), selector);
	}
	// A place of an element in the window, in shares of its width and height, once it is scrolled to.
	place(selector, across = 0.5, down = 0.5) {
		return this.run((selector, across, down) => {
			const element = document.querySelector(selector);
			element.scrollIntoView({ block: "center", behavior: "instant" });
			const { left, top, width, height } = element.getBoundingClientRect();
			return [left + across * width, top + down * height];
		}, selector, across, down);
	}
	// Moves the pointer to a place. With more places it is pressed at the first, and let go at the last.
	point(...places) {
		const [first, ...others] = places.map(([x, y]) => ({ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 20 }));
		const pressed = others.length ? [{ type: "pointerDown", button: 0 }, ...others, { type: "pointerUp", button: 0 }] : [];
		return this.command("PerformActions", { actions: [{ type: "pointer", id: "mouse", actions: [first, ...pressed] }] });
	}
	async click(selector) {
		const place = await this.place(selector);
		await this.point(place, place);
	}
	// Presses keys one after the other, or "Control+k" together.
	async press(...names) {
		for (const name of names) {
			const held = name.split(/(?<=.)\+/).map((key) => keys[key] ?? key);
			await this.command("PerformActions", { actions: [{ type: "key", id: "keys", actions: [
				...held.map((value) => ({ type: "keyDown", value })), ...held.reverse().map((value) => ({ type: "keyUp", value }))] }] });
		}
	}
}

// A program that ends with this one, and what waits until it has done something.
function start(name, args, options) {
	const program = spawn(name, args, options);
	process.on("exit", () => program.kill("SIGKILL"));
	return [program, async (done) => {
		for (let answer; ; await wait(50)) {
			if ((answer = await done()))
				return answer;
			if (program.exitCode !== null)
				throw new Error(`${name} ended with status ${program.exitCode}`);
		}
	}];
}
async function stop(program, folder) {
	program.kill();
	await once(program, "exit");
	rmSync(folder, { recursive: true, force: true });
}

// Firefox, or nothing where it is missing.
export async function firefox() {
	if (!existsSync("/usr/bin/firefox-esr"))
		return null;
	const profile = mkdtempSync(join(tmpdir(), "firefox-"));
	// Any port, a system that is dark, and scroll bars that take no room, as on a telephone.
	const settings = { "marionette.port": 0, "layout.css.prefers-color-scheme.content-override": 0, "ui.useOverlayScrollbars": 1 };
	writeFileSync(join(profile, "user.js"), Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""));
	const [program, until] = start("/usr/bin/firefox-esr", ["--headless", "--marionette", "--remote-allow-system-access", "--profile", profile],
		{ stdio: "ignore" });
	const file = join(profile, "MarionetteActivePort");
	const socket = connect(await until(() => existsSync(file) && Number(readFileSync(file, "utf8"))), "127.0.0.1");
	// A message is "LENGTH:[0, number, command, parameters]", and its answer "LENGTH:[1, number, error, result]".
	const waiting = new Map();
	let bytes = Buffer.alloc(0), sent = 0;
	socket.on("data", (more) => {
		bytes = Buffer.concat([bytes, more]);
		for (;;) {
			const begin = bytes.indexOf(":") + 1, end = begin + Number(bytes.subarray(0, Math.max(begin - 1, 0)));
			if (!begin || bytes.length < end)
				return;
			const message = JSON.parse(bytes.subarray(begin, end));
			bytes = bytes.subarray(end);
			waiting.get(message[1])?.(message); // Firefox greets without a number
		}
	});
	const send = async (name, parameters = {}) => {
		const message = JSON.stringify([0, ++sent, name, parameters]);
		socket.write(`${Buffer.byteLength(message)}:${message}`);
		const [, , fault, result] = await new Promise((answer) => waiting.set(sent, answer));
		if (fault)
			throw new Error(`${name}: ${fault.message}`);
		return result?.value;
	};
	const command = (name, parameters) => send(`WebDriver:${name}`, parameters);
	await command("NewSession");
	// Firefox's own window, which is a page, too, can be as narrow as a telephone.
	await send("Marionette:SetContext", { value: "chrome" });
	await command("ExecuteScript", { script: "document.documentElement.style.setProperty('min-width', 0, 'important')" });
	await send("Marionette:SetContext", { value: "content" });
	return new Browser("Firefox", command, async () => {
		socket.destroy();
		await stop(program, profile);
	});
}

// WebKit, or nothing where it is missing. It needs a screen.
export async function webkit() {
	if (!["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"].every(existsSync))
		return null;
	const home = mkdtempSync(join(tmpdir(), "webkit-"));
	// The screen's own pointer, which is in the middle, is not to be over a window.
	const [screen] = start("/usr/bin/Xvfb", ["-displayfd", "3", "-screen", "0", "3200x2000x24", "-nolisten", "tcp"],
		{ stdio: ["ignore", "ignore", "ignore", "pipe"] });
	const [number] = await once(screen.stdio[3], "data");
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address(); // one that is free
	server.close();
	const [driver, until] = start("/usr/bin/WebKitWebDriver", [`--port=${port}`],
		{ stdio: "ignore", env: { ...process.env, HOME: home, DISPLAY: `:${String(number).trim()}` } });
	const ask = async (method, path, parameters) => {
		const { value } = await (await fetch(`http://127.0.0.1:${port}/${path}`, { method, body: parameters && JSON.stringify(parameters) })).json();
		if (value?.error)
			throw new Error(`${path}: ${value.message}`);
		return value;
	};
	await until(() => ask("GET", "status").catch(() => false));
	// Without its bars the window can be as narrow as a telephone.
	const args = ["--automation", "--full-screen", "--dark-mode"];
	const { sessionId } = await ask("POST", "session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { args } } } });
	const paths = { Navigate: "url", Refresh: "refresh", SetWindowRect: "window/rect", ExecuteAsyncScript: "execute/async", PerformActions: "actions", SwitchToFrame: "frame" };
	return new Browser("WebKit", (name, parameters = {}) => ask("POST", `session/${sessionId}/${paths[name]}`, parameters), async () => {
		await ask("DELETE", `session/${sessionId}`);
		await stop(driver, home);
		screen.kill();
	});
}
