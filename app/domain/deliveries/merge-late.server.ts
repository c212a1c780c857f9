import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";
import { lateBefore } from "./late.ts";

/**
 * Puts late reminders together: all of a person's become one "was due" message a channel (DELIVERY.md, "Late").
 * Returns how many were merged.
 */
export async function mergeLateReminders(db: Kysely<Database>, now: string): Promise<number> {
  if (!(await lateQuery(db, now).select("id").limit(1).executeTakeFirst())) return 0;

  return db.transaction().execute(async (trx) => {
    const groups = await lateQuery(trx, now).select(["user_id", "channel"]).distinct().execute();
    const merged = groups.map(({ user_id, channel }) => ({
      id: newId(),
      kind: "late_reminders",
      channel,
      user_id,
      subject_id: now,
      dedupe_key: `late:${user_id}:${now}:${channel}`,
      due_at: now,
      not_before: now,
      created_at: now,
    }));
    if (merged.length === 0) return 0;
    await trx.insertInto("deliveries").values(merged).execute();
    const late = await lateQuery(trx, now).select("id").execute();
    await trx
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
      .where(
        "id",
        "in",
        late.map(({ id }) => id),
      )
      .execute();
    return late.length;
  });
}

function lateQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("deliveries")
    .where("state", "=", "ready")
    .where("not_before", "<=", now)
    .where("kind", "=", "reminder")
    .where("due_at", "<", lateBefore(now));
}
