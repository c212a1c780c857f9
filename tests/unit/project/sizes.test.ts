import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

const files = globSync("{app,db,jobs,scripts}/**/*.{ts,tsx}");

test("no folder has more than 17 things in it", () => {
  const folders = [...new Set(files.map(dirname))];
  expect(folders.filter((folder) => readdirSync(folder).length > 17)).toEqual([]);
});

test("no file has more than 200 lines, and half of them 60 at most", () => {
  const lengths = files.map((file) => ({ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 200)).toEqual([]);
  expect(lengths.toSorted((one, other) => one.lines - other.lines)[files.length >> 1]?.lines).toBeLessThanOrEqual(60);
});
