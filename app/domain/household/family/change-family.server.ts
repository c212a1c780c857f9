import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { allowExternalEmail } from "#app/domain/outbox/sending/external-email-limit.server.ts";
import { inviteByWelcome } from "../invitations/invitations.server.ts";
import { mayInvite } from "../members/rules.ts";
import { linkAccount } from "./link-account.server.ts";
import { findMemberByEmail, getMembership } from "../members/membership.server.ts";
import { replaceDefaultDelegate } from "#app/domain/preferences/preferences.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, Relation } from "#db/schema.ts";
import {
  canBeAsked,
  type FamilyMemberDetails,
  findFamilyRow,
  type Viewer,
} from "./family-members.server.ts";
import { hasRoomForPeople } from "../room-for-people.server.ts";
import { isSamePerson } from "./merge.ts";
import { familyMembersLeave } from "../events.server.ts";

const expiresAfterHours = 7 * 24;

type ChangeResult = "saved" | "missing" | "own_address" | "same_name";

type AddResult = "saved" | "invited" | "own_address" | "same_name" | "full";

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
    const now = nowIso();
    const [namesake] = await listNamesakes(trx, actor.householdId, facts);
    if (namesake)
      return isSentAgain(namesake, { ...facts, user_id: actor.userId }, now)
        ? "saved"
        : "same_name";
    if (!(await hasRoomForPeople(trx, actor.householdId, 1))) return "full";
    const member = {
      id: newId(),
      user_id: actor.userId,
      household_id: actor.householdId,
      ...facts,
      created_at: now,
    };
    await trx.insertInto("family_members").values(member).execute();
    if (account) await linkAccount(trx, account, actor.householdId, now);
    const { email, relation } = facts;
    const isWelcomed = !account && (await welcome(trx, actor, member, now));
    if (!isWelcomed || !email || !invite || !canBeAsked(relation) || !mayInvite(actor))
      return "saved";
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
    if (
      !isSamePerson(before, facts) &&
      (await listNamesakes(trx, viewer.householdId, facts)).some((one) => one.id !== id)
    )
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
export async function removeFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await findFamilyRow(trx, viewer, id);
    if (!found) return false;
    await familyMembersLeave.announce(trx, { familyMemberIds: [id], by: viewer.userId }, nowIso());
    await trx.deleteFrom("family_members").where("id", "=", id).execute();
    return true;
  });
}

/** On cards and in requests, nobody could tell two people with the same name apart. */
async function listNamesakes(
  trx: Transaction<Database>,
  householdId: string,
  { name, relation }: { name: string; relation: Relation },
) {
  const family = await trx
    .selectFrom("family_members")
    .select(["id", "user_id", "name", "relation", "phone", "email", "created_at"])
    .where("household_id", "=", householdId)
    .execute();
  return family.filter((other) => isSamePerson(other, { name, relation }));
}

type Sent = Pick<FamilyMemberDetails, "relation" | "phone" | "email"> & { user_id: string };

/** A double click sends a form twice. A child without an address may be a second one of that name. */
function isSentAgain(there: Sent & { created_at: string }, sent: Sent, now: string): boolean {
  const { user_id, relation, phone, email } = there;
  const isSame = user_id === sent.user_id && phone === sent.phone && email === sent.email;
  const mayBeAnother = relation === "child" && phone === null && email === null;
  return isSame && !mayBeAnother && there.created_at > earlierBy(now, { minutes: 1 });
}

async function findAccount(
  trx: Transaction<Database>,
  viewer: Viewer,
  email: string | null,
): Promise<string | null> {
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
