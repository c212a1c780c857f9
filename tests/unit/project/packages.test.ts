import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { importsAmong } from "./import-cycles.ts";

const names = z.record(z.string(), z.string()).default({});
const manifest = z.object({ dependencies: names, devDependencies: names, scripts: names });
const readManifest = (file: string) => manifest.parse(JSON.parse(readFileSync(file, "utf8")));

const main = readManifest("package.json");
const checks = Object.keys(readManifest("tests/packages/package.json").dependencies);

const ours = globSync("{*.config.js,{app,db,jobs,migrations,scripts}/**/*.{ts,tsx,css}}");
const files = globSync("{app,db,jobs,migrations,scripts,tests}/**/*.{ts,tsx}", {
  exclude: ["tests/packages"],
});
const needing = new Set(
  files.filter((file) => packagesIn(file).some((name) => checks.includes(name))),
);
const imports = importsAmong(files);

test("every package of the main package.json is used outside the tests", () => {
  const used = new Set(ours.flatMap(packagesIn));
  const installed = Object.keys({ ...main.dependencies, ...main.devDependencies });
  expect(installed.filter((name) => !used.has(name) && !name.startsWith("@types/"))).toEqual([]);
});

test("only the tests import the tests' packages", () => {
  expect(ours.filter((file) => needing.has(file))).toEqual([]);
});

test("exactly the commands that reach a test install the tests' packages first", () => {
  const commands = Object.entries(main.scripts);
  const install = "node scripts/test/install-packages.ts && ";
  const installing = commands.filter(([, line]) => line.startsWith(install));
  expect(installing.length).toBeGreaterThan(10);
  expect(commands.filter(([, line]) => reachesTests(line.replace(install, "")))).toEqual(
    installing,
  );
});

function reachesTests(line: string): boolean {
  const reached = new Set(line.match(/\b(scripts|tests)\/[\w./-]+/g));
  for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next);
  return [...reached].some((file) => file.startsWith("tests/"));
}

function packagesIn(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(
    /(?:\bfrom|\bimport|@import|@plugin)\s*\(?\s*"((?:@[\w-]+\/)?[\w][\w.-]*)/g,
  );
  return [...found].map(([, name = ""]) => name);
}
