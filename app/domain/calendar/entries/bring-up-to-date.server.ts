import type { Transaction } from "kysely";
import { findUnfinishedMessages } from "#app/domain/outbox/views/about-subject.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { listOpenTasksOfSeries } from "#app/domain/series/series-events.server.ts";
import {
  announceHousehold,
  announceLater,
} from "#app/domain/tasks/changing/announce-later.server.ts";
import { isTaskToCome } from "#app/domain/tasks/find-tasks.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { syncEntries } from "./sync-entries.server.ts";

/**
 * Marks a user's future entries as unsent: what was sent before may be in another calendar, or
 * nowhere.
 */
export async function forgetSentContent(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  await trx
    .updateTable("calendar_entries")
    .set({ content: "" })
    .where("user_id", "=", userId)
    .where((eb) =>
      eb.or([eb("series_id", "is not", null), isTaskToCome(eb, "calendar_entries.task_id", now)]),
    )
    .execute();
}

/** Marks entries as unsent whose last change has not reached the calendar. */
export async function forgetUnsent(trx: Transaction<Database>, userId: string): Promise<void> {
  const waiting = await findUnfinishedMessages(trx, "calendar_event", userId);
  await trx
    .updateTable("calendar_entries")
    .set({ content: "" })
    .where("id", "in", idList(waiting.map(({ subject_id }) => subject_id)))
    .execute();
}

/** Shows in a returned member's entries what has changed since they left. */
export async function syncEntriesOfReturned(
  trx: Transaction<Database>,
  { personId }: { personId: string },
  now: string,
): Promise<void> {
  const userId = (await findPeopleByIds(trx, [personId])).get(personId)?.user_id;
  if (userId) await syncEntries(trx, { userId }, now);
}

/** Adds entries for future tasks that have none: the worker does so within seconds. */
export async function addMissingEntries(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  now: string,
): Promise<void> {
  const { householdId } = await getMembership(trx, userId);
  await announceHousehold(trx, householdId, now);
  // The dates after an overdue occurrence are in the future.
  await announceLater(trx, await listOpenTasksOfSeries(trx, householdId), now);
}
