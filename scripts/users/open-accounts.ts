import type { Kysely } from "kysely";
import "#app/domain/wiring/rules.server.ts";
import { env } from "#app/config/env.server.ts";
import { database, databaseFile } from "#db/connection.server.ts";
import { errorCode } from "#db/errors.ts";
import { readPending } from "#db/migrate.ts";
import { openCurrentDatabase } from "#db/open-current.ts";
import type { Database } from "#db/schema.ts";
import { describeAccessError, requireAccess } from "../start/failures/access.ts";
import { printable } from "../start/words.ts";

/** Its message can be shown to the user. */
export class UsersError extends Error {}

/**
 * @param options.isUpgrading for a command that upgrades an older version's database itself
 * @throws UsersError when there is no database, or another version's: only a start may change that
 */
export async function openAccounts({ isUpgrading = false } = {}): Promise<Kysely<Database>> {
  if (env.DATABASE_URL) return database();
  requireDatabase(databaseFile());
  const db = await openCurrentDatabase(env.DATA_DIR).catch((error: unknown) => {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) throw error;
    throw new UsersError(
      `The database in ${env.DATA_DIR} is damaged: restore a backup, as docs/backup.md says.`,
    );
  });
  const pending = await readPending(db).catch((error: Error) => {
    throw new UsersError(printable(`Cannot use the database in ${env.DATA_DIR}: ${error.message}`));
  });
  if (pending.length > 0 && !isUpgrading) {
    throw new UsersError(
      `The database in ${env.DATA_DIR} is from an older Mila. Start this one once to upgrade it.`,
    );
  }
  return db;
}

function requireDatabase(file: string): void {
  try {
    requireAccess(file);
  } catch (error) {
    const why = describeAccessError(errorCode(error), file, env.DATA_DIR);
    throw new UsersError(why ?? `There is no database in ${env.DATA_DIR}. Start Mila first.`);
  }
}
