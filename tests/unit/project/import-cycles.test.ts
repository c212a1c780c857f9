import { globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { importCycles, importsAmong } from "./import-cycles.ts";

test("no files import each other in a circle, not even by types", () => {
  const imports = importsAmong(globSync("{app,db,jobs,migrations,scripts}/**/*.{ts,tsx}"));
  expect([...imports.values()].flat().length).toBeGreaterThan(2_000);
  expect(importCycles(imports)).toEqual([]);
});

test("no two folders of the app import each other, except for a folder and what it is divided into", () => {
  const pairs = new Set(
    [...importsAmong(globSync("app/**/*.{ts,tsx}"))].flatMap(([file, targets]) =>
      targets.map((target) => `${dirname(file)} ${dirname(target)}`),
    ),
  );
  const both = [...pairs]
    .map((pair) => pair.split(" ") as [string, string])
    .filter(([from, to]) => pairs.has(`${to} ${from}`));
  expect(both.filter(([from, to]) => !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`))).toEqual([]);
});

test("a circle of three files is found, and what only leads to it is not", () => {
  const imports = new Map(Object.entries({ a: ["b"], b: ["c"], c: ["d"], d: ["b"], e: ["a"] }));
  expect(importCycles(imports)).toEqual([["b", "c", "d"]]);
});
