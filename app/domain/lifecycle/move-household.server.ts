import type { Transaction } from "kysely";
import { moveObjects } from "#app/domain/caldav/record-changes.server.ts";
import { maxShownCalendars } from "#app/domain/calendar/input.ts";
import { memberLeft } from "#app/domain/people/events.server.ts";
import { moveLists } from "#app/domain/lists/move-lists.server.ts";
import { maxAddresses, maxMailboxes } from "#app/domain/mail/limits.ts";
import { moveImports } from "#app/domain/imports/purge.server.ts";
import { moveMails } from "#app/domain/mail/move-mails.server.ts";
import { moveChildQuestions } from "#app/domain/people/family/child-questions.server.ts";
import { moveFamily } from "#app/domain/people/family/move-family.server.ts";
import type { SamePair } from "#app/domain/people/family/same-people.server.ts";
import { moveInvitations } from "#app/domain/people/invitations/invitations.server.ts";
import {
  createHousehold,
  deleteHousehold,
  listMemberIds,
  moveMember,
  type NewMembership,
} from "#app/domain/people/household/membership.server.ts";
import { arrive, leave } from "#app/domain/people/own-person.server.ts";
import { bumpRevision, bumpRevisionBeyond } from "#app/domain/people/revision.server.ts";
import { syncRemindersOf } from "#app/domain/reminders/planning/sync-reminders.server.ts";
import { indexLater } from "#app/domain/search/index-tasks.server.ts";
import { moveSeries } from "#app/domain/series/move-series.server.ts";
import { endTokens } from "#app/domain/tokens/tokens.server.ts";
import { moveTasks } from "#app/domain/tasks/changing/transfer-tasks.server.ts";
import { moveLearned } from "#app/domain/understanding/learned/learned-words.server.ts";
import { maxWebhooks } from "#app/domain/webhooks/limits.ts";
import { moveSources } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";
import { takeOverTasks } from "./hand-over-tasks.server.ts";

/** Moves a sole member: tasks and family members come along. */
export async function moveWholeHousehold(
  trx: Transaction<Database>,
  { userId, from, to, pairs }: { userId: string; from: string; to: string; pairs: SamePair[] },
  now: string,
): Promise<void> {
  await takeOverTasks(trx, from);
  await moveTasks(trx, from, to, now);
  await moveSeries(trx, from, to, now);
  await moveFamily(trx, { from, to, pairs }, now);
  await moveMember(trx, userId, { householdId: to, role: "member" }, now);
  // Programs were let into a household of one.
  await endTokens(trx, { userId });
  for (const id of await listMemberIds(trx, to))
    await arrive(trx, { userId: id, householdId: to }, now);
  await moveInvitations(trx, from, to);
  await moveChildQuestions(trx, from, to);
  await moveLists(trx, from, to);
  await moveObjects(trx, from, to);
  await moveLearned(trx, from, to);
  await moveSources(trx, "shown_calendars", { from, to, most: maxShownCalendars });
  await moveMails(trx, from, to);
  await moveImports(trx, from, to);
  await moveSources(trx, "mailboxes", { from, to, most: maxMailboxes });
  await moveSources(trx, "mail_addresses", { from, to, most: maxAddresses });
  await moveSources(trx, "webhooks", { from, to, most: maxWebhooks });
  await indexLater(trx, to, now);
  await bumpRevisionBeyond(trx, from, to);
  await deleteHousehold(trx, from);
  await syncRemindersOf(trx, { householdId: to }, now);
}

interface Leaver {
  userId: string;
  from: string;
  /** The user who did this; null if it was nobody in the household. */
  by: string | null;
}

/** Leaves family members and tasks to the old household; its owner gets the reminders. */
export async function moveAlone(
  trx: Transaction<Database>,
  { userId, from, by }: Leaver,
  place: NewMembership,
  now: string,
): Promise<void> {
  await moveMember(trx, userId, place, now);
  await leave(trx, { userId, householdId: from, by }, now);
  await arrive(trx, { userId, householdId: place.householdId }, now);
  await memberLeft.announce(trx, { userId, householdId: from }, now);
  await bumpRevision(trx, from);
  await bumpRevisionBeyond(trx, from, place.householdId);
}

export async function moveOut(
  trx: Transaction<Database>,
  leaver: Leaver,
  notice: NewMembership["notice"],
  now: string,
): Promise<void> {
  const householdId = await createHousehold(trx, now);
  await moveAlone(trx, leaver, { householdId, role: "owner", notice }, now);
}
