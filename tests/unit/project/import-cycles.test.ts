import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { importCycles, importsAmong } from "./import-cycles.ts";

test("no files import each other in a circle, not even by types", () => {
  const imports = importsAmong(globSync("{app,db,jobs,migrations,scripts}/**/*.{ts,tsx}"));
  expect([...imports.values()].flat().length).toBeGreaterThan(2_000);
  expect(importCycles(imports)).toEqual([]);
});

test("a circle of three files is found, and what only leads to it is not", () => {
  const imports = new Map(Object.entries({ a: ["b"], b: ["c"], c: ["d"], d: ["b"], e: ["a"] }));
  expect(importCycles(imports)).toEqual([["b", "c", "d"]]);
});
