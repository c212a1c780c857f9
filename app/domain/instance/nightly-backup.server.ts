import type { Kysely } from "kysely";
import { findFirstUser } from "#app/domain/accounts/users.server.ts";
import { earlierBy, instantOf, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { readFact, writeFact } from "./facts.server.ts";

/** In the instance's time zone. */
const backupHour = 3;

const facts = { claimed: "backup_claimed_at", failure: "backup_failure" };

/** Lets one caller back up after 3 a.m., and retries a failure after an hour. */
export async function claimNightlyBackup(
  db: Kysely<Database>,
  last: { madeAt: string | undefined; timeZone: string },
  now: string,
): Promise<boolean> {
  const since = await findUnsavedSince(db, last.madeAt);
  if (!since || since >= lastBackupTime(now, last.timeZone)) return false;
  return db.transaction().execute(async (trx) => {
    const claimedAt = await readFact(trx, facts.claimed);
    if (claimedAt && claimedAt > earlierBy(now, { hours: 1 }) && claimedAt <= now) return false;
    await writeFact(trx, facts.claimed, now);
    return true;
  });
}

/**
 * Returns the time of the last backup, or of the first account. Undefined while there is nothing to
 * lose.
 */
export async function findUnsavedSince(
  db: Kysely<Database>,
  lastMadeAt: string | undefined,
): Promise<string | undefined> {
  return lastMadeAt ?? (await findFirstUser(db))?.created_at;
}

/** @param why undefined after a success */
export async function recordBackupResult(
  db: Kysely<Database>,
  why: string | undefined,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("instance_facts").where("name", "=", facts.failure).execute();
    if (why !== undefined) await writeFact(trx, facts.failure, why);
  });
}

export function findBackupFailure(db: Kysely<Database>): Promise<string | undefined> {
  return readFact(db, facts.failure);
}

function lastBackupTime(now: string, timeZone: string): string {
  const clock = wallClockAt(now, timeZone);
  const tonight = clock.with({ hour: backupHour, minute: 0, second: 0, millisecond: 0 });
  const instant = instantOf(tonight, timeZone);
  return instant <= now ? instant : instantOf(tonight.subtract({ days: 1 }), timeZone);
}
