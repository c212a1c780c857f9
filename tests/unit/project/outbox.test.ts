import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importCycles, importsAmong } from "./import-cycles.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";

const files = globSync("app/domain/outbox/**/*.ts").map((file) => ({
  file,
  source: readFileSync(file, "utf8"),
}));

test("the outbox imports nothing of the domain but core", () => {
  const foreign = [...importsAmong(globSync("app/domain/**/*.ts"))]
    .filter(([file]) => file.startsWith("app/domain/outbox/"))
    .flatMap(([file, targets]) => targets.map((target) => `${file}: ${target}`))
    .filter((one) => !/: app\/domain\/(outbox|core)\//.test(one));
  expect(foreign).toEqual([]);
});

/** Each may import those before it; "." is what lies beside them. */
const layers = [
  ".",
  "rendering",
  "queries",
  "channels",
  "scheduling",
  "others",
  "sending",
  "recovery",
  "reports",
  "views",
];

test("the outbox's folders import each other one way", () => {
  const folderOf = (file: string) =>
    file
      .split("/")
      .at(3)
      ?.replace(/.*\.ts$/, ".") ?? "";
  const imports = [...importsAmong(files.map(({ file }) => file))];
  const wrong = imports.flatMap(([file, targets]) =>
    targets
      .filter((target) => layers.indexOf(folderOf(target)) > layers.indexOf(folderOf(file)))
      .map((target) => `${file}: ${target}`),
  );
  expect(wrong).toEqual([]);
  expect([...new Set(files.map(({ file }) => folderOf(file)))].toSorted()).toEqual(
    layers.toSorted(),
  );
  expect(importCycles(new Map(imports))).toEqual([]);
});

test("the outbox names no message type", () => {
  // Both are columns' values as well: what an address got too many of.
  const countedByAddress = ["invitation", "welcome"];
  const kinds = Object.keys(messageTypes).filter((kind) => !countedByAddress.includes(kind));
  const named = files.filter(({ source }) => kinds.some((kind) => source.includes(`"${kind}"`)));
  expect(named.map(({ file }) => file)).toEqual([]);
});
