import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Settings } from "#app/config/env.server.ts";
import { errorCode } from "#db/errors.ts";
import type { Database } from "#db/schema.ts";
import { describeAccessError } from "./failures/access.ts";
import { findUnusable } from "./failures/data-folder.ts";
import { fail } from "./fail.ts";
import { printable } from "./words.ts";

export function prepareFolder(folder: string): void {
  // Only this user may read the family's data.
  process.umask(0o077);
  const unusable = findUnusable(folder);
  if (unusable) fail(unusable);
}

/** Keeps the database open, so that `npm run restore` refuses while Mila runs. */
export async function prepareDatabase(settings: Settings): Promise<Kysely<Database>> {
  const { DATA_DIR: folder, DATABASE_URL: url } = settings;
  if (url) return preparePostgres(folder, url);
  const { haveHadAccounts, readSecrets } = await import("#app/config/secrets.server.ts");
  const { hasHadAccounts } = await import("#app/domain/accounts/owner/had-accounts.server.ts");
  const { prepareKeys, recordKeys } = await import("#db/keys.ts");
  const { openCurrentDatabase, requireIntact } = await import("#db/open-current.ts");
  const { migrateToLatest } = await import("#db/migrate.ts");
  const { adviseRestore, adviseRestoreOfAccounts, adviseRestoreOfMissing } =
    await import("./failures/advise-restore.ts");
  const loss = adviseRestoreOfMissing(folder);
  if (loss.length > 0) fail(loss.join("\n"));
  try {
    const db = await openCurrentDatabase(folder);
    await requireIntact(db);
    await prepareKeys(db, folder);
    await migrateToLatest(db);
    await recordKeys(db, readSecrets(folder));
    await endAccessOfRestored(db);
    if (haveHadAccounts(folder) && !(await hasHadAccounts(db)))
      console.error(`\n${printable(adviseRestoreOfAccounts(folder))}`);
    return db;
  } catch (error) {
    const why = describeAccessError(errorCode(error), folder) ?? (error as Error).message;
    const problem = printable(`cannot use the data folder ${folder}: ${why}`);
    fail([problem, ...adviseRestore(error, folder)].join("\n"));
  }
}

async function endAccessOfRestored(db: Kysely<Database>): Promise<void> {
  const { findRestoredBackup } = await import("#app/domain/instance/restored-backup.server.ts");
  if (!(await findRestoredBackup(db))) return;
  // Loaded only here, because most starts need none of its features.
  const { endRestoredAccess } = await import("#app/domain/lifecycle/hold-restored.server.ts");
  await endRestoredAccess(db, new Date().toISOString());
}

/** Another process may be migrating. */
const migrationMs = 600_000;
/** The server may start at the same time as Mila. */
const [tries, retryMs] = [30, 1_000];

async function preparePostgres(folder: string, url: string): Promise<Kysely<Database>> {
  const { openPostgres } = await import("#db/dialects/postgres/open.ts");
  const { migratePostgres } = await import("#db/dialects/postgres/migrate.ts");
  const { noticeRestore } = await import("#db/dialects/postgres/notice-restore.ts");
  const { prepareKeys, readFittingSecrets, recordKeys } = await import("#db/keys.ts");
  const db = openPostgres(url, migrationMs);
  try {
    await waitForServer(db);
    await prepareKeys(db, folder);
    const waiting = await migratePostgres(db);
    if (waiting.length > 0)
      console.log("An older Mila still runs. The first start after it ends finishes the upgrade.");
    await db
      .transaction()
      .execute(async (trx) => recordKeys(trx, await readFittingSecrets(trx, folder)));
    await noticeRestore(db);
    await endAccessOfRestored(db);
    return db;
  } catch (error) {
    // A driver's message may name the user and the host, and never the password.
    const first = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
    fail(printable(`cannot use the database of DATABASE_URL: ${first.message}`));
  }
}

async function waitForServer(db: Kysely<Database>): Promise<void> {
  const { hasTable } = await import("#db/has-table.ts");
  for (let left = tries; ; left -= 1) {
    const error = await hasTable(db, "users").then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!error) return;
    if (left === 0 || errorCode(error) !== "DATABASE_AWAY") throw error;
    if (left === tries) console.log("Waiting for the database of DATABASE_URL …");
    await pause(retryMs);
  }
}
