import type { Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { entryContent } from "./entry-content.ts";
import { findEntries, isPointless, taskOf } from "./entry-rows.server.ts";
import { queueEntry } from "./enqueue-entry.server.ts";

/**
 * Lets the calendar entries of these tasks, or all of a person's, follow what the tasks are now: to be called in the
 * transaction of each change. Nothing follows for who is not connected, or took the entry out of their calendar.
 */
export async function syncEntries(
  trx: Transaction<Database>,
  of: { taskIds: string[] } | { userId: string },
  now: string = nowIso(),
): Promise<void> {
  for (const row of await findEntries(trx, of)) {
    const content = entryContent(taskOf(row));
    const { entry, isOn, connection } = row;
    const isFollowed = entry.is_followed && isOn && connection;
    if (!isFollowed || content === entry.content || isPointless(row, now)) continue;
    const revision = entry.revision + 1;
    await trx.updateTable("calendar_entries").set({ content, revision }).where("id", "=", entry.id).execute();
    await queueEntry(trx, { ...entry, revision }, now);
  }
}
