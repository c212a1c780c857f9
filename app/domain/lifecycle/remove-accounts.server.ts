import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import {
  listAccountsToRemove,
  removeUser,
} from "#app/domain/accounts/removal/ended-accounts.server.ts";
import { removeEntriesOf } from "#app/domain/calendar/entries/remove-entries.server.ts";
import { removeImportsOf } from "#app/domain/imports/purge.server.ts";
import { removeListsOf } from "#app/domain/lists/purge.server.ts";
import { deleteHousehold } from "#app/domain/people/household/membership.server.ts";
import { removeMessagesOf } from "#app/domain/outbox/scheduling/keep-messages.server.ts";
import { removeRemindersOf } from "#app/domain/reminders/reminder.server.ts";
import { removeSeriesOf } from "#app/domain/series/move-series.server.ts";
import { listHouseholdsOfCreator } from "#app/domain/tasks/changing/transfer-tasks.server.ts";
import { forgetMarksOf, removeTasksOf } from "#app/domain/tasks/changing/purge.server.ts";
import type { Database } from "#db/schema.ts";
import { handOver, handOverTasks } from "./hand-over-tasks.server.ts";

/**
 * Deletes what is left of ended accounts in batches, and hands over the tasks of users who left.
 * After a crash it continues with the remaining rows.
 * @throws after the others, if one account can't be removed
 */
export async function removeAccounts(db: Kysely<Database>): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (step: () => Promise<unknown>) =>
    step().catch((error: unknown) => failures.push(error));
  // A user's row can be deleted only when no task refers to it.
  await attempt(() => handOverTasks(db));
  const accounts = await listAccountsToRemove(db);
  for (const account of accounts) await attempt(() => removeRows(db, account));
  for (const { userId } of accounts) await attempt(() => removeUser(db, userId));
  if (failures.length > 0) throw new AggregateError(failures, "Some accounts could not be removed");
}

async function removeRows(
  db: Kysely<Database>,
  { userId, householdId }: { userId: string; householdId: string | null },
): Promise<void> {
  await removeMessagesOf(db, userId);
  if (householdId) await removeSeriesOf(db, householdId);
  if (householdId) await removeTasksOf(db, householdId);
  if (householdId) await removeListsOf(db, householdId);
  if (householdId) await removeImportsOf(db, householdId);
  for (const left of await listHouseholdsOfCreator(db, userId))
    await handOver(db, { userId, householdId: left, leftAt: nowIso() });
  await removeRemindersOf(db, userId);
  await removeEntriesOf(db, userId);
  await forgetMarksOf(db, userId);
  if (householdId) await db.transaction().execute((trx) => deleteHousehold(trx, householdId));
}
