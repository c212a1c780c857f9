import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, test, vi } from "vitest";
import { listBackups } from "#app/config/data-folder.server.ts";
import { readBackup } from "#db/backup.ts";
import { openDatabase, openSingleFile } from "#db/connection.server.ts";
import { listApplied, listMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { decompressFile } from "#db/packed-file.ts";
import type { Database } from "#db/schema.ts";
import { startExpectingFailure, startMila } from "../../support/product/mila.ts";
import { runUsers } from "../../support/product/users-command.ts";
import { Visitor } from "../../support/product/visitor.ts";
import { restoreInto, runCommand, temporaryFolder } from "../../support/records/backup.ts";
import { newDatabase } from "../../support/records/database.ts";
import { oldAccount, oldBackup, oldInstallation } from "../../support/records/old-database.ts";
import { listTables } from "../../support/records/tables.ts";

// Some start the whole product.
vi.setConfig({ testTimeout: 180_000 });

/** The same however a statement was written. */
function normalize(statement: string): string {
  return statement
    .toLowerCase()
    .replaceAll('"', "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/not null default (\S+)/g, "default $1 not null")
    .replaceAll(/ ?([(),;]) ?/g, "$1")
    .trim();
}

async function readSchema(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows } = await sql<{ object: string; statement: string }>`
    select type || ' ' || name as object, ifnull(sql, '') as statement from sqlite_schema order by 1
  `.execute(db);
  return Object.fromEntries(rows.map(({ object, statement }) => [object, normalize(statement)]));
}

/** Without Kysely's tables, and without what a start notes in the facts. */
async function readRows(db: Kysely<Database>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const name of await listTables(db)) {
    const query = sql`select * from ${sql.table(name)} order by 1, 2`;
    rows[name] = (await query.execute(db)).rows;
  }
  rows.instance_facts = rows.instance_facts!.filter(
    (fact) => !["version", "migration"].includes((fact as { name: string }).name),
  );
  return rows;
}

/**
 * Columns that say who somebody is, which 0002_people replaced
 * (tests/integration/db/people.test.ts), and those of a yes to all
 * (tests/integration/db/yes-to-all.test.ts).
 */
const peopleColumns = [
  "yes_person_id",
  "continues_id",
  "turns_before",
  "assignee",
  "assignee_id",
  "assignee_name",
  "turn_user_id",
  "has_turn",
  "done_by",
  "done_by_member",
  "turn_user",
  "turn_member",
  "turn_person_id",
  "user_id",
  "member_id",
  "person_id",
  "has_left",
  "family_member_id",
  "assignee_before",
  "assignee_before_id",
  "assignee_before_name",
];

/** 0005_calendars and 0006_calendar_places fill these (tests/integration/db/calendars.test.ts). */
const filled: Record<string, string[]> = {
  series_occurrences: ["uid"],
  calendar_entries: ["sub"],
};

const peopleTables = [
  "tasks",
  "series",
  "series_occurrences",
  "series_turn_people",
  "away_dates",
  "delegations",
];

/**
 * 0003_limit_events replaced the last five (tests/integration/db/limit-events.test.ts).
 * 0006_calendar_places added the first two.
 */
const replaced = [
  "calendar_endings",
  "calendar_removals",
  "people",
  "family_members",
  "limit_events",
  "sign_in_failures",
  "sign_ups",
  "adding_requests",
  "external_emails",
  "unknown_senders",
];

function withoutReplaced(rows: Record<string, unknown[]>): Record<string, unknown[]> {
  const strip = (row: object, columns: string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([table]) => !replaced.includes(table))
      .map(([table, all]) => {
        const ofPeople = peopleTables.includes(table) ? peopleColumns : [];
        const columns = [...ofPeople, ...(filled[table] ?? [])];
        return [table, all.map((row) => strip(row as object, columns))];
      }),
  );
}

/** Leaves out columns and tables that later migrations add. */
function onlyColumnsOf(
  before: Record<string, unknown[]>,
  after: Record<string, unknown[]>,
): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(before).flatMap(([table, [first]]) => {
      const rows = after[table];
      if (!rows) return [];
      const known = new Set(Object.keys(first as object));
      const strip = (row: object) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name)));
      return [[table, rows.map((row) => strip(row as object))]];
    }),
  );
}

