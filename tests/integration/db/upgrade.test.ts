import { type ChildProcess, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBackups } from "#app/config/data-folder.server.ts";
import { readBackup } from "#db/backup.ts";
import { openDatabase } from "#db/connection.server.ts";
import { listMigrations } from "#db/known-migrations.ts";
import { migrateToLatest, MigrationError } from "#db/migrate.ts";
import { runs } from "../../support/runner/depth.ts";
import {
  type OldInstallation,
  oldInstallation,
  oldMigrations,
} from "../../support/records/old-database.ts";

/** Node's cache, which saves each migrator but the first a third of its CPU. */
const compiled = mkdtempSync(join(tmpdir(), "mila-compiled-"));
afterAll(() => rmSync(compiled, { recursive: true }));

function startMigrator(file: string): ChildProcess {
  return spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "tests/support/records/migrator.ts", file],
    {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    },
  );
}

async function outcomeOf(migrator: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = "";
  migrator.stderr?.on("data", (chunk) => (errors += String(chunk)));
  const code = await new Promise<number | null>((resolve) => migrator.once("close", resolve));
  return { code, errors };
}

const migrateAtOnce = (file: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => outcomeOf(startMigrator(file))));

const fiveGoodEnds = Array.from({ length: 5 }, () => ({ code: 0, errors: "" }));

async function stateOf(file: string) {
  await using db = openDatabase(file);
  const { rows: applied } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  const { rows: tasks } = await sql`select 1 from tasks where title like 'Errand %'`.execute(db);
  const { rows: problems } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    db,
  );
  return {
    migrations: applied.map(({ name }) => name),
    tasks: tasks.length,
    says: problems[0]?.integrity_check,
  };
}

test.for([1, 2])(
  "five processes that start at once on an empty folder create one database without errors (%i)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "mila-"));
    const file = join(folder, "mila.db");
    expect(await migrateAtOnce(file, 5)).toEqual(fiveGoodEnds);
    expect(await stateOf(file)).toEqual({
      migrations: await listMigrations(),
      tasks: 0,
      says: "ok",
    });
    expect(existsSync(join(folder, "backups"))).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

test("of five processes that start at once on an old database, one migrates it after one copy", async () => {
  using old = await oldInstallation(500);
  expect(await migrateAtOnce(old.file, 5)).toEqual(fiveGoodEnds);
  expect(await stateOf(old.file)).toEqual({
    migrations: await listMigrations(),
    tasks: 500,
    says: "ok",
  });
  const copies = listBackups(old.folder, "before");
  expect(copies.map(({ file }) => file)).toEqual([
    expect.stringContaining("/backups/before-0001_first_schema-"),
  ]);
  const copy = copies[0]?.file ?? "";
  expect(await readBackup(copy)).toMatchObject({ tasks: 207 + 500 });
  expect((await stateOf(copy)).migrations).toHaveLength(oldMigrations);
});

test("a start that fails to migrate, however often, leaves the database and the older copies as they were", async () => {
  using old = await oldInstallation(3);
  mkdirSync(join(old.folder, "backups"));
  const kept = ["01", "02", "03"].map(
    (day) => `before-0004_overdue-2026-01-${day}T00-00-00-000Z.db`,
  );
  for (const name of kept) writeFileSync(join(old.folder, "backups", name), "");
  await using db = openDatabase(old.file);
  await sql`
    create trigger refused before update on kysely_migration begin select raise(abort, 'not today'); end
  `.execute(db);
  for (let start = 1; start <= 3; start += 1) {
    const failure = await migrateToLatest(db).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationError);
    expect(String(failure)).toContain("(not today) and was left unchanged");
  }
  expect(readdirSync(join(old.folder, "backups")).toSorted()).toEqual(kept);
  const { migrations, tasks } = await stateOf(old.file);
  expect({ migrations: migrations.length, tasks }).toEqual({ migrations: oldMigrations, tasks: 3 });
});

test("a migration that cannot be committed leaves no copy", async () => {
  using old = await oldInstallation(3);
  await using db = openDatabase(old.file);
  // Its foreign key is checked only when the transaction ends.
  await sql`create table orphans (of text references users (id) deferrable initially deferred)`.execute(
    db,
  );
  await sql`
    create trigger orphaned after update on kysely_migration begin insert into orphans values ('nobody'); end
  `.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow("FOREIGN KEY constraint failed");
  expect(readdirSync(join(old.folder, "backups"))).toEqual([]);
  expect((await stateOf(old.file)).migrations).toHaveLength(oldMigrations);
});

describe("killed at any moment, the database is complete, old or new, and the next start continues", () => {
  const kills = runs({ full: 8, part: 4 });
  let old: OldInstallation;
  let tookMs: number;

  beforeAll(async () => {
    old = await oldInstallation(2_000);
    const whole = join(old.folder, "whole.db");
    copyFileSync(old.file, whole);
    tookMs = await migrateFor(whole);
  });

  afterAll(() => old[Symbol.dispose]());

  test.for(Array.from({ length: kills }, (_, index) => index + 1))(
    `kill %i of ${kills}`,
    async (kill) => {
      const file = join(old.folder, `killed-${kill}.db`);
      copyFileSync(old.file, file);
      await migrateFor(file, (tookMs * 0.8 * kill) / kills);
      const { migrations, tasks, says } = await stateOf(file);
      expect([oldMigrations, (await listMigrations()).length]).toContain(migrations.length);
      expect({ tasks, says }).toEqual({ tasks: 2_000, says: "ok" });
      await using db = openDatabase(file);
      await migrateToLatest(db);
      expect(await stateOf(file)).toMatchObject({
        migrations: await listMigrations(),
        tasks: 2_000,
      });
    },
  );
});

/** How long a migration ran until it ended or was killed, in milliseconds. */
async function migrateFor(file: string, timeoutMs?: number): Promise<number> {
  const migrator = startMigrator(file);
  const ended = outcomeOf(migrator);
  await new Promise((resolve) => migrator.once("message", resolve));
  const startedAt = performance.now();
  if (timeoutMs !== undefined) await pause(timeoutMs).then(() => migrator.kill("SIGKILL"));
  await ended;
  return performance.now() - startedAt;
}

test("the last three copies are kept, and nothing migrates without a copy", async () => {
  using old = await oldInstallation(1);
  mkdirSync(join(old.folder, "backups"));
  for (const day of ["01", "02", "03", "04"]) {
    writeFileSync(
      join(old.folder, "backups", `before-0004_overdue-2026-01-${day}T00-00-00-000Z.db`),
      "",
    );
  }
  await using db = openDatabase(old.file);
  await migrateToLatest(db);
  const names = listBackups(old.folder, "before").map(({ file }) => /before-(\d{4})/.exec(file));
  expect(names.map((found) => found?.[1])).toEqual(["0001", "0004", "0004"]);

  using other = await oldInstallation(1);
  writeFileSync(join(other.folder, "backups"), "a file in the folder's place");
  await using otherDb = openDatabase(other.file);
  await expect(migrateToLatest(otherDb)).rejects.toThrow("EEXIST");
  expect((await stateOf(other.file)).migrations).toHaveLength(oldMigrations);
});
