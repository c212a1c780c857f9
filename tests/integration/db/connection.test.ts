import { spawn } from "node:child_process";
import { renameSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { database, openDatabase } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { runs } from "../../support/runner/depth.ts";
import { newFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.file)(
  "commits reach the disk, and foreign keys are checked",
  async () => {
    await using own = newDatabase();
    const pragma = async (name: string) =>
      Object.values((await sql.raw<object>(`pragma ${name}`).execute(own.db)).rows[0] ?? {})[0];
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "while another process writes, changes wait and pages are read",
  async () => {
    await using own = newDatabase();
    const { userId } = await newFamily(own.db);
    const rename = (db: Kysely<Database>, changed: object) =>
      db.updateTable("profiles").set(changed).execute();
    const { saving } = await whileLocked(own.file, async () => {
      const changes = [
        rename(own.db, { first_name: "Nora" }),
        own.db.transaction().execute((trx) => rename(trx, { last_name: "Quist" })),
      ];
      expect(await nameOf(own.db, userId)).not.toMatchObject({ first_name: "Nora" });
      return { saving: Promise.all(changes) };
    });
    await saving;
    expect(await nameOf(own.db, userId)).toEqual({ first_name: "Nora", last_name: "Quist" });
  },
);

test.skipIf(skippedOnPostgres.file)("a lock that does not end is reported after 10 s", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await whileLocked(own.file, async () => {
    const saving = own.db.updateTable("profiles").set({ first_name: "Nora" }).execute();
    const answer = saving.then(() => "saved", String);
    await nameOf(own.db, userId);
    vi.advanceTimersByTime(10_001);
    expect(await answer).toContain("database is locked");
  });
});

test("a process has one connection, however often the module loads", async () => {
  await using own = newDatabase();
  const again: { database: typeof database } = await import(
    "#db/connection.server.ts?second-copy" as string
  );
  expect(again.database).not.toBe(database);
  expect(again.database()).toBe(own.db);
});

test.skipIf(skippedOnPostgres.file)(
  "a full disk is reported as such and leaves no partial write",
  async () => {
    await using own = newDatabase();
    // Migrations that dropped tables leave free pages.
    await sql`vacuum`.execute(own.db);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(own.db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(own.db);
    const households = Array.from({ length: 1_000 }, (_, index) => ({
      id: `household-${index}`,
      created_at: "2026",
    }));
    const saving = own.db.transaction().execute(async (trx) => {
      for (const household of households)
        await trx.insertInto("households").values(household).execute();
    });
    await expect(saving).rejects.toThrow("database or disk is full");
    expect(await own.db.selectFrom("households").select("id").execute()).toEqual([]);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "a log that grew while something else read shrinks again, without the worker's help",
  async () => {
    await using own = newDatabase();
    const walBytes = () => statSync(`${own.file}-wal`).size;
    let version = 0;
    const write = async () => {
      version += 1;
      await sql`update papers set words = ${`${version} `.repeat(200_000)}`.execute(own.db);
    };
    await sql`create table papers as select '' as words`.execute(own.db);
    const reader = new SQLite(own.file, { readonly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from papers").get();
    while (walBytes() < 20_000_000) await write();
    reader.close();
    // One moves the log into the database, and the next begins it anew.
    await write();
    await write();
    expect(walBytes()).toBeLessThanOrEqual(16_000_000);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "once the file is gone, nothing more is said to be saved, not even what was begun",
  async () => {
    await using own = newDatabase();
    const add = (db: Kysely<Database>, id: string) =>
      db.insertInto("households").values({ id, created_at: "2026" }).execute();
    await add(own.db, "before");
    const kept = `${own.file}.kept`;
    const gone = "The database file was deleted or replaced";
    const saving = own.db.transaction().execute(async (trx) => {
      await add(trx, "begun");
      renameSync(own.file, kept);
    });
    await expect(saving).rejects.toThrow(gone);
    renameSync(kept, own.file);
    await add(own.db, "between");
    renameSync(own.file, kept);
    await expect(add(own.db, "meanwhile")).rejects.toThrow(gone);
    renameSync(kept, own.file);
    expect(await own.db.selectFrom("households").select("id").execute()).toEqual([
      { id: "before" },
      { id: "between" },
    ]);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "four processes that read and then write lose nothing and see no lock error",
  { timeout: 120_000 },
  async () => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    const [writers, changes] = [4, runs({ full: 2_500, part: 250 })];
    await own.db
      .insertInto("tasks")
      .values({
        id: "shared",
        household_id: family.householdId,
        user_id: family.userId,
        title: "Count",
        category: "Household",
        created_at: "2026-01-01T00:00:00.000Z",
      })
      .execute();
    const exits = await Promise.all(
      Array.from({ length: writers }, () => runWriter(own.file, changes)),
    );
    expect(exits).toEqual(exits.map(() => ({ code: 0, errors: "" })));
    const { version } = await own.db
      .selectFrom("tasks")
      .select("version")
      .where("id", "=", "shared")
      .executeTakeFirstOrThrow();
    expect(version).toBe(1 + writers * changes);
  },
);

async function whileLocked<Result>(file: string, run: () => Promise<Result>): Promise<Result> {
  await using other = openDatabase(file);
  return await other.connection().execute(async (connection) => {
    await sql.raw("begin immediate").execute(connection);
    const result = await run();
    await sql.raw("commit").execute(connection);
    return result;
  });
}

function nameOf(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("profiles")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

function runWriter(
  file: string,
  changes: number,
): Promise<{ code: number | null; errors: string }> {
  const writer = spawn(process.execPath, [
    "tests/support/records/writer.ts",
    file,
    String(changes),
  ]);
  let errors = "";
  writer.stderr.on("data", (chunk) => (errors += String(chunk)));
  return new Promise((resolve) => writer.once("close", (code) => resolve({ code, errors })));
}
