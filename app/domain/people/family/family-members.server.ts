import type { Kysely, Selectable } from "kysely";
import { idList } from "#db/sql/values.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database, Relation } from "#db/schema.ts";
import { namesToChoose } from "../same-name.ts";
import { type EmailStatus, findEmailStatuses } from "../messages/email-status.server.ts";

export interface FamilyMemberDetails {
  name: string;
  relation: Relation;
  /** E.164. */
  phone: string | null;
  email: string | null;
}

export type PersonRow = Selectable<Database["people"]>;

/** Someone whom the household has added to its family. */
type FamilyRow = PersonRow & { relation: Relation };

/** `phone` is in national format. */
interface FamilyMember extends FamilyMemberDetails {
  id: string;
  /** The name, with what distinguishes them from others of that name. */
  label: string;
  hasAccount: boolean;
  canBeInvited: boolean;
}

/** Lists the family by name, without the viewer. */
export async function listFamilyMembers(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<FamilyMember[]> {
  const rows = await familyQuery(db, viewer)
    .select(["member.id", "name", "relation", "phone", "email", "user_id"])
    .$narrowType<{ relation: Relation }>()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("family_invitations as invitation")
          .select("invitation.id")
          .whereRef("invitation.household_id", "=", "member.household_id")
          .whereRef("invitation.invitee_email", "=", "member.email")
          .where("invitation.status", "=", "pending"),
      ).as("isInvited"),
    )
    .orderBy("name")
    .orderBy("id")
    .execute();
  const labels = namesToChoose(rows);
  return rows.map(({ user_id, isInvited, phone, ...member }) => ({
    ...member,
    label: labels.get(member.id)!,
    phone: phone && formatPhoneNumber(phone),
    hasAccount: user_id !== null,
    canBeInvited:
      member.email !== null && member.relation !== "child" && user_id === null && !isInvited,
  }));
}

/** Returns the delivery status of each family member's welcome email, by their id. */
export async function findWelcomeEmails(
  db: Kysely<Database>,
  viewer: ZonedViewer,
): Promise<Map<string, EmailStatus>> {
  const strangers = await familyQuery(db, viewer)
    .select(["member.id", "added_by as senderId"])
    .where("user_id", "is", null)
    .where("added_by", "is not", null)
    .$narrowType<{ senderId: string }>()
    .execute();
  return findEmailStatuses(db, "welcome", strangers, viewer.timeZone);
}

/** @returns the phone number in national format; undefined when the viewer can't see them */
export async function findFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<FamilyMemberDetails | undefined> {
  const found = await findFamilyRow(db, viewer, id);
  if (!found) return undefined;
  const { name, relation, phone, email } = found;
  return { name, relation, phone: phone && formatPhoneNumber(phone), email };
}

/** Finds people of any household, keyed by id. Includes people who have left. */
export async function findPeopleByIds(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, PersonRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("people").selectAll().where("id", "in", idList(ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Finds people with this number, or without a number but with one of these accounts. A number that
 * an account has confirmed belongs to no other account, whatever their family entered.
 * @param number E.164
 * @param userIds the accounts that confirmed it
 */
export async function findPeopleByNumber(
  db: Kysely<Database>,
  number: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("people")
    .select("id")
    .where("phone", "=", number)
    .$if(userIds.length > 0, (query) =>
      query.where(({ eb, or }) =>
        or([eb("user_id", "is", null), eb("user_id", "in", idList(userIds))]),
      ),
    )
    .unionAll(
      db
        .selectFrom("people")
        .select("id")
        .where("user_id", "in", idList(userIds))
        .where("phone", "is", null),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export async function findFamilyNumbers(
  db: Kysely<Database>,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("people")
    .select("phone")
    .where("phone", "in", idList(numbers))
    .execute();
  return rows.flatMap(({ phone }) => phone ?? []);
}

export async function listFamilyAddresses(
  db: Kysely<Database>,
  householdId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("people")
    .select(["email", "phone"])
    .where("household_id", "=", householdId)
    .execute();
  return rows.flatMap(({ email, phone }) => [email, phone]).filter((address) => address !== null);
}

/** They are asked first (specification, section 5). */
export function canBeAsked(relation: Relation | null): boolean {
  return relation === "spouse" || relation === "partner";
}

/** Any adult of the family can be asked for one task. */
export function isAdult(relation: Relation | null): boolean {
  return relation !== null && relation !== "child";
}

/** Lists the family by name, without the viewer. */
export async function listFamily(db: Kysely<Database>, viewer: Viewer): Promise<FamilyRow[]> {
  return familyQuery(db, viewer)
    .selectAll("member")
    .$narrowType<{ relation: Relation }>()
    .orderBy("name")
    .orderBy("member.id")
    .execute();
}

export async function findFamilyRow(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<FamilyRow | undefined> {
  return familyQuery(db, viewer)
    .selectAll("member")
    .$narrowType<{ relation: Relation }>()
    .where("member.id", "=", id)
    .executeTakeFirst();
}

function familyQuery(db: Kysely<Database>, viewer: Viewer) {
  return db
    .selectFrom("people as member")
    .where("household_id", "=", viewer.householdId)
    .where("relation", "is not", null)
    .where("left_at", "is", null)
    .where((eb) => eb.or([eb("user_id", "is", null), eb("user_id", "!=", viewer.userId)]));
}
