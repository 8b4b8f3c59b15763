// Proves of the pages that tests/pandoc3.mjs leaves out that a newer pandoc weaves them the same.
process.env.OTHERS = "1";
await import("../pandoc3.mjs");
