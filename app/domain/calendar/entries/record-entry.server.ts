import type { Transaction } from "kysely";
import type { Outcome } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { recordGrantGone } from "../record-grant-gone.server.ts";
import { newEventId } from "./new-entry.ts";
import { syncEntries } from "./sync-entries.server.ts";

interface SentEntry {
  subject_id: string;
  user_id: string;
  claimed_at: string | null;
}

/** Google lets a deleted event come back only with a new id. */
const removed = () =>
  ({ calendar_id: null, sub: null, is_there: 0, event_id: newEventId() }) as const;

/** An entry the user deleted and then requested again is sent as a new event. */
export async function recordEntry(
  trx: Transaction<Database>,
  sent: SentEntry,
  outcome: Outcome,
  now: string,
): Promise<void> {
  const entry = trx.updateTable("calendar_entries").where("id", "=", sent.subject_id);
  switch (outcome.status) {
    case "sent": {
      const arrived = { is_there: 1, is_asked: 0 } as const;
      await entry
        .set(outcome.providerId === null ? { ...removed(), is_asked: 0 } : arrived)
        .execute();
      const saved = trx.updateTable("calendar_connections").set({ last_saved_at: now });
      await saved.where("user_id", "=", sent.user_id).execute();
      return;
    }
    case "taken_out": {
      const { numUpdatedRows } = await entry
        .set({ ...removed(), content: "" })
        .where("is_asked", "=", 1)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return syncEntries(trx, { ids: [sent.subject_id] }, now);
      await entry.set({ ...removed(), is_followed: 0 }).execute();
      return;
    }
    case "needs_user":
      if (outcome.problem === "grant_gone")
        return recordGrantGone(trx, { userId: sent.user_id, since: sent.claimed_at ?? "" });
      await recordCalendarGone(trx, sent);
      await entry.set(removed()).execute();
  }
}

/** Does nothing if the user has reconnected or chosen another calendar since. */
async function recordCalendarGone(trx: Transaction<Database>, sent: SentEntry): Promise<void> {
  await trx
    .updateTable("calendar_connections as connection")
    .set({ problem: "calendar_gone" })
    .where("connection.user_id", "=", sent.user_id)
    .where("connection.connected_at", "<=", sent.claimed_at ?? "")
    .where("connection.calendar_id", "=", (eb) =>
      eb
        .selectFrom("calendar_entries")
        .select("calendar_entries.calendar_id")
        .where("id", "=", sent.subject_id),
    )
    .execute();
}
