import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import { keepSession } from "#db/dialects/postgres/session.ts";
import { upgrade } from "#db/dialects/postgres/upgrade.ts";
import { type KnownMigration, readMigrations } from "#db/known-migrations.ts";
import type { Database } from "#db/schema.ts";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { isOnPostgres } from "../../support/records/engines.ts";

const note = (words: string) => async (db: Kysely<any>) =>
  void (await db.insertInto("instance_facts").values({ name: words, value: nowIso() }).execute());

const expands: KnownMigration = { step: "expand", up: note("expanded") };
const contracts: KnownMigration = { step: "contract", up: note("contracted") };
const changes: KnownMigration = { up: note("changed") };

const present = await readMigrations();
const last = Object.keys(present).at(-1)!;

async function start(db: Kysely<Database>, more: Record<string, KnownMigration> = {}) {
  return db.transaction().execute((trx) => upgrade(trx, { ...present, ...more }));
}

/** Lists the migrations above that were applied. */
async function made(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom("instance_facts")
    .select("name")
    .where("name", "in", ["expanded", "contracted", "changed"])
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Starts a process of a version that ends with this migration. */
async function run(url: string, migration: string) {
  const refused = Promise.withResolvers<string>();
  const stop = keepSession({
    url,
    migration,
    onRefused: refused.resolve,
    leadership: { gain: () => refused.resolve("it runs"), lose: () => undefined },
  });
  const became = await refused.promise;
  return { became, stop };
}

async function migrated() {
  const own = await emptyDatabase();
  await migratePostgres(own.db);
  return own;
}

test.skipIf(!isOnPostgres)(
  "a newer version adds to the database while an older one runs, which can also start afterwards",
  async () => {
    await using own = await migrated();
    const older = await run(own.url, last);
    expect(await start(own.db, { "9001_adds": expands })).toEqual([]);
    expect(await made(own.db)).toEqual(["expanded"]);
    await older.stop();
    expect(await start(own.db)).toEqual([]);
    const again = await run(own.url, last);
    expect(again.became).toBe("it runs");
    await again.stop();
    // The database still says which version changed it last.
    const { rows } = await sql`select value from instance_facts where name = 'migration'`.execute(
      own.db,
    );
    expect(rows).toEqual([{ value: "9001_adds" }]);
  },
);

test.skipIf(!isOnPostgres)(
  "what an older version needs is taken away once none runs, and then none can start",
  async () => {
    await using own = await migrated();
    const newer = { "9001_adds": expands, "9002_takes": contracts };
    const older = await run(own.url, last);
    expect(await start(own.db, newer)).toEqual(["9002_takes"]);
    expect(await made(own.db)).toEqual(["expanded"]);
    // A process of the newer version does not count as older.
    await older.stop();
    const beside = await run(own.url, "9002_takes");
    expect(await start(own.db, newer)).toEqual([]);
    expect(await made(own.db)).toEqual(["contracted", "expanded"]);
    await beside.stop();
    await expect(start(own.db)).rejects.toThrow(
      /upgraded by a newer version of Mila \(9001_adds\): start the newer version$/,
    );
    const late = await run(own.url, last);
    expect(late.became).toBe("outdated");
    await late.stop();
  },
);

test.skipIf(!isOnPostgres)(
  "a migration that says nothing waits for no one, and refuses to begin beside an older version",
  async () => {
    await using own = await migrated();
    const newer = { "9001_changes": changes, "9002_takes": contracts };
    const older = await run(own.url, last);
    await expect(start(own.db, newer)).rejects.toThrow(
      /an older version of Mila still uses it, .* after 9001_changes: stop Mila on every machine/,
    );
    expect(await made(own.db)).toEqual([]);
    await older.stop();
    expect(await start(own.db, newer)).toEqual([]);
    expect(await made(own.db)).toEqual(["changed", "contracted"]);
  },
);
