// Proves of all pages, at all widths, what tests/fonts.mjs proves of some.
process.env.OTHERS = "1";
await import("../fonts.mjs");
