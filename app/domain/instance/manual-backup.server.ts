import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { readFact, writeFact } from "./facts.server.ts";

const fact = "manual_backup_at";

/** Called by `npm run backup`, whose file may be on any disk. */
export async function recordManualBackup(db: Kysely<Database>, madeAt: string): Promise<void> {
  await writeFact(db, fact, madeAt);
}

/** Ignores a backup from the future, made while the clock was ahead. */
export async function findManualBackup(
  db: Kysely<Database>,
  now: string,
): Promise<string | undefined> {
  const madeAt = await readFact(db, fact);
  return madeAt !== undefined && madeAt <= now ? madeAt : undefined;
}
