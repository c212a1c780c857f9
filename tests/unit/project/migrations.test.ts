import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listMigrations } from "#db/known-migrations.ts";

/**
 * Every migration on main, in the order in which it came there. A database that has a later one can
 * never get an earlier one, so lines are only added, and at the end: when two branches add some,
 * the second to be merged renumbers its own.
 */
const list = "migrations/released.txt";

const released = readFileSync(list, "utf8").trim().split("\n");

test("each migration has its line, which is the last when it is new", async () => {
  const lines = (await listMigrations()).map((name) => `${name} ${digestOf(name)}`);
  const unlisted = lines.filter((line) => !released.includes(line));
  expect(unlisted, `add new migrations at the end of ${list}, and never change old ones`).toEqual(
    [],
  );
  expect(released.filter((line) => !lines.includes(line))).toEqual([]);
});

test("the numbers of migrations only rise", () => {
  const numbers = released.map((line) => line.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)].toSorted());
});

/** The same however the code is formatted, in the migration's file and its folder if it has one. */
function digestOf(name: string): string {
  const files = [`migrations/${name}.ts`, ...globSync(`migrations/${name}/*.ts`).toSorted()];
  const code = files.map((file) => readFileSync(file, "utf8")).join("");
  const hash = createHash("sha256").update(code.replaceAll(/[\s,]/g, ""));
  return hash.digest("hex").slice(0, 16);
}
