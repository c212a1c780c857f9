import type { Selectable, Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import {
  extendExpiries,
  findUnfinishedMessages,
} from "#app/domain/outbox/views/about-subject.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { idList, rowTable } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { entryContent } from "./entry-content.ts";
import {
  type EntryRow,
  type Filter,
  findEntries,
  canSkip,
  toEntryTask,
} from "./entry-rows.server.ts";

/**
 * Enqueues changed entries. Skips those that the user deleted in their calendar. A former member
 * keeps past entries, whatever the household changes later.
 */
export async function syncEntries(
  trx: Transaction<Database>,
  filter: Filter,
  now: string = nowIso(),
): Promise<void> {
  const rows = (await findEntries(trx, filter)).flatMap((row) => {
    const content = entryContent(toEntryTask(row));
    const { entry, task } = row;
    const hasChanged = entry.is_followed && content !== entry.content && !canSkip(row, now);
    return hasChanged ? { ...row, content, dueAt: task.due_date } : [];
  });
  const onTheirWay = await findOnTheirWay(trx, filter);
  const isSent = (row: EntryRow) =>
    row.connection && (row.isMember ? row.isEnabled : isRemoved(row, onTheirWay, now));
  const changed = rows.filter(isSent).map(({ entry, content, dueAt }) => ({
    id: entry.id,
    user_id: entry.user_id,
    revision: entry.revision + 1,
    content,
    dueAt,
  }));
  const missed = rows.filter((row) => !isSent(row) && row.isMember && row.entry.content !== "");
  await markAsUnsent(trx, missed);
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

/** Lists the entries of an account that the calendar may not have as they are. */
async function findOnTheirWay(
  trx: Transaction<Database>,
  filter: Filter,
): Promise<Set<string> | null> {
  if (!("userId" in filter)) return null;
  const waiting = await findUnfinishedMessages(trx, "calendar_event", filter.userId);
  return new Set(waiting.map(({ subject_id }) => subject_id));
}

/**
 * Entries of a household that the user has left are removed as soon as the user leaves, even while
 * the calendar is switched off: all to come, and all that the calendar may still show as they were
 * before a change.
 */
function isRemoved({ entry, task }: EntryRow, onTheirWay: Set<string> | null, now: string) {
  const isToCome = task.due_date !== null && task.due_date >= now;
  return onTheirWay !== null && (isToCome || entry.content === "" || onTheirWay.has(entry.id));
}

/** Remembers that the calendar still shows these entries as they were before a change. */
async function markAsUnsent(trx: Transaction<Database>, missed: readonly EntryRow[]) {
  if (missed.length === 0) return;
  const ids = idList(missed.map(({ entry }) => entry.id));
  await trx.updateTable("calendar_entries").set({ content: "" }).where("id", "in", ids).execute();
}

type Changed = Pick<Selectable<Database["calendar_entries"]>, "id" | "user_id" | "revision"> & {
  dueAt: string | null;
};

/** Leaves time for last-minute changes too: the old entry may already be in the calendar. */
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
