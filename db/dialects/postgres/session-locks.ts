// Locks that last as long as a connection. Transactions use others (driver.ts): PostgreSQL keeps
// locks of two numbers apart from those of one.
import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import type { Database } from "../../schema.ts";

/** "Mila" in ASCII. */
const mila = 0x4d_69_6c_61;

/** Each process that serves or sends shares the first. One worker of all machines has the other. */
export const sessionLocks = { running: `${mila}, 1`, leading: `${mila}, 2` };

/**
 * Each of these processes also shares the lock with the number of its version's last migration.
 * Number 0 is the gate: a start holds it alone while it applies migrations that contract, and each
 * process shares it while it finds out whether it may run.
 */
const versions = mila + 1;
export const gateLock = `${versions}, 0`;
export const versionLock = (migration: string) => `${versions}, ${numberOf(migration)}`;
const numberOf = (migration: string) => Number(migration.slice(0, 4));

/** True if a process runs that does not know the migration. Versions before 0041 named none. */
export async function isOlderRunning(
  trx: Transaction<Database>,
  migration: string,
): Promise<boolean> {
  const query = CompiledQuery.raw(
    `with held as (
      select pid, classid, objid from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database()))
    select exists (
      select 1 from held as running where running.classid = ${mila} and running.objid = 1
        and not exists (
          select 1 from held as known where known.pid = running.pid
            and known.classid = ${versions} and known.objid::int >= ${numberOf(migration)})) as taken`,
  ) as CompiledQuery<{ taken: number }>;
  return (await trx.executeQuery(query)).rows[0]?.taken === 1;
}

async function takes(db: Kysely<Database>, call: string): Promise<boolean> {
  const query = CompiledQuery.raw(`select ${call} as taken`) as CompiledQuery<{ taken: number }>;
  return (await db.executeQuery(query)).rows[0]?.taken === 1;
}

/** Returns false, without running it, if any process serves or sends from this database. */
export async function whileNoneRuns(
  db: Kysely<Database>,
  work: () => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    if (!(await takes(connection, `pg_try_advisory_lock(${sessionLocks.running})`))) return false;
    try {
      await work();
    } finally {
      await takes(connection, `pg_advisory_unlock(${sessionLocks.running})`);
    }
    return true;
  });
}

/** True while everything is moved elsewhere. */
export async function isBeingMoved(trx: Transaction<Database>): Promise<boolean> {
  return !(await takes(trx, `pg_try_advisory_xact_lock_shared(${sessionLocks.running})`));
}
