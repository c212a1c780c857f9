import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { allowExternalEmail } from "#app/domain/outbox/sending/external-email-limit.server.ts";
import { linkAccount } from "./link-account.server.ts";
import { findMemberByEmail, membershipOf } from "../members/membership.server.ts";
import { replaceDefaultDelegate } from "#app/domain/preferences/preferences.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, Relation } from "#db/schema.ts";
import { canBeAsked, type FamilyMemberFacts, findFamily, type Viewer } from "./family-members.server.ts";
import { familyMembersLeave } from "../events.server.ts";

/** As long as an invitation is open: whoever was added longer ago has heard of it. */
const hoursWelcome = 7 * 24;

/** "own_address": nobody is a family member of themselves. */
type Change = "saved" | "missing" | "own_address";

/**
 * Adds somebody to the family. An adult with an address is welcomed by e-mail, but for one who is here already,
 * and not the 4th time within an hour that the address is.
 */
export async function addFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  facts: FamilyMemberFacts,
): Promise<Exclude<Change, "missing">> {
  return db.transaction().execute(async (trx) => {
    // A form can take its time to arrive: where they belong may be another household by now.
    const actor = await membershipOf(trx, viewer.userId);
    const account = await findAccount(trx, actor, facts.email);
    if (account === actor.userId) return "own_address";
    const now = nowIso();
    const member = { id: newId(), user_id: actor.userId, household_id: actor.householdId, ...facts, created_at: now };
    await trx.insertInto("family_members").values(member).execute();
    if (account) await linkAccount(trx, account, actor.householdId, now);
    else await welcome(trx, actor, member, now);
    return "saved";
  });
}

/**
 * Changes what is said of a family member; an adult who had no address before is welcomed by e-mail. Who is neither
 * spouse nor partner any more is nobody's default delegate.
 */
export async function changeFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
  facts: FamilyMemberFacts,
): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    const before = await findFamily(trx, viewer, id);
    if (!before) return "missing";
    const account = await findAccount(trx, viewer, facts.email);
    if (account === viewer.userId) return "own_address";
    const now = nowIso();
    await trx.updateTable("family_members").set(facts).where("id", "=", id).execute();
    if (!canBeAsked(facts.relation)) await replaceDefaultDelegate(trx, id, null);
    if (account) await linkAccount(trx, account, viewer.householdId, now);
    else if (!before.email) await welcome(trx, viewer, { id, ...facts }, now);
    return "saved";
  });
}

/**
 * Takes somebody out of the family; whoever had them as default delegate has none (the table sees to it).
 * @returns whether there is such a family member
 */
export async function removeFamilyMember(db: Kysely<Database>, viewer: Viewer, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await findFamily(trx, viewer, id);
    if (!found) return false;
    await familyMembersLeave.announce(trx, { familyMemberIds: [id], by: null }, nowIso());
    await trx.deleteFrom("family_members").where("id", "=", id).execute();
    return true;
  });
}

/** The account in the household that has this address, if there is one. */
async function findAccount(trx: Transaction<Database>, viewer: Viewer, email: string | null): Promise<string | null> {
  return email ? findMemberByEmail(trx, viewer.householdId, email) : null;
}

async function welcome(
  trx: Transaction<Database>,
  { userId }: Viewer,
  member: { id: string; relation: Relation; email: string | null },
  now: string,
): Promise<void> {
  if (!member.email || member.relation === "child") return;
  if (!(await allowExternalEmail(trx, member.email, "welcome", now))) return;
  const delivery = { kind: "welcome", channel: "email", userId, subjectId: member.id } as const;
  const expiresAt = laterBy(now, { hours: hoursWelcome });
  await addDeliveries(trx, [{ ...delivery, dedupeKey: `welcome:${member.id}`, expiresAt }], now);
}
