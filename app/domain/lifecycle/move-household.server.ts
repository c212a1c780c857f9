import type { Transaction } from "kysely";
import { syncEntries } from "#app/domain/calendar/entries/sync-entries.server.ts";
import { endCopiedLinksOf } from "#app/domain/delegation/ending/end-copied-links.server.ts";
import {
  handOverRequests,
  notifyHandedOver,
} from "#app/domain/delegation/ending/hand-over-requests.server.ts";
import { moveChildQuestions } from "#app/domain/people/family/child-questions.server.ts";
import { moveFamily } from "#app/domain/people/family/move-family.server.ts";
import type { SamePair } from "#app/domain/people/family/same-people.server.ts";
import {
  moveInvitations,
  revokeInvitationsBy,
} from "#app/domain/people/invitations/invitations.server.ts";
import {
  createHousehold,
  deleteHousehold,
  listMemberIds,
  moveMember,
  type NewMembership,
} from "#app/domain/people/household/membership.server.ts";
import { arrive, leave } from "#app/domain/people/own-person.server.ts";
import { bumpRevision, bumpRevisionBeyond } from "#app/domain/people/revision.server.ts";
import { savePreferences } from "#app/domain/preferences/preferences.server.ts";
import { syncRemindersOf } from "#app/domain/reminders/planning/sync-reminders.server.ts";
import { passOnTurnsOfAccount } from "#app/domain/series/changing/leaving.server.ts";
import { moveSeries } from "#app/domain/series/move-series.server.ts";
import { moveTasks } from "#app/domain/tasks/changing/transfer-tasks.server.ts";
import { moveLearned } from "#app/domain/understanding/learned/learned-words.server.ts";
import type { Database } from "#db/schema.ts";
import { leaveTasks, takeOverTasks } from "./hand-over-tasks.server.ts";

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
  for (const id of await listMemberIds(trx, to))
    await arrive(trx, { userId: id, householdId: to }, now);
  await moveInvitations(trx, from, to);
  await moveChildQuestions(trx, from, to);
  await moveLearned(trx, from, to);
  await bumpRevisionBeyond(trx, from, to);
  await deleteHousehold(trx, from);
  await syncRemindersOf(trx, { householdId: to }, now);
}

interface Leaver {
  userId: string;
  from: string;
  /** The user who did this; null if nobody in the household did. */
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
  await endHouseholdTies(trx, { userId, householdId: from, by }, now);
  await arrive(trx, { userId, householdId: place.householdId }, now);
  await leaveTasks(trx, { userId, householdId: from, leftAt: now });
  await syncEntries(trx, { userId }, now);
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

/** @param by the user who should not be notified, because they did it themselves */
export async function endHouseholdTies(
  trx: Transaction<Database>,
  who: { userId: string; householdId: string; by: string | null },
  now: string,
): Promise<void> {
  const requestIds = await handOverRequests(trx, who, now);
  await endCopiedLinksOf(trx, who.householdId);
  await passOnTurnsOfAccount(trx, who, now);
  await leave(trx, who, now);
  await notifyHandedOver(trx, requestIds, now);
  await savePreferences(trx, who.userId, { default_spouse_id: null });
  await revokeInvitationsBy(trx, who);
}
