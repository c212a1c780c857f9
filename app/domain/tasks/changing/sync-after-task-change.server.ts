import type { Transaction } from "kysely";
import { autoSave } from "#app/domain/calendar/entries/auto-save.server.ts";
import { followEntries } from "#app/domain/calendar/entries/sync-entries.server.ts";
import { followTasks } from "#app/domain/delegation/ending/follow-tasks.server.ts";
import { reviseHouseholdsOf } from "#app/domain/household/revision.server.ts";
import { syncReminders } from "#app/domain/reminders/sync-reminders.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * What follows from a change to tasks, in its transaction: for who was asked to do them, for their reminders and
 * calendar entries, and that open pages show it.
 */
export async function followTaskChange(trx: Transaction<Database>, taskIds: string[], now?: string): Promise<void> {
  await followTasks(trx, taskIds, now);
  await syncReminders(trx, { taskIds }, now);
  await followEntries(trx, { taskIds }, now);
  await autoSave(trx, taskIds, now);
  await reviseHouseholdsOf(trx, taskIds);
}
