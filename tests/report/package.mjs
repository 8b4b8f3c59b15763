// package.mjs DATAPACKAGE... - proves that Frictionless' own reader takes these data packages for valid, and reads
// all rows of their tables with the types that they name. Prints what is wrong, or how much was read.
import { dirname } from "node:path";
import datapackage from "datapackage";

let rows = 0, tables = 0;
const faults = [];
for (const path of process.argv.slice(2)) {
	const { valid, errors } = await datapackage.validate(path);
	if (!valid) faults.push(...errors.map((error) => `${path}: ${error.message}`));
	const all = await datapackage.Package.load(path, { basePath: dirname(path) });
	for (const table of all.resources) {
		try {
			rows += (await table.read()).length;
			tables++;
		} catch (error) {
			faults.push(`${path}: ${table.name}: ${[error, ...error.errors ?? []].map((each) => each.message).join("; ")}`);
		}
	}
}
console.log(faults.join("\n") || `${rows} rows of ${tables} tables`);
process.exitCode = faults.length ? 1 : 0;
