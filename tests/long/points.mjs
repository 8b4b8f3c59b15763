// Proves of the pages and widths that tests/points.mjs leaves out what it proves of the others.
process.env.OTHERS = "1";
await import("../points.mjs");
