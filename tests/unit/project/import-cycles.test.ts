import { globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { importCycles, importsAmong } from "./import-cycles.ts";

test("no folders of the app import each other in a circle, except for a folder and what it is divided into", () => {
  const files = globSync("app/**/*.{ts,tsx}");
  const folders = new Map(files.map((file) => [dirname(file), [] as string[]]));
  for (const [file, targets] of importsAmong(files)) {
    const folder = dirname(file);
    folders
      .get(folder)!
      .push(
        ...targets
          .map(dirname)
          .filter((other) => !isWithin(other, folder) && !isWithin(folder, other)),
      );
  }
  expect(importCycles(folders)).toEqual([]);
});

function isWithin(folder: string, other: string): boolean {
  return `${folder}/`.startsWith(`${other}/`);
}

test("a circle of three files is found, and what only leads to it is not", () => {
  const imports = new Map(Object.entries({ a: ["b"], b: ["c"], c: ["d"], d: ["b"], e: ["a"] }));
  expect(importCycles(imports)).toEqual([["b", "c", "d"]]);
});
