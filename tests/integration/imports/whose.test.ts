import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { findImport, listImports, startImport } from "#app/domain/imports/imports.server.ts";
import { purgePreviews } from "#app/domain/imports/purge.server.ts";
import { runImports } from "#app/domain/imports/run-imports.server.ts";
import { takeFile } from "#app/domain/imports/take-file.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { moveOut } from "#app/domain/lifecycle/move-household.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newPartner } from "../../support/records/family.ts";

type Person = { userId: string; householdId: string };

async function take(db: Kysely<Database>, person: Person, titles: readonly string[]) {
  const path = join(mkdtempSync(join(tmpdir(), "mila-import-")), "tasks.csv");
  writeFileSync(path, ["TYPE,CONTENT", ...titles.map((title) => `task,${title}`)].join("\n"));
  const viewer = { ...person, timeZone: "UTC" };
  const taken = await takeFile(db, viewer, { path, fileName: "tasks.csv" });
  if ("refused" in taken) throw new Error(taken.refused);
  return taken.id;
}

const countTasks = async (db: Kysely<Database>) =>
  (await db.selectFrom("tasks").select("id").execute()).length;

test("nobody else in the household sees an import, or starts it", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const sam = await newPartner(own.db, nora);
  const id = await take(own.db, nora, ["A secret present"]);
  expect(await findImport(own.db, sam, id)).toBeNull();
  expect(await listImports(own.db, { ...sam, timeZone: "UTC" })).toEqual([]);
  expect(await startImport(own.db, sam, id, { people: [] })).toBeNull();
  await runImports(own.db);
  expect(await countTasks(own.db)).toBe(0);
});

test("an import ends when its account leaves the household", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const sam = await newPartner(own.db, nora);
  const id = await take(own.db, sam, ["Mow", "Paint"]);
  await startImport(own.db, sam, id, { people: [] });
  await own.db
    .transaction()
    .execute((trx) =>
      moveOut(trx, { userId: sam.userId, from: nora.householdId, by: null }, undefined, nowIso()),
    );
  await runImports(own.db);
  expect(await countTasks(own.db)).toBe(0);
  const [row] = await own.db.selectFrom("imports").select("state").where("id", "=", id).execute();
  expect(row).toEqual({ state: "done" });
});

test("a preview is forgotten after a day, and the next one replaces it at once", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await take(own.db, nora, ["Mow"]);
  const second = await take(own.db, nora, ["Paint"]);
  const ids = async () =>
    (await own.db.selectFrom("imports").select("id").execute()).map(({ id }) => id);
  expect(await ids()).toEqual([second]);
  await purgePreviews(own.db, laterBy(nowIso(), { hours: 23 }));
  expect(await ids()).toEqual([second]);
  await purgePreviews(own.db, laterBy(nowIso(), { hours: 25 }));
  expect(await ids()).toEqual([]);
  expect(await own.db.selectFrom("import_rows").selectAll().execute()).toEqual([]);
});

test("an hour takes 20 files, and the next one is refused", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  for (let count = 0; count < 20; count += 1) await take(own.db, nora, ["Mow"]);
  await expect(take(own.db, nora, ["Mow"])).rejects.toThrow("Please try again later.");
});

test("no words stay with an import once they are in tasks", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await take(own.db, nora, ["Mow the lawn"]);
  await startImport(own.db, nora, id, { people: [] });
  await runImports(own.db);
  expect(await countTasks(own.db)).toBe(1);
  const rows = await own.db.selectFrom("import_rows").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("Mow");
});
