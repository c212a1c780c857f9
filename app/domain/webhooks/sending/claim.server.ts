import type { Kysely, Selectable, Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { nextInRotation } from "#db/sql/rotation.ts";
import { idList } from "#db/sql/values.ts";

export interface Claimed extends Selectable<Database["webhooks"]> {
  /** It identifies this worker's claim. */
  claimed_until: string;
}

/** Longer than one request, so that others only take over what was left behind. */
const secondsToSend = 40;

const claimEnd = (now: string) => laterBy(now, { seconds: secondsToSend });

/** Claims webhooks for this worker alone: one of each household, in turns by household. */
export async function claimWebhooks(
  db: Kysely<Database>,
  { atMost, now }: { atMost: number; now: string },
): Promise<Claimed[]> {
  if (atMost === 0 || !(await dueQuery(db, now).select("id").limit(1).executeTakeFirst()))
    return [];
  const householdIds = await nextInRotation(db, {
    name: "webhooks",
    rows: dueQuery(db, now),
    column: "household_id",
    limit: atMost,
  });
  const rows = await dueQuery(db, now)
    .selectAll()
    .where("household_id", "in", idList(householdIds))
    .orderBy("next_send_at")
    .orderBy("id")
    .execute();
  const first = [...Map.groupBy(rows, (row) => row.household_id).values()].map(([row]) => row!);
  const claimed: Claimed[] = [];
  for (const row of first) {
    const claimed_until = claimEnd(now);
    const { numUpdatedRows } = await db
      .updateTable("webhooks")
      .set({ claimed_until })
      .where("id", "=", row.id)
      .where("claimed_until", "is not distinct from", row.claimed_until)
      .where("off_at", "is", null)
      .executeTakeFirst();
    // Another worker may have been first.
    if (numUpdatedRows > 0n) claimed.push({ ...row, claimed_until });
  }
  return claimed;
}

export function dueQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("webhooks")
    .where("held_at", "is", null)
    .where("off_at", "is", null)
    .where("next_send_at", "<=", now)
    .where(({ eb, or }) => or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]));
}

/**
 * Extends the claim. Returns null if it is no longer this worker's, or if the webhook was removed,
 * changed, switched off or held.
 */
export async function keepClaim(
  trx: Transaction<Database>,
  { id, claimed_until, content }: Claimed,
  now: string,
): Promise<Claimed | null> {
  const kept = await trx
    .updateTable("webhooks")
    .set({ claimed_until: claimEnd(now) })
    .where("id", "=", id)
    .where("claimed_until", "=", claimed_until)
    .where("content", "=", content)
    .where("off_at", "is", null)
    .where("held_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  return kept ? { ...kept, claimed_until: claimEnd(now) } : null;
}
