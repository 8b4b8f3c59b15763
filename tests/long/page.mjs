// Proves that axe finds nothing on any page, at any width, by day and by night.
import { end, fleetPages, name, pages, violations, visit } from "../browser.mjs";
import { ok } from "../judge.mjs";

for (const file of [...pages, ...fleetPages()])
	for (const width of [360, 1280, 1500])
		for (const theme of ["light", "dark"])
			await visit(file, width, theme, async (page) => {
				const found = await violations(page);
				ok(!found, `${name(file)}, ${width} px, ${theme}: axe finds nothing`, found);
			});
await end();
