import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { lateBefore } from "./late.ts";

/** SQLite takes 32,766 values in a statement, and others are to have their turn in between. */
const peopleAtOnce = 500;
/** What was due longer ago is news to nobody; it is on the dashboard. */
const hoursTried = 3 * 24;

/**
 * Puts late reminders together: all of a person's become one "was due" message a channel.
 * Returns how many were merged.
 */
export async function mergeLateReminders(db: Kysely<Database>, now: string): Promise<number> {
  let count = 0;
  while (await lateQuery(db, now).select("id").limit(1).executeTakeFirst())
    count += await db.transaction().execute((trx) => mergeSome(trx, now));
  return count;
}

async function mergeSome(trx: Transaction<Database>, now: string): Promise<number> {
  const people = await lateQuery(trx, now).select("user_id").distinct().limit(peopleAtOnce).execute();
  const late = lateQuery(trx, now).where(
    "user_id",
    "in",
    people.map(({ user_id }) => user_id),
  );
  const groups = await late.select(["user_id", "channel"]).distinct().execute();
  const merged = groups.map(({ user_id, channel }) => ({
    id: newId(),
    kind: "late_reminders",
    channel,
    user_id,
    subject_id: now,
    dedupe_key: `late:${user_id}:${now}:${channel}`,
    due_at: now,
    not_before: now,
    expires_at: laterBy(now, { hours: hoursTried }),
    created_at: now,
  }));
  if (merged.length === 0) return 0;
  await trx.insertInto("deliveries").values(merged).execute();
  const { numUpdatedRows } = await trx
    .updateTable("deliveries")
    .set(({ selectFrom }) => ({
      state: "merged",
      ended_at: now,
      merged_into: selectFrom("deliveries as whole")
        .select("whole.id")
        .whereRef("whole.user_id", "=", "deliveries.user_id")
        .whereRef("whole.channel", "=", "deliveries.channel")
        .where("whole.kind", "=", "late_reminders")
        .where("whole.created_at", "=", now),
    }))
    .where("id", "in", late.select("id"))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function lateQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("deliveries")
    .where("state", "=", "ready")
    .where("not_before", "<=", now)
    .where("kind", "=", "reminder")
    .where("due_at", "<", lateBefore(now));
}
