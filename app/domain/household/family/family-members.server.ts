import type { Kysely, Selectable } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import type { Database, Relation } from "#db/schema.ts";

export interface Viewer {
  userId: string;
  householdId: string;
}

/** What is said of a family member. */
export interface FamilyMemberFacts {
  name: string;
  relation: Relation;
  /** E.164. */
  phone: string | null;
  /** Trimmed and in lower case. */
  email: string | null;
}

export type FamilyRow = Selectable<Database["family_members"]>;

/** A family member as pages show it, the number as people write it. */
interface FamilyMember extends FamilyMemberFacts {
  id: string;
  hasAccount: boolean;
  /** Can be invited: has an address, and neither an account here nor an invitation. */
  canBeInvited: boolean;
}

/** The household's family by name, the viewer aside: nobody sees themselves there. */
export async function listFamilyMembers(db: Kysely<Database>, viewer: Viewer): Promise<FamilyMember[]> {
  const rows = await familyQuery(db, viewer)
    .select(["member.id", "name", "relation", "phone", "email", "linked_user_id"])
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
  return rows.map(({ linked_user_id, isInvited, phone, ...member }) => ({
    ...member,
    phone: phone && formatPhoneNumber(phone),
    hasAccount: linked_user_id !== null,
    canBeInvited: member.email !== null && member.relation !== "child" && linked_user_id === null && !isInvited,
  }));
}

/** The family member with the number as people write it, or undefined when it is not there for them. */
export async function findFamilyMember(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<FamilyMemberFacts | undefined> {
  const found = await findFamily(db, viewer, id);
  if (!found) return undefined;
  const { name, relation, phone, email } = found;
  return { name, relation, phone: phone && formatPhoneNumber(phone), email };
}

/** These family members, whosever they are, by id. */
export async function findFamilyByIds(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, FamilyRow>> {
  const rows = await db.selectFrom("family_members").selectAll().where("id", "in", idList(ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The family members who are this account. */
export async function findFamilyIdsOf(db: Kysely<Database>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("family_members").select("id").where("linked_user_id", "=", userId).execute();
  return rows.map(({ id }) => id);
}

/**
 * The family members with this number (E.164): as their family knows them, or by their own account.
 * @param userIds whose account has the number
 */
export async function findFamilyByNumber(
  db: Kysely<Database>,
  number: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("family_members")
    .select("id")
    .where("phone", "=", number)
    .unionAll(
      db
        .selectFrom("family_members")
        .select("id")
        .where("linked_user_id", "in", idList(userIds))
        .where("phone", "is", null),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these numbers a family member has. */
export async function findFamilyNumbers(db: Kysely<Database>, numbers: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom("family_members").select("phone").where("phone", "in", idList(numbers)).execute();
  return rows.flatMap(({ phone }) => phone ?? []);
}

/** The family's email addresses and numbers. */
export async function listFamilyAddresses(db: Kysely<Database>, householdId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("family_members")
    .select(["email", "phone"])
    .where("household_id", "=", householdId)
    .execute();
  return rows.flatMap(({ email, phone }) => [email, phone]).filter((address) => address !== null);
}

/** Only a spouse or partner takes tasks over (specification, section 5). */
export function canBeAsked(relation: Relation): boolean {
  return relation === "spouse" || relation === "partner";
}

/** The household's family by name, the viewer aside. */
export async function listFamily(db: Kysely<Database>, viewer: Viewer): Promise<FamilyRow[]> {
  return familyQuery(db, viewer).selectAll("member").orderBy("name").orderBy("member.id").execute();
}

/** The family member of this id, or undefined when it is not there for the viewer. */
export async function findFamily(db: Kysely<Database>, viewer: Viewer, id: string): Promise<FamilyRow | undefined> {
  return familyQuery(db, viewer).selectAll("member").where("member.id", "=", id).executeTakeFirst();
}

function familyQuery(db: Kysely<Database>, viewer: Viewer) {
  return db
    .selectFrom("family_members as member")
    .where("household_id", "=", viewer.householdId)
    .where((eb) => eb.or([eb("linked_user_id", "is", null), eb("linked_user_id", "!=", viewer.userId)]));
}
