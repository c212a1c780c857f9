import { CompiledQuery, type Kysely } from "kysely";
import type { Database } from "../../schema.ts";
import { readDatabaseFact, restoredFact, writeDatabaseFact } from "../../version.ts";

const identityFact = "database_identity";
/** A worker records it every 10 seconds. */
const lastBeatFact = "last_beat";

/**
 * A dump creates its tables again, so their numbers differ, or the database's, or the server's. The
 * log of changes begins a new line of time where a recovery to a point in time ends.
 */
const identity = `
  select concat_ws(' ',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'instance_facts'::regclass::oid
  ) as identity`;

/**
 * Records a restore by PostgreSQL's own tools as `npm run restore` does. Call it at each start,
 * before anything is served or sent.
 */
export async function noticeRestore(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await trx.executeQuery(
      CompiledQuery.raw(identity) as CompiledQuery<{ identity: string }>,
    );
    const found = rows[0]!.identity;
    const known = await readDatabaseFact(trx, identityFact);
    if (known === found) return;
    await writeDatabaseFact(trx, identityFact, found);
    const lastBeat = await readDatabaseFact(trx, lastBeatFact);
    const isNoticed = (await readDatabaseFact(trx, restoredFact)) !== undefined;
    // Without a worker, nothing was ever sent.
    if (known !== undefined && lastBeat !== undefined && !isNoticed)
      await writeDatabaseFact(trx, restoredFact, lastBeat);
  });
}

/** Call it once everything was copied to another database: a copy is no restore. */
export async function forgetIdentity(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom("instance_facts").where("name", "=", identityFact).execute();
}
