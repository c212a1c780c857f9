import type { Kysely, Transaction } from "kysely";
import { accountName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { inviteByWelcome } from "../invitations/invitations.server.ts";
import { mayInvite } from "../household/rules.ts";
import { linkAccount } from "./link-account.server.ts";
import { findMemberByEmail, getMembership } from "../household/membership.server.ts";
import { replaceInPreferences } from "#app/domain/preferences/preferences.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database, Relation } from "#db/schema.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import {
  canBeAsked,
  type FamilyMemberDetails,
  findFamilyRow,
  type PersonRow,
} from "./family-members.server.ts";
import { hasRoomForPeople } from "../room-for-people.server.ts";
import { addPerson } from "./add-person.server.ts";
import { isSamePerson, normalizeName } from "../same-name.ts";
import { childGrownUp, peopleLeave, peopleRemoved } from "../events.server.ts";
import { findOwn, renamePerson } from "../own-person.server.ts";

const expiresAfterHours = 7 * 24;

type ChangeResult = "saved" | "missing" | "own_address" | "same_name" | "already_here";

type AddResult = "saved" | "invited" | "own_address" | "same_name" | "already_here" | "full";

/**
 * Sends a welcome email to an adult without an account here, at most 3 an hour to one address.
 * @param options.invite adds an invitation to it, for a spouse or partner
 * @returns "already_here" if a family member has the account with this address
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
    if (namesake && isSentAgain(namesake, { ...facts, added_by: actor.userId }, now))
      return "saved";
    if (namesake) return "same_name";
    if (account && (await isListed(trx, account))) return "already_here";
    if (!(await hasRoomForPeople(trx, actor.householdId, 1))) return "full";
    const member = await addPerson(trx, actor, facts, now);
    if (account) await linkAccount(trx, account, actor.householdId, now);
    const { email, relation } = facts;
    const isWelcomed = !account && (await welcome(trx, actor, member, now));
    if (!isWelcomed || !email || !invite || !canBeAsked(relation) || !mayInvite(actor))
      return "saved";
    await inviteByWelcome(trx, actor, email, now);
    return "invited";
  });
}

/**
 * Adds a person of another household's file, and sends them nothing. An address of an account here
 * stays out: an account says itself who it is.
 * @returns null if there is no room
 */
export async function bringPerson(
  trx: Transaction<Database>,
  viewer: Viewer,
  facts: FamilyMemberDetails,
): Promise<{ id: string; isNew: boolean } | null> {
  const [namesake] = await listNamesakes(trx, viewer.householdId, facts);
  if (namesake) return { id: namesake.id, isNew: false };
  if (!(await hasRoomForPeople(trx, viewer.householdId, 1))) return null;
  const account = await findAccount(trx, viewer, facts.email);
  const own = { ...facts, email: account ? null : facts.email };
  const { id } = await addPerson(trx, viewer, own, nowIso());
  return { id, isNew: true };
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
    // An unchanged name may have a namesake from the time before names had to differ.
    if (
      !isSamePerson(before, facts) &&
      (await listNamesakes(trx, viewer.householdId, facts)).some((other) => other.id !== id)
    )
      return "same_name";
    const isAnothers = account && account !== before.user_id;
    if (isAnothers && (before.user_id || (await isListed(trx, account)))) return "already_here";
    const now = nowIso();
    await renamePerson(trx, before, facts.name, now);
    await trx
      .updateTable("people")
      .set({ ...facts, ...(isSomebodyElse(before, facts) && { former_user_id: null }) })
      .where("id", "=", id)
      .execute();
    await followRelation(trx, before, facts.relation, now);
    if (account && account !== before.user_id)
      await linkAccount(trx, account, viewer.householdId, now);
    else if (!account && !before.email) await welcome(trx, viewer, { ...before, ...facts }, now);
    return "saved";
  });
}

async function followRelation(
  trx: Transaction<Database>,
  { id, relation: before }: PersonRow,
  relation: Relation,
  now: string,
): Promise<void> {
  if (before === "child" && relation !== "child")
    await childGrownUp.announce(trx, { personIds: [id] }, now);
  if (!canBeAsked(relation)) await replaceInPreferences(trx, { from: id, to: null });
}

/** True if nothing of the entry is left, so that an account that comes back is another person. */
function isSomebodyElse(before: PersonRow, facts: FamilyMemberDetails): boolean {
  const isSameAddress = facts.email !== null && facts.email === before.email;
  const isSameName = normalizeName(facts.name) === normalizeName(before.name);
  return !isSameName && !isSameAddress && facts.phone !== before.phone;
}

/**
 * Removes a family member. A person with an account stays in the household. Anyone else stays only
 * in the history and in the tasks that name them.
 * @returns false when there is no such family member
 */
export async function removeFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const found = await findFamilyRow(trx, viewer, id);
    if (!found) return false;
    const now = nowIso();
    await peopleLeave.announce(trx, { personIds: [id], by: viewer.userId }, now);
    await trx
      .updateTable("people")
      .set({
        phone: null,
        email: null,
        ...(found.user_id ? { relation: null } : { left_at: now }),
      })
      .where("id", "=", id)
      .execute();
    if (found.user_id)
      await renamePerson(trx, found, accountName(await findPerson(trx, found.user_id)), now);
    await replaceInPreferences(trx, { from: id, to: null });
    await peopleRemoved.announce(trx, { personIds: [id] }, now);
    return true;
  });
}

async function isListed(trx: Transaction<Database>, userId: string): Promise<boolean> {
  return (await findOwn(trx, userId))?.relation != null;
}

/** Lists people of the same name, whom nobody could tell apart on cards and in requests. */
async function listNamesakes(
  trx: Transaction<Database>,
  householdId: string,
  { name, relation }: { name: string; relation: Relation },
) {
  const family = await trx
    .selectFrom("people")
    .select(["id", "added_by", "name", "relation", "phone", "email", "created_at"])
    .where("household_id", "=", householdId)
    .where("left_at", "is", null)
    .execute();
  return family.filter((other) => isSamePerson(other, { name, relation }));
}

interface Sent extends Pick<PersonRow, "relation" | "phone" | "email" | "added_by"> {}

/**
 * A double click sends a form twice, but a child without an address may be a second one of that
 * name.
 */
function isSentAgain(there: Sent & { created_at: string }, sent: Sent, now: string): boolean {
  const { added_by, relation, phone, email } = there;
  const isSame = added_by === sent.added_by && phone === sent.phone && email === sent.email;
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
  member: { id: string; relation: Relation; email: string | null; created_at: string },
  now: string,
): Promise<boolean> {
  if (!member.email || member.relation === "child") return false;
  if ((await allow(trx, [["welcome_emails", member.email]], now)).refused) return false;
  const delivery = { kind: "welcome", channel: "email", userId, subjectId: member.id } as const;
  const expiresAt = laterBy(now, { hours: expiresAfterHours });
  const dedupeKey = `welcome:${member.id}:${member.created_at}`;
  await addDeliveries(trx, [{ ...delivery, dedupeKey, expiresAt }], now);
  return true;
}
