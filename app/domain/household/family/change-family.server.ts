import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { allowExternalEmail } from "#app/domain/outbox/sending/external-email-limit.server.ts";
import { inviteByWelcome } from "../invitations/invitations.server.ts";
import { mayInvite } from "../members/rules.ts";
import { linkAccount } from "./link-account.server.ts";
import { findMemberByEmail, getMembership } from "../members/membership.server.ts";
import { replaceDefaultDelegate } from "#app/domain/preferences/preferences.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, Relation } from "#db/schema.ts";
import { canBeAsked, type FamilyMemberDetails, findFamilyRow, type Viewer } from "./family-members.server.ts";
import { isSamePerson } from "./merge.ts";
import { familyMembersLeave } from "../events.server.ts";

const expiresAfterHours = 7 * 24;

type ChangeResult = "saved" | "missing" | "own_address" | "same_name";

type AddResult = "saved" | "invited" | "own_address" | "same_name";

/**
 * Sends a welcome email to an adult without an account here, at most 3 an hour to one address.
 * @param options.invite lets it bring an invitation too, for a spouse or partner
 */
export async function addFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  facts: FamilyMemberDetails,
  { invite = false }: { invite?: boolean } = {},
): Promise<AddResult> {
  return db.transaction().execute(async (trx) => {
    // A late form may arrive after the viewer moved to another household.
    const actor = await getMembership(trx, viewer.userId);
    const account = await findAccount(trx, actor, facts.email);
    if (account === actor.userId) return "own_address";
    if (await hasNamesake(trx, actor.householdId, facts)) return "same_name";
    const now = nowIso();
    const member = { id: newId(), user_id: actor.userId, household_id: actor.householdId, ...facts, created_at: now };
    await trx.insertInto("family_members").values(member).execute();
    if (account) await linkAccount(trx, account, actor.householdId, now);
    const { email, relation } = facts;
    const isWelcomed = !account && (await welcome(trx, actor, member, now));
    if (!isWelcomed || !email || !invite || !canBeAsked(relation) || !mayInvite(actor)) return "saved";
    await inviteByWelcome(trx, actor, email, now);
    return "invited";
  });
}

/** Sends a welcome email when an adult gets their first address. */
export async function changeFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
  facts: FamilyMemberDetails,
): Promise<ChangeResult> {
  return db.transaction().execute(async (trx) => {
    const before = await findFamilyRow(trx, viewer, id);
    if (!before) return "missing";
    const account = await findAccount(trx, viewer, facts.email);
    if (account === viewer.userId) return "own_address";
    // Someone whose name stays may have had a namesake from before the family's names had to differ.
    if (!isSamePerson(before, facts) && (await hasNamesake(trx, viewer.householdId, { id, ...facts })))
      return "same_name";
    const now = nowIso();
    await trx.updateTable("family_members").set(facts).where("id", "=", id).execute();
    if (!canBeAsked(facts.relation)) await replaceDefaultDelegate(trx, id, null);
    if (account) await linkAccount(trx, account, viewer.householdId, now);
    else if (!before.email) await welcome(trx, viewer, { id, ...facts }, now);
    return "saved";
  });
}

/** The foreign key clears them as default delegate. @returns false when there is no such family member */
export async function removeFamilyMember(db: Kysely<Database>, viewer: Viewer, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await findFamilyRow(trx, viewer, id);
    if (!found) return false;
    await familyMembersLeave.announce(trx, { familyMemberIds: [id], by: viewer.userId }, nowIso());
    await trx.deleteFrom("family_members").where("id", "=", id).execute();
    return true;
  });
}

/** Two children of one name could not be told apart on cards, nor could whoever is asked. */
async function hasNamesake(
  trx: Transaction<Database>,
  householdId: string,
  { id, name, relation }: { id?: string; name: string; relation: Relation },
): Promise<boolean> {
  const family = await trx
    .selectFrom("family_members")
    .select(["id", "name", "relation"])
    .where("household_id", "=", householdId)
    .execute();
  return family.some((other) => other.id !== id && isSamePerson(other, { name, relation }));
}

async function findAccount(trx: Transaction<Database>, viewer: Viewer, email: string | null): Promise<string | null> {
  return email ? findMemberByEmail(trx, viewer.householdId, email) : null;
}

async function welcome(
  trx: Transaction<Database>,
  { userId }: Viewer,
  member: { id: string; relation: Relation; email: string | null },
  now: string,
): Promise<boolean> {
  if (!member.email || member.relation === "child") return false;
  if (!(await allowExternalEmail(trx, member.email, "welcome", now))) return false;
  const delivery = { kind: "welcome", channel: "email", userId, subjectId: member.id } as const;
  const expiresAt = laterBy(now, { hours: expiresAfterHours });
  await addDeliveries(trx, [{ ...delivery, dedupeKey: `welcome:${member.id}`, expiresAt }], now);
  return true;
}
