import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { recordLastBeat } from "#app/domain/instance/clock-doubt.server.ts";
import { findHeld, findRestoredBackup } from "#app/domain/instance/restored-backup.server.ts";
import { endRestoredAccess, holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import { noticeRestore } from "#db/dialects/postgres/notice-restore.ts";
import { openPostgres } from "#db/dialects/postgres/open.ts";
import type { Database } from "#db/schema.ts";
import { addDueReminder, newFamilyWithPhone } from "../../support/messages/deliveries.ts";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { findPrograms, startPostgres } from "../../support/postgres/server.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import { isOnPostgres } from "../../support/records/engines.ts";

const madeAt = earlierBy(nowIso(), { hours: 24 });

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(findPrograms(), program), args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** A database with a message that is due, and whose worker has stopped. */
async function fill(db: Kysely<Database>): Promise<void> {
  await migratePostgres(db);
  await noticeRestore(db);
  const family = await newFamilyWithPhone(db);
  const dueAt = earlierBy(nowIso(), { hours: 1 });
  await addDueReminder(db, family, { dueAt, title: "Call the vet" });
  await recordLastBeat(db, madeAt);
}

/** Returns the messages that wait for a decision. */
async function start(db: Kysely<Database>): Promise<number> {
  await noticeRestore(db);
  await endRestoredAccess(db, nowIso());
  await holdRestored(db, { timeZone: "UTC", isSetUp: () => true }, nowIso());
  return (await findHeld(db))?.count ?? 0;
}

test.skipIf(!isOnPostgres)(
  "a restored dump holds its messages back, in the same database and in another",
  async () => {
    using files = temporaryFolder();
    const dump = join(files.folder, "mila.dump");
    await using own = await emptyDatabase();
    await using other = await emptyDatabase();
    await fill(own.db);
    expect(await start(own.db)).toBe(0);
    run("pg_dump", "--format", "custom", "--file", dump, own.url);
    run("pg_restore", "--clean", "--if-exists", "--dbname", own.url, dump);
    run("pg_restore", "--dbname", other.url, dump);
    for (const { db } of [own, other]) {
      await noticeRestore(db);
      expect(await findRestoredBackup(db)).toEqual({ madeAt, startedAt: undefined });
      expect(await start(db)).toBe(1);
      // The next start finds nothing new.
      await noticeRestore(db);
      expect(await findRestoredBackup(db)).toBeUndefined();
    }
  },
);

test.skipIf(!isOnPostgres)("tidying a database up is not taken for a restore", async () => {
  await using own = await emptyDatabase();
  await fill(own.db);
  const database = new URL(own.url).pathname.slice(1);
  for (const statement of [
    "vacuum full",
    "cluster instance_facts using instance_facts_pkey",
    `reindex database ${database}`,
    "truncate limit_events",
    "analyze",
  ])
    run("psql", "--quiet", "--command", statement, own.url);
  expect(await start(own.db)).toBe(0);
});

test.skipIf(!isOnPostgres)(
  "a server that was recovered from the log of its changes holds messages back, a restarted one not",
  async () => {
    await using server = await startPostgres();
    const countHeld = async () => {
      await using db = openPostgres(server.url);
      return await start(db);
    };
    {
      await using db = openPostgres(server.url);
      await fill(db);
    }
    await server.restart(false);
    expect(await countHeld()).toBe(0);
    await server.restart(true);
    await expect.poll(countHeld).toBe(1);
  },
);
