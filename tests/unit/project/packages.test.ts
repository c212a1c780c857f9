import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const manifest = z.object({ dependencies: names, devDependencies: names, scripts: names });
const read = (file: string) => manifest.parse(JSON.parse(readFileSync(file, "utf8")));

const main = read("package.json");
const checks = Object.keys(read("tests/packages/package.json").dependencies);

const ours = globSync("{app,db,jobs,migrations,scripts}/**/*.{ts,tsx,css}").concat("remix.config.js", "worker.config.js");
const ownImports = new Map(ours.map((file) => [file, importsOf(file)]));

test("every package of the main package.json is used outside tests", () => {
  const used = new Set([...ownImports.values()].flat().map(packageOf));
  const tools = /^(@types\/|tailwindcss$)/;
  const installed = Object.keys({ ...main.dependencies, ...main.devDependencies });
  expect(installed.filter((name) => !used.has(name) && !tools.test(name))).toEqual([]);
});

test("nothing outside tests imports what only the checks need", () => {
  const wrong = ours.filter((file) => ownImports.get(file)?.some((name) => checks.includes(packageOf(name))));
  expect(wrong).toEqual([]);
});

test("the product imports nothing of the tests", () => {
  const product = ours.filter((file) => !file.startsWith("scripts/"));
  const own = [...product, ...reachedFrom(productScripts())];
  expect(own.filter((file) => file.startsWith("tests/") || importsOf(file).some((name) => /#tests\//.test(name)))).toEqual([]);
});

test("a command that needs the tests' packages installs them first", () => {
  const installing = "node scripts/test/install-packages.ts && ";
  const commands = Object.entries(main.scripts).filter(([, line]) => {
    const [file] = /\b(scripts|tests)\/[\w/-]+\.ts$/.exec(line) ?? [];
    const needs = file ? reachedFrom([file]).some((one) => importsOf(one).map(packageOf).some((name) => checks.includes(name))) : false;
    return needs || line.includes("tests/node_modules");
  });
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter(([, line]) => !line.startsWith(installing))).toEqual([]);
});
