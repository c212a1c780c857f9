import type { Transaction } from "kysely";
import { autoSave } from "#app/domain/calendar/entries/auto-save.server.ts";
import { replaceFamilyMember } from "#app/domain/delegation/requests/replace-family-member.server.ts";
import { bringFamily, findMerges } from "#app/domain/household/family/bring-family.server.ts";
import { leaveFamily } from "#app/domain/household/family/leave-family.server.ts";
import { revokeInvitationsBy } from "#app/domain/household/invitations/invitations.server.ts";
import {
  deleteHousehold,
  moveMember,
  type NewPlace,
  newHousehold,
} from "#app/domain/household/members/membership.server.ts";
import { bumpRevision, bumpRevisionBeyond } from "#app/domain/household/revision.server.ts";
import { replaceDefaultDelegate, savePreferences } from "#app/domain/preferences/preferences.server.ts";
import { listPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { syncReminders } from "#app/domain/reminders/sync-reminders.server.ts";
import { replaceDelegate } from "#app/domain/tasks/changing/delegation.server.ts";
import { moveTasks, transferTasksToOwner } from "#app/domain/tasks/changing/transfer-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Moves somebody who was alone: their tasks and family members come along, and the old household is no more. */
export async function moveWithAll(
  trx: Transaction<Database>,
  userId: string,
  from: string,
  to: string,
  now: string,
): Promise<void> {
  await moveTasks(trx, from, to);
  await moveFamily(trx, from, to);
  await moveMember(trx, userId, { householdId: to, role: "member" }, now);
  await bumpRevisionBeyond(trx, from, to);
  await deleteHousehold(trx, from);
  await syncReminders(trx, { userId }, now);
}

/** Moves somebody who leaves others: family members stay with those, and so do tasks, as the owner's to be reminded of. */
export async function moveAlone(
  trx: Transaction<Database>,
  userId: string,
  from: string,
  place: NewPlace,
  now: string,
): Promise<void> {
  const taskIds = await leaveAllTasks(trx, userId);
  await moveMember(trx, userId, place, now);
  await endTies(trx, { userId, householdId: from, by: place.notice === "removed" ? null : userId }, now);
  await bumpRevision(trx, from);
  await bumpRevisionBeyond(trx, from, place.householdId);
  await syncReminders(trx, { taskIds }, now);
  await autoSave(trx, { taskIds }, now);
}

/** Moves somebody who leaves others into a household of their own. */
export async function moveOut(
  trx: Transaction<Database>,
  userId: string,
  from: string,
  notice: NewPlace["notice"],
  now: string,
): Promise<void> {
  const householdId = await newHousehold(trx, now);
  await moveAlone(trx, userId, from, { householdId, role: "owner", notice }, now);
}

/**
 * Whoever left is an account of the family no longer, and asked nothing there; and whom they would ask is not theirs to
 * ask any more.
 * @param by the user, if that is their own doing: nobody need tell them
 */
export async function endTies(
  trx: Transaction<Database>,
  who: { userId: string; householdId: string; by: string | null },
  now: string,
): Promise<void> {
  await leaveFamily(trx, who, now);
  await savePreferences(trx, who.userId, { default_spouse_id: null });
  await revokeInvitationsBy(trx, who);
}

/** Leaves the user's tasks to the owners of their households, and returns the ids of those whose reminders change. */
export async function leaveAllTasks(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const reminders = await listPendingReminders(trx, userId);
  return transferTasksToOwner(
    trx,
    userId,
    reminders.map(({ task_id }) => task_id),
  );
}

async function moveFamily(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  const merges = await findMerges(trx, from, to);
  for (const { brought, kept } of merges) {
    await replaceDelegate(trx, brought.id, kept.id);
    await replaceFamilyMember(trx, brought.id, kept.id);
    await replaceDefaultDelegate(trx, brought.id, kept.id);
  }
  await bringFamily(trx, { from, to, merges });
}
