import type { Kysely } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { addingShares } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";

const { aMinute: maxPerMinute, aDay: maxPerDay } = addingShares;

export const tooManyAdded = "That's more than I can take at once. Please try again later.";

/** Nothing was added. */
export interface AddingRefused {
  refused: string;
  /** It may be sent again by itself later. */
  canWait: boolean;
}

export const refusedForNow: AddingRefused = { refused: tooManyAdded, canWait: true };

/**
 * Counts a request that adds tasks, however many, and by whichever way it comes.
 * @returns false if the account has sent too many; such a request is not counted
 */
export async function allowAdding(
  db: Kysely<Database>,
  userId: string,
  now: string = nowIso(),
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("adding_requests")
    .columns(["user_id", "added_at"])
    .expression(
      db
        .selectNoFrom(({ val }) => [val(userId).as("user_id"), val(now).as("added_at")])
        .where(countSince(db, userId, earlierBy(now, { minutes: 1 }), now), "<", maxPerMinute)
        .where(countSince(db, userId, earlierBy(now, { hours: 24 }), now), "<", maxPerDay),
    )
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Later ones were counted before the clock was set back. */
export function countSince(db: Kysely<Database>, userId: string, since: string, now: string) {
  return db
    .selectFrom("adding_requests")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("added_at", ">", since)
    .where("added_at", "<=", now);
}

export async function purgeAddingRequests(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 });
  const old = db.selectFrom("adding_requests").where("added_at", "<=", before);
  await deleteInBatches(db, "adding_requests", old);
}
