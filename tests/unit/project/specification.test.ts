import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/specification.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (---|Words)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, said = "", , , tests = ""]) => ({ said, tests }));

const app = globSync("app/**/*.{ts,tsx}")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n")
  .replaceAll("&apos;", "'")
  .replaceAll(/\s+/g, " ");

test("the table covers the whole specification", () => {
  expect(rows.length).toBeGreaterThan(100);
});

test("every named test exists", () => {
  const named = rows.flatMap(({ tests }) => [...tests.matchAll(/`(tests\/[^`]+)` “([^”]+)”/g)]);
  const missing = named.filter(
    ([, file = "", title = ""]) => !existsSync(file) || !readFileSync(file, "utf8").includes(title),
  );
  expect(missing.map(([cell]) => cell)).toEqual([]);
});

test("every row names a test", () => {
  const without = rows.filter(({ tests }) => !/`tests\/[^`]+` “[^”]+”/.test(tests));
  expect(without.map(({ said }) => said)).toEqual([]);
});

test("every quoted text is in the product exactly", () => {
  const quoted = rows.flatMap(({ said }) =>
    [...said.matchAll(/“([^”]+)”/g)].map(([, text = ""]) => text),
  );
  expect(quoted.filter((text) => !app.includes(text))).toEqual([]);
});
