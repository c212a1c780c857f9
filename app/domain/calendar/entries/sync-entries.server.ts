import type { Selectable, Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { extendExpiries } from "#app/domain/outbox/views/about-subject.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { rowTable } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { entryContent } from "./entry-content.ts";
import { type Filter, findEntries, canSkip, isKept, toEntryTask } from "./entry-rows.server.ts";

/** Enqueues changed entries. Skips those the user deleted in their calendar. */
export async function syncEntries(
  trx: Transaction<Database>,
  filter: Filter,
  now: string = nowIso(),
): Promise<void> {
  const changed = (await findEntries(trx, filter)).flatMap((row) => {
    const content = entryContent(toEntryTask(row));
    const { entry, task, isEnabled, isMember, connection } = row;
    // Also while it is switched off, nothing of a household that the user has left stays.
    const isSynced = entry.is_followed && connection && (isEnabled || !isMember);
    if (!isSynced || content === entry.content || isKept(row, now) || canSkip(row, now)) return [];
    return { ...entry, content, revision: entry.revision + 1, dueAt: task.due_date };
  });
  if (changed.length === 0) return;
  await trx
    .updateTable("calendar_entries")
    .from(rowTable(changed, ["id", "content"]).as("changed"))
    .set(({ eb, ref }) => ({
      content: ref("changed.content"),
      revision: eb("calendar_entries.revision", "+", 1),
    }))
    .whereRef("calendar_entries.id", "=", "changed.id")
    .execute();
  await enqueue(trx, changed, now);
}

type Changed = Pick<Selectable<Database["calendar_entries"]>, "id" | "user_id" | "revision"> & {
  dueAt: string | null;
};

/** Late changes also need time: the old entry may already be in the calendar. */
const minRetryHours = 3 * 24;
/** SQLite takes 32,766 values in one statement. */
const batchSize = 1_000;

/** A waiting delivery will send the newest state; one being sent may not, so another follows it. */
async function enqueue(
  trx: Transaction<Database>,
  changed: readonly Changed[],
  now: string,
): Promise<void> {
  const earliest = laterBy(now, { hours: minRetryHours });
  const deliveries = changed.map(({ id: subjectId, user_id: userId, revision, dueAt }) => ({
    ...({ kind: "calendar_event", channel: "calendar", userId, subjectId } as const),
    dedupeKey: `calendar_event:${subjectId}:${revision}`,
    expiresAt: dueAt && dueAt > earliest ? dueAt : earliest,
  }));
  const waiting = await extendExpiries(trx, "calendar_event", deliveries);
  const added = deliveries.filter(({ subjectId }) => !waiting.has(subjectId));
  for (let from = 0; from < added.length; from += batchSize)
    await addDeliveries(trx, added.slice(from, from + batchSize), now);
}
