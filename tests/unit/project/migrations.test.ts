import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listMigrations } from "#db/known-migrations.ts";

/**
 * Every migration on main, in the order in which it came there. A database that has a later one can never get an earlier
 * one, so lines are only added, and at the end: when two branches add some, the second to be merged renumbers its own.
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

/** The same however the file is formatted. */
function digestOf(name: string): string {
  const code = readFileSync(`migrations/${name}.ts`, "utf8").replaceAll(/[\s,]/g, "");
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}
