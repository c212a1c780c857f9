import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLeadership } from "#jobs/leadership.ts";
import { startRoutines } from "#jobs/routine.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import { keepSession } from "#db/dialects/postgres/session.ts";
import { whileNoneRuns } from "#db/dialects/postgres/session-locks.ts";
import { listMigrations } from "#db/known-migrations.ts";
import { dueNotice, notify } from "#db/sql/notices.ts";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { newWire } from "../../support/postgres/wire.ts";
import { isOnPostgres } from "../../support/records/engines.ts";

const migration = (await listMigrations()).at(-1)!;

async function migrated() {
  const own = await emptyDatabase();
  await migratePostgres(own.db);
  return own;
}

const endOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** A worker with a routine that always fails, and one that counts its runs. */
function startWorker(url: string) {
  const leadership = createLeadership();
  const seen = { runs: 0, failures: 0 };
  const count = async () => void (seen.runs += 1);
  const fail = () => Promise.reject(new Error("out of order"));
  const stop = startRoutines(
    [
      { name: "fails", everyMs: 10, run: fail },
      { name: "counts", everyMs: 3_600_000, run: count },
    ].map(leadership.led),
    { error: () => void (seen.failures += 1) },
  );
  const leave = keepSession({ url, migration, leadership, onRefused: () => undefined });
  return {
    seen,
    stop: async () => {
      await stop();
      await leave();
    },
  };
}

test.skipIf(!isOnPostgres)(
  "a notice is heard once its transaction is saved, also after the connection broke",
  async () => {
    await using own = await migrated();
    let heard = 0;
    const call = () => void (heard += 1);
    const leave = keepSession({
      url: own.url,
      migration,
      onNotice: { name: dueNotice, call },
      onRefused: () => undefined,
    });
    await expect.poll(() => heard).toBe(1);
    await own.db.transaction().execute(async (trx) => {
      await notify(trx, dueNotice);
      await pause(100);
      expect(heard).toBe(1);
    });
    await expect.poll(() => heard).toBe(2);
    const failed = own.db.transaction().execute(async (trx) => {
      await notify(trx, dueNotice);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    await endOthers.execute(own.db);
    // It rings after a break, because it may have missed something.
    await expect.poll(() => heard).toBe(3);
    await notify(own.db, dueNotice);
    await expect.poll(() => heard).toBe(4);
    await leave();
  },
);

test.skipIf(!isOnPostgres)(
  "one worker leads, and the next one goes on where it stopped, broke off or fell silent",
  async () => {
    await using own = await migrated();
    const wire = await newWire(own.url);
    await wire.open();
    const first = startWorker(own.url);
    await expect.poll(() => first.seen.runs).toBe(1);
    const second = startWorker(wire.url);
    // A routine that fails goes on, and stops no other.
    await expect.poll(() => first.seen.failures).toBeGreaterThan(20);
    expect(second.seen).toEqual({ runs: 0, failures: 0 });
    await first.stop();
    await expect.poll(() => second.seen.runs).toBe(1);
    const third = startWorker(own.url);
    wire.hang();
    await expect.poll(() => third.seen.runs, { timeout: 15_000 }).toBe(1);
    const { failures } = second.seen;
    await pause(50);
    expect(second.seen.failures).toBe(failures);
    await wire.cut();
    await Promise.all([second.stop(), third.stop()]);
  },
);

test.skipIf(!isOnPostgres)(
  "nothing is moved while a Mila runs, and none goes on after it was",
  async () => {
    await using own = await migrated();
    let told = 0;
    const present = () =>
      keepSession({ url: own.url, migration, onRefused: () => void (told += 1) });
    const leave = present();
    const work = async () => undefined;
    await expect.poll(() => whileNoneRuns(own.db, work)).toBe(false);
    await leave();
    const isAlone = await whileNoneRuns(own.db, async () => {
      await expect(migratePostgres(own.db)).rejects.toThrow("is being moved");
      const late = present();
      await expect.poll(() => told).toBeGreaterThan(0);
      await late();
    });
    expect(isAlone).toBe(true);
    await expect.poll(() => whileNoneRuns(own.db, work)).toBe(true);
    expect(told).toBeGreaterThan(0);
  },
);
