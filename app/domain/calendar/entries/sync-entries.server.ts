import type { Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { entryContent } from "./entry-content.ts";
import { findEntries, canSkip, isKept, toEntryTask } from "./entry-rows.server.ts";
import { enqueueEntry } from "./enqueue-entry.server.ts";

/** Enqueues changed entries. Skips those the user deleted in their calendar. */
export async function syncEntries(
  trx: Transaction<Database>,
  filter: { taskIds: string[] } | { seriesIds: string[] } | { userId: string },
  now: string = nowIso(),
): Promise<void> {
  for (const row of await findEntries(trx, filter)) {
    const content = entryContent(toEntryTask(row));
    const { entry, isEnabled, connection } = row;
    const isSynced = entry.is_followed && isEnabled && connection;
    if (!isSynced || content === entry.content || isKept(row, now) || canSkip(row, now)) continue;
    const revision = entry.revision + 1;
    await trx
      .updateTable("calendar_entries")
      .set({ content, revision })
      .where("id", "=", entry.id)
      .execute();
    await enqueueEntry(trx, { ...entry, revision }, now);
  }
}
