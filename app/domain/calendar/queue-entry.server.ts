import type { Selectable, Transaction } from "kysely";
import { addDeliveries } from "#app/domain/deliveries/add-deliveries.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Puts an entry's newest state on its way. What waits already will read it when it goes out; what is going out at this
 * moment may not have, and is followed by another.
 */
export async function queueEntry(
  trx: Transaction<Database>,
  entry: Pick<Selectable<Database["calendar_entries"]>, "id" | "user_id" | "revision">,
  now: string,
): Promise<void> {
  const waiting = await trx
    .selectFrom("deliveries")
    .select("id")
    .where("subject_id", "=", entry.id)
    .where("kind", "=", "calendar_event")
    .where("state", "=", "ready")
    .executeTakeFirst();
  if (waiting) return;
  const { id: subjectId, user_id: userId, revision } = entry;
  const dedupeKey = `calendar_event:${subjectId}:${revision}`;
  await addDeliveries(trx, [{ kind: "calendar_event", channel: "calendar", userId, subjectId, dedupeKey }], now);
}
