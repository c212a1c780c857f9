import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { moveToPostgres, moveToSqlite } from "#db/move.ts";
import type { Database } from "#db/schema.ts";
import { seedFamily } from "#db/seed.ts";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { newFamily } from "../../support/records/family.ts";
import { listTables } from "../../support/records/tables.ts";

async function newSqlite() {
  const folder = mkdtempSync(join(tmpdir(), "mila-move-"));
  const db = openDatabase(join(folder, "mila.db"));
  await migrateToLatest(db);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

async function fill(db: Kysely<Database>): Promise<void> {
  const nora = await newFamily(db, { Emma: "child" });
  await seedFamily(db, nora, 60, {
    name: "America/New_York",
    wallClockAt: (instant) => instant.slice(0, 16),
  });
}

async function rowsOf(db: Kysely<Database>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of await listTables(db))
    rows[table] = await (db as Kysely<any>)
      .selectFrom(table)
      .selectAll()
      .orderBy(sql`1, 2`)
      .execute();
  return rows;
}

test.skipIf(!isOnPostgres)(
  "a family moves to PostgreSQL and back, with every row as it was",
  async () => {
    await using home = await newSqlite();
    await fill(home.db);
    const before = await rowsOf(home.db);
    await using away = await emptyDatabase();
    const count = await moveToPostgres(home.db, away.db);
    expect(count).toBeGreaterThan(Object.values(before).flat().length);
    // Triggers go on there.
    await away.db.updateTable("tasks").set({ description: "Größe 12" }).execute();
    const { rows: sums } = await sql<{ counted: number; words: number }>`
    select sum(octet_length(title) + octet_length(description)) as words,
      (select words_bytes from households) as counted
    from tasks`.execute(away.db);
    expect(sums[0]?.counted).toBe(sums[0]?.words);
    await using back = await newSqlite();
    await moveToSqlite(away.db, back.db);
    const { tasks, households, ...after } = await rowsOf(back.db);
    expect({ ...after, tasks: before.tasks, households: before.households }).toEqual(before);
    expect(tasks).toHaveLength(before.tasks!.length);
    expect(households).toHaveLength(1);
  },
);

test.skipIf(!isOnPostgres)(
  "nothing is moved to a database that has tables, and none half",
  async () => {
    await using home = await newSqlite();
    await fill(home.db);
    await using taken = await emptyDatabase();
    await migratePostgres(taken.db);
    await expect(moveToPostgres(home.db, taken.db)).rejects.toThrow("name an empty one");
    await using other = await emptyDatabase();
    // PostgreSQL refuses a category that Mila never wrote.
    await sql`pragma ignore_check_constraints = on`.execute(home.db);
    await home.db
      .updateTable("tasks")
      .set({ category: "Pets" as never })
      .execute();
    await expect(moveToPostgres(home.db, other.db)).rejects.toThrow(/check constraint/);
    expect(
      (await sql`select 1 from pg_tables where schemaname = 'public'`.execute(other.db)).rows,
    ).toEqual([]);
  },
);
