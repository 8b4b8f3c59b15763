// Proves of the pages that tests/page.mjs leaves out, most of them of other editions, what it proves of some.
process.env.OTHERS = "1";
await import("../page.mjs");
