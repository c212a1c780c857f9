import type { Transaction } from "kysely";
import { autoSave } from "#app/domain/calendar/entries/auto-save.server.ts";
import { leaveFamily } from "#app/domain/household/family/leave-family.server.ts";
import { revokeInvitationsBy } from "#app/domain/household/invitations/invitations.server.ts";
import { savePreferences } from "#app/domain/preferences/preferences.server.ts";
import { syncReminders } from "#app/domain/reminders/sync-reminders.server.ts";
import type { Database, HouseholdRole } from "#db/schema.ts";
import { bringFamily } from "#app/domain/household/family/bring-family.server.ts";
import { leaveTasks } from "./leave-to-owners.server.ts";
import { newHousehold } from "#app/domain/household/members/membership.server.ts";
import { bumpRevisionBeyond, bumpRevision } from "#app/domain/household/revision.server.ts";

interface Place {
  householdId: string;
  role: HouseholdRole;
  /** What the user is to be told on their next page. */
  notice?: "removed";
}

/** Moves somebody who was alone: their tasks and family members come along, and the old household is no more. */
export async function moveWithAll(
  trx: Transaction<Database>,
  userId: string,
  from: string,
  to: string,
  now: string,
): Promise<void> {
  await trx.updateTable("tasks").set({ household_id: to }).where("household_id", "=", from).execute();
  await bringFamily(trx, from, to);
  await putInto(trx, userId, { householdId: to, role: "member" }, now);
  await bumpRevisionBeyond(trx, from, to);
  await trx.deleteFrom("households").where("id", "=", from).execute();
  await syncReminders(trx, { userId }, now);
}

/** Moves somebody who leaves others: family members stay with those, and so do tasks, as the owner's to be reminded of. */
export async function moveAlone(
  trx: Transaction<Database>,
  userId: string,
  from: string,
  place: Place,
  now: string,
): Promise<void> {
  const taskIds = await leaveTasks(trx, userId);
  await putInto(trx, userId, place, now);
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
  notice: Place["notice"],
  now: string,
): Promise<void> {
  const householdId = await newHousehold(trx, now);
  await moveAlone(trx, userId, from, { householdId, role: "owner", notice }, now);
}

async function putInto(
  trx: Transaction<Database>,
  userId: string,
  { householdId, role, notice }: Place,
  now: string,
): Promise<void> {
  await trx
    .updateTable("household_members")
    .set({ household_id: householdId, role, notice: notice ?? null, joined_at: now })
    .where("user_id", "=", userId)
    .execute();
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