const signIn = async (url: string) => {
  const visitor = new Visitor(url);
  return (await visitor.follow(await visitor.post("/auth", oldAccount))).text();
};

test("a database of the last old version has the schema of a new one, and all its rows", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const before = await readRows(db);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  await migrateToLatest(db);
  const after = withoutReplaced(onlyColumnsOf(before, await readRows(db)));
  expect(after).toEqual(withoutReplaced(before));
  expect((await listApplied(db)).toSorted()).toEqual(await listMigrations());
  await using own = newDatabase();
  expect(await readSchema(db)).toEqual(await readSchema(own.db));
  expect(Object.keys(await readRows(db))).toEqual(Object.keys(await readRows(own.db)));

  const [copy, ...others] = listBackups(old.folder, "before");
  expect(copy?.file).toContain("/backups/before-0001_first_schema-");
  expect(others).toEqual([]);
  expect(await readBackup(copy?.file ?? "")).toMatchObject({ users: 3, tasks: 207 });
});

test("the start upgrades it, and its family finds its tasks", async () => {
  using old = await oldInstallation(0);
  await using mila = await startMila({ DATA_DIR: old.folder });
  expect(await signIn(mila.url)).toContain("Water the plants");
  expect(listBackups(old.folder, "before")).toHaveLength(1);
});

test("its backup can be restored, plain and compressed", async () => {
  using data = temporaryFolder();
  const [folder, plain] = [join(data.folder, "data"), join(data.folder, "old.db")];
  await decompressFile({ from: oldBackup, to: plain, shownAs: oldBackup });
  const output = expect.stringContaining("3 accounts and 207 tasks");
  for (const file of [plain, oldBackup])
    expect(await runCommand("restore", file, { folder })).toMatchObject({ code: 0, output });
  await using mila = await startMila({ DATA_DIR: folder });
  expect(await signIn(mila.url)).toContain("Water the plants");
});

test.each([
  [
    "an older version",
    "name > '0103'",
    "is from an older version of Mila (before 0103_other_ways_in_turns): start commit c7b0b708 with it once, then this version",
  ],
  [
    "the first release",
    "name > '0021'",
    "is from an older version of Mila (before 0021_outbox_names): start commit c7b0b708 with it once, then this version",
  ],
  [
    "a version between two merges",
    "name in ('0034_other_way', '0129_memory_of_workers')",
    "was upgraded without 0034_other_way, which no version can add now: use it with the version that you had",
  ],
])("a database of %s is refused, and so is its backup", async (_, missing, line) => {
  using old = await oldInstallation(0);
  const backups = join(old.folder, "backups");
  mkdirSync(backups);
  const kept = ["01", "02", "03"].map((day) => `before-0004-2026-01-${day}T00-00-00-000Z.db`);
  for (const name of kept) writeFileSync(join(backups, name), "");
  await using db = openDatabase(old.file);
  const removing = sql`delete from kysely_migration where ${sql.raw(missing)}`;
  await removing.execute(db);
  const [before, applied] = [await readRows(db), await listApplied(db)];

  for (let start = 1; start <= 2; start += 1) {
    const { code, output } = await startExpectingFailure({ PORT: "0", DATA_DIR: old.folder });
    expect(code).toBe(1);
    expect(output).toContain(`cannot use the data folder ${old.folder}: it ${line}\n`);
  }
  expect(await runUsers([], { folder: old.folder })).toMatchObject({
    code: 1,
    errors: `Cannot use the database in ${old.folder}: it ${line}\n`,
  });
  expect([await readRows(db), await listApplied(db)]).toEqual([before, applied]);
  expect(readdirSync(backups).toSorted()).toEqual(kept);

  using data = temporaryFolder();
  const [folder, file] = [join(data.folder, "data"), join(data.folder, "old.db")];
  await decompressFile({ from: oldBackup, to: file, shownAs: oldBackup });
  await using backup = openSingleFile(file);
  await removing.execute(backup);
  mkdirSync(folder);
  await expect(restoreInto(folder, file)).rejects.toThrow(`${file} ${line}`);
  expect(listBackups(folder, "replaced")).toEqual([]);
});
