import { type Kysely, sql, type Transaction } from "kysely";
import { env } from "#app/config/env.server.ts";
import {
  findSecrets,
  fingerprintOf,
  newSecrets,
  replaceSecrets,
  secretsFileOf,
  type Secrets,
} from "#app/config/secrets.server.ts";
import { DamagedError } from "./errors.ts";
import { hasTable } from "./has-table.ts";
import type { Database } from "./schema.ts";
import { readDatabaseFact, writeDatabaseFact } from "./version.ts";

/** Running processes read it (app/domain/instance/keys/keys-state.server.ts). */
const fact = "keys_fingerprint";

const lost =
  "Without them all sessions, links and calendar feeds end, and Google connections and authenticator apps are lost";

/** Its message can be shown to the user. */
class KeysError extends DamagedError {}

/**
 * Makes keys for a database without accounts. Call it before anything reads them.
 * @throws KeysError when the keys don't fit the database, or are missing although it has accounts
 */
export async function prepareKeys(db: Kysely<Database>, folder: string): Promise<void> {
  // The transaction's lock lets only one process make them.
  await db.transaction().execute(async (trx) => {
    if (findSecrets(folder) === "missing" && !(await isBoundToKeys(trx)))
      replaceSecrets(newSecrets(), folder);
    await readFittingSecrets(trx, folder);
  });
}

/** @throws KeysError when they are missing, damaged, or another database's */
export async function readFittingSecrets(db: Kysely<Database>, folder: string): Promise<Secrets> {
  const file = secretsFileOf(folder);
  const found = findSecrets(folder);
  if (found === "damaged" && !(await hasAccounts(db)))
    throw new KeysError(
      `the keys in ${file} are damaged. No account needs them yet: delete the file`,
    );
  if (typeof found === "string") throw unusable(`the keys in ${file} are ${found}`);
  const known = await readDatabaseFact(db, fact);
  if (known !== undefined && known !== fingerprintOf(found) && (await isBoundToKeys(db)))
    throw unusable(`the keys in ${file} are not this database's`);
  return found;
}

/** Call it once the database has a table for facts. */
export async function recordKeys(db: Kysely<Database>, secrets: Secrets): Promise<void> {
  const fingerprint = fingerprintOf(secrets);
  if ((await readDatabaseFact(db, fact)) !== fingerprint)
    await writeDatabaseFact(db, fact, fingerprint);
}

function unusable(what: string): KeysError {
  return new KeysError(
    `${what}. ${lost}. Put the right file back or restore a backup; or make new keys: npm run users -- new-keys`,
  );
}

/** With a file that several machines share, the first one of them decides which keys it holds. */
async function isBoundToKeys(db: Kysely<Database> | Transaction<Database>): Promise<boolean> {
  const isShared = env.MILA_SECRETS_FILE !== undefined;
  return (isShared && (await readDatabaseFact(db, fact)) !== undefined) || hasAccounts(db);
}

async function hasAccounts(db: Kysely<Database> | Transaction<Database>): Promise<boolean> {
  if (!(await hasTable(db, "users"))) return false;
  const { rows } = await sql`select 1 from users limit 1`.execute(db);
  return rows.length > 0;
}
