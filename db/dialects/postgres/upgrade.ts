import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import { Migrator } from "kysely/migration";
import { type KnownMigration, listApplied } from "../../known-migrations.ts";
import type { Database } from "../../schema.ts";
import {
  newerDatabase,
  oldestFact,
  readDatabaseFact,
  recordVersion,
  writeDatabaseFact,
} from "../../version.ts";
import { gateLock, isOlderRunning } from "./session-locks.ts";

type Migrations = Record<string, KnownMigration>;

/**
 * Lets an older version go on beside this one, and this one beside a newer one, as far as the
 * migrations allow it.
 * @returns the names of the migrations that wait until no older version runs
 * @throws NewerDatabaseError
 */
export async function upgrade(trx: Transaction<Database>, migrations: Migrations) {
  const [known, applied] = [Object.keys(migrations), await listApplied(trx)];
  const unknown = applied.filter((name) => !known.includes(name)).toSorted();
  const pending = known.filter((name) => !applied.includes(name));
  const oldest = await readDatabaseFact(trx, oldestFact);
  if (unknown[0]) {
    const fits = pending.length === 0 && oldest !== undefined && known.includes(oldest);
    // The newer version has recorded itself.
    if (fits) return [];
    throw await newerDatabase(trx, unknown[0]);
  }
  const waiting = await findWaiting(trx, migrations, pending);
  await applyMigrations(trx, without(migrations, waiting));
  const made = known.filter((name) => !waiting.includes(name));
  const last = made.findLast((name) => migrations[name]!.step !== "expand");
  if (last !== undefined && last !== oldest) await writeDatabaseFact(trx, oldestFact, last);
  await recordVersion(trx, made.at(-1) ?? "");
  return waiting;
}

const without = (migrations: Migrations, names: readonly string[]): Migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => !names.includes(name)));

/** @throws if an older version runs and this one cannot start without a pending migration */
async function findWaiting(
  trx: Transaction<Database>,
  migrations: Migrations,
  pending: readonly string[],
): Promise<string[]> {
  const first = pending.findIndex((name) => migrations[name]!.step !== "expand");
  if (first === -1) return [];
  // Waits for processes that are just starting: they may not be visible yet.
  await trx.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${gateLock})`));
  const rest = pending.slice(first);
  if (!(await isOlderRunning(trx, rest.at(-1)!))) return [];
  if (rest.every((name) => migrations[name]!.step === "contract")) return rest;
  throw new Error(
    `an older version of Mila still uses it, and cannot go on after ${rest[0]}: ` +
      "stop Mila on every machine, then start this version",
  );
}

export async function applyMigrations(db: Kysely<any>, migrations: Migrations): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
